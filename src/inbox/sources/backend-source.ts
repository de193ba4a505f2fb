import type { CustomerClientOptions } from '../../api/customer-client.js';
import { ApiError } from '../../api/errors.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import { withTimeout } from '../../api/with-timeout.js';
import { isObject } from '../../common/type-guards.js';
import type { NotificationGroup } from '../preferences/preference-state.js';
import { eventStreamSource } from './event-stream-source.js';
import type { NotificationSource } from './source.js';

/** Options of `backendSource()`, each optional. */
export interface BackendSourceOptions {
  /** Whether cookies are sent to another origin. Default: no. */
  withCredentials?: boolean;
}

/** A source that saves what the customer does, and has the customer's token and groups too. */
export interface BackendSource extends NotificationSource {
  /** Returns the token of the signed-in customer; null if nobody is signed in. */
  getToken: CustomerClientOptions['getToken'];
  /** Saves that notifications were read or unread. */
  setRead(ids: string[], isRead: boolean, options: { signal: AbortSignal }): Promise<void>;
  /** Saves that notifications were seen in the list. */
  setSeen(ids: string[], options: { signal: AbortSignal }): Promise<void>;
  /** Saves that notifications were removed from the list or restored. */
  setDismissed(ids: string[], isDismissed: boolean, options: { signal: AbortSignal }): Promise<void>;
  /** Loads the groups that the customer may choose from, with the saved choices. Without groups there, an empty array. */
  loadGroups(): Promise<readonly NotificationGroup[]>;
  /** Saves the customer's choice for a group. */
  savePreference(
    groupId: string,
    input: GroupPreferenceInput,
    options: { signal: AbortSignal },
  ): Promise<void>;
}

const timeoutMs = 10_000;
/** How many ids a request names: the backend accepts 1,000. */
const batchSize = 500;
/** Browsers send bodies up to 64 kB when the page is left. */
const maxKeepaliveLength = 30_000;

/** Whether it has an id. The store parses the rest. */
const isGroup = (value: unknown): value is NotificationGroup =>
  isObject(value) && typeof value.id === 'string';

/**
 * Connects to a backend of `nudge-inbox/backend`: the list, its events, the token and the groups, and what the customer
 * does with notifications. `backend-url` on an element, and `backendUrl` of a session, use it.
 *
 * @param url where the backend is mounted
 * @example
 * const source = backendSource('/inbox');
 * createSession({ baseUrl, source, getToken: source.getToken });
 */
export function backendSource(
  url: string | URL = '/inbox',
  { withCredentials = false }: BackendSourceOptions = {},
): BackendSource {
  const base = String(url).replace(/\/+$/, '');

  /** Sends a request. A change is sent completely although the page is left meanwhile. */
  function send(path: string, input: unknown, callerSignal: AbortSignal): Promise<Response> {
    const body = input === undefined ? undefined : JSON.stringify(input);
    return withTimeout(
      async (signal) => {
        const response = await fetch(`${base}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            Accept: 'application/json',
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
          },
          credentials: withCredentials ? 'include' : 'same-origin',
          cache: 'no-store',
          signal,
          ...(body !== undefined && { body, keepalive: body.length < maxKeepaliveLength }),
        });
        const { ok, status, headers } = response;
        if (!ok)
          throw new ApiError(`The backend answered ${status}.`, null, {
            status,
            retryAfter: parseRetryAfter(headers.get('Retry-After')),
          });
        return response;
      },
      timeoutMs,
      callerSignal,
      path,
    );
  }

  /** Sends a change of notifications, in as many requests as its ids need. */
  async function sendIds(path: string, ids: string[], input: object, signal: AbortSignal): Promise<void> {
    for (let start = 0; start < ids.length; start += batchSize)
      await send(path, { ids: ids.slice(start, start + batchSize), ...input }, signal);
  }

  return {
    ...eventStreamSource(`${base}/events`, { pageUrl: `${base}/notifications`, withCredentials }),
    getToken: async ({ signal }) => {
      try {
        return await (await send('/token', {}, signal)).text();
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    setRead: (ids, isRead, { signal }) => sendIds('/read', ids, { isRead }, signal),
    setSeen: (ids, { signal }) => sendIds('/seen', ids, {}, signal),
    setDismissed: (ids, isDismissed, { signal }) => sendIds('/dismissed', ids, { isDismissed }, signal),
    loadGroups: async () => {
      const response = await send('/preferences', undefined, new AbortController().signal).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        },
      );
      const body: unknown = await response?.json();
      return isObject(body) && Array.isArray(body.groups) ? body.groups.filter(isGroup) : [];
    },
    savePreference: async (groupId, { isGroupNotificationOff }, { signal }) => {
      await send('/preferences', { groupId, isGroupNotificationOff }, signal);
    },
  };
}
