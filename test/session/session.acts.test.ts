import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { createSession, type Session } from '../../src/session/session.js';
import type { NotificationSource } from '../../src/session/sources/source.js';
import { FakeBrowser, tearDown, waitUntil } from './fakes.js';

const berta = 'customer-51377';
let sandbox: Sandbox;
let anna: string;
/** Who is signed in at the host, which has a cookie. */
let signedIn: string;
/** What the host has received: who was signed in then, and what. */
let saves: [customer: string, what: string, ids: readonly string[]][];
/** Whether the host responds to what it saves only once this is called. */
let respond: (() => void)[];
let isHanging: boolean;
let failure: Error | null;
let session: Session;

async function save(what: string, ids: readonly string[]): Promise<void> {
  saves.push([signedIn, what, ids]);
  if (isHanging) await new Promise<void>((resolve) => respond.push(resolve));
  if (failure) throw failure;
}

/** A source whose further pages are marked when they are loaded: it knows no `until`. */
const source: NotificationSource = {
  load: ({ cursor }) => {
    const ids = sandbox.notificationIds(signedIn);
    const [first, rest] = [ids.slice(0, 3), ids.slice(3, 5)];
    return Promise.resolve({
      references: (cursor ? rest : first).map((id) => ({ id, isRead: false })),
      ...(!cursor && { nextCursor: 'more' }),
    });
  },
  setRead: (ids, isRead) => save(isRead ? 'read' : 'unread', ids),
  setSeen: (ids) => save('seen', ids),
  setDismissed: (ids, isDismissed) => save(isDismissed ? 'dismissed' : 'restored', ids),
  setSnoozed: (ids, until) => save(until === null ? 'unsnoozed' : 'snoozed', ids),
};

const savedFor = (customer: string): string[] =>
  saves.filter(([who]) => who === customer).map(([, what]) => what);
const states = (): unknown[] => session.notifications.state.items.map(({ status }) => status);

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  new FakeBrowser();
  sandbox = createSandbox();
  signedIn = anna = sandbox.uniqueCustomerId;
  [saves, respond, isHanging, failure] = [[], [], false, null];
  session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(signedIn),
    source,
    memoryOnly: true,
  });
  session.notifications.subscribe(() => undefined);
  await waitUntil(() => expect(states()).toHaveLength(3));
  session.notifications.setVisible(sandbox.notificationIds().slice(0, 3));
  await waitUntil(() => expect(states()).toEqual(['loaded', 'loaded', 'loaded']));
});

afterEach(() => {
  session.close();
  tearDown();
});

/** What has to wait, or is repeated, with what the host receives of it in the end. */
const waitingActs: [string, expected: string[], () => void | Promise<void>][] = [
  [
    'a "mark all as read" that waits behind another and its undo',
    ['read', 'read'],
    async () => {
      isHanging = true;
      const { notifications } = session;
      const undo = notifications.markAllRead();
      undo();
      notifications.markAllRead();
      await vi.advanceTimersByTimeAsync(10);
      isHanging = false;
    },
  ],
  [
    'a read that waits behind another save of the same notification',
    ['read', 'unread'],
    () => {
      isHanging = true;
      const [id = ''] = sandbox.notificationIds();
      session.notifications.markRead([id]);
      session.notifications.markUnread([id]);
      isHanging = false;
    },
  ],
  [
    'a restoration that waits behind the dismissal',
    ['dismissed', 'restored'],
    () => {
      isHanging = true;
      const [id = ''] = sandbox.notificationIds();
      session.notifications.dismiss([id]);
      session.notifications.restore([id]);
      isHanging = false;
    },
  ],
  [
    'a "seen" that failed and is repeated',
    ['seen', 'seen'],
    () => {
      failure = new ApiError('The backend responded with status 503.', null, { status: 503 });
      session.notifications.markSeen();
    },
  ],
];

describe('What a customer has done and has to wait', () => {
  it.each(waitingActs)('is saved for the same customer: %s', async (_, expected, act) => {
    await act();
    failure = null;
    // Each response lets the next one go.
    for (let count = 0; count < 5; count += 1) {
      for (const next of respond.splice(0)) next();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(savedFor(anna).slice(0, expected.length)).toEqual(expected);
  });

  it.each(waitingActs)(
    'takes no effect for another customer who has signed in meanwhile: %s',
    async (_, _expected, act) => {
      await act();
      signedIn = berta;
      failure = null;
      for (let count = 0; count < 5; count += 1) {
        for (const next of respond.splice(0)) next();
        await vi.advanceTimersByTimeAsync(5000);
      }
      expect(savedFor(berta)).toEqual([]);
    },
  );

  it('is rolled back, and its failure is reported, if another customer may be signed in', async () => {
    const [id = ''] = sandbox.notificationIds();
    const onEvent = vi.fn();
    session.notifications.subscribe(onEvent);
    isHanging = true;
    session.notifications.markRead([id]);
    session.notifications.markUnread([id]);
    isHanging = false;
    signedIn = berta;
    for (const next of respond.splice(0)) next();
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.notifications.get(id).isRead).toBe(true);
    expect(onEvent).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'error', operation: 'set-read', ids: [id] }),
    );
  });

  it('does not mark the further pages of another customer: "mark all as read"', async () => {
    session.notifications.markAllRead();
    await vi.advanceTimersByTimeAsync(1000);
    signedIn = berta;
    await session.notifications.loadMore();
    await vi.advanceTimersByTimeAsync(5000);
    expect(savedFor(berta)).toEqual([]);
  });

  it('marks nothing as unread for another customer once a snooze has ended', async () => {
    const [id = ''] = sandbox.notificationIds();
    session.notifications.markRead([id]);
    await session.notifications.snooze([id], new Date(Date.now() + 60_000));
    await vi.advanceTimersByTimeAsync(1000);
    expect(savedFor(anna)).toEqual(['read', 'snoozed']);
    signedIn = berta;
    await vi.advanceTimersByTimeAsync(65_000);
    expect(savedFor(berta)).toEqual([]);
  });
});
