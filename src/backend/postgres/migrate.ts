/**
 * The steps that create the tables, each applied once, and not edited after the release that has it. `$schema` stands for the schema.
 *
 * Ids compare byte by byte (`COLLATE "C"`), whatever the language of the database.
 */
const steps: readonly string[] = [
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
];

/** Any number, but the same in all versions: it keeps two instances from migrating at once. */
const lockKey = 704_269_011_742;

/**
 * Returns the statement that brings the tables up to date. It is one statement, so that it is applied as a whole or not at
 * all, and so that it works on any connection of a pool. A database that a later version has migrated is left as it is.
 */
export function migrationStatement(schema: string): string {
  const applied = steps.map(
    (step, index) => `
  IF version < ${index + 1} THEN
    ${step.replaceAll('$schema', schema)}
    INSERT INTO ${schema}.nudge_inbox_migrations (version) VALUES (${index + 1});
  END IF;`,
  );
  return `
DO $migrate$
DECLARE
  version integer;
BEGIN
  PERFORM pg_advisory_xact_lock(${lockKey});
  IF to_regclass('${schema}.nudge_inbox_migrations') IS NULL THEN
    CREATE TABLE ${schema}.nudge_inbox_migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
  END IF;
  SELECT coalesce(max(m.version), 0) INTO version FROM ${schema}.nudge_inbox_migrations AS m;
  ${applied.join('')}
END
$migrate$`;
}
