import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  arrivalEvents,
  type FakeService,
  FakeSource,
  makeIds,
  itemIds,
  recordEvents,
  makeReferences,
  flushPromises,
  setUpStore,
  type MakeStore,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: MakeStore;

beforeEach(() => void ({ service, makeStore } = setUpStore()));
afterEach(tearDown);

describe('NotificationStore.dismiss()', () => {
  it('removes the notification from the list and the count, once', async () => {
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    const recorder = recordEvents(store);
    await flushPromises();
    store.dismiss(['b', 'b']);
    store.dismiss(['b']);
    expect(itemIds(store)).toEqual(['a', 'c']);
    expect(store.state.unreadCount).toBe(2);
    expect(recorder.events).toEqual([{ type: 'dismiss-change', ids: ['b'], isDismissed: true }]);
  });

  it('can be reverted by restore(), to the same place and with its known state', async () => {
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    const recorder = recordEvents(store);
    await flushPromises();
    store.markRead(['b']);
    const before = store.get('b');
    store.dismiss(['b', 'c']);
    store.add(['new']);
    store.restore(['c', 'b', 'never dismissed']);
    await flushPromises();
    expect(itemIds(store)).toEqual(['new', 'a', 'b', 'c']);
    expect(store.get('b')).toBe(before);
    expect(recorder.events.at(-1)).toEqual({ type: 'dismiss-change', ids: ['c', 'b'], isDismissed: false });
    expect(service.requests).toEqual(['a', 'b', 'c', 'new']);
  });

  it('hides the notification when it is listed again, and publishes no arrival then', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: makeReferences(['a', 'b']), nextCursor: 'two' },
      { references: makeReferences(['later', 'c']) },
      { references: makeReferences(['b', 'a']), nextCursor: 'two' },
    ];
    const store = makeStore({ source });
    const recorder = recordEvents(store);
    await flushPromises();
    store.dismiss(['b', 'later']);
    await store.loadMore();
    await store.refresh();
    store.add(['b']);
    source.emit({ type: 'add', references: makeReferences(['b']) });
    store.setHostIds(['b', 'a', 'later', 'c']);
    store.setHostIds([]);
    store.setHostIds(['b']);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a', 'c']);
    expect(arrivalEvents(recorder)).toEqual([]);
    store.restore(['later']);
    expect(itemIds(store)).toEqual(['a', 'later', 'c']);
  });

  it('removes the notification from the queue, and restore() puts it back', async () => {
    service.respond = null;
    const store = makeStore({ ids: makeIds(8) });
    recordEvents(store);
    store.dismiss(['n1', 'n8']);
    store.setVisible(['n1', 'n8']);
    await flushPromises();
    expect(service.pending).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
    for (const id of [...service.pending]) await service.succeed(id);
    expect(store.state).toMatchObject({ unreadCount: 6, isUnreadCountComplete: true });
    store.restore(['n1', 'n8']);
    expect(service.pending).toEqual(['n1', 'n8']);
  });

  it('does not end a load() of the notification', async () => {
    service.respond = null;
    const source = new FakeSource();
    source.pages = [{ references: [{ id: 'a', isDismissed: true }, { id: 'b' }] }];
    const store = makeStore({ source });
    recordEvents(store);
    const loading = store.load('a');
    await flushPromises();
    expect(itemIds(store)).toEqual(['b']);
    await service.succeed('a');
    expect(await loading).toMatchObject({ id: 'a' });
    expect(store.get('a').status).toBe('loaded');
    expect(itemIds(store)).toEqual(['b']);
  });

  it('is forgotten when the source removes the notification', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    const recorder = recordEvents(store);
    await flushPromises();
    store.dismiss(['a']);
    source.emit({ type: 'remove', ids: ['a'] });
    store.restore(['a']);
    expect(itemIds(store)).toEqual(['b']);
    source.emit({ type: 'add', references: makeReferences(['a']) });
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['a'] }]);
  });
});
