import * as z from 'zod/mini';
import { oneOf, openEnum, pageFields, type PageInput, strictObject, string } from './input.js';
import {
  lenientArray,
  looseObject,
  nullableBoolean,
  nullableNumber,
  nullableObject,
  nullableOpenEnum,
  nullableString,
  requiredArray,
  requiredId,
} from './lenient.js';

/** A channel through which notifications are sent. */
export type Channel = 'in_app' | 'email' | 'sms' | 'chat' | 'push' | 'whatsApp';

/** The send policy of a notification type on one channel. Fields that the response does not contain are null. */
export interface SendPolicy {
  /** Id of the policy. */
  id: string;
  /** Id of the organization. */
  organizationId: string | null;
  /** Id of the notification type. */
  notificationTypeId: string | null;
  /** Kind of notification. The service documents `TRANSACTIONAL` only. */
  notificationKind: 'TRANSACTIONAL' | (string & {}) | null;
  /** The channel of the policy. */
  channel: Channel | (string & {}) | null;
  /** Rate rules for the organization. Empty if the response does not contain them. */
  orgRules: SendRule[];
  /** Rate rules for each user. Empty if the response does not contain them. */
  userRules: SendRule[];
  /** The do-not-disturb window. */
  dnd: DoNotDisturb | null;
  /** Whether critical notifications ignore the do-not-disturb window. */
  allowCriticalDNDBypass: boolean | null;
  /** Subtypes that ignore the do-not-disturb window. Empty if the response does not contain them. */
  dndSubTypesByPass: BypassingSubtype[];
  /** How many notifications the organization and each user are entitled to. */
  entitlement: Entitlement | null;
}

/** A rate rule: at most `max` notifications in a `window`, otherwise `action`. */
export interface SendRule {
  /** Length of the window. */
  window: 'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | (string & {}) | null;
  /** The largest number of notifications in a window. */
  max: number | null;
  /** What happens to further notifications. The service documents `delay` only. */
  action: 'delay' | (string & {}) | null;
}

/** A do-not-disturb window. */
export interface DoNotDisturb {
  /** Whether the window is in force. */
  enabled: boolean | null;
  /** Start of the window; presumably minutes after midnight, the service does not document the unit. */
  startMin: number | null;
  /** End of the window, in the unit of `startMin`. */
  endMin: number | null;
  /** Time zone of the window. */
  timezone: string | null;
  /** What happens to notifications within the window. The service documents `delay` only. */
  action: 'delay' | (string & {}) | null;
}

/** A notification subtype that ignores the do-not-disturb window. */
export interface BypassingSubtype {
  /** Id of the subtype. */
  id: string | null;
  /** Name of the subtype. */
  name: string | null;
  /** Id of the notification type that the subtype belongs to. */
  parentNotificationTypeId: string | null;
}

/** Entitlements of a send policy. */
export interface Entitlement {
  /** Counts for the organization. */
  org: EntitlementCounts | null;
  /** Counts for each user. */
  user: EntitlementCounts | null;
}

/** How many notifications may be sent in each window. */
export interface EntitlementCounts {
  /** Notifications a second. */
  SECOND: number | null;
  /** Notifications a minute. */
  MINUTES: number | null;
  /** Notifications an hour. */
  HOUR: number | null;
  /** Notifications a day. */
  DAY: number | null;
  /** Notifications a week. */
  WEEK: number | null;
  /** Notifications a month. */
  MONTH: number | null;
}

/** A subtype of a notification type. Fields that the response does not contain are null. */
export interface NotificationSubtype {
  /** Id of the subtype. */
  id: string;
  /** Name of the subtype. */
  name: string | null;
  /** Description of the subtype. */
  description: string | null;
  /** Id of the notification type that the subtype belongs to. */
  parentNotificationTypeId: string | null;
  /** Channels on which the subtype ignores the do-not-disturb window. Empty if the response does not contain them. */
  channelsToBypassDND: (Channel | (string & {}))[];
}

/** Body of `sendPolicies.updateSubtype()`. */
export interface UpdateSubtypeInput {
  /** Name of the subtype. */
  name: string;
}

/** Query of `sendPolicies.listSubtypes()`. */
export interface ListSubtypesInput extends PageInput {
  /** Only subtypes that match this text. */
  search?: string | undefined;
}

const channelSchema = oneOf(['in_app', 'email', 'sms', 'chat', 'push', 'whatsApp']);

const sendRuleSchema = looseObject({
  window: nullableOpenEnum<'SECOND' | 'MINUTES' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'>(),
  max: nullableNumber,
  action: nullableOpenEnum<'delay'>(),
});

const doNotDisturbSchema = looseObject({
  enabled: nullableBoolean,
  startMin: nullableNumber,
  endMin: nullableNumber,
  timezone: nullableString,
  action: nullableOpenEnum<'delay'>(),
});

const bypassingSubtypeSchema = looseObject({
  id: nullableString,
  name: nullableString,
  parentNotificationTypeId: nullableString,
});

const entitlementCountsSchema = looseObject({
  SECOND: nullableNumber,
  MINUTES: nullableNumber,
  HOUR: nullableNumber,
  DAY: nullableNumber,
  WEEK: nullableNumber,
  MONTH: nullableNumber,
});

const entitlementSchema = looseObject({
  org: nullableObject(entitlementCountsSchema),
  user: nullableObject(entitlementCountsSchema),
});

/** Response of `sendPolicies.retrieve()`. */
export const sendPolicySchema = looseObject({
  id: requiredId,
  organizationId: nullableString,
  notificationTypeId: nullableString,
  notificationKind: nullableOpenEnum<'TRANSACTIONAL'>(),
  channel: nullableOpenEnum<Channel>(),
  orgRules: lenientArray(sendRuleSchema),
  userRules: lenientArray(sendRuleSchema),
  dnd: nullableObject(doNotDisturbSchema),
  allowCriticalDNDBypass: nullableBoolean,
  dndSubTypesByPass: lenientArray(bypassingSubtypeSchema),
  entitlement: nullableObject(entitlementSchema),
});

const notificationSubtypeSchema = looseObject({
  id: requiredId,
  name: nullableString,
  description: nullableString,
  parentNotificationTypeId: nullableString,
  channelsToBypassDND: lenientArray(openEnum<Channel>()),
});

export const sendPolicyIdsSchema = z.object(
  { notificationTypeId: string, channel: channelSchema },
  'an object',
);

export const updateSubtypeInputSchema = strictObject({ name: string });

export const listSubtypesInputSchema = strictObject({ search: z.optional(string), ...pageFields });

/** Response of `sendPolicies.listSubtypes()`. */
export const notificationSubtypesSchema = requiredArray(notificationSubtypeSchema);
/** Response of `sendPolicies.list()`. */
export const sendPoliciesSchema = requiredArray(sendPolicySchema);
