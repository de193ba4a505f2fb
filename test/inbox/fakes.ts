import { vi } from 'vitest';
import { ApiError, AuthenticationError, ConnectionError } from '../../src/api/errors.js';
import type { Notification } from '../../src/api/schemas/notification.js';
import type { DeviceRow, DeviceStorage, RowMaker } from '../../src/inbox/device/stored-row.js';
import { NotificationStore } from '../../src/inbox/notifications/notification-store.js';
import type {
  NotificationStoreEvent,
  NotificationStoreOptions,
} from '../../src/inbox/notifications/notification-state.js';
import type { NotificationSource, ReferencePage, SourceEvent } from '../../src/inbox/sources/source.js';

/** An unread notification of one customer, unless the fields say otherwise. */
export function record(id: string, fields: Partial<Notification> = {}): Notification {
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

export const refused = (status: number, retryAfter: number | null = null): ApiError =>
  new ApiError('refused', 'GET /', { status, retryAfter });
export const unauthorized = (): AuthenticationError =>
  new AuthenticationError('refused', 'GET /', { status: 401 });
export const noNetwork = (): ConnectionError => new ConnectionError('no answer', 'GET /');

interface OpenRequest {
  resolve: (value: Notification) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal;
}

/** The service as one operation. Requests stay open until the test answers them, or are answered by {@link answer}. */
export class FakeService {
  /** The id of each request, in order. */
  readonly requests: string[] = [];
  /** Answers each request at once; what it throws is what the request fails with. */
  answer: ((id: string) => Notification) | null = null;
  /** Whether an abort is ignored, as by a `fetch` of a host that does not know signals. */
  ignoresAbort = false;
  readonly #open = new Map<string, OpenRequest[]>();

  readonly retrieve = (id: string, { signal }: { signal: AbortSignal }): Promise<Notification> => {
    this.requests.push(id);
    return new Promise((resolve, reject) => {
      if (this.answer) {
        resolve(this.answer(id));
        return;
      }
      this.#open.set(id, [...(this.#open.get(id) ?? []), { resolve, reject, signal }]);
      signal.addEventListener('abort', () => {
        if (this.ignoresAbort) return;
        this.#take(id);
        // As DOM does: eslint does not know that a signal's reason is an error.
        reject(signal.reason as Error);
      });
    });
  };

  /** The ids that wait for an answer. */
  get open(): string[] {
    return [...this.#open.keys()];
  }

  async succeed(id: string, fields: Partial<Notification> = {}): Promise<void> {
    this.#take(id).resolve(record(id, fields));
    await settled();
  }

  async fail(id: string, error: Error): Promise<void> {
    this.#take(id).reject(error);
    await settled();
  }

  #take(id: string): OpenRequest {
    const [first, ...rest] = this.#open.get(id) ?? [];
    if (!first) throw new Error(`Nobody asks for ${id}.`);
    if (rest.length > 0) this.#open.set(id, rest);
    else this.#open.delete(id);
    return first;
  }
}

/** Lets all promises that are due go on. With fake timers only. */
export async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

/** Subscribes and keeps what is heard, but for `change`, which is only counted. */
export function listen(store: NotificationStore): {
  events: Exclude<NotificationStoreEvent, { type: 'change' }>[];
  changes: number;
  stop: () => void;
} {
  const heard: ReturnType<typeof listen> = { events: [], changes: 0, stop: () => undefined };
  heard.stop = store.subscribe((event) => {
    if (event.type === 'change') heard.changes += 1;
    else heard.events.push(event);
  });
  return heard;
}

/** Makes the device lose its network, or the page be hidden, and tells the page as browsers do. */
export class FakeNetwork {
  readonly #target = new EventTarget();
  readonly #signals: AbortSignal[] = [];

  constructor() {
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal(
      'addEventListener',
      (type: string, listener: () => void, options: { signal: AbortSignal }) => {
        this.#signals.push(options.signal);
        this.#target.addEventListener(type, listener, options);
      },
    );
  }

  /** How many listen to it. */
  get listeners(): number {
    return this.#signals.filter(({ aborted }) => !aborted).length;
  }

  set(isOnline: boolean): void {
    vi.stubGlobal('navigator', { onLine: isOnline });
    this.#target.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  /** Hides the page, or shows it. */
  show(isVisible: boolean): void {
    vi.stubGlobal('document', { visibilityState: isVisible ? 'visible' : 'hidden' });
    this.#target.dispatchEvent(new Event('visibilitychange'));
  }

  /** Sends the page into the back/forward cache, or brings it back. */
  cache(type: 'pagehide' | 'pageshow', persisted = true): void {
    this.#target.dispatchEvent(Object.assign(new Event(type), { persisted }));
  }
}

/** A source that the test speaks through. */
export class FakeSource implements NotificationSource {
  /** What it answers, one after the other; then empty pages. */
  pages: (ReferencePage | Error)[] = [];
  readonly cursors: (string | undefined)[] = [];
  subscriptions = 0;
  emit: (event: SourceEvent) => void = () => undefined;

  load = ({ cursor }: { cursor?: string }): Promise<ReferencePage> => {
    this.cursors.push(cursor);
    const page = this.pages.shift() ?? { references: [] };
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  };

  subscribe = (emit: (event: SourceEvent) => void): (() => void) => {
    this.emit = emit;
    this.subscriptions += 1;
    return () => {
      this.subscriptions -= 1;
    };
  };
}

export type StoreMaker = (options?: Omit<NotificationStoreOptions, 'retrieve'>) => NotificationStore;

/** Fake timers, a network, and a service that answers every request with an unread notification. */
export function setUpStore(): { service: FakeService; network: FakeNetwork; makeStore: StoreMaker } {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const service = new FakeService();
  service.answer = (id) => record(id);
  return {
    service,
    network: new FakeNetwork(),
    makeStore: (options) => new NotificationStore({ retrieve: service.retrieve, ...options }),
  };
}

export function tearDown(): void {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
}

/** Milliseconds of processor time, which other work on the machine does not lengthen, since a start. */
export function processorTime(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export const references = (ids: string[], isRead?: boolean): { id: string; isRead?: boolean }[] =>
  ids.map((id) => (isRead === undefined ? { id } : { id, isRead }));

export const idsOf = (store: NotificationStore): string[] => store.state.items.map(({ id }) => id);

export const arrivals = (heard: ReturnType<typeof listen>): unknown[] =>
  heard.events.filter(({ type }) => type === 'arrival');

export const idsFrom = (count: number, prefix = 'n'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** A device's database in memory. What it keeps is copied, as a database does, and it answers a little later. */
export class FakeStorage implements DeviceStorage {
  row: DeviceRow | null = null;
  /** How many times it was read or written. */
  changes = 0;
  /** What every call is to do before its work, or in place of it. */
  failure: (() => Promise<void>) | null = null;

  async change(make: RowMaker): Promise<DeviceRow | null> {
    await this.failure?.();
    this.changes += 1;
    const row = make(structuredClone(this.row));
    this.row = structuredClone(row);
    return row;
  }
}
