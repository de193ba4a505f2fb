import * as z from 'zod/mini';
import { answerActions, type InboxEvent, type InboxReference, type NumberedEvent } from '../inbox-event.js';

// The rows of the statements, each JSON, and what they say.

const answerRow = z.nullable(
  z.object({
    action: z.enum(answerActions),
    text: z.optional(z.string()),
    date: z.optional(z.string()),
    until: z.optional(z.string()),
    remainingMs: z.optional(z.number()),
  }),
);
export const answerStateRow = z.nullable(
  z.object({ hasChanged: z.boolean(), claim: z.nullable(z.number()), answer: answerRow }),
);
export const referenceRow = z.object({
  id: z.string(),
  createdDate: z.string(),
  isRead: z.boolean(),
  isSeen: z.boolean(),
  isDismissed: z.boolean(),
  isImportant: z.boolean(),
  isPinned: z.boolean(),
  expiresDate: z.nullable(z.string()),
  snoozedUntil: z.nullable(z.string()),
  record: z.nullable(z.string()),
  answer: answerRow,
});
export const pageRow = z.object({
  references: z.array(referenceRow),
  hasMore: z.boolean(),
  unreadCount: z.number(),
  unseenCount: z.number(),
  unreadCountByTag: z.nullable(z.array(z.tuple([z.string(), z.number()]))),
  pinned: z.array(referenceRow),
  snoozed: z.array(referenceRow),
  lastEvent: z.number(),
});
export const countsRow = z.tuple([
  z.string(),
  z.object({
    unreadCount: z.number(),
    unseenCount: z.number(),
    changesInMs: z.nullable(z.number()),
    lastEvent: z.number(),
  }),
]);
const eventRow = z.object({
  number: z.number(),
  type: z.enum(['add', 'remove', 'read', 'seen', 'dismiss', 'answer', 'preference']),
  ids: z.nullable(z.array(z.string())),
  value: z.nullable(z.boolean()),
  references: z.nullable(z.array(referenceRow)),
  answer: answerRow,
});
export const missedRow = z.object({
  customerId: z.string(),
  lastEvent: z.number(),
  isReplayable: z.boolean(),
  hasMore: z.boolean(),
  events: z.array(eventRow),
});
export const addedRow = z.object({ added: z.array(z.string()), stale: z.array(z.string()) });
export const idsRow = z.array(z.string());
export const statsRow = z.object({ customers: z.number(), notifications: z.number() });
export const prunedRow = z.object({ count: z.number(), last: z.nullable(z.string()) });
export type Pruned = z.infer<typeof prunedRow>;
export const lastEventRow = z.tuple([z.string(), z.number()]);
export const choiceRow = z.tuple([z.string(), z.boolean()]);

const toDate = (timestamp: string): string => new Date(`${timestamp}Z`).toISOString();

export function toAnswer(row: z.infer<typeof answerRow>): InboxReference['answer'] {
  if (!row) return null;
  const { action, text = '', date, until = '', remainingMs = 0 } = row;
  if (date !== undefined) return { action, text, date: toDate(date) };
  return { action, until: toDate(until), remainingMs };
}

export function toReference({
  createdDate,
  snoozedUntil,
  isImportant,
  isPinned,
  expiresDate,
  record,
  answer,
  ...rest
}: z.infer<typeof referenceRow>): InboxReference {
  const json: unknown = record === null ? undefined : JSON.parse(record);
  return {
    ...rest,
    createdDate: toDate(createdDate),
    ...(isImportant && { importance: 'high' }),
    ...(isPinned && { isPinned }),
    ...(expiresDate !== null && { expiresDate: toDate(expiresDate) }),
    snoozedUntil: snoozedUntil === null ? null : toDate(snoozedUntil),
    answer: toAnswer(answer),
    ...(json !== undefined && { record: json }),
  };
}

export const toNumberedEvent = (row: z.infer<typeof eventRow>): NumberedEvent => ({
  number: row.number,
  event: toEvent(row),
});

function toEvent({ type, ids: named, value, references, answer }: z.infer<typeof eventRow>): InboxEvent {
  const ids = named ?? [];
  switch (type) {
    case 'add':
      return { type, references: (references ?? []).map(toReference) };
    case 'read':
      return { type, ids, isRead: value === true };
    case 'dismiss':
      return { type, ids, isDismissed: value === true };
    case 'answer':
      return { type, ids, answer: toAnswer(answer) };
    case 'preference':
      return { type, groupId: ids[0] ?? '', isGroupNotificationOff: value === true };
    default:
      return { type, ids };
  }
}
