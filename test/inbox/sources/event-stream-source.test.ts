import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStreamSource } from '../../../src/inbox/sources/event-stream-source.js';
import { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';
import { idsOf, listen, record, settled } from '../fakes.js';

class FakeEventSource {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readonly options: { withCredentials?: boolean };
  readyState = 0;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;

  constructor(_url: string | URL, options: { withCredentials?: boolean }) {
    this.options = options;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  /** The connection is lost: the browser tries again by itself, or gives up. */
  lose(isForGood: boolean): void {
    this.readyState = isForGood ? 2 : 0;
    this.onerror();
  }
}

let events: SourceEvent[];
let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const stream = (): FakeEventSource => FakeEventSource.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() =>
    Promise.resolve(Response.json({ references: ['a', { id: 'b', isRead: true }], nextCursor: 'two' })),
  );
  FakeEventSource.all = [];
  events = [];
  controller = new AbortController();
});

afterEach(() => {
  controller.abort();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function subscribe(...args: Parameters<typeof eventStreamSource>): void {
  void eventStreamSource(...args).subscribe?.((event) => events.push(event), { signal: controller.signal });
}

describe('events', () => {
  it('are told as they come, those that are none are not', () => {
    subscribe('/events');
    stream().open();
    const told: SourceEvent[] = [
      { type: 'add', references: [{ id: 'a' }] },
      { type: 'remove', ids: ['a'] },
      { type: 'read', ids: ['b'], isRead: true },
    ];
    for (const event of told) stream().onmessage({ data: JSON.stringify(event) });
    for (const data of ['', 'ping', '{', 'null', '[]', '"add"', '{"type":"other"}', null, undefined])
      stream().onmessage({ data });
    expect(events).toEqual(told);
  });

  it('are asked for with cookies only on request', () => {
    subscribe('/events');
    expect(stream().options.withCredentials).toBe(false);
    subscribe('/events', { withCredentials: true });
    expect(stream().options.withCredentials).toBe(true);
  });
});

describe('a lost connection', () => {
  it('is left to the browser as long as it tries', () => {
    subscribe('/events');
    stream().open();
    stream().lose(false);
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('is made again where the browser gave up, with growing pauses up to a minute', () => {
    subscribe('/events');
    for (const wait of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      const { length } = FakeEventSource.all;
      stream().lose(true);
      vi.advanceTimersByTime(wait - 1);
      expect(FakeEventSource.all).toHaveLength(length);
      vi.advanceTimersByTime(1);
      expect(FakeEventSource.all).toHaveLength(length + 1);
    }
    stream().open();
    stream().lose(true);
    vi.advanceTimersByTime(1000);
    expect(FakeEventSource.all).toHaveLength(10);
  });

  it('is made again after half the pause at the earliest, so that not all come back at once', () => {
    vi.mocked(Math.random).mockReturnValue(0);
    subscribe('/events');
    stream().lose(true);
    vi.advanceTimersByTime(499);
    expect(FakeEventSource.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.all).toHaveLength(2);
  });

  it('tells, as it opens, what came between the first page and its opening', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    subscribe('/events', { pageUrl: '/list' });
    expect(fetchPage).not.toHaveBeenCalled();
    stream().open();
    await settled();
    expect(events).toEqual([{ type: 'add', references: [{ id: 'a' }, { id: 'b', isRead: true }] }]);
  });

  it('is followed by what was missed where the browser gave up', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    await settled();
    stream().lose(true);
    vi.advanceTimersByTime(1000);
    stream().open();
    await settled();
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(events).toHaveLength(2);
  });

  it('is followed by what was missed also where the browser made it again', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    stream().lose(false);
    stream().open();
    await settled();
    expect(events).toHaveLength(2);
  });

  it.each([
    ['rejects', () => Promise.reject(new TypeError('failed to fetch'))],
    ['refuses', () => Promise.resolve(new Response(null, { status: 500 }))],
    ['is HTML', () => Promise.resolve(new Response('<html>'))],
    ['is null', () => Promise.resolve(Response.json(null))],
  ])('is no trouble where the list %s', async (_, answer) => {
    fetchPage.mockImplementation(answer);
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    stream().open();
    await settled();
    expect(events).toEqual([]);
  });

  it('needs no list', async () => {
    subscribe('/events');
    stream().open();
    stream().open();
    await settled();
    expect(fetchPage).not.toHaveBeenCalled();
  });
});

describe('the end', () => {
  it('closes the stream', () => {
    subscribe('/events');
    controller.abort();
    expect(stream().readyState).toBe(2);
  });

  it('asks for no list, and hears of none that is under way', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    controller.abort();
    stream().open();
    await settled();
    expect(fetchPage).toHaveBeenCalledOnce();
    expect(events).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes no other', () => {
    subscribe('/events');
    stream().lose(true);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(FakeEventSource.all).toHaveLength(1);
  });
});

describe('pages', () => {
  it('are read from the list of the host, with cookies only on request', async () => {
    const page = { limit: 25, signal: controller.signal };
    expect(
      await eventStreamSource('/events', { pageUrl: '/list', withCredentials: true }).load?.(page),
    ).toEqual({
      references: [{ id: 'a' }, { id: 'b', isRead: true }],
      nextCursor: 'two',
    });
    expect(fetchPage.mock.calls[0]).toMatchObject(['/list?limit=25', { credentials: 'include' }]);
  });

  it('are not there without a list', () => {
    expect(eventStreamSource('/events').load).toBeUndefined();
  });
});

describe('where there can be no stream', () => {
  function BadAddress(): never {
    throw new SyntaxError('Cannot open an EventSource to ":::".');
  }

  it.each([
    ['the browser has none', undefined],
    ['the address is none', BadAddress],
  ])('because %s, the store says so once, and shows the list', async (_, constructor) => {
    vi.stubGlobal('EventSource', constructor);
    const store = new NotificationStore({
      retrieve: (id) => Promise.resolve(record(id)),
      source: eventStreamSource(':::', { pageUrl: '/list' }),
    });
    const heard = listen(store);
    await settled();
    expect(idsOf(store)).toEqual(['a', 'b']);
    expect(heard.events).toEqual([{ type: 'error', operation: 'list', error: expect.any(Error) as Error }]);
    heard.stop();
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
