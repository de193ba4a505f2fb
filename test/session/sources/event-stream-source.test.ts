import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors.js';
import { PageObserver } from '../../../src/common/page-observer.js';
import { eventStreamSource } from '../../../src/session/sources/event-stream-source.js';
import { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import { arrivalEvents, itemIds, recordEvents, makeRecord, flushPromises } from '../fakes.js';

class FakeEventSource extends EventTarget {
  static instances: FakeEventSource[] = [];
  readonly url: string;
  readonly options: { withCredentials?: boolean };
  readyState = 0;

  constructor(url: string | URL, options: { withCredentials?: boolean }) {
    super();
    this.url = String(url);
    this.options = options;
    FakeEventSource.instances.push(this);
  }

  close(): void {
    this.readyState = 2;
  }

  receive(data: unknown, { name = 'message', lastEventId = '' } = {}): void {
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Loses the connection, after which a browser would reconnect by itself. */
  disconnect(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }

  /** Gets another status than 200, after which a browser gives up. */
  refuse(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  }
}

let events: SourceEvent[];
let controller: AbortController;
const fetchPage = vi.fn<typeof fetch>();
const refresh = vi.fn<() => Promise<void>>();
const setConnected = vi.fn<(isConnected: boolean) => void>();
const stream = (): FakeEventSource => FakeEventSource.instances.at(-1)!;
const connectionCount = (): number => FakeEventSource.instances.length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', fetchPage);
  fetchPage.mockReset();
  fetchPage.mockImplementation(() =>
    Promise.resolve(Response.json({ references: ['a', { id: 'b', isRead: true }], nextCursor: 'two' })),
  );
  refresh.mockReset();
  refresh.mockImplementation(() => Promise.resolve());
  setConnected.mockReset();
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
    refresh,
    setConnected,
  });
}

describe('eventStreamSource()', () => {
  it('emits events as they arrive, and leaves out invalid ones, of which the console names the fields alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    subscribe('/events');
    stream().open();
    const sent: SourceEvent[] = [
      { type: 'add', references: [{ id: 'a' }] },
      { type: 'remove', ids: ['a'] },
    ];
    for (const event of sent) stream().receive(JSON.stringify(event));
    for (const data of ['', '{', 'null', '{"type":"other","title":"Your result"}', undefined])
      stream().receive(data);
    stream().receive('1', { name: 'add' });
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(sent);
    const begin = '[nudge-inbox] The source sent what is no event, and is left out:';
    expect(warn.mock.calls).toEqual([[`${begin} no object.`], [`${begin} an object with type, title.`]]);
  });

  it('takes messages that are named after the type of their event, or `notification`', async () => {
    subscribe('/events');
    stream().receive('{"ids":["a"],"isRead":true}', { name: 'read', lastEventId: '7' });
    stream().receive('{"id":"b","isRead":false}', { name: 'notification' });
    stream().receive('{"references":[{"id":"c"}]}', { name: 'add' });
    stream().receive('{"customer":"a key"}', { name: 'customer' });
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([
      { type: 'read', ids: ['a'], isRead: true },
      { type: 'add', references: [{ id: 'b', isRead: false }] },
      { type: 'add', references: [{ id: 'c' }] },
      { type: 'customer', customer: 'a key' },
    ]);
  });

  it('emits messages that come together so that they are rendered together, although the browser runs microtasks between them', async () => {
    const log: unknown[] = [];
    let isPending = false;
    const emit = (event: SourceEvent): void => {
      log.push(event.type);
      if (!isPending) queueMicrotask(() => (log.push('rendered'), (isPending = false)));
      isPending = true;
    };
    void eventStreamSource('/events').subscribe?.(emit, { signal: controller.signal, refresh });
    for (const type of ['add', 'read', 'seen', 'remove']) {
      stream().receive(JSON.stringify({ type, ids: ['a'], isRead: true, references: ['a'] }));
      await Promise.resolve();
    }
    expect(log).toEqual(['add', 'rendered']);
    await vi.advanceTimersByTimeAsync(0);
    expect(log.slice(2)).toEqual(['read', 'seen', 'remove', 'rendered']);
    await vi.advanceTimersByTimeAsync(1);
    stream().receive('{"type":"reset"}');
    expect(log.slice(6)).toEqual(['reset']);
  });

  it('receives again what came together with the end of a subscription', () => {
    const source = eventStreamSource('/events');
    const start = (signal: AbortSignal): void =>
      void source.subscribe?.((event) => events.push(event), { signal, refresh });
    start(controller.signal);
    for (const lastEventId of ['1', '2'])
      stream().receive(JSON.stringify({ type: 'add', id: lastEventId }), { lastEventId });
    controller.abort();
    vi.runAllTimers();
    expect(events).toEqual([{ type: 'add', references: [{ id: '1' }] }]);
    start(new AbortController().signal);
    expect(stream().url).toBe('/events?lastEventId=1');
  });

  it.each(['error', 'open'])(
    'leaves out messages that are named `%s`, with one warning, and takes them for no change of the connection',
    async (name) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      subscribe('/events');
      stream().open();
      await vi.advanceTimersByTimeAsync(0);
      for (const lastEventId of ['3', '4']) stream().receive('{"message":"Busy"}', { name, lastEventId });
      stream().receive('{"type":"remove","ids":["a"]}');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connectionCount()).toBe(1);
      expect(stream().readyState).toBe(1);
      expect(refresh).toHaveBeenCalledOnce();
      expect(setConnected.mock.calls).toEqual([[true]]);
      expect(events).toEqual([{ type: 'remove', ids: ['a'] }]);
      expect(warn.mock.calls).toEqual([
        [`[nudge-inbox] The event stream sent a message with the name "${name}", which is left out.`],
      ]);
    },
  );

  it('sends cookies to other origins only on request', () => {
    subscribe('/events');
    expect(stream().options.withCredentials).toBe(false);
    subscribe('/events', { withCredentials: true });
    expect(stream().options.withCredentials).toBe(true);
  });
});

/** Expects the next connection after exactly this time. */
function expectNextConnectionAfter(milliseconds: number): void {
  const count = connectionCount();
  vi.advanceTimersByTime(milliseconds - 1);
  expect(connectionCount()).toBe(count);
  vi.advanceTimersByTime(1);
  expect(connectionCount()).toBe(count + 1);
}

describe('eventStreamSource() after a lost connection', () => {
  it('reconnects with growing pauses of up to a minute, since a browser would after the same few seconds each time', () => {
    subscribe('/events');
    for (const pauseMs of [6000, 11_000, 21_000, 41_000, 61_000, 61_000]) {
      stream().open();
      stream().disconnect();
      expect(stream().readyState).toBe(2);
      expectNextConnectionAfter(pauseMs);
    }
  });

  it('reconnects after a random part of the pause, but at least a second', () => {
    subscribe('/events');
    vi.mocked(Math.random).mockReturnValue(0);
    stream().disconnect();
    expectNextConnectionAfter(1000);
    vi.mocked(Math.random).mockReturnValue(0.5);
    stream().disconnect();
    expectNextConnectionAfter(6000);
  });

  it('starts over with a short pause only after a connection that lasted a minute', () => {
    subscribe('/events');
    stream().disconnect();
    expectNextConnectionAfter(6000);
    stream().open();
    vi.advanceTimersByTime(59_999);
    stream().disconnect();
    expectNextConnectionAfter(11_000);
    stream().open();
    vi.advanceTimersByTime(60_000);
    stream().disconnect();
    expectNextConnectionAfter(6000);
  });

  it('does not count failures while the device is offline', () => {
    subscribe('/events');
    vi.stubGlobal('navigator', { onLine: false });
    new PageObserver(() => undefined).start();
    for (let count = 0; count < 5; count += 1) {
      stream().disconnect();
      expectNextConnectionAfter(3500);
    }
    vi.stubGlobal('navigator', { onLine: true });
    stream().disconnect();
    expectNextConnectionAfter(6000);
  });

  it('sends the last id along, from which the backend can resume', () => {
    subscribe('/events?for=ann');
    expect(stream().url).toBe('/events?for=ann');
    stream().receive('{"type":"remove","ids":["a"]}', { lastEventId: '17 b' });
    stream().disconnect();
    vi.advanceTimersByTime(6000);
    stream().receive('{"type":"remove","ids":["a"]}', { lastEventId: '' });
    stream().disconnect();
    vi.advanceTimersByTime(11_000);
    expect(stream().url).toBe('/events?for=ann&lastEventId=17+b');
  });
});

describe('eventStreamSource() that is open and dead', () => {
  it('reconnects after 45 seconds without a heartbeat, and catches up', () => {
    subscribe('/events');
    stream().open();
    stream().receive('1', { name: 'ping' });
    vi.advanceTimersByTime(40_000);
    stream().receive('{"type":"remove","ids":["a"]}', { lastEventId: '3' });
    vi.advanceTimersByTime(44_999);
    expect(connectionCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(connectionCount()).toBe(2);
    expect(stream().url).toBe('/events?lastEventId=3');
    stream().open();
    expect(refresh).toHaveBeenCalledTimes(2);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loads the newest page every 5 minutes where there is no heartbeat', async () => {
    subscribe('/events');
    stream().open();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(refresh).toHaveBeenCalledTimes(3);
    expect(connectionCount()).toBe(1);
  });
});

describe('eventStreamSource() that is refused', () => {
  const respondWith = (status: number, headers: Record<string, string> = {}) =>
    fetchPage.mockImplementation(() => Promise.resolve(new Response(null, { status, headers })));

  it('ends for good at the status 204, and loads the newest page every 5 minutes instead', async () => {
    respondWith(204);
    subscribe('/events', { withCredentials: true });
    stream().refuse();
    await vi.advanceTimersByTimeAsync(6000);
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_300_000);
    expect(connectionCount()).toBe(1);
    expect(refresh).toHaveBeenCalledTimes(11);
    expect(fetchPage).toHaveBeenCalledOnce();
    expect(fetchPage.mock.calls[0]).toMatchObject([
      '/events',
      { credentials: 'include', headers: { Accept: 'text/event-stream' } },
    ]);
  });

  const html = (): Response => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
  it.each([
    ['the status 404', () => new Response(null, { status: 404 }), 'The event stream is refused: status 404.'],
    ['what is no stream', html, 'The event stream is refused: no text/event-stream.'],
  ])(
    'is not lost, after %s: it says so once, and tries again every 5 minutes',
    async (_, respond, warning) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      fetchPage.mockImplementation(() => Promise.resolve(respond()));
      subscribe('/events', { pageUrl: '/list' });
      stream().refuse();
      await vi.advanceTimersByTimeAsync(6000);
      expect([fetchPage.mock.calls.length, refresh.mock.calls.length]).toEqual([1, 1]);
      refresh.mockRejectedValueOnce(new Error('busy'));
      await vi.advanceTimersByTimeAsync(329_999);
      expect(fetchPage).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(330_001);
      expect([fetchPage.mock.calls.length, refresh.mock.calls.length]).toEqual([3, 3]);
      expect(setConnected.mock.calls).not.toContainEqual([false]);
      expect(warn.mock.calls).toEqual([
        [`[nudge-inbox] ${warning} The newest page is loaded every 5 minutes.`],
      ]);
      respondWith(200, { 'Content-Type': 'text/event-stream' });
      await vi.advanceTimersByTimeAsync(330_000);
      expect(connectionCount()).toBe(2);
    },
  );

  it('waits longer if Retry-After says so', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    respondWith(403, { 'Retry-After': '3600' });
    subscribe('/events');
    stream().refuse();
    await vi.advanceTimersByTimeAsync(6000);
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(fetchPage).toHaveBeenCalledOnce();
  });

  it.each([429, 503])(
    'tries again with growing pauses at the status %s, with one request each time',
    async (status) => {
      respondWith(status);
      subscribe('/events');
      stream().refuse();
      for (const [index, pauseMs] of [6000, 11_000, 21_000, 41_000, 61_000, 61_000].entries()) {
        await vi.advanceTimersByTimeAsync(pauseMs - 1);
        expect(fetchPage).toHaveBeenCalledTimes(index);
        await vi.advanceTimersByTimeAsync(1);
        expect(fetchPage).toHaveBeenCalledTimes(index + 1);
      }
      expect(connectionCount()).toBe(1);
      respondWith(200, { 'Content-Type': 'text/event-stream' });
      await vi.advanceTimersByTimeAsync(61_000);
      expect(connectionCount()).toBe(2);
    },
  );

  it('waits as long as Retry-After says, and up to a tenth longer', async () => {
    respondWith(503, { 'Retry-After': '300' });
    subscribe('/events');
    stream().refuse();
    await vi.advanceTimersByTimeAsync(6000);
    await vi.advanceTimersByTimeAsync(329_999);
    expect(fetchPage).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });

  it('connects without a status, which some backends send only with the first event', async () => {
    fetchPage.mockImplementation(() => new Promise(() => undefined));
    subscribe('/events');
    stream().refuse();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(connectionCount()).toBe(2);
    expect(fetchPage.mock.calls[0]![1]?.signal?.aborted).toBe(true);
  });

  it('leaves the stream that it checks', async () => {
    const cancel = vi.fn();
    fetchPage.mockImplementation(() =>
      Promise.resolve(
        new Response(new ReadableStream({ cancel }), {
          headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
        }),
      ),
    );
    subscribe('/events');
    stream().refuse();
    await vi.advanceTimersByTimeAsync(6000);
    expect(cancel).toHaveBeenCalledOnce();
    expect(connectionCount()).toBe(2);
  });
});

describe('eventStreamSource() whenever the stream opens', () => {
  it('has the newest page loaded, and requests none itself', async () => {
    subscribe('/events', { pageUrl: '/list' });
    expect(refresh).not.toHaveBeenCalled();
    stream().open();
    stream().disconnect();
    vi.advanceTimersByTime(6000);
    stream().open();
    await flushPromises();
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('tries again with growing pauses if that fails', async () => {
    refresh.mockRejectedValue(new TypeError('Failed to fetch'));
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    for (const [index, pauseMs] of [6000, 11_000, 21_000].entries()) {
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(refresh).toHaveBeenCalledTimes(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(refresh).toHaveBeenCalledTimes(index + 2);
    }
    refresh.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(41_000);
    expect(refresh).toHaveBeenCalledTimes(5);
  });

  it('waits as long as Retry-After says, and up to a tenth longer', async () => {
    refresh.mockRejectedValueOnce(new ApiError('busy', null, { status: 503, retryAfter: 300 }));
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    await vi.advanceTimersByTimeAsync(329_999);
    expect(refresh).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('does not try again after the connection is lost, but when it is back', async () => {
    refresh.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    subscribe('/events', { pageUrl: '/list' });
    stream().open();
    await flushPromises();
    stream().disconnect();
    await vi.advanceTimersByTimeAsync(6000);
    expect(refresh).toHaveBeenCalledOnce();
    stream().open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});

describe('eventStreamSource() after an abort', () => {
  it('closes the stream', () => {
    subscribe('/events');
    controller.abort();
    expect(stream().readyState).toBe(2);
  });

  it.each([
    ['a lost connection', () => stream().disconnect()],
    ['a failed catch-up', () => stream().open()],
  ])('does nothing more about %s', async (_, fail) => {
    refresh.mockRejectedValue(new Error('broken'));
    subscribe('/events');
    fail();
    await flushPromises();
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(connectionCount()).toBe(1);
  });

  it.each([
    ['catch-up', () => stream().open(), 0],
    ['status', () => stream().refuse(), 6000],
  ])('ignores a pending %s', async (_, act, pauseMs) => {
    let fail: (error: Error) => void = () => undefined;
    const pending = () => new Promise<never>((_resolve, reject) => (fail = reject));
    refresh.mockImplementation(pending);
    fetchPage.mockImplementation(pending);
    subscribe('/events');
    act();
    await vi.advanceTimersByTimeAsync(pauseMs);
    controller.abort();
    fail(new Error('late'));
    await flushPromises();
    expect(vi.getTimerCount()).toBe(0);
    expect(connectionCount()).toBe(1);
  });
});

describe('eventStreamSource() in a store', () => {
  function startStore(): { store: NotificationStore; recorder: ReturnType<typeof recordEvents> } {
    const store = new NotificationStore({
      retrieve: (id) => Promise.resolve(makeRecord(id)),
      source: eventStreamSource('/events', { pageUrl: '/list' }),
    });
    const recorder = recordEvents(store);
    onTestFinished(recorder.stop);
    return { store, recorder };
  }

  it('costs one list request at the start if the stream opens before the list responds', async () => {
    const respond = fetchPage.getMockImplementation()!;
    fetchPage.mockImplementation(async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return respond(...request);
    });
    const { store } = startStore();
    await vi.advanceTimersByTimeAsync(100);
    stream().open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetchPage).toHaveBeenCalledOnce();
    expect(itemIds(store)).toEqual(['a', 'b']);
  });

  it('loads the list again if the stream opens after it, however soon: events may have been missed in between', async () => {
    const { store, recorder } = startStore();
    await flushPromises();
    fetchPage.mockImplementation(() => Promise.resolve(Response.json({ references: ['new', 'a'] })));
    stream().open();
    await flushPromises();
    expect(itemIds(store)).toEqual(['new', 'a']);
    expect(arrivalEvents(recorder)).toEqual([{ type: 'arrival', ids: ['new'] }]);
  });

  it('shows what was missed while the connection was lost, once the list responds, and the failure until then', async () => {
    const { store, recorder } = startStore();
    stream().open();
    await flushPromises();
    stream().disconnect();
    fetchPage.mockImplementation(() => Promise.resolve(new Response(null, { status: 502 })));
    vi.advanceTimersByTime(6000);
    stream().open();
    await flushPromises();
    expect(store.state).toMatchObject({ problem: 'unreachable', status: 'ready' });
    expect(itemIds(store)).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(store.state.problem).toBe('unreachable');
    fetchPage.mockImplementation(() => Promise.resolve(Response.json({ references: ['c', 'b'] })));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(store.state.problem).toBeNull();
    expect(itemIds(store)).toEqual(['c', 'b']);
    expect(recorder.events).toMatchObject([
      { type: 'error', operation: 'list', error: { status: 502 } },
      { type: 'arrival', ids: ['c'] },
      { type: 'reconnect' },
    ]);
    expect(fetchPage).toHaveBeenCalledTimes(4);
  });
});

describe('eventStreamSource() says whether it is connected', () => {
  const reports = (): boolean[] => setConnected.mock.calls.map(([isConnected]) => isConnected);

  it('after 8 seconds without a stream, and once what was missed is loaded', async () => {
    subscribe('/events');
    stream().open();
    await flushPromises();
    expect(reports()).toEqual([true]);
    stream().disconnect();
    vi.advanceTimersByTime(6000);
    stream().disconnect();
    vi.advanceTimersByTime(1999);
    expect(reports()).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(reports()).toEqual([true, false]);
    vi.advanceTimersByTime(60_000);
    let respond = (): void => undefined;
    refresh.mockReturnValueOnce(new Promise<void>((resolve) => (respond = resolve)));
    stream().open();
    await flushPromises();
    expect(reports()).toEqual([true, false]);
    respond();
    await flushPromises();
    expect(reports()).toEqual([true, false, true]);
  });

  it('not if the stream is back by then', async () => {
    subscribe('/events');
    stream().disconnect();
    vi.advanceTimersByTime(6000);
    stream().open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reports()).toEqual([true]);
  });

  it('not if the status 204 has ended the stream', async () => {
    fetchPage.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
    subscribe('/events');
    stream().refuse();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reports()).not.toContain(false);
  });

  it('after the heartbeat says that the server has lost its database, and until it says otherwise', async () => {
    subscribe('/events');
    stream().open();
    await flushPromises();
    stream().receive('0', { name: 'ping' });
    vi.advanceTimersByTime(7999);
    expect(reports()).toEqual([true]);
    stream().receive('0', { name: 'ping' });
    vi.advanceTimersByTime(1);
    expect(reports()).toEqual([true, false]);
    stream().receive('1', { name: 'ping' });
    expect(reports()).toEqual([true, false, true]);
  });

  it('after 45 seconds without a heartbeat and 8 more without a stream', () => {
    subscribe('/events');
    stream().open();
    stream().receive('1', { name: 'ping' });
    vi.advanceTimersByTime(52_999);
    expect(reports()).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(reports()).toEqual([true, false]);
  });

  it('no more once the source has ended', () => {
    subscribe('/events');
    stream().disconnect();
    controller.abort();
    vi.advanceTimersByTime(60_000);
    expect(reports()).toEqual([]);
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
    expect(eventStreamSource('/events').load).toBeUndefined();
  });
});

describe('eventStreamSource() with an invalid URL', () => {
  it('publishes one error and shows the list', async () => {
    vi.stubGlobal('EventSource', () => {
      throw new SyntaxError('Cannot open an EventSource to ":::".');
    });
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
