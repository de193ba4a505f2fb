import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationReference } from '../../../src/session/sources/source.js';
import {
  FakeSource,
  flushPromises,
  itemIds,
  makeIds,
  makeRecord,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeBrowser,
  type FakeService,
  type MakeStore,
} from '../fakes.js';

let service: FakeService;
let browser: FakeBrowser;
let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ service, browser, makeStore } = setUpStore());
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  source = new FakeSource();
});
afterEach(tearDown);

/** References of unread notifications, each with its record. */
const withRecords = (ids: readonly string[]): NotificationReference[] =>
  ids.map((id) => ({ id, isRead: false, record: makeRecord(id) }));

async function openStore(references: NotificationReference[]): Promise<NotificationStore> {
  source.pages = [{ references }];
  const store = makeStore({ source });
  store.subscribe(() => undefined);
  await flushPromises();
  return store;
}

const titleOf = (store: NotificationStore, id: string): string | null | undefined =>
  store.get(id).record?.payload.title;

describe('Records that the source hands over', () => {
  it('are shown without a request, as soon as they are visible', async () => {
    const store = await openStore(withRecords(makeIds(3)));
    store.setVisible(makeIds(3));
    expect(makeIds(3).map((id) => titleOf(store, id))).toEqual(['Title of n1', 'Title of n2', 'Title of n3']);
    expect([service.requests, store.state.unreadCount]).toEqual([[], 3]);
  });

  it('are counted without a request', async () => {
    const store = await openStore(makeIds(2).map((id) => ({ id, record: makeRecord(id) })));
    expect([store.state.unreadCount, store.state.isUnreadCountComplete]).toEqual([2, true]);
    expect(service.requests).toEqual([]);
  });

  it('are returned by load() without a request', async () => {
    const store = await openStore(withRecords(['n1']));
    expect((await store.load('n1')).payload.title).toBe('Title of n1');
    expect(service.requests).toEqual([]);
  });

  it('are validated like a response: what is missing is null', async () => {
    const store = await openStore([{ id: 'n1', isRead: true, record: { id: 'n1', payload: { title: 5 } } }]);
    store.setVisible(['n1']);
    expect(store.get('n1').record).toMatchObject({ createdDate: null, payload: { title: null, tags: [] } });
  });

  it.each([
    ['is text', 'x'],
    ['has no payload', { id: 'n1' }],
    ["has another notification's id", makeRecord('n2')],
  ])('are requested if one %s', async (_, record) => {
    const store = await openStore([{ id: 'n1', isRead: false, record }]);
    store.setVisible(['n1']);
    await flushPromises();
    expect([service.requests, titleOf(store, 'n1')]).toEqual([['n1'], 'Title of n1']);
  });

  it('end the list if one is another customer’s, and nothing is requested', async () => {
    const store = await openStore([
      ...withRecords(['n1']),
      { id: 'n2', isRead: false, record: makeRecord('n2', { uniqueCustomerId: 'customer-2' }) },
      ...withRecords(['n3']),
      { id: 'n4', isRead: false },
    ]);
    const recorder = recordEvents(store);
    store.setVisible(makeIds(4));
    await flushPromises();
    expect([itemIds(store), store.state.problem, service.requests]).toEqual([[], 'unauthenticated', []]);
    expect(recorder.events.filter(({ type }) => type === 'error')).toHaveLength(1);
  });

  it('make load() reject if one is another customer’s', async () => {
    const store = await openStore([
      { id: 'n2', isRead: false, record: makeRecord('n2', { uniqueCustomerId: 'customer-2' }) },
    ]);
    await store.load('n1');
    await expect(store.load('n2')).rejects.toMatchObject({ name: 'AuthenticationError' });
    expect(service.requests).toEqual(['n1']);
  });

  it('come with events and add(), too', async () => {
    const store = await openStore([]);
    source.emit({ type: 'add', references: withRecords(['n1']) });
    store.add(withRecords(['n2']));
    store.setVisible(['n2', 'n1']);
    expect(['n1', 'n2'].map((id) => titleOf(store, id))).toEqual(['Title of n1', 'Title of n2']);
    expect(service.requests).toEqual([]);
  });

  it('do not replace what was fetched', async () => {
    const store = await openStore([{ id: 'n1' }]);
    store.add([
      { id: 'n1', record: makeRecord('n1', { payload: { ...makeRecord('n1').payload, title: 'x' } }) },
    ]);
    store.setVisible(['n1']);
    await flushPromises();
    expect([titleOf(store, 'n1'), service.requests]).toEqual(['Title of n1', ['n1']]);
  });

  it('are shown while the device is offline', async () => {
    const store = await openStore(withRecords(['n1']));
    browser.setOnline(false);
    store.setVisible(['n1']);
    expect(titleOf(store, 'n1')).toBe('Title of n1');
  });
});
