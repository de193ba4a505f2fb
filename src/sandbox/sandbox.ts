import { unlessAborted, wait } from './abort.js';
import { Credentials, credentialKinds } from './credentials.js';
import { fail, FailureQueue, networkError } from './failures.js';
import { defaultBaseUrl, findServicePath, resolveAddress } from './paths.js';
import { defaultCustomer } from './seed/customers.js';
import { seedIds } from './seed/organization/ids.js';
import { Service } from './service.js';
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

/**
 * Makes the whole service in memory, for demos, stories and tests: hand `sandbox.fetch` to a client and no network is needed.
 *
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
  return new InMemorySandbox(options);
}

type LogLine = { -readonly [Key in keyof SandboxRequest]: SandboxRequest[Key] };

class InMemorySandbox implements Sandbox {
  readonly baseUrl: string;
  readonly uniqueCustomerId = defaultCustomer;
  readonly ids = seedIds;
  latency: number | readonly [number, number] = 0;
  offline = false;
  readonly #options: SandboxOptions;
  readonly #credentials: Credentials;
  readonly #failures = new FailureQueue();
  #requests: LogLine[] = [];
  #service: Service;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl ?? defaultBaseUrl;
    this.#credentials = new Credentials(options.now ?? Date.now);
    this.#service = new Service(options, this.#credentials);
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    // Not the signal of a Request made from it: on Node 20 that one may stop following after a garbage collection.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const request =
      input instanceof Request ? new Request(input, init) : new Request(resolveAddress(input), init);
    return this.#serve(request, signal);
  };

  get clientKey(): string {
    return this.#credentials.clientKey;
  }

  get clientSecret(): string {
    return this.#credentials.clientSecret;
  }

  get groups(): readonly SandboxGroup[] {
    return this.#service.groups;
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

  failNext(how: SandboxFailure, count = 1, path?: string | RegExp): void {
    this.#failures.add(how, count, path);
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
    const address = new URL(request.url);
    const { base, path } = findServicePath(address, this.baseUrl) ?? { base: '', path: '' };
    const line: LogLine = {
      method: request.method,
      path: path || address.pathname,
      query: address.search.replace(/([?&]signature=)[^&]*/, '$1'),
      operation: this.#service.identify(request.method, path),
      credentials: credentialKinds(request.headers),
      contentType: request.headers.get('Content-Type'),
      status: null,
    };
    this.#requests.push(line);
    // Decided when the request is sent, not when it is answered: a later request may not take this one's failure.
    const failure = this.offline ? 'network' : this.#failures.take(line.path);

    await wait(this.#nextLatency(), signal);
    if (failure === 'network') throw networkError();
    const response = await unlessAborted(signal, () =>
      failure ? fail(failure, signal) : this.#service.answer(request, { base, path }),
    );
    line.status = response.status;
    return response;
  }

  #nextLatency(): number {
    if (typeof this.latency === 'number') return this.latency;
    const [least, most] = this.latency;
    return least + Math.random() * (most - least);
  }
}
