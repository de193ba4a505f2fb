import * as z from 'zod/mini';
import {
  nullableBoolean,
  nullableNumber,
  requiredId,
  lenientArray,
  looseObject,
  nullableString,
  transform,
} from '../../api/schemas/lenient.js';
import { notificationSchema } from '../../api/schemas/notification.js';
import { parseTime } from '../../common/dates.js';
import { parseJson } from '../../common/parse-json.js';
import { isObject } from '../../common/type-guards.js';
import { isFirst, isGiven, parseAnswer } from '../notifications/state/marks/answers.js';
import {
  markAgeMs,
  maxMarks,
  type AnswerValue,
  type ListName,
  type StoredChange,
  type StoredContent,
  type StoredEntries,
  type StoredLists,
  type StoredMark,
  type StoredRecord,
  type StoredSnooze,
} from '../stored-change.js';

/** Everything that the device stores about one customer. */
export interface StoredRow extends StoredContent {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** When the customer signed out on this device, in milliseconds since 1970; null for never. */
  readonly signedOutAt: number | null;
}

/** A change that may not be stored yet. */
export interface JournalEntry extends StoredChange {
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Computes the new row from the stored one. Undefined leaves it as it is. */
export type RowUpdate = (row: StoredRow | null) => StoredRow | undefined;

/** Where the row is stored. It may reject, or never settle. */
export interface DeviceStorage {
  /**
   * Loads, updates and saves in one transaction, so that no other tab comes in between. Resolves with the new row, or null
   * for none. Rejects if a later version has stored the row.
   */
  update(update: RowUpdate): Promise<StoredRow | null>;
  /** Replaces the row, whatever it is; null deletes it. */
  replace(row: StoredRow | null): Promise<void>;
  /** Releases the storage until the next update. */
  close(): void;
}

/** Rows of other versions are ignored, and those of later ones not replaced. */
const rowVersion = 1;
/** The version of the additions: to a build that knows none, they are the row of a later version, which it leaves as it is. */
const additionsVersion = 2;
const dayMs = 86_400_000;
/** How long records are stored. */
const recordAgeMs = 7 * dayMs;
const isRecent = (at: number, ageMs: number): boolean => at > Date.now() - ageMs;

/** The newest mark of each id; of two with the same time the first. Those that are too old are left out. */
function newestMarks<Mark extends { readonly id: string; readonly at: number }>(
  marks: readonly Mark[],
  lastTime: (mark: Mark) => number = ({ at }) => at,
): Mark[] {
  const byId = new Map<string, Mark>();
  const now = Date.now();
  // Nothing was marked in the future: the clock was wrong. What is marked now is newer, however long it takes to store it.
  const dated = marks.map((mark) => (mark.at > now ? { ...mark, at: now - dayMs } : mark));
  for (const mark of dated.toSorted((one, other) => other.at - one.at)) {
    if (isRecent(lastTime(mark), markAgeMs) && !byId.has(mark.id)) byId.set(mark.id, mark);
  }
  return [...byId.values()].slice(0, maxMarks);
}

/**
 * The marks of what the service said first, newest first. The clock does not show which of two tabs has requested it first, but that
 * the service has said "unread" does.
 */
function firstMarks(marks: readonly StoredMark[]): StoredMark[] {
  const unreadLast = marks.toSorted((one, other) => Number(other.value) - Number(one.value));
  return newestMarks([...new Map(unreadLast.map((mark) => [mark.id, mark])).values()]);
}

/** The newest marks for what is snoozed, which may be for longer than marks are stored. */
function newestSnoozes(snoozes: readonly StoredSnooze[]): StoredSnooze[] {
  return newestMarks(snoozes, ({ at, value }) => Math.max(at, Number(value)));
}

/** The answers that count: the first that was given, unless that was taken back since. */
function firstAnswers(answers: readonly StoredMark<AnswerValue>[]): StoredMark<AnswerValue>[] {
  const isGivenIn = ({ value }: StoredMark<AnswerValue>): boolean => isGiven(parseAnswer(value));
  const byId = new Map<string, StoredMark<AnswerValue>>();
  for (const answer of answers.toSorted((one, other) => one.at - other.at)) {
    const before = byId.get(answer.id);
    const areGiven = before !== undefined && isGivenIn(before) && isGivenIn(answer);
    const stays = before && (areGiven ? isFirst(before, answer) : before.at === answer.at);
    if (!stays) byId.set(answer.id, answer);
  }
  return newestMarks([...byId.values()]);
}

/** Which entries of each list stay. */
const newestEntries: {
  readonly [Name in ListName]: (entries: readonly StoredEntries[Name][]) => StoredEntries[Name][];
} = {
  reads: newestMarks,
  fetched: firstMarks,
  seen: newestMarks,
  dismissals: newestMarks,
  snoozes: newestSnoozes,
  answers: firstAnswers,
  preferences: newestMarks,
};

/** Builds each of the lists. */
export function buildLists(build: <Name extends ListName>(name: Name) => StoredEntries[Name][]): StoredLists {
  return {
    reads: build('reads'),
    fetched: build('fetched'),
    seen: build('seen'),
    dismissals: build('dismissals'),
    snoozes: build('snoozes'),
    answers: build('answers'),
    preferences: build('preferences'),
  };
}

/** The lists with what stays of all of these. Of two entries with the same time, that of the first counts. */
function mergeLists(...all: readonly (Partial<StoredLists> | null)[]): StoredLists {
  return buildLists(<Name extends ListName>(name: Name) =>
    newestEntries[name](all.flatMap((lists): readonly StoredEntries[Name][] => lists?.[name] ?? [])),
  );
}

/** The row without what is too old; null if that is all of it: what is snoozed may outlast the rest. */
function withoutOld(row: StoredRow): StoredRow | null {
  const lists = mergeLists(row);
  if (!isRecent(row.savedAt, markAgeMs) && lists.snoozes.length === 0) return null;
  return {
    ...row,
    ...lists,
    records: row.records.filter(
      ({ at, expiresDate }) => isRecent(at, recordAgeMs) && !(parseTime(expiresDate ?? '') <= Date.now()),
    ),
    // Nobody signed out in the future: the clock was wrong.
    signedOutAt: row.signedOutAt !== null && row.signedOutAt > Date.now() ? null : row.signedOutAt,
  };
}

/** Whether a change may be that of the row's customer: either may name none. */
export function isSameCustomer(
  row: StoredRow | null,
  { uniqueCustomerId = null }: Partial<StoredChange>,
): boolean {
  const stored = row?.uniqueCustomerId ?? null;
  return stored === null || uniqueCustomerId === null || stored === uniqueCustomerId;
}

/** The row with a change of its customer applied, and with these records if given. */
export function mergeRow(
  row: StoredRow | null,
  change: Partial<StoredChange>,
  records?: readonly StoredRecord[] | null,
): StoredRow {
  const now = new Date().toISOString();
  const capped = (date: string | null): string | null => (parseTime(date ?? '') > Date.now() ? now : date);
  const seenUntil = [change.seenUntil ?? '', row?.seenUntil ?? ''].toSorted().at(-1);
  return {
    ...additionsTo(row),
    ...mergeLists(change, row),
    version: rowVersion,
    savedAt: Date.now(),
    uniqueCustomerId: row?.uniqueCustomerId ?? change.uniqueCustomerId ?? null,
    watermark: capped(change.watermark ?? row?.watermark ?? null),
    seenUntil: capped(seenUntil === undefined || seenUntil === '' ? null : seenUntil),
    records: records ?? row?.records ?? [],
    signedOutAt: row?.signedOutAt ?? null,
  };
}

/** What version 1 of the row has. Builds of that version write a row without anything else that it had. */
const fieldsOfVersion1: ReadonlySet<string> = new Set([
  'version',
  'savedAt',
  'uniqueCustomerId',
  'reads',
  'fetched',
  'seen',
  'dismissals',
  'snoozes',
  'preferences',
  'watermark',
  'seenUntil',
  'records',
  'signedOutAt',
] satisfies (keyof StoredRow)[]);

/** What the row has beside that of version 1: what a later version has added, too, which this one does not know. */
function additionsTo(row: StoredRow | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !fieldsOfVersion1.has(name)));
}

/** The row without its additions. */
function withoutAdditions(row: StoredRow): StoredRow {
  const version1 = { ...row };
  for (const name of Object.keys(additionsTo(row))) Reflect.deleteProperty(version1, name);
  return version1;
}

/**
 * Splits a row into what is stored: the row of version 1, and its additions; null for none. A tab with an earlier build may be open beside this
 * one, and writes the row anew: the additions have an entry of their own, which it leaves as it is.
 */
export function splitRow(row: StoredRow): { row: StoredRow; additions: object | null } {
  const additions = additionsTo(row);
  const isEmpty = Object.values(additions).every((value) => Array.isArray(value) && value.length === 0);
  if (isEmpty) return { row: withoutAdditions(row), additions: null };
  const { savedAt, uniqueCustomerId } = row;
  return {
    row: withoutAdditions(row),
    additions: { ...additions, version: additionsVersion, savedAt, uniqueCustomerId },
  };
}

/** Whether these are additions to that row: an earlier build may have replaced it by another customer's, or signed the customer out. */
export function areAdditionsTo(row: unknown, value: unknown): value is object {
  const additions = additionsSchema.safeParse(value).data;
  if (additions?.version !== additionsVersion || !isObject(row)) return false;
  const { uniqueCustomerId = null, signedOutAt } = row;
  return (
    [null, uniqueCustomerId].includes(additions.uniqueCustomerId) &&
    !(typeof signedOutAt === 'number' && additions.savedAt <= signedOutAt)
  );
}

/**
 * The row with what the pages of this tab have changed and may not have stored, before they were left. It may be stored
 * all the same, so that what was stored since then stays.
 */
export function mergeEntries(row: StoredRow | null, entries: readonly JournalEntry[]): StoredRow | null {
  let merged = row;
  const { signedOutAt, savedAt } = row ?? {};
  for (const { changedAt, ...entry } of entries) {
    if (!isSameCustomer(merged, entry) || changedAt <= (signedOutAt ?? 0)) continue;
    // Unlike a mark, the watermark does not say when it was set.
    const isOutdated = changedAt < (savedAt ?? 0);
    merged = mergeRow(merged, isOutdated ? { ...entry, watermark: null } : entry);
  }
  return merged;
}

const time = transform((value: unknown, { issues }) => {
  if (typeof value === 'number' && value > 0) return value;
  issues.push({ code: 'custom', input: value });
  return z.NEVER;
});

/**
 * A list in which every item is valid: a bad one means that something else wrote the row. An earlier version has not written a list
 * that it does not know.
 */
const strictList = <Schema extends z.ZodMiniType>(schema: Schema) =>
  transform((value: unknown = [], { issues }) => {
    const items = lenientArray(schema).parse(value);
    if (Array.isArray(value) && items.length === value.length) return items;
    issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const mark = looseObject({ id: requiredId, value: nullableBoolean, at: time });
const choice = looseObject({ id: requiredId, value: nullableBoolean, at: time, chosenAt: time });
const snoozedUntil = transform((value: unknown) =>
  value === false || typeof value === 'number' ? value : null,
);
const snooze = looseObject({ id: requiredId, value: snoozedUntil, at: time, wasRead: nullableBoolean });
const answerValue = transform((value: unknown) =>
  value === false || (typeof value === 'string' && parseAnswer(value)) ? value : null,
);
const answer = looseObject({ id: requiredId, value: answerValue, at: time });
const change = {
  uniqueCustomerId: nullableString,
  reads: strictList(mark),
  fetched: strictList(mark),
  seen: strictList(mark),
  dismissals: strictList(mark),
  snoozes: strictList(snooze),
  answers: strictList(answer),
  preferences: strictList(choice),
  watermark: nullableString,
  seenUntil: nullableString,
} satisfies Record<keyof StoredChange, unknown>;
const changeSchema = looseObject(change);
const journalEntrySchema = looseObject({ ...change, changedAt: time });
const rowSchema = looseObject({
  ...change,
  version: time,
  savedAt: time,
  records: lenientArray(
    looseObject({ record: notificationSchema, at: time, expiresDate: nullableString, answer: answerValue }),
  ),
  signedOutAt: nullableNumber,
});
const additionsSchema = looseObject({ version: time, savedAt: time, uniqueCustomerId: nullableString });

/** Parses a change; null for anything else. */
export function parseChange(value: unknown): StoredChange | null {
  return changeSchema.safeParse(value).data ?? null;
}

/** Parses an entry of the journal; null for anything else. */
export function parseJournalEntry(json: string | null): JournalEntry | null {
  return journalEntrySchema.safeParse(parseJson(json ?? '')).data ?? null;
}

/** Parses a stored row with its additions, without what is too old; null if it is malformed, too old or of another version. */
export function parseRow(value: unknown, additions?: unknown): StoredRow | null {
  const row = rowSchema.safeParse(value).data;
  if (row?.version !== rowVersion) return null;
  // Malformed additions cost no more than themselves.
  const added = areAdditionsTo(row, additions) ? { ...additions, ...withoutAdditions(row) } : null;
  const whole = rowSchema.safeParse(added).data;
  return withoutOld(whole ?? row);
}

const countEntries = (row: StoredRow): number => Object.values(row).flat().length;

/** What to store instead of a row: null if it is malformed or too old, undefined if nothing of it is. */
export function withoutOldEntries(value: unknown): StoredRow | null | undefined {
  if (isOfLaterVersion(value)) return undefined;
  const [row, cleaned] = [rowSchema.safeParse(value).data, parseRow(value)];
  if (!row || !cleaned) return null;
  return countEntries(cleaned) < countEntries(row) ? cleaned : undefined;
}

/** Whether a later version of this package stored the row. */
export function isOfLaterVersion(value: unknown): boolean {
  return isObject(value) && typeof value.version === 'number' && value.version > rowVersion;
}
