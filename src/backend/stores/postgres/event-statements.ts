import { answer, answerEvent, reference, tablesOf } from './fragments.js';

/** Creates the statements that read the events of customers, for the streams of their pages. */
export function createEventStatements(schema: string) {
  const { customers, notifications, events } = tablesOf(schema);

  return {
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
  };
}
