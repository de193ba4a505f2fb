import { post } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import { type AddRecipientInput, addRecipientInputSchema } from '../schemas/notification-handler.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import type { Transport } from '../transport.js';
import { parseIds } from './parse-ids.js';
import type { ServerRequestOptions } from './send-page.js';

/** Notification handlers and their recipients. */
export class NotificationHandlers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds a recipient to a notification handler. Never retried automatically.
   *
   * `POST /nudge/projects/{projectId}/notification-handlers/{notificationHandlerId}/handler-recipients`
   * @param input `recipientSourceType` (`payload_based`; other values are not documented) and `recipientSourceId`
   * @returns the `id` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async addRecipient(
    ids: { projectId: string; notificationHandlerId: string },
    input: AddRecipientInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId, notificationHandlerId } = parseIds(ids);
    const endpoint = post`/nudge/projects/${{ projectId }}/notification-handlers/${{ notificationHandlerId }}/handler-recipients`;
    const operation = {
      endpoint,
      body: parseInput(addRecipientInputSchema, input, endpoint.name),
      schema: referenceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
