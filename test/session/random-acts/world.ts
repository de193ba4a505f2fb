import { vi } from 'vitest';
import {
  apiError,
  FakeBrowser,
  FakeStorage,
  makeRecord,
  networkError,
  stubSessionStorage,
} from '../fakes.js';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { Device } from '../../../src/session/device/device.js';
import type { DeviceStorage } from '../../../src/session/device/stored-row.js';
import { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationSource, ReferencePage, SourceEvent } from '../../../src/session/sources/source.js';
import type { Random } from './random.js';
import { stubBroadcastChannel } from '../fake-channel.js';

const minuteMs = 60_000;
/** So few that there are several pages. */
const pageSize = 5;

/** A browser tab. A reload replaces its store. */
export interface Tab {
  store: NotificationStore;
  device: Device;
  /** Has the browser abort what the page is writing, as when it is being left. */
  abortWrites: () => void;
  /** Emits an event of the host's source, while the store subscribes to it. */
  emit: ((event: SourceEvent) => void) | null;
  undo: (() => void) | null;
  /** What the tab has dismissed last, and can restore. */
  dismissed: readonly string[];
  close: () => void;
}

/** A notification as the service and the host know it. */
interface Fact {
  id: string;
  createdDate: string;
  /** What the host stores. */
  isRead: boolean;
  /** What the customer decided last, where the host stores nothing. */
  decided: boolean | null;
  /** What the host stores, or else what the customer decided last. */
  isDismissed: boolean;
  isWithdrawn: boolean;
  /** Whether a tab may have missed that it was withdrawn. */
  isMissed: boolean;
}

/** A service, a host and a customer with two tabs, all of which fail as often as they are told to. */
export class World {
  readonly facts = new Map<string, Fact>();
  readonly tabs: Tab[] = [];
  readonly requests: string[] = [];
  readonly storage = new FakeStorage();
  readonly browser = new FakeBrowser();
  readonly persistsReadState: boolean;
  /** Whether the host stores what is dismissed. */
  readonly persistsDismissals: boolean;
  /** What the customer did cannot all be expected to be kept then. */
  readonly mayLoseStorage: boolean;
  /** Whether the clock of the device is set back and forward. */
  readonly hasWrongClock: boolean;
  /** Whether the host says of each notification whether it is read: always if it stores that. */
  readonly namesReadState: boolean;
  /** Whether the service takes as read what was fetched. */
  readonly #readsOnFetch: boolean;
  readonly #fetched = new Set<string>();
  readonly #startTime = Date.now() - performance.now();
  readonly #random: Random;
  failureRate = 0;
  /** Whether what the device stores was lost, or could not be written. */
  hasLostStorage = false;
  listRequestCount = 0;
  isVisible = true;
  #nextId = 1;

  constructor(random: Random) {
    this.#random = random;
    stubBroadcastChannel();
    stubSessionStorage();
    this.persistsReadState = random.chance(0.5);
    this.persistsDismissals = random.chance(0.5);
    this.mayLoseStorage = random.chance(0.2);
    this.hasWrongClock = random.chance(0.2);
    this.namesReadState = this.persistsReadState || random.chance(0.5);
    this.#readsOnFetch = random.chance(0.5);
    this.storage.beforeChange = async () => {
      if (!this.mayLoseStorage || !random.chance(this.failureRate / 5)) return;
      this.hasLostStorage = true;
      if (random.chance(0.5)) throw new Error('The storage failed.');
      await new Promise(() => undefined);
    };
    for (let count = random.below(14); count >= 0; count -= 1) this.addFact((40 - this.#nextId) * minuteMs);
    this.tabs.push(this.#openTab(), this.#openTab());
  }

  /** @param age How long ago it was sent, in milliseconds. */
  addFact(age = 0): Fact {
    const id = `n${this.#nextId++}`;
    const fact = {
      id,
      // The clock of the service is right, whatever that of the device says.
      createdDate: new Date(this.now - age).toISOString(),
      isRead: this.#random.chance(0.3),
      // Nobody has opened it yet.
      decided: this.namesReadState ? null : false,
      isDismissed: false,
      isWithdrawn: false,
      isMissed: false,
    };
    this.facts.set(id, fact);
    return fact;
  }

  /** The time of the service, in milliseconds since 1970. */
  get now(): number {
    return this.#startTime + performance.now();
  }

  /** Newest first, as the host lists them. */
  get listed(): Fact[] {
    return [...this.facts.values()]
      .filter(({ isWithdrawn }) => !isWithdrawn)
      .toSorted((one, other) => other.createdDate.localeCompare(one.createdDate));
  }

  reload(index: number): void {
    this.tabs[index]?.close();
    this.tabs[index] = this.#openTab();
  }

  /** What happens at the host reaches every tab whose stream is open. */
  emit(event: SourceEvent): void {
    for (const tab of this.tabs) tab.emit?.(event);
  }

  emitArrival({ id, createdDate, isRead }: Fact): void {
    const reference = { id, createdDate, ...(this.namesReadState && { isRead }) };
    this.emit({ type: 'add', references: [reference] });
  }

  /** Responds after a while, or fails in one of the ways in which a network or server does. */
  async #respond<Value>(respond: () => Value): Promise<Value> {
    const isFailing = this.#random.chance(this.failureRate);
    const failure = this.#random.pick([
      networkError(),
      apiError(500),
      apiError(429, 3),
      apiError(503),
      apiError(403),
    ]);
    // No response comes in the millisecond of its request.
    const delayMs = this.#random.below(300);
    await new Promise((resolve) => setTimeout(resolve, delayMs > 150 ? delayMs : 1));
    if (isFailing) throw failure;
    return respond();
  }

  #openTab(): Tab {
    const identity = new CustomerIdentity();
    let isAborted = false;
    const storage: DeviceStorage = {
      update: async (update) => {
        // The page may be left before the browser has begun.
        await Promise.resolve();
        if (isAborted) throw new Error('The page was left.');
        return this.storage.update(update);
      },
      replace: (row) => this.storage.replace(row),
      close: () => this.storage.close(),
    };
    const device = new Device('key', storage, identity);
    const abortWrites = (): void => void (isAborted = true);
    const tab: Partial<Tab> & { emit: Tab['emit'] } = { device, emit: null };
    const source: NotificationSource = {
      load: ({ cursor }) => {
        this.listRequestCount += 1;
        return this.#respond(() => this.#loadPage(cursor));
      },
      subscribe: (emit) => {
        tab.emit = emit;
        return () => (tab.emit = null);
      },
      ...(this.persistsReadState && {
        setRead: (ids, isRead) =>
          this.#respond(() => {
            for (const id of ids) {
              const fact = this.facts.get(id);
              if (fact) fact.isRead = isRead;
            }
            for (const other of this.tabs) if (other !== tab) other.emit?.({ type: 'read', ids, isRead });
          }),
      }),
      ...(this.persistsDismissals && {
        setDismissed: (ids, isDismissed) =>
          this.#respond(() => {
            for (const id of ids) {
              const fact = this.facts.get(id);
              if (fact) fact.isDismissed = isDismissed;
            }
            for (const other of this.tabs)
              if (other !== tab) other.emit?.({ type: 'dismiss', ids, isDismissed });
          }),
      }),
    };
    const store = new NotificationStore({
      source,
      device: () => Promise.resolve(device),
      retrieve: async (id, { signal }) => {
        this.requests.push(id);
        const record = await this.#respond(() => {
          // Nobody can know that the service said "unread" in a response which nobody has received.
          signal.throwIfAborted();
          const fact = this.facts.get(id);
          if (!fact || fact.isWithdrawn) throw apiError(404);
          const isRead = this.#readsOnFetch && this.#fetched.has(id);
          this.#fetched.add(id);
          return makeRecord(id, { createdDate: fact.createdDate, isRead });
        });
        signal.throwIfAborted();
        identity.identify(record.uniqueCustomerId);
        return record;
      },
    });
    const unsubscribe = store.subscribe(() => undefined);
    const close = (): void => {
      unsubscribe();
      store.close();
    };
    return Object.assign(tab, { store, device, abortWrites, undo: null, dismissed: [], close });
  }

  #loadPage(cursor: string | undefined): ReferencePage {
    const older = this.listed.filter(({ createdDate }) => cursor === undefined || createdDate < cursor);
    const facts = older.slice(0, pageSize);
    return {
      references: facts.map(({ id, createdDate, isRead, isDismissed }) => ({
        id,
        createdDate,
        ...(this.namesReadState && { isRead }),
        ...(this.persistsDismissals && { isDismissed }),
      })),
      nextCursor: older.length > pageSize ? facts.at(-1)?.createdDate : undefined,
      ...(this.persistsReadState && {
        unreadCount: this.listed.filter(
          ({ isRead, isDismissed }) => !isRead && !(this.persistsDismissals && isDismissed),
        ).length,
      }),
    };
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.browser.setVisible(isVisible);
  }

  /** Ends all faults and waits until nothing more happens. */
  async settle(): Promise<void> {
    this.failureRate = 0;
    this.browser.setOnline(true);
    this.setVisible(true);
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    for (let round = 0; round < 2; round += 1) {
      for (const { store } of this.tabs) {
        void store.refresh();
        await vi.advanceTimersByTimeAsync(minuteMs);
        while (store.state.hasMore) {
          void store.loadMore();
          await vi.advanceTimersByTimeAsync(minuteMs);
        }
        store.setVisible(store.state.items.map(({ id }) => id));
        await vi.advanceTimersByTimeAsync(minuteMs);
      }
    }
  }
}
