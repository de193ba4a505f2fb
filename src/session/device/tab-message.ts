import { notificationSchema, type Notification } from '../../api/schemas/notification.js';
import { isObject } from '../../common/type-guards.js';
import type { StoredChange } from '../stored-change.js';
import { parseChange } from './stored-row.js';

/** What the tabs of one customer send to each other. */
export type TabMessage =
  /** Something was decided, or learned from the service. */
  | { readonly type: 'change'; readonly change: StoredChange }
  /** A record was fetched. */
  | { readonly type: 'record'; readonly record: Notification }
  /** The customer has signed out. */
  | { readonly type: 'sign-out' };

// Beside this page there may be one with an earlier build, whose messages have no type. It knows a change by its lists, a record by its
// name, and a sign-out by this text.
const signOut = 'sign-out';
const listsOfEarlierBuilds = ['reads', 'fetched', 'seen', 'dismissals', 'snoozes', 'preferences'] as const;

/** Returns a message as it is posted, for earlier builds, too. */
export function formatMessage(message: TabMessage): unknown {
  if (message.type === 'sign-out') return signOut;
  return message.type === 'record' ? message : { type: message.type, ...message.change };
}

/** Parses a message of another tab; null for any other message. */
export function parseMessage(value: unknown): TabMessage | null {
  if (value === signOut) return { type: 'sign-out' };
  if (!isObject(value)) return null;
  const { type = typeOf(value) } = value;
  if (type === 'record') {
    const record = notificationSchema.safeParse(value.record).data;
    return record ? { type, record } : null;
  }
  const change = type === 'change' ? parseChange(value) : null;
  return change && { type: 'change', change };
}

/** The type of a message of an earlier build. */
function typeOf(value: Record<string, unknown>): TabMessage['type'] | undefined {
  if ('record' in value) return 'record';
  return listsOfEarlierBuilds.every((name) => name in value) ? 'change' : undefined;
}
