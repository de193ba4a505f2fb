import { maxPinned } from '../inbox-store.js';
import { isNamedPinned, liveAt, tablesOf } from './fragments.js';

/** Creates the statements that delete what is older than the store retains. */
export function createPruningStatements(schema: string) {
  const { customers, notifications, events } = tablesOf(schema);

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

  /** Whether it is one of the pinned ones that the first page names, which are retained. */
  const isSpared = `(${isNamedPinned} AND (
    SELECT count(*) FROM ${notifications} AS p
    WHERE p.customer_id = n.customer_id AND p.is_pinned AND NOT p.is_dismissed AND (p.expires_at IS NULL OR p.expires_at > now())
      AND (p.created_at, p.id) > (n.created_at, n.id)
  ) < ${maxPinned})`;

  return {
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
  };
}
