import { Answers } from './answers.js';
import { CustomerChanges } from './customer-changes.js';
import {
  deliveryLimits,
  toCustomerBatches,
  type CustomerDelivery,
  type DeliveredNotification,
  type DeliveryBatch,
} from './delivery.js';
import { assertBoolean, assertCount, assertNumber } from './errors/check-options.js';
import { withDeadline } from './errors/deadline.js';
import { createReportError, type ReportError } from './errors/report-error.js';
import type { FirstPage, FirstPageOptions } from './first-page.js';
import { findCustomerKey } from './http/customer-key.js';
import { parseGivenAnswer, type GivenAnswer } from './host-values.js';
import type { InboxBackendOptions } from './inbox-backend-options.js';
import { PageRequests } from './page-requests.js';
import { BatchQueue } from './stores/batch-queue.js';
import { createCountQueue } from './stores/count-queue.js';
import { LocalChannel, type EventChannel } from './stores/event-channel.js';
import { assertId, toBatches, toIdList } from './stores/ids.js';
import type { CustomerReferences, InboxMark, InboxStore, StoreStats } from './stores/inbox-store.js';
import { EventHub } from './streams/event-hub.js';

const hourMs = 3_600_000;

/** The host's half of the inbox. Create one with `createInboxBackend()`. */
export class InboxBackend<Context extends readonly unknown[] = []> {
  readonly #options: InboxBackendOptions<Context>;
  readonly #store: InboxStore;
  readonly #channel: EventChannel;
  readonly #hub: EventHub;
  readonly #changes: CustomerChanges;
  readonly #answers: Answers;
  readonly #additions: BatchQueue<CustomerReferences, unknown>;
  readonly #timeoutMs: number;
  readonly #report: ReportError;
  readonly #pages: PageRequests;
  #prunedAt = Date.now();

  constructor(options: InboxBackendOptions<Context>) {
    if (typeof options.authenticate !== 'function') throw new TypeError('authenticate must be a function.');
    this.#options = options;
    this.#report = createReportError(options.onError);
    this.#store = options.store;
    this.#channel = options.channel ?? options.store.channel ?? new LocalChannel();
    this.#timeoutMs = options.timeoutMs ?? 5000;
    assertNumber(this.#timeoutMs, 'timeoutMs', [1, 600_000]);
    this.#changes = new CustomerChanges(this.#timeoutMs, (customerId) => this.#publish(customerId));
    this.#answers = new Answers({
      onAction: options.onAction,
      store: this.#store,
      changes: this.#changes,
      timeoutMs: this.#timeoutMs,
      report: this.#report,
    });
    this.#additions = new BatchQueue((deliveries) => this.#addAll(deliveries), {
      ...deliveryLimits,
      timeoutMs: this.#timeoutMs,
    });
    const { maxStreams = 10_000, maxStreamsPerCustomer = 20 } = options;
    assertCount(maxStreams, 'maxStreams', [1, 1_000_000]);
    assertCount(maxStreamsPerCustomer, 'maxStreamsPerCustomer', [1, 1_000_000]);
    const counts = createCountQueue(this.#store, this.#timeoutMs);
    this.#hub = new EventHub({
      store: this.#store,
      counts,
      channel: this.#channel,
      maxStreams,
      maxStreamsPerCustomer,
      timeoutMs: this.#timeoutMs,
      onError: (error) => this.#report(error, 'events'),
    });
    this.#pages = new PageRequests({
      options,
      store: this.#store,
      changes: this.#changes,
      answers: this.#answers,
      counts,
      hub: this.#hub,
      timeoutMs: this.#timeoutMs,
      report: this.#report,
    });
  }

  /**
   * Handles a request of a page. It never rejects: what goes wrong is a response too.
   *
   * @param context handed on to `authenticate`, such as the `locals` of SvelteKit and Astro
   */
  readonly fetch = (request: Request, ...context: Context): Promise<Response> =>
    this.#pages.respond(request, () => this.#options.authenticate(request, ...context));

  /**
   * Adds notifications to a customer's inbox, and to their open pages at once. What is there already stays as it is, so it is
   * safe to repeat, with an id.
   *
   * @returns their ids, in this order: those that were given, or made
   * @example
   * await backend.deliver('anna', { title: 'Your parcel is on its way', url: '/orders/1042' });
   * @throws TypeError that names what is invalid, such as `isRead`, before it adds any; and what the store throws
   */
  async deliver(
    customerId: string,
    notifications: DeliveredNotification | readonly DeliveredNotification[],
  ): Promise<string[]>;
  /**
   * Adds notifications to the inboxes of many customers, 1,000 at a time. Deliveries may come from an async iterable, such as
   * the rows of a query: what a slow one has yielded is delivered after 250 ms. If it rejects, earlier ones are delivered: it is
   * safe to repeat, with ids.
   *
   * @returns the ids of all, in this order
   * @throws TypeError that names what is invalid, and what the iterable and the store throw
   * @example
   * await backend.deliver(customerIds.map((customerId) => ({ customerId, references: [{ id }] })));
   */
  async deliver(deliveries: Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>): Promise<string[]>;
  async deliver(
    target: string | Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>,
    notifications?: DeliveredNotification | readonly DeliveredNotification[],
  ): Promise<string[]> {
    if (notifications !== undefined) assertId(target, 'customerId');
    const ids = await (typeof target === 'string'
      ? this.#deliverTo(target, notifications)
      : this.#deliverToMany(target));
    this.#pruneSometimes();
    return ids;
  }

  /** Removes notifications from a customer's inbox, for instance because they were withdrawn. */
  async remove(customerId: string, ids: string | readonly string[]): Promise<void> {
    assertId(customerId, 'customerId');
    for (const batch of toBatches(toIdList(ids))) {
      await this.#changes.apply(customerId, () => this.#store.remove(customerId, batch));
    }
  }

  /** Marks notifications as read or unread, for instance because the customer did what one was about. */
  async markRead(customerId: string, ids: string | readonly string[], isRead = true): Promise<void> {
    assertId(customerId, 'customerId');
    assertBoolean(isRead, 'isRead');
    for (const batch of toBatches(toIdList(ids))) {
      const mark: InboxMark = { type: 'read', ids: batch, isRead };
      await this.#changes.apply(customerId, () => this.#store.mark(customerId, mark));
    }
  }

  /**
   * Stores what the customer has decided elsewhere, such as by e-mail or on the phone, and shows it on every page as the answer to a
   * notification. It replaces what stands, also a function of `onAction` that runs: its outcome is not stored then, but reported.
   *
   * @param answer null if there is none, so that the buttons come back. Without a `date`, it is now
   * @throws TypeError that names what is invalid, and what the store throws
   */
  async answer(customerId: string, id: string, answer: GivenAnswer | null): Promise<void> {
    assertId(customerId, 'customerId');
    assertId(id, 'The id of a notification');
    await this.#answers.change(customerId, id, { type: 'set', answer: parseGivenAnswer(answer) });
  }

  /**
   * Returns the key of a customer, for `customer-key` of your page. The list and the events name it as `customer`, so that a page whose
   * key is another one stores nothing on the device, and each change of a page carries it back: the backend refuses that of another
   * customer.
   *
   * It is the same at every instance and in every version, unless you change the option `customerKey`.
   *
   * @example
   * const html = `<nudge-bell customer-key="${await backend.customerKey(customerId)}" …></nudge-bell>`;
   */
  async customerKey(customerId: string): Promise<string> {
    assertId(customerId, 'customerId');
    return findCustomerKey(customerId, this.#options.customerKey);
  }

  /**
   * Loads the first page of a customer's list for the HTML of a page, so that the elements show it before they have requested anything:
   * print it with `firstPageScript()`, or pass it to their `firstPage`. Send such a page with `Cache-Control: no-store`.
   *
   * @returns null if that takes longer than `timeoutMs`, or fails, which `onError` receives: the page is complete without it
   * @throws TypeError that names what is invalid
   */
  async firstPage(
    customerId: string,
    { limit = 25, timeoutMs = 500 }: FirstPageOptions = {},
  ): Promise<FirstPage | null> {
    assertId(customerId, 'customerId');
    assertCount(limit, 'limit', [1, 100]);
    assertNumber(timeoutMs, 'timeoutMs', [1, 600_000]);
    // What happens while it is loading is newer.
    const loadedDate = new Date().toISOString();
    try {
      return { loadedDate, ...(await this.#pages.loadFirstPage(customerId, limit, timeoutMs)) };
    } catch (error) {
      this.#report(error, 'firstPage');
      return null;
    }
  }

  /**
   * Stores whether a group is switched off, for instance because the customer followed a link to unsubscribe. It neither calls
   * the option `savePreference` nor checks that the group exists.
   */
  async savePreference(customerId: string, groupId: string, isGroupNotificationOff: boolean): Promise<void> {
    assertId(customerId, 'customerId');
    assertId(groupId, 'The id of a group');
    assertBoolean(isGroupNotificationOff, 'isGroupNotificationOff');
    await this.#changes.apply(customerId, () =>
      this.#store.saveChoice(customerId, groupId, isGroupNotificationOff),
    );
  }

  /** Deletes everything about a customer, and ends their open pages' streams. */
  async deleteCustomer(customerId: string): Promise<void> {
    assertId(customerId, 'customerId');
    // It is published: the other instances find that nothing is left.
    await this.#changes.apply(customerId, async () => {
      await this.#store.deleteCustomer(customerId);
      this.disconnect(customerId);
    });
  }

  /** Ends the streams of a customer at this instance, for instance because they have signed out. */
  disconnect(customerId: string): void {
    this.#hub.disconnect(customerId);
  }

  /**
   * Deletes what has expired, and what is older than the store's retention. It also runs after a delivery, at most once an hour, and not in the
   * first hour of a backend: call it where no backend lives that long. Open pages find out when they next load their list.
   */
  prune(): Promise<void> {
    return this.#store.prune();
  }

  /** How much is stored, and how many pages are open at this instance. Counts every row: not for each request. */
  async stats(): Promise<StoreStats & { openStreams: number }> {
    return { ...(await this.#store.stats()), openStreams: this.#hub.openStreams };
  }

  /**
   * Ends every stream and the connection that listens. The pages reconnect after 1 to 6 seconds, each at another time. Presses on
   * buttons with a function of `onAction` are refused from then on (503); functions that run go on: see `whenIdle()`.
   */
  close(): void {
    this.#hub.close();
    this.#answers.close();
  }

  /**
   * Resolves when no function of `onAction` runs at this instance, and the outcomes of those that ran are stored. Wait for it after
   * `close()`, before you end the pool or the process: what is killed before is interrupted, so that the customer has to press the same
   * button again. A Worker waits for it after each response, since a function may take longer than that.
   *
   * @example
   * context.waitUntil(backend.whenIdle());
   */
  whenIdle(): Promise<void> {
    return this.#answers.whenIdle();
  }

  async #deliverTo(customerId: string, notifications: unknown): Promise<string[]> {
    const references = Array.isArray(notifications) ? notifications : [notifications];
    const batches: DeliveryBatch[] = [];
    // All are parsed before the first is added.
    for await (const batch of toCustomerBatches([{ customerId, references }])) batches.push(batch);
    for (const batch of batches.flatMap(({ customers }) => customers))
      await this.#changes.apply(customerId, () => this.#additions.load(batch));
    return batches.flatMap(({ ids }) => ids);
  }

  async #deliverToMany(
    deliveries: Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>,
  ): Promise<string[]> {
    const delivered: string[] = [];
    let publishing: Promise<unknown> = Promise.resolve();
    for await (const { customers, ids } of toCustomerBatches(deliveries)) {
      await withDeadline(this.#store.addAll(customers), this.#timeoutMs);
      for (const id of ids) delivered.push(id);
      // One batch is published while the next one is added.
      await publishing;
      // Also to those to whom it added nothing: see CustomerChanges.
      publishing = Promise.all(customers.map(({ customerId }) => this.#publish(customerId)));
    }
    await publishing;
    return delivered;
  }

  /** Adds what is delivered at the same time. If that fails, each is added alone: one must not make others fail. */
  async #addAll(
    deliveries: CustomerReferences[],
  ): Promise<(delivery: CustomerReferences) => Promise<unknown> | undefined> {
    try {
      await this.#store.addAll(deliveries);
      return () => undefined;
    } catch (error) {
      if (deliveries.length === 1) throw error;
      return (delivery) => this.#store.addAll([delivery]);
    }
  }

  /** What is stored is not undone because nobody could be notified: open pages receive it with the next event. */
  async #publish(customerId: string): Promise<void> {
    this.#hub.notify(customerId);
    try {
      await withDeadline(this.#channel.publish(customerId), this.#timeoutMs / 2);
    } catch (error) {
      this.#report(error, 'publish');
    }
  }

  #pruneSometimes(): void {
    const now = Date.now();
    if (now - this.#prunedAt < hourMs) return;
    this.#prunedAt = now;
    this.#store.prune().catch((error: unknown) => this.#report(error, 'prune'));
  }
}

/**
 * Creates the host's half of the inbox: a handler for everything that the page requests, and functions for your own code.
 *
 * Every row belongs to the customer that `authenticate` names; ids of other customers behave as if they did not exist.
 *
 * @throws TypeError if `authenticate` is missing, or an option cannot be meant
 * @example
 * const backend = createInboxBackend({ store: postgresStore(pool), authenticate: (request) => findCustomer(request) });
 * app.use('/inbox', nodeHandler(backend));
 * await backend.deliver(customerId, { title: 'Your parcel is on its way', url: '/orders/1042' });
 */
export function createInboxBackend<Context extends readonly unknown[] = []>(
  options: InboxBackendOptions<Context>,
): InboxBackend<Context> {
  return new InboxBackend(options);
}
