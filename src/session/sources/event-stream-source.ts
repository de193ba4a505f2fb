import { ApiError } from '../../api/errors.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import { withTimeout } from '../../api/with-timeout.js';
import { backoff, withJitter } from '../../common/backoff.js';
import { isOffline } from '../../common/page-observer.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { addQuery, createPageLoader } from './page-loader.js';
import { parseSourceEvent } from './parse.js';
import { FetchStream, streamStates } from './fetch-stream.js';
import { sendRequest, type SourceRequestOptions } from './request.js';
import type { NotificationSource, SourceEvent } from './source.js';

/** Options of `eventStreamSource()`, each optional. */
export interface EventStreamSourceOptions extends SourceRequestOptions {
  /**
   * A GET of the host's own backend, which responds with `{ references, nextCursor?, unreadCount? }` to `?limit=` and
   * `?cursor=`. It provides the pages, and what was missed while the connection was lost. Without it there are only the events.
   */
  pageUrl?: string | URL;
}

/** The names that a message may have: those of the types of events, one for an arrival, and none. */
const messageNames = [
  'message',
  'notification',
  'add',
  'remove',
  'read',
  'seen',
  'dismiss',
  'preference',
  'reset',
];

/** The fields of a message; undefined if it is no object. */
function parseFields(data: unknown): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(String(data));
    return isObject(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a message, whose name may stand for the type of its event. Null, with a warning, if it is no event. */
function parseMessage({ type: name, data }: MessageEvent<unknown>): SourceEvent | null {
  const type = { message: undefined, notification: 'add' }[name] ?? name;
  const fields = parseFields(data);
  const event = fields && parseSourceEvent({ type, ...fields });
  if (event) return event;
  // Not by its values, which may be personal.
  const description = fields ? `an object with ${Object.keys(fields).slice(0, 5).join(', ')}` : 'no object';
  warnOnce(`The event stream sent a message that is no event, and is left out: ${description}.`);
  return null;
}

/** What an `EventSource` and a `FetchStream` have in common. */
type EventStream = EventTarget & Pick<EventSource, 'readyState' | 'close'>;

/** Why a response is no event stream, and will not be one soon; undefined if it may be. */
function describeRefusal({ ok, status, headers }: Response): string | undefined {
  if (!ok) return status >= 500 || passingStatuses.includes(status) ? undefined : `status ${status}`;
  return headers.get('Content-Type')?.startsWith('text/event-stream') ? undefined : 'no text/event-stream';
}

/** An `EventSource` sends no headers, and some runtimes have none. */
function openStream(address: string, options: SourceRequestOptions): EventStream {
  const { headers, fetch: customFetch, withCredentials = false } = options;
  return headers || customFetch || typeof EventSource === 'undefined'
    ? new FetchStream(address, options)
    : new EventSource(address, { withCredentials });
}

/** Pauses are this long at least, in milliseconds. */
const minPauseMs = 1000;
/** A connection that lasted this long was a success: the pauses start over. */
const stableMs = 60_000;
/** A stream with a heartbeat is dead after this time without a sign of life, in milliseconds, although it is open. */
const maxSilenceMs = 45_000;
/** Without a heartbeat or a stream nobody knows: after this time, the newest page says what was missed. */
const refreshMs = 300_000;
/** How long to wait for a status, in milliseconds. Some servers send it only with the first event. */
const statusTimeoutMs = 10_000;
/** How long the stream may be away before the inbox says so, in milliseconds: the first attempt to reopen it is over by then. */
const graceMs = 8000;
/** The statuses below 500 that pass: a timeout, too early, too many requests. */
const passingStatuses = [408, 425, 429];
/** Well below where setTimeout overflows and fires at once. */
const dayMs = 86_400_000;

/**
 * Receives notifications as server-sent events of the host's own backend. Each message is a {@link SourceEvent} as JSON. It may
 * have a name: that of its type, which then need not be in the JSON, or `notification`.
 *
 * With `pageUrl`, the newest page is loaded whenever the stream opens, so that nothing is missed. A lost connection is opened again after
 * 1 to 6 seconds, then after longer pauses of up to a minute until one has lasted a minute; the pauses are random, so that
 * a server that restarts does not get all clients back at once. If messages have ids, the last one is sent along as the
 * query parameter `lastEventId`.
 *
 * The inbox says that arrivals are held up once the stream has been away for 8 seconds, until it is back.
 *
 * A connection may be open and dead, as after sleep. A stream that sends events with the name `ping` is opened again after 45 seconds
 * without any, and as lost if their data is `0`; for one that sends none, the newest page is loaded after 5 minutes without a message.
 *
 * A stream that is refused, by a status such as 404 or with something else than `text/event-stream`, is not lost: the console says so,
 * and the newest page is loaded every 5 minutes, before the stream is tried again. The status 204 ends it until the inbox is shown again.
 *
 * @example
 * eventStreamSource('/notifications/events', { pageUrl: '/notifications' });
 */
export function eventStreamSource(
  url: string | URL,
  options: EventStreamSourceOptions = {},
): NotificationSource {
  return createEventStream(url, options);
}

/**
 * @param startsAfterPage Whether the page names the last event that it contains. Then the stream opens after the page has loaded, and
 * starts with the next event: in between, none is missed.
 */
export function createEventStream(
  url: string | URL,
  { pageUrl, ...options }: EventStreamSourceOptions,
  startsAfterPage = false,
): NotificationSource {
  const loadPage = pageUrl === undefined ? undefined : createPageLoader(pageUrl, options);
  /** The last event of the first page, once it has loaded. */
  let listedEventId: Promise<string | undefined> | undefined;
  /** The last event that was received, or is on the first page. A stream that is opened again, also later, starts after it. */
  let lastEventId = '';
  /** The first page, while it is under way. */
  let firstPage: Promise<unknown> | undefined;

  const load: typeof loadPage =
    loadPage &&
    ((page) => {
      const loading = loadPage(page);
      if (page.cursor === undefined) {
        firstPage = loading;
        listedEventId = loading
          .then(
            (listed) => {
              // What this page misses from now on, such as while it is hidden, may be about further pages.
              if (startsAfterPage) lastEventId ||= listed.lastEventId ?? '';
              return listed.lastEventId;
            },
            () => undefined,
          )
          .finally(() => (firstPage = undefined));
      }
      return loading;
    });

  const subscribe: NonNullable<NotificationSource['subscribe']> = (
    emit,
    { signal, refresh, setConnected },
  ) => {
    let stream: EventStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    let hasHeartbeat = false;
    let failures = 0;
    const address = (): string => addQuery(url, lastEventId ? { lastEventId } : {});

    function noteConnected(): void {
      clearTimeout(graceTimer);
      graceTimer = undefined;
      setConnected?.(true);
    }

    function noteLost(): void {
      graceTimer ??= setTimeout(() => setConnected?.(false), graceMs);
    }

    /** Runs the action after a pause, in place of what is scheduled. */
    function schedule(action: () => void, attempts: number, retryAfterSeconds: number | null = null): void {
      clearTimeout(timer);
      const retryAfterMs = Math.min((retryAfterSeconds ?? 0) * 1000, dayMs);
      timer = setTimeout(action, retryAfterMs + minPauseMs + backoff(attempts, { baseMs: 2500 }));
    }

    function reconnect(action: () => void, retryAfterSeconds?: number | null): void {
      if (!isOffline()) failures += 1;
      schedule(action, failures, retryAfterSeconds);
    }

    /** @param loadMissed Loads what was missed before the stream opened. */
    function connect(loadMissed: () => Promise<unknown> = refresh): void {
      const current = openStream(address(), options);
      let openedAt = Infinity;
      stream = current;
      // The response may never come.
      if (hasHeartbeat) awaitSign();
      current.addEventListener('open', () => {
        openedAt = performance.now();
        if (hasHeartbeat) awaitSign();
        void catchUp(loadMissed);
      });
      current.addEventListener('ping', (message) => {
        hasHeartbeat = true;
        awaitSign();
        // The backend is there, but what it needs is not.
        if (message instanceof MessageEvent && message.data === '0') noteLost();
        else noteConnected();
      });
      for (const name of messageNames)
        current.addEventListener(name, (message) => {
          if (!(message instanceof MessageEvent)) return;
          awaitSign();
          lastEventId = message.lastEventId || lastEventId;
          const event = parseMessage(message);
          if (event) emit(event);
        });
      current.addEventListener('error', () => {
        const isRefused = current.readyState === streamStates.closed;
        // The browser itself would reconnect after the same few seconds each time.
        current.close();
        noteLost();
        clearTimeout(silenceTimer);
        if (performance.now() - openedAt >= stableMs) failures = 0;
        reconnect(() => (isRefused ? void checkStatus() : connect()));
      });
    }

    /** Waits for the next sign of life of the open stream. */
    function awaitSign(): void {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(
        () => {
          if (hasHeartbeat) {
            stream?.close();
            noteLost();
            connect();
          } else {
            void catchUp(refresh);
          }
        },
        hasHeartbeat ? maxSilenceMs : refreshMs,
      );
    }

    /** Connects if the backend does not refuse it again: an EventSource does not expose the status of a refusal. */
    async function checkStatus(): Promise<void> {
      const response = await withTimeout(
        (timeoutSignal) =>
          sendRequest(
            address(),
            { headers: { Accept: 'text/event-stream' }, cache: 'no-store', signal: timeoutSignal },
            options,
          ),
        statusTimeoutMs,
        signal,
      ).catch(() => null);
      // https://html.spec.whatwg.org/multipage/server-sent-events.html#server-sent-events-intro
      if (signal.aborted) return;
      if (!response) {
        connect();
        return;
      }
      if (response.status === 204) return replaceStream();
      const retryAfter = parseRetryAfter(response.headers.get('Retry-After'));
      const refusal = describeRefusal(response);
      if (refusal) {
        warnOnce(`The event stream is refused: ${refusal}. The newest page is loaded every 5 minutes.`);
        await replaceStream(checkStatus, retryAfter);
      } else if (response.ok) connect();
      else reconnect(() => void checkStatus(), retryAfter);
    }

    /** Loads what the stream would have sent, as it is refused: now, and every 5 minutes, before it is tried again. */
    async function replaceStream(
      next = replaceStream,
      retryAfterSeconds: number | null = null,
    ): Promise<void> {
      noteConnected();
      await refresh().catch(() => undefined);
      if (signal.aborted) return;
      const retryAfterMs = Math.min((retryAfterSeconds ?? 0) * 1000, dayMs);
      timer = setTimeout(() => void next(), withJitter(Math.max(refreshMs, retryAfterMs)));
    }

    /** Loads what was missed, until that succeeds or the connection is lost. */
    async function catchUp(loadMissed: () => Promise<unknown>, attempts = 0): Promise<void> {
      try {
        await loadMissed();
        if (stream?.readyState !== streamStates.open) return;
        awaitSign();
        noteConnected();
      } catch (error) {
        // The next opening starts over.
        if (stream?.readyState !== streamStates.open) return;
        const retryAfter = error instanceof ApiError ? error.retryAfter : null;
        schedule(() => void catchUp(refresh, attempts + 1), attempts + 1, retryAfter);
      }
    }

    async function startAfterPage(): Promise<void> {
      // The page is requested right after the events.
      await Promise.resolve();
      const listed = await listedEventId;
      if (signal.aborted) return;
      connect(listed ? () => Promise.resolve() : refresh);
    }

    if (startsAfterPage) void startAfterPage();
    // The first page is requested after the events, so that it contains what was missed while it is under way.
    else connect(() => firstPage ?? refresh());
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      clearTimeout(silenceTimer);
      clearTimeout(graceTimer);
      stream?.close();
    });
    return undefined;
  };

  return { subscribe, ...(load && { load }) };
}
