import { maxPinned, maxSnoozed } from '../inbox-store.js';
import { createAnswerStatements } from './answer-statements.js';
import {
  answer,
  answerEvent,
  counted,
  isAway,
  isCurrent,
  isRead,
  knownCustomer,
  nextEvent,
  reference,
  tablesOf,
  unlessStale,
} from './fragments.js';

/** The ids are a JSON array: a parameter that every driver passes on in the same way, unlike an array. */
const isNamed = `n.id = ANY(ARRAY(SELECT json_array_elements_text($2::text::json)))`;

/** Since when it has been on the list: what was snoozed since its return. */
const liveAt = `greatest(created_at, snoozed_until)`;

/** Whether it may be one of the pinned ones that the first page names. */
const isNamedPinned = `(n.is_pinned AND NOT n.is_dismissed AND ${isCurrent})`;

const newestFirst = 'n.created_at DESC, n.id DESC';

/** The SQL of the store. Each statement is one step: there is no transaction over several, which a pool could not hold. */
export type Statements = ReturnType<typeof createStatements>;

/**
 * Creates the statements. The first parameter of those for one customer is their id. What the others expect is in
 * `PostgresStore`.
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

  /** From $1 on, and older than $2 milliseconds by the clock of the database: that of an instance may be wrong. */
  const isOld = (time: string) =>
    `${time} >= $1::text::timestamptz AND ${time} < now() - $2::float8 * interval '1 millisecond'`;

  /**
   * Deletes the oldest rows, but at most $3. It skips rows that others have locked or changed, and so never waits while it holds locks
   * itself: the next time is early enough. By their places, whatever share of the table they are: a join may scan all of it.
   */
  const prune = (table: string, time: string, condition = 'true') => `
WITH old AS (
  SELECT n.ctid AS place, ${time} AS old_at FROM ${table} AS n
  WHERE ${isOld(time)} AND ${condition}
  ORDER BY ${time} LIMIT $3::int FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT place FROM old))
)
SELECT json_build_object('count', count(*), 'last', max(old_at))::text AS row FROM old`;

  const references = (rows: string, order: string) =>
    `(SELECT coalesce(json_agg(json_build_object(${reference}) ORDER BY ${order}), '[]') FROM ${rows} AS n)`;
  /** What is snoozed, and neither on the first page of several nor among the pinned ones. */
  const snoozed = `oldest, ${notifications} AS n
  WHERE n.customer_id = $1::text AND (n.created_at, n.id) < (oldest.created_at, oldest.id) AND ${isCurrent}
    AND n.id NOT IN (SELECT id FROM pinned)`;

  /**
   * Loads a page of the list by one statement, so that all of it is of one moment, and a list takes one connection once. Its
   * parameters are the customer, how many notifications the page has, whether the tags are counted, and a position.
   */
  const page = (condition: string, others = '', { pinned, snoozed }: Record<string, string> = {}) => `
WITH found AS MATERIALIZED (
  SELECT * FROM ${notifications} AS n WHERE n.customer_id = $1::text ${condition} AND ${isCurrent}
  ORDER BY ${newestFirst} LIMIT $2::int + 1
), listed AS MATERIALIZED (
  SELECT * FROM found AS n ORDER BY ${newestFirst} LIMIT $2::int
), unread AS MATERIALIZED (
  SELECT n.tags FROM ${notifications} AS n
  WHERE $3::boolean AND n.customer_id = $1::text AND NOT n.is_dismissed AND NOT ${isRead} AND ${isCurrent}
)${others}
SELECT json_build_object(
  'references', ${references('listed', newestFirst)},
  'hasMore', (SELECT count(*) FROM found) > $2::int,
  'unreadCount', counts.unread, 'unseenCount', counts.unseen,
  'unreadCountByTag', CASE WHEN $3::boolean AND NOT EXISTS (SELECT FROM unread WHERE tags IS NULL) THEN (
    SELECT coalesce(json_agg(json_build_array(tag, count)), '[]')
    FROM (SELECT tag, count(*) AS count FROM unread, unnest(tags) AS tag GROUP BY tag) AS tags
  ) END,
  'pinned', ${pinned ?? "'[]'::json"},
  'snoozed', ${snoozed ?? "'[]'::json"},
  'lastEvent', coalesce((SELECT last_event FROM ${customers} WHERE customer_id = $1::text), 0)
)::text AS row
FROM (
  SELECT ${counted}
  FROM ${notifications} AS n WHERE n.customer_id = $1::text AND NOT n.is_dismissed AND ${isCurrent}
) AS counts`;

  /** Whether it is one of the pinned ones that the first page names, which are retained. */
  const isSpared = `(${isNamedPinned} AND (
    SELECT count(*) FROM ${notifications} AS p
    WHERE p.customer_id = n.customer_id AND p.is_pinned AND NOT p.is_dismissed AND (p.expires_at IS NULL OR p.expires_at > now())
      AND (p.created_at, p.id) > (n.created_at, n.id)
  ) < ${maxPinned})`;

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

    find: `
SELECT json_build_object(${reference})::text AS row FROM ${notifications} AS n
WHERE n.customer_id = $1::text AND n.id = $2::text AND ${isCurrent}`,

    firstPage: page(
      '',
      `, pinned AS MATERIALIZED (
  SELECT * FROM ${notifications} AS n
  WHERE n.customer_id = $1::text AND ${isNamedPinned}
  ORDER BY ${newestFirst} LIMIT ${maxPinned}
), oldest AS MATERIALIZED (
  SELECT created_at, id FROM listed WHERE (SELECT count(*) FROM found) > $2::int ORDER BY created_at, id LIMIT 1
), snoozed AS MATERIALIZED (
  (SELECT n.* FROM ${snoozed} AND n.snoozed_until > now() ORDER BY n.snoozed_until LIMIT ${maxSnoozed})
  UNION ALL
  (SELECT n.* FROM ${snoozed} AND n.snoozed_until <= now() AND n.snoozed_until >= oldest.created_at
  ORDER BY n.snoozed_until DESC LIMIT ${maxSnoozed})
)`,
      { pinned: references('pinned', newestFirst), snoozed: references('snoozed', 'n.snoozed_until') },
    ),
    nextPage: page(`AND (n.created_at, n.id) < ($4::text::timestamptz, $5::text)`),

    counts: `
SELECT json_build_array(c.customer_id, json_build_object(
  'unreadCount', counts.unread, 'unseenCount', counts.unseen, 'lastEvent', c.last_event,
  'changesInMs', ceil(extract(epoch FROM counts.change_at - now()) * 1000)::bigint
))::text AS row
FROM json_array_elements_text($1::text::json) AS named (id), LATERAL (
  SELECT * FROM ${customers} AS c WHERE c.customer_id = named.id OFFSET 0
) AS c, LATERAL (
  SELECT ${counted}, least(
    min(n.snoozed_until) FILTER (WHERE ${isAway}), min(n.expires_at) FILTER (WHERE NOT (${isRead} AND (n.is_seen OR ${isAway})))
  ) AS change_at
  FROM ${notifications} AS n WHERE n.customer_id = c.customer_id AND NOT n.is_dismissed AND ${isCurrent}
) AS counts`,

    // Everything is limited before it is loaded: `pending` has the events, `named` the last one that adds a notification, `sized`
    // how many bytes that takes, and `chosen` what is sent. No customer waits for the many events of another: all get their first
    // one before any gets a second. Subqueries with OFFSET 0 find their rows by an index, whatever number of them is expected.
    eventsOf: `
WITH customer AS MATERIALIZED (
  SELECT c.customer_id, p.after, c.last_event, p.after >= c.pruned_event AND (
    p.after IN (c.pruned_event, c.last_event)
    OR EXISTS (SELECT FROM ${events} AS e WHERE e.customer_id = c.customer_id AND e.number = p.after)
  ) AS is_known
  FROM json_to_recordset($1::text::json) AS p ("customerId" text, after bigint), LATERAL (
    SELECT * FROM ${customers} AS c WHERE c.customer_id = p."customerId" OFFSET 0
  ) AS c
), recorded AS MATERIALIZED (
  SELECT e.* FROM customer, LATERAL (
    SELECT customer_id, number, CASE WHEN type = '${answerEvent.type}' AND value THEN 'answer' ELSE type END AS type, ids, value
    FROM ${events} AS e WHERE e.customer_id = customer.customer_id AND e.number > customer.after
    ORDER BY e.number LIMIT $2::int + 1
  ) AS e WHERE is_known
), missed AS MATERIALIZED (
  SELECT customer_id, count(*) AS count, count(*) <= $2::int AND sum(cardinality(ids)) <= $3::int AS is_small
  FROM recorded GROUP BY customer_id
), pending AS MATERIALIZED (
  SELECT recorded.* FROM recorded JOIN missed USING (customer_id) WHERE is_small
), named AS MATERIALIZED (
  SELECT customer_id, id, max(number) AS number FROM pending, unnest(ids) AS id WHERE type = 'add' GROUP BY customer_id, id
), loaded AS MATERIALIZED (
  SELECT named.number, n.* FROM named, LATERAL (
    SELECT * FROM ${notifications} AS n WHERE n.customer_id = named.customer_id AND n.id = named.id OFFSET 0
  ) AS n
), sized AS MATERIALIZED (
  SELECT customer_id, number, sum(200 + octet_length(id) + coalesce(octet_length(record), 0)) AS bytes
  FROM loaded GROUP BY customer_id, number
), measured AS (
  SELECT pending.*, row_number() OVER own AS rank, sum(size) OVER own AS bytes, size
  FROM pending LEFT JOIN sized USING (customer_id, number), LATERAL (
    SELECT CASE WHEN type = 'add' THEN coalesce(sized.bytes, 0) ELSE octet_length(array_to_string(ids, '","')) END
      + CASE WHEN type = 'answer' THEN 1000 ELSE 0 END AS size
  ) AS measure
  WINDOW own AS (PARTITION BY customer_id ORDER BY number)
), chosen AS (
  SELECT *, type = 'add' AND size > $4::int AS is_large, sum(size) OVER (ORDER BY rank, customer_id) - size AS before
  FROM measured WHERE rank = 1 OR bytes <= $4::int
), sent AS (
  SELECT customer_id, count(*) AS count, bool_or(is_large) AS is_large, json_agg(json_build_object(
    'number', number, 'type', type, 'ids', CASE WHEN type <> 'add' THEN ids END, 'value', value, 'references',
    CASE WHEN type = 'add' AND NOT is_large THEN (
      SELECT json_agg(json_build_object(${reference}) ORDER BY n.created_at DESC, n.id DESC)
      FROM loaded AS n WHERE n.customer_id = chosen.customer_id AND n.number = chosen.number
    ) END, 'answer', CASE WHEN type = 'answer' THEN (
      SELECT ${answer} FROM ${notifications} AS n WHERE n.customer_id = chosen.customer_id AND n.id = chosen.ids[1]
    ) END
  ) ORDER BY number) AS events
  FROM chosen WHERE before < $5::int GROUP BY customer_id
)
SELECT json_build_object(
  'customerId', customer_id, 'lastEvent', last_event,
  'isReplayable', is_known AND coalesce(is_small, true) AND NOT coalesce(is_large, false),
  'hasMore', coalesce(sent.count, 0) < coalesce(missed.count, 0), 'events', coalesce(sent.events, '[]')
)::text AS row
FROM customer LEFT JOIN missed USING (customer_id) LEFT JOIN sent USING (customer_id)`,

    lastEvents: `
SELECT json_build_array(customer_id, last_event)::text AS row FROM ${customers}
WHERE customer_id = ANY(ARRAY(SELECT json_array_elements_text($1::text::json)))`,

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

    pruneNotifications: prune(notifications, liveAt, `NOT ${isSpared}`),
    pruneExpired: prune(notifications, 'expires_at'),
    // Which was the last one is stored, unless its customer is being changed: then it is left for the next time, too.
    pruneEvents: `
WITH old AS (
  SELECT customer_id, number, created_at FROM ${events}
  WHERE ${isOld('created_at')}
  ORDER BY created_at LIMIT $3::int FOR UPDATE SKIP LOCKED
), customer AS (
  SELECT customer_id FROM ${customers} WHERE customer_id = ANY(ARRAY(SELECT customer_id FROM old))
  FOR NO KEY UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM ${events} AS e USING old JOIN customer USING (customer_id)
  WHERE e.customer_id = old.customer_id AND e.number = old.number
  RETURNING e.customer_id, e.number
), pruned AS (
  UPDATE ${customers} AS c SET pruned_event = greatest(c.pruned_event, last.number)
  FROM (SELECT customer_id, max(number) AS number FROM deleted GROUP BY customer_id) AS last
  WHERE c.customer_id = ANY(ARRAY(SELECT customer_id FROM deleted)) AND c.customer_id = last.customer_id
)
SELECT json_build_object('count', count(*), 'last', max(created_at))::text AS row FROM old`,

    stats: `
SELECT json_build_object(
  'customers', (SELECT count(*) FROM ${customers}), 'notifications', (SELECT count(*) FROM ${notifications})
)::text AS row`,
  };
}
