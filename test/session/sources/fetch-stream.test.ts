import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStreamSource } from '../../../src/session/sources/event-stream-source.js';
import type { SourceRequestOptions } from '../../../src/session/sources/request.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import { waitUntil } from '../fakes.js';

/** A response to the stream, and what sends its events. */
class Stream {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly response: Response;
  isCanceled = false;

  constructor(type = 'text/event-stream; charset=utf-8') {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => (this.isCanceled = true));
    this.response = new Response(readable, { headers: { 'Content-Type': type } });
  }

  /** Sends the bytes in pieces, as a network may. */
  async send(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    for (let start = 0; start < bytes.length; start += 7)
      await this.#writer.write(bytes.slice(start, start + 7));
  }

  async end(): Promise<void> {
    await this.#writer.close();
  }
}

let controller: AbortController;
let events: SourceEvent[];
let streams: Stream[];
let respond: (init: RequestInit) => Response;
const ownFetch = vi.fn<typeof fetch>();
const refresh = vi.fn<() => Promise<void>>();
const urls = (): unknown[] => ownFetch.mock.calls.map(([url]) => url);

function subscribe(options: SourceRequestOptions = { headers: { Authorization: 'Bearer secret' } }): void {
  void eventStreamSource('/events', { fetch: ownFetch, ...options }).subscribe?.(
    (event) => events.push(event),
    { signal: controller.signal, refresh },
  );
}

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('EventSource', undefined);
  [events, streams, controller] = [[], [], new AbortController()];
  respond = () => {
    streams.push(new Stream());
    return streams.at(-1)!.response;
  };
  ownFetch.mockReset();
  ownFetch.mockImplementation((_, init) => Promise.resolve(respond(init!)));
  refresh.mockReset();
  refresh.mockResolvedValue();
});

afterEach(() => {
  controller.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('eventStreamSource() with headers', () => {
  it('sends them with the request of the stream, in no URL, and emits its events', async () => {
    subscribe();
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    const { headers, redirect } = ownFetch.mock.calls[0]![1]!;
    expect(new Headers(headers).get('Authorization')).toBe('Bearer secret');
    expect(new Headers(headers).get('Accept')).toBe('text/event-stream');
    expect(redirect).toBe('manual');
    await streams[0]!.send(
      ': comment\n\nevent: read\ndata: {"ids":["ä"],"isRead":true}\n\nid: 7\ndata: {"type":"remove",\ndata: "ids":["b"]}\n\n',
    );
    await waitUntil(() =>
      expect(events).toEqual([
        { type: 'read', ids: ['ä'], isRead: true },
        { type: 'remove', ids: ['b'] },
      ]),
    );
    expect(urls().join()).not.toContain('secret');
  });

  it('leaves out messages that are named `error`, with one warning, and stays connected', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    subscribe();
    await waitUntil(() => expect(streams).toHaveLength(1));
    await streams[0]!.send('event: error\ndata: {"message":"Busy"}\n\n'.repeat(2));
    await streams[0]!.send('data: {"type":"remove","ids":["a"]}\n\n');
    await waitUntil(() => expect(events).toEqual([{ type: 'remove', ids: ['a'] }]));
    expect(streams[0]!.isCanceled).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('connects again when the stream ends, from the last event on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    subscribe();
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    await streams[0]!.send('id: 7\ndata: {"type":"remove","ids":["b"]}\n\n');
    await streams[0]!.end();
    await waitUntil(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(1000);
    await waitUntil(() => expect(refresh).toHaveBeenCalledTimes(2));
    expect(urls()).toEqual(['/events', '/events?lastEventId=7']);
  });

  it('requests them once more after the status 401', async () => {
    respond = ({ headers }) => {
      if (new Headers(headers).get('Authorization') === 'expired') return new Response(null, { status: 401 });
      streams.push(new Stream());
      return streams.at(-1)!.response;
    };
    subscribe({ headers: ({ reason }) => ({ Authorization: reason }) });
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    respond = ({ headers }) =>
      new Headers(headers).get('Authorization') === 'first'
        ? new Response(null, { status: 401 })
        : new Stream().response;
    ownFetch.mockClear();
    subscribe({ headers: ({ reason }) => ({ Authorization: reason }) });
    await waitUntil(() => expect(refresh).toHaveBeenCalledTimes(2));
    expect(ownFetch).toHaveBeenCalledTimes(2);
  });

  it('tries again after a pause if the response is the status 503', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    respond = () => new Response(null, { status: 503 });
    subscribe();
    await waitUntil(() => expect(vi.getTimerCount()).toBe(2));
    expect(ownFetch).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    await waitUntil(() => expect(ownFetch.mock.calls.length).toBeGreaterThan(1));
    expect(refresh).not.toHaveBeenCalled();
  });

  it.each([
    ['the status 204', () => new Response(null, { status: 204 })],
    ['a page', () => new Stream('text/html').response],
  ])('has the newest page loaded in its place if the response is %s', async (_, refusal) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    respond = refusal;
    subscribe();
    await waitUntil(() => expect(vi.getTimerCount()).toBe(2));
    await vi.advanceTimersByTimeAsync(1000);
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    expect(ownFetch).toHaveBeenCalledTimes(2);
  });

  it('closes the stream at the end', async () => {
    subscribe();
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    controller.abort();
    expect(ownFetch.mock.calls[0]![1]!.signal!.aborted).toBe(true);
    await waitUntil(() => expect(streams[0]!.isCanceled).toBe(true));
  });
});

describe('eventStreamSource() without headers', () => {
  it.each([
    ['with a `fetch` of its own', { fetch: ownFetch }],
    ['where there is no EventSource', {}],
  ])('requests the stream by fetch %s', async (_, options) => {
    vi.stubGlobal('fetch', ownFetch);
    void eventStreamSource('/events', options).subscribe?.(() => undefined, {
      signal: controller.signal,
      refresh,
    });
    await waitUntil(() => expect(refresh).toHaveBeenCalledOnce());
    expect(ownFetch).toHaveBeenCalledOnce();
  });
});
