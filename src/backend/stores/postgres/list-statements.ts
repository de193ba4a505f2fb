import { maxPinned, maxSnoozed } from '../inbox-store.js';
import { counted, isAway, isCurrent, isNamedPinned, isRead, reference, tablesOf } from './fragments.js';

const newestFirst = 'n.created_at DESC, n.id DESC';

/** Creates the statements that read the list of a customer, and how many of it are unread and unseen. */
export function createListStatements(schema: string) {
  const { customers, notifications } = tablesOf(schema);
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

  return {
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
  };
}
