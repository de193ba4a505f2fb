import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError } from '../../../src/api/errors.js';
import type { ReferencePage } from '../../../src/inbox/sources/source.js';
import {
  arrivals,
  type FakeNetwork,
  type FakeService,
  FakeSource,
  idsOf,
  listen,
  noNetwork,
  record,
  references,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
} from '../fakes.js';

let service: FakeService;
let network: FakeNetwork;
let makeStore: StoreMaker;

beforeEach(() => void ({ service, network, makeStore } = setUpStore()));
afterEach(tearDown);

describe('its life', () => {
  it('begins with the first subscriber and ends with the last', async () => {
    service.answer = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    const first = listen(store);
    const second = listen(store);
    await settled();
    expect([source.cursors.length, source.subscriptions, service.open]).toEqual([1, 1, ['a']]);
    first.stop();
    await settled();
    expect([source.subscriptions, service.open]).toEqual([1, ['a']]);
    second.stop();
    second.stop();
    await settled();
    expect([source.subscriptions, service.open]).toEqual([0, []]);
    source.emit({ type: 'add', references: references(['late']) });
    network.set(false);
    network.set(true);
    await settled();
    expect(idsOf(store)).toEqual(['a']);
    expect(service.requests).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves nothing behind, however often it begins', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    for (let cycle = 0; cycle < 20; cycle += 1) {
      const { stop } = listen(store);
      await settled();
      expect(network.listeners).toBe(5);
      stop();
      await settled();
    }
    expect([network.listeners, source.subscriptions, vi.getTimerCount()]).toEqual([0, 0, 0]);
    expect(service.requests).toEqual(['a']);
  });

  it('goes on where one leaves and comes back in one task', async () => {
    service.answer = null;
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    listen(store).stop();
    listen(store);
    await settled();
    expect(source.cursors).toHaveLength(1);
    expect(service.requests).toEqual(['a']);
    await service.succeed('a');
    expect(store.state.unreadCount).toBe(1);
  });

  it('begins again with what it knew, and asks for what is new', async () => {
    const source = new FakeSource();
    source.pages = [{ references: references(['a']) }, { references: references(['b', 'a']) }];
    const store = makeStore({ source });
    const first = listen(store);
    await settled();
    first.stop();
    await settled();
    const heard = listen(store);
    expect(idsOf(store)).toEqual(['a']);
    await settled();
    expect(idsOf(store)).toEqual(['b', 'a']);
    expect(arrivals(heard)).toEqual([{ type: 'arrival', ids: ['b'] }]);
    expect(service.requests).toEqual(['a', 'b']);
  });

  it('is over after close: nothing is asked for, whoever asks', async () => {
    const source = new FakeSource();
    const store = makeStore({ ids: ['a', 'b'], source });
    service.answer = null;
    listen(store);
    await settled();
    await service.succeed('a');
    store.close();
    await settled();
    expect([source.subscriptions, service.open]).toEqual([0, []]);
    service.requests.length = 0;
    source.cursors.length = 0;
    listen(store);
    store.show(['b']);
    store.add(['c']);
    network.set(false);
    network.set(true);
    await store.refresh();
    await store.loadMore();
    await expect(store.load('b')).rejects.toBeInstanceOf(NudgeError);
    await expect(store.load('a')).resolves.toMatchObject({ id: 'a' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([service.requests, source.cursors, source.subscriptions]).toEqual([[], [], 0]);
  });
});

describe('clear', () => {
  it('forgets everything, and lets in nothing that is under way', async () => {
    service.answer = null;
    service.ignoresAbort = true;
    let answer: (page: ReferencePage) => void = () => undefined;
    const source = new FakeSource();
    const store = makeStore({
      ids: ['a'],
      source: Object.assign(source, { load: () => new Promise<ReferencePage>((give) => (answer = give)) }),
    });
    const heard = listen(store);
    const loading = store.load('b').catch((error: unknown) => error);
    store.markRead(['a']);
    store.clear();
    expect(store.state).toMatchObject({ items: [], unreadCount: 0, problem: null, status: 'idle' });
    expect(await loading).toMatchObject({ name: 'AbortError' });
    answer({ references: references(['old']) });
    source.emit({ type: 'add', references: references(['old']) });
    await service.succeed('a');
    await service.succeed('b');
    expect(store.state.items).toEqual([]);
    expect(store.get('b').record).toBeNull();
    expect(arrivals(heard)).toEqual([]);
  });

  it('lets the next customer in, whose first page is no arrival', async () => {
    const source = new FakeSource();
    source.pages = [
      { references: references(['a']), nextCursor: 'same' },
      { references: references(['b']), nextCursor: 'same' },
    ];
    service.answer = (id) => record(id, { uniqueCustomerId: id });
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    store.clear();
    await store.refresh();
    await settled();
    expect(store.state).toMatchObject({ unreadCount: 1, hasMore: true, problem: null, status: 'ready' });
    expect(heard.events).toEqual([]);
  });
});

describe('in a page that nobody sees', () => {
  it('hears nothing, asks for nothing and keeps no timer; on return it learns what it missed', async () => {
    service.answer = null;
    const source = new FakeSource();
    source.pages = [{ references: references(['a', 'b']) }];
    const store = makeStore({ source });
    const heard = listen(store);
    await settled();
    await service.fail('a', noNetwork());
    expect(vi.getTimerCount()).toBe(1);
    network.show(false);
    expect([source.subscriptions, vi.getTimerCount()]).toEqual([0, 0]);
    expect(store.state.problem).not.toBe('offline');
    await service.succeed('b');
    source.emit({ type: 'add', references: references(['late']) });
    store.add(['own']);
    store.show(['own']);
    await store.refresh();
    network.set(false);
    network.set(true);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([source.cursors.length, service.requests]).toEqual([1, ['a', 'b']]);
    source.pages = [{ references: references(['missed', 'a', 'b']) }];
    network.show(true);
    await settled();
    expect([source.cursors.length, source.subscriptions]).toEqual([2, 1]);
    expect(idsOf(store)).toEqual(['missed', 'own', 'a', 'b']);
    expect(arrivals(heard)).toEqual([
      { type: 'arrival', ids: ['own'] },
      { type: 'arrival', ids: ['missed'] },
    ]);
    expect(service.open.toSorted()).toEqual(['a', 'missed', 'own']);
  });

  it('does not begin, as in one that is being prerendered', async () => {
    network.show(false);
    const source = new FakeSource();
    const store = makeStore({ ids: ['a'], source });
    listen(store);
    await settled();
    expect([source.cursors, source.subscriptions, service.requests]).toEqual([[], 0, []]);
    network.show(true);
    await settled();
    expect([source.cursors.length, source.subscriptions, service.requests]).toEqual([1, 1, ['a']]);
  });

  it('is the same in the back/forward cache', async () => {
    const source = new FakeSource();
    const store = makeStore({ source });
    listen(store);
    await settled();
    network.cache('pageshow', false);
    expect(source.cursors).toHaveLength(1);
    network.cache('pagehide');
    expect(source.subscriptions).toBe(0);
    network.cache('pageshow');
    network.show(true);
    await settled();
    expect([source.cursors.length, source.subscriptions]).toEqual([2, 1]);
  });

  it('does not begin as another page comes out of the cache, hidden', async () => {
    const source = new FakeSource();
    listen(makeStore({ source }));
    await settled();
    network.show(false);
    network.cache('pageshow');
    await settled();
    expect([source.cursors.length, source.subscriptions]).toEqual([1, 0]);
  });

  it('still gives a record to who asks without subscribing, after it ended there', async () => {
    const store = makeStore({ ids: ['a'] });
    const { stop } = listen(store);
    network.show(false);
    stop();
    await settled();
    await expect(store.load('a')).resolves.toMatchObject({ id: 'a' });
  });
});
