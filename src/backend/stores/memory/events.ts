import type { InboxEvent, NumberedEvent } from '../inbox-event.js';
import type { EventLimits, InboxMark, MissedEvents } from '../inbox-store.js';
import { toStanding } from './apply-answer.js';
import { toReference, type StoredReference } from './notifications.js';

/** An event as it is stored. The references of an `add` event, and the answer of an `answer` event, are looked up when it is loaded, and may have changed since. */
export interface StoredEvent {
  number: number;
  event:
    | Exclude<InboxEvent, { type: 'add' | 'answer' }>
    | { type: 'add'; ids: string[] }
    | { type: 'answer'; ids: string[] };
  time: number;
}

/** The events of a customer. */
export interface EventLog {
  events: StoredEvent[];
  lastEvent: number;
  /** The last event that was pruned: what came after it can be replayed. */
  prunedEvent: number;
}

/** The event of a mark. */
export function toEvent(mark: InboxMark, ids: string[]): StoredEvent['event'] {
  switch (mark.type) {
    case 'read':
      return { type: mark.type, ids, isRead: mark.isRead };
    case 'seen':
      return { type: mark.type, ids };
    case 'dismiss':
      return { ...mark, ids };
    case 'snooze':
      return { type: 'add', ids };
  }
}

/** The event as a page receives it. An `add` has the notifications that no later one of these events names. */
function toInboxEvent(
  { number, event }: StoredEvent,
  notifications: ReadonlyMap<string, StoredReference>,
  lastNamed: ReadonlyMap<string, number>,
): InboxEvent {
  if (event.type === 'answer') {
    const answer = notifications.get(event.ids[0] ?? '')?.answer ?? null;
    return { ...structuredClone(event), answer: toStanding(answer) };
  }
  if (event.type !== 'add') return structuredClone(event);
  const stored = event.ids.flatMap((id) =>
    lastNamed.get(id) === number ? (notifications.get(id) ?? []) : [],
  );
  return { type: 'add', references: stored.map(toReference) };
}

/** The events after this one, as far as they can be replayed. */
export function findMissed(
  log: Readonly<EventLog>,
  notifications: ReadonlyMap<string, StoredReference>,
  after: number,
  limits: EventLimits,
): MissedEvents {
  const { lastEvent, prunedEvent } = log;
  const missed = log.events.filter(({ number }) => number > after);
  const idCount = missed.reduce((sum, { event }) => sum + ('ids' in event ? event.ids.length : 1), 0);
  const isKnown =
    after === prunedEvent || after === lastEvent || log.events.some(({ number }) => number === after);
  const none: MissedEvents = { events: null, hasMore: false, lastEvent };
  if (after < prunedEvent || !isKnown || missed.length > limits.events || idCount > limits.ids) return none;
  const lastNamed = new Map<string, number>();
  for (const { number, event } of missed)
    if (event.type === 'add') for (const id of event.ids) lastNamed.set(id, number);
  const events: NumberedEvent[] = [];
  let bytes = 0;
  for (const stored of missed) {
    const event = toInboxEvent(stored, notifications, lastNamed);
    bytes += JSON.stringify(event).length;
    if (bytes > limits.bytes && events.length > 0) break;
    if (bytes > limits.bytes && event.type === 'add') return none;
    events.push({ number: stored.number, event });
  }
  return { events, hasMore: events.length < missed.length, lastEvent };
}
