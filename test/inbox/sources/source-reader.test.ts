import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceReader } from '../../../src/inbox/sources/source-reader.js';
import type { NotificationSource, SourceEvent } from '../../../src/inbox/sources/source.js';

type Load = NonNullable<NotificationSource['load']>;
type Page = Awaited<ReturnType<Load>>;

const told = { pages: [] as string[], events: [] as SourceEvent[], errors: [] as unknown[], changes: 0 };
beforeEach(() => void Object.assign(told, { pages: [], events: [], errors: [], changes: 0 }));

function read(source: object): SourceReader {
  return new SourceReader(source, {
    onReferences: (references, page) =>
      told.pages.push(`${page}: ${references.map(({ id }) => id).join(' ')}`),
    onEvent: (event) => told.events.push(event),
    onError: (error) => told.errors.push(error),
    onChange: () => (told.changes += 1),
  });
}

/** A source whose pages the test answers by hand. */
function slowSource(): { load: Load; answers: ((page: unknown) => void)[]; asked: Parameters<Load>[0][] } {
  const answers: ((page: unknown) => void)[] = [];
  const asked: Parameters<Load>[0][] = [];
  const load: Load = (page) => {
    asked.push(page);
    return new Promise<Page>((resolve) => answers.push(resolve as (page: unknown) => void));
  };
  return { load, answers, asked };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('pages', () => {
  it('are read one after the other, to the last', async () => {
    const load = vi.fn<Load>(({ cursor }) =>
      Promise.resolve(
        cursor === undefined
          ? { references: [{ id: 'a' }], nextCursor: 'two' }
          : { references: [{ id: 'b' }] },
      ),
    );
    const reader = read({ load });
    expect([reader.status, reader.hasMore]).toEqual(['idle', false]);
    reader.start();
    expect(reader.status).toBe('loading');
    await turn();
    expect([reader.status, reader.hasMore]).toEqual(['ready', true]);
    await reader.loadNext();
    expect(reader.hasMore).toBe(false);
    await reader.loadNext();
    expect(told.pages).toEqual(['first: a', 'next: b']);
    expect(load.mock.calls.map(([{ cursor, limit }]) => [cursor, limit])).toEqual([
      [undefined, 25],
      ['two', 25],
    ]);
    expect(Object.keys(load.mock.calls[0]![0])).not.toContain('cursor');
  });

  it('keep their own `this`', async () => {
    class Source {
      references = [{ id: 'a' }];
      load(): Promise<Page> {
        return Promise.resolve({ references: this.references });
      }
    }
    read(new Source()).start();
    await turn();
    expect(told.pages).toEqual(['first: a']);
  });

  it('lose their bad entries', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    read({ load: () => Promise.resolve({ references: [null, 5, 'a', { id: 'b' }, {}] }) }).start();
    await turn();
    expect(told.pages).toEqual(['first: a b']);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('end at a cursor that came before', async () => {
    const load = vi.fn(() => Promise.resolve({ references: [{ id: 'a' }], nextCursor: 'again' }));
    const reader = read({ load });
    reader.start();
    await turn();
    await reader.loadNext();
    expect(reader.hasMore).toBe(false);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('end at one that names nothing new, whatever its cursor', async () => {
    let count = 0;
    const load = vi.fn(() => Promise.resolve({ references: ['a', 'b'], nextCursor: String((count += 1)) }));
    const reader = read({ load });
    reader.start();
    await turn();
    expect(reader.hasMore).toBe(true);
    await reader.loadNext();
    await reader.loadNext();
    expect([reader.hasMore, load.mock.calls.length]).toEqual([false, 2]);
  });

  it('end at an empty one', async () => {
    const reader = read({ load: () => Promise.resolve({ references: [], nextCursor: 'more' }) });
    reader.start();
    await turn();
    expect([reader.status, reader.hasMore]).toEqual(['ready', false]);
  });

  it('go on from where one was after the first has been read again', async () => {
    const { load, answers, asked } = slowSource();
    const reader = read({ load });
    reader.start();
    answers[0]!({ references: ['a'], nextCursor: 'two' });
    await turn();
    void reader.loadNext();
    answers[1]!({ references: ['b'], nextCursor: 'three' });
    await turn();
    void reader.loadFirst();
    answers[2]!({ references: ['new', 'a'], nextCursor: 'other' });
    await turn();
    void reader.loadNext();
    expect(asked[3]!.cursor).toBe('three');
  });

  it('are asked for once, however many ask', async () => {
    const { load, asked, answers } = slowSource();
    const reader = read({ load });
    reader.start();
    void reader.loadFirst();
    answers[0]!({ references: ['a'], nextCursor: 'two' });
    await turn();
    void reader.loadNext();
    void reader.loadNext();
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'two']);
  });

  it('read the first again also while the next is under way', async () => {
    const { load, asked, answers } = slowSource();
    const reader = read({ load });
    reader.start();
    answers[0]!({ references: ['a'], nextCursor: 'two' });
    await turn();
    void reader.loadNext();
    const refreshed = reader.loadFirst();
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'two', undefined]);
    answers[2]!({ references: ['new'] });
    await refreshed;
    expect(told.pages).toEqual(['first: a', 'first: new']);
    answers[1]!({ references: ['b'] });
    await turn();
    expect(told.pages).toEqual(['first: a', 'first: new', 'next: b']);
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
    ['answers with nothing', { load: () => Promise.resolve() }],
    ['is no function', { load: 'broken' }],
  ])('are told to have failed where load %s', async (_, source) => {
    const reader = read(source);
    expect(() => reader.start()).not.toThrow();
    await turn();
    expect(told.errors).toHaveLength(1);
    expect(told.errors[0]).toBeInstanceOf(Error);
    expect([reader.status, reader.hasFailed]).toEqual(['loading', true]);
  });

  it('may succeed when they are asked for again', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'] });
    const reader = read({ load });
    reader.start();
    await turn();
    const again = reader.loadFirst();
    expect(reader.hasFailed).toBe(false);
    await again;
    expect(told.pages).toEqual(['first: a']);
    expect([reader.status, reader.hasFailed]).toEqual(['ready', false]);
  });

  it('are not asked for before the start', async () => {
    const load = vi.fn();
    await read({ load }).loadFirst();
    expect(load).not.toHaveBeenCalled();
  });

  it('are there at once where the source has none', () => {
    expect(read({}).status).toBe('ready');
  });
});

describe('stopping', () => {
  it('aborts what is under way, and lets its answer not in', async () => {
    const { load, asked, answers } = slowSource();
    const reader = read({ load });
    reader.start();
    reader.stop();
    expect(asked[0]!.signal.aborted).toBe(true);
    answers[0]!({ references: ['a'] });
    await turn();
    expect(told).toMatchObject({ pages: [], errors: [], changes: 0 });
    expect(reader.status).toBe('idle');
  });

  it('tells nothing of a failure that came of it', async () => {
    const load: Load = ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      );
    const reader = read({ load });
    reader.start();
    reader.stop();
    await turn();
    expect(told.errors).toEqual([]);
  });

  it('and starting again reads anew: the late end of the first run does not end the second', async () => {
    const { load, asked, answers } = slowSource();
    const reader = read({ load });
    reader.start();
    reader.stop();
    reader.start();
    expect(asked).toHaveLength(2);
    answers[0]!({ references: ['old'] });
    await turn();
    void reader.loadFirst();
    expect(asked).toHaveLength(2);
    answers[1]!({ references: ['new'] });
    await turn();
    expect(told.pages).toEqual(['first: new']);
  });
});

describe('a subscription', () => {
  it('is made once, and its events are told', () => {
    let emit: (event: unknown) => void = () => undefined;
    const subscribe = vi.fn((give: typeof emit) => void (emit = give));
    const reader = read({ subscribe });
    reader.start();
    reader.start();
    emit({ type: 'remove', ids: ['a'] });
    expect(subscribe).toHaveBeenCalledTimes(1);
    expect(told.events).toEqual([{ type: 'remove', ids: ['a'] }]);
  });

  it.each([[null], ['add'], [{ type: 'ping' }], [{}], [undefined]])('passes over %j', (event) => {
    read({ subscribe: (emit: (event: unknown) => void) => emit(event) }).start();
    expect(told.events).toEqual([]);
    expect(told.errors).toEqual([]);
  });

  it('that speaks after a page failed has it asked for again, once at a time', async () => {
    let emit: (event: unknown) => void = () => undefined;
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('broken'))
      .mockResolvedValue({ references: ['a'], nextCursor: 'two' });
    const reader = read({ load, subscribe: (give: typeof emit) => void (emit = give) });
    reader.start();
    await turn();
    expect([reader.status, reader.hasFailed]).toEqual(['loading', true]);
    for (const id of ['b', 'c']) emit({ type: 'add', references: [id] });
    await turn();
    expect([reader.status, reader.hasFailed, reader.hasMore]).toEqual(['ready', false, true]);
    emit({ type: 'add', references: ['d'] });
    await turn();
    expect([load.mock.calls.length, told.events.length, told.pages]).toEqual([2, 3, ['first: a']]);
  });

  it('ends with the signal and what it returned, and is heard no more', () => {
    let emit: (event: unknown) => void = () => undefined;
    let signal: AbortSignal | undefined;
    const end = vi.fn();
    const reader = read({
      subscribe: (give: typeof emit, options: { signal: AbortSignal }) => {
        emit = give;
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
    expect(told.events).toEqual([]);
  });

  it.each([
    ['throws', () => assertFails()],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['is no function', 'broken'],
  ])('that %s is told, and the pages are read all the same', async (_, subscribe) => {
    const reader = read({ subscribe, load: () => Promise.resolve({ references: ['a'] }) });
    expect(() => reader.start()).not.toThrow();
    await turn();
    expect(told.errors).toHaveLength(1);
    expect(told.pages).toEqual(['first: a']);
  });

  it('whose end throws does so to nobody', async () => {
    const reader = read({ subscribe: () => assertFails });
    const uncaught = vi.fn();
    process.prependOnceListener('uncaughtException', uncaught);
    reader.start();
    expect(() => reader.stop()).not.toThrow();
    await turn();
    process.off('uncaughtException', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

function assertFails(): never {
  throw new Error('broken');
}
