import { delay, rejectOnAbort } from './abort.js';
import { Credentials, credentialKinds } from './credentials.js';
import { createNetworkError, FailureQueue, simulateFailure } from './failures.js';
import { defaultCustomer } from './seed/customers.js';
import { earlierChoices } from './seed/groups.js';
import { seedIds } from './seed/organization/ids.js';
import { Service } from './service.js';
import { defaultBaseUrl, resolveUrl, splitServiceUrl } from './service-url.js';
import type {
  NotificationOverrides,
  Sandbox,
  SandboxFailure,
  SandboxGroup,
  SandboxNotification,
  SandboxOptions,
  SandboxRequest,
  SandboxSnapshot,
} from './types.js';
import { warnInProduction } from './warn-in-production.js';

/**
 * Creates the whole service in memory, for demos, stories and tests. Pass `sandbox.fetch` to a client: no network is needed.
 * In a page that is not local (`localhost`, `*.localhost`, `*.test`, loopback addresses, files), the console warns once.
 *
 * @param options - Base URL, seed and clock. By default, a seeded shop at `https://sandbox.nudge-inbox.example/v1/engagement`.
 * @returns The sandbox, with its `fetch` function, credentials for it, and methods that change its data and simulate failures.
 * @example
 * const sandbox = createSandbox();
 * const session = createSession({
 *   baseUrl: sandbox.baseUrl,
 *   fetch: sandbox.fetch,
 *   getToken: () => sandbox.issueToken(),
 *   ids: sandbox.notificationIds(),
 * });
 * sandbox.failNext({ status: 500 });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  warnInProduction();
  return new InMemorySandbox(options);
}

type LogEntry = { -readonly [Key in keyof SandboxRequest]: SandboxRequest[Key] };

class InMemorySandbox implements Sandbox {
  readonly baseUrl: string;
  readonly uniqueCustomerId = defaultCustomer;
  readonly ids = seedIds;
  latency: number | readonly [number, number] = 0;
  offline = false;
  readonly #options: SandboxOptions;
  readonly #credentials: Credentials;
  readonly #failures = new FailureQueue();
  #requests: LogEntry[] = [];
  #service: Service;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl ?? defaultBaseUrl;
    this.#credentials = new Credentials(options.now ?? Date.now);
    this.#service = new Service(options, this.#credentials);
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    // Not `request.signal`: on Node 20 it may stop following the caller's signal after a garbage collection.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const request =
      input instanceof Request ? new Request(input, init) : new Request(resolveUrl(input), init);
    return this.#serve(request, signal);
  };

  get clientKey(): string {
    return this.#credentials.clientKey;
  }

  get clientSecret(): string {
    return this.#credentials.clientSecret;
  }

  get groups(): readonly SandboxGroup[] {
    return this.#service.groups.map((group) => {
      const isGroupNotificationOff = this.preference(group.id) ?? earlierChoices.get(group.id);
      return isGroupNotificationOff === undefined ? group : { ...group, isGroupNotificationOff };
    });
  }

  get requests(): readonly SandboxRequest[] {
    return this.#requests;
  }

  issueToken(uniqueCustomerId: string = defaultCustomer, options: { lifetime?: number } = {}): string {
    return this.#credentials.issueToken(uniqueCustomerId, options.lifetime);
  }

  expireToken(token: string): void {
    this.#credentials.expireToken(token);
  }

  expireTokens(): void {
    this.#credentials.expireTokens();
  }

  notificationIds(uniqueCustomerId: string = defaultCustomer): string[] {
    return this.#service.notifications.list(uniqueCustomerId).map(({ id }) => id);
  }

  addNotification(
    overrides: NotificationOverrides = {},
    uniqueCustomerId: string = defaultCustomer,
  ): SandboxNotification {
    const payload = overrides.payload === undefined ? this.#service.nextArrival() : overrides.payload;
    return this.#service.notifications.add(uniqueCustomerId, { ...overrides, payload });
  }

  removeNotification(id: string, uniqueCustomerId: string = defaultCustomer): boolean {
    return this.#service.notifications.remove(uniqueCustomerId, id);
  }

  preference(notificationGroupId: string, uniqueCustomerId: string = defaultCustomer): boolean | undefined {
    return this.#service.preferences.find(uniqueCustomerId, notificationGroupId);
  }

  snapshot(): SandboxSnapshot {
    return this.#service.snapshot();
  }

  failNext(failure: SandboxFailure, count = 1, path?: string | RegExp): void {
    this.#failures.add(failure, count, path);
  }

  reset(): void {
    this.latency = 0;
    this.offline = false;
    this.#requests = [];
    this.#failures.clear();
    this.#credentials.expireTokens();
    this.#service = new Service(this.#options, this.#credentials);
  }

  async #serve(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    const url = new URL(request.url);
    const { base, path } = splitServiceUrl(url, this.baseUrl) ?? { base: '', path: '' };
    const entry: LogEntry = {
      method: request.method,
      path: path || url.pathname,
      query: url.search.replace(/([?&]signature=)[^&]*/, '$1'),
      operation: this.#service.findOperation(request.method, path),
      credentials: credentialKinds(request.headers),
      contentType: request.headers.get('Content-Type'),
      status: null,
    };
    this.#requests.push(entry);
    // Taken when the request is sent, not after the latency, so that failures apply in the order of requests.
    const failure = this.offline ? 'network' : this.#failures.take(entry.path);

    await delay(this.#nextLatency(), signal);
    if (failure === 'network') throw createNetworkError();
    const response = await rejectOnAbort(signal, () =>
      failure ? simulateFailure(failure, signal) : this.#service.handle(request, { base, path }),
    );
    entry.status = response.status;
    return response;
  }

  #nextLatency(): number {
    if (typeof this.latency === 'number') return this.latency;
    const [min, max] = this.latency;
    return min + Math.random() * (max - min);
  }
}
