import { vi } from 'vitest';
import { FakeBrowser, makeRecord } from '../fakes.js';
import type { InboxAction } from '../../../src/backend/action-call.js';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import type { EventChannel } from '../../../src/backend/stores/event-channel.js';
import type { InboxStore } from '../../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../../src/backend/stores/memory/memory-store.js';
import type { StoredRow } from '../../../src/session/device/stored-row.js';
import type { Notifications } from '../../../src/session/notifications/notification-store.js';
import type { NotificationAnswer } from '../../../src/session/notifications/state/notification-item.js';
import { createSession } from '../../../src/session/session.js';
import { currentPage, FakeRows, rowNameOf, stubCrypto } from './fake-database.js';
import type { Random } from './random.js';
import { ShownCustomers } from './shown-customers.js';

vi.mock('../../../src/session/device/database.js', async () => ({
  Database: (await import('./fake-database.js')).FakeDatabase,
}));

const realImmediate = setImmediate;
/** So few that there are several pages. */
const pageSize = 5;
const minuteMs = 60_000;
const baseUrl = 'https://service.example/v1/engagement';
const button = { name: null, url: null };
const actionButtons = {
  primary: { ...button, onclickAction: 'approve' },
  secondary: { ...button, onclickAction: 'reject' },
  tertiary: null,
};

/** What somebody has at hand: a browser with a page, at one of the two instances. */
interface DeviceAtHand {
  /** What the browser stores. */
  readonly rows: FakeRows;
  /** Who is signed in at the site; null for nobody. */
  signedIn: string | null;
  /** Whom the page has taken itself to be of, each time that all was marked there, or seen. */
  readonly pressers: Set<string | null>;
  /** When the customer did something there. */
  readonly pressTimes: Set<number>;
}

/** A page on one of the devices. */
export interface Page {
  store: Notifications;
  shown: ShownCustomers;
  /** Whose it takes itself to be: as its key says, and then the backend. */
  customer: string | null;
  /** When the customer did something there last, on the clock of the world. */
  pressedAt: number;
  undo: (() => void) | null;
  dismissed: readonly string[];
  /**
   * What the customer had just marked on the page before, until a list that is requested after this time names it, in milliseconds since
   * 1970: an earlier one may lack that.
   */
  readonly doubted: Map<string, number>;
  /** Runs something as this page. */
  run: <Value>(callback: () => Value) => Value;
  close: () => void;
}

/** One process of the backend. */
interface Instance {
  backend: InboxBackend;
  /** Aborted when the process is killed: what it sends from then on reaches nobody. */
  killed: AbortController;
}

/**
 * The class of the browser, for streams that `open` opens; null if the server refuses one.
 *
 * @param onNamed Called when a stream names its customer.
 */
function createEventSourceClass(
  open: (address: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>,
  onNamed: (address: string, data: string) => void,
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
          await this.#receive(address, body, signal);
        }
      } catch {
        // The connection is lost.
      }
      if (signal.aborted) return;
      if (this.readyState === 1) this.readyState = 0;
      this.dispatchEvent(new Event('error'));
    }

    async #receive(address: string, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
      const decoder = new TextDecoder();
      const reader = body.getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        if (signal.aborted) return;
        const text = decoder.decode(chunk.value);
        const [, lastEventId = ''] = /^id: (.*)$/m.exec(text) ?? [];
        const [, name = 'message'] = /^event: (.*)$/m.exec(text) ?? [];
        const [, data] = /^data: (.*)$/m.exec(text) ?? [];
        if (data !== undefined && name === 'customer') onNamed(address, data);
        if (data !== undefined) this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
      }
    }
  };
}

/** In the place of BroadcastChannel, on a device that has one page. */
class SilentChannel {
  onmessage: unknown = null;
  postMessage(): void {
    // Nobody else is there.
  }
  close(): void {
    // Nothing is open.
  }
}

/** What a device stores of a customer, with a key and without one. */
const storedRows = (rows: FakeRows, key: string, customer: string): StoredRow[] =>
  [`customer key ${key}`, `${baseUrl} ${customer}`].flatMap((name): StoredRow[] => {
    const { row } = rows.get(rowNameOf(name));
    return row ? [row] : [];
  });

/**
 * Two instances of the backend on one store, and two devices of customers who take turns at them. Requests, messages and the store fail
 * at will.
 */
export class BackendWorld {
  readonly inner: InboxStore = memoryStore({ maxPerCustomer: 1000 });
  readonly customers: readonly string[];
  readonly pages: Page[] = [];
  readonly browser = new FakeBrowser();
  /** What one customer has received, or the backend has taken, of another one. */
  readonly leaks: string[] = [];
  readonly #random: Random;
  readonly #instances: Instance[] = [];
  readonly #listeners = new Set<(customerId: string) => void>();
  readonly #devices = [0, 1].map((): DeviceAtHand => ({
    rows: new FakeRows(),
    signedIn: 'anna',
    pressers: new Set(),
    pressTimes: new Set(),
  }));
  /** When the service returned a record to each customer last: that confirms who is signed in. */
  readonly #confirmedAt = new Map<string | null, number>();
  /** To whom each notification was sent. */
  readonly #owners = new Map<string, string>();
  /** By their key, as the page and the backend name them. */
  readonly #customersByKey = new Map<string, string>();
  readonly #hasCustomerKey: boolean;
  /** By notification: each answer that a page was told it has. */
  readonly given = new Map<string, NotificationAnswer[]>();
  failureRate = 0;
  isStoreAway = false;
  isVisible = true;
  #requests = 0;
  #nextId = 1;

  constructor(random: Random) {
    this.#random = random;
    this.customers = random.chance(0.5) ? ['anna', 'berta'] : ['anna'];
    this.#hasCustomerKey = random.chance(0.7);
    stubCrypto();
    vi.stubGlobal('BroadcastChannel', SilentChannel);
    vi.stubGlobal('fetch', (input: string, options: RequestInit) =>
      input.startsWith(baseUrl) ? this.#fetchRecord(input, options) : this.#fetch(input, options),
    );
    const open = (address: string, signal: AbortSignal) => this.#openEvents(address, signal);
    const onNamed = (address: string, data: string) => this.#noteNamed(this.#resolve(address).index, data);
    vi.stubGlobal('EventSource', createEventSourceClass(open, onNamed));
    for (const index of [0, 1]) this.#instances[index] = this.#startInstance();
  }

  async start(): Promise<void> {
    for (const customer of this.customers) {
      this.#customersByKey.set(await this.#instances[0]!.backend.customerKey(customer), customer);
      for (let count = this.#random.below(14); count >= 0; count -= 1)
        await this.deliver(customer, Math.max(0, 40 - this.#nextId) * 60_000);
    }
    this.pages.push(this.#openPage(0), this.#openPage(1));
  }

  /** @param ageMs How long ago it was created. */
  async deliver(customer: string, ageMs = 0): Promise<void> {
    const createdDate = new Date(Date.now() - ageMs);
    const { backend } = this.#random.pick(this.#instances);
    const id = `n${this.#nextId++}`;
    this.#owners.set(id, customer);
    await backend.deliver(customer, { id, createdDate }).catch(() => undefined);
  }

  /** What the website itself does. */
  async withdraw(customer: string): Promise<void> {
    const [reference] = this.#random.some((await this.list(customer)).references, 0.2);
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

  list(customer: string): ReturnType<InboxStore['list']> {
    return this.inner.list(customer, { limit: 1000 });
  }

  /** Somebody signs in at the site on this device, without a word to the page; null ends the visit of the one before. */
  signIn(index: number, customer: string | null): void {
    this.#devices[index]!.signedIn = customer;
    this.pages[index]!.shown.noteSignIn(customer);
  }

  /** The customer does something on a page. */
  press<Value>(page: Page, act: () => Value): Value {
    page.pressedAt = Date.now();
    this.#devices[this.pages.indexOf(page)]!.pressTimes.add(page.pressedAt);
    return page.run(act);
  }

  /** The customer does something about everything, also what is on no page. */
  pressForAll<Value>(page: Page, act: () => Value): Value {
    this.#devices[this.pages.indexOf(page)]!.pressers.add(page.customer);
    return this.press(page, act);
  }

  /** Whose row on a device holds a text of another customer. */
  get mixedRows(): string[] {
    return this.#devices.flatMap(({ rows }) =>
      [...this.#customersByKey].flatMap(([key, customer]) => {
        const records = storedRows(rows, key, customer).flatMap((row) =>
          row.records.map(({ record }) => record),
        );
        return records.every(({ uniqueCustomerId }) => uniqueCustomerId === customer) ? [] : customer;
      }),
    );
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
    for (const index of this.pages.keys()) {
      await this.#loadAll(index);
      // A list that is loaded again does not name what has moved down from its first page: the next visit does.
      if (this.pages[index]!.doubted.size === 0) continue;
      this.reload(index);
      await this.advance(2000);
      await this.#loadAll(index);
    }
    await this.advance(60_000);
  }

  async #loadAll(index: number): Promise<void> {
    const { store, run } = this.pages[index]!;
    void run(() => store.refresh());
    await this.advance(2000);
    while (store.state.hasMore) {
      void store.loadMore();
      await this.advance(2000);
    }
    run(() => store.setVisible(store.state.items.map(({ id }) => id)));
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
      publish: (customerId) => {
        const isLost = killed.signal.aborted || this.#random.chance(this.failureRate);
        if (!isLost) for (const listener of this.#listeners) listener(customerId);
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
      authenticate: (request) => request.headers.get('X-Customer'),
      serviceToken: ({ customerId }) => customerId,
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
    const { rows, signedIn, pressTimes } = this.#devices[index]!;
    const storage = { rows, isAborted: false };
    const run = <Value>(callback: () => Value): Value => currentPage.run(storage, callback);
    const [key = null] = [...this.#customersByKey].find(([, customer]) => customer === signedIn) ?? [];
    const customerKey = this.#hasCustomerKey ? key : null;
    const session = run(() => createSession({ baseUrl, backendUrl: `/${index}`, customerKey }));
    const shown = new ShownCustomers(signedIn);
    const store = session.notifications;
    const checkShown = () => this.leaks.push(...shown.findLeaks(store.state));
    const unsubscribe = run(() => store.subscribe(checkShown));
    const close = (): void => {
      unsubscribe();
      session.close();
    };
    const customer = customerKey === null ? null : signedIn;
    const stored = key !== null && signedIn !== null ? storedRows(rows, key, signedIn) : [];
    const doubted = new Map(
      stored
        .flatMap(({ reads, dismissals, snoozes }) => [...reads, ...dismissals, ...snoozes])
        .filter(({ at }) => at > Date.now() - minuteMs && pressTimes.has(at))
        .map(({ id, at }) => [id, at + minuteMs]),
    );
    return { store, shown, customer, pressedAt: 0, undo: null, dismissed: [], doubted, run, close };
  }

  /** The service: it returns a notification to its own customer only. */
  #fetchRecord(address: string, options: RequestInit): Promise<unknown> {
    const id = decodeURIComponent(new URL(address).pathname.split('/').at(-1)!);
    const customer = new Headers(options.headers).get('Authorization')?.replace('Bearer ', '');
    const isTheirs = this.#owners.get(id) === customer;
    if (!isTheirs) this.leaks.push(`${id} was requested with the token of ${customer}`);
    else this.#confirmedAt.set(customer ?? null, Date.now());
    const { payload } = makeRecord(id);
    const record = makeRecord(id, {
      isRead: null,
      uniqueCustomerId: customer ?? null,
      payload: { ...payload, actionButtons },
    });
    const text = JSON.stringify({ status: 'success', data: isTheirs ? record : null });
    const status = isTheirs ? 200 : 404;
    // The body of a real one takes real time to read.
    return Promise.resolve({
      status,
      ok: isTheirs,
      type: 'default',
      headers: new Headers(),
      body: null,
      text: () => text,
    });
  }

  /**
   * A change is sent for the customer whom the backend has named; until then in the moment of a press, or once a record has confirmed who is
   * signed in.
   */
  #checkRequest(index: number, { body }: RequestInit): void {
    if (typeof body !== 'string') return;
    const { customer } = JSON.parse(body) as { customer?: string };
    const confirmedAt = this.#confirmedAt.get(this.#devices[index]!.signedIn);
    const now = Date.now();
    if (customer === undefined && this.pages[index]?.pressedAt !== now && confirmedAt !== now)
      this.leaks.push(`${body} was sent later than at once for nobody`);
  }

  /** What the backend has taken, for whoever is signed in there. */
  #checkTaken(index: number, signedIn: string, path: string, { body }: RequestInit): void {
    if (typeof body !== 'string') return;
    const {
      ids = [],
      until,
      customer,
    } = JSON.parse(body) as {
      ids?: string[];
      until?: string;
      customer?: string;
    };
    if (customer === undefined) return;
    const others = ids.filter((id) => this.#owners.get(id) !== signedIn);
    if (others.length > 0) this.leaks.push(`a change for ${signedIn} names ${others.join(', ')}`);
    const isAboutAll = until !== undefined && path !== '/snoozed';
    if (isAboutAll && !this.#devices[index]!.pressers.has(signedIn))
      this.leaks.push(`all was marked for ${signedIn}, who has not done that`);
  }

  /** The backend names a customer to a page. */
  #noteNamed(index: number, json: string): void {
    const page = this.pages[index];
    const { customer } = JSON.parse(json) as { customer?: string };
    if (page && customer !== undefined) page.customer = this.#customersByKey.get(customer) ?? null;
  }

  /** A page receives a list. */
  #noteListed(index: number, json: string, requestedAt: number): void {
    const { references = [] } = JSON.parse(json) as { references?: { id: string }[] };
    const doubted = this.pages[index]?.doubted;
    for (const { id } of references)
      if (doubted && requestedAt >= (doubted.get(id) ?? Infinity)) doubted.delete(id);
  }

  /** The device that sends something, the instance that it goes to with the cookie of this moment, and the address there. */
  #resolve(address: string) {
    const [, device = '', path = ''] = /^\/(\d)(.*)$/.exec(address) ?? [];
    const index = Number(device);
    const { signedIn } = this.#devices[index]!;
    const headers: Record<string, string> = signedIn === null ? {} : { 'X-Customer': signedIn };
    const url = `http://localhost/inbox${path.replace('limit=25', `limit=${pageSize}`)}`;
    return { index, path, signedIn, headers, url };
  }

  /** The network: a request, or its response, may be lost, and so is all that a process does which is killed. */
  async #fetch(address: string, options: RequestInit): Promise<unknown> {
    this.#requests += 1;
    try {
      const { index, path, signedIn, headers, url } = this.#resolve(address);
      const isChange = path !== '/token';
      if (isChange) this.#checkRequest(index, options);
      const requestedAt = Date.now();
      const [isLost, isResponseLost] = [this.#isFailing(), this.#isFailing()];
      await new Promise((resolve) => setTimeout(resolve, this.#random.below(300)));
      options.signal?.throwIfAborted();
      const instance = this.#instances[index]!;
      if (isLost) throw new TypeError('The network failed.');
      const sent = { ...headers, ...Object.fromEntries(new Headers(options.headers)) };
      const request = new Request(url, { ...options, headers: sent, signal: null });
      const response = await instance.backend.fetch(request);
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
      // It has no end: who requests it wants its status.
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      if (response.ok && isChange && signedIn !== null) this.#checkTaken(index, signedIn, path, options);
      if (isResponseLost || instance.killed.signal.aborted) throw new TypeError('The network failed.');
      options.signal?.throwIfAborted();
      if (text.startsWith('{')) this.#noteNamed(index, text);
      if (path.startsWith('/notifications')) this.#noteListed(index, text, requestedAt);
      const { ok, status } = response;
      const json = () => JSON.parse(text) as unknown;
      return { ok, status, headers: response.headers, text: () => text, json };
    } finally {
      this.#requests -= 1;
    }
  }

  #isFailing(): boolean {
    return this.#random.chance(this.failureRate / 2);
  }

  /** A stream of events; null if it is refused. */
  async #openEvents(address: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const { index, headers, url } = this.#resolve(address);
    const isLost = this.#isFailing();
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(300)));
    if (isLost) throw new TypeError('The network failed.');
    const instance = this.#instances[index]!;
    // Listeners of its own would stay with an instance for as long as that lives.
    const ended = AbortSignal.any([signal, instance.killed.signal]);
    const response = await instance.backend.fetch(new Request(url, { headers, signal: ended }));
    return response.ok ? response.body : null;
  }
}
