import { NudgeError, RequestError } from '../errors.js';
import { expectation } from '../expectation.js';
import { type Credentials, isHeaderValue, Transport, type TransportOptions } from '../transport.js';
import {
  CohortSegments,
  CustomerPools,
  Jobs,
  Media,
  NotificationGroups,
  NotificationHandlers,
  ProductSpaces,
  Projects,
  SendPolicies,
  TargetAudienceLists,
} from './operations.js';
import type { ArrayFormat } from './query.js';
import { createServerFetch } from './server-fetch.js';

/** Options of the `ServerClient`. */
export interface ServerClientOptions extends TransportOptions {
  /** Client API key, sent as `x-client-key`. */
  clientKey: string;
  /** Client API secret, sent as `x-client-secret`. It belongs on a server and nowhere else. */
  clientSecret: string;
  /** How arrays are sent in the query of `jobs.list`, which the service leaves open. Default: `repeat`. */
  arrayFormat?: ArrayFormat | undefined;
}

const optionNames = ['baseUrl', 'clientKey', 'clientSecret', 'arrayFormat', 'timeout', 'retries', 'fetch'];
const arrayFormats: readonly unknown[] = ['repeat', 'brackets', 'comma', undefined];

/**
 * A client for the 21 operations that take client credentials. It runs on servers only.
 *
 * Every method is `(ids, input?, options?)`, without the arguments that its operation does not have. It rejects with
 * - `RequestError` if the input is invalid, before anything is sent; `field` names the invalid field;
 * - `AuthenticationError` (HTTP 401, 403) or another `ApiError` if the service returns an error;
 * - `ConnectionError` or `TimeoutError` if there is no response;
 * - `ResponseError` if the response is not what the service documents;
 * - the reason of `options.signal` if that aborts.
 *
 * GET and PUT are retried after a transient failure; POST and PATCH are never retried.
 *
 * @example
 * const client = new ServerClient({ baseUrl, clientKey, clientSecret });
 * for await (const job of await client.jobs.list({ projectId }, { timeRange: '24h' })) console.log(job.status);
 */
export class ServerClient {
  /** Customer pools, their attributes and their customers. */
  readonly customerPools: CustomerPools;
  /** Cohort segments: saved customer queries over a pool. */
  readonly cohortSegments: CohortSegments;
  /** Send policies and notification subtypes. */
  readonly sendPolicies: SendPolicies;
  /** Product spaces of the organization. */
  readonly productSpaces: ProductSpaces;
  /** Members and services of a project. */
  readonly projects: Projects;
  /** Client jobs: asynchronous work, such as the import of customers. */
  readonly jobs: Jobs;
  /** Items of the media manager. */
  readonly media: Media;
  /** Target audience lists. */
  readonly targetAudienceLists: TargetAudienceLists;
  /** Notification groups and their topics. */
  readonly notificationGroups: NotificationGroups;
  /** Notification handlers and their recipients. */
  readonly notificationHandlers: NotificationHandlers;

  /** @throws RequestError if an option is invalid; its `field` is the name of the option. NudgeError in a browser */
  constructor(options: ServerClientOptions) {
    if (isBrowser()) {
      throw new NudgeError(
        'ServerClient runs on servers only: in a browser, every visitor could see the client secret',
      );
    }
    // Without options, the error names the first one that is missing.
    const given = { ...options };
    const unknownOption = Object.keys(given).find((name) => !optionNames.includes(name));
    if (unknownOption) throw new RequestError(unknownOption, 'left out: there is no such option');
    const { clientKey, clientSecret, arrayFormat } = given;
    if (!arrayFormats.includes(arrayFormat)) {
      throw new RequestError('arrayFormat', 'repeat, brackets or comma');
    }
    if (given.fetch !== undefined && typeof given.fetch !== 'function') {
      throw new RequestError('fetch', 'a function');
    }
    const transport = new Transport(
      { ...given, fetch: createServerFetch(given.fetch) },
      clientCredentials(clientKey, clientSecret),
    );
    const sender = { transport, arrayFormat };
    this.customerPools = new CustomerPools(sender);
    this.cohortSegments = new CohortSegments(sender);
    this.sendPolicies = new SendPolicies(sender);
    this.productSpaces = new ProductSpaces(sender);
    this.projects = new Projects(sender);
    this.jobs = new Jobs(sender);
    this.media = new Media(sender);
    this.targetAudienceLists = new TargetAudienceLists(sender);
    this.notificationGroups = new NotificationGroups(sender);
    this.notificationHandlers = new NotificationHandlers(sender);
  }
}

/** Both headers are always sent together. */
function clientCredentials(clientKey: unknown, clientSecret: unknown): Credentials {
  const expected = 'a non-empty string of visible ASCII characters';
  if (!isHeaderValue(clientKey)) throw new RequestError('clientKey', expectation(expected, clientKey));
  if (!isHeaderValue(clientSecret))
    throw new RequestError('clientSecret', expectation(expected, clientSecret));
  const headers = { 'x-client-key': clientKey, 'x-client-secret': clientSecret };
  return { authorize: () => headers };
}

/**
 * Whether this is a page or one of its workers. Cloudflare, Deno and others have worker scopes too, but every browser, and
 * no server, has a user agent that starts with `Mozilla/5.0`: https://common-min-api.proposal.wintercg.org/
 */
function isBrowser(): boolean {
  if (typeof document !== 'undefined') return true;
  return (
    'WorkerGlobalScope' in globalThis &&
    typeof navigator === 'object' &&
    navigator.userAgent.startsWith('Mozilla/')
  );
}
