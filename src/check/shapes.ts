import { foldName } from '../common/field-names.js';
import { isObject } from '../common/type-guards.js';

/** Says what is wrong with a value; undefined if nothing is. */
type Rule = (value: unknown) => string | undefined;
/** The rule of each field, by its name. */
type Rules = Readonly<Record<string, Rule>>;

const nonEmptyTextRule: Rule = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a text';
const flagRule: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const countRule: Rule = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? undefined : 'must be a number';
const textsRule: Rule = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    ? undefined
    : 'must be an array of texts';
const textRule: Rule = (value) => (typeof value === 'string' ? undefined : 'must be a text');
const objectRule: Rule = (value) =>
  isObject(value) && !Array.isArray(value) ? undefined : 'must be an object';
const listRule: Rule = (value) => (Array.isArray(value) ? undefined : 'must be an array');
const tagCountsRule: Rule = (value) =>
  isObject(value) && Object.values(value).every((count) => countRule(count) === undefined)
    ? undefined
    : 'must be an object of numbers';
/** What `saves` of a list may name. */
const saveNames: readonly string[] = ['read', 'seen', 'dismissed', 'snoozed', 'answered'];
const savesRule: Rule = (value) =>
  Array.isArray(value) && value.every((name) => saveNames.includes(String(name)))
    ? undefined
    : `may have nothing but ${saveNames.join(', ')}`;
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? undefined : rule(value);

/** A date in ISO 8601 with its time zone, in years that can be meant. */
const dateRule: Rule = (value) => {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)))
    return 'must be a date in ISO 8601 with a time zone, such as 2026-11-20T09:12:00Z; it is a number';
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/i.test(value);
  const time = isIso ? new Date(value).getTime() : NaN;
  if (!isIso || Number.isNaN(time))
    return 'must be a date in ISO 8601 with a time zone, such as 2026-11-20T09:12:00Z';
  return time > 1e11 ? undefined : 'is before 1973: null stands for no date';
};

/** An answer is given, at a date, or something is still done for it, until a date. */
export const answerRule: Rule = (value) => {
  if (!isObject(value) || !['primary', 'secondary', 'tertiary'].includes(String(value.action)))
    return 'must be null, or have an action: primary, secondary or tertiary';
  const isGiven = nonEmptyTextRule(value.text) === undefined && dateRule(value.date) === undefined;
  const isPending = value.text === undefined && dateRule(value.until) === undefined;
  return isGiven || isPending
    ? undefined
    : 'must have a text and a date, or until when it is under way: dates in ISO 8601';
};

const referenceRules: Rules = {
  id: nonEmptyTextRule,
  createdDate: orNull(dateRule),
  isRead: flagRule,
  isSeen: flagRule,
  isDismissed: flagRule,
  snoozedUntil: orNull(dateRule),
  answer: orNull(answerRule),
  importance: orNull((value) =>
    ['high', 'normal'].includes(String(value)) ? undefined : 'must be high or normal',
  ),
  isPinned: flagRule,
  expiresDate: orNull(dateRule),
  record: orNull(objectRule),
};

const pageRules: Rules = {
  customer: nonEmptyTextRule,
  references: listRule,
  nextCursor: orNull(nonEmptyTextRule),
  snoozed: listRule,
  unreadCount: countRule,
  unseenCount: countRule,
  unreadCountByTag: tagCountsRule,
  answers: textsRule,
  saves: savesRule,
  lastEventId: orNull(nonEmptyTextRule),
  loadedDate: dateRule,
};

/** The counts without a list, of `GET /count` and of a stream that has nothing else. */
export const countRules: Rules = {
  customer: nonEmptyTextRule,
  unreadCount: countRule,
  unseenCount: countRule,
  changesInMs: countRule,
  lastEventId: nonEmptyTextRule,
};

/** A group of the preferences. */
export const groupRules: Rules = {
  id: nonEmptyTextRule,
  name: orNull(textRule),
  description: orNull(textRule),
  section: orNull(textRule),
  isRequired: orNull(flagRule),
  isGroupNotificationOff: orNull(flagRule),
};

/** The fields of each type of event beside `type`. */
export const eventRules: Readonly<Record<string, Rules>> = {
  add: {},
  remove: { ids: textsRule },
  read: { ids: textsRule, isRead: flagRule },
  seen: { ids: textsRule },
  dismiss: { ids: textsRule, isDismissed: flagRule },
  answer: { ids: textsRule, answer: orNull(answerRule) },
  preference: { groupId: nonEmptyTextRule, isGroupNotificationOff: flagRule },
  customer: { customer: nonEmptyTextRule },
  reset: {},
};

/** Which field is meant by a name in another style, such as `is_read`. */
function findOtherStyles(fields: Record<string, unknown>, rules: Rules): string[] {
  return Object.keys(rules).flatMap((name) => {
    const other = Object.keys(fields).find((given) => given !== name && foldName(given) === foldName(name));
    return other === undefined || name in fields ? [] : [`${other} is ignored: the field is named ${name}.`];
  });
}

/** Applies the rules to the fields that are there. */
function findProblems(fields: Record<string, unknown>, rules: Rules, place: string): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = name in fields ? rule(fields[name]) : undefined;
    return problem === undefined ? [] : [`${place}${name} ${problem}.`];
  });
}

/** What is wrong with the names and the values of an object. */
export const checkFields = (fields: Record<string, unknown>, rules: Rules): string[] => [
  ...findOtherStyles(fields, rules),
  ...findProblems(fields, rules, ''),
];

/** A notification as the list has it, with fields of any type. */
export type Reference = Record<string, unknown> & { id: string };

/** A page of the list. */
export interface Page {
  fields: Record<string, unknown>;
  references: Reference[];
  nextCursor: string | undefined;
}

/** Parses a page of the list; null if it is none. */
export function parsePage(body: unknown): Page | null {
  if (!isObject(body) || !Array.isArray(body.references)) return null;
  const references = body.references.flatMap((value: unknown) => {
    const fields: Record<string, unknown> = isObject(value) ? value : { id: value };
    const { id } = fields;
    return typeof id === 'string' && id !== '' ? [{ ...fields, id }] : [];
  });
  const { nextCursor } = body;
  const hasNext = (typeof nextCursor === 'string' && nextCursor !== '') || typeof nextCursor === 'number';
  return { fields: body, references, nextCursor: hasNext ? String(nextCursor) : undefined };
}

/** The problems of a page, by their rules: names, dates and all else. */
export interface PageProblems {
  names: string[];
  dates: string[];
  fields: string[];
}

/** Finds what is wrong with the fields of a page. */
export function checkPage({ fields, references }: Page): PageProblems {
  const entries: unknown[] = Array.isArray(fields.references) ? fields.references : [];
  const withoutId = entries.length > references.length ? ['references: each needs an id, a text.'] : [];
  const snoozed = parsePage({ references: fields.snoozed })?.references ?? [];
  const ids = references.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  const all = [
    ...findProblems(fields, pageRules, ''),
    ...references.flatMap((reference, index) =>
      findProblems(reference, referenceRules, `references[${index}].`),
    ),
    ...snoozed.flatMap((reference, index) => findProblems(reference, referenceRules, `snoozed[${index}].`)),
    ...references.flatMap(findRecordProblem),
  ];
  const isAboutDate = (problem: string): boolean => /Date |snoozedUntil /.test(problem);
  return {
    names: [fields, ...references].flatMap((entry, index) =>
      findOtherStyles(entry, index === 0 ? pageRules : referenceRules),
    ),
    dates: all.filter(isAboutDate),
    fields: [
      ...withoutId,
      ...(repeated === undefined ? [] : ['references: an id is there twice.']),
      ...all.filter((problem) => !isAboutDate(problem)),
    ],
  };
}

/** A record of another notification is not shown: it is requested from the service. */
function findRecordProblem({ id, record }: Reference, index: number): string[] {
  return isObject(record) && record.id !== id
    ? [`references[${index}].record must have the id of its reference.`]
    : [];
}

/** What is wrong with an event; undefined if nothing is. */
export function checkEvent({
  type,
  ...fields
}: Record<string, unknown> & { type: string }): string | undefined {
  const rules = eventRules[type];
  if (!rules) return `an event has the type “${type}”, which is none`;
  const absent = Object.keys(rules).find((name) => !(name in fields));
  if (absent !== undefined) return `an event “${type}” has no ${absent}`;
  const [problem] = findProblems(fields, rules, `an event “${type}”: `);
  if (problem !== undefined || type !== 'add') return problem;
  const references = fields.references ?? [fields];
  const page = parsePage({ references });
  if (!page || page.references.length === 0) return 'an event “add” has no references with an id';
  const { names, dates, fields: others } = checkPage(page);
  const [first] = [...names, ...dates, ...others];
  return first === undefined ? undefined : `an event “add”: ${first}`;
}
