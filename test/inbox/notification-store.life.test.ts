import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NudgeError } from '../../src/api/errors.js';
import type { ReferencePage } from '../../src/inbox/source.js';
import {
  arrivals,
  type FakeNetwork,
  type FakeService,
  FakeSource,
  idsOf,
  listen,
  record,
  references,
  settled,
  setUpStore,
  type StoreMaker,
  tearDown,
} from './fakes.js';

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
      expect(network.listeners).toBe(2);
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
