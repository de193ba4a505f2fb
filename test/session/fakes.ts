import { vi } from 'vitest';
import { ApiError, AuthenticationError, ConnectionError } from '../../src/api/errors.js';
import type { Notification } from '../../src/api/schemas/notification.js';
import { CustomerIdentity } from '../../src/session/customer-identity.js';
import { Device } from '../../src/session/device/device.js';
import type { DeviceStorage, RowUpdate, StoredRow } from '../../src/session/device/stored-row.js';
import {
  NotificationStore,
  type NotificationStoreOptions,
} from '../../src/session/notifications/notification-store.js';
import type { NotificationStoreEvent } from '../../src/session/notifications/state/notification-state.js';
import type { NotificationSource, ReferencePage, SourceEvent } from '../../src/session/sources/source.js';

/** An unread notification of one customer, unless the fields say otherwise. */
export function makeRecord(id: string, fields: Partial<Notification> = {}): Notification {
  return {
    id,
    payload: {
      title: `Title of ${id}`,
      subTitle: null,
      body: null,
      avatar: [],
      attachmentsImage: [],
      attachments: [],
      itemRedirect: null,
      tags: [],
      actionButtons: { primary: null, secondary: null, tertiary: null },
    },
    createdDate: null,
    isRead: false,
    productSpaceId: null,
    uniqueCustomerId: 'customer-1',
    ...fields,
  };
}

export const apiError = (status: number, retryAfter: number | null = null): ApiError =>
  new ApiError('refused', 'GET /', { status, retryAfter });
export const unauthorizedError = (): AuthenticationError =>
  new AuthenticationError('refused', 'GET /', { status: 401 });
export const networkError = (): ConnectionError => new ConnectionError('no response', 'GET /');

interface PendingRequest {
  resolve: (value: Notification) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal;
}

/** A service with one operation. Requests stay pending until the test or {@link respond} responds to them. */
export class FakeService {
  /** The id of each request, in order. */
  readonly requests: string[] = [];
  /** Responds to each request at once; the request fails with what it throws. */
  respond: ((id: string) => Notification) | null = null;
  /** Whether aborts are ignored, as by a `fetch` of the host that does not support signals. */
  ignoresAbort = false;
  /** How many requests were to be sent with a new token. */
  renewals = 0;
  readonly #pending = new Map<string, PendingRequest[]>();

  readonly retrieve: NotificationStoreOptions['retrieve'] = (id, { signal, needsNewToken }) => {
    this.requests.push(id);
    if (needsNewToken) this.renewals += 1;
    return new Promise((resolve, reject) => {
      if (this.respond) {
        resolve(this.respond(id));
        return;
      }
      this.#pending.set(id, [...(this.#pending.get(id) ?? []), { resolve, reject, signal }]);
      signal.addEventListener('abort', () => {
        if (this.ignoresAbort) return;
        this.#takeRequest(id);
        // As the DOM does; eslint does not know that the reason of a signal is an error.
        reject(signal.reason as Error);
      });
    });
  };

  /** The ids of the pending requests. */
  get pending(): string[] {
    return [...this.#pending.keys()];
  }

  async succeed(id: string, fields: Partial<Notification> = {}): Promise<void> {
    this.#takeRequest(id).resolve(makeRecord(id, fields));
    await flushPromises();
  }

  async fail(id: string, error: Error): Promise<void> {
    this.#takeRequest(id).reject(error);
    await flushPromises();
  }

  #takeRequest(id: string): PendingRequest {
    const [first, ...rest] = this.#pending.get(id) ?? [];
    if (!first) throw new Error(`There is no pending request for ${id}.`);
    if (rest.length > 0) this.#pending.set(id, rest);
    else this.#pending.delete(id);
    return first;
  }
}

/** Runs all due promise callbacks. With fake timers only. */
export async function flushPromises(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

/**
 * Waits until the assertion holds, however slow the machine is. With fake timers, a millisecond passes before each attempt.
 * For what takes real time, such as the import of a module or the body of a response.
 */
export const waitUntil = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { interval: 1, timeout: 15_000 });

/** Subscribes and records the events, except `change`, which is only counted. */
export function recordEvents(store: Pick<NotificationStore, 'subscribe'>): {
  events: Exclude<NotificationStoreEvent, { type: 'change' }>[];
  changes: number;
  stop: () => void;
} {
  const recorder: ReturnType<typeof recordEvents> = { events: [], changes: 0, stop: () => undefined };
  recorder.stop = store.subscribe((event) => {
    if (event.type === 'change') recorder.changes += 1;
    else recorder.events.push(event);
  });
  return recorder;
}

/** An event with fields that only a browser can set. */
class FakeEvent extends Event {
  readonly fields: object;

  constructor(type: string, fields: object) {
    super(type);
    this.fields = fields;
  }
}

/** Network, page visibility and page transitions, with the events that a browser dispatches. */
export class FakeBrowser {
  readonly #target = new EventTarget();
  readonly #signals: AbortSignal[] = [];

  constructor({ isOnline = true } = {}) {
    vi.stubGlobal('navigator', { onLine: isOnline });
    vi.stubGlobal(
      'addEventListener',
      (type: string, listener: (event: object) => void, options: { signal: AbortSignal }) => {
        this.#signals.push(options.signal);
        const receive = (event: Event): void =>
          listener({ type: event.type, ...(event instanceof FakeEvent && event.fields) });
        this.#target.addEventListener(type, receive, options);
      },
    );
  }

  get listenerCount(): number {
    return this.#signals.filter(({ aborted }) => !aborted).length;
  }

  setOnline(isOnline: boolean): void {
    vi.stubGlobal('navigator', { onLine: isOnline });
    this.#target.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  setVisible(isVisible: boolean): void {
    vi.stubGlobal('document', { visibilityState: isVisible ? 'visible' : 'hidden' });
    this.#target.dispatchEvent(new Event('visibilitychange'));
  }

  /** The customer, or a script, presses a key. */
  press({ isTrusted = true } = {}): void {
    this.#target.dispatchEvent(new FakeEvent('keydown', { isTrusted }));
  }

  /** Moves the page into the back/forward cache, or restores it. */
  dispatchPageTransition(type: 'pagehide' | 'pageshow', persisted = true): void {
    this.#target.dispatchEvent(new FakeEvent(type, { persisted }));
  }
}

/** A source whose pages and events come from the test. */
export class FakeSource implements NotificationSource {
  /** The responses, one after the other; then empty pages. */
  pages: (ReferencePage | Error)[] = [];
  readonly cursors: (string | undefined)[] = [];
  subscriptionCount = 0;
  emit: (event: SourceEvent) => void = () => undefined;

  load = ({ cursor }: { cursor?: string }): Promise<ReferencePage> => {
    this.cursors.push(cursor);
    const page = this.pages.shift() ?? { references: [] };
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  };

  subscribe = (emit: (event: SourceEvent) => void): (() => void) => {
    this.emit = emit;
    this.subscriptionCount += 1;
    return () => {
      this.subscriptionCount -= 1;
    };
  };
}

/** Replaces the storage of a tab, which survives that its page is left. */
export function stubSessionStorage(): void {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key);
    },
  };
  vi.stubGlobal('sessionStorage', Object.create(methods));
}

export type MakeStore = (
  options?: Omit<NotificationStoreOptions, 'retrieve'>,
  identity?: CustomerIdentity,
) => NotificationStore;

/** Makes a store on a device with this storage, as a tab has one. */
export type MakeStoreOn = (
  storage: DeviceStorage,
  options?: Parameters<MakeStore>[0],
  identity?: CustomerIdentity,
) => NotificationStore;

/** A store that is connected to its customer's identity, as in a session. */
function connectStore(
  service: FakeService,
  options: Parameters<MakeStore>[0],
  identity: CustomerIdentity,
): NotificationStore {
  const store = new NotificationStore({
    retrieve: async (id, options) => {
      const record = await service.retrieve(id, options);
      options.signal.throwIfAborted();
      identity.identify(record.uniqueCustomerId);
      return record;
    },
    accept: (record) => identity.identify(record.uniqueCustomerId),
    ...options,
  });
  identity.onOtherCustomer(({ error, wasConfirmed }) => {
    if (error) store.reset(error);
    else store.startOver();
    void options?.device?.().then((device) => device?.release(!wasConfirmed));
  });
  return store;
}

export const makeDevice = (storage: DeviceStorage, identity = new CustomerIdentity()): Device =>
  new Device('key', storage, identity);

/** Installs fake timers and a fake browser, and a service that responds to every request with an unread notification. */
export function setUpStore(): {
  service: FakeService;
  browser: FakeBrowser;
  makeStore: MakeStore;
  makeStoreOn: MakeStoreOn;
} {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const service = new FakeService();
  service.respond = (id) => makeRecord(id);
  const makeStore: MakeStore = (options, identity = new CustomerIdentity()) =>
    connectStore(service, options, identity);
  const makeStoreOn: MakeStoreOn = (storage, options, identity = new CustomerIdentity()) => {
    const device = makeDevice(storage, identity);
    return makeStore({ device: () => Promise.resolve(device), ...options }, identity);
  };
  return { service, browser: new FakeBrowser(), makeStore, makeStoreOn };
}

export function tearDown(): void {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
}

export const makeReferences = (ids: string[], isRead?: boolean): { id: string; isRead?: boolean }[] =>
  ids.map((id) => (isRead === undefined ? { id } : { id, isRead }));

export const itemIds = (store: Pick<NotificationStore, 'state'>): string[] =>
  store.state.items.map(({ id }) => id);

export const arrivalEvents = (recorder: ReturnType<typeof recordEvents>): unknown[] =>
  recorder.events.filter(({ type }) => type === 'arrival');

export const makeIds = (count: number, prefix = 'n'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** A device database in memory. As a real one does, it copies its values and responds asynchronously. */
export class FakeStorage implements DeviceStorage {
  row: StoredRow | null = null;
  /** The number of reads and writes. */
  changeCount = 0;
  closeCount = 0;
  /** Runs before each change; the change fails if it rejects. */
  beforeChange: (() => Promise<void>) | null = null;

  async update(update: RowUpdate): Promise<StoredRow | null> {
    await this.beforeChange?.();
    this.changeCount += 1;
    const row = update(structuredClone(this.row));
    if (row !== undefined) this.row = structuredClone(row);
    return row ?? null;
  }

  async replace(row: StoredRow | null): Promise<void> {
    await this.beforeChange?.();
    this.changeCount += 1;
    this.row = structuredClone(row);
  }

  close(): void {
    this.closeCount += 1;
  }
}
