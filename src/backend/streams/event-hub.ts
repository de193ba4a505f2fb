import { pauseMs, pauses } from '../../common/pauses.js';
import { delay } from '../../common/time.js';
import { withDeadline } from '../errors/deadline.js';
import { BatchQueue } from '../stores/batch-queue.js';
import { toCountBody, type CountQueue } from '../stores/count-queue.js';
import type { EventChannel } from '../stores/event-channel.js';
import { toBatches } from '../stores/ids.js';
import type { EventPosition, InboxStore, MissedEvents } from '../stores/inbox-store.js';
import { encodeCounts, encodeEvent, EventStream, loadBytes, type StreamContent } from './event-stream.js';

/** Proxies close connections that are idle for longer, in milliseconds. */
const heartbeatMs = 15_000;
/** How often the store is polled for events that no message has announced, in milliseconds. */
const pollMs = 30_000;
/** The same while the store does not respond. */
const retryMs = 5000;
/** A stream ends after 10 to 20 minutes, so that the customer is authenticated again when the page reopens it. */
const streamMinutes = 10;
/** How many events a page may have missed, and how many ids in them, without that it loads its list anew. */
const maxMissed = { events: 200, ids: 10_000 };
/**
 * Of how many customers events are loaded by one statement, and how many of these run at once, so that requests of pages find
 * a connection when all pages catch up.
 */
const loadLimits = { maxSize: 250, maxRunning: 2 };

/** Before every event: that of a stream of counts that has sent none. */
const noPosition = -1;

/** What makes a page load its list anew. */
const encodeReset = (number: number): Uint8Array => encodeEvent(number, { type: 'reset' });

export interface EventHubOptions {
  store: InboxStore;
  counts: CountQueue;
  channel: EventChannel;
  maxStreams: number;
  maxStreamsPerCustomer: number;
  timeoutMs: number;
  onError: (error: unknown) => void;
}

/** Which stream a page requests. */
interface StreamRequest {
  /** Finds the customer's key, which the stream says first. */
  findKey: () => Promise<string>;
  content: StreamContent;
  /** The event of the customer after which the stream begins; otherwise with the next one. Counts begin with those of now. */
  after: number | undefined;
  signal: AbortSignal;
}

/** The open pages of one customer. */
interface CustomerStreams {
  readonly streams: Set<EventStream>;
  isLoading: boolean;
  /** Whether there may be further events than those that are being loaded. */
  isStale: boolean;
}

/** Sends the events of customers to their open pages: those that are stored, and from then on those that the channel announces. */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #customers = new Map<string, CustomerStreams>();
  readonly #loads: BatchQueue<EventPosition, MissedEvents | undefined>;
  readonly #lastEvents: BatchQueue<string, number>;
  #isClosed = false;
  #unsubscribe: (() => void) | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pollTimer: ReturnType<typeof setTimeout> | undefined;
  #isPolling = false;
  /** Whether the store responded to the last poll. */
  #isAvailable = true;
  #openStreams = 0;

  constructor(options: EventHubOptions) {
    this.#options = options;
    const { store, timeoutMs } = options;
    // A connection that was lost without a notice may never respond.
    this.#loads = new BatchQueue(
      async (positions) => {
        const limits = { ...maxMissed, bytes: loadBytes, timeoutMs };
        const missed = await withDeadline(store.eventsOf(positions, limits), timeoutMs);
        return ({ customerId }) => missed.get(customerId);
      },
      { ...loadLimits, timeoutMs },
    );
    this.#lastEvents = new BatchQueue(
      async (customerIds) => {
        const last = await withDeadline(store.lastEvents(customerIds), timeoutMs);
        return (customerId) => last.get(customerId) ?? 0;
      },
      { ...loadLimits, timeoutMs },
    );
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get openStreams(): number {
    return this.#openStreams;
  }

  /**
   * Opens a stream of a customer.
   *
   * @returns null if there are too many already: of this customer, or in all
   * @throws what the store throws
   */
  async open(
    customerId: string,
    { findKey, content, after, signal }: StreamRequest,
  ): Promise<ReadableStream<Uint8Array> | null> {
    const { maxStreams, maxStreamsPerCustomer } = this.#options;
    const customer = this.#customers.get(customerId) ?? {
      streams: new Set<EventStream>(),
      isLoading: false,
      isStale: false,
    };
    const isFull = this.#openStreams >= maxStreams || customer.streams.size >= maxStreamsPerCustomer;
    if (isFull || this.#isClosed) return null;
    this.#customers.set(customerId, customer);
    const lifetimeMs = streamMinutes * 60_000 * (1 + Math.random());
    const stream = new EventStream(
      content,
      lifetimeMs,
      () => this.#remove(customerId, customer, stream),
      () => void this.#load(customerId, customer),
    );
    customer.streams.add(stream);
    this.#openStreams += 1;
    try {
      this.#start();
      // At once, so that those of many customers are loaded together.
      const position = content === 'counts' ? noPosition : this.#lastEvents.load(customerId);
      const [last, key] = await Promise.all([position, findKey()]);
      signal.throwIfAborted();
      stream.start(Math.min(after ?? last, last), key);
      // It knows later events than there are, as of a database that was restored from a backup.
      if (content === 'events' && after !== undefined && after > last) stream.skipTo(last, encodeReset(last));
    } catch (error) {
      stream.close();
      throw error;
    }
    signal.addEventListener('abort', () => stream.close(), { once: true });
    void this.#load(customerId, customer);
    return stream.body;
  }

  /** Sends the new events of a customer to their open pages. */
  notify(customerId: string): void {
    const customer = this.#customers.get(customerId);
    if (customer) void this.#load(customerId, customer);
  }

  /** Ends the streams of a customer, for instance because they have signed out. */
  disconnect(customerId: string): void {
    for (const stream of this.#customers.get(customerId)?.streams ?? []) stream.close();
  }

  /** Ends every stream. The pages reopen them, elsewhere or later, each after a pause of its own. */
  close(): void {
    this.#isClosed = true;
    for (const customerId of [...this.#customers.keys()]) this.disconnect(customerId);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Subscribes with the first stream: a process that only delivers needs no connection that listens. */
  #start(): void {
    // What was known when the last stream ended may be long ago.
    if (this.#openStreams === 1) this.#isAvailable = true;
    this.#pingTimer ??= setInterval(() => this.#ping(), heartbeatMs);
    this.#pollTimer ??= setTimeout(() => void this.#poll(), pollMs);
    this.#unsubscribe ??= this.#options.channel.subscribe(
      (customerId) => this.notify(customerId),
      () => {
        for (const customerId of this.#customers.keys()) this.notify(customerId);
      },
      this.#options.onError,
    );
  }

  #remove(customerId: string, customer: CustomerStreams, stream: EventStream): void {
    if (!customer.streams.delete(stream)) return;
    this.#openStreams -= 1;
    if (customer.streams.size === 0) this.#customers.delete(customerId);
    if (this.#openStreams > 0) return;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pollTimer);
    this.#pingTimer = this.#pollTimer = undefined;
  }

  #ping(): void {
    for (const { streams } of this.#customers.values())
      for (const stream of streams) stream.ping(this.#isAvailable);
  }

  /** Polls, and notifies the pages if the store responds no more, or again. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const wasAvailable = this.#isAvailable;
    try {
      await this.#loadUnannounced();
      this.#isAvailable = true;
    } catch (error) {
      this.#isAvailable = false;
      if (wasAvailable) this.#options.onError(error);
    }
    this.#isPolling = false;
    if (wasAvailable !== this.#isAvailable) this.#ping();
    clearTimeout(this.#pollTimer);
    this.#pollTimer =
      this.#openStreams > 0
        ? setTimeout(() => void this.#poll(), this.#isAvailable ? pollMs : retryMs)
        : undefined;
  }

  /** Loads what no message has announced: without a channel that works, or of a process that ended before it sent one. */
  async #loadUnannounced(): Promise<void> {
    const { store, timeoutMs } = this.#options;
    for (const customerIds of toBatches([...this.#customers.keys()])) {
      // Not among the loads: they wait for a store that does not respond.
      const last = await withDeadline(store.lastEvents(customerIds), timeoutMs);
      for (const customerId of customerIds) {
        const streams = [...(this.#customers.get(customerId)?.streams ?? [])];
        if (streams.some(({ position }) => position !== (last.get(customerId) ?? 0))) this.notify(customerId);
      }
    }
  }

  /** Loads and sends the events that are new, once for all that notify. */
  async #load(customerId: string, customer: CustomerStreams): Promise<void> {
    customer.isStale = true;
    if (customer.isLoading) return;
    customer.isLoading = true;
    await this.#loadAll(customerId, customer);
    customer.isLoading = false;
  }

  /** Loads until there are no more. While the store is away, it tries again. */
  async #loadAll(customerId: string, customer: CustomerStreams): Promise<void> {
    let failures = 0;
    while (customer.isStale) {
      try {
        await this.#loadNext(customerId, customer);
        failures = 0;
      } catch (error) {
        if (failures === 0) this.#options.onError(error);
        void this.#poll();
        failures += 1;
        customer.isStale = true;
        await delay(pauseMs(pauses.database, failures));
      }
    }
  }

  async #loadNext(customerId: string, customer: CustomerStreams): Promise<void> {
    customer.isStale = false;
    // Those that are still opening, or cannot take more, load what is new themselves.
    const ready = [...customer.streams].filter(({ position }) => position !== Infinity);
    const streamsOf = (wanted: StreamContent) => ready.filter(({ content }) => content === wanted);
    await Promise.all([
      this.#sendEvents(customerId, customer, streamsOf('events')),
      this.#sendCounts(customerId, streamsOf('counts')),
    ]);
  }

  async #sendEvents(
    customerId: string,
    customer: CustomerStreams,
    streams: readonly EventStream[],
  ): Promise<void> {
    if (streams.length === 0) return;
    const after = Math.min(...streams.map(({ position }) => position));
    const missed = await this.#loads.load({ customerId, after });
    if (!missed) {
      // Everything of the customer was deleted, maybe by another instance.
      if (after > 0) this.disconnect(customerId);
      return;
    }
    const { events, hasMore, lastEvent } = missed;
    customer.isStale ||= hasMore || events === null;
    if (!events) {
      // What lies between cannot be sent: the page loads its list anew.
      const bytes = encodeReset(lastEvent);
      for (const stream of streams) if (stream.position === after) stream.skipTo(lastEvent, bytes);
      return;
    }
    for (const { number, event } of events) {
      const bytes = encodeEvent(number, event);
      for (const stream of streams) stream.send(number, bytes);
    }
  }

  async #sendCounts(customerId: string, streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const counts = await this.#options.counts.load(customerId);
    const { lastEvent } = counts;
    // Everything of the customer was deleted, maybe by another instance.
    if (lastEvent === 0 && streams.some(({ position }) => position > 0)) this.disconnect(customerId);
    const bytes = encodeCounts(toCountBody(counts));
    for (const stream of streams) if (stream.position !== lastEvent) stream.skipTo(lastEvent, bytes);
  }
}
