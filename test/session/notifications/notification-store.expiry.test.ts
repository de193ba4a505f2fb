import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationReference } from '../../../src/session/sources/source.js';
import {
  FakeSource,
  flushPromises,
  itemIds,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeBrowser,
  type FakeService,
  type MakeStore,
} from '../fakes.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ service, browser, makeStore } = setUpStore());
  vi.setSystemTime('2025-11-18T14:10:00Z');
  source = new FakeSource();
});
afterEach(tearDown);

/** An unread reference that expires after this time, in milliseconds. */
const expiring = (id: string, afterMs: number): NotificationReference => ({
  id,
  isRead: false,
  expiresDate: new Date(Date.now() + afterMs).toISOString(),
});
const unread = (id: string): NotificationReference => ({ id, isRead: false });

interface Visit {
  store: NotificationStore;
  recorder: ReturnType<typeof recordEvents>;
}

async function openStore(references: NotificationReference[], unreadCount?: number): Promise<Visit> {
  source.pages = [{ references, unreadCount }];
  const store = makeStore({ source });
  const recorder = recordEvents(store);
  await flushPromises();
  return { store, recorder };
}

describe('A notification with an expiresDate', () => {
  it('leaves the list and the counts when it expires', async () => {
    const { store, recorder } = await openStore(
      [expiring('a', hourMs), unread('b'), expiring('c', 2 * hourMs)],
      3,
    );
    expect([itemIds(store), store.state.unreadCount]).toEqual([['a', 'b', 'c'], 3]);
    const { changes } = recorder;
    await vi.advanceTimersByTimeAsync(hourMs);
    expect([itemIds(store), store.state.unreadCount, store.state.unseenCount]).toEqual([['b', 'c'], 2, 2]);
    expect(recorder.changes).toBeGreaterThan(changes);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect([itemIds(store), store.state.unreadCount]).toEqual([['b'], 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not listed, counted, requested or reported as an arrival if it has expired before', async () => {
    const { store, recorder } = await openStore([expiring('a', -1), unread('b')], 2);
    source.emit({ type: 'add', references: [expiring('c', -dayMs)] });
    await flushPromises();
    expect([itemIds(store), store.state.unreadCount]).toEqual([['b'], 1]);
    expect(recorder.events.filter(({ type }) => type === 'arrival')).toEqual([]);
    expect(service.requests).not.toContain('a');
  });

  it('leaves those that are dismissed or snoozed, too, and does not come back', async () => {
    const { store, recorder } = await openStore([expiring('a', hourMs), expiring('b', hourMs), unread('c')]);
    store.dismiss(['a']);
    await store.snooze(['b'], new Date(Date.now() + 2 * hourMs));
    expect([store.state.dismissedItems.length, store.state.snoozedItems.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect([store.state.dismissedItems, store.state.snoozedItems]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    expect(itemIds(store)).toEqual(['c']);
    expect(recorder.events.filter(({ type }) => type === 'arrival')).toEqual([]);
  });

  it('stays until a date that is later than a timer can wait, and until the year 9999', async () => {
    const { store } = await openStore([
      expiring('a', 25 * dayMs),
      { id: 'b', expiresDate: '9999-12-31T23:59:59Z' },
    ]);
    await vi.advanceTimersByTimeAsync(24.9 * dayMs);
    expect(itemIds(store)).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(0.2 * dayMs);
    expect(itemIds(store)).toEqual(['b']);
  });

  it('stays longer, or for good, if its source says so', async () => {
    const { store } = await openStore([expiring('a', hourMs), expiring('b', hourMs), expiring('c', -1)]);
    source.emit({ type: 'add', references: [expiring('a', 2 * hourMs), expiring('c', 3 * hourMs)] });
    source.emit({ type: 'add', references: [{ id: 'b', expiresDate: null }] });
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(itemIds(store)).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(itemIds(store)).toEqual(['b', 'c']);
  });

  it('leaves a hidden page without a timer, when the page is shown again', async () => {
    const { store } = await openStore([expiring('a', hourMs), unread('b')]);
    browser.setVisible(false);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    browser.setVisible(true);
    expect(itemIds(store)).toEqual(['b']);
  });

  it('leaves no timer when nobody shows the store any more', async () => {
    const { recorder } = await openStore([expiring('a', hourMs)]);
    recorder.stop();
    await flushPromises();
    expect(vi.getTimerCount()).toBe(0);
  });
});
