import * as z from 'zod/mini';
import { fields, oneOf, openWord, paging, string } from './input.js';
import { answerList, flag, identifier, list, number, record, recordOrNull, text, word } from './lenient.js';

/** The channels of the contract (section 2.7), as a path takes them. */
const channelSchema = oneOf(['in_app', 'email', 'sms', 'chat', 'push', 'whatsApp']);

/** A way by which notifications go out. */
export type Channel = z.infer<typeof channelSchema>;

/** Rule of a send policy (contract, section 2.7). */
const sendRuleSchema = record({
  window: word<'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'>(),
  max: number,
  action: word<'delay'>(),
});

const entitlementCountsSchema = record({
  SECOND: number,
  MINUTES: number,
  HOUR: number,
  DAY: number,
  WEEK: number,
  MONTH: number,
});

/** Send policy of a notification type on a channel (contract, section 2.7). */
export const sendPolicySchema = record({
  id: identifier,
  organizationId: text,
  notificationTypeId: text,
  notificationKind: word<'TRANSACTIONAL'>(),
  channel: word<Channel>(),
  orgRules: list(sendRuleSchema),
  userRules: list(sendRuleSchema),
  dnd: recordOrNull(
    record({ enabled: flag, startMin: number, endMin: number, timezone: text, action: word<'delay'>() }),
  ),
  allowCriticalDNDBypass: flag,
  dndSubTypesByPass: list(record({ id: text, name: text, parentNotificationTypeId: text })),
  entitlement: recordOrNull(
    record({ org: recordOrNull(entitlementCountsSchema), user: recordOrNull(entitlementCountsSchema) }),
  ),
});

/** Notification subtype (contract, section 2.8). */
const notificationSubtypeSchema = record({
  id: identifier,
  name: text,
  description: text,
  parentNotificationTypeId: text,
  channelsToBypassDND: list(openWord<Channel>()),
});

/** What the path of #12 takes of a closed list (contract, section 4.5). */
export const sendPolicyIdsSchema = z.object({ channel: channelSchema }, 'an object');

/** Body of #10 (contract, section 4.5). */
export const updateSubtypeInputSchema = fields({ name: string });

/** Query of #11 (contract, section 4.5). */
export const listSubtypesInputSchema = fields({ search: z.optional(string), ...paging });

/** Answer of #11. */
export const notificationSubtypesSchema = answerList(notificationSubtypeSchema);
/** Answer of #13. */
export const sendPoliciesSchema = answerList(sendPolicySchema);

/** How often and when notifications of one type go out on one channel. */
export type SendPolicy = z.infer<typeof sendPolicySchema>;
/** At most `max` in a `window`, else `action`. */
export type SendRule = z.infer<typeof sendRuleSchema>;
/** How many may go out in each window. */
export type EntitlementCounts = z.infer<typeof entitlementCountsSchema>;
/** A kind of notification within a type. */
export type NotificationSubtype = z.infer<typeof notificationSubtypeSchema>;
export type UpdateSubtypeInput = z.input<typeof updateSubtypeInputSchema>;
export type ListSubtypesInput = z.input<typeof listSubtypesInputSchema>;
