import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStreamSource } from '../../../src/inbox/sources/event-stream-source.js';
import { NotificationStore } from '../../../src/inbox/notifications/notification-store.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';
import { itemIds, recordEvents, makeRecord, flushPromises } from '../fakes.js';

class FakeEventSource {
  static readonly CLOSED = 2;
  static instances: FakeEventSource[] = [];
  readonly options: { withCredentials?: boolean };
  readyState = 0;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;

  constructor(_url: string | URL, options: { withCredentials?: boolean }) {
    this.options = options;
    FakeEventSource.instances.push(this);
  }

  close(): void {
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  /** Loses the connection: the browser reconnects by itself, or gives up. */
  disconnect(isPermanent: boolean): void {
    this.readyState = isPermanent ? 2 : 0;
    this.onerror();
  }
}

let events: SourceEvent[];
let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const stream = (): FakeEventSource => FakeEventSource.instances.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() =>
    Promise.resolve(Response.json({ references: ['a', { id: 'b', isRead: true }], nextCursor: 'two' })),
  );
  FakeEventSource.instances = [];
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
  void eventStreamSource(...args).subscribe?.((event) => events.push(event), {
    signal: controller.signal,
    refresh: () => Promise.resolve(),
  });
}

describe('eventStreamSource()', () => {
  it('emits events as they arrive, and ignores invalid ones', () => {
    subscribe('/events');
    stream().open();
    const sent: SourceEvent[] = [
      { type: 'add', references: [{ id: 'a' }] },
      { type: 'remove', ids: ['a'] },
      { type: 'read', ids: ['b'], isRead: true },
    ];
    for (const event of sent) stream().onmessage({ data: JSON.stringify(event) });
    for (const data of ['', 'ping', '{', 'null', '[]', '"add"', '{"type":"other"}', null, undefined])
      stream().onmessage({ data });
    expect(events).toEqual(sent);
  });

  it('sends cookies to other origins only on request', () => {
    subscribe('/events');
    expect(stream().options.withCredentials).toBe(false);
    subscribe('/events', { withCredentials: true });
    expect(stream().options.withCredentials).toBe(true);
  });
});

describe('eventStreamSource() after a lost connection', () => {
  it('leaves the reconnection to the browser as long as it tries', () => {
    subscribe('/events');
    stream().open();
    stream().disconnect(false);
    vi.advanceTimersByTime(600_000);
    expect(FakeEventSource.instances).toHaveLength(1);
  });

  it('reconnects if the browser gave up, with growing pauses up to a minute', () => {
    subscribe('/events');
    for (const wait of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      const { length } = FakeEventSource.instances;
      stream().disconnect(true);
      vi.advanceTimersByTime(wait - 1);
      expect(FakeEventSource.instances).toHaveLength(length);
      vi.advanceTimersByTime(1);
      expect(FakeEventSource.instances).toHaveLength(length + 1);
    }
    stream().open();
    stream().disconnect(true);
    vi.advanceTimersByTime(1000);
    expect(FakeEventSource.instances).toHaveLength(10);
  });

  it('reconnects after half the pause at the earliest, so that clients do not return all at once', () => {
    vi.mocked(Math.random).mockReturnValue(0);
    subscribe('/events');
    stream().disconnect(true);
    vi.advanceTimersByTime(499);
    expect(FakeEventSource.instances).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.instances).toHaveLength(2);
  });

  it('emits on open what was sent between the first page and the connection', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    subscribe('/events', { pageUrl: '/list' });
    expect(fetchPage).not.toHaveBeenCalled();
    stream().open();
    await flushPromises();
    expect(events).toEqual([{ type: 'add', references: [{ id: 'a' }, { id: 'b', isRead: true }] }]);
  });

  it('emits what was missed after the browser gave up', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    await flushPromises();
    stream().disconnect(true);
    vi.advanceTimersByTime(1000);
    stream().open();
    await flushPromises();
    expect(fetchPage).toHaveBeenCalledTimes(2);
    expect(events).toHaveLength(2);
  });

  it('emits what was missed after the browser reconnected by itself', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    stream().disconnect(false);
    stream().open();
    await flushPromises();
    expect(events).toHaveLength(2);
  });

  it.each([
    ['cannot be fetched', () => Promise.reject(new TypeError('failed to fetch'))],
    ['responds with an error', () => Promise.resolve(new Response(null, { status: 500 }))],
    ['is HTML', () => Promise.resolve(new Response('<html>'))],
    ['is null', () => Promise.resolve(Response.json(null))],
  ])('continues if the list %s', async (_, respond) => {
    fetchPage.mockImplementation(respond);
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    stream().open();
    await flushPromises();
    expect(events).toEqual([]);
  });

  it('works without a list', async () => {
    subscribe('/events');
    stream().open();
    stream().open();
    await flushPromises();
    expect(fetchPage).not.toHaveBeenCalled();
  });
});

describe('eventStreamSource() after an abort', () => {
  it('closes the stream', () => {
    subscribe('/events');
    controller.abort();
    expect(stream().readyState).toBe(2);
  });

  it('requests no list, and ignores a pending one', async () => {
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    controller.abort();
    stream().open();
    await flushPromises();
    expect(fetchPage).toHaveBeenCalledOnce();
    expect(events).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not reconnect', () => {
    subscribe('/events');
    stream().disconnect(true);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(FakeEventSource.instances).toHaveLength(1);
  });
});

describe('eventStreamSource().load()', () => {
  it('loads the list of the host, with cookies to other origins only on request', async () => {
    const page = { limit: 25, signal: controller.signal };
    expect(
      await eventStreamSource('/events', { pageUrl: '/list', withCredentials: true }).load?.(page),
    ).toEqual({
      references: [{ id: 'a' }, { id: 'b', isRead: true }],
      nextCursor: 'two',
    });
    expect(fetchPage.mock.calls[0]).toMatchObject(['/list?limit=25', { credentials: 'include' }]);
  });

  it('is undefined without a list', () => {
    expect(eventStreamSource('/events').load).toBeUndefined();
  });
});

describe('eventStreamSource() without a usable EventSource', () => {
  function InvalidUrl(): never {
    throw new SyntaxError('Cannot open an EventSource to ":::".');
  }

  it.each([
    ['the browser does not support it', undefined],
    ['the URL is invalid', InvalidUrl],
  ])('publishes one error and shows the list, because %s', async (_, constructor) => {
    vi.stubGlobal('EventSource', constructor);
    const store = new NotificationStore({
      retrieve: (id) => Promise.resolve(makeRecord(id)),
      source: eventStreamSource(':::', { pageUrl: '/list' }),
    });
    const recorder = recordEvents(store);
    await flushPromises();
    expect(itemIds(store)).toEqual(['a', 'b']);
    expect(recorder.events).toEqual([
      { type: 'error', operation: 'list', error: expect.any(Error) as Error },
    ]);
    recorder.stop();
    await flushPromises();
    expect(vi.getTimerCount()).toBe(0);
  });
});
