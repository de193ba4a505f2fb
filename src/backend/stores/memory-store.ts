import { applyAnswer, toStanding, type Answered } from './apply-answer.js';
import { LocalChannel } from './event-channel.js';
import type { InboxReference, InboxEvent, NumberedEvent } from './inbox-event.js';
import {
  completeRetention,
  maxPinned,
  maxSnoozed,
  type AnswerChange,
  type AnswerState,
  type CompleteRetention,
  type CustomerReferences,
  type EventLimits,
  type EventPosition,
  type InboxCounts,
  type InboxMark,
  type InboxStore,
  type ListPage,
  type ListPosition,
  type ListQuery,
  type MissedEvents,
  type Retention,
  type StoreStats,
} from './inbox-store.js';

/** An event as it is stored. The references of an `add` event, and the answer of an `answer` event, are looked up when it is loaded, and may have changed since. */
interface StoredEvent {
  number: number;
  event:
    | Exclude<InboxEvent, { type: 'add' | 'answer' }>
    | { type: 'add'; ids: string[] }
    | { type: 'answer'; ids: string[] };
  time: number;
}

/** A notification, however it is answered. */
type Dated = Omit<InboxReference, 'answer'>;

interface StoredReference extends Dated, Answered {
  /** Whether it was read when it was snoozed, and was not marked since: then it comes back as unread. */
  returnsUnread: boolean;
}

interface Customer {
  readonly notifications: Map<string, StoredReference>;
  readonly choices: Map<string, boolean>;
  events: StoredEvent[];
  lastEvent: number;
  /** The last event that was pruned: what came after it can be replayed. */
  prunedEvent: number;
}

const descending = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

const newestFirst = (a: ListPosition, b: ListPosition): number =>
  descending(a.createdDate, b.createdDate) || descending(a.id, b.id);

const isExpired = ({ expiresDate }: Dated): boolean =>
  expiresDate !== undefined && Date.parse(expiresDate) <= Date.now();

const isAway = ({ snoozedUntil }: Dated): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();

/** Since when it has been on the list: what was snoozed since its return. */
const liveDate = ({ createdDate, snoozedUntil }: Dated): string =>
  snoozedUntil !== null && snoozedUntil > createdDate ? snoozedUntil : createdDate;

/** The pinned ones that the first page names. They are retained. */
const findNamedPinned = <Reference extends Dated>(references: readonly Reference[]): Reference[] =>
  references
    .filter((reference) => reference.isPinned && !reference.isDismissed && !isExpired(reference))
    .toSorted(newestFirst)
    .slice(0, maxPinned);

/** Those beyond what a customer may have, without what has expired: the oldest of all that are not spared. */
function findExcess(
  notifications: Customer['notifications'],
  maxPerCustomer: number,
): readonly StoredReference[] {
  if (notifications.size <= maxPerCustomer) return [];
  const stored = [...notifications.values()];
  const spared = new Set(findNamedPinned(stored));
  const others = stored
    .filter((reference) => !isExpired(reference) && !spared.has(reference))
    .toSorted((a, b) => descending(liveDate(a), liveDate(b)) || descending(a.id, b.id));
  return others.slice(Math.max(maxPerCustomer - spared.size, 0));
}

/** The notification as it is now: some change when they come back. */
function toReference({ returnsUnread, ...stored }: StoredReference): InboxReference {
  const answer = toStanding(stored.answer);
  const reference: InboxReference & Partial<StoredReference> = { ...structuredClone(stored), answer };
  // They are only counted.
  delete reference.tags;
  delete reference.claim;
  const isBack = reference.snoozedUntil !== null && !isAway(reference);
  return {
    ...reference,
    isRead: reference.isRead && !(returnsUnread && isBack),
    isSeen: reference.isSeen || isAway(reference),
  };
}

/** Changes a notification. Returns whether it was different before. */
function applyMark(stored: StoredReference, mark: InboxMark): boolean {
  const { isRead, isSeen, isDismissed, snoozedUntil } = toReference(stored);
  switch (mark.type) {
    case 'read':
      if (isRead === mark.isRead) return false;
      stored.isRead = mark.isRead;
      stored.isSeen ||= mark.isRead;
      stored.returnsUnread = false;
      return true;
    case 'seen':
      if (!isSeen) stored.isSeen = true;
      return !isSeen;
    case 'dismiss':
      stored.isDismissed = mark.isDismissed;
      return isDismissed !== mark.isDismissed;
    case 'snooze':
      if (snoozedUntil === mark.snoozedUntil) return false;
      stored.snoozedUntil = mark.snoozedUntil;
      stored.isRead = isRead;
      stored.isSeen = mark.snoozedUntil === null;
      stored.returnsUnread = isRead && mark.snoozedUntil !== null;
      return true;
  }
}

function toEvent(mark: InboxMark, ids: string[]): StoredEvent['event'] {
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
  notifications: Customer['notifications'],
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

/** The counts of these notifications: all of a customer that have not expired. */
function countAll(current: readonly InboxReference[]): Pick<ListPage, 'unreadCount' | 'unseenCount'> {
  const shown = current.filter(({ isDismissed }) => !isDismissed);
  return {
    unreadCount: shown.filter(({ isRead }) => !isRead).length,
    unseenCount: shown.filter(({ isSeen }) => !isSeen).length,
  };
}

/** When a notification next changes what is counted, in milliseconds since 1970: when it comes back, or expires while it counts. */
function countChangeTimes(reference: InboxReference): number[] {
  const { isDismissed, isRead, isSeen, snoozedUntil, expiresDate } = reference;
  if (isDismissed) return [];
  return [
    ...(snoozedUntil !== null && isAway(reference) ? [Date.parse(snoozedUntil)] : []),
    ...(expiresDate !== undefined && !(isRead && isSeen) ? [Date.parse(expiresDate)] : []),
  ];
}

/** How many are unread with each tag; null if the tags of one are unknown. */
function countByTag(current: readonly StoredReference[]): ReadonlyMap<string, number> | null {
  const counts = new Map<string, number>();
  for (const stored of current) {
    const { isRead, isDismissed } = toReference(stored);
    if (isRead || isDismissed) continue;
    if (!stored.tags) return null;
    for (const tag of stored.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

/** What comes back next, and what came back last, but not before this date. */
function findSnoozed(references: readonly InboxReference[], from: string): InboxReference[] {
  const snoozed = references
    .flatMap((reference) =>
      reference.snoozedUntil === null ? [] : { reference, until: reference.snoozedUntil },
    )
    .toSorted((one, other) => descending(other.until, one.until));
  const back = snoozed.filter(({ reference, until }) => !isAway(reference) && until >= from);
  const away = snoozed.filter(({ reference }) => isAway(reference));
  return [...back.slice(-maxSnoozed), ...away.slice(0, maxSnoozed)].map(({ reference }) => reference);
}

function findMissed(customer: Customer, after: number, limits: EventLimits): MissedEvents {
  const { lastEvent, prunedEvent, notifications } = customer;
  const missed = customer.events.filter(({ number }) => number > after);
  const idCount = missed.reduce((sum, { event }) => sum + ('ids' in event ? event.ids.length : 1), 0);
  const isKnown =
    after === prunedEvent || after === lastEvent || customer.events.some(({ number }) => number === after);
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

function countsOf({ notifications, lastEvent }: Customer): InboxCounts {
  const current = [...notifications.values()].filter((stored) => !isExpired(stored)).map(toReference);
  const changeTime = Math.min(...current.flatMap(countChangeTimes));
  const changesInMs = changeTime === Infinity ? null : changeTime - Date.now();
  return { ...countAll(current), changesInMs, lastEvent };
}

/** Stores everything in memory. */
class MemoryStore implements InboxStore {
  readonly channel = new LocalChannel();
  readonly #customers = new Map<string, Customer>();
  readonly #retention: CompleteRetention;
  #lastNumber = 0;

  constructor(retention: CompleteRetention) {
    this.#retention = retention;
  }

  async add(customerId: string, references: readonly InboxReference[]): Promise<boolean> {
    const customer = this.#customerOf(customerId);
    const { notifications } = customer;
    const added = new Set<string>();
    for (const reference of references) {
      if (notifications.has(reference.id)) continue;
      notifications.set(reference.id, { ...reference, returnsUnread: false, claim: null });
      added.add(reference.id);
    }
    const excess = findExcess(notifications, this.#retention.maxPerCustomer).map(({ id }) => id);
    for (const id of excess) notifications.delete(id);
    const removed = excess.filter((id) => !added.delete(id));
    const isRemoved = await this.#record(customer, { type: 'remove', ids: removed });
    return (await this.#record(customer, { type: 'add', ids: [...added] })) || isRemoved;
  }

  async addAll(deliveries: readonly CustomerReferences[]): Promise<readonly string[]> {
    const added: string[] = [];
    for (const { customerId, references } of deliveries)
      if (await this.add(customerId, references)) added.push(customerId);
    return added;
  }

  remove(customerId: string, ids: readonly string[]): Promise<boolean> {
    const customer = this.#customers.get(customerId);
    const removed = ids.filter((id) => customer?.notifications.delete(id));
    return this.#record(customer, { type: 'remove', ids: removed });
  }

  async removeDismissed(customerId: string, ids: readonly string[]): Promise<boolean> {
    const stored = this.#customers.get(customerId)?.notifications;
    if (ids.some((id) => stored?.get(id)?.isDismissed === false)) return false;
    await this.remove(customerId, ids);
    return true;
  }

  async mark(customerId: string, mark: InboxMark): Promise<readonly string[]> {
    const customer = this.#customers.get(customerId);
    const named = new Set(mark.ids);
    const until = 'until' in mark ? (mark.until ?? '') : '';
    const changed = [...(customer?.notifications.values() ?? [])]
      .filter(({ id, createdDate }) => createdDate <= until || named.has(id))
      .filter((reference) => applyMark(reference, mark));
    const ids = changed.map(({ id }) => id);
    await this.#record(customer, toEvent(mark, ids));
    return ids;
  }

  async answer(customerId: string, id: string, change: AnswerChange): Promise<AnswerState | null> {
    const customer = this.#customers.get(customerId);
    const stored = customer?.notifications.get(id);
    const mayBeExpired = 'claim' in change ? change.claim !== null : change.type === 'set';
    if (!stored || (!mayBeExpired && isExpired(stored))) return null;
    const wasRead = toReference(stored).isRead;
    const hasChanged = applyAnswer(stored, change, this.#lastNumber + 1);
    if (hasChanged && stored.answer && 'date' in stored.answer && !wasRead) {
      applyMark(stored, { type: 'read', ids: [id], isRead: true });
      await this.#record(customer, { type: 'read', ids: [id], isRead: true });
    }
    await this.#record(customer, { type: 'answer', ids: hasChanged ? [id] : [] });
    return { hasChanged, claim: stored.claim?.number ?? null, answer: toStanding(stored.answer) };
  }

  find(customerId: string, id: string): Promise<InboxReference | null> {
    const stored = this.#customers.get(customerId)?.notifications.get(id);
    return Promise.resolve(stored && !isExpired(stored) ? toReference(stored) : null);
  }

  list(customerId: string, { limit, after, countsByTag }: ListQuery): Promise<ListPage> {
    const customer = this.#customers.get(customerId);
    const current = [...(customer?.notifications.values() ?? [])]
      .filter((stored) => !isExpired(stored))
      .toSorted(newestFirst);
    const listed = current.map(toReference);
    const remaining = after ? listed.filter((reference) => newestFirst(after, reference) < 0) : listed;
    const references = remaining.slice(0, limit);
    const hasMore = remaining.length > limit;
    const pinned = after ? [] : findNamedPinned(listed);
    const oldest = references.at(-1);
    const named = new Set([...references, ...pinned]);
    const others = listed.filter((reference) => !named.has(reference));
    return Promise.resolve({
      references,
      hasMore,
      ...countAll(listed),
      unreadCountByTag: countsByTag === true ? countByTag(current) : null,
      pinned,
      snoozed: !after && hasMore && oldest ? findSnoozed(others, oldest.createdDate) : [],
      lastEvent: customer?.lastEvent ?? 0,
    });
  }

  counts(customerIds: readonly string[]): Promise<ReadonlyMap<string, InboxCounts>> {
    return Promise.resolve(
      new Map(
        customerIds.flatMap((customerId) => {
          const customer = this.#customers.get(customerId);
          return customer?.lastEvent ? [[customerId, countsOf(customer)]] : [];
        }),
      ),
    );
  }

  eventsOf(
    positions: readonly EventPosition[],
    limits: EventLimits,
  ): Promise<ReadonlyMap<string, MissedEvents>> {
    return Promise.resolve(
      new Map(
        positions.flatMap(({ customerId, after }) => {
          const customer = this.#customers.get(customerId);
          return customer?.lastEvent ? [[customerId, findMissed(customer, after, limits)]] : [];
        }),
      ),
    );
  }

  lastEvents(customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(
      new Map(
        customerIds.flatMap((customerId) => {
          const customer = this.#customers.get(customerId);
          return customer ? [[customerId, customer.lastEvent]] : [];
        }),
      ),
    );
  }

  choices(customerId: string): Promise<ReadonlyMap<string, boolean>> {
    return Promise.resolve(new Map(this.#customers.get(customerId)?.choices));
  }

  saveChoice(customerId: string, groupId: string, isGroupNotificationOff: boolean): Promise<boolean> {
    const customer = this.#customerOf(customerId);
    if (customer.choices.get(groupId) === isGroupNotificationOff) return Promise.resolve(false);
    customer.choices.set(groupId, isGroupNotificationOff);
    return this.#record(customer, { type: 'preference', groupId, isGroupNotificationOff });
  }

  deleteCustomer(customerId: string): Promise<void> {
    this.#customers.delete(customerId);
    return Promise.resolve();
  }

  prune(): Promise<void> {
    const { maxDays, maxEventHours } = this.#retention;
    const oldest = new Date(Date.now() - maxDays * 86_400_000).toISOString();
    const oldestEvent = Date.now() - maxEventHours * 3_600_000;
    for (const customer of this.#customers.values()) {
      const isOld = ({ time }: StoredEvent): boolean => time < oldestEvent;
      customer.prunedEvent = customer.events.findLast(isOld)?.number ?? customer.prunedEvent;
      customer.events = customer.events.filter((event) => !isOld(event));
      const stored = [...customer.notifications.values()];
      const spared = new Set(findNamedPinned(stored));
      for (const reference of stored)
        if (isExpired(reference) || (liveDate(reference) < oldest && !spared.has(reference)))
          customer.notifications.delete(reference.id);
    }
    return Promise.resolve();
  }

  stats(): Promise<StoreStats> {
    const customers = [...this.#customers.values()];
    const notifications = customers.reduce((sum, customer) => sum + customer.notifications.size, 0);
    return Promise.resolve({ customers: customers.length, notifications });
  }

  #customerOf(customerId: string): Customer {
    const customer = this.#customers.get(customerId) ?? {
      notifications: new Map<string, StoredReference>(),
      choices: new Map<string, boolean>(),
      events: [],
      lastEvent: 0,
      prunedEvent: 0,
    };
    this.#customers.set(customerId, customer);
    return customer;
  }

  #record(customer: Customer | undefined, event: StoredEvent['event']): Promise<boolean> {
    const isEffective = customer !== undefined && (event.type === 'preference' || event.ids.length > 0);
    if (isEffective) {
      customer.lastEvent = this.#lastNumber += 1;
      customer.events.push({ number: customer.lastEvent, event, time: Date.now() });
    }
    return Promise.resolve(isEffective);
  }
}

/** Creates a store in memory, for tests only: it forgets everything when the process ends. */
export function memoryStore(retention: Retention = {}): InboxStore {
  return new MemoryStore(completeRetention(retention));
}
