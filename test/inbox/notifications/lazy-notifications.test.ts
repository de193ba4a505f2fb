import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../src/api/errors.js';
import { createLazyNotifications } from '../../../src/inbox/notifications/lazy-notifications.js';
import {
  NotificationStore,
  type Notifications,
  type NotificationStoreOptions,
} from '../../../src/inbox/notifications/notification-store.js';
import {
  FakeSource,
  type FakeBrowser,
  flushPromises,
  itemIds,
  makeRecord,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeService,
} from '../fakes.js';

interface Code {
  loadCount: number;
  arrive: () => Promise<void>;
  fail: () => Promise<void>;
  loaded: typeof NotificationStore | undefined;
}

/** The code of the store, which loads when the test says so. */
const code = vi.hoisted((): Code => ({
  loadCount: 0,
  arrive: () => Promise.resolve(),
  fail: () => Promise.resolve(),
  loaded: undefined,
}));

vi.mock('../../../src/inbox/load-notification-store.js', () => ({
  loadNotificationStore: Object.defineProperty(
    () => {
      code.loadCount += 1;
      return new Promise((resolve, reject) => {
        code.arrive = () => {
          resolve(NotificationStore);
          return flushPromises();
        };
        code.fail = () => {
          reject(new ConnectionError('not loaded'));
          return flushPromises();
        };
      });
    },
    'value',
    { get: () => code.loaded },
  ),
}));

let service: FakeService;
let browser: FakeBrowser;
let makeNotifications: (options?: Partial<NotificationStoreOptions>) => Notifications;

beforeEach(() => {
  ({ service, browser } = setUpStore());
  code.loadCount = 0;
  code.loaded = undefined;
  makeNotifications = (options) => createLazyNotifications({ retrieve: service.retrieve, ...options });
});
afterEach(tearDown);

describe('createLazyNotifications()', () => {
  it('returns an empty list that is loading until the code has loaded, and then starts', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['b']) }];
    const notifications = makeNotifications({ ids: ['a'], source });
    expect(code.loadCount).toBe(0);
    const recorder = recordEvents(notifications);
    const { status, items, unreadCount, isUnreadCountComplete } = notifications.state;
    expect([status, items, unreadCount, isUnreadCountComplete]).toEqual(['loading', [], 0, false]);
    await code.arrive();
    expect([recorder.changes > 0, itemIds(notifications).toSorted()]).toEqual([true, ['a', 'b']]);
    expect([notifications.state.unreadCount, source.subscriptionCount, code.loadCount]).toEqual([2, 1, 1]);
    recorder.stop();
    await flushPromises();
    expect(source.subscriptionCount).toBe(0);
    code.loaded = NotificationStore;
    expect(itemIds(makeNotifications({ ids: ['a'] }))).toEqual(['a']);
  });

  it('makes the calls that came before in their order', async () => {
    const notifications = makeNotifications({ ids: ['old'] });
    notifications.setHostIds(['a', 'b', 'c']);
    notifications.add(['d']);
    notifications.dismiss(['b']);
    notifications.markRead(['a']);
    notifications.markUnread(['a']);
    notifications.markRead(['c']);
    await code.arrive();
    expect(notifications.state.items.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['d', null],
      ['a', false],
      ['c', true],
    ]);
  });

  it('undoes a "mark all as read" that came before', async () => {
    const source = new FakeSource();
    source.pages = [{ references: makeReferences(['a'], false) }];
    const notifications = makeNotifications({ source });
    const undo = notifications.markAllRead();
    const recorder = recordEvents(notifications);
    await code.arrive();
    expect(notifications.state.unreadCount).toBe(0);
    undo();
    expect(notifications.state.unreadCount).toBe(1);
    recorder.stop();
  });

  it('loads a record as soon as the code has loaded, or rejects when the signal aborts before', async () => {
    const notifications = makeNotifications({ ids: ['a'] });
    const aborter = new AbortController();
    const aborted = notifications.load('a', { signal: aborter.signal });
    const loading = notifications.load('a');
    aborter.abort(new Error('left'));
    await expect(aborted).rejects.toThrow('left');
    await code.arrive();
    expect((await loading).payload.title).toBe(makeRecord('a').payload.title);
  });

  it('reports code that does not load once, and loads it again on refresh()', async () => {
    const notifications = makeNotifications({ ids: ['a'] });
    const recorder = recordEvents(notifications);
    await code.fail();
    expect([notifications.state.problem, recorder.events.length]).toEqual(['unreachable', 1]);
    expect(recorder.events[0]).toMatchObject({ operation: 'load', error: { name: 'ConnectionError' } });
    notifications.setVisible(['a']);
    expect(code.loadCount).toBe(1);
    const quiet = notifications.refresh({ isQuiet: true });
    expect(notifications.state.problem).toBe('unreachable');
    await code.fail();
    await quiet;
    expect(recorder.events.length).toBe(1);
    const refreshing = notifications.refresh();
    expect(notifications.state.problem).toBeNull();
    await code.arrive();
    await refreshing;
    expect([notifications.state.problem, itemIds(notifications), code.loadCount]).toEqual([null, ['a'], 3]);
    recorder.stop();
  });

  it('does nothing more once it is closed', async () => {
    const source = new FakeSource();
    const notifications = makeNotifications({ source });
    const recorder = recordEvents(notifications);
    const rejection = expect(notifications.load('a')).rejects.toThrow('The session is closed.');
    notifications.close();
    expect([notifications.state.status, recorder.changes]).toEqual(['idle', 1]);
    await code.arrive();
    await rejection;
    expect([notifications.isClosed, source.cursors, service.requests]).toEqual([true, [], []]);
  });

  it('says that nobody is signed in after a sign-out, also once the code has loaded', async () => {
    const notifications = makeNotifications({ ids: ['a'] });
    const recorder = recordEvents(notifications);
    notifications.add(['b']);
    notifications.signOut();
    await code.arrive();
    await notifications.refresh();
    const { problem, items, status } = notifications.state;
    expect([problem, items, status, notifications.isClosed]).toEqual(['signed-out', [], 'idle', true]);
    expect([recorder.events, service.requests]).toEqual([[], []]);
  });

  it('reports to subscribers what the calls that came before have changed, and forgets it on reset()', async () => {
    const notifications = makeNotifications({ ids: ['a'] });
    const recorder = recordEvents(notifications);
    notifications.markRead(['a']);
    notifications.reset();
    await code.arrive();
    expect(recorder.events).toEqual([{ type: 'read-change', ids: ['a'], isRead: true }]);
    expect(notifications.state.items).toEqual([]);
    recorder.stop();
  });

  it('goes on after a call that throws', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const notifications = makeNotifications({ ids: ['a'] });
    notifications.markRead('a' as unknown as string[]);
    const recorder = recordEvents(notifications);
    await code.arrive();
    expect([itemIds(notifications), warn.mock.calls.length, service.requests]).toEqual([['a'], 1, ['a']]);
    recorder.stop();
  });

  it('starts nothing for a subscriber that has left before, and stops for one that leaves at the first change', async () => {
    const source = new FakeSource();
    const notifications = makeNotifications({ source });
    const recorder = recordEvents(notifications);
    const stop = notifications.subscribe(() => stop());
    recorder.stop();
    await code.arrive();
    await flushPromises();
    expect([source.subscriptionCount, recorder.changes]).toEqual([0, 0]);
  });

  it('loads the code again when the browser is online', async () => {
    const notifications = makeNotifications({ ids: ['a'] });
    const recorder = recordEvents(notifications);
    await code.fail();
    browser.setOnline(false);
    browser.setOnline(true);
    await code.arrive();
    expect([code.loadCount, itemIds(notifications)]).toEqual([2, ['a']]);
    recorder.stop();
  });

  it('resolves snooze() with false if the code does not load', async () => {
    const snoozing = makeNotifications().snooze(['a'], new Date(Date.now() + 1000));
    await code.fail();
    expect(await snoozing).toBe(false);
  });
});
