/** How long somebody waits before they try again. Times are in milliseconds. */
export interface Pauses {
  /** The part of each pause that is not left to chance. */
  leastMs: number;
  /** The limit of the random part after the first failure. It doubles with each further one. */
  firstMs: number;
  /** The largest limit. */
  maxMs: number;
  /**
   * What chance decides: from nothing to the whole limit, so that clients that failed together do not retry together; or, where the limit is
   * itself the pause, up to a tenth more.
   * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
   */
  jitter: 'full' | 'tenth';
  /** The longest `Retry-After` that is obeyed. Of a longer one, as much is. */
  maxDemandMs: number;
  /** How often something is tried, the first time included. */
  attempts: number;
}

const dayMs = 86_400_000;

/** What is tried until it works, for as long as anybody needs it. */
const untilItWorks = { jitter: 'full', maxDemandMs: dayMs, attempts: Infinity } as const;

/** Who tries again, and why each has a patience of its own. `docs/at-scale.md` has the same table for users. */
export const pauses = {
  /** A call of a client: somebody waits for its result, and should rather know than wait for more than a minute. */
  call: { leastMs: 0, firstMs: 500, maxMs: 8000, jitter: 'full', maxDemandMs: 60_000, attempts: 3 },
  /** The requests of a queue, such as those of records: the rows have placeholders meanwhile, and all requests wait together. */
  queue: { leastMs: 0, firstMs: 1000, maxMs: 60_000, jitter: 'full', maxDemandMs: dayMs, attempts: 3 },
  /** A mark that the host has to store and that is not rolled back, such as what was seen: a save has 20 seconds in all. */
  save: { leastMs: 0, firstMs: 1000, maxMs: 8000, jitter: 'full', maxDemandMs: 20_000, attempts: 3 },
  /** What a store requests again while it is shown, such as after a queue gave up. The error has to stay long enough to be read. */
  store: { ...untilItWorks, leastMs: 2000, firstMs: 4000, maxMs: 60_000 },
  /** A connection for events: all clients lose it together when a server restarts, so they come back over a longer time. */
  connection: { ...untilItWorks, leastMs: 1000, firstMs: 5000, maxMs: 60_000 },
  /** A connection that is refused is unlikely to be accepted soon: the newest page is loaded meanwhile. */
  refused: { ...untilItWorks, leastMs: 0, firstMs: 300_000, maxMs: 300_000, jitter: 'tenth' },
  /** The polls of a source, which have a rhythm: twice the interval after the first failure. An interval of the host's own replaces these. */
  polling: { ...untilItWorks, leastMs: 0, firstMs: 120_000, maxMs: 300_000, jitter: 'tenth' },
  /** A backend's load of new events, and what a function of the host has done: a database that has just come back is not to get all customers at once. */
  database: { ...untilItWorks, leastMs: 250, firstMs: 500, maxMs: 10_000 },
  /** A statement that ran into another one of the same rows: that one is over within milliseconds. */
  conflict: { leastMs: 0, firstMs: 5, maxMs: 20, jitter: 'full', maxDemandMs: 0, attempts: 100 },
} as const satisfies Record<string, Pauses>;

/** Adds up to a tenth by chance, so that clients that wait for the same time do not retry together. It is never shorter. */
const withTenth = (milliseconds: number): number => milliseconds * (1 + Math.random() / 10);

/** The pause that a response demands, with up to a tenth more, in milliseconds; 0 if it demands none. */
export function demandedMs({ maxDemandMs }: Pauses, retryAfterSeconds: number | null): number {
  return withTenth(Math.min((retryAfterSeconds ?? 0) * 1000, maxDemandMs));
}

/**
 * The pause before the next attempt. It is random, grows with each failure, and is never shorter than a response demanded.
 *
 * @param failures failures in a row; 0 where none is counted, as without a network: that is half the first limit
 * @param retryAfterSeconds the `Retry-After` of the last response; null without one
 * @returns milliseconds
 */
export function pauseMs(row: Pauses, failures: number, retryAfterSeconds: number | null = null): number {
  const limitMs = Math.min(row.maxMs, row.firstMs * 2 ** (failures - 1));
  const ownMs = row.jitter === 'full' ? row.leastMs + Math.random() * limitMs : withTenth(limitMs);
  return Math.max(ownMs, demandedMs(row, retryAfterSeconds));
}
