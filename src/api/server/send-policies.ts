import type { Page } from '../page.js';
import { get, put } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import {
  type Channel,
  type ListSubtypesInput,
  listSubtypesInputSchema,
  type NotificationSubtype,
  notificationSubtypesSchema,
  sendPoliciesSchema,
  type SendPolicy,
  sendPolicyIdsSchema,
  sendPolicySchema,
  type UpdateSubtypeInput,
  updateSubtypeInputSchema,
} from '../schemas/send-policy.js';
import type { Transport } from '../transport.js';
import { parseIds } from './parse-ids.js';
import { sendPage, type ServerRequestOptions } from './send-page.js';

/** Send policies and notification subtypes. */
export class SendPolicies {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Renames a notification subtype.
   *
   * `PUT /nudge/send-policy/subtype/{subtypeId}`
   * @param input `name`
   * @returns the `id` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async updateSubtype(
    ids: { subtypeId: string },
    input: UpdateSubtypeInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { subtypeId } = parseIds(ids);
    const endpoint = put`/nudge/send-policy/subtype/${{ subtypeId }}`;
    const operation = {
      endpoint,
      body: parseInput(updateSubtypeInputSchema, input, endpoint.name),
      schema: referenceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }

  /**
   * Lists the subtypes of a notification type.
   *
   * `GET /nudge/send-policy/notification-types/{notificationTypeId}/subtypes`
   * @param input `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async listSubtypes(
    ids: { notificationTypeId: string },
    input: ListSubtypesInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<NotificationSubtype>> {
    const { notificationTypeId } = parseIds(ids);
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}/subtypes`;
    const operation = {
      endpoint,
      schema: notificationSubtypesSchema,
    };
    return sendPage(
      this.#transport,
      operation,
      parseInput(listSubtypesInputSchema, input, endpoint.name),
      options,
    );
  }

  /**
   * Retrieves the send policy of a notification type on one channel.
   *
   * `GET /nudge/send-policy/notification-types/{notificationTypeId}/channels/{channel}`
   * @param ids `channel`: `in_app`, `email`, `sms`, `chat`, `push` or `whatsApp`
   * @returns the policy
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async retrieve(
    ids: { notificationTypeId: string; channel: Channel },
    options?: ServerRequestOptions,
  ): Promise<SendPolicy> {
    const { notificationTypeId, channel } = parseIds(ids);
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}/channels/${{ channel }}`;
    parseInput(sendPolicyIdsSchema, ids, endpoint.name);
    const operation = {
      endpoint,
      schema: sendPolicySchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }

  /**
   * Lists the send policies of a notification type, one for each channel.
   *
   * `GET /nudge/send-policy/notification-types/{notificationTypeId}`
   * @returns the policies as an array: the service documents no metadata for this list
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async list(ids: { notificationTypeId: string }, options?: ServerRequestOptions): Promise<SendPolicy[]> {
    const { notificationTypeId } = parseIds(ids);
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}`;
    const operation = {
      endpoint,
      schema: sendPoliciesSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
