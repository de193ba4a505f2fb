import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  arrivals,
  type FakeService,
  FakeSource,
  idsFrom,
  idsOf,
  listen,
  references,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let makeStore: StoreMaker;

beforeEach(() => void ({ service, makeStore } = setUpStore()));
afterEach(tearDown);

describe('dismissing', () => {
  it('takes off the list and out of the count, once', async () => {
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    const heard = listen(store);
    await settled();
    store.dismiss(['b', 'b']);
    store.dismiss(['b']);
    expect(idsOf(store)).toEqual(['a', 'c']);
    expect(store.state.unreadCount).toBe(2);
    expect(heard.events).toEqual([{ type: 'dismiss', ids: ['b'], isDismissed: true }]);
  });

  it('can be taken back, to the very same place and with what was known', async () => {
    const store = makeStore({ ids: ['a', 'b', 'c'] });
    const heard = listen(store);
    await settled();
    store.markRead(['b']);
    const before = store.get('b');
    store.dismiss(['b', 'c']);
    store.add(['new']);
    store.restore(['c', 'b', 'never dismissed']);
    await settled();
    expect(idsOf(store)).toEqual(['new', 'a', 'b', 'c']);
    expect(store.get('b')).toBe(before);
    expect(heard.events.at(-1)).toEqual({ type: 'dismiss', ids: ['c', 'b'], isDismissed: false });
    expect(service.requests).toEqual(['a', 'b', 'c', 'new']);
  });

  it('is not undone by who names it again, and is no arrival then', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: references(['a', 'b']), nextCursor: 'two' },
      { references: references(['later', 'c']) },
      { references: references(['b', 'a']) },
    ];
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    store.dismiss(['b', 'later']);
    await store.loadMore();
    await store.refresh();
    store.add(['b']);
    source.emit({ type: 'add', references: references(['b']) });
    store.setIds(['b', 'a', 'later', 'c']);
    store.setIds([]);
    store.setIds(['b']);
    await settled();
    expect(idsOf(store)).toEqual(['a', 'c']);
    expect(arrivals(heard)).toEqual([]);
    store.restore(['later']);
    expect(idsOf(store)).toEqual(['a', 'later', 'c']);
  });

  it('holds for an id that the host names later, as it comes on top', () => {
    const store = makeStore({ ids: ['a'] });
    const heard = listen(store);
    store.dismiss(['b']);
    store.setIds(['b', 'a']);
    expect([idsOf(store), arrivals(heard)]).toEqual([['a'], []]);
  });

  it('takes it out of the queue, and restoring puts it back', async () => {
    service.answer = null;
    const store = makeStore({ ids: idsFrom(8) });
    listen(store);
    const loading = store.load('n1');
    store.dismiss(['n1', 'n8']);
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    store.show(['n1', 'n8']);
    expect(service.open).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
    for (const id of [...service.open]) await service.succeed(id);
    expect(store.state).toMatchObject({ unreadCount: 6, isUnreadCountComplete: true });
    store.restore(['n1', 'n8']);
    expect(service.open).toEqual(['n1', 'n8']);
  });

  it('is forgotten as the source removes it', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    const heard = listen(store);
    await settled();
    store.dismiss(['a']);
    source.emit({ type: 'remove', ids: ['a'] });
    store.restore(['a']);
    expect(idsOf(store)).toEqual(['b']);
    source.emit({ type: 'add', references: references(['a']) });
    expect(idsOf(store)).toEqual(['a', 'b']);
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['a'] }]);
  });

  it('is forgotten with all else', () => {
    const store = makeStore({ ids: ['a'] });
    store.dismiss(['a']);
    store.clear();
    store.add(['a']);
    expect(idsOf(store)).toEqual(['a']);
  });
});
