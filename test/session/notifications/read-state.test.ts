import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlagValue } from '../../../src/session/notifications/state/marks/marks.js';
import type { NotificationReference } from '../../../src/session/notifications/state/notification-item.js';
import { reduce } from '../../../src/session/notifications/state/notification-reducer.js';
import type { NotificationChange } from '../../../src/session/notifications/state/notification-change.js';
import {
  createStoreState,
  type StoreState,
} from '../../../src/session/notifications/state/notification-state.js';
import { noChange, type StoredContent, type StoredMark } from '../../../src/session/stored-change.js';
import { makeRecord } from '../fakes.js';

/** A mark for which the rules hold, and how it is named. */
interface Mark {
  flag: 'read' | 'dismissed' | 'snoozed';
  storedAs: 'reads' | 'dismissals' | 'snoozes';
  /** What a list says. */
  reference: (value: boolean) => Partial<NotificationReference>;
  /** What the customer decides. */
  value: (value: boolean) => FlagValue;
  /** Whether the notification has the mark; null while that is unknown. */
  shown: (state: StoreState) => boolean | null;
}

/** Something that happens to the notification. `at`: milliseconds since 1970. */
type Step = (state: StoreState, at: number, mark: Mark) => NotificationChange;

const startedAt = Date.UTC(2025, 10, 20, 12);
const createdDate = new Date(startedAt - 60_000).toISOString();
const earlier = startedAt - 3_600_000;
const nothing: StoredContent = { ...noChange, records: [] };
const until = startedAt + 7 * 86_400_000;
const mark = (value: boolean, at: number): StoredMark => ({ id: 'a', value, at });
const storedMark = ({ flag, value }: Mark, isSet: boolean, at: number): object => ({
  id: 'a',
  value: value(isSet),
  at,
  ...(flag === 'snoozed' && { wasRead: false }),
});

const marked: Readonly<Record<Mark['flag'], Mark>> = {
  read: {
    flag: 'read',
    storedAs: 'reads',
    reference: (isRead) => ({ isRead }),
    value: (isRead) => isRead,
    shown: ({ list }) => list.get('a').isRead,
  },
  dismissed: {
    flag: 'dismissed',
    storedAs: 'dismissals',
    reference: (isDismissed) => ({ isDismissed }),
    value: (isDismissed) => isDismissed,
    shown: ({ list }) => list.hidden.isDismissed('a'),
  },
  snoozed: {
    flag: 'snoozed',
    storedAs: 'snoozes',
    reference: (isSnoozed) => ({ snoozedUntil: isSnoozed ? new Date(until).toISOString() : null }),
    value: (isSnoozed) => (isSnoozed ? until : false),
    shown: ({ list }) => list.hidden.isSnoozed('a'),
  },
};

/** The list names the notification, with or without a read state. It was requested so many milliseconds later. */
const lists =
  (isSet?: boolean, laterMs = 0): Step =>
  (_, at, { reference }) => ({
    type: 'pageLoaded',
    references: [{ id: 'a', createdDate, ...(isSet !== undefined && reference(isSet)) }],
    page: 'first',
    requestedAt: at + laterMs,
    gone: [],
  });
const fetches =
  (isRead: boolean): Step =>
  () => ({ type: 'loaded', id: 'a', record: makeRecord('a', { createdDate, isRead }), isFetched: true });
const restores =
  (stored: Partial<StoredContent>): Step =>
  () => ({ type: 'deviceLoaded', row: { ...nothing, ...stored }, isListed: true });
/** What the customer did on an earlier visit. */
const remembers =
  (isSet: boolean, markedAt = earlier): Step =>
  (_, __, kind) => ({
    type: 'deviceLoaded',
    row: { ...nothing, [kind.storedAs]: [storedMark(kind, isSet, markedAt)] },
    isListed: true,
  });
/** Another tab reports what the service said first, so many milliseconds ago. */
const syncsFetched =
  (value: boolean, ageMs: number): Step =>
  (_, at) => ({ type: 'deviceChanged', change: { ...nothing, fetched: [mark(value, at - ageMs)] } });
/** Another tab reports what the customer did so many milliseconds ago. */
const syncs =
  (isSet: boolean, ageMs = 0): Step =>
  (_, at, kind) => ({
    type: 'deviceChanged',
    change: { ...nothing, [kind.storedAs]: [storedMark(kind, isSet, at - ageMs)] },
  });
/** What is stored of an event that has reached another page of this device, so many milliseconds ago. */
const ofEvent = ({ storedAs }: Mark, value: boolean, at: number): Partial<StoredContent> => ({
  [storedAs]: [{ ...mark(value, at), isOfHost: true }],
});
/** The page before has received an event, so many milliseconds ago. */
const remembersEvent =
  (value: boolean, ageMs: number): Step =>
  (_, at, kind) => ({
    type: 'deviceLoaded',
    row: { ...nothing, ...ofEvent(kind, value, at - ageMs) },
    isListed: true,
  });
/** Another tab receives an event. */
const syncsEvent =
  (value: boolean): Step =>
  (_, at, kind) => ({ type: 'deviceChanged', change: { ...nothing, ...ofEvent(kind, value, at) } });
/** @param aheadMs How many milliseconds the clock is ahead. */
const marks =
  (isSet: boolean, aheadMs = 0): Step =>
  (_, at, { flag, value }) => {
    const claims = new Map([['a', { value: value(isSet), at: at + aheadMs }]]);
    return { type: 'marked', mark: { flag, claims, value: value(isSet) } };
  };
/** What was marked last, whose request is responded to. */
const lastMark = ({ flags }: StoreState, { flag }: Mark) => flags[flag].stagesOf('a')!.latest!;
const reports =
  (value: boolean): Step =>
  (_, __, { flag }) => ({
    type: 'markedByHost',
    flag: flag === 'snoozed' ? 'read' : flag,
    ids: ['a'],
    value,
  });
const saves: Step = (state, _, kind) => ({ type: 'markSaved', mark: lastMark(state, kind), ids: ['a'] });
const failsToSave: Step = (state, _, kind) => ({
  type: 'markFailed',
  mark: lastMark(state, kind),
  ids: ['a'],
  error: new Error('broken'),
});
const arrives: Step = () => ({ type: 'added', references: [{ id: 'a', createdDate }] });
const starts: Step = () => ({ type: 'conditions', conditions: { isRunning: true } });
const isReady: Step = () => ({
  type: 'source',
  source: { status: 'ready', hasMore: false, isPaused: false, problem: null, isReconnecting: false },
});

/** What happens, in words; what the inbox then shows; whether the source has `setRead`; and what happens. */
const rules: [rule: string, shown: string, savesRead: boolean, steps: Step[]][] = [
  ['nobody says anything', 'unknown', false, [lists()]],
  ['the service says unread', 'unread', false, [lists(), fetches(false)]],
  ['the service says read', 'read', false, [lists(), fetches(true)]],
  ['the service says unread, later read', 'unread', false, [lists(), fetches(false), fetches(true)]],
  ['the service says read, later unread', 'read', false, [lists(), fetches(true), fetches(false)]],
  [
    'the service said unread on an earlier visit, now read',
    'unread',
    false,
    [restores({ fetched: [mark(false, earlier)] }), lists(), fetches(true)],
  ],
  [
    'the service said unread to another tab, then read to this one',
    'unread',
    false,
    [lists(), fetches(true), syncsFetched(false, 5000)],
  ],
  ['your list says unread, the service read', 'unread', false, [lists(false), fetches(true)]],
  ['your list says read, the service unread', 'read', false, [lists(true), fetches(false)]],
  ['your list says unread, later read', 'read', false, [lists(false), lists(true)]],
  ['your list says read, later unread, without `setRead`', 'read', false, [lists(true), lists(false)]],
  ['your list says read, later unread, with `setRead`', 'unread', true, [lists(true), lists(false)]],
  [
    'the customer read it on an earlier visit; your list says unread, without `setRead`',
    'read',
    false,
    [remembers(true), lists(false)],
  ],
  [
    'the customer read it on an earlier visit; your list says unread, with `setRead`',
    'unread',
    true,
    [remembers(true), lists(false)],
  ],
  [
    'the customer has just read it on the page before; your list says unread, with `setRead`',
    'read',
    true,
    [remembers(true, startedAt - 30_000), lists(false)],
  ],
  [
    'the customer has just read it on the page before; over a minute later, your list says unread, with `setRead`',
    'unread',
    true,
    [remembers(true, startedAt - 30_000), lists(false), lists(false, 30_000)],
  ],
  [
    'the customer marked it as unread on an earlier visit; the service says read',
    'unread',
    false,
    [remembers(false), lists(), fetches(true)],
  ],
  [
    'the customer marked all as read on an earlier visit; it was there',
    'read',
    false,
    [restores({ watermark: createdDate }), lists(), fetches(false)],
  ],
  [
    'the customer marked all as read on an earlier visit; it arrives now, with an earlier date',
    'unread',
    false,
    [starts, isReady, restores({ watermark: createdDate }), arrives, fetches(false)],
  ],
  [
    'the customer marked all as read in another tab; it arrives here after that, with an earlier date',
    'unread',
    false,
    [starts, isReady, restores({ watermark: createdDate }), arrives, fetches(false), syncs(true, 3000)],
  ],
  ['the customer reads it; your list says unread', 'read', true, [lists(false), marks(true), lists(false)]],
  [
    'the customer reads it, and `setRead` succeeds; over a minute later, your list says unread',
    'unread',
    true,
    [lists(false), marks(true), saves, lists(false, 60_000)],
  ],
  [
    'the customer reads it, and `setRead` succeeds; your list says unread half a minute later, and a minute later still',
    'unread',
    true,
    [lists(false), marks(true), saves, lists(false, 30_000), lists(false, 90_000)],
  ],
  [
    'the customer reads it, and `setRead` succeeds; your list says so each half minute, and then unread',
    'unread',
    true,
    [lists(false), marks(true), saves, lists(true, 30_000), lists(true, 60_000), lists(false, 90_000)],
  ],
  [
    'the customer reads it; a later `read` event says unread',
    'unread',
    false,
    [lists(false), marks(true), reports(false)],
  ],
  [
    'the customer marks it as unread; a later `read` event says read',
    'read',
    false,
    [lists(true), marks(false), reports(true)],
  ],
  [
    'a `read` event says read; after that, your list says unread, with `setRead`',
    'unread',
    true,
    [lists(false), reports(true), lists(false)],
  ],
  [
    'a `read` event has just said read on the page before; your list says unread, with `setRead`',
    'unread',
    true,
    [remembersEvent(true, 30_000), lists(false)],
  ],
  [
    'a `read` event says read in another tab; after that, your list says unread, with `setRead`',
    'unread',
    true,
    [lists(false), syncsEvent(true), lists(false)],
  ],
  [
    'the customer reads it; a later `read` event in another tab says unread, with `setRead`',
    'unread',
    true,
    [lists(false), marks(true), saves, syncsEvent(false)],
  ],
  [
    'the customer reads it here, and later marks it as unread in another tab',
    'unread',
    false,
    [lists(false), marks(true), syncs(false)],
  ],
  [
    'the customer reads it here, having marked it as unread in another tab before',
    'read',
    false,
    [lists(false), marks(true), syncs(false, 5000)],
  ],
  [
    'the customer read it in another tab; after that, your list said unread, with `setRead`',
    'unread',
    true,
    [lists(false), lists(false), syncs(true, 1500)],
  ],
  [
    'the customer reads it in another tab; over a minute later, your list says unread, with `setRead`',
    'unread',
    true,
    [lists(false), syncs(true), lists(false, 60_000)],
  ],
  [
    'the customer reads it; the clock is set back by a day, and they mark it as unread in another tab',
    'unread',
    false,
    [lists(false), marks(true, 86_400_000), syncs(false, 5)],
  ],
  ['the customer reads it; `setRead` fails', 'unread', true, [lists(false), marks(true), failsToSave]],
  [
    'the customer reads it; `setRead` fails, but meanwhile your list says read',
    'read',
    true,
    [lists(false), marks(true), lists(true), failsToSave],
  ],
];

/** Whether the notification has the mark after these steps, a second apart. */
function isMarkedAfter(steps: readonly Step[], kind: Mark, isSaved: boolean): boolean | null {
  const none = { read: false, seen: false, dismissed: false, snoozed: false, answered: false };
  let state = createStoreState({ canLoadPages: true, saves: { ...none, [kind.flag]: isSaved } });
  for (const [index, step] of steps.entries()) {
    const at = startedAt + index * 1000;
    [state] = reduce(state, { ...step(state, at, kind), at });
  }
  return kind.shown(state);
}

describe('A notification', () => {
  it.each(rules)('if %s: is %s', (_, shown, savesRead, steps) => {
    const isRead = isMarkedAfter(steps, marked.read, savesRead);
    expect(isRead === null ? 'unknown' : isRead ? 'read' : 'unread').toBe(shown);
  });

  // The service knows only what is read, and only that is marked with everything else.
  const others = rules.filter(([rule]) => !/service|all as read|nobody/.test(rule));
  // No event says what is snoozed, and that something is not is only news where it was.
  const ofSnoozed = others.filter(([rule]) => !/event|another tab; after that, your list/.test(rule));
  it.each([
    ...others.map((rule) => ['dismissed', ...rule] as const),
    ...ofSnoozed.map((rule) => ['snoozed', ...rule] as const),
  ])('is %s by the same rule: if %s, it is %s', (flag, _, shown, isSaved, steps) => {
    expect(isMarkedAfter(steps, marked[flag], isSaved)).toBe(shown === 'read');
  });

  it('follows the rules of docs/read-state.md, in their order', () => {
    const page = readFileSync(new URL('../../../docs/read-state.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('## Who is right');
    const rows = section.split('\n## ')[0]!.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm);
    const documented = [...rows].map(([, rule, shown]) => [rule, shown]);
    expect(documented.slice(2)).toEqual(rules.map(([rule, shown]) => [rule, shown]));
  });
});
