import * as z from 'zod/mini';
import {
  nullableBoolean,
  requiredId,
  lenientArray,
  looseObject,
  nullableString,
} from '../../api/schemas/lenient.js';
import { notificationSchema } from '../../api/schemas/notification.js';
import { markAge, rowVersion, type DeviceChange, type DeviceRow } from './stored-row.js';

const time = z.transform((value: unknown, { issues }) => {
  if (typeof value === 'number' && value > 0) return value;
  issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/** A list without a bad item: else who knows what wrote it. */
const wholeList = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.transform((value: unknown, { issues }) => {
    const items = lenientArray(schema).parse(value);
    if (Array.isArray(value) && items.length === value.length) return items;
    issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const marks = wholeList(looseObject({ id: requiredId, value: nullableBoolean, at: time }));
const change = {
  uniqueCustomerId: nullableString,
  reads: marks,
  dismissals: marks,
  preferences: marks,
  watermark: nullableString,
};
const changeSchema = looseObject(change);
const rowSchema = looseObject({
  ...change,
  version: time,
  savedAt: time,
  records: wholeList(notificationSchema),
});

/** What another tab says, if it is one of ours. */
export function readMessage(value: unknown): DeviceChange | null {
  return changeSchema.safeParse(value).data ?? null;
}

/** What the device keeps, if it is of this version, as it should be, and not of long ago. */
export function readRow(value: unknown): DeviceRow | null {
  const row = rowSchema.safeParse(value).data;
  return row?.version === rowVersion && row.savedAt > Date.now() - markAge ? row : null;
}
