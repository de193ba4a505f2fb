import { createHash, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { FakeBrowser, FakeStorage, makeRecord } from '../fakes.js';
import type { InboxAction } from '../../../src/backend/action-call.js';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import type { EventChannel } from '../../../src/backend/stores/event-channel.js';
import type { InboxStore } from '../../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../../src/backend/stores/memory-store.js';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { Device } from '../../../src/session/device/device.js';
import { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationAnswer } from '../../../src/session/notifications/state/notification-item.js';
import { backendSource } from '../../../src/session/sources/backend-source.js';
import type { Random } from './random.js';
import { stubBroadcastChannel } from '../fake-channel.js';

const realImmediate = setImmediate;
/** So few that there are several pages. */
const pageSize = 5;
const customer = 'anna';
const button = { name: null, url: null };
const actionButtons = {
  primary: { ...button, onclickAction: 'approve' },
  secondary: { ...button, onclickAction: 'reject' },
  tertiary: null,
};

/** A page of the customer on a device of its own, at one of the two instances. */
export interface Page {
  store: NotificationStore;
  storage: FakeStorage;
  undo: (() => void) | null;
  dismissed: readonly string[];
  close: () => void;
}

/** One process of the backend. */
interface Instance {
  backend: InboxBackend;
  /** Aborted when the process is killed: what it sends from then on reaches nobody. */
  killed: AbortController;
}

/** The class of the browser, for streams that `open` opens; null if the server refuses one. */
function createEventSourceClass(
  open: (address: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>,
) {
  return class StreamedEventSource extends EventTarget {
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readyState = 0;
    readonly #ended = new AbortController();

    constructor(address: string) {
      super();
      void this.#run(address);
    }

    close(): void {
      this.readyState = 2;
      this.#ended.abort();
    }

    async #run(address: string): Promise<void> {
      const { signal } = this.#ended;
      try {
        const body = await open(address, signal);
        if (signal.aborted) return;
        if (!body) this.readyState = 2;
        else {
          this.readyState = 1;
          this.dispatchEvent(new Event('open'));
          await this.#receive(body, signal);
        }
      } catch {
        // The connection is lost.
      }
      if (signal.aborted) return;
      if (this.readyState === 1) this.readyState = 0;
      this.dispatchEvent(new Event('error'));
    }

    async #receive(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
      const decoder = new TextDecoder();
      const reader = body.getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        if (signal.aborted) return;
        const text = decoder.decode(chunk.value);
        const [, lastEventId = ''] = /^id: (.*)$/m.exec(text) ?? [];
        const [, name = 'message'] = /^event: (.*)$/m.exec(text) ?? [];
        const [, data] = /^data: (.*)$/m.exec(text) ?? [];
        if (data !== undefined) this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
      }
    }
  };
}

/** Two instances of the backend on one store, and two devices of a customer. Requests, messages and the store fail at will. */
export class BackendWorld {
  readonly inner: InboxStore = memoryStore({ maxPerCustomer: 1000 });
  readonly pages: Page[] = [];
  readonly browser = new FakeBrowser();
  readonly #random: Random;
  readonly #instances: Instance[] = [];
  readonly #listeners = new Set<(customerId: string) => void>();
  /** By notification: each answer that a page was told it has. */
  readonly given = new Map<string, NotificationAnswer[]>();
  failureRate = 0;
  isStoreAway = false;
  isVisible = true;
  #requests = 0;
  #nextId = 1;

  constructor(random: Random) {
    this.#random = random;
    stubBroadcastChannel();
    vi.stubGlobal('crypto', {
      randomUUID,
      subtle: {
        digest: (_: string, bytes: Uint8Array) =>
          Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()).buffer),
      },
    });
    vi.stubGlobal('fetch', (input: string, options: RequestInit) => this.#fetch(input, options));
    const open = (address: string, signal: AbortSignal) => this.#openEvents(address, signal);
    vi.stubGlobal('EventSource', createEventSourceClass(open));
    for (const index of [0, 1]) this.#instances[index] = this.#startInstance();
  }

  async start(): Promise<void> {
    for (let count = this.#random.below(14); count >= 0; count -= 1)
      await this.deliver((40 - this.#nextId) * 60_000);
    this.pages.push(this.#openPage(0), this.#openPage(1));
  }

  /** @param ageMs How long ago it was created. */
  async deliver(ageMs = 0): Promise<void> {
    const createdDate = new Date(Date.now() - ageMs);
    const { backend } = this.#random.pick(this.#instances);
    const delivering = backend.deliver(customer, { id: `n${this.#nextId++}`, createdDate });
    await delivering.catch(() => undefined);
  }

  /** What the website itself does. */
  async withdraw(): Promise<void> {
    const [reference] = this.#random.some((await this.list()).references, 0.2);
    if (reference) await this.#instances[0]!.backend.remove(customer, reference.id).catch(() => undefined);
  }

  /** Answers a notification, by what a function of the host does, or the page itself. */
  async answer({ store }: Page, id: string): Promise<void> {
    const action = this.#random.pick(['primary', 'secondary'] as const);
    const outcome = this.#random.chance(0.3) ? `${action} by the page` : undefined;
    try {
      const answer = await store.answer(id, { action, outcome });
      this.given.set(id, [...(this.given.get(id) ?? []), answer]);
    } catch {
      // It was not given.
    }
  }

  list(): ReturnType<InboxStore['list']> {
    return this.inner.list(customer, { limit: 1000 });
  }

  reload(index: number): void {
    this.pages[index]?.close();
    this.pages[index] = this.#openPage(index);
  }

  /** Ends a process, and starts another in its place. */
  restart(index: number, isKilled: boolean): void {
    const { backend, killed } = this.#instances[index]!;
    if (isKilled) killed.abort();
    backend.close();
    this.#instances[index] = this.#startInstance();
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.browser.setVisible(isVisible);
  }

  /** Lets time pass. Bodies and streams take real time. */
  async advance(milliseconds: number): Promise<void> {
    for (let rest = milliseconds; rest > 0; rest -= 1000) {
      await this.#flush();
      await vi.advanceTimersByTimeAsync(Math.min(rest, 1000));
    }
    await this.#flush();
  }

  /** Ends all faults and waits until nothing more happens. */
  async settle(): Promise<void> {
    this.failureRate = 0;
    this.isStoreAway = false;
    this.browser.setOnline(true);
    this.setVisible(true);
    await this.advance(150_000);
    for (const { store } of this.pages) {
      void store.refresh();
      await this.advance(2000);
      while (store.state.hasMore) {
        void store.loadMore();
        await this.advance(2000);
      }
      store.setVisible(store.state.items.map(({ id }) => id));
    }
    await this.advance(60_000);
  }

  close(): void {
    for (const { close } of this.pages) close();
    for (const { backend } of this.#instances) backend.close();
  }

  async #flush(): Promise<void> {
    for (let idle = 0; idle < 3; idle = this.#requests === 0 ? idle + 1 : 0) {
      await new Promise((resolve) => realImmediate(resolve));
      // What the network and the backend wait for takes time of the test.
      if (this.#requests > 0) await vi.advanceTimersByTimeAsync(20);
    }
  }

  #startInstance(): Instance {
    const killed = new AbortController();
    const channel: EventChannel = {
      publish: () => {
        const isLost = killed.signal.aborted || this.#random.chance(this.failureRate);
        if (!isLost) for (const listener of this.#listeners) listener(customer);
        return Promise.resolve();
      },
      subscribe: (onMessage) => {
        this.#listeners.add(onMessage);
        return () => this.#listeners.delete(onMessage);
      },
    };
    const inner = this.inner;
    const store = new Proxy(inner, {
      get: (target, name: keyof InboxStore) => {
        const method = target[name];
        if (typeof method !== 'function') return method;
        return (...parameters: unknown[]): unknown =>
          this.isStoreAway
            ? Promise.reject(new Error('The store is away.'))
            : Reflect.apply(method, target, parameters);
      },
    });
    const backend = createInboxBackend({
      store,
      channel,
      authenticate: () => customer,
      allowRemoval: true,
      onAction: { approve: (press) => this.#handlePress(press), reject: (press) => this.#handlePress(press) },
      rateLimit: () => 0,
      onError: () => undefined,
    });
    return { backend, killed };
  }

  /** What a button is for takes a moment, or longer, and may fail. */
  async #handlePress({ action }: InboxAction): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(6000)));
    if (this.#random.chance(this.failureRate)) throw new Error('It could not be done.');
    return `${action} by the host`;
  }

  #openPage(index: number): Page {
    const identity = new CustomerIdentity();
    const storage = this.pages[index]?.storage ?? new FakeStorage();
    const device = new Device(`device ${index}`, storage, identity);
    const store = new NotificationStore({
      source: backendSource(`/${index}`),
      device: () => Promise.resolve(device),
      retrieve: (id) => {
        const record = makeRecord(id, {
          isRead: null,
          payload: { ...makeRecord(id).payload, actionButtons },
        });
        identity.identify(record.uniqueCustomerId);
        return Promise.resolve(record);
      },
    });
    const unsubscribe = store.subscribe(() => undefined);
    const close = (): void => {
      unsubscribe();
      store.close();
    };
    return { store, storage, undo: null, dismissed: [], close };
  }

  /** The instance that an address is at, and the address there. */
  #resolve(address: string): { instance: Instance; url: string } {
    const [, index = '', path = ''] = /^\/(\d)(.*)$/.exec(address) ?? [];
    const url = `http://localhost/inbox${path.replace('limit=25', `limit=${pageSize}`)}`;
    return { instance: this.#instances[Number(index)]!, url };
  }

  /** The network: a request, or its response, may be lost, and so is all that a process does which is killed. */
  async #fetch(address: string, options: RequestInit): Promise<unknown> {
    this.#requests += 1;
    try {
      const [isLost, isResponseLost] = [this.#isFailing(), this.#isFailing()];
      await new Promise((resolve) => setTimeout(resolve, this.#random.below(300)));
      options.signal?.throwIfAborted();
      const { instance, url } = this.#resolve(address);
      if (isLost) throw new TypeError('The network failed.');
      const response = await instance.backend.fetch(new Request(url, { ...options, signal: null }));
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
      // It has no end: who requests it wants its status.
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      if (isResponseLost || instance.killed.signal.aborted) throw new TypeError('The network failed.');
      options.signal?.throwIfAborted();
      const { ok, status, headers } = response;
      return { ok, status, headers, text: () => text, json: () => JSON.parse(text) as unknown };
    } finally {
      this.#requests -= 1;
    }
  }

  #isFailing(): boolean {
    return this.#random.chance(this.failureRate / 2);
  }

  /** A stream of events; null if it is refused. */
  async #openEvents(address: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const isLost = this.#isFailing();
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(300)));
    if (isLost) throw new TypeError('The network failed.');
    const { instance, url } = this.#resolve(address);
    // Listeners of its own would stay with an instance for as long as that lives.
    const ended = AbortSignal.any([signal, instance.killed.signal]);
    const response = await instance.backend.fetch(new Request(url, { signal: ended }));
    return response.ok ? response.body : null;
  }
}
