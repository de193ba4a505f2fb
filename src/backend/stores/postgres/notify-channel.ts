import { pauseMs, pauses } from '../../../common/pauses.js';
import { delay, waitAtMost } from '../../../common/time.js';
import { kindOf } from '../../errors/report-error.js';
import { SetupError } from '../../errors/setup-error.js';
import type { EventChannel } from '../event-channel.js';
import type { Database } from './database.js';

/** How long the message of the self-test is waited for, in milliseconds. */
const testTimeoutMs = 10_000;

/** Sends messages to all instances by NOTIFY. While it is subscribed, it holds one connection, and opens it again if it is lost. */
export class NotifyChannel implements EventChannel {
  readonly #database: Database;
  readonly #name: string;
  /** The customers that wait for the next NOTIFY: under load, one statement sends many. */
  #waiting = new Set<string>();
  #sending: Promise<void> | undefined;
  /** Called when the message of the self-test arrives, which names no customer. */
  #onTestMessage = (): void => undefined;
  #isTested = false;

  /** @param name the channel in the database: letters, digits and `_` only */
  constructor(database: Database, name: string) {
    this.#database = database;
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
    if (this.#database.isPoolOfOne) {
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
      await this.#database.query(text, [this.#name, JSON.stringify(customerIds)]);
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
        const connection = await this.#database.listen(this.#name, onMessage, signal);
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
      await delay(pauseMs(pauses.database, failures), signal).catch(() => undefined);
    } while (!signal.aborted);
  }

  /** Finds out, once, whether messages arrive at all: a transaction pooler accepts LISTEN, but passes on no message. */
  async #test(onError: (error: unknown) => void, signal: AbortSignal): Promise<void> {
    const isDone = (): boolean => this.#isTested || signal.aborted;
    if (isDone()) return;
    const arrived = new Promise<void>((resolve) => {
      this.#onTestMessage = resolve;
    });
    try {
      await this.#database.query('SELECT pg_notify($1::text, $2::text)', [this.#name, '']);
    } catch {
      // The next connection is tested.
      return;
    }
    const hasArrived = await waitAtMost(
      testTimeoutMs,
      arrived.then(() => true),
    );
    if (isDone()) return;
    this.#isTested = true;
    if (!hasArrived)
      onError(
        new SetupError(
          'NOTIFY does not arrive, such as behind a pooler in transaction mode: events of other instances take up to 30 seconds. Connect to the database itself, or set the option channel.',
        ),
      );
  }
}
