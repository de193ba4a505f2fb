import { parseBaseUrl } from '../api/base-url.js';
import type { CustomerClientOptions } from '../api/customer-client.js';
import { RequestError } from '../api/errors.js';
import { expectation } from '../api/expectation.js';
import { checkTransportOptions } from '../api/transport.js';
import { parseAddress } from '../common/own-origin.js';
import { warnOnce } from '../common/warn.js';
import type { CsrfSettings } from './sources/csrf.js';
import type { SourceHeaders } from './sources/request.js';
import type { FirstPage, NotificationGroup, NotificationSource } from './sources/source.js';

/** Options of `createSession()`: `backendUrl`, or `baseUrl` and `getToken`, which a source may have, too. */
export interface SessionOptions extends Omit<CustomerClientOptions, 'baseUrl' | 'getToken'> {
  /**
   * Base URL of the notification service, `<prefix>/v1/<service>`, or a same-origin path. Without it, there is no service: every record comes
   * from the backend of `backendUrl`.
   */
  baseUrl?: string | null | undefined;
  /** Returns the token of the signed-in customer, or a promise of it. */
  getToken?: CustomerClientOptions['getToken'] | undefined;
  /**
   * Where a backend of `nudge-inbox/backend` is mounted. It replaces `getToken`, `source` and `groups`, each unless it is
   * given, and stores what the customer reads, dismisses and chooses.
   */
  backendUrl?: string | null | undefined;
  /** Headers of the requests to `backendUrl`, or a function that returns them, as for a source. */
  headers?: SourceHeaders | null | undefined;
  /** Returns the token that `backendUrl` demands against forged requests, and the name of its header, as for `backendSource()`. */
  csrf?: (() => CsrfSettings) | undefined;
  /** The customer's notification ids, newest first. */
  ids?: readonly string[] | undefined;
  /** Where further ids and arrivals come from. */
  source?: NotificationSource | undefined;
  /** The groups of notifications that the customer may choose from. */
  groups?: readonly NotificationGroup[] | undefined;
  /**
   * Identifies the customer on this device before the first request, for instance a hash of your customer's id. With it, the
   * last records are stored on the device, too, and shown at once.
   */
  customerKey?: string | null | undefined;
  /**
   * Whether nothing is stored on the device. By default, what is read, seen, dismissed and chosen is stored, and tabs agree, as
   * soon as a notification has named the customer, or there is a `customerKey`.
   */
  memoryOnly?: boolean | undefined;
  /**
   * The first page of the list, if it came with the HTML: `backend.firstPage()` of `nudge-inbox/backend`, or what your own list responds
   * with and its `loadedDate`. It is shown before anything is requested, unless it is older than five minutes, another customer's than the
   * `customerKey`, or this device knows that somebody has signed out or in since. Nothing is stored until a response confirms the customer.
   */
  firstPage?: FirstPage | null | undefined;
}

/** Every option, so that another one is noticed. */
const optionNames: Readonly<Record<keyof SessionOptions, true>> = {
  backendUrl: true,
  baseUrl: true,
  csrf: true,
  customerKey: true,
  fetch: true,
  firstPage: true,
  getToken: true,
  groups: true,
  headers: true,
  ids: true,
  memoryOnly: true,
  retries: true,
  source: true,
  timeout: true,
};

/**
 * Warns of options that do not exist.
 *
 * @throws RequestError if a list is no array, the source no object, or an option of the requests invalid
 */
export function checkOptions(options: SessionOptions): void {
  for (const name of Object.keys(options))
    if (!(name in optionNames))
      warnOnce(`A session has no option “${name}”. Its options: ${Object.keys(optionNames).join(', ')}.`);
  const { ids, groups, source } = options;
  for (const [name, list] of Object.entries({ ids, groups }))
    if (list && !Array.isArray(list)) throw new RequestError(name, 'an array');
  if (source && typeof source !== 'object') throw new RequestError('source', 'an object');
  // Else each request would fail, as if its notification did not exist.
  checkTransportOptions(options);
}

/** Whether there is a notification service, beside or in place of a backend. */
export const hasService = ({ baseUrl, backendUrl }: SessionOptions): boolean =>
  !backendUrl || (baseUrl ?? null) !== null;

/**
 * Finds the address that names what this site stores: that of the service, or without one that of the backend.
 *
 * @throws RequestError if it is none
 */
export function findAddress(options: SessionOptions): string {
  const { baseUrl, backendUrl } = options;
  // While a server renders, a path has no origin. A session requests nothing until it is shown.
  const isInServer = !('location' in globalThis);
  const isInPage = !isInServer && 'document' in globalThis;
  const backendAddress = backendUrl && isInPage ? parseBackendUrl(backendUrl) : backendUrl;
  if (backendAddress && !hasService(options)) return backendAddress;
  return isInServer && typeof baseUrl === 'string' && baseUrl.startsWith('/')
    ? baseUrl
    : parseBaseUrl(baseUrl);
}

function parseBackendUrl(backendUrl: string): string {
  try {
    return parseAddress(backendUrl).href.replace(/\/+$/, '');
  } catch {
    throw new RequestError('backendUrl', expectation('a URL or a path', backendUrl));
  }
}
