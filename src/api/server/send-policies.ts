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
import { Resource, type ServerRequestOptions } from './resource.js';

/** Send policies and notification subtypes. */
export class SendPolicies extends Resource {
  /**
   * Renames a notification subtype.
   *
   * `PUT /nudge/send-policy/subtype/{subtypeId}`
   * @param input `name`
   * @returns the `id` that the service reports
   */
  async updateSubtype(
    ids: { subtypeId: string },
    input: UpdateSubtypeInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { subtypeId } = { ...ids };
    const endpoint = put`/nudge/send-policy/subtype/${{ subtypeId }}`;
    return this.send(
      {
        endpoint,
        body: parseInput(updateSubtypeInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }

  /**
   * Lists the subtypes of a notification type.
   *
   * `GET /nudge/send-policy/notification-types/{notificationTypeId}/subtypes`
   * @param input `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  async listSubtypes(
    ids: { notificationTypeId: string },
    input: ListSubtypesInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<NotificationSubtype>> {
    const { notificationTypeId } = { ...ids };
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}/subtypes`;
    return this.sendPage(
      { endpoint, schema: notificationSubtypesSchema },
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
   */
  async retrieve(
    ids: { notificationTypeId: string; channel: Channel },
    options?: ServerRequestOptions,
  ): Promise<SendPolicy> {
    const { notificationTypeId, channel } = { ...ids };
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}/channels/${{ channel }}`;
    parseInput(sendPolicyIdsSchema, ids, endpoint.name);
    return this.send({ endpoint, schema: sendPolicySchema }, options);
  }

  /**
   * Lists the send policies of a notification type, one for each channel.
   *
   * `GET /nudge/send-policy/notification-types/{notificationTypeId}`
   * @returns the policies as an array: the service documents no metadata for this list
   */
  async list(ids: { notificationTypeId: string }, options?: ServerRequestOptions): Promise<SendPolicy[]> {
    const { notificationTypeId } = { ...ids };
    const endpoint = get`/nudge/send-policy/notification-types/${{ notificationTypeId }}`;
    return this.send({ endpoint, schema: sendPoliciesSchema }, options);
  }
}
