import { post } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import { type AddRecipientInput, addRecipientInputSchema } from '../schemas/notification-handler.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Notification handlers and their recipients. */
export class NotificationHandlers extends Resource {
  /**
   * Adds a recipient to a notification handler. Never retried automatically.
   *
   * `POST /nudge/projects/{projectId}/notification-handlers/{notificationHandlerId}/handler-recipients`
   * @param input `recipientSourceType` (`payload_based`; other values are not documented) and `recipientSourceId`
   * @returns the `id` that the service reports
   */
  async addRecipient(
    ids: { projectId: string; notificationHandlerId: string },
    input: AddRecipientInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationHandlerId } = { ...ids };
    const endpoint = post`/nudge/projects/${{ projectId }}/notification-handlers/${{ notificationHandlerId }}/handler-recipients`;
    return this.send(
      {
        endpoint,
        body: parseInput(addRecipientInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }
}
