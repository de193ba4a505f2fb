import { retryAfterOf } from '../../api/retry-after.js';
import { expectResponse, isOffline } from '../../common/page-observer.js';
import { pauseMs, pauses } from '../../common/pauses.js';
import { warnOnce } from '../../common/warn.js';
import type { NotificationSource, SourceEvent } from './source.js';

/** What is known about a connection that ended. */
export interface SourceConnectionEnd {
  /** The seconds of a `Retry-After`: the next attempt waits at least as long. Default: null. */
  retryAfter?: number | null;
}

/** One connection, as the function that you give to {@link reconnecting} receives it. After its end, its functions do nothing. */
export interface SourceConnection<Message = SourceEvent> {
  /** Aborts when the connection ends, for whatever reason: close it then, and what you have not opened yet, do not open. */
  readonly signal: AbortSignal;
  /** Call it once events can arrive. The first call loads the newest page, which has what was missed. */
  readonly opened: () => void;
  /** Emits an event. It shows that the connection is alive. */
  readonly emit: (event: Message) => void;
  /**
   * Call it for each sign of life that your backend sends at least every 30 seconds. From the first one on, a connection without any for 45
   * seconds counts as lost. `isAvailable`: whether your backend can send events; false while its database is away. Default: true.
   */
  readonly heartbeat: (options?: { isAvailable?: boolean }) => void;
  /** Call it when the connection is lost, or could not be opened. The next attempt follows after a pause. */
  readonly lost: (end?: SourceConnectionEnd) => void;
  /**
   * Call it if your backend will not accept a connection soon. The newest page is loaded now and every 5 minutes, each time before the next
   * attempt. `isFinal`: whether there is to be none until the inbox is shown again. Default: false.
   */
  readonly refused: (end?: SourceConnectionEnd & { isFinal?: boolean }) => void;
}

interface ReconnectionOptions<Message> {
  connect: (connection: SourceConnection<Message>) => unknown;
  handleMessage: (message: Message) => void;
  signal: AbortSignal;
  /** Loads the newest page again. */
  refresh: () => Promise<void>;
  setConnected?: ((isConnected: boolean) => void) | undefined;
  /** Loads what was missed before a connection opened. Default: the newest page. */
  loadMissed?: () => Promise<unknown>;
}

/** A connection that lasted this long was a success: the pauses start over. */
const stableMs = 60_000;
/** A connection with a heartbeat is dead after this time without a sign of life, in milliseconds, although it is open. */
const maxSilenceMs = 45_000;
/** Without a heartbeat nobody knows: after this time, the newest page says what was missed. */
const refreshMs = 300_000;
/** How long the connection may be away before the inbox says so, in milliseconds: the first attempt to reopen it is over by then. */
const graceMs = 8000;

/**
 * Makes a source's `subscribe` of a function that opens one connection, such as a WebSocket or a GraphQL subscription. Whenever the
 * connection is lost, the function is called again: after 1 to 6 seconds, then after longer random pauses of up to a minute until one has
 * lasted a minute. Each time a connection opens, the newest page is loaded, so that nothing is missed. Once none has been open for 8
 * seconds, the inbox says that new notifications may be delayed, until one is.
 *
 * Without {@link SourceConnection.heartbeat}, a connection may be open and dead, and one that does not open may never do so: the newest page
 * is loaded after 5 minutes without an event.
 *
 * @param connect opens a connection and reports what happens to it. It may return a promise. If that rejects, the connection counts as lost,
 * and the console names the error. What it throws at once the first time, such as for an invalid address, the session reports as an error.
 *
 * @example
 * const subscribe = reconnecting(({ signal, opened, emit, lost }) => {
 *   const socket = new WebSocket('/notification-socket');
 *   socket.onopen = () => opened();
 *   socket.onmessage = ({ data }) => emit(JSON.parse(data));
 *   socket.onclose = () => lost();
 *   signal.addEventListener('abort', () => socket.close());
 * });
 * const source = { ...pollingSource('/notifications'), subscribe };
 */
export function reconnecting(
  connect: (connection: SourceConnection) => unknown,
): NonNullable<NotificationSource['subscribe']> {
  return (emit, options) => {
    new Reconnection({ ...options, connect, handleMessage: emit }).start();
    return undefined;
  };
}

/**
 * Keeps a source connected, by one connection after the other until its signal aborts: when to connect, when to load what was missed,
 * and when to say that events may be delayed.
 */
export class Reconnection<Message> {
  readonly #options: ReconnectionOptions<Message>;
  /** That of the current connection, or of the last one. */
  #controller = new AbortController();
  /** When the current connection opened, on the clock of `performance.now()`. */
  #openedAt = Infinity;
  /** Attempts to connect since the last success. */
  #failures = 0;
  #hasHeartbeat = false;
  /** The next attempt: to connect, or to load what was missed. */
  #attemptTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Messages that came right after another one: see {@link #handleMessage}. */
  #waiting: Message[] = [];
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReconnectionOptions<Message>) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#end());
  }

  /** @throws what `connect` throws at once, such as for an invalid address */
  start(): void {
    const connection = this.#begin();
    const opening = this.#options.connect(connection);
    void this.#run(connection, () => opening);
  }

  #end(): void {
    clearTimeout(this.#graceTimer);
    clearTimeout(this.#waitingTimer);
    this.#endConnection();
  }

  #endConnection(): void {
    clearTimeout(this.#attemptTimer);
    clearTimeout(this.#silenceTimer);
    this.#controller.abort();
  }

  #connect(): void {
    const connection = this.#begin();
    void this.#run(connection, () => this.#options.connect(connection));
  }

  #begin(): SourceConnection<Message> {
    this.#controller = new AbortController();
    this.#openedAt = Infinity;
    return this.#createConnection(this.#controller.signal);
  }

  #createConnection(signal: AbortSignal): SourceConnection<Message> {
    const whileCurrent =
      <Parameters extends unknown[]>(run: (...parameters: Parameters) => void) =>
      (...parameters: Parameters): void => {
        if (!signal.aborted) run(...parameters);
      };
    const noteResponse = expectResponse();
    return {
      signal,
      opened: whileCurrent(() => {
        noteResponse();
        this.#handleOpen(signal);
      }),
      emit: whileCurrent((message) => this.#handleMessage(message)),
      heartbeat: whileCurrent(({ isAvailable = true } = {}) => this.#handleHeartbeat(isAvailable)),
      lost: whileCurrent(({ retryAfter = null } = {}) => this.#handleLoss(retryAfter)),
      refused: whileCurrent(({ retryAfter = null, isFinal = false } = {}) => {
        this.#endConnection();
        void this.#refreshMeanwhile(isFinal, retryAfter);
      }),
    };
  }

  async #run(connection: SourceConnection<Message>, open: () => unknown): Promise<void> {
    // The response may never come.
    if (!connection.signal.aborted) this.#awaitSign();
    try {
      await open();
    } catch (error) {
      if (!connection.signal.aborted && !isOffline())
        warnOnce(`The connection of a source could not be opened: ${String(error)}`);
      connection.lost({ retryAfter: retryAfterOf(error) });
    }
  }

  #handleOpen(signal: AbortSignal): void {
    const { loadMissed, refresh } = this.#options;
    if (this.#openedAt !== Infinity) return;
    this.#openedAt = performance.now();
    if (this.#hasHeartbeat) this.#awaitSign();
    else clearTimeout(this.#silenceTimer);
    void this.#catchUp(loadMissed ?? refresh, signal);
  }

  #handleHeartbeat(isAvailable: boolean): void {
    this.#hasHeartbeat = true;
    this.#awaitSign();
    if (isAvailable) this.#noteConnected();
    else this.#noteLost();
  }

  /**
   * Passes on the first message at once, and those of the same task together in the next one: between two messages the browser runs all
   * microtasks, in which whoever shows the list renders it.
   */
  #handleMessage(message: Message): void {
    this.#awaitSign();
    this.#waiting.push(message);
    if (this.#waitingTimer === undefined) this.#passOn();
  }

  #passOn(): void {
    const { handleMessage, signal } = this.#options;
    const messages = this.#waiting;
    this.#waiting = [];
    this.#waitingTimer = messages.length === 0 ? undefined : setTimeout(() => this.#passOn());
    for (const message of messages) {
      // What was not passed on is sent again, or on the page, when the source starts the next time.
      if (signal.aborted) return;
      handleMessage(message);
    }
  }

  #handleLoss(retryAfter: number | null): void {
    this.#endConnection();
    this.#noteLost();
    if (performance.now() - this.#openedAt >= stableMs) this.#failures = 0;
    // As soon as there is a network, the connection is to be there.
    if (!isOffline()) this.#failures += 1;
    this.#schedule(() => this.#connect(), this.#failures, retryAfter);
  }

  #noteConnected(): void {
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    this.#options.setConnected?.(true);
  }

  #noteLost(): void {
    this.#graceTimer ??= setTimeout(() => this.#options.setConnected?.(false), graceMs);
  }

  /** Waits for the next sign of life of the connection. */
  #awaitSign(): void {
    clearTimeout(this.#silenceTimer);
    const timeoutMs = this.#hasHeartbeat ? maxSilenceMs : refreshMs;
    this.#silenceTimer = setTimeout(() => this.#handleSilence(), timeoutMs);
  }

  #handleSilence(): void {
    if (this.#hasHeartbeat) {
      this.#endConnection();
      this.#noteLost();
      this.#connect();
    } else {
      void this.#catchUp(this.#options.refresh, this.#controller.signal);
    }
  }

  /** Runs the action after a pause, in place of what is scheduled. */
  #schedule(action: () => void, failures: number, retryAfter: number | null): void {
    clearTimeout(this.#attemptTimer);
    this.#attemptTimer = setTimeout(action, pauseMs(pauses.connection, failures, retryAfter));
  }

  /** Loads what was missed, until that succeeds or the connection ends: the next one starts over. */
  async #catchUp(loadMissed: () => Promise<unknown>, signal: AbortSignal, failures = 0): Promise<void> {
    try {
      await loadMissed();
      if (signal.aborted) return;
      this.#awaitSign();
      if (this.#openedAt !== Infinity) this.#noteConnected();
    } catch (error) {
      if (signal.aborted) return;
      const next = failures + 1;
      const action = (): void => void this.#catchUp(this.#options.refresh, signal, next);
      this.#schedule(action, next, retryAfterOf(error));
    }
  }

  /** Loads what a refused connection would have sent: now, and before each further attempt. */
  async #refreshMeanwhile(isFinal: boolean, retryAfter: number | null = null): Promise<void> {
    const { signal, refresh } = this.#options;
    this.#noteConnected();
    await refresh().catch(() => undefined);
    if (signal.aborted) return;
    const next = (): void => (isFinal ? void this.#refreshMeanwhile(isFinal) : this.#connect());
    this.#attemptTimer = setTimeout(next, pauseMs(pauses.refused, 1, retryAfter));
  }
}
