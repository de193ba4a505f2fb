import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource, SourceEvent } from '../../../src/session/sources/source.js';
import { flushPromises, itemIds, recordEvents, setUpStore, tearDown, type MakeStore } from '../fakes.js';

type Load = NonNullable<NotificationSource['load']>;

let makeStore: MakeStore;

beforeEach(() => void ({ makeStore } = setUpStore()));
afterEach(tearDown);

/** A store with a subscriber. The source may be wrong in any way, as that of a host may be. */
function openStore(source: object): { store: NotificationStore; recorder: ReturnType<typeof recordEvents> } {
  const store = makeStore({ source });
  return { store, recorder: recordEvents(store) };
}

/** A source whose pages the test responds with, in the order of the requests. */
class ManualSource {
  readonly requests: (Parameters<Load>[0] & { respond: (page: object) => Promise<void> })[] = [];
  emit: (event: SourceEvent) => void = () => undefined;
  refresh: () => Promise<void> = () => Promise.resolve();
  setConnected: (isConnected: boolean) => void = () => undefined;
  signal = new AbortController().signal;
  readonly end = vi.fn();

  load = (page: Parameters<Load>[0]): Promise<unknown> =>
    new Promise((resolve) =>
      this.requests.push({
        ...page,
        respond: (response) => {
          resolve(response);
          return flushPromises();
        },
      }),
    );

  subscribe: NonNullable<NotificationSource['subscribe']> = (emit, options) => {
    this.emit = emit;
    Object.assign(this, options);
    return this.end;
  };

  get cursors(): (string | undefined)[] {
    return this.requests.map(({ cursor }) => cursor);
  }
}

function throwError(): never {
  throw new Error('broken');
}

describe('Empty pages with a cursor', () => {
  const empty = (nextCursor: string): object => ({ references: [], nextCursor });

  it('are followed to the first that is not, whose list has the counts of the first', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ ...empty('2'), unreadCount: 60 });
    await source.requests[1]!.respond(empty('3'));
    expect(store.state.status).toBe('loading');
    await source.requests[2]!.respond({ references: ['a'], nextCursor: '4' });
    expect(source.cursors).toEqual([undefined, '2', '3']);
    expect(store.state).toMatchObject({
      status: 'ready',
      hasMore: true,
      isLoadingPaused: false,
      unreadCount: 60,
    });
    expect(itemIds(store)).toEqual(['a']);
  });

  it('are followed further down, too', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'], nextCursor: '2' });
    void store.loadMore();
    await source.requests[1]!.respond(empty('3'));
    await source.requests[2]!.respond({ references: ['b'] });
    expect(source.cursors).toEqual([undefined, '2', '3']);
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(store.state.hasMore).toBe(false);
  });

  it('pause the loading after 10 in a row, until more is requested', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const source = new ManualSource();
    const { store } = openStore(source);
    for (let page = 0; page < 10; page++) await source.requests[page]!.respond(empty(String(page)));
    expect(source.requests).toHaveLength(10);
    expect(store.state).toMatchObject({ status: 'ready', hasMore: true, isLoadingPaused: true });
    expect(warn.mock.calls.flat()).toEqual([
      '[nudge-inbox] 10 pages of the source in a row were empty: the next is loaded on request.',
    ]);
    void store.loadMore();
    await source.requests[10]!.respond({ references: ['a'], nextCursor: '11' });
    expect(source.cursors.at(-1)).toBe('9');
    expect(itemIds(store)).toEqual(['a']);
    expect(store.state).toMatchObject({ hasMore: true, isLoadingPaused: false });
  });

  it('end the list if the cursor leads back', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond(empty('2'));
    await source.requests[1]!.respond(empty('3'));
    await source.requests[2]!.respond(empty('2'));
    expect(source.requests).toHaveLength(3);
    expect(store.state).toMatchObject({ status: 'ready', hasMore: false, isLoadingPaused: false });
  });

  it('are followed where they fill a gap', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'] });
    void source.refresh();
    await source.requests[1]!.respond({ references: ['c'], nextCursor: 'gap' });
    void store.loadMore();
    for (let page = 0; page < 10; page++) await source.requests[2 + page]!.respond(empty(`gap ${page}`));
    expect(store.state).toMatchObject({ hasMore: true, isLoadingPaused: true });
    void store.loadMore();
    await source.requests[12]!.respond({ references: ['b', 'a'] });
    expect(source.cursors.at(-1)).toBe('gap 9');
    expect(itemIds(store)).toEqual(['c', 'b', 'a']);
  });
});

describe('load() of the source', () => {
  it('is called for one page after the other, up to the last', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    expect(store.state).toMatchObject({ status: 'loading', hasMore: false });
    await source.requests[0]!.respond({ references: ['a'], nextCursor: 'two' });
    expect(store.state).toMatchObject({ status: 'ready', hasMore: true });
    void store.loadMore();
    await source.requests[1]!.respond({ references: ['b'] });
    expect(store.state.hasMore).toBe(false);
    await store.loadMore();
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(source.requests.map(({ cursor, limit }) => [cursor, limit])).toEqual([
      [undefined, 25],
      ['two', 25],
    ]);
    expect(Object.keys(source.requests[0]!)).not.toContain('cursor');
  });

  it('is called with the source as `this`', async () => {
    class Source {
      references = [{ id: 'a' }];
      load(): Promise<unknown> {
        return Promise.resolve({ references: this.references });
      }
    }
    const { store } = openStore(new Source());
    await flushPromises();
    expect(itemIds(store)).toEqual(['a']);
  });

  it('is not called again after a page without a new id, whatever its cursor', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ references: ['a', 'b'], nextCursor: '1' });
    void store.loadMore();
    await source.requests[1]!.respond({ references: ['a', 'b'], nextCursor: '2' });
    expect(store.state.hasMore).toBe(false);
    await store.loadMore();
    expect(source.requests).toHaveLength(2);
  });

  it('continues from the last cursor after the first page was loaded again', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'], nextCursor: 'two' });
    void store.loadMore();
    await source.requests[1]!.respond({ references: ['b'], nextCursor: 'three' });
    void store.refresh();
    await source.requests[2]!.respond({ references: ['new', 'a'], nextCursor: 'other' });
    void store.loadMore();
    expect(source.cursors).toEqual([undefined, 'two', undefined, 'three']);
  });

  it('is called once for several calls that need the same page', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    void store.refresh();
    await source.requests[0]!.respond({ references: ['a'], nextCursor: 'two' });
    void store.loadMore();
    void store.loadMore();
    expect(source.cursors).toEqual([undefined, 'two']);
  });

  it.each([
    ['throws', throwError],
    ['resolves with nothing', () => Promise.resolve()],
    ['is not a function', 'broken'],
  ])('may be wrong: a problem is shown and reported if it %s', async (_, load) => {
    const { store, recorder } = openStore({ load });
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'loading', problem: 'unreachable' });
    expect(recorder.events).toEqual([
      { type: 'error', operation: 'list', error: expect.any(Error) as unknown },
    ]);
  });

  it('is aborted when the last subscriber leaves; neither that nor a late response has an effect', async () => {
    const source = new ManualSource();
    const { store, recorder } = openStore(source);
    recorder.stop();
    await flushPromises();
    const [first] = source.requests;
    expect([first?.signal.aborted, store.state.status]).toEqual([true, 'idle']);
    const next = recordEvents(store);
    await first?.respond({ references: ['old'] });
    expect([store.state.items, store.state.status, source.requests.length]).toEqual([[], 'loading', 2]);
    await source.requests[1]!.respond({ references: ['new'] });
    expect(itemIds(store)).toEqual(['new']);
    expect([...recorder.events, ...next.events]).toEqual([]);
  });

  it('reports no error if it rejects because of the abort', async () => {
    const load: Load = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const { store, recorder } = openStore({ load });
    store.close();
    await flushPromises();
    expect([store.state.problem, recorder.events]).toEqual([null, []]);
  });
});

describe('subscribe() of the source', () => {
  it('is called before the first page is loaded, which then includes what it missed', () => {
    const calls: string[] = [];
    openStore({
      load: () => new Promise(() => calls.push('load')),
      subscribe: () => void calls.push('subscribe'),
    });
    expect(calls).toEqual(['subscribe', 'load']);
  });

  it('may emit invalid events, which change nothing, and which the console names', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const source = new ManualSource();
    const { store, recorder } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'] });
    const { state } = store;
    for (const event of [null, 'add', { type: 'ping' }]) source.emit(event as never);
    expect(store.state).toBe(state);
    expect(recorder.events).toEqual([]);
    const begin = '[nudge-inbox] The source sent what is no event, and is left out:';
    expect(warn.mock.calls).toEqual([[`${begin} no object.`], [`${begin} an object with type.`]]);
  });

  it('is ended with the last subscriber: by its signal and its function, and later events are ignored', async () => {
    const source = new ManualSource();
    const { store, recorder } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'] });
    expect(source.end).not.toHaveBeenCalled();
    recorder.stop();
    await flushPromises();
    expect([source.end.mock.calls.length, source.signal.aborted]).toEqual([1, true]);
    source.emit({ type: 'remove', ids: ['a'] });
    expect(itemIds(store)).toEqual(['a']);
  });

  it.each([
    ['throws', throwError],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('may be wrong: if it %s, that is reported, and the pages load all the same', async (_, subscribe) => {
    const load = () => Promise.resolve({ references: ['a'] });
    const { store, recorder } = openStore({ subscribe, load });
    await flushPromises();
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'list' }]);
    expect(itemIds(store)).toEqual(['a']);
  });

  it('may return a function that throws, which has no effect', async () => {
    const uncaught = vi.fn();
    process.prependOnceListener('uncaughtException', uncaught);
    const { store, recorder } = openStore({ subscribe: () => throwError });
    expect(() => store.close()).not.toThrow();
    await flushPromises();
    process.off('uncaughtException', uncaught);
    expect([recorder.events, uncaught.mock.calls]).toEqual([[], []]);
  });

  it('has a failed page loaded again by an event, once at a time', async () => {
    const source = new ManualSource();
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'], nextCursor: 'two' });
    const { store } = openStore({ load, subscribe: source.subscribe });
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'loading', problem: 'unreachable' });
    for (const id of ['b', 'c']) source.emit({ type: 'add', references: [{ id }] });
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'ready', problem: null, hasMore: true });
    source.emit({ type: 'add', references: [{ id: 'd' }] });
    await flushPromises();
    expect(load).toHaveBeenCalledTimes(2);
    expect(itemIds(store).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('refresh() that the source receives', () => {
  it('loads the first page again at once, however fresh it is', async () => {
    const source = new ManualSource();
    const { store, recorder } = openStore(source);
    const { refresh } = source;
    await source.requests[0]!.respond({ references: ['a'] });
    const refreshed = refresh();
    expect(source.requests).toHaveLength(2);
    await source.requests[1]!.respond({ references: ['b', 'a'] });
    await refreshed;
    expect(itemIds(store)).toEqual(['b', 'a']);
    recorder.stop();
    await flushPromises();
    await refresh();
    expect(source.requests).toHaveLength(2);
  });

  it('loads it again after the one that is under way, which may lack what was missed, once for several calls', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    const refreshed = Promise.all([source.refresh(), source.refresh()]);
    expect(source.requests).toHaveLength(1);
    await source.requests[0]!.respond({ references: ['a'] });
    expect(source.requests).toHaveLength(2);
    await source.requests[1]!.respond({ references: ['b', 'a'] });
    await refreshed;
    expect([itemIds(store), source.requests.length]).toEqual([['b', 'a'], 2]);
  });

  it('does not list again what was deleted while a page was under way that names it still', async () => {
    const source = new ManualSource();
    const { store } = openStore(source);
    await source.requests[0]!.respond({ references: ['a'], nextCursor: 'next' });
    const loading = store.loadMore();
    source.emit({ type: 'remove', ids: ['b'] });
    await source.requests[1]!.respond({ references: ['b', 'c'] });
    await loading;
    expect(itemIds(store)).toEqual(['a', 'c']);
  });

  it('shows its failure until it succeeds, and reports it once, also if nobody handles it', async () => {
    const source = new ManualSource();
    const uncaught = vi.fn();
    process.on('unhandledRejection', uncaught);
    const load = vi
      .fn()
      .mockResolvedValueOnce({ references: ['a'] })
      .mockRejectedValueOnce(new Error('broken'))
      .mockImplementationOnce(throwError)
      .mockResolvedValue({ references: ['b', 'a'] });
    const { store, recorder } = openStore({ load, subscribe: source.subscribe });
    await flushPromises();
    void source.refresh();
    await flushPromises();
    expect(store.state).toMatchObject({ status: 'ready', problem: 'unreachable' });
    const second = source.refresh();
    expect(store.state.problem).toBe('unreachable');
    await expect(second).rejects.toThrow('broken');
    expect(store.state.problem).toBe('unreachable');
    await source.refresh();
    process.off('unhandledRejection', uncaught);
    expect([store.state.problem, uncaught.mock.calls, itemIds(store)]).toEqual([null, [], ['b', 'a']]);
    expect(recorder.events.filter(({ type }) => type === 'error')).toHaveLength(1);
  });
});

describe('setConnected() that the source receives', () => {
  /** A store with a list whose source has lost its connection. */
  async function loseConnection() {
    const source = new ManualSource();
    const opened = openStore(source);
    await source.requests[0]!.respond({ references: ['a'] });
    source.setConnected(false);
    return { source, ...opened };
  }

  it('shows that arrivals are held up, and says once that they come again', async () => {
    const { source, store, recorder } = await loseConnection();
    expect(store.state).toMatchObject({ isReconnecting: true, problem: null, status: 'ready' });
    source.setConnected(false);
    source.setConnected(true);
    source.setConnected(true);
    expect(store.state.isReconnecting).toBe(false);
    expect(recorder.events).toEqual([{ type: 'reconnect' }]);
  });

  it('says that they come again only once the list could be loaded, too', async () => {
    const { source, store, recorder } = await loseConnection();
    const load = vi.spyOn(source, 'load').mockRejectedValueOnce(new Error('broken'));
    await source.refresh().catch(() => undefined);
    source.setConnected(true);
    expect(store.state.problem).toBe('unreachable');
    expect(recorder.events).toMatchObject([{ type: 'error' }]);
    load.mockResolvedValueOnce({ references: ['a'] });
    await source.refresh();
    expect(recorder.events).toMatchObject([{ type: 'error' }, { type: 'reconnect' }]);
  });

  it('counts no more once the source has ended', async () => {
    const { source, store, recorder } = await loseConnection();
    const { setConnected } = source;
    recorder.stop();
    await flushPromises();
    expect(store.state.isReconnecting).toBe(false);
    setConnected(false);
    expect(store.state.isReconnecting).toBe(false);
  });
});

describe('remove()', () => {
  const page = {
    references: [
      { id: 'a', isRead: false },
      { id: 'b', isRead: true },
    ],
    unreadCount: 1,
  };

  it('takes off the list what the source has deleted, for good', async () => {
    const remove = vi.fn(() => Promise.resolve());
    const { store } = openStore({ load: () => Promise.resolve(page), remove });
    await flushPromises();
    store.dismiss(['a']);
    const removed = store.remove(['a']);
    expect(remove, 'at once').toHaveBeenCalledOnce();
    expect(store.state.dismissedItems).toHaveLength(1);
    expect(await removed).toBe(true);
    expect(remove.mock.calls).toMatchObject([[['a'], {}]]);
    expect([itemIds(store), store.state.dismissedItems, store.state.unreadCount]).toEqual([['b'], [], 0]);
  });

  it('waits until the source has saved what was dismissed: it may delete nothing else', async () => {
    let confirmDismissed = (): void => undefined;
    const setDismissed = () => new Promise<void>((resolve) => (confirmDismissed = resolve));
    const remove = vi.fn(() => Promise.resolve());
    const { store } = openStore({ load: () => Promise.resolve(page), setDismissed, remove });
    await flushPromises();
    store.dismiss(['a', 'b']);
    const removed = store.remove(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(remove).not.toHaveBeenCalled();
    confirmDismissed();
    expect(await removed).toBe(true);
    expect(remove).toHaveBeenCalledOnce();
  });

  it.each([
    ['rejects', { remove: () => Promise.reject(new Error('broken')) }],
    ['throws', { remove: throwError }],
    ['does not respond for 20 seconds', { remove: () => new Promise(() => undefined) }],
    ['cannot delete anything', {}],
  ])('leaves everything as it is, and says so, if the source %s', async (_, source) => {
    const { store, recorder } = openStore({ load: () => Promise.resolve(page), ...source });
    await flushPromises();
    const removed = store.remove(['a']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await removed).toBe(false);
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'remove', ids: ['a'] }]);
  });

  it('has deleted everything that the source says is deleted, although it rejects then', async () => {
    const remove: NotificationSource['remove'] = (ids, { setSaved }) => {
      setSaved?.(ids);
      return Promise.reject(new Error('broken'));
    };
    const { store, recorder } = openStore({ load: () => Promise.resolve(page), remove });
    await flushPromises();
    expect(await store.remove(['a'])).toBe(true);
    expect(itemIds(store)).toEqual(['b']);
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('neither takes anything off the list of the next customer nor reports a failure to them', async () => {
    let fail: () => void = () => undefined;
    const remove: NotificationSource['remove'] = (ids, { setSaved }) => {
      setSaved?.(ids.slice(0, 1));
      return new Promise((_, reject) => (fail = () => reject(new Error('broken'))));
    };
    const { store, recorder } = openStore({ load: () => Promise.resolve(page), remove });
    await flushPromises();
    const removed = store.remove(['a', 'b']);
    await flushPromises();
    store.startOver();
    await flushPromises();
    fail();
    expect(await removed).toBe(false);
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(recorder.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('takes off the list what the source has deleted before it rejects', async () => {
    const remove: NotificationSource['remove'] = (ids, { setSaved }) => {
      setSaved?.(ids.slice(0, 1));
      return Promise.reject(new Error('broken'));
    };
    const { store, recorder } = openStore({ load: () => Promise.resolve(page), remove });
    await flushPromises();
    expect(await store.remove(['a', 'b'])).toBe(false);
    expect(itemIds(store)).toEqual(['b']);
    expect(recorder.events).toMatchObject([{ type: 'error', operation: 'remove', ids: ['b'] }]);
  });
});
