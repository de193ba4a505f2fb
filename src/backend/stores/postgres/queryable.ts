/** What runs SQL: a pool or client of `pg`, a PGlite, or anything alike. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A connection of its own from a pool of `pg`. */
export interface PoolConnection extends Queryable {
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: 'error' | 'end', listener: () => void): unknown;
  /** @param isLost whether it is closed, and not used again */
  release(isLost: boolean): void;
}

/** A pool of `pg`. */
export interface Pool extends Queryable {
  options?: { max?: number; query_timeout?: unknown };
  connect(): Promise<PoolConnection>;
  on(event: 'acquire', listener: (connection: PoolConnection) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** A PGlite, which is one connection. */
export interface ListeningDatabase extends Queryable {
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
}

export const isPool = (client: Queryable): client is Pool =>
  'connect' in client && typeof client.connect === 'function' && 'totalCount' in client && 'on' in client;

export const isListeningDatabase = (client: Queryable): client is ListeningDatabase =>
  'listen' in client && typeof client.listen === 'function';

/** Whether each statement runs on the same connection: with a client of `pg`, or a PGlite. */
export const isSingleConnection = (client: Queryable): boolean =>
  'processID' in client || isListeningDatabase(client);
