import { discardBody } from '../../api/response.js';
import { parseRetryAfter, retryAfterOf } from '../../api/retry-after.js';
import { withTimeout } from '../../api/with-timeout.js';
import { requestAddress } from '../../common/own-origin.js';
import { isOffline, noteResponse } from '../../common/page-observer.js';
import { pauseMs, pauses } from '../../common/pauses.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { FetchStream, streamStates } from './fetch-stream.js';
import { addQuery } from './page-loader.js';
import { eventTypes, parseSourceEvent } from './parse.js';
import { sendRequest, type SourceRequestOptions } from './request.js';
import type { SourceEvent } from './source.js';
import type { StreamPosition } from './stream-position.js';

/** What a subscription to a stream consists of. */
export interface EventStreamSubscription {
  url: string | URL;
  request: SourceRequestOptions;
  position: StreamPosition;
  emit: (event: SourceEvent) => void;
  signal: AbortSignal;
  /** Loads the newest page again. */
  refresh: () => Promise<void>;
  setConnected?: ((isConnected: boolean) => void) | undefined;
}

/** What an `EventSource` and a `FetchStream` have in common. */
type EventStream = EventTarget & Pick<EventSource, 'readyState' | 'close'>;

/** Loads what the stream has not sent. */
type LoadMissed = () => Promise<unknown>;

/** A connection that lasted this long was a success: the pauses start over. */
const stableMs = 60_000;
/** A stream with a heartbeat is dead after this time without a sign of life, in milliseconds, although it is open. */
const maxSilenceMs = 45_000;
/** Without a heartbeat nobody knows: after this time, the newest page says what was missed. */
const refreshMs = 300_000;
/** How long to wait for a status, in milliseconds. Some servers send it only with the first event. */
const statusTimeoutMs = 10_000;
/** How long the stream may be away before the inbox says so, in milliseconds: the first attempt to reopen it is over by then. */
const graceMs = 8000;
/** The statuses below 500 that pass: a timeout, too early, too many requests. */
const passingStatuses = [408, 425, 429];

/** The names of the stream's own events, which a message of the backend may have, too. */
const streamEventNames = ['open', 'error'];

/** The names that a message may have: those of the types of events, one for an arrival, and none. Those of no event are left out. */
const messageNames = ['message', 'notification', ...eventTypes, ...streamEventNames];

/** Keeps a subscription connected to its event stream: one connection after the other, until the signal aborts. */
export class EventStreamConnection {
  readonly #subscription: EventStreamSubscription;
  #stream: EventStream | undefined;
  /** When the current stream opened, on the clock of `performance.now()`. */
  #openedAt = Infinity;
  /** Attempts to connect since the last success. */
  #failures = 0;
  #hasHeartbeat = false;
  /** The next attempt: to connect, or to load what was missed. */
  #attemptTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Messages that came right after another one: see {@link #handleMessage}. */
  #waiting: MessageEvent<unknown>[] = [];
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(subscription: EventStreamSubscription) {
    this.#subscription = subscription;
    subscription.signal.addEventListener('abort', () => this.#close());
  }

  start(): void {
    const { position, refresh } = this.#subscription;
    if (position.startsAfterPage) void this.#startAfterPage();
    // The first page is requested after the events, so that it contains what was missed while it is under way.
    else this.#connect(() => position.firstPage ?? refresh());
  }

  async #startAfterPage(): Promise<void> {
    const { position, signal, refresh } = this.#subscription;
    // The page is requested right after the events.
    await Promise.resolve();
    const listedEventId = await position.listedEventId;
    if (!signal.aborted) this.#connect(listedEventId ? () => Promise.resolve() : refresh);
  }

  #close(): void {
    clearTimeout(this.#attemptTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#graceTimer);
    clearTimeout(this.#waitingTimer);
    this.#stream?.close();
  }

  /** @param loadMissed Loads what was missed before the stream opened. */
  #connect(loadMissed: LoadMissed = this.#subscription.refresh): void {
    const stream = openStream(this.#address, this.#subscription.request);
    this.#stream = stream;
    this.#openedAt = Infinity;
    // The response may never come.
    if (this.#hasHeartbeat) this.#awaitSign();
    stream.addEventListener('open', (event) => {
      if (!isMessage(event)) this.#handleOpen(loadMissed);
    });
    stream.addEventListener('ping', (message) => this.#handlePing(message));
    for (const name of messageNames) stream.addEventListener(name, (message) => this.#handleMessage(message));
    stream.addEventListener('error', (event) => {
      if (!isMessage(event)) this.#handleLoss(stream);
    });
  }

  get #address(): string {
    const { url, position } = this.#subscription;
    return addQuery(url, position.lastEventId ? { lastEventId: position.lastEventId } : {});
  }

  #handleOpen(loadMissed: LoadMissed): void {
    noteResponse();
    this.#openedAt = performance.now();
    if (this.#hasHeartbeat) this.#awaitSign();
    void this.#catchUp(loadMissed);
  }

  #handlePing(message: Event): void {
    this.#hasHeartbeat = true;
    this.#awaitSign();
    // The backend is there, but what it needs is not.
    if (isMessage(message) && message.data === '0') this.#noteLost();
    else this.#noteConnected();
  }

  /**
   * Emits the first message at once, and those of the same task together in the next one: between two messages the browser runs all
   * microtasks, in which whoever shows the list renders it.
   */
  #handleMessage(message: Event): void {
    if (!isMessage(message)) return;
    this.#awaitSign();
    this.#waiting.push(message);
    if (this.#waitingTimer === undefined) this.#emitWaiting();
  }

  #emitWaiting(): void {
    const { position, emit, signal } = this.#subscription;
    const messages = this.#waiting;
    this.#waiting = [];
    this.#waitingTimer = messages.length === 0 ? undefined : setTimeout(() => this.#emitWaiting());
    for (const message of messages) {
      // What was not emitted is sent again, when the stream opens the next time.
      if (signal.aborted) return;
      position.lastEventId = message.lastEventId || position.lastEventId;
      const event = parseMessage(message);
      if (event) emit(event);
    }
  }

  #handleLoss(stream: EventStream): void {
    const isRefused = stream.readyState === streamStates.closed;
    // The browser itself would reconnect after the same few seconds each time.
    stream.close();
    this.#noteLost();
    clearTimeout(this.#silenceTimer);
    if (performance.now() - this.#openedAt >= stableMs) this.#failures = 0;
    this.#retry(() => (isRefused ? void this.#checkStatus() : this.#connect()));
  }

  #noteConnected(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    this.#subscription.setConnected?.(true);
  }

  #noteLost(): void {
    this.#graceTimer ??= setTimeout(() => this.#subscription.setConnected?.(false), graceMs);
  }

  /** Waits for the next sign of life of the open stream. */
  #awaitSign(): void {
    clearTimeout(this.#silenceTimer);
    const timeoutMs = this.#hasHeartbeat ? maxSilenceMs : refreshMs;
    this.#silenceTimer = setTimeout(() => this.#handleSilence(), timeoutMs);
  }

  #handleSilence(): void {
    if (this.#hasHeartbeat) {
      this.#stream?.close();
      this.#noteLost();
      this.#connect();
    } else {
      void this.#catchUp(this.#subscription.refresh);
    }
  }

  /** Runs the action after a pause, in place of what is scheduled. */
  #schedule(action: () => void, attempts: number, retryAfter: number | null = null): void {
    clearTimeout(this.#attemptTimer);
    this.#attemptTimer = setTimeout(action, pauseMs(pauses.connection, attempts, retryAfter));
  }

  /** Runs an attempt to connect, after a longer pause each time. */
  #retry(attempt: () => void, retryAfter: number | null = null): void {
    // As soon as there is a network, the stream is to be there.
    if (!isOffline()) this.#failures += 1;
    this.#schedule(attempt, this.#failures, retryAfter);
  }

  /** Loads what was missed, until that succeeds or the connection is lost. */
  async #catchUp(loadMissed: LoadMissed, attempts = 0): Promise<void> {
    try {
      await loadMissed();
      if (!this.#isOpen) return;
      this.#awaitSign();
      this.#noteConnected();
    } catch (error) {
      // The next opening starts over.
      if (!this.#isOpen) return;
      const next = attempts + 1;
      this.#schedule(() => void this.#catchUp(this.#subscription.refresh, next), next, retryAfterOf(error));
    }
  }

  get #isOpen(): boolean {
    return this.#stream?.readyState === streamStates.open;
  }

  /** Connects if the backend does not refuse it again: an EventSource does not expose the status of a refusal. */
  async #checkStatus(): Promise<void> {
    const response = await this.#loadStatus();
    if (this.#subscription.signal.aborted) return;
    if (!response) {
      this.#connect();
      return;
    }
    // https://html.spec.whatwg.org/multipage/server-sent-events.html#server-sent-events-intro
    if (response.status === 204) return this.#replaceStream();
    const retryAfter = parseRetryAfter(response.headers.get('Retry-After'));
    const refusal = describeRefusal(response);
    if (refusal) {
      warnOnce(`The event stream is refused: ${refusal}. The newest page is loaded every 5 minutes.`);
      await this.#replaceStream(() => this.#checkStatus(), retryAfter);
    } else if (response.ok) this.#connect();
    else this.#retry(() => void this.#checkStatus(), retryAfter);
  }

  /** Requests the stream for its status; null if there is no response. */
  #loadStatus(): Promise<Response | null> {
    const { request, signal: callerSignal } = this.#subscription;
    const send = async (signal: AbortSignal): Promise<Response> => {
      const init = { headers: { Accept: 'text/event-stream' }, cache: 'no-store', signal } as const;
      const response = await sendRequest(this.#address, init, request);
      discardBody(response);
      return response;
    };
    return withTimeout(send, statusTimeoutMs, callerSignal).catch(() => null);
  }

  /** Loads what the stream would have sent, as it is refused: now, and every 5 minutes, before it is tried again. */
  async #replaceStream(next = () => this.#replaceStream(), retryAfter: number | null = null): Promise<void> {
    const { signal, refresh } = this.#subscription;
    this.#noteConnected();
    await refresh().catch(() => undefined);
    if (signal.aborted) return;
    this.#attemptTimer = setTimeout(() => void next(), pauseMs(pauses.refused, 1, retryAfter));
  }
}

/** An `EventSource` sends no headers, and some runtimes have none. */
function openStream(address: string, request: SourceRequestOptions): EventStream {
  const { headers, fetch: customFetch, withCredentials = false } = request;
  return headers || customFetch || typeof EventSource === 'undefined'
    ? new FetchStream(address, request)
    : new EventSource(requestAddress(address), { withCredentials });
}

/** Why a response is no event stream, and will not be one soon; undefined if it may be. */
function describeRefusal({ ok, status, headers }: Response): string | undefined {
  if (!ok) return status >= 500 || passingStatuses.includes(status) ? undefined : `status ${status}`;
  return headers.get('Content-Type')?.startsWith('text/event-stream') ? undefined : 'no text/event-stream';
}

/** Whether the backend has sent it: the stream's own events are none. */
const isMessage = (event: Event): event is MessageEvent<unknown> => event instanceof MessageEvent;

/** Parses a message, whose name may stand for the type of its event. Null, with a warning, if it is no event. */
function parseMessage({ type: name, data }: MessageEvent<unknown>): SourceEvent | null {
  if (streamEventNames.includes(name)) {
    warnOnce(`The event stream sent a message with the name "${name}", which is left out.`);
    return null;
  }
  const type = { message: undefined, notification: 'add' }[name] ?? name;
  const fields = parseJson(data);
  return parseSourceEvent(isObject(fields) ? { ...(type && { type }), ...fields } : fields);
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
