import { put } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type UpdateNotificationGroupInput,
  updateNotificationGroupInputSchema,
  type UpdateNotificationTopicInput,
  updateNotificationTopicInputSchema,
} from '../schemas/notification-group.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import type { Transport } from '../transport.js';
import { parseIds } from './parse-ids.js';
import type { ServerRequestOptions } from './send-page.js';

/** Notification groups and their topics. */
export class NotificationGroups {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Updates the name, description and channels of a notification topic.
   *
   * `PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/notification-topics/{notificationTopicId}`
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async updateTopic(
    ids: { projectId: string; notificationGroupId: string; notificationTopicId: string },
    input: UpdateNotificationTopicInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationGroupId, notificationTopicId } = parseIds(ids);
    const endpoint = put`/nudge/projects/${{ projectId }}/notification-groups/${{ notificationGroupId }}/notification-topics/${{ notificationTopicId }}`;
    const operation = {
      endpoint,
      body: parseInput(updateNotificationTopicInputSchema, input, endpoint.name),
      schema: referenceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }

  /**
   * Updates the name, description and channels of a notification group.
   *
   * `PUT /nudge/projects/{projectId}/notification-groups/{notificationGroupId}/info`
   * @param input `name`, `description` and `channels` (the service does not document their format)
   * @returns the `id` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async update(
    ids: { projectId: string; notificationGroupId: string },
    input: UpdateNotificationGroupInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationGroupId } = parseIds(ids);
    const endpoint = put`/nudge/projects/${{ projectId }}/notification-groups/${{ notificationGroupId }}/info`;
    const operation = {
      endpoint,
      body: parseInput(updateNotificationGroupInputSchema, input, endpoint.name),
      schema: referenceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
