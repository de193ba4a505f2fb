import { LocalChannel } from '../event-channel.js';
import type { InboxReference } from '../inbox-event.js';
import {
  completeRetention,
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
  type ListQuery,
  type MissedEvents,
  type Retention,
  type StoreStats,
} from '../inbox-store.js';
import { applyAnswer, toStanding } from './apply-answer.js';
import { findMissed, toEvent, type EventLog, type StoredEvent } from './events.js';
import {
  applyMark,
  countAll,
  countByTag,
  countsOf,
  findExcess,
  findNamedPinned,
  findSnoozed,
  isExpired,
  liveDate,
  newestFirst,
  toReference,
  type StoredReference,
} from './notifications.js';

interface Customer extends EventLog {
  readonly notifications: Map<string, StoredReference>;
  readonly choices: Map<string, boolean>;
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
          if (!customer?.lastEvent) return [];
          const { notifications, lastEvent } = customer;
          return [[customerId, { ...countsOf(notifications), lastEvent }]];
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
          return customer?.lastEvent
            ? [[customerId, findMissed(customer, customer.notifications, after, limits)]]
            : [];
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
