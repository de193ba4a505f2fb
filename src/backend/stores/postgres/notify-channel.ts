import { raceAbort } from '../../../common/abort.js';
import { backoff } from '../../../common/backoff.js';
import { delay } from '../../../common/time.js';
import { DeadlineError, withDeadline } from '../../errors/deadline.js';
import { kindOf } from '../../errors/report-error.js';
import { SetupError } from '../../errors/setup-error.js';
import type { EventChannel } from '../event-channel.js';
import { isPool, type Pool, type Queryable } from './queryable.js';

/** A PGlite, which is one connection. */
interface ListeningDatabase extends Queryable {
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
}

const isListeningDatabase = (client: Queryable): client is ListeningDatabase =>
  'listen' in client && typeof client.listen === 'function';

/** Whether the client gives a connection that can listen. */
export function canListen(client: Queryable): client is ListeningDatabase | Pool {
  return isListeningDatabase(client) || isPool(client);
}

/** How often the connection is checked, in milliseconds: some networks drop an idle one without a notice. */
const checkMs = 30_000;
/** A connection that was lost without a notice never responds. */
const responseTimeoutMs = 10_000;

/** Sends messages to all instances by NOTIFY. While it is subscribed, it holds one connection, and opens it again if it is lost. */
export class NotifyChannel implements EventChannel {
  readonly #client: ListeningDatabase | Pool;
  readonly #name: string;
  /** The customers that wait for the next NOTIFY: under load, one statement sends many. */
  #waiting = new Set<string>();
  #sending: Promise<void> | undefined;
  /** Called when the message of the self-test arrives, which names no customer. */
  #onTestMessage = (): void => undefined;
  #isTested = false;

  /** @param name the channel in the database: letters, digits and `_` only */
  constructor(client: ListeningDatabase | Pool, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async publish(customerId: string): Promise<void> {
    this.#waiting.add(customerId);
    // What is being sent may have been recorded before this event was.
    await this.#sending?.catch(() => undefined);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  subscribe(
    onMessage: (customerId: string) => void,
    onGap: () => void,
    onError: (error: unknown) => void,
  ): () => void {
    const isTooSmall = isPool(this.#client) && this.#client.options?.max === 1;
    if (isTooSmall) {
      onError(
        new SetupError(
          'The pool has one connection only, so none can listen: events of other instances take up to 30 seconds. Let it have 2 at least.',
        ),
      );
      return () => undefined;
    }
    const ended = new AbortController();
    const onPayload = (payload: string): void => {
      if (payload === '') this.#onTestMessage();
      else onMessage(payload);
    };
    const onOpen = (): void => {
      onGap();
      void this.#test(onError, ended.signal);
    };
    void this.#listen(onPayload, onOpen, onError, ended.signal);
    return () => ended.abort();
  }

  async #send(): Promise<void> {
    const customerIds = [...this.#waiting];
    this.#waiting = new Set();
    if (customerIds.length === 0) return;
    const text = 'SELECT pg_notify($1::text, id) FROM json_array_elements_text($2::text::json) AS id';
    try {
      const sending = this.#client.query(text, [this.#name, JSON.stringify(customerIds)]);
      await withDeadline(sending, responseTimeoutMs);
    } catch (error) {
      // The next one makes up for it.
      for (const customerId of customerIds) this.#waiting.add(customerId);
      throw error;
    }
  }

  /** Listens until the signal aborts, over one connection after the other. */
  async #listen(
    onMessage: (payload: string) => void,
    onOpen: () => void,
    onError: (error: unknown) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let failures = 0;
    do {
      try {
        const connection = await this.#connect(onMessage, signal);
        failures = 0;
        onOpen();
        await connection.closed;
      } catch (error) {
        failures += 1;
        // Only once: it may fail for hours.
        if (failures === 1 && !signal.aborted) {
          const reason = `LISTEN fails (${kindOf(error)}): until it works, events of other instances take up to 30 seconds.`;
          onError(new SetupError(reason, { cause: error }));
        }
      }
      await delay(100 + backoff(failures, { baseMs: 250, maxMs: 10_000 }), signal).catch(() => undefined);
    } while (!signal.aborted);
  }

  /** Finds out, once, whether messages arrive at all: a transaction pooler accepts LISTEN, but passes on no message. */
  async #test(onError: (error: unknown) => void, signal: AbortSignal): Promise<void> {
    if (this.#isTested) return;
    const arrived = new Promise<void>((resolve) => {
      this.#onTestMessage = resolve;
    });
    try {
      await this.#client.query('SELECT pg_notify($1::text, $2::text)', [this.#name, '']);
      await withDeadline(arrived, responseTimeoutMs);
      this.#isTested = true;
    } catch (error) {
      // Else the next connection is tested.
      if (signal.aborted || this.#isTested || !(error instanceof DeadlineError)) return;
      this.#isTested = true;
      onError(
        new SetupError(
          'NOTIFY does not arrive, such as behind a pooler in transaction mode: events of other instances take up to 30 seconds. Connect to the database itself, or set the option channel.',
        ),
      );
    }
  }

  /** Opens a connection that listens. Its `closed` resolves when it is lost, or the signal aborts. */
  async #connect(
    onMessage: (payload: string) => void,
    signal: AbortSignal,
  ): Promise<{ closed: Promise<void> }> {
    if (isListeningDatabase(this.#client)) {
      const unlisten = await this.#client.listen(this.#name, onMessage);
      const closed = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
      });
      return { closed: closed.then(unlisten) };
    }
    const connecting = this.#client.connect();
    const connection = await withDeadline(connecting, responseTimeoutMs).catch((error: unknown) => {
      void connecting.then(
        (late) => late.release(true),
        () => undefined,
      );
      throw error;
    });
    let timer: ReturnType<typeof setInterval> | undefined;
    // A connection that listens must not serve other queries, so it is closed.
    const release = (): void => {
      clearInterval(timer);
      connection.release(true);
    };
    const lost = new Promise<void>((resolve) => {
      connection.on('error', resolve);
      connection.on('end', resolve);
      timer = setInterval(() => {
        withDeadline(connection.query('SELECT 1', []), responseTimeoutMs).catch(() => resolve());
      }, checkMs);
    });
    connection.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await withDeadline(connection.query(`LISTEN ${this.#name}`, []), responseTimeoutMs);
    } catch (error) {
      release();
      throw error;
    }
    const closed = raceAbort(lost, signal).catch(() => undefined);
    return { closed: closed.then(release) };
  }
}
