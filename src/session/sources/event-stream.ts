import { discardBody } from '../../api/response.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import { withTimeout } from '../../api/with-timeout.js';
import { requestAddress } from '../../common/own-origin.js';
import { parseJson } from '../../common/parse-json.js';
import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';
import { FetchStream, streamStates } from './fetch-stream.js';
import { addQuery } from './page-loader.js';
import { eventTypes, parseSourceEvent } from './parse.js';
import type { SourceConnection } from './reconnection.js';
import { sendRequest, type SourceRequestOptions } from './request.js';
import type { SourceEvent } from './source.js';
import type { StreamPosition } from './stream-position.js';

interface EventStreamOptions {
  url: string | URL;
  request: SourceRequestOptions;
  position: StreamPosition;
  emit: (event: SourceEvent) => void;
  /** Loads the newest page again. */
  refresh: () => Promise<void>;
}

/** What an `EventSource` and a `FetchStream` have in common. */
type EventStream = EventTarget & Pick<EventSource, 'readyState' | 'close'>;

/** A message of the backend, under whatever name. */
export type StreamMessage = MessageEvent<unknown>;

/** How long to wait for a status, in milliseconds. Some servers send it only with the first event. */
const statusTimeoutMs = 10_000;
/** The statuses below 500 that pass: a timeout, too early, too many requests. */
const passingStatuses = [408, 425, 429];

/** The names of the stream's own events, which a message of the backend may have, too. */
const streamEventNames = ['open', 'error'];

/** The names that a message may have: those of the types of events, one for an arrival, and none. Those of no event are left out. */
const messageNames = ['message', 'notification', ...eventTypes, ...streamEventNames];

/** Reads an event stream: opens it, as often as its connection is to be opened, and parses its messages. */
export class EventStreamReader {
  readonly #options: EventStreamOptions;
  #isFirst = true;
  /** Whether the last attempt ended with a response that is no event stream. */
  #isRefused = false;
  #loadMissed: () => Promise<unknown>;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    const { position, refresh } = options;
    // The first page is requested after the events, so that it contains what was missed while it is under way.
    this.#loadMissed = () => position.firstPage ?? refresh();
  }

  /** Opens the stream. For one that was refused, its status is requested first: an EventSource does not expose it. */
  connect(connection: SourceConnection<StreamMessage>): Promise<void> | undefined {
    const { position, refresh } = this.#options;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst && position.startsAfterPage) return this.#connectAfterPage(connection);
    if (!isFirst) this.#loadMissed = refresh;
    if (this.#isRefused) return this.#checkStatus(connection);
    this.#open(connection);
    return undefined;
  }

  /** Loads what was missed before the stream opened. */
  loadMissed(): Promise<unknown> {
    return this.#loadMissed();
  }

  handleMessage(message: StreamMessage): void {
    const { position, emit } = this.#options;
    position.lastEventId = message.lastEventId || position.lastEventId;
    const event = parseMessage(message);
    if (event) emit(event);
  }

  async #connectAfterPage(connection: SourceConnection<StreamMessage>): Promise<void> {
    const { position, refresh } = this.#options;
    // The page is requested right after the events.
    await Promise.resolve();
    const listedEventId = await position.listedEventId;
    this.#loadMissed = listedEventId ? () => Promise.resolve() : refresh;
    if (!connection.signal.aborted) this.#open(connection);
  }

  #open({ signal, opened, heartbeat, emit, lost }: SourceConnection<StreamMessage>): void {
    const stream = openStream(this.#address, this.#options.request);
    this.#isRefused = false;
    // The browser itself would reconnect after the same few seconds each time.
    signal.addEventListener('abort', () => stream.close());
    stream.addEventListener('open', (event) => {
      if (!isMessage(event)) opened();
    });
    // The backend is there, but with 0, what it needs is not.
    stream.addEventListener('ping', (event) =>
      heartbeat({ isAvailable: !(isMessage(event) && event.data === '0') }),
    );
    for (const name of messageNames)
      stream.addEventListener(name, (event) => {
        if (isMessage(event)) emit(event);
      });
    stream.addEventListener('error', (event) => {
      if (isMessage(event)) return;
      this.#isRefused = stream.readyState === streamStates.closed;
      lost();
    });
  }

  get #address(): string {
    const { url, position } = this.#options;
    return addQuery(url, position.lastEventId ? { lastEventId: position.lastEventId } : {});
  }

  /** Opens the stream if the backend does not refuse it again. */
  async #checkStatus(connection: SourceConnection<StreamMessage>): Promise<void> {
    const { signal, lost, refused } = connection;
    const response = await this.#loadStatus(signal);
    if (signal.aborted) return;
    if (!response) {
      this.#open(connection);
      return;
    }
    const { status, ok, headers } = response;
    const retryAfter = parseRetryAfter(headers.get('Retry-After'));
    const refusal = describeRefusal(response);
    // https://html.spec.whatwg.org/multipage/server-sent-events.html#server-sent-events-intro
    if (status === 204) refused({ isFinal: true });
    else if (refusal) {
      warnOnce(`The event stream is refused: ${refusal}. The newest page is loaded every 5 minutes.`);
      refused({ retryAfter });
    } else if (ok) this.#open(connection);
    else lost({ retryAfter });
  }

  /** Requests the stream for its status; null if there is no response. */
  #loadStatus(callerSignal: AbortSignal): Promise<Response | null> {
    const send = async (signal: AbortSignal): Promise<Response> => {
      const init = { headers: { Accept: 'text/event-stream' }, cache: 'no-store', signal } as const;
      const response = await sendRequest(this.#address, init, this.#options.request);
      discardBody(response);
      return response;
    };
    return withTimeout(send, statusTimeoutMs, callerSignal).catch(() => null);
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
const isMessage = (event: Event): event is StreamMessage => event instanceof MessageEvent;

/** Parses a message, whose name may stand for the type of its event. Null, with a warning, if it is no event. */
function parseMessage({ type: name, data }: StreamMessage): SourceEvent | null {
  if (streamEventNames.includes(name)) {
    warnOnce(`The event stream sent a message with the name "${name}", which is left out.`);
    return null;
  }
  const type = { message: undefined, notification: 'add' }[name] ?? name;
  const fields = parseJson(String(data));
  return parseSourceEvent(isObject(fields) ? { ...(type && { type }), ...fields } : fields);
}
