import { DeadlineError } from '../../errors/deadline.js';

/** What runs SQL: a pool or client of `pg`, a PGlite, or anything alike. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A connection of its own from a pool of `pg`. */
export interface PoolConnection extends Queryable {
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: 'error' | 'end', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  release(destroy: boolean): void;
}

export interface Pool extends Queryable {
  options?: { max?: number };
  connect(): Promise<PoolConnection>;
}

/** Whether each statement runs on the same connection: with a client of `pg`, or a PGlite. */
export const isSingleConnection = (client: Queryable): boolean => 'processID' in client || 'listen' in client;

export const isPool = (client: Queryable): client is Pool =>
  'connect' in client && typeof client.connect === 'function' && 'totalCount' in client;

/**
 * Runs a statement that changes nothing. The database ends it after this time, so that it does not go on for nobody: with a
 * pool of `pg`, because that needs a transaction on one connection.
 *
 * @param timeoutMs in milliseconds; without it, or with another client, the statement has no limit
 */
export async function queryWithin(
  client: Queryable,
  text: string,
  values: unknown[],
  timeoutMs?: number,
): ReturnType<Queryable['query']> {
  if (timeoutMs === undefined || !isPool(client)) return client.query(text, values);
  const startedAt = Date.now();
  const connection = await client.connect();
  const leftMs = Math.ceil(timeoutMs - (Date.now() - startedAt));
  if (leftMs <= 0) {
    connection.release(false);
    throw new DeadlineError('No connection was free in time.');
  }
  // A connection that is lost would end the process otherwise. Its statement rejects.
  const ignore = (): void => undefined;
  connection.on('error', ignore);
  const release = (isLost: boolean): void => {
    connection.off('error', ignore);
    connection.release(isLost);
  };
  try {
    await connection.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${leftMs}`, []);
    return await connection.query(text, values);
  } finally {
    // Nobody needs to wait for it.
    void connection.query('COMMIT', []).then(
      () => release(false),
      () => release(true),
    );
  }
}
