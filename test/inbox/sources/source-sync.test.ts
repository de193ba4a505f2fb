import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StateContainer } from '../../../src/common/state-container.js';
import { reduce } from '../../../src/inbox/notifications/notification-reducer.js';
import {
  createStoreState,
  type NotificationStateContainer,
  type SourceProgress,
} from '../../../src/inbox/notifications/notification-state.js';
import { selectState } from '../../../src/inbox/notifications/select-state.js';
import { SourceSync } from '../../../src/inbox/sources/source-sync.js';
import type { NotificationSource, SourceEvent } from '../../../src/inbox/sources/source.js';

type Load = NonNullable<NotificationSource['load']>;
type Page = Awaited<ReturnType<Load>>;

const reported = { pages: [] as string[], events: [] as SourceEvent[], errors: [] as unknown[], changes: 0 };
beforeEach(() => void Object.assign(reported, { pages: [], events: [], errors: [], changes: 0 }));
afterEach(() => void vi.restoreAllMocks());

type Loader = Pick<SourceSync, 'start' | 'stop' | 'loadFirst' | 'loadNext'> &
  SourceProgress & { hasFailed: boolean };

/** A loader whose changes are recorded. The properties are what it has reported about its progress. */
function makeLoader(source: object): Loader {
  const container: NotificationStateContainer = new StateContainer({
    initial: createStoreState(source),
    reduce,
    select: selectState,
  });
  container.addEffect(({ change }) => {
    if (change.type === 'listed')
      reported.pages.push(`${change.page}: ${change.references.map(({ id }) => id).join(' ')}`);
    else if (change.type === 'added') reported.events.push({ type: 'add', references: change.references });
    else if (change.type === 'removed') reported.events.push({ type: 'remove', ids: change.ids });
    else if (change.type === 'sourceFailed') reported.errors.push(change.error);
    else if (change.type === 'source' && change.source.status === 'ready') reported.changes += 1;
  });
  const loader = new SourceSync(container, source);
  container.addEffect((update) => loader.handleUpdate(update));
  return {
    start: () => loader.start(),
    stop: () => loader.stop(),
    loadFirst: () => loader.loadFirst(),
    loadNext: () => loader.loadNext(),
    get status() {
      return container.state.source.status;
    },
    get hasMore() {
      return container.state.source.hasMore;
    },
    get problem() {
      return container.state.source.problem;
    },
    get hasFailed() {
      return container.state.source.problem === 'unreachable';
    },
  };
}

/** A source whose pages the test resolves by hand. */
function manualSource(): {
  load: Load;
  resolvers: ((page: unknown) => void)[];
  requests: Parameters<Load>[0][];
} {
  const resolvers: ((page: unknown) => void)[] = [];
  const requests: Parameters<Load>[0][] = [];
  const load: Load = (page) => {
    requests.push(page);
    return new Promise<Page>((resolve) => resolvers.push(resolve as (page: unknown) => void));
  };
  return { load, resolvers, requests };
}

/** Lets this much time pass at once, in milliseconds. */
function passTime(durationMs: number): void {
  const now = Date.now() + durationMs;
  vi.spyOn(Date, 'now').mockReturnValue(now);
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

describe('SourceSync', () => {
  it('loads pages one after the other up to the last', async () => {
    const load = vi.fn<Load>(({ cursor }) =>
      Promise.resolve(
        cursor === undefined
          ? { references: [{ id: 'a' }], nextCursor: 'two' }
          : { references: [{ id: 'b' }] },
      ),
    );
    const loader = makeLoader({ load });
    expect([loader.status, loader.hasMore]).toEqual(['idle', false]);
    loader.start();
    expect(loader.status).toBe('loading');
    await nextTask();
    expect([loader.status, loader.hasMore]).toEqual(['ready', true]);
    await loader.loadNext();
    expect(loader.hasMore).toBe(false);
    await loader.loadNext();
    expect(reported.pages).toEqual(['first: a', 'next: b']);
    expect(load.mock.calls.map(([{ cursor, limit }]) => [cursor, limit])).toEqual([
      [undefined, 25],
      ['two', 25],
    ]);
    expect(Object.keys(load.mock.calls[0]![0])).not.toContain('cursor');
  });

  it('calls load() with the source as `this`', async () => {
    class Source {
      references = [{ id: 'a' }];
      load(): Promise<Page> {
        return Promise.resolve({ references: this.references });
      }
    }
    makeLoader(new Source()).start();
    await nextTask();
    expect(reported.pages).toEqual(['first: a']);
  });

  it('leaves out invalid entries of a page', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    makeLoader({ load: () => Promise.resolve({ references: [null, 5, 'a', { id: 'b' }, {}] }) }).start();
    await nextTask();
    expect(reported.pages).toEqual(['first: a b']);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('ends at a repeated cursor', async () => {
    const load = vi.fn(() => Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'again' }));
    const loader = makeLoader({ load });
    loader.start();
    await nextTask();
    await loader.loadNext();
    expect(loader.hasMore).toBe(false);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('ends at a page without a new id, whatever its cursor', async () => {
    let count = 0;
    const load = vi.fn(() => Promise.resolve({ references: ['a', 'b'], nextCursor: String((count += 1)) }));
    const loader = makeLoader({ load });
    loader.start();
    await nextTask();
    expect(loader.hasMore).toBe(true);
    await loader.loadNext();
    await loader.loadNext();
    expect([loader.hasMore, load.mock.calls.length]).toEqual([false, 2]);
  });

  it('ends at an empty page', async () => {
    const loader = makeLoader({ load: () => Promise.resolve({ references: [], nextCursor: 'more' }) });
    loader.start();
    await nextTask();
    expect([loader.status, loader.hasMore]).toEqual(['ready', false]);
  });

  it('continues from the last cursor after the first page was loaded again', async () => {
    const { load, resolvers, requests } = manualSource();
    const loader = makeLoader({ load });
    loader.start();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void loader.loadNext();
    resolvers[1]!({ references: ['b'], nextCursor: 'three' });
    await nextTask();
    void loader.loadFirst();
    resolvers[2]!({ references: ['new', 'a'], nextCursor: 'other' });
    await nextTask();
    void loader.loadNext();
    expect(requests[3]!.cursor).toBe('three');
  });

  it('shares one request between several calls', async () => {
    const { load, requests, resolvers } = manualSource();
    const loader = makeLoader({ load });
    loader.start();
    void loader.loadFirst();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void loader.loadNext();
    void loader.loadNext();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'two']);
  });

  it('loads the first page again while the next one is pending', async () => {
    const { load, requests, resolvers } = manualSource();
    const loader = makeLoader({ load });
    loader.start();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void loader.loadNext();
    const refreshed = loader.loadFirst();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'two', undefined]);
    resolvers[2]!({ references: ['new'] });
    await refreshed;
    expect(reported.pages).toEqual(['first: a', 'first: new']);
    resolvers[1]!({ references: ['b'] });
    await nextTask();
    expect(reported.pages).toEqual(['first: a', 'first: new', 'next: b']);
  });

  it.each([
    ['rejects', { load: () => Promise.reject(new Error('broken')) }],
    [
      'throws',
      {
        load: () => {
          throw new Error('broken');
        },
      },
    ],
    ['resolves with nothing', { load: () => Promise.resolve() }],
    ['is not a function', { load: 'broken' }],
  ])('reports an error if load %s', async (_, source) => {
    const loader = makeLoader(source);
    expect(() => loader.start()).not.toThrow();
    await nextTask();
    expect(reported.errors).toHaveLength(1);
    expect(reported.errors[0]).toBeInstanceOf(Error);
    expect([loader.status, loader.hasFailed]).toEqual(['loading', true]);
  });

  it('may succeed on a second attempt', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'] });
    const loader = makeLoader({ load });
    loader.start();
    await nextTask();
    const reloading = loader.loadFirst();
    expect(loader.hasFailed).toBe(false);
    await reloading;
    expect(reported.pages).toEqual(['first: a']);
    expect([loader.status, loader.hasFailed]).toEqual(['ready', false]);
  });

  it('loads nothing before start()', async () => {
    const load = vi.fn();
    await makeLoader({ load }).loadFirst();
    expect(load).not.toHaveBeenCalled();
  });

  it('is ready at once if the source has no load()', () => {
    expect(makeLoader({}).status).toBe('ready');
  });
});

describe('SourceSync.stop()', () => {
  it('aborts pending requests and ignores their responses', async () => {
    const { load, requests, resolvers } = manualSource();
    const loader = makeLoader({ load });
    loader.start();
    loader.stop();
    expect(requests[0]!.signal.aborted).toBe(true);
    resolvers[0]!({ references: ['a'] });
    await nextTask();
    expect(reported).toMatchObject({ pages: [], errors: [], changes: 0 });
    expect(loader.status).toBe('idle');
  });

  it('reports no error caused by the abort', async () => {
    const load: Load = ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      );
    const loader = makeLoader({ load });
    loader.start();
    loader.stop();
    await nextTask();
    expect(reported.errors).toEqual([]);
  });

  it('allows a new start(), which the late response of the first run does not affect', async () => {
    const { load, requests, resolvers } = manualSource();
    const loader = makeLoader({ load });
    loader.start();
    loader.stop();
    loader.start();
    expect(requests).toHaveLength(2);
    resolvers[0]!({ references: ['old'] });
    await nextTask();
    void loader.loadFirst();
    expect(requests).toHaveLength(2);
    resolvers[1]!({ references: ['new'] });
    await nextTask();
    expect(reported.pages).toEqual(['first: new']);
  });
});

describe('SourceSync with a subscription', () => {
  it('subscribes once and passes events on', () => {
    let emit: (event: unknown) => void = () => undefined;
    const subscribe = vi.fn((callback: typeof emit) => void (emit = callback));
    const loader = makeLoader({ subscribe });
    loader.start();
    loader.start();
    emit({ type: 'remove', ids: ['a'] });
    expect(subscribe).toHaveBeenCalledTimes(1);
    expect(reported.events).toEqual([{ type: 'remove', ids: ['a'] }]);
  });

  it.each([[null], ['add'], [{ type: 'ping' }], [{}], [undefined]])(
    'ignores the invalid event %j',
    (event) => {
      makeLoader({ subscribe: (emit: (event: unknown) => void) => emit(event) }).start();
      expect(reported.events).toEqual([]);
      expect(reported.errors).toEqual([]);
    },
  );

  it('loads a failed page again on an event, once at a time', async () => {
    let emit: (event: unknown) => void = () => undefined;
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'], nextCursor: 'two' });
    const loader = makeLoader({ load, subscribe: (callback: typeof emit) => void (emit = callback) });
    loader.start();
    await nextTask();
    expect([loader.status, loader.hasFailed]).toEqual(['loading', true]);
    for (const id of ['b', 'c']) emit({ type: 'add', references: [id] });
    await nextTask();
    expect([loader.status, loader.hasFailed, loader.hasMore]).toEqual(['ready', false, true]);
    emit({ type: 'add', references: ['d'] });
    await nextTask();
    expect([load.mock.calls.length, reported.events.length, reported.pages]).toEqual([2, 3, ['first: a']]);
  });

  it('loads the first page again on refresh(), once for several calls, but not one that is fresh', async () => {
    let refresh: () => Promise<void> = () => Promise.resolve();
    const { load, resolvers, requests } = manualSource();
    const loader = makeLoader({
      load,
      subscribe: (_: unknown, options: { refresh: typeof refresh }) => void ({ refresh } = options),
    });
    loader.start();
    const refreshed = refresh();
    expect(requests).toHaveLength(1);
    resolvers[0]!({ references: ['a'] });
    await refreshed;
    await refresh();
    expect(requests).toHaveLength(1);
    passTime(1000);
    const refreshedAgain = Promise.all([refresh(), refresh()]);
    expect(requests).toHaveLength(2);
    resolvers[1]!({ references: ['b', 'a'] });
    await refreshedAgain;
    expect(reported.pages).toEqual(['first: a', 'first: b a']);
    loader.stop();
    await refresh();
    expect(requests).toHaveLength(2);
  });

  it('shows the failure of refresh() until it succeeds, and reports it once, also if nobody handles it', async () => {
    let refresh: () => Promise<void> = () => Promise.resolve();
    const uncaught = vi.fn();
    process.on('unhandledRejection', uncaught);
    const load = vi
      .fn()
      .mockResolvedValueOnce({ references: ['a'] })
      .mockRejectedValueOnce(new Error('broken'))
      .mockImplementationOnce(throwError)
      .mockResolvedValue({ references: ['b', 'a'] });
    const loader = makeLoader({
      load,
      subscribe: (_: unknown, options: { refresh: typeof refresh }) => void ({ refresh } = options),
    });
    loader.start();
    await nextTask();
    passTime(1000);
    void refresh();
    await nextTask();
    expect([loader.status, loader.hasFailed, reported.errors.length]).toEqual(['ready', true, 1]);
    const second = refresh();
    expect(loader.hasFailed).toBe(true);
    await expect(second).rejects.toThrow('broken');
    expect([loader.hasFailed, reported.errors.length]).toEqual([true, 1]);
    await refresh();
    process.off('unhandledRejection', uncaught);
    expect([loader.hasFailed, reported.errors.length, uncaught.mock.calls]).toEqual([false, 1, []]);
    expect(reported.pages).toEqual(['first: a', 'first: b a']);
  });

  it('subscribes before it loads the first page, which then includes what the subscription missed', () => {
    const calls: string[] = [];
    makeLoader({
      load: () => new Promise(() => calls.push('load')),
      subscribe: () => void calls.push('subscribe'),
    }).start();
    expect(calls).toEqual(['subscribe', 'load']);
  });

  it('aborts the signal and calls the unsubscribe function on stop(), and ignores later events', () => {
    let emit: (event: unknown) => void = () => undefined;
    let signal: AbortSignal | undefined;
    const end = vi.fn();
    const loader = makeLoader({
      subscribe: (callback: typeof emit, options: { signal: AbortSignal }) => {
        emit = callback;
        signal = options.signal;
        return end;
      },
    });
    loader.start();
    expect(end).not.toHaveBeenCalled();
    loader.stop();
    expect(end).toHaveBeenCalledTimes(1);
    expect(signal?.aborted).toBe(true);
    emit({ type: 'remove', ids: ['a'] });
    expect(reported.events).toEqual([]);
  });

  it.each([
    ['throws', () => throwError()],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['is not a function', 'broken'],
  ])('reports a subscribe that %s, and loads the pages all the same', async (_, subscribe) => {
    const loader = makeLoader({ subscribe, load: () => Promise.resolve({ references: ['a'] }) });
    expect(() => loader.start()).not.toThrow();
    await nextTask();
    expect(reported.errors).toHaveLength(1);
    expect(reported.pages).toEqual(['first: a']);
  });

  it('ignores an unsubscribe function that throws', async () => {
    const loader = makeLoader({ subscribe: () => throwError });
    const uncaught = vi.fn();
    process.prependOnceListener('uncaughtException', uncaught);
    loader.start();
    expect(() => loader.stop()).not.toThrow();
    await nextTask();
    process.off('uncaughtException', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

function throwError(): never {
  throw new Error('broken');
}
