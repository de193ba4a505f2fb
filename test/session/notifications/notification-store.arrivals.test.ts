import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SignedOutError } from '../../../src/api/errors.js';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  FakeSource,
  FakeStorage,
  flushPromises,
  itemIds,
  makeRecord,
  recordEvents,
  setUpStore,
  tearDown,
  type FakeService,
  type MakeStoreOn,
} from '../fakes.js';

interface Tab {
  source: FakeSource;
  store: NotificationStore;
  recorder: ReturnType<typeof recordEvents>;
}

let service: FakeService;
let makeStoreOn: MakeStoreOn;
let storage: FakeStorage;

beforeEach(() => {
  ({ service, makeStoreOn } = setUpStore());
  stubBroadcastChannel();
  storage = new FakeStorage();
});
afterEach(tearDown);

const neverResponds = (): Promise<never> => new Promise(() => undefined);
const respond = (id: string) => makeRecord(id);
const refuse = (): never => {
  throw new SignedOutError('Nobody is signed in.', null, { status: 401 });
};

/** Opens a tab of the customer, whose list has two notifications and a further page. */
async function openTab(load?: FakeSource['load']): Promise<Tab> {
  const source = new FakeSource();
  source.pages = [{ references: [{ id: 'b' }, { id: 'a' }], nextCursor: 'older' }];
  if (load) source.load = load;
  const store = makeStoreOn(storage, { source });
  const recorder = recordEvents(store);
  await flushPromises();
  return { source, store, recorder };
}

async function emitArrival({ source }: Tab, id: string): Promise<void> {
  source.emit({ type: 'add', references: [{ id }] });
  await flushPromises();
}

describe('An arrival of a stream', () => {
  it.each([
    ['the first page is loading', () => openTab(neverResponds)],
    [
      'the first page is loaded again',
      async () => {
        const tab = await openTab();
        tab.source.load = neverResponds;
        void tab.store.refresh();
        return tab;
      },
    ],
    [
      'a further page is loading',
      async () => {
        const tab = await openTab();
        tab.source.load = neverResponds;
        void tab.store.loadMore();
        return tab;
      },
    ],
    [
      'no record is loaded',
      () => {
        service.respond = null;
        return openTab();
      },
    ],
  ])('is listed at once while %s, in each of two tabs', async (_, open) => {
    const tabs = [await open(), await open()];
    for (const tab of tabs) {
      await emitArrival(tab, 'c');
      expect(itemIds(tab.store)[0]).toBe('c');
    }
  });

  it('is listed once there is a token again, which nobody but another tab has tried', async () => {
    const [first, second] = [await openTab(), await openTab()];
    service.respond = refuse;
    for (const tab of [first, second]) await emitArrival(tab, 'c');
    expect([first.store.state.problem, second.store.state.problem]).toEqual(['signed-out', 'signed-out']);
    service.respond = respond;
    await first.store.refresh();
    await flushPromises();
    second.source.load = neverResponds;
    await emitArrival(second, 'd');
    expect(itemIds(second.store)).toEqual(['d', 'c', 'b', 'a']);
    expect(second.store.state.problem).toBeNull();
  });

  it('requests one record, but is not shown, while nobody is signed in', async () => {
    const tab = await openTab();
    service.respond = refuse;
    await emitArrival(tab, 'c');
    service.requests.length = 0;
    await emitArrival(tab, 'd');
    await emitArrival(tab, 'e');
    expect(service.requests).toHaveLength(2);
    expect(tab.store.state).toMatchObject({ items: [], problem: 'signed-out' });
    expect(tab.recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });
});
