import { parseDate } from '../../common/dates.js';
import { fieldNames, reportOtherStyles } from '../../common/field-names.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { toAnswer } from '../notifications/state/marks/answers.js';
import type { NotificationReference } from '../notifications/state/notification-item.js';
import { parseCount } from './parse-count.js';
import type { ReferencePage, SourceEvent } from './source.js';

// What a backend sends is taken wherever it has one meaning: a number as a date or a cursor, digits as a count, 0 and 1 as
// flags. All else is left out, with one warning for each field. `parseDate()` says which dates cannot be meant.

/** Parses the value of a field; undefined if it is of another kind. */
type Parse<Value> = (value: unknown) => Value | undefined;

const parseFlag: Parse<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
};

const parseCounts: Parse<Record<string, number>> = (value) => {
  if (!isObject(value)) return undefined;
  const counts = new Map<string, number>();
  for (const [name, entry] of Object.entries(value)) {
    const count = parseCount(entry);
    if (count === undefined) return undefined;
    counts.set(name, count);
  }
  return Object.fromEntries(counts);
};

const parseCursor: Parse<string> = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

const parseText: Parse<string> = (value) => (typeof value === 'string' ? value : undefined);

const parseTexts: Parse<string[]> = (value) =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : undefined;

/** An empty text names nobody. */
const parseCustomer: Parse<string> = (value) => (value === '' ? undefined : parseText(value));

const parseDateOf =
  (field: string): Parse<string | null> =>
  (value) =>
    parseDate(value, field);

const parseImportance: Parse<string> = (value) =>
  value === 'high' || value === 'normal' ? value : undefined;

/** What a reference may say besides the id. */
const hints: readonly (readonly [field: string, Parse<unknown>])[] = Object.entries({
  createdDate: parseDateOf('createdDate'),
  isRead: parseFlag,
  isSeen: parseFlag,
  isDismissed: parseFlag,
  snoozedUntil: parseDateOf('snoozedUntil'),
  answer: toAnswer,
  importance: parseImportance,
  isPinned: parseFlag,
  expiresDate: parseDateOf('expiresDate'),
  record: (value) => (isObject(value) ? value : undefined),
} satisfies Record<Exclude<keyof NotificationReference, 'id'>, Parse<unknown>>);

/** Of these, null says something: not snoozed, not answered, no end. */
const nullable: ReadonlySet<string> = new Set(['snoozedUntil', 'answer', 'expiresDate']);

const referenceNames = fieldNames(['id', ...hints.map(([field]) => field)]);
/** How many references of a list are searched for names in another style. A backend writes all in the same. */
const maxNamesChecked = 25;
const pageNames = fieldNames(
  Object.keys({
    customer: true,
    references: true,
    nextCursor: true,
    snoozed: true,
    unreadCount: true,
    unseenCount: true,
    unreadCountByTag: true,
    answers: true,
    saves: true,
    lastEventId: true,
    loadedDate: true,
  } satisfies Record<keyof ReferencePage, true>),
);

/** Parses a field, or warns that its value is of no use. Null stands for a field that is not there. */
function parseField<Value>(
  fields: Record<string, unknown>,
  field: string,
  parse: Parse<Value>,
): Value | undefined {
  const value = fields[field];
  if (value === undefined) return undefined;
  const result = parse(value);
  if (result === undefined && value !== null)
    warnOnce(`The source sent an invalid ${field}, which is left out.`);
  return result;
}

/** Parses an id or a reference as a host may give it; null if it is neither. */
function parseReference(value: unknown): NotificationReference | null {
  const fields: Record<string, unknown> = isObject(value) ? value : { id: value };
  const { id } = fields;
  if (typeof id !== 'string' || id === '') return null;
  const reference: NotificationReference & Record<string, unknown> = { id };
  for (const [field, parse] of hints) {
    const hint = parseField(fields, field, parse);
    if (hint !== undefined && (hint !== null || nullable.has(field))) reference[field] = hint;
  }
  return reference;
}

/** The valid references of a list. Anything but an array holds none. */
export function parseReferences(value: unknown): NotificationReference[] {
  if (!Array.isArray(value)) return [];
  for (const entry of value.slice(0, maxNamesChecked))
    if (isObject(entry)) reportOtherStyles(entry, referenceNames);
  const references = value.flatMap((entry) => parseReference(entry) ?? []);
  if (references.length < value.length) warnOnce('Notifications without an id are left out.');
  return references;
}

// The built-in sources parse what comes from the network, as their types promise. `SourceSync` parses what comes from any source,
// since the host may have written it: what is parsed already comes back as it is.
const parsedPages = new WeakSet<object>();
const parsedEvents = new WeakSet<object>();

const isParsedPage = (value: unknown): value is ReferencePage => isObject(value) && parsedPages.has(value);
const isParsedEvent = (value: unknown): value is SourceEvent => isObject(value) && parsedEvents.has(value);

/**
 * Parses a page of a source, without its invalid references. Returns one that is parsed already.
 *
 * @throws TypeError if it is no page
 */
export function parseReferencePage(value: unknown): ReferencePage {
  if (isParsedPage(value)) return value;
  const page = parsePage(value);
  parsedPages.add(page);
  return page;
}

function parsePage(value: unknown): ReferencePage {
  const fields: Record<string, unknown> = isObject(value) ? value : {};
  reportOtherStyles(fields, pageNames);
  if (!Array.isArray(fields.references))
    throw new TypeError('The source did not return { references: […], nextCursor? }.');
  const nextCursor = parseField(fields, 'nextCursor', parseCursor);
  return {
    customer: parseField(fields, 'customer', parseCustomer),
    references: parseReferences(fields.references),
    nextCursor: nextCursor === '' ? undefined : nextCursor,
    ...(fields.snoozed !== undefined && { snoozed: parseReferences(fields.snoozed) }),
    unreadCount: parseField(fields, 'unreadCount', parseCount),
    unseenCount: parseField(fields, 'unseenCount', parseCount),
    unreadCountByTag: parseField(fields, 'unreadCountByTag', parseCounts),
    answers: parseField(fields, 'answers', parseTexts),
    saves: parseField(fields, 'saves', parseTexts),
    lastEventId: parseField(fields, 'lastEventId', parseCursor),
    loadedDate: parseField(fields, 'loadedDate', parseDateOf('loadedDate')) ?? undefined,
  };
}

type Fields = Record<string, unknown>;

const parseIds = ({ ids }: Fields): string[] => parseReferences(ids).map(({ id }) => id);

/** Parses the fields of an event of each type; null if they are none. */
const eventParsers: ReadonlyMap<string, (fields: Fields) => SourceEvent | null> = new Map(
  Object.entries({
    // A reference alone is an arrival, too.
    add: (fields) => ({ type: 'add', references: parseReferences(fields.references ?? [fields]) }),
    remove: (fields) => ({ type: 'remove', ids: parseIds(fields) }),
    read: (fields) => {
      const isRead = parseField(fields, 'isRead', parseFlag);
      return isRead === undefined ? null : { type: 'read', ids: parseIds(fields), isRead };
    },
    seen: (fields) => ({ type: 'seen', ids: parseIds(fields) }),
    dismiss: (fields) => {
      const isDismissed = parseField(fields, 'isDismissed', parseFlag);
      return isDismissed === undefined ? null : { type: 'dismiss', ids: parseIds(fields), isDismissed };
    },
    answer: (fields) => {
      const answer = toAnswer(fields.answer);
      return answer === undefined ? null : { type: 'answer', ids: parseIds(fields), answer };
    },
    preference: (fields) => {
      const groupId = parseField(fields, 'groupId', parseText);
      const isGroupNotificationOff = parseField(fields, 'isGroupNotificationOff', parseFlag);
      if (groupId === undefined || isGroupNotificationOff === undefined) return null;
      return { type: 'preference', groupId, isGroupNotificationOff };
    },
    customer: (fields) => {
      const customer = parseField(fields, 'customer', parseCustomer);
      return customer === undefined ? null : { type: 'customer', customer };
    },
    reset: () => ({ type: 'reset' }),
  } satisfies {
    [Type in SourceEvent['type']]: (fields: Fields) => Extract<SourceEvent, { type: Type }> | null;
  }),
);

/** The types of events. */
export const eventTypes: readonly string[] = [...eventParsers.keys()];

type FieldOf<Event> = Event extends unknown ? keyof Event : never;

const eventNames = fieldNames(
  Object.keys({
    type: true,
    customer: true,
    ids: true,
    references: true,
    isRead: true,
    isDismissed: true,
    answer: true,
    groupId: true,
    isGroupNotificationOff: true,
  } satisfies Record<FieldOf<SourceEvent>, true>),
);

/** Parses an event of a source. Returns one that is parsed already; null, with a warning, if it is none. */
export function parseSourceEvent(value: unknown): SourceEvent | null {
  if (isParsedEvent(value)) return value;
  const event = isObject(value) ? parseEvent(value) : null;
  if (event) parsedEvents.add(event);
  else reportNoEvent(value);
  return event;
}

/** Names the fields of what is no event, and not its values, which may be personal. */
function reportNoEvent(value: unknown): void {
  const fields = isObject(value)
    ? `an object with ${Object.keys(value).slice(0, 5).join(', ')}`
    : 'no object';
  warnOnce(`The source sent what is no event, and is left out: ${fields}.`);
}

function parseEvent(value: Record<string, unknown>): SourceEvent | null {
  reportOtherStyles(value, eventNames);
  const { type } = value;
  return typeof type === 'string' ? (eventParsers.get(type)?.(value) ?? null) : null;
}
