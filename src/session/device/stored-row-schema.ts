import * as z from 'zod/mini';
import {
  nullableBoolean,
  nullableNumber,
  requiredId,
  lenientArray,
  looseObject,
  nullableString,
} from '../../api/schemas/lenient.js';
import { notificationSchema, type Notification } from '../../api/schemas/notification.js';
import { isObject } from '../../common/type-guards.js';
import { rowVersion, withoutOld, type StoredChange, type StoredRow } from './stored-row.js';

const time = z.transform((value: unknown, { issues }) => {
  if (typeof value === 'number' && value > 0) return value;
  issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/**
 * A list in which every item is valid: a bad one means that something else wrote the row.
 *
 * @param isOptional Whether it is empty where it is absent.
 */
const strictList = <Schema extends z.ZodMiniType>(schema: Schema, isOptional = false) =>
  z.transform((value: unknown, { issues }) => {
    const list = isOptional ? (value ?? []) : value;
    const items = lenientArray(schema).parse(list);
    if (Array.isArray(list) && items.length === list.length) return items;
    issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const mark = looseObject({ id: requiredId, value: nullableBoolean, at: time });
const snooze = looseObject({ id: requiredId, until: nullableNumber, at: time, wasRead: nullableBoolean });
const change = {
  uniqueCustomerId: nullableString,
  reads: strictList(mark),
  // Versions before 0.2 did not store these.
  seen: strictList(mark, true),
  dismissals: strictList(mark),
  // Versions before 0.3 did not store these.
  snoozes: strictList(snooze, true),
  preferences: strictList(mark),
  watermark: nullableString,
  seenUntil: nullableString,
};
const changeSchema = looseObject(change);
const sharedRecordSchema = looseObject({ record: notificationSchema });
const rowSchema = looseObject({
  ...change,
  version: time,
  savedAt: time,
  records: lenientArray(looseObject({ record: notificationSchema, at: time })),
  signedOutAt: nullableNumber,
});

/** Parses a message of another tab; null for any other message. */
export function parseMessage(value: unknown): StoredChange | null {
  return changeSchema.safeParse(value).data ?? null;
}

/** Parses a message with a record that another tab has fetched; null for any other message. */
export function parseSharedRecord(value: unknown): Notification | null {
  return sharedRecordSchema.safeParse(value).data?.record ?? null;
}

/** Parses a stored row, without what is too old; null if it is malformed, too old or of another version. */
export function parseRow(value: unknown): StoredRow | null {
  const row = rowSchema.safeParse(value).data;
  return row?.version === rowVersion ? withoutOld(row) : null;
}

/** Whether a later version of this package stored the row. */
export function isOfLaterVersion(value: unknown): boolean {
  return isObject(value) && typeof value.version === 'number' && value.version > rowVersion;
}
