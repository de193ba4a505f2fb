import * as z from 'zod/mini';
import { fields, oneOf, openEnum, paging, string } from './input.js';
import {
  requiredArray,
  nullableBoolean,
  requiredId,
  lenientArray,
  nullableNumber,
  looseObject,
  nullableObject,
  nullableString,
  nullableOpenEnum,
} from './lenient.js';

/** The channels of the contract (section 2.7), as a path takes them. */
const channelSchema = oneOf(['in_app', 'email', 'sms', 'chat', 'push', 'whatsApp']);

/** A way by which notifications go out. */
export type Channel = z.infer<typeof channelSchema>;

/** Rule of a send policy (contract, section 2.7). */
const sendRuleSchema = looseObject({
  window: nullableOpenEnum<'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'>(),
  max: nullableNumber,
  action: nullableOpenEnum<'delay'>(),
});

const entitlementCountsSchema = looseObject({
  SECOND: nullableNumber,
  MINUTES: nullableNumber,
  HOUR: nullableNumber,
  DAY: nullableNumber,
  WEEK: nullableNumber,
  MONTH: nullableNumber,
});

/** Send policy of a notification type on a channel (contract, section 2.7). */
export const sendPolicySchema = looseObject({
  id: requiredId,
  organizationId: nullableString,
  notificationTypeId: nullableString,
  notificationKind: nullableOpenEnum<'TRANSACTIONAL'>(),
  channel: nullableOpenEnum<Channel>(),
  orgRules: lenientArray(sendRuleSchema),
  userRules: lenientArray(sendRuleSchema),
  dnd: nullableObject(
    looseObject({
      enabled: nullableBoolean,
      startMin: nullableNumber,
      endMin: nullableNumber,
      timezone: nullableString,
      action: nullableOpenEnum<'delay'>(),
    }),
  ),
  allowCriticalDNDBypass: nullableBoolean,
  dndSubTypesByPass: lenientArray(
    looseObject({ id: nullableString, name: nullableString, parentNotificationTypeId: nullableString }),
  ),
  entitlement: nullableObject(
    looseObject({
      org: nullableObject(entitlementCountsSchema),
      user: nullableObject(entitlementCountsSchema),
    }),
  ),
});

/** Notification subtype (contract, section 2.8). */
const notificationSubtypeSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  parentNotificationTypeId: nullableString,
  channelsToBypassDND: lenientArray(openEnum<Channel>()),
});

/** What the path of #12 takes of a closed list (contract, section 4.5). */
export const sendPolicyIdsSchema = z.object({ channel: channelSchema }, 'an object');

/** Body of #10 (contract, section 4.5). */
export const updateSubtypeInputSchema = fields({ name: string });

/** Query of #11 (contract, section 4.5). */
export const listSubtypesInputSchema = fields({ search: z.optional(string), ...paging });

/** Answer of #11. */
export const notificationSubtypesSchema = requiredArray(notificationSubtypeSchema);
/** Answer of #13. */
export const sendPoliciesSchema = requiredArray(sendPolicySchema);

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
