import { raceAbort } from '../../../common/abort.js';
import { isObject } from '../../../common/type-guards.js';
import { DeadlineError, withDeadline } from '../../errors/deadline.js';
import { SetupError } from '../../errors/setup-error.js';
import { directoryGuardOf } from './directory-guard.js';
import {
  isListeningDatabase,
  isPool,
  isSingleConnection,
  type Pool,
  type PoolConnection,
  type Queryable,
} from './queryable.js';
import { Turns } from './turns.js';

type Result = Awaited<ReturnType<Queryable['query']>>;

/** How long a statement is waited for, in milliseconds, unless the pool has a `query_timeout`. */
const defaultTimeoutMs = 10_000;
/** How often a connection that listens is checked, in milliseconds: some networks drop an idle one without a notice. */
const checkMs = 30_000;

/** The pools and connections whose errors are handled. */
const guarded = new WeakSet<object>();

/**
 * Keeps the process alive when a connection is lost, as by a restart of the database. `pg` emits that as an `error`, which ends
 * the process if nobody listens. A pool listens only to idle connections, and stops in the task in which it hands one over: what
 * comes in the same packet as the end of the statement before is emitted before anybody else can listen. So this listens for
 * the life of each connection. Its statements reject, and the pool opens another one.
 */
function guard(pool: Pool): void {
  const ignore = (): void => undefined;
  if (guarded.has(pool)) return;
  guarded.add(pool);
  // The error of an idle connection, which the pool emits again.
  pool.on('error', ignore);
  // Emitted before the pool stops to listen, also for connections from before this store.
  pool.on('acquire', (connection) => {
    if (guarded.has(connection)) return;
    guarded.add(connection);
    connection.on('error', ignore);
  });
}

/** Takes a connection of a pool. One that comes later is put back. */
async function connectWithin(pool: Pool, timeoutMs: number): Promise<PoolConnection> {
  const connecting = pool.connect();
  try {
    return await withDeadline(connecting, timeoutMs);
  } catch (error) {
    void connecting.then(
      (late) => late.release(false),
      () => undefined,
    );
    throw error;
  }
}

/**
 * The codes of what ends with its statement: data, constraints, conflicts, rights and names, and a statement that was cancelled. Not by the
 * `severity`, which is in the language of the database: https://www.postgresql.org/docs/current/protocol-error-fields.html
 *
 * 25006 is not among them: with it, a read-only server refuses a change. After a failover, the same address leads to the old primary for a
 * while, and a connection from then would lead there for good.
 */
const refusals = /^(22|23|40|42)|^57014$/;

/** Whether the database has refused a statement, over a connection that goes on. */
const isRefusal = (error: unknown): boolean =>
  isObject(error) && typeof error.code === 'string' && refusals.test(error.code);

/**
 * The host's client, as a store uses it. Nothing waits for a statement without a limit, since a connection that was lost without
 * a notice never responds: it is closed then. Over a single connection, one statement runs after the other.
 */
export class Database {
  readonly #client: Queryable;
  readonly #turns: Turns | undefined;
  /** How long a statement is waited for, in milliseconds. */
  readonly #timeoutMs: number;

  constructor(client: Queryable) {
    this.#client = client;
    this.#turns = isSingleConnection(client) ? new Turns() : undefined;
    if (isPool(client)) guard(client);
    this.#timeoutMs = (isPool(client) && Number(client.options?.query_timeout)) || defaultTimeoutMs;
  }

  /** Whether the client gives a connection that can listen. */
  get canListen(): boolean {
    return isListeningDatabase(this.#client) || isPool(this.#client);
  }

  /** Whether the only connection of a pool is needed for statements. */
  get isPoolOfOne(): boolean {
    return isPool(this.#client) && this.#client.options?.max === 1;
  }

  /**
   * Runs a statement.
   *
   * @param endAfterMs for a statement that changes nothing: after how many milliseconds the database ends it, so that it does
   *   not go on for nobody. Only with a pool of `pg`, because that needs a transaction on one connection
   * @throws DeadlineError if the database does not respond in time, and what it throws
   */
  query(text: string, values: unknown[], endAfterMs?: number): Promise<Result> {
    const client = this.#client;
    if (isPool(client)) return this.#queryPool(client, text, values, endAfterMs);
    if (this.#turns)
      return this.#turns.run(async () => {
        await directoryGuardOf(client)?.check();
        return client.query(text, values);
      }, this.#timeoutMs);
    return withDeadline(client.query(text, values), this.#timeoutMs);
  }

  /**
   * Runs statements that may take long over a connection that no others share. Each is waited for as `run` decides.
   *
   * @throws SetupError if the client has no such connection
   */
  async withConnection<Value>(run: (connection: Queryable) => Promise<Value>): Promise<Value> {
    const client = this.#client;
    if (this.#turns) return this.#turns.run(() => run(client));
    if (!isPool(client))
      throw new SetupError(
        'The tables need an upgrade over a connection of its own: call migrate() of a postgresStore() over a pool or a client of pg.',
      );
    const connection = await connectWithin(client, this.#timeoutMs);
    try {
      return await run(connection);
    } finally {
      connection.release(true);
    }
  }

  /**
   * Opens a connection that listens.
   *
   * @param name the channel: letters, digits and `_` only
   * @returns `closed` resolves when it is lost, or the signal aborts
   */
  async listen(
    name: string,
    onMessage: (payload: string) => void,
    signal: AbortSignal,
  ): Promise<{ closed: Promise<void> }> {
    const client = this.#client;
    if (isListeningDatabase(client)) {
      const unlisten = await client.listen(name, onMessage);
      const closed = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
      });
      return { closed: closed.then(unlisten) };
    }
    if (!isPool(client)) throw new SetupError('The client gives no connection that can listen.');
    const connection = await connectWithin(client, this.#timeoutMs);
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
        withDeadline(connection.query('SELECT 1', []), this.#timeoutMs).catch(() => resolve());
      }, checkMs);
    });
    connection.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await withDeadline(connection.query(`LISTEN ${name}`, []), this.#timeoutMs);
    } catch (error) {
      release();
      throw error;
    }
    const closed = raceAbort(lost, signal).catch(() => undefined);
    return { closed: closed.then(release) };
  }

  /** Runs a statement over a connection of the pool, which is closed if it does not respond. */
  async #queryPool(pool: Pool, text: string, values: unknown[], endAfterMs?: number): Promise<Result> {
    const startedAt = performance.now();
    const connection = await connectWithin(pool, this.#timeoutMs);
    const waitedMs = performance.now() - startedAt;
    const endMs = endAfterMs && Math.ceil(endAfterMs - waitedMs);
    if (endMs !== undefined && endMs <= 0) {
      connection.release(false);
      throw new DeadlineError('No connection was free in time.');
    }
    const run = (sql: string, parameters: unknown[] = []): Promise<Result> =>
      withDeadline(connection.query(sql, parameters), this.#timeoutMs - waitedMs);
    const release = (isLost: boolean): void => connection.release(isLost);
    let isLost = false;
    try {
      if (endMs) await run(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${endMs}`);
      return await run(text, values);
    } catch (error) {
      isLost = !isRefusal(error);
      throw error;
    } finally {
      // Nobody needs to wait for the end of the transaction.
      if (endMs && !isLost)
        void run('COMMIT').then(
          () => release(false),
          () => release(true),
        );
      else release(isLost);
    }
  }
}
