// What several statements have in common. `n` stands for a row of the notifications.

// What is snoozed changes when it comes back, without a statement that runs then.
export const isAway = `coalesce(n.snoozed_until > now(), false)`;
export const isRead = `(n.is_read AND NOT (n.returns_unread AND n.snoozed_until <= now()))`;

/**
 * What an event of an answer is stored as. To instances of the version before, which may serve other pages during an upgrade, it is one that
 * adds a notification, which the page has already: a type that they do not know would end the events of its customer there.
 */
export const answerEvent = { type: 'add', value: 'true' };

/** The answer, or the claim of it; null if there is neither. */
export const answer = `CASE WHEN n.answered_at IS NOT NULL THEN json_build_object(
      'action', n.answer_action, 'text', n.answer_text, 'date', n.answered_at AT TIME ZONE 'UTC'
    ) WHEN n.answer_action IS NOT NULL THEN json_build_object(
      'action', n.answer_action, 'until', n.claimed_until AT TIME ZONE 'UTC',
      'remainingMs', greatest(0, round(extract(epoch FROM n.claimed_until - now()) * 1000))
    ) END`;

// In UTC: some zones had an offset in seconds, which JavaScript does not parse.
export const reference = `'id', n.id, 'createdDate', n.created_at AT TIME ZONE 'UTC', 'isRead', ${isRead},
    'isSeen', n.is_seen OR ${isAway}, 'isDismissed', n.is_dismissed,
    'snoozedUntil', n.snoozed_until AT TIME ZONE 'UTC', 'isImportant', n.is_important, 'isPinned', n.is_pinned,
    'expiresDate', n.expires_at AT TIME ZONE 'UTC', 'record', n.record, 'answer', ${answer}`;

export const isCurrent = `(n.expires_at IS NULL OR n.expires_at > now())`;

/** Since when it has been on the list: what was snoozed since its return. */
export const liveAt = `greatest(created_at, snoozed_until)`;

/** Whether it may be one of the pinned ones that the first page names. */
export const isNamedPinned = `(n.is_pinned AND NOT n.is_dismissed AND ${isCurrent})`;

/** The numbers that a badge shows, of the rows that are neither dismissed nor expired. */
export const counted = `count(*) FILTER (WHERE NOT ${isRead}) AS unread, count(*) FILTER (WHERE NOT n.is_seen AND NOT ${isAway}) AS unseen`;

/** The tables of a schema. */
export const tablesOf = (schema: string) => ({
  customers: `${schema}.nudge_inbox_customers`,
  notifications: `${schema}.nudge_inbox_notifications`,
  events: `${schema}.nudge_inbox_events`,
  choices: `${schema}.nudge_inbox_choices`,
});

/** The row of the customer, as it is before a change. */
export const knownCustomer = (schema: string) =>
  `known AS MATERIALIZED (SELECT * FROM ${tablesOf(schema).customers} WHERE customer_id = $1::text)`;

/** The result of a change, or null if there is something to change, but the customer is no longer as it was. */
export const unlessStale = (result: string) =>
  `CASE WHEN EXISTS (SELECT FROM customer) OR NOT EXISTS (SELECT FROM candidate) THEN ${result}::text END AS row`;

/**
 * The number of a customer's next event. It is a time: events after the customer was deleted, or the database restored from a
 * backup, get none that a page knows from before.
 */
export const nextEvent = (last: string, step = 1) =>
  `greatest(${last} + ${step}, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;
