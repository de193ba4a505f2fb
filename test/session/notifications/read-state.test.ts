import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMarkChange } from '../../../src/session/notifications/state/mark-reducer.js';
import { reduce } from '../../../src/session/notifications/state/notification-reducer.js';
import {
  createStoreState,
  type NotificationChange,
  type StoreState,
} from '../../../src/session/notifications/state/notification-state.js';
import { noChange, type StoredContent, type StoredMark } from '../../../src/session/stored-change.js';
import { makeRecord } from '../fakes.js';

/** Something that happens to the notification. `at`: milliseconds since 1970. */
type Step = (state: StoreState, at: number) => NotificationChange;

const startedAt = Date.UTC(2025, 10, 20, 12);
const createdDate = new Date(startedAt - 60_000).toISOString();
const earlier = startedAt - 3_600_000;
const nothing: StoredContent = { ...noChange, records: [] };
const mark = (value: boolean, at: number): StoredMark => ({ id: 'a', value, at });

/** The list names the notification, with or without a read state. It was requested so many milliseconds later. */
const lists =
  (isRead?: boolean, laterMs = 0): Step =>
  (_, at) => ({
    type: 'listed',
    references: [{ id: 'a', createdDate, ...(isRead !== undefined && { isRead }) }],
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
/** Another tab reports what it did so many milliseconds ago. */
const syncs =
  (name: 'reads' | 'fetched', value: boolean, ageMs = 0): Step =>
  (_, at) => ({ type: 'synced', change: { ...nothing, [name]: [mark(value, at - ageMs)] } });
/** @param aheadMs How many milliseconds the clock is ahead. */
const marks =
  (value: boolean, aheadMs = 0): Step =>
  (state, at) =>
    createMarkChange(state, 'read', new Map([['a', { value, at: at + aheadMs }]]), value);
const reports =
  (value: boolean): Step =>
  () => ({ type: 'markedByHost', flag: 'read', ids: ['a'], value });
const saves =
  (value: boolean): Step =>
  () => ({ type: 'markSaved', flag: 'read', ids: ['a'], value });
const failsToSave =
  (value: boolean): Step =>
  () => ({
    type: 'markRolledBack',
    flag: 'read',
    claims: new Map([['a', undefined]]),
    value,
    isAll: false,
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
    [lists(), fetches(true), syncs('fetched', false, 5000)],
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
    [restores({ reads: [mark(true, earlier)] }), lists(false)],
  ],
  [
    'the customer read it on an earlier visit; your list says unread, with `setRead`',
    'unread',
    true,
    [restores({ reads: [mark(true, earlier)] }), lists(false)],
  ],
  [
    'the customer marked it as unread on an earlier visit; the service says read',
    'unread',
    false,
    [restores({ reads: [mark(false, earlier)] }), lists(), fetches(true)],
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
    [
      starts,
      isReady,
      restores({ watermark: createdDate }),
      arrives,
      fetches(false),
      syncs('reads', true, 3000),
    ],
  ],
  ['the customer reads it; your list says unread', 'read', true, [lists(false), marks(true), lists(false)]],
  [
    'the customer reads it, and `setRead` succeeds; over a minute later, your list says unread',
    'unread',
    true,
    [lists(false), marks(true), saves(true), lists(false, 60_000)],
  ],
  [
    'the customer reads it, and `setRead` succeeds; your list says unread half a minute later, and a minute later still',
    'unread',
    true,
    [lists(false), marks(true), saves(true), lists(false, 30_000), lists(false, 90_000)],
  ],
  [
    'the customer reads it, and `setRead` succeeds; your list says so each half minute, and then unread',
    'unread',
    true,
    [lists(false), marks(true), saves(true), lists(true, 30_000), lists(true, 60_000), lists(false, 90_000)],
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
    'the customer reads it here, and later marks it as unread in another tab',
    'unread',
    false,
    [lists(false), marks(true), syncs('reads', false)],
  ],
  [
    'the customer reads it here, having marked it as unread in another tab before',
    'read',
    false,
    [lists(false), marks(true), syncs('reads', false, 5000)],
  ],
  [
    'the customer read it in another tab; after that, your list said unread, with `setRead`',
    'unread',
    true,
    [lists(false), lists(false), syncs('reads', true, 1500)],
  ],
  [
    'the customer reads it; the clock is set back by a day, and they mark it as unread in another tab',
    'unread',
    false,
    [lists(false), marks(true, 86_400_000), syncs('reads', false, 5)],
  ],
  ['the customer reads it; `setRead` fails', 'unread', true, [lists(false), marks(true), failsToSave(true)]],
  [
    'the customer reads it; `setRead` fails, but meanwhile your list says read',
    'read',
    true,
    [lists(false), marks(true), lists(true), failsToSave(true)],
  ],
];

/** What is shown after these steps, a second apart. */
function shownAfter(steps: readonly Step[], savesRead: boolean): string {
  let state = createStoreState({
    canLoadPages: true,
    saves: { read: savesRead, seen: false, dismissed: false, snoozed: false },
  });
  for (const [index, step] of steps.entries()) {
    const at = startedAt + index * 1000;
    [state] = reduce(state, { ...step(state, at), at });
  }
  const { isRead } = state.list.get('a');
  return isRead === null ? 'unknown' : isRead ? 'read' : 'unread';
}

describe('A notification', () => {
  it.each(rules)('if %s: is %s', (_, shown, savesRead, steps) => {
    expect(shownAfter(steps, savesRead)).toBe(shown);
  });

  it('follows the rules of docs/read-state.md, in their order', () => {
    const page = readFileSync(new URL('../../../docs/read-state.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('## Who is right');
    const rows = section.split('\n## ')[0]!.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm);
    const documented = [...rows].map(([, rule, shown]) => [rule, shown]);
    expect(documented.slice(2)).toEqual(rules.map(([rule, shown]) => [rule, shown]));
  });
});
