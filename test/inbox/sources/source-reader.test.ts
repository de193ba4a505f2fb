import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StateContainer } from '../../../src/common/state-container.js';
import { reduce } from '../../../src/inbox/notifications/notification-reducer.js';
import {
  createStoreState,
  selectState,
  type NotificationCore,
  type SourceProgress,
} from '../../../src/inbox/notifications/notification-state.js';
import { SourceReader } from '../../../src/inbox/sources/source-reader.js';
import type { NotificationSource, SourceEvent } from '../../../src/inbox/sources/source.js';

type Load = NonNullable<NotificationSource['load']>;
type Page = Awaited<ReturnType<Load>>;

const reported = { pages: [] as string[], events: [] as SourceEvent[], errors: [] as unknown[], changes: 0 };
beforeEach(() => void Object.assign(reported, { pages: [], events: [], errors: [], changes: 0 }));
afterEach(() => void vi.restoreAllMocks());

type Reader = Pick<SourceReader, 'start' | 'stop' | 'loadFirst' | 'loadNext'> & SourceProgress;

/** A reader whose changes are recorded. The properties are what it has reported about its progress. */
function makeReader(source: object): Reader {
  const core: NotificationCore = new StateContainer({
    initial: createStoreState(false),
    reduce,
    select: selectState,
  });
  core.addEffect(({ change }) => {
    if (change.type === 'listed')
      reported.pages.push(`${change.page}: ${change.references.map(({ id }) => id).join(' ')}`);
    else if (change.type === 'added') reported.events.push({ type: 'add', references: change.references });
    else if (change.type === 'removed') reported.events.push({ type: 'remove', ids: change.ids });
    else if (change.type === 'sourceFailed') reported.errors.push(change.error);
    else if (change.type === 'source' && change.source.status === 'ready') reported.changes += 1;
  });
  const reader = new SourceReader(core, source);
  return {
    start: () => reader.start(),
    stop: () => reader.stop(),
    loadFirst: () => reader.loadFirst(),
    loadNext: () => reader.loadNext(),
    get status() {
      return core.state.source.status;
    },
    get hasMore() {
      return core.state.source.hasMore;
    },
    get hasFailed() {
      return core.state.source.hasFailed;
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

describe('SourceReader', () => {
  it('loads pages one after the other up to the last', async () => {
    const load = vi.fn<Load>(({ cursor }) =>
      Promise.resolve(
        cursor === undefined
          ? { references: [{ id: 'a' }], nextCursor: 'two' }
          : { references: [{ id: 'b' }] },
      ),
    );
    const reader = makeReader({ load });
    expect([reader.status, reader.hasMore]).toEqual(['idle', false]);
    reader.start();
    expect(reader.status).toBe('loading');
    await nextTask();
    expect([reader.status, reader.hasMore]).toEqual(['ready', true]);
    await reader.loadNext();
    expect(reader.hasMore).toBe(false);
    await reader.loadNext();
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
    makeReader(new Source()).start();
    await nextTask();
    expect(reported.pages).toEqual(['first: a']);
  });

  it('leaves out invalid entries of a page', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    makeReader({ load: () => Promise.resolve({ references: [null, 5, 'a', { id: 'b' }, {}] }) }).start();
    await nextTask();
    expect(reported.pages).toEqual(['first: a b']);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('ends at a repeated cursor', async () => {
    const load = vi.fn(() => Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'again' }));
    const reader = makeReader({ load });
    reader.start();
    await nextTask();
    await reader.loadNext();
    expect(reader.hasMore).toBe(false);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('ends at a page without a new id, whatever its cursor', async () => {
    let count = 0;
    const load = vi.fn(() => Promise.resolve({ references: ['a', 'b'], nextCursor: String((count += 1)) }));
    const reader = makeReader({ load });
    reader.start();
    await nextTask();
    expect(reader.hasMore).toBe(true);
    await reader.loadNext();
    await reader.loadNext();
    expect([reader.hasMore, load.mock.calls.length]).toEqual([false, 2]);
  });

  it('ends at an empty page', async () => {
    const reader = makeReader({ load: () => Promise.resolve({ references: [], nextCursor: 'more' }) });
    reader.start();
    await nextTask();
    expect([reader.status, reader.hasMore]).toEqual(['ready', false]);
  });

  it('continues from the last cursor after the first page was loaded again', async () => {
    const { load, resolvers, requests } = manualSource();
    const reader = makeReader({ load });
    reader.start();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void reader.loadNext();
    resolvers[1]!({ references: ['b'], nextCursor: 'three' });
    await nextTask();
    void reader.loadFirst();
    resolvers[2]!({ references: ['new', 'a'], nextCursor: 'other' });
    await nextTask();
    void reader.loadNext();
    expect(requests[3]!.cursor).toBe('three');
  });

  it('shares one request between several calls', async () => {
    const { load, requests, resolvers } = manualSource();
    const reader = makeReader({ load });
    reader.start();
    void reader.loadFirst();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void reader.loadNext();
    void reader.loadNext();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'two']);
  });

  it('loads the first page again while the next one is pending', async () => {
    const { load, requests, resolvers } = manualSource();
    const reader = makeReader({ load });
    reader.start();
    resolvers[0]!({ references: ['a'], nextCursor: 'two' });
    await nextTask();
    void reader.loadNext();
    const refreshed = reader.loadFirst();
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
    const reader = makeReader(source);
    expect(() => reader.start()).not.toThrow();
    await nextTask();
    expect(reported.errors).toHaveLength(1);
    expect(reported.errors[0]).toBeInstanceOf(Error);
    expect([reader.status, reader.hasFailed]).toEqual(['loading', true]);
  });

  it('may succeed on a second attempt', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'] });
    const reader = makeReader({ load });
    reader.start();
    await nextTask();
    const reloading = reader.loadFirst();
    expect(reader.hasFailed).toBe(false);
    await reloading;
    expect(reported.pages).toEqual(['first: a']);
    expect([reader.status, reader.hasFailed]).toEqual(['ready', false]);
  });

  it('loads nothing before start()', async () => {
    const load = vi.fn();
    await makeReader({ load }).loadFirst();
    expect(load).not.toHaveBeenCalled();
  });

  it('is ready at once if the source has no load()', () => {
    expect(makeReader({}).status).toBe('ready');
  });
});

describe('SourceReader.stop()', () => {
  it('aborts pending requests and ignores their responses', async () => {
    const { load, requests, resolvers } = manualSource();
    const reader = makeReader({ load });
    reader.start();
    reader.stop();
    expect(requests[0]!.signal.aborted).toBe(true);
    resolvers[0]!({ references: ['a'] });
    await nextTask();
    expect(reported).toMatchObject({ pages: [], errors: [], changes: 0 });
    expect(reader.status).toBe('idle');
  });

  it('reports no error caused by the abort', async () => {
    const load: Load = ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      );
    const reader = makeReader({ load });
    reader.start();
    reader.stop();
    await nextTask();
    expect(reported.errors).toEqual([]);
  });

  it('allows a new start(), which the late response of the first run does not affect', async () => {
    const { load, requests, resolvers } = manualSource();
    const reader = makeReader({ load });
    reader.start();
    reader.stop();
    reader.start();
    expect(requests).toHaveLength(2);
    resolvers[0]!({ references: ['old'] });
    await nextTask();
    void reader.loadFirst();
    expect(requests).toHaveLength(2);
    resolvers[1]!({ references: ['new'] });
    await nextTask();
    expect(reported.pages).toEqual(['first: new']);
  });
});

describe('SourceReader with a subscription', () => {
  it('subscribes once and passes events on', () => {
    let emit: (event: unknown) => void = () => undefined;
    const subscribe = vi.fn((callback: typeof emit) => void (emit = callback));
    const reader = makeReader({ subscribe });
    reader.start();
    reader.start();
    emit({ type: 'remove', ids: ['a'] });
    expect(subscribe).toHaveBeenCalledTimes(1);
    expect(reported.events).toEqual([{ type: 'remove', ids: ['a'] }]);
  });

  it.each([[null], ['add'], [{ type: 'ping' }], [{}], [undefined]])(
    'ignores the invalid event %j',
    (event) => {
      makeReader({ subscribe: (emit: (event: unknown) => void) => emit(event) }).start();
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
    const reader = makeReader({ load, subscribe: (callback: typeof emit) => void (emit = callback) });
    reader.start();
    await nextTask();
    expect([reader.status, reader.hasFailed]).toEqual(['loading', true]);
    for (const id of ['b', 'c']) emit({ type: 'add', references: [id] });
    await nextTask();
    expect([reader.status, reader.hasFailed, reader.hasMore]).toEqual(['ready', false, true]);
    emit({ type: 'add', references: ['d'] });
    await nextTask();
    expect([load.mock.calls.length, reported.events.length, reported.pages]).toEqual([2, 3, ['first: a']]);
  });

  it('loads the first page again on refresh(), once for several calls, but not one that is fresh', async () => {
    let refresh: () => Promise<void> = () => Promise.resolve();
    const { load, resolvers, requests } = manualSource();
    const reader = makeReader({
      load,
      subscribe: (_: unknown, options: { refresh: typeof refresh }) => void ({ refresh } = options),
    });
    reader.start();
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
    reader.stop();
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
    const reader = makeReader({
      load,
      subscribe: (_: unknown, options: { refresh: typeof refresh }) => void ({ refresh } = options),
    });
    reader.start();
    await nextTask();
    passTime(1000);
    void refresh();
    await nextTask();
    expect([reader.status, reader.hasFailed, reported.errors.length]).toEqual(['ready', true, 1]);
    const second = refresh();
    expect(reader.hasFailed).toBe(true);
    await expect(second).rejects.toThrow('broken');
    expect([reader.hasFailed, reported.errors.length]).toEqual([true, 1]);
    await refresh();
    process.off('unhandledRejection', uncaught);
    expect([reader.hasFailed, reported.errors.length, uncaught.mock.calls]).toEqual([false, 1, []]);
    expect(reported.pages).toEqual(['first: a', 'first: b a']);
  });

  it('subscribes before it loads the first page, which then includes what the subscription missed', () => {
    const calls: string[] = [];
    makeReader({
      load: () => new Promise(() => calls.push('load')),
      subscribe: () => void calls.push('subscribe'),
    }).start();
    expect(calls).toEqual(['subscribe', 'load']);
  });

  it('aborts the signal and calls the unsubscribe function on stop(), and ignores later events', () => {
    let emit: (event: unknown) => void = () => undefined;
    let signal: AbortSignal | undefined;
    const end = vi.fn();
    const reader = makeReader({
      subscribe: (callback: typeof emit, options: { signal: AbortSignal }) => {
        emit = callback;
        signal = options.signal;
        return end;
      },
    });
    reader.start();
    expect(end).not.toHaveBeenCalled();
    reader.stop();
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
    const reader = makeReader({ subscribe, load: () => Promise.resolve({ references: ['a'] }) });
    expect(() => reader.start()).not.toThrow();
    await nextTask();
    expect(reported.errors).toHaveLength(1);
    expect(reported.pages).toEqual(['first: a']);
  });

  it('ignores an unsubscribe function that throws', async () => {
    const reader = makeReader({ subscribe: () => throwError });
    const uncaught = vi.fn();
    process.prependOnceListener('uncaughtException', uncaught);
    reader.start();
    expect(() => reader.stop()).not.toThrow();
    await nextTask();
    process.off('uncaughtException', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

function throwError(): never {
  throw new Error('broken');
}
