import { maxPinned } from '../inbox-store.js';
import { createAnswerStatements } from './answer-statements.js';
import { createEventStatements } from './event-statements.js';
import {
  isAway,
  isCurrent,
  isNamedPinned,
  isRead,
  knownCustomer,
  liveAt,
  nextEvent,
  tablesOf,
  unlessStale,
} from './fragments.js';
import { createListStatements } from './list-statements.js';
import { createPruningStatements } from './pruning-statements.js';

/** The ids are a JSON array: a parameter that every driver passes on in the same way, unlike an array. */
const isNamed = `n.id = ANY(ARRAY(SELECT json_array_elements_text($2::text::json)))`;

/** The SQL of the store. Each statement is one step: there is no transaction over several, which a pool could not hold. */
export type Statements = ReturnType<typeof createStatements>;

/**
 * Creates the statements: those that change something, beside those of the files that it imports. The first parameter of those for one
 * customer is their id. What the others expect is in `PostgresStore`.
 *
 * A change first locks the row of the customer, so that the events of a customer are numbered in the order in which they
 * become visible. While it waits for that, another one may change what it has read already: then it changes nothing, and
 * returns null, to be run again.
 */
export function createStatements(schema: string) {
  const { customers, notifications, events, choices } = tablesOf(schema);
  const known = knownCustomer(schema);
  /** Locks the row of a customer, or adds it, unless it is no longer as it was. */
  const lockOrAdd = `
  ON CONFLICT (customer_id) DO UPDATE SET last_event = excluded.last_event, live_bound = coalesce(excluded.live_bound, c.live_bound)
  WHERE (c.customer_id, c.last_event) IN (SELECT customer_id, last_event FROM known)
  RETURNING c.customer_id, c.last_event`;

  /** Applies a change to the notifications that fulfil the condition, and records it. Returns the ids, unless `result` is another one. */
  const change = (
    type: string,
    action: (condition: string) => string,
    condition: string,
    { value = 'NULL', result = `coalesce((SELECT to_json(ids) FROM event), '[]')` } = {},
  ) => `
WITH ${known}, candidate AS (
  SELECT 1 FROM ${notifications} AS n WHERE n.customer_id = $1::text AND ${condition} LIMIT 1
), customer AS (
  UPDATE ${customers} AS c SET last_event = ${nextEvent('c.last_event')} FROM known
  WHERE c.customer_id = $1::text AND c.last_event = known.last_event AND EXISTS (SELECT FROM candidate)
  RETURNING c.last_event
), changed AS (
  ${action(`n.customer_id = $1::text AND ${condition}`)}
  RETURNING n.id
), event AS (
  INSERT INTO ${events} (customer_id, number, type, ids, value)
  SELECT $1::text, customer.last_event, '${type}', list.ids, ${value}
  FROM customer, (SELECT array_agg(id) AS ids FROM changed) AS list WHERE list.ids IS NOT NULL
  RETURNING ids
)
SELECT ${unlessStale(result)}`;

  const remove = (condition: string) => `DELETE FROM ${notifications} AS n USING customer WHERE ${condition}`;
  const update = (assignments: string) => (condition: string) =>
    `UPDATE ${notifications} AS n SET ${assignments} FROM customer WHERE ${condition}`;

  /** Whether all that are named, and there, are dismissed. */
  const areDismissed = `(NOT EXISTS (
    SELECT FROM ${notifications} AS n WHERE n.customer_id = $1::text AND ${isNamed} AND NOT n.is_dismissed
  ))`;

  return {
    // Each level of the JSON is parsed once: operators such as -> would parse the whole of it again for each of their uses.
    // Several customers are locked in order, so that two deliveries to the same ones do not wait for each other. Arrays in place
    // of joins, and OFFSET 0, let it find their rows by an index, whatever number of them is expected. Stored notifications are ranked only
    // for customers who may exceed the limit, by `live_bound`: an upper bound of what is live, which removals need not lower.
    add: `
WITH input AS (
  SELECT n."customerId" AS customer_id, n.id, n."createdDate" AS created_at, n."isRead" AS is_read, n."isSeen" AS is_seen,
    n."isDismissed" AS is_dismissed, n.record, coalesce(n.importance = 'high', false) AS is_important,
    coalesce(n."isPinned", false) AS is_pinned, n."expiresDate" AS expires_at,
    CASE WHEN n.tags IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(n.tags)) END AS tags,
    n.answer->>'action' AS answer_action, n.answer->>'text' AS answer_text, (n.answer->>'date')::timestamptz AS answered_at
  FROM json_to_recordset($1::text::json) AS n (
    "customerId" text, id text, "createdDate" timestamptz, "isRead" boolean, "isSeen" boolean, "isDismissed" boolean,
    record text, importance text, "isPinned" boolean, "expiresDate" timestamptz, tags json,
    answer json
  )
), known AS MATERIALIZED (
  SELECT * FROM ${customers} WHERE customer_id = ANY(ARRAY(SELECT customer_id FROM input))
), fresh AS MATERIALIZED (
  SELECT * FROM input WHERE NOT EXISTS (
    SELECT FROM ${notifications} AS n WHERE n.customer_id = input.customer_id AND n.id = input.id OFFSET 0
  )
), crowded AS MATERIALIZED (
  SELECT customer_id FROM fresh LEFT JOIN known USING (customer_id)
  GROUP BY customer_id, live_bound HAVING coalesce(live_bound, $2::int) + count(*) > $2::int
), everything AS (
  SELECT customer_id, id, created_at, ${liveAt} AS live_at, ${isNamedPinned} AS is_named, ${isCurrent} AS is_current,
    true AS was_stored
  FROM ${notifications} AS n WHERE customer_id = ANY(ARRAY(SELECT customer_id FROM crowded))
  UNION ALL SELECT customer_id, id, created_at, created_at, ${isNamedPinned}, ${isCurrent}, false FROM fresh AS n
), measured AS (
  SELECT *, is_named AND row_number() OVER (
    PARTITION BY customer_id, is_named ORDER BY created_at DESC, id DESC
  ) <= ${maxPinned} AS is_spared FROM everything
), ranked AS (
  SELECT customer_id, id, was_stored, is_current, is_current AND NOT is_spared AND row_number() OVER (
    PARTITION BY customer_id, is_current ORDER BY is_spared DESC, live_at DESC, id DESC
  ) > $2::int AS is_excess FROM measured
), candidate AS (
  SELECT customer_id, id FROM ranked WHERE NOT was_stored AND NOT is_excess
), counted AS (
  SELECT customer_id, count(*) FILTER (WHERE is_current AND NOT is_excess) AS live FROM ranked
  GROUP BY customer_id HAVING bool_or(NOT was_stored AND NOT is_excess)
), customer AS (
  INSERT INTO ${customers} AS c (customer_id, last_event, live_bound)
  SELECT customer_id, ${nextEvent('known.last_event', 2)},
    live + CASE WHEN customer_id IN (SELECT customer_id FROM crowded) THEN 0 ELSE live_bound END
  FROM counted LEFT JOIN known USING (customer_id)
  ORDER BY customer_id
  ${lockOrAdd}
), added AS (
  INSERT INTO ${notifications} (
    customer_id, id, created_at, is_read, is_seen, is_dismissed, record, is_important, is_pinned, expires_at, tags,
    answer_action, answer_text, answered_at
  )
  SELECT input.* FROM customer JOIN input USING (customer_id)
  WHERE (customer_id, input.id) IN (SELECT customer_id, id FROM candidate)
  ON CONFLICT DO NOTHING
  RETURNING customer_id, id
), excess AS (
  SELECT customer_id, id FROM customer JOIN ranked USING (customer_id) WHERE was_stored AND is_excess
), removed AS (
  DELETE FROM ${notifications} AS n
  WHERE n.customer_id = ANY(ARRAY(SELECT customer_id FROM excess))
    AND (n.customer_id, n.id) IN (SELECT customer_id, id FROM excess)
  RETURNING n.customer_id, n.id
), event AS (
  INSERT INTO ${events} (customer_id, number, type, ids)
  SELECT customer_id, customer.last_event - list.back, list.type, list.ids
  FROM customer JOIN (
    SELECT customer_id, 'add' AS type, 0 AS back, array_agg(id) AS ids FROM added GROUP BY customer_id
    UNION ALL SELECT customer_id, 'remove', 1, array_agg(id) FROM removed GROUP BY customer_id
  ) AS list USING (customer_id)
  RETURNING customer_id
)
SELECT json_build_object(
  'added', ARRAY(SELECT DISTINCT customer_id FROM event),
  'stale', ARRAY(SELECT customer_id FROM candidate EXCEPT SELECT customer_id FROM customer)
)::text AS row`,

    remove: change('remove', remove, isNamed),
    removeDismissed: change('remove', remove, `${isNamed} AND ${areDismissed}`, { result: areDismissed }),
    read: change(
      'read',
      update('is_read = $3::boolean, is_seen = n.is_seen OR $3::boolean, returns_unread = false'),
      `(${isNamed} OR n.created_at <= $4::text::timestamptz) AND ${isRead} <> $3::boolean`,
      { value: '$3::boolean' },
    ),
    seen: change(
      'seen',
      update('is_seen = true'),
      `(${isNamed} OR n.created_at <= $3::text::timestamptz) AND NOT n.is_seen AND NOT ${isAway}`,
    ),
    dismiss: change(
      'dismiss',
      update('is_dismissed = $3::boolean'),
      `${isNamed} AND n.is_dismissed <> $3::boolean`,
      { value: '$3::boolean' },
    ),
    // Other pages learn of it by what is stored then.
    snooze: change(
      'add',
      update(`snoozed_until = $3::text::timestamptz, is_read = ${isRead}, is_seen = $3::text IS NULL,
    returns_unread = ${isRead} AND $3::text IS NOT NULL`),
      `${isNamed} AND n.snoozed_until IS DISTINCT FROM $3::text::timestamptz`,
    ),

    answer: createAnswerStatements(schema),
    ...createListStatements(schema),
    ...createEventStatements(schema),
    ...createPruningStatements(schema),

    choices: `SELECT json_build_array(group_id, is_off)::text AS row FROM ${choices} WHERE customer_id = $1::text`,
    saveChoice: `
WITH ${known}, candidate AS (
  SELECT WHERE NOT EXISTS (
    SELECT FROM ${choices} WHERE customer_id = $1::text AND group_id = $2::text AND is_off = $3::boolean
  )
), customer AS (
  INSERT INTO ${customers} AS c (customer_id, last_event)
  SELECT $1::text, ${nextEvent('(SELECT last_event FROM known)')} WHERE EXISTS (SELECT FROM candidate)
  ${lockOrAdd}
), saved AS (
  INSERT INTO ${choices} (customer_id, group_id, is_off) SELECT $1::text, $2::text, $3::boolean FROM customer
  ON CONFLICT (customer_id, group_id) DO UPDATE SET is_off = excluded.is_off
), event AS (
  INSERT INTO ${events} (customer_id, number, type, ids, value)
  SELECT $1::text, customer.last_event, 'preference', ARRAY[$2::text], $3::boolean FROM customer
)
SELECT ${unlessStale('(SELECT count(*) FROM customer)')}`,

    // Everything else of the customer goes with it.
    deleteCustomer: `DELETE FROM ${customers} WHERE customer_id = $1::text`,

    stats: `
SELECT json_build_object(
  'customers', (SELECT count(*) FROM ${customers}), 'notifications', (SELECT count(*) FROM ${notifications})
)::text AS row`,
  };
}
