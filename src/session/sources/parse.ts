import { withZone } from '../../common/dates.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import type { NotificationReference } from '../notifications/state/notification-item.js';
import type { ReferencePage, SourceEvent } from './source.js';

// What a backend sends is taken wherever it has one meaning: a number as a date or a cursor, digits as a count, 0 and 1 as
// flags. All else is left out, with one warning for each field.

/** Reads a field; undefined if it is of another kind. */
type Read<Value> = (value: unknown) => Value | undefined;

/** Numbers below are no milliseconds, but seconds of a year after 1973. */
const minMs = 1e11;

const readFlag: Read<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
};

const readCount: Read<number> = (value) => {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
};

const readCounts: Read<Record<string, number>> = (value) => {
  if (!isObject(value)) return undefined;
  const counts = new Map<string, number>();
  for (const [name, entry] of Object.entries(value)) {
    const count = readCount(entry);
    if (count === undefined) return undefined;
    counts.set(name, count);
  }
  return Object.fromEntries(counts);
};

const readCursor: Read<string> = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

const readText: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

/** In ISO 8601, or in milliseconds since 1970. */
const readDate =
  (field: string): Read<string> =>
  (value) => {
    if (typeof value === 'string')
      return Number.isNaN(Date.parse(value)) ? undefined : withZone(value, field);
    const date = typeof value === 'number' && value >= minMs ? new Date(value) : undefined;
    return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
  };

/** A date, or null for none. */
const readDateOrNull = (field: string): Read<string | null> => {
  const read = readDate(field);
  return (value) => (value === null ? null : read(value));
};

const readImportance: Read<string> = (value) => (value === 'high' || value === 'normal' ? value : undefined);

/** What a reference may say besides the id. */
const hints: readonly (readonly [field: keyof NotificationReference, Read<unknown>])[] = [
  ['createdDate', readDate('createdDate')],
  ['isRead', readFlag],
  ['isSeen', readFlag],
  ['isDismissed', readFlag],
  ['snoozedUntil', readDateOrNull('snoozedUntil')],
  ['importance', readImportance],
  ['isPinned', readFlag],
  ['expiresDate', readDateOrNull('expiresDate')],
  ['record', (value) => (isObject(value) ? value : undefined)],
];

/** Reads a field, or warns that its value is of no use. Null stands for a field that is not there. */
function readField<Value>(
  fields: Record<string, unknown>,
  field: string,
  read: Read<Value>,
): Value | undefined {
  const value = fields[field];
  if (value === undefined) return undefined;
  const result = read(value);
  if (result === undefined && value !== null)
    warnOnce(`The source sent an invalid ${field}, which is left out.`);
  return result;
}

/** Parses an id or a reference as a host may give it; null if it is neither. */
function parseReference(value: unknown): NotificationReference | null {
  const fields: Record<string, unknown> = isObject(value) ? value : { id: value };
  const { id } = fields;
  if (typeof id !== 'string' || id === '') return null;
  const found: Partial<Record<string, unknown>> = {};
  for (const [field, read] of hints) {
    const hint = readField(fields, field, read);
    if (hint !== undefined) found[field] = hint;
  }
  return Object.assign<NotificationReference, object>({ id }, found);
}

/** The valid references of a list. Anything but an array holds none. */
export function parseReferences(value: unknown): NotificationReference[] {
  if (!Array.isArray(value)) return [];
  const references = value.flatMap((entry) => parseReference(entry) ?? []);
  if (references.length < value.length) warnOnce('Notifications without an id are left out.');
  return references;
}

/**
 * Parses a page of a host's backend, without its invalid references.
 *
 * @throws TypeError if it is no page
 */
export function parseReferencePage(value: unknown): ReferencePage {
  const fields: Record<string, unknown> = isObject(value) ? value : {};
  if (!Array.isArray(fields.references))
    throw new TypeError('The source did not return { references: […], nextCursor? }.');
  const nextCursor = readField(fields, 'nextCursor', readCursor);
  return {
    references: parseReferences(fields.references),
    nextCursor: nextCursor === '' ? undefined : nextCursor,
    ...(fields.snoozed !== undefined && { snoozed: parseReferences(fields.snoozed) }),
    unreadCount: readField(fields, 'unreadCount', readCount),
    unseenCount: readField(fields, 'unseenCount', readCount),
    unreadCountByTag: readField(fields, 'unreadCountByTag', readCounts),
  };
}

/** Parses an event of a host's backend; null if it is none. */
export function parseSourceEvent(value: unknown): SourceEvent | null {
  if (!isObject(value)) return null;
  const { type } = value;
  const ids = parseReferences(value.ids).map(({ id }) => id);
  // A reference alone is an arrival, too.
  if (type === 'add') return { type, references: parseReferences(value.references ?? [value]) };
  if (type === 'reset') return { type };
  if (type === 'remove' || type === 'seen') return { type, ids };
  if (type === 'read') {
    const isRead = readField(value, 'isRead', readFlag);
    return isRead === undefined ? null : { type, ids, isRead };
  }
  if (type === 'dismiss') {
    const isDismissed = readField(value, 'isDismissed', readFlag);
    return isDismissed === undefined ? null : { type, ids, isDismissed };
  }
  if (type !== 'preference') return null;
  const groupId = readField(value, 'groupId', readText);
  const isGroupNotificationOff = readField(value, 'isGroupNotificationOff', readFlag);
  if (groupId === undefined || isGroupNotificationOff === undefined) return null;
  return { type, groupId, isGroupNotificationOff };
}
