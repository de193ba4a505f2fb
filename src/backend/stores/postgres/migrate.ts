import * as z from 'zod/mini';
import { delay } from '../../../common/time.js';
import { isObject } from '../../../common/type-guards.js';
import { withDeadline } from '../../errors/deadline.js';
import { SetupError } from '../../errors/setup-error.js';
import type { Database } from './database.js';
import type { Queryable } from './queryable.js';

/**
 * A step of a migration, in which `$schema` stands for the schema: SQL that is quick however large the tables are, such as to
 * add a column; or an index, whose creation is not.
 */
export type Step = string | { index: string; on: string };

/**
 * The steps that create the tables, each applied once, and not edited after the release that has it.
 *
 * Ids compare byte by byte (`COLLATE "C"`), whatever the language of the database.
 */
export const allSteps: readonly Step[] = [
  `
  CREATE TABLE $schema.nudge_inbox_customers (
    customer_id text COLLATE "C" PRIMARY KEY,
    last_event bigint NOT NULL,
    -- The last one that was pruned: what came after it can be replayed.
    pruned_event bigint NOT NULL DEFAULT 0
  );
  -- What belongs to a customer is deleted with their row, even if it is added while that row is deleted. To mark as seen or
  -- read changes no index, and finds room in the page of the table that has the row.
  CREATE TABLE $schema.nudge_inbox_notifications (
    customer_id text COLLATE "C" NOT NULL REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    is_read boolean NOT NULL,
    is_seen boolean NOT NULL,
    is_dismissed boolean NOT NULL,
    -- JSON, but not json or jsonb, which reject some characters.
    record text,
    is_important boolean NOT NULL DEFAULT false,
    is_pinned boolean NOT NULL DEFAULT false,
    expires_at timestamptz,
    snoozed_until timestamptz,
    -- Whether it was read when it was snoozed, and was not marked since.
    returns_unread boolean NOT NULL DEFAULT false,
    -- Null if they are unknown.
    tags text[],
    PRIMARY KEY (customer_id, id)
  ) WITH (fillfactor = 90);
  CREATE INDEX nudge_inbox_list ON $schema.nudge_inbox_notifications (customer_id, created_at DESC, id DESC);
  CREATE INDEX nudge_inbox_pinned ON $schema.nudge_inbox_notifications (customer_id, created_at DESC, id DESC)
    WHERE is_pinned;
  CREATE INDEX nudge_inbox_snoozed ON $schema.nudge_inbox_notifications (customer_id, snoozed_until)
    WHERE snoozed_until IS NOT NULL;
  -- To find what is deleted. A BRIN index would not do: once rows were deleted, their order is not that of the table.
  CREATE INDEX nudge_inbox_age ON $schema.nudge_inbox_notifications (created_at);
  CREATE INDEX nudge_inbox_expiry ON $schema.nudge_inbox_notifications (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE $schema.nudge_inbox_events (
    customer_id text COLLATE "C" NOT NULL REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE,
    number bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    type text NOT NULL,
    ids text[] NOT NULL,
    value boolean,
    PRIMARY KEY (customer_id, number)
  );
  CREATE INDEX nudge_inbox_event_age ON $schema.nudge_inbox_events (created_at);
  CREATE TABLE $schema.nudge_inbox_choices (
    customer_id text COLLATE "C" NOT NULL REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE,
    group_id text COLLATE "C" NOT NULL,
    is_off boolean NOT NULL,
    PRIMARY KEY (customer_id, group_id)
  );
  `,
  // What is snoozed is as old as its return.
  { index: 'nudge_inbox_live', on: 'nudge_inbox_notifications ((greatest(created_at, snoozed_until)))' },
  'DROP INDEX IF EXISTS $schema.nudge_inbox_age;',
  `
  -- An upper bound of how many notifications are live; null if it is unknown. Only a delivery raises it.
  ALTER TABLE $schema.nudge_inbox_customers ADD COLUMN live_bound integer;
  `,
  `
  -- By which button the customer has answered. Without answered_at, it is only claimed, and claim_number says by which press.
  ALTER TABLE $schema.nudge_inbox_notifications
    ADD COLUMN answer_action text,
    ADD COLUMN answer_text text,
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN claim_number bigint,
    ADD COLUMN claimed_until timestamptz,
    -- Whether the claim followed one that had lapsed.
    ADD COLUMN is_claim_repeated boolean;
  `,
];

/** Any number, but the same in all versions: it keeps two instances from migrating at once. */
const lockKey = 704_269_011_742;
/** How often an instance checks whether another one has finished, in milliseconds. */
const pollMs = 500;
/** How long what is no step is waited for, in milliseconds. */
const responseTimeoutMs = 10_000;

const databaseRow = z.object({ encoding: z.string(), isMigrated: z.boolean() });

/**
 * Creates the tables, or brings them up to date: the tables of a new database by one statement over any connection, and tables
 * that exist over one connection that no other query shares. A database that a later version has migrated is left as it is.
 *
 * @param signal ends the wait for another instance that migrates; a step that runs goes on
 * @throws SetupError if the database or the client does not allow it, and what the database throws
 */
export async function migrateTables(
  database: Database,
  schema: string,
  signal?: AbortSignal,
  steps: readonly Step[] = allSteps,
): Promise<void> {
  const text = `
SELECT json_build_object(
  'encoding', current_setting('server_encoding'),
  'isMigrated', to_regclass('${schema}.nudge_inbox_migrations') IS NOT NULL
)::text AS row`;
  const { encoding, isMigrated } = await loadRow(database, text, databaseRow);
  if (encoding !== 'UTF8')
    throw new SetupError(
      `The encoding of the database must be UTF8, not ${encoding}, which does not have every character.`,
    );
  if (!isMigrated) await database.query(stepsStatement(schema, steps), []);
  while ((await loadVersion(database, schema)) < steps.length) {
    const isUpgraded = await database.withConnection((connection) => applySteps(connection, schema, steps));
    if (!isUpgraded) await delay(pollMs, signal);
  }
}

/** Applies the steps that are missing. Resolves with false if another instance does so now. */
async function applySteps(connection: Queryable, schema: string, steps: readonly Step[]): Promise<boolean> {
  // For all but the steps, which may take long.
  const soon: Pick<Database, 'query'> = {
    query: (text, values) => withDeadline(connection.query(text, values), responseTimeoutMs),
  };
  // CREATE INDEX CONCURRENTLY waits for all statements that run: also for one that waits for its lock.
  const lock = `SELECT pg_try_advisory_lock(${lockKey})::text AS row`;
  if (!(await loadRow(soon, lock, z.boolean()))) return false;
  try {
    const version = await loadVersion(soon, schema);
    if (hasQueryTimeout(connection) && steps.slice(version).some((step) => typeof step === 'object'))
      throw new SetupError(
        'The tables need an index, which may take longer than the query_timeout of the pool: call migrate() of a postgresStore() over a pool without it.',
      );
    // The limit of the connection is meant for requests.
    await soon.query('SET statement_timeout = 0', []);
    for (let next = version + 1; next <= steps.length; next += 1) {
      const step = steps[next - 1];
      if (typeof step === 'object') {
        // One whose creation was interrupted is there, but not valid.
        await connection.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${step.index}`, []);
        await connection.query(`CREATE INDEX CONCURRENTLY ${step.index} ON ${schema}.${step.on}`, []);
      }
      await connection.query(stepsStatement(schema, steps.slice(0, next)), []);
    }
  } finally {
    // The connection may be lost, and with it the lock and the setting.
    for (const text of ['RESET statement_timeout', `SELECT pg_advisory_unlock(${lockKey})`])
      await soon.query(text, []).catch(() => undefined);
  }
  return true;
}

/** Whether a connection of `pg` gives up statements, which the database then goes on with. */
const hasQueryTimeout = (connection: Queryable): boolean =>
  'connectionParameters' in connection &&
  isObject(connection.connectionParameters) &&
  Number(connection.connectionParameters.query_timeout) > 0;

/**
 * The statement that applies the steps that are missing. It is one statement, so that it is applied as a whole or not at all,
 * and so that it works on any connection of a pool.
 */
function stepsStatement(schema: string, steps: readonly Step[]): string {
  const applied = steps.map(
    (step, index) => `
  IF version < ${index + 1} THEN
    ${typeof step === 'string' ? step.replaceAll('$schema', schema) : `CREATE INDEX IF NOT EXISTS ${step.index} ON ${schema}.${step.on};`}
    INSERT INTO ${schema}.nudge_inbox_migrations (version) VALUES (${index + 1});
  END IF;`,
  );
  return `
DO $migrate$
DECLARE
  version integer;
BEGIN
  PERFORM pg_advisory_xact_lock(${lockKey});
  -- Not by to_regclass: it may not know yet what another instance has created while this one waited for the lock.
  CREATE TABLE IF NOT EXISTS ${schema}.nudge_inbox_migrations (
    version integer PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  SELECT coalesce(max(m.version), 0) INTO version FROM ${schema}.nudge_inbox_migrations AS m;
  ${applied.join('')}
END
$migrate$`;
}

const loadVersion = (database: Pick<Database, 'query'>, schema: string): Promise<number> =>
  loadRow(
    database,
    `SELECT coalesce(max(version), 0)::text AS row FROM ${schema}.nudge_inbox_migrations`,
    z.number(),
  );

/** Loads the only row of a query: JSON, which every driver returns in the same way. */
async function loadRow<Row>(
  database: Pick<Database, 'query'>,
  text: string,
  schema: z.ZodMiniType<Row>,
): Promise<Row> {
  const { rows } = await database.query(text, []);
  return z.parse(schema, JSON.parse(String(rows[0]?.row)));
}
