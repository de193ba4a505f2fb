import type { AnswerChange } from '../inbox-store.js';
import {
  answer,
  answerEvent,
  isCurrent,
  isRead,
  knownCustomer,
  nextEvent,
  tablesOf,
  unlessStale,
} from './fragments.js';

interface AnswerStatement {
  assignments: string;
  /** When the change applies. */
  condition: string;
  /** Whether the customer has answered then. */
  isGiven?: string;
  /** Whether it also changes what has expired. */
  mayBeExpired?: string;
}

/** Whether nobody has answered, and nobody else does now, with the button $3. */
const isFree = `(n.answer_action IS NULL
    OR (n.answered_at IS NULL AND n.answer_action = $3::text AND n.claimed_until <= now()))`;
/** Whether this claim is the last one, and nothing was decided since. */
const isHeldBy = (claim: string) =>
  `(n.answer_action IS NOT NULL AND n.answered_at IS NULL AND n.claim_number = ${claim}::bigint)`;
const until = (lapseMs: string) => `now() + ${lapseMs}::float8 * interval '1 millisecond'`;

/**
 * Creates the statements that change the answer to a notification. The first parameters are the customer and the notification; what the
 * others are is in `PostgresStore`. A claim has the number of its event.
 */
export function createAnswerStatements(schema: string): Record<AnswerChange['type'], string> {
  const { customers, notifications, events } = tablesOf(schema);

  /** Applies a change and records it. Returns the state of the answer, or null for a notification that is not there. */
  const change = ({ assignments, condition, isGiven = 'false', mayBeExpired = 'true' }: AnswerStatement) => `
WITH ${knownCustomer(schema)}, stored AS MATERIALIZED (
  SELECT * FROM ${notifications} AS n WHERE n.customer_id = $1::text AND n.id = $2::text AND (${mayBeExpired} OR ${isCurrent})
), candidate AS (
  SELECT FROM stored AS n WHERE ${condition}
), customer AS (
  UPDATE ${customers} AS c SET last_event = ${nextEvent('c.last_event', 2)} FROM known
  WHERE c.customer_id = $1::text AND c.last_event = known.last_event AND EXISTS (SELECT FROM candidate)
  RETURNING c.last_event
), changed AS (
  UPDATE ${notifications} AS n SET ${assignments}, is_read = n.is_read OR ${isGiven}, is_seen = n.is_seen OR ${isGiven},
    returns_unread = n.returns_unread AND NOT ${isGiven}
  FROM customer WHERE n.customer_id = $1::text AND n.id = $2::text
  RETURNING n.*
), event AS (
  INSERT INTO ${events} (customer_id, number, type, ids, value)
  SELECT $1::text, customer.last_event - list.back, list.type, ARRAY[$2::text], list.value
  FROM customer, (
    SELECT '${answerEvent.type}' AS type, 0 AS back, ${answerEvent.value} AS value FROM changed
    UNION ALL SELECT 'read', 1, true FROM changed, stored AS n WHERE ${isGiven} AND NOT ${isRead}
  ) AS list
), standing AS (
  SELECT true AS has_changed, changed.* FROM changed
  UNION ALL SELECT false, stored.* FROM stored WHERE NOT EXISTS (SELECT FROM customer)
)
SELECT ${unlessStale(`coalesce((
  SELECT json_build_object('hasChanged', n.has_changed, 'claim', n.claim_number, 'answer', ${answer}) FROM standing AS n
), 'null')`)}`;

  return {
    claim: change({
      assignments: `answer_action = $3::text, claimed_until = ${until('$4')}, claim_number = customer.last_event,
    is_claim_repeated = n.answer_action IS NOT NULL`,
      condition: isFree,
      mayBeExpired: 'false',
    }),
    renew: change({ assignments: `claimed_until = ${until('$4')}`, condition: isHeldBy('$3') }),
    end: change({
      assignments: `answer_action = CASE WHEN n.is_claim_repeated THEN n.answer_action END,
    claimed_until = CASE WHEN n.is_claim_repeated THEN now() END`,
      condition: isHeldBy('$3'),
    }),
    give: change({
      assignments: `answer_action = $3::text, answer_text = $4::text, answered_at = now(),
    claim_number = coalesce($5::bigint, customer.last_event)`,
      condition: `CASE WHEN $5::bigint IS NULL THEN ${isFree} ELSE ${isHeldBy('$5')} END`,
      isGiven: 'true',
      mayBeExpired: '$5::bigint IS NOT NULL',
    }),
    // Without a date, the same answer stays as it is.
    set: change({
      assignments: `answer_action = $3::text, answer_text = $4::text,
    answered_at = CASE WHEN $3::text IS NOT NULL THEN coalesce($5::text::timestamptz, now()) END, claim_number = customer.last_event`,
      condition: `(n.answer_action, n.answer_text, n.answered_at)
    IS DISTINCT FROM ($3::text, $4::text, coalesce($5::text::timestamptz, CASE WHEN $3::text IS NOT NULL THEN n.answered_at END))`,
      isGiven: '($3::text IS NOT NULL)',
    }),
  };
}
