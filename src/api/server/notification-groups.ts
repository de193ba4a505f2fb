import { put } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type UpdateNotificationGroupInput,
  updateNotificationGroupInputSchema,
  type UpdateNotificationTopicInput,
  updateNotificationTopicInputSchema,
} from '../schemas/notification-group.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Notification groups and their topics. */
export class NotificationGroups extends Resource {
  /**
   * Updates the name, description and channels of a notification topic.
   *
   * `PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/notification-topics/{notificationTopicId}`
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   */
  async updateTopic(
    ids: { projectId: string; notificationGroupId: string; notificationTopicId: string },
    input: UpdateNotificationTopicInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationGroupId, notificationTopicId } = { ...ids };
    const endpoint = put`/nudge/projects/${{ projectId }}/notification-groups/${{ notificationGroupId }}/notification-topics/${{ notificationTopicId }}`;
    return this.send(
      {
        endpoint,
        body: parseInput(updateNotificationTopicInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }

  /**
   * Updates the name, description and channels of a notification group.
   *
   * `PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/info`
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   */
  async update(
    ids: { projectId: string; notificationGroupId: string },
    input: UpdateNotificationGroupInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationGroupId } = { ...ids };
    const endpoint = put`/nudge/projects/${{ projectId }}/notification-groups/${{ notificationGroupId }}/info`;
    return this.send(
      {
        endpoint,
        body: parseInput(updateNotificationGroupInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }
}
