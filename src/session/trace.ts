import type { TraceStep } from '../common/state-container.js';
import { isObject } from '../common/type-guards.js';
import { warnOnce } from '../common/warn.js';
import type { Session } from './session.js';

/**
 * Options of `trace()`.
 *
 * @since next
 */
export interface TraceOptions {
  /** Receives each line. By default, it goes to the console, with `[nudge-inbox]` in front of it. */
  log?: ((line: string) => void) | undefined;
}

/** How many ids of a list a line has. */
const maxIds = 3;

/** Fields whose text is a word of this package, or a date. Any other text may be one that a customer reads or writes. */
const wordFields: readonly string[] = [
  'page',
  'flag',
  'action',
  'operation',
  'status',
  'problem',
  'returning',
  'until',
  'watermark',
  'seenUntil',
];

/** Fields that hold further fields. */
const groupFields: readonly string[] = ['mark', 'choice', 'conditions', 'source'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The id of a reference, of a group, of what is stored, or of a record. */
function idOf(value: unknown): string | undefined {
  if (isText(value)) return value;
  if (!isObject(value)) return undefined;
  return isText(value.id) ? value.id : idOf(value.record);
}

function formatIds(values: readonly unknown[]): string {
  const ids = values.map(idOf).filter(isText);
  const rest = ids.length - maxIds;
  return ids.slice(0, maxIds).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** What a mark says. How something was answered is a text. */
function formatMark(flag: string, value: unknown): string {
  if (typeof value === 'number') return `${flag}=${new Date(value).toISOString()}`;
  return typeof value === 'boolean' ? `${flag}=${value}` : flag;
}

/** What a change or an event says, but for what it is about. */
function describe(fields: object): string[] {
  const { flag, value: markValue }: { flag?: unknown; value?: unknown } = fields;
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'flag' && isText(flag)) return formatMark(flag, markValue);
    if (name === 'value') return [];
    if (typeof value === 'boolean' || (isText(value) && wordFields.includes(name))) return `${name}=${value}`;
    if (name === 'error' && value instanceof Error) return `error=${value.name}`;
    if (!isObject(value)) return [];
    if (name === 'row' || name === 'change') return describeStored(value);
    return groupFields.includes(name) ? describe(value) : [];
  });
}

/** What the device stores or has stored: the ids of each list, and the dates. */
function describeStored(stored: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    if (isList(value) && value.length > 0) return `${name}=${formatIds(value)}`;
    return isText(value) && wordFields.includes(name) ? `${name}=${value}` : [];
  });
}

/** The ids of what a change or an event is about. */
function idsOf(fields: object): string {
  const { id, groupId, mark, choice, ...lists }: Readonly<Record<string, unknown>> = { ...fields };
  const { ids, references, groups, marks } = lists;
  const list = [ids, references, groups, marks].find(isList);
  if (list) return formatIds(list);
  if (isObject(mark) && mark.claims instanceof Map) return formatIds([...mark.claims.keys()]);
  if (isObject(choice)) return idsOf(choice);
  return idOf(id ?? groupId) ?? '';
}

/** A change or an event, with its ids unless they are known from what comes before it. */
function format(fields: { readonly type: string }, knownIds?: string): string {
  const ids = idsOf(fields);
  return [...new Set([fields.type, ...describe(fields), ids === knownIds ? '' : ids])]
    .filter(Boolean)
    .join(' ');
}

const hasType = (value: unknown): value is { readonly type: string } => isObject(value) && isText(value.type);

/** What happens to one change. */
class Line {
  /** The type of the change. */
  readonly type: string;
  /** Whether the change has changed anything. */
  readonly isEffective: boolean;
  readonly #parts: string[];
  /** What each effect did, by its name. */
  readonly #acts = new Map<string, string[]>();

  constructor({ change, outcome, isEffective }: Extract<TraceStep, { type: 'applied' }>) {
    this.type = change.type;
    this.isEffective = isEffective;
    const ids = idsOf(change);
    const { toStore }: Readonly<Record<string, unknown>> = { ...outcome };
    const stored = isObject(toStore) ? [idOf(toStore) ?? '', ...describeStored(toStore)].filter(Boolean) : [];
    this.#parts = [
      format(change),
      ...outcome.events.filter(hasType).map((event) => format(event, ids)),
      ...(stored.length > 0 ? [`to store: ${stored.join(' ')}`] : []),
    ];
  }

  add(effect: string, act: string): void {
    this.#acts.set(effect, [...(this.#acts.get(effect) ?? []), act]);
  }

  toString(): string {
    const acts = [...this.#acts].map(([effect, done]) => `${effect}: ${done.join(', ')}`);
    return [...this.#parts, ...acts].join(' → ');
  }
}

/** Writes a line for each change of a store. */
class Tracer {
  readonly #log: (line: string) => void;
  #line: Line | undefined;
  /** The effect that runs. */
  #effect: string | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  handleStep(step: TraceStep): void {
    if (step.type === 'applied') this.#line = new Line(step);
    else if (step.type === 'effect') this.#effect = step.name;
    // It has a line of its own if it turns out to say something new.
    else if (step.type === 'queued' && step.change.type !== 'requests') this.#addAct(format(step.change));
    else if (step.type === 'sent') this.#handleSent(step);
    else if (step.type === 'done') this.#end();
  }

  #addAct(act: string): void {
    if (this.#effect !== undefined) this.#line?.add(this.#effect, act);
  }

  #handleSent({ effect, what }: Extract<TraceStep, { type: 'sent' }>): void {
    if (this.#line) this.#line.add(effect, what);
    else this.#log(`${effect}: ${what}`);
  }

  #end(): void {
    // The loader of records repeats what is known.
    if (this.#line && (this.#line.isEffective || this.#line.type !== 'requests'))
      this.#log(String(this.#line));
    this.#line = this.#effect = undefined;
  }
}

/**
 * Writes a line for each change of the notifications and the preferences of a session, for development: the change, the events that
 * followed from it, what the device is to store, and what each effect did next. A line has ids and the names of errors, but no text that a
 * customer reads or writes.
 *
 * @param target The session, or an element that shows one: once its `updateComplete` has resolved, if it creates its own
 * @returns a function that ends it
 * @since next
 * @example
 * const stop = trace(session);
 * // [nudge-inbox] added n4 → arrival → record-loader: request n4
 * // [nudge-inbox] loaded isFetched=true n4 → to store: fetched=n4
 */
export function trace(
  target: Session | { readonly session?: Session | undefined },
  { log = (line) => console.info(`[nudge-inbox] ${line}`) }: TraceOptions = {},
): () => void {
  const session = 'notifications' in target ? target : target.session;
  if (!session) {
    warnOnce('trace() found no session: the element has none yet.');
    return () => undefined;
  }
  const ofNotifications = new Tracer(log);
  const ofPreferences = new Tracer((line) => log(`preferences: ${line}`));
  const stops = [
    session.notifications.trace((step) => ofNotifications.handleStep(step)),
    session.preferences.trace((step) => ofPreferences.handleStep(step)),
  ];
  return () => stops.forEach((stop) => stop());
}
