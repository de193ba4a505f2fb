import { createEndpoint } from '../../api/endpoint.js';
import { ApiError, SignedOutError } from '../../api/errors.js';
import type { GroupPreferenceInput } from '../../api/schemas/preference.js';
import { withTimeout } from '../../api/with-timeout.js';
import { toJson } from '../../common/to-json.js';
import { isObject } from '../../common/type-guards.js';
import { toAnswer, toAnswerText } from '../notifications/state/marks/answers.js';
import { createOwnCsrfHeaders, type CsrfSettings } from './csrf.js';
import { createEventStream } from './event-stream-source.js';
import { parseReferences } from './parse.js';
import { createRefusal } from './refusal.js';
import { sendRequest, type SourceRequest, type SourceRequestOptions } from './request.js';
import type { NotificationGroup, NotificationSource, SaveOptions } from './source.js';

/** Options of `backendSource()`, each optional. */
export interface BackendSourceOptions extends SourceRequestOptions {
  /**
   * Returns the token that your backend demands against forged requests, for each POST, and the name of its header: `X-CSRF-Token` by
   * default. It is sent to the origin of the page only. Default: none.
   */
  csrf?: (() => CsrfSettings) | undefined;
}

/** A source that saves what the customer does, and has the customer's token and groups too. */
export interface BackendSource extends NotificationSource {
  /** Returns the token of the signed-in customer; null if nobody is signed in. */
  getToken: NonNullable<NotificationSource['getToken']>;
  /**
   * Saves that notifications were read or unread: these, and everything up to a date. With a date, resolves with the ids of
   * those that were marked.
   */
  setRead(
    ids: string[],
    isRead: boolean,
    options: SaveOptions & { until?: string | undefined },
  ): Promise<readonly string[] | undefined>;
  /** Saves that notifications were seen in the list: these, and everything up to a date. */
  setSeen(ids: string[], options: SaveOptions & { until?: string | undefined }): Promise<void>;
  /** Saves that notifications were dismissed or restored. */
  setDismissed(ids: string[], isDismissed: boolean, options: SaveOptions): Promise<void>;
  /** Saves until when notifications are snoozed; null ends that. */
  setSnoozed(ids: string[], until: string | null, options: SaveOptions): Promise<void>;
  /** Saves how a notification was answered, or has the backend do what the button is for. Resolves with what stands then. */
  setAnswer: NonNullable<NotificationSource['setAnswer']>;
  /** Deletes notifications for good, if the backend allows it and all are dismissed. */
  remove(ids: string[], options: SaveOptions): Promise<void>;
  /** Loads the record of a notification, on whichever page of the list it is. */
  loadRecord: NonNullable<NotificationSource['loadRecord']>;
  /** Loads the groups that the customer may choose from, with the saved choices. Without groups there, an empty array. */
  loadGroups: NonNullable<NotificationSource['loadGroups']>;
  /** Saves the customer's choice for a group. */
  savePreference(groupId: string, input: GroupPreferenceInput, options: SaveOptions): Promise<void>;
}

const timeoutMs = 10_000;
/** How many ids a request names at most: the backend accepts 1,000. */
const maxBatchIds = 500;
/** How many bytes they have at most: the backend accepts bodies of 64 kB, and a page that is left sends {@link maxKeepaliveBytes}. */
const maxBatchBytes = 40_000;
/** Browsers send bodies of 64 kB in all when the page is left, and refuse a request with more. Some is left to the website. */
const maxKeepaliveBytes = 48_000;
const encoder = new TextEncoder();
/** How many bytes are under way to be sent in any case. */
let keepaliveBytes = 0;

/** Whether it has an id. The store parses the rest. */
const isGroup = (value: unknown): value is NotificationGroup =>
  isObject(value) && typeof value.id === 'string';

const byteLength = (text: string): number => encoder.encode(text).byteLength;

/** Divides ids into those of each request: without ids, that is one request, too. */
function* toBatches(ids: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const id of ids) {
    const size = byteLength(`${JSON.stringify(id)},`);
    if (batch.length === maxBatchIds || (batch.length > 0 && bytes + size > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(id);
    bytes += size;
  }
  yield batch;
}

/** The ids that the backend has marked, if it names them. */
function parseMarkedIds(response: string): string[] {
  const body: unknown = response === '' ? null : JSON.parse(response);
  return isObject(body) ? parseReferences(body.ids).map(({ id }) => id) : [];
}

/**
 * Connects to a backend of `nudge-inbox/backend`: the list, its records and events, the token and the groups, and what the customer
 * does with notifications. `backend-url` on an element, and `backendUrl` of a session, use it.
 *
 * @param url where the backend is mounted
 * @example
 * const source = backendSource('/inbox');
 * createSession({ baseUrl, source, getToken: source.getToken });
 */
export function backendSource(
  url: string | URL = '/inbox',
  options: BackendSourceOptions = {},
): BackendSource {
  const base = String(url).replace(/\/+$/, '');
  const { csrf } = options;

  /** Sends a request and returns the text of the response. A change is sent completely although the page is left meanwhile. */
  function send(
    path: string,
    input: object | undefined,
    { signal: callerSignal, confirmCustomer }: SaveOptions,
    operation = path,
  ): Promise<string> {
    const body = input === undefined ? undefined : toJson(input);
    const bytes = body === undefined ? 0 : byteLength(body);
    const keepalive = keepaliveBytes + bytes <= maxKeepaliveBytes;
    if (keepalive) keepaliveBytes += bytes;
    return withTimeout(
      async (signal) => {
        const accepts = { Accept: 'application/json' };
        const csrfHeaders = csrf ? createOwnCsrfHeaders(base, csrf()) : {};
        const init: SourceRequest =
          body === undefined
            ? { headers: accepts, cache: 'no-store', signal }
            : {
                method: 'POST',
                headers: { ...accepts, 'Content-Type': 'application/json', ...csrfHeaders },
                // Refuses another origin, also after a redirect.
                ...(Object.keys(csrfHeaders).length > 0 && { mode: 'same-origin' }),
                body,
                keepalive,
                cache: 'no-store',
                signal,
              };
        const response = await sendRequest(`${base}${path}`, init, options, confirmCustomer);
        if (!response.ok) throw await createRefusal(response, 'The backend');
        // Within the time limit, which the body has to keep, too.
        return response.text();
      },
      timeoutMs,
      callerSignal,
      operation,
    ).finally(() => {
      if (keepalive) keepaliveBytes -= bytes;
    });
  }

  /**
   * Sends a change of notifications, in as many requests as its ids need.
   *
   * @param parseNamed Returns the ids that a response names. Default: none, whatever its body is.
   * @returns all that the responses name
   */
  async function sendIds(
    path: string,
    ids: string[],
    input: object,
    { signal, customer, confirmCustomer, setSaved }: SaveOptions,
    parseNamed: (response: string) => string[] = () => [],
  ): Promise<string[]> {
    const marked: string[] = [];
    let isFirst = true;
    for (const batch of toBatches(ids)) {
      if (!isFirst) await confirmCustomer?.();
      isFirst = false;
      const response = await send(path, { ids: batch, ...input, customer }, { signal, confirmCustomer });
      const named = parseNamed(response);
      marked.push(...named);
      setSaved?.([...batch, ...named]);
    }
    return marked;
  }

  /** Loads the body with the groups; null if the backend has no preferences. */
  async function loadPreferences(): Promise<unknown> {
    try {
      return JSON.parse(await send('/preferences', undefined, { signal: new AbortController().signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  return {
    ...createEventStream(`${base}/events`, { ...options, pageUrl: `${base}/notifications` }, true),
    getToken: async ({ signal, customer }) => {
      try {
        return await send('/token', { customer }, { signal });
      } catch (error) {
        if (error instanceof SignedOutError) return null;
        throw error;
      }
    },
    setRead: async (ids, isRead, { until, ...saveOptions }) => {
      if (until !== undefined) return sendIds('/read', ids, { isRead, until }, saveOptions, parseMarkedIds);
      await sendIds('/read', ids, { isRead }, saveOptions);
      return undefined;
    },
    setSeen: async (ids, { until, ...saveOptions }) => {
      await sendIds('/seen', ids, { until }, saveOptions);
    },
    setDismissed: async (ids, isDismissed, saveOptions) => {
      await sendIds('/dismissed', ids, { isDismissed }, saveOptions);
    },
    setSnoozed: async (ids, until, saveOptions) => {
      await sendIds('/snoozed', ids, { until }, saveOptions);
    },
    setAnswer: async (id, { text, label, ...press }, saveOptions) => {
      const { customer } = saveOptions;
      const outcome = { text: text ?? undefined, label: toAnswerText(label) ?? undefined };
      const body: unknown = JSON.parse(
        await send('/answer', { id, ...press, ...outcome, customer }, saveOptions),
      );
      return (isObject(body) ? toAnswer(body.answer) : null) ?? undefined;
    },
    remove: async (ids, saveOptions) => {
      await sendIds('/removed', ids, {}, saveOptions);
    },
    loadRecord: async (id, { signal, setCustomer }) => {
      const { path, name } = createEndpoint('GET /notifications/{id}', { id });
      const body: unknown = JSON.parse(await send(path, undefined, { signal }, name));
      if (!isObject(body)) return undefined;
      if (typeof body.customer === 'string') setCustomer?.(body.customer);
      return body.record;
    },
    loadGroups: async ({ setCustomer } = { setCustomer: () => undefined }) => {
      const body = await loadPreferences();
      if (isObject(body) && typeof body.customer === 'string') setCustomer(body.customer);
      return isObject(body) && Array.isArray(body.groups) ? body.groups.filter(isGroup) : [];
    },
    savePreference: async (groupId, { isGroupNotificationOff }, saveOptions) => {
      const { customer } = saveOptions;
      await send('/preferences', { groupId, isGroupNotificationOff, customer }, saveOptions);
    },
  };
}
