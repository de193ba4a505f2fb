/**
 * The steps that create the tables, each applied once and never edited afterwards. `$schema` stands for the schema.
 *
 * Ids compare byte by byte (`COLLATE "C"`), whatever the language of the database.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE $schema.nudge_inbox_customers (
    customer_id text COLLATE "C" PRIMARY KEY,
    last_event bigint NOT NULL
  );
  CREATE TABLE $schema.nudge_inbox_notifications (
    customer_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    is_read boolean NOT NULL,
    is_seen boolean NOT NULL,
    is_dismissed boolean NOT NULL,
    -- JSON, but not json or jsonb, which reject some characters.
    record text,
    PRIMARY KEY (customer_id, id)
  );
  CREATE INDEX nudge_inbox_list ON $schema.nudge_inbox_notifications (customer_id, created_at DESC, id DESC);
  CREATE INDEX nudge_inbox_unread ON $schema.nudge_inbox_notifications (customer_id)
    WHERE NOT is_read AND NOT is_dismissed;
  CREATE INDEX nudge_inbox_unseen ON $schema.nudge_inbox_notifications (customer_id)
    WHERE NOT is_seen AND NOT is_dismissed;
  CREATE INDEX nudge_inbox_age ON $schema.nudge_inbox_notifications USING brin (created_at);
  CREATE TABLE $schema.nudge_inbox_events (
    customer_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    type text NOT NULL,
    ids text[] NOT NULL,
    value boolean,
    PRIMARY KEY (customer_id, number)
  );
  CREATE INDEX nudge_inbox_event_age ON $schema.nudge_inbox_events USING brin (created_at);
  CREATE TABLE $schema.nudge_inbox_choices (
    customer_id text COLLATE "C" NOT NULL,
    group_id text COLLATE "C" NOT NULL,
    is_off boolean NOT NULL,
    PRIMARY KEY (customer_id, group_id)
  );
  `,
  // What belongs to a customer goes with their row, also what is added while that is deleted.
  `
  DELETE FROM $schema.nudge_inbox_notifications AS n
    WHERE NOT EXISTS (SELECT FROM $schema.nudge_inbox_customers AS c WHERE c.customer_id = n.customer_id);
  DELETE FROM $schema.nudge_inbox_events AS e
    WHERE NOT EXISTS (SELECT FROM $schema.nudge_inbox_customers AS c WHERE c.customer_id = e.customer_id);
  DELETE FROM $schema.nudge_inbox_choices AS o
    WHERE NOT EXISTS (SELECT FROM $schema.nudge_inbox_customers AS c WHERE c.customer_id = o.customer_id);
  ALTER TABLE $schema.nudge_inbox_notifications
    ADD FOREIGN KEY (customer_id) REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE;
  ALTER TABLE $schema.nudge_inbox_events
    ADD FOREIGN KEY (customer_id) REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE;
  ALTER TABLE $schema.nudge_inbox_choices
    ADD FOREIGN KEY (customer_id) REFERENCES $schema.nudge_inbox_customers ON DELETE CASCADE;
  `,
  // A B-tree finds the oldest rows in their order, which is not that of the table once rows were deleted.
  `
  DROP INDEX IF EXISTS $schema.nudge_inbox_age, $schema.nudge_inbox_event_age;
  CREATE INDEX nudge_inbox_age ON $schema.nudge_inbox_notifications (created_at);
  CREATE INDEX nudge_inbox_event_age ON $schema.nudge_inbox_events (created_at);
  `,
  // What is important, pinned, or expires. The first index is for those of a customer, the second one to delete them.
  `
  ALTER TABLE $schema.nudge_inbox_notifications
    ADD COLUMN is_important boolean NOT NULL DEFAULT false,
    ADD COLUMN is_pinned boolean NOT NULL DEFAULT false,
    ADD COLUMN expires_at timestamptz;
  CREATE INDEX nudge_inbox_expiring ON $schema.nudge_inbox_notifications (customer_id, expires_at)
    WHERE expires_at IS NOT NULL;
  CREATE INDEX nudge_inbox_expiry ON $schema.nudge_inbox_notifications (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX nudge_inbox_pinned ON $schema.nudge_inbox_notifications (customer_id, created_at DESC, id DESC)
    WHERE is_pinned;
  `,
  // `returns_unread`: it was read when it was snoozed, and was not marked since.
  `
  ALTER TABLE $schema.nudge_inbox_notifications
    ADD COLUMN snoozed_until timestamptz, ADD COLUMN returns_unread boolean NOT NULL DEFAULT false;
  CREATE INDEX nudge_inbox_snoozed ON $schema.nudge_inbox_notifications (customer_id, snoozed_until)
    WHERE snoozed_until IS NOT NULL;
  `,
  // Null where they are unknown.
  `
  ALTER TABLE $schema.nudge_inbox_notifications ADD COLUMN tags text[];
  `,
  // To mark as seen or read changes no index then, and finds room in the page of the table that has the row. The rows of one
  // customer are few enough to count without an index.
  `
  DROP INDEX IF EXISTS $schema.nudge_inbox_unread, $schema.nudge_inbox_unseen, $schema.nudge_inbox_expiring;
  ALTER TABLE $schema.nudge_inbox_notifications SET (fillfactor = 90);
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
