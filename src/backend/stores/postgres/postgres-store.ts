import * as z from 'zod/mini';
import { pauseMs, pauses } from '../../../common/pauses.js';
import { delay, withDeadline } from '../../../common/time.js';
import { isObject } from '../../../common/type-guards.js';
import { DeadlineError } from '../../errors/deadline.js';
import type { EventChannel } from '../event-channel.js';
import type { InboxReference } from '../inbox-event.js';
import {
  completeRetention,
  type AnswerChange,
  type AnswerState,
  type CompleteRetention,
  type CustomerReferences,
  type EventLimits,
  type EventPosition,
  type InboxCounts,
  type InboxMark,
  type InboxStore,
  type ListPage,
  type ListQuery,
  type MissedEvents,
  type Retention,
  type StoreStats,
} from '../inbox-store.js';
import { Database } from './database.js';
import { migrateTables } from './migrate.js';
import { NotifyChannel } from './notify-channel.js';
import type { Queryable } from './queryable.js';
import {
  addedRow,
  answerStateRow,
  choiceRow,
  countsRow,
  idsRow,
  lastEventRow,
  missedRow,
  pageRow,
  prunedRow,
  referenceRow,
  statsRow,
  toAnswer,
  toNumberedEvent,
  toReference,
  type Pruned,
} from './rows.js';
import { createStatements, type Statements } from './statements.js';

/** Options of `postgresStore()`, each optional. */
export interface PostgresStoreOptions extends Retention {
  /** The schema of the tables, which must exist. Default: `public`. */
  schema?: string;
  /** Whether the tables are created and migrated before the first query. Otherwise call `migrate()`. Default: yes. */
  migrate?: boolean;
}

/** How long a migration is waited for, such as over a connection that never responds. Then it is tried again. */
const migrationTimeoutMs = 30_000;
/** How many bytes of events of all customers a statement loads; what is left is loaded next. */
const maxLoadedBytes = 4 * 1024 * 1024;
/** How many rows a statement deletes at once: so few that it finds each by the primary key. */
const pruneSize = 1000;

/** Others have changed a customer in between, again and again. */
class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Stores everything in PostgreSQL. */
export class PostgresStore implements InboxStore {
  readonly channel: EventChannel | undefined;
  readonly #database: Database;
  readonly #schema: string;
  readonly #retention: CompleteRetention;
  readonly #statements: Statements;
  readonly #migratesItself: boolean;
  #migration: Promise<void> | undefined;

  constructor(client: Queryable, { schema = 'public', migrate = true, ...retention }: PostgresStoreOptions) {
    if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
      throw new TypeError('schema must be a plain lower-case name.');
    this.#database = new Database(client);
    this.#schema = `"${schema}"`;
    this.#retention = completeRetention(retention);
    this.#statements = createStatements(this.#schema);
    this.#migratesItself = migrate;
    this.channel = this.#database.canListen
      ? new NotifyChannel(this.#database, `nudge_inbox_${schema}`)
      : undefined;
  }

  /**
   * Creates the tables or brings them up to date. Several instances may do it at once: one does, and the others wait for it.
   *
   * @throws an error that says what to do if the database is not in UTF-8, or if tables that exist need an upgrade and the
   * client is neither a pool nor a client of `pg`, nor a PGlite; and what the database throws
   */
  migrate(): Promise<void> {
    return migrateTables(this.#database, this.#schema);
  }

  async add(customerId: string, references: readonly InboxReference[]): Promise<boolean> {
    return (await this.addAll([{ customerId, references }])).length > 0;
  }

  async addAll(deliveries: readonly CustomerReferences[]): Promise<readonly string[]> {
    const added: string[] = [];
    let waiting = deliveries.flatMap(({ customerId, references }) =>
      firstOfEach(references).map(({ record, ...rest }) => ({
        customerId,
        ...rest,
        ...(record !== undefined && { record: JSON.stringify(record) }),
      })),
    );
    for (let attempt = 1; attempt <= pauses.conflict.attempts; attempt += 1) {
      const values = [JSON.stringify(waiting), this.#retention.maxPerCustomer];
      const [result] = await this.#query(this.#statements.add, values, addedRow);
      const stale = new Set(result?.stale);
      added.push(...(result?.added ?? []));
      if (stale.size === 0) return added;
      waiting = waiting.filter(({ customerId }) => stale.has(customerId));
      await pauseBeforeRetry(attempt);
    }
    throw new ConflictError();
  }

  async remove(customerId: string, ids: readonly string[]): Promise<boolean> {
    const values = [customerId, JSON.stringify(ids)];
    return (await this.#query(this.#statements.remove, values, idsRow))[0]?.length !== 0;
  }

  async removeDismissed(customerId: string, ids: readonly string[]): Promise<boolean> {
    const values = [customerId, JSON.stringify(ids)];
    return (await this.#query(this.#statements.removeDismissed, values, z.boolean()))[0] === true;
  }

  async mark(customerId: string, mark: InboxMark): Promise<readonly string[]> {
    const values: unknown[] = [customerId, JSON.stringify(mark.ids)];
    if (mark.type === 'read') values.push(mark.isRead, mark.until ?? null);
    else if (mark.type === 'dismiss') values.push(mark.isDismissed);
    else if (mark.type === 'snooze') values.push(mark.snoozedUntil);
    else values.push(mark.until ?? null);
    return (await this.#query(this.#statements[mark.type], values, idsRow))[0] ?? [];
  }

  async answer(customerId: string, id: string, change: AnswerChange): Promise<AnswerState | null> {
    const values = [customerId, id, ...answerParameters(change)];
    const [state] = await this.#query(this.#statements.answer[change.type], values, answerStateRow);
    return state ? { ...state, answer: toAnswer(state.answer) } : null;
  }

  async find(customerId: string, id: string): Promise<InboxReference | null> {
    const [row] = await this.#query(this.#statements.find, [customerId, id], referenceRow);
    return row ? toReference(row) : null;
  }

  async list(customerId: string, { limit, after, countsByTag }: ListQuery): Promise<ListPage> {
    const { firstPage, nextPage } = this.#statements;
    const values = [customerId, limit, countsByTag === true];
    const [page] = after
      ? await this.#query(nextPage, [...values, after.createdDate, after.id], pageRow)
      : await this.#query(firstPage, values, pageRow);
    if (!page) throw new TypeError('The database returned no row.');
    return {
      ...page,
      references: page.references.map(toReference),
      unreadCountByTag: page.unreadCountByTag && new Map(page.unreadCountByTag),
      pinned: page.pinned.map(toReference),
      snoozed: page.snoozed.map(toReference),
    };
  }

  async counts(customerIds: readonly string[]): Promise<ReadonlyMap<string, InboxCounts>> {
    const values = [JSON.stringify(customerIds)];
    return new Map(await this.#query(this.#statements.counts, values, countsRow));
  }

  async eventsOf(
    positions: readonly EventPosition[],
    { events, ids, bytes, timeoutMs }: EventLimits,
  ): Promise<ReadonlyMap<string, MissedEvents>> {
    const values = [JSON.stringify(positions), events, ids, bytes, maxLoadedBytes];
    const rows = await this.#query(this.#statements.eventsOf, values, missedRow, timeoutMs);
    return new Map(
      rows.map(({ customerId, lastEvent, isReplayable, hasMore, events: found }) => [
        customerId,
        { events: isReplayable ? found.map(toNumberedEvent) : null, hasMore, lastEvent },
      ]),
    );
  }

  async lastEvents(customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const values = [JSON.stringify(customerIds)];
    return new Map(await this.#query(this.#statements.lastEvents, values, lastEventRow));
  }

  async choices(customerId: string): Promise<ReadonlyMap<string, boolean>> {
    return new Map(await this.#query(this.#statements.choices, [customerId], choiceRow));
  }

  async saveChoice(customerId: string, groupId: string, isGroupNotificationOff: boolean): Promise<boolean> {
    const values = [customerId, groupId, isGroupNotificationOff];
    return (await this.#query(this.#statements.saveChoice, values, z.number()))[0] !== 0;
  }

  async deleteCustomer(customerId: string): Promise<void> {
    await this.#query(this.#statements.deleteCustomer, [customerId], z.never());
  }

  async prune(): Promise<void> {
    const { maxDays, maxEventHours } = this.#retention;
    const { pruneNotifications, pruneExpired, pruneEvents } = this.#statements;
    await this.#prune(pruneEvents, maxEventHours * 3_600_000);
    await this.#prune(pruneExpired, 0);
    await this.#prune(pruneNotifications, maxDays * 86_400_000);
  }

  async stats(): Promise<StoreStats> {
    const [stats] = await this.#query(this.#statements.stats, [], statsRow);
    return stats ?? { customers: 0, notifications: 0 };
  }

  /** Deletes what is older, in batches, so that no statement locks for long. Each goes on where the last one ended. */
  async #prune(statement: string, maxAgeMs: number): Promise<void> {
    let start: string | null = '-infinity';
    while (start !== null) {
      const rows: Pruned[] = await this.#query(statement, [start, maxAgeMs, pruneSize], prunedRow);
      const pruned = rows[0];
      start = pruned?.count === pruneSize ? pruned.last : null;
    }
  }

  /**
   * Runs a statement, again if another one came in between. Its rows are JSON in the column `row`, which every driver returns
   * in the same way.
   *
   * @param timeoutMs after how many milliseconds nobody waits for the result any more
   */
  async #query<Row>(
    statement: string,
    values: unknown[],
    schema: z.ZodMiniType<Row>,
    timeoutMs?: number,
  ): Promise<Row[]> {
    if (this.#migratesItself) await this.#migrateOnce();
    for (let attempt = 1; attempt <= pauses.conflict.attempts; attempt += 1) {
      try {
        const { rows } = await this.#database.query(statement, values, timeoutMs);
        if (rows.every(({ row }) => row !== null))
          return rows.map(({ row }) => z.parse(schema, JSON.parse(String(row))));
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      await pauseBeforeRetry(attempt);
    }
    throw new ConflictError();
  }

  /** Migrates before the first query, and before the next one if that failed. */
  #migrateOnce(): Promise<void> {
    this.#migration ??= withDeadline(
      (signal) => migrateTables(this.#database, this.#schema, signal),
      migrationTimeoutMs,
      () => new DeadlineError('The migration takes long. It goes on.'),
    ).catch((error: unknown) => {
      this.#migration = undefined;
      throw error;
    });
    return this.#migration;
  }
}

/** Whether another transaction came in between: https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const isConflict = (error: unknown): boolean =>
  isObject(error) && (error.code === '40001' || error.code === '40P01');

const pauseBeforeRetry = (attempt: number): Promise<void> => delay(pauseMs(pauses.conflict, attempt));

/** The first notification of each id. */
function firstOfEach(references: readonly InboxReference[]): readonly InboxReference[] {
  const ids = new Set<string>();
  return references.filter(({ id }) => ids.size < ids.add(id).size);
}

/** The parameters of a change of an answer, beside the customer and the notification. */
function answerParameters(change: AnswerChange): unknown[] {
  switch (change.type) {
    case 'claim':
      return [change.action, change.lapseMs];
    case 'renew':
      return [change.claim, change.lapseMs];
    case 'end':
      return [change.claim];
    case 'give':
      return [change.action, change.text, change.claim];
    case 'set': {
      const { action = null, text = null, date = null } = change.answer ?? {};
      return [action, text, date];
    }
  }
}

/**
 * Creates a store in PostgreSQL 13 or later, over a pool or a client of `pg`, a PGlite, or anything else with
 * `query(text, values)` that resolves with `{ rows }`. Its tables are named `nudge_inbox_…` and are created before the first
 * query.
 *
 * With a pool of `pg` or a PGlite, one connection listens for events of other instances (LISTEN/NOTIFY). With any other
 * client, give the backend a `channel` if you run several instances.
 *
 * @throws TypeError if the name of the schema is invalid
 * @example
 * const store = postgresStore(new pg.Pool({ connectionString: process.env.DATABASE_URL }));
 */
export function postgresStore(client: Queryable, options: PostgresStoreOptions = {}): PostgresStore {
  return new PostgresStore(client, options);
}
