import type { GetToken } from '../../../api/token.js';
import { warnOnce } from '../../../common/warn.js';
import { needsSignIn } from '../../../session/notifications/state/notification-state.js';
import { createSession, type Session } from '../../../session/session.js';
import { eventStreamSource } from '../../../session/sources/event-stream-source.js';
import { pollingSource } from '../../../session/sources/polling-source.js';
import type { NotificationSource } from '../../../session/sources/source.js';
import type { SourceHeaders, SourceRequestOptions } from '../../../session/sources/request.js';
import { loadToken } from '../../../session/sources/token-url.js';
import {
  findFirstPage,
  hasTokenSetting,
  identitySettings,
  type SessionHost,
  type SessionSettings,
} from './session-settings.js';

/** A session of one element, or of several with the same settings. */
interface HeldSession {
  session: Session;
  /** Whose settings count: that of a connected element. */
  host: SessionHost;
  /** How many elements have it. */
  uses: number;
}

/** What each element creates its session with. */
const ownSessions = new WeakMap<SessionHost, OwnSession>();

/** The session that an element has created, or shares with the one that has; undefined if it is given one. */
export const createdSession = (host: SessionHost): Session | undefined => ownSessions.get(host)?.current;

/** Has an element create another session once its own has ended, as by a sign-out. */
export const replaceEndedSession = (host: SessionHost): void => ownSessions.get(host)?.releaseEnded();

/** The connected elements. */
const connected = new Set<OwnSession>();

/** Frameworks may set null for what is not given. */
const isSame = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

/** Attributes that hold a list are parsed for each element. */
const isSameList = (a: unknown, b: unknown): boolean =>
  isSame(a, b) || JSON.stringify(a) === JSON.stringify(b);

function settingsOf(host: SessionHost): SessionSettings {
  const { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch } = host;
  const { getToken, headers, tokenUrl, listUrl, eventsUrl, firstPage } = host;
  const shared = { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch };
  return { ...shared, getToken, headers, tokenUrl, listUrl, eventsUrl, firstPage };
}

/** The session that an element creates from its settings, or shares with another that has the same, while it is given none. */
export class OwnSession {
  readonly #host: SessionHost;
  readonly #hasOwnLists: boolean;
  /** The settings at the last update, to find out which of them changed. */
  #settings: SessionSettings = {};
  #held: HeldSession | undefined;

  /** @param hasOwnLists Whether the element shares a session only with those that have the same `ids` and `groups`. */
  constructor(host: SessionHost, hasOwnLists: boolean) {
    this.#host = host;
    this.#hasOwnLists = hasOwnLists;
    ownSessions.set(host, this);
  }

  get current(): Session | undefined {
    return this.#held?.session;
  }

  /** Whether the page has given the element another one. */
  get isReplaced(): boolean {
    return this.#host.session !== this.current;
  }

  connect(): void {
    connected.add(this);
    this.releaseEnded();
  }

  /** Has the next update create another session, if this one has ended: whoever is attached again may show another customer. */
  releaseEnded(): void {
    if (this.#held?.session.notifications.isClosed) this.#release();
  }

  disconnect(): void {
    connected.delete(this);
  }

  /** Applies changed settings to the session, or replaces it if they require another one. */
  update(): void {
    const before = this.#settings;
    this.#settings = settingsOf(this.#host);
    const { baseUrl, backendUrl } = this.#settings;
    const isNeeded =
      !this.isReplaced && [baseUrl, backendUrl].some(Boolean) && hasTokenSetting(this.#settings);
    if (isNeeded && this.#held && this.#fits(this.#held, before)) this.#apply(this.#held, before);
    else {
      this.#release();
      if (isNeeded) this.#held = this.#join() ?? this.#create();
    }
  }

  /** Whether the session is that of the settings, too. */
  #fits({ session }: HeldSession, before: SessionSettings): boolean {
    const { getToken, headers } = this.#settings;
    // After a sign-out, perhaps in another tab, somebody else may have signed in.
    if (session.notifications.isClosed && getToken !== before.getToken) return false;
    return (
      // Without one, the backend or the URL has the token.
      (typeof getToken === 'function') === (typeof before.getToken === 'function') &&
      Boolean(headers) === Boolean(before.headers) &&
      identitySettings.every((name) => this.#settings[name] === before[name])
    );
  }

  #apply(held: HeldSession, before: SessionSettings): void {
    const { getToken, headers, ids, groups } = this.#settings;
    const { notifications, preferences } = held.session;
    const isOtherSignIn = getToken !== before.getToken || headers !== before.headers;
    if (isOtherSignIn || !held.host.isConnected) held.host = this.#host;
    if (this.#hasOwnLists || held.uses === 1) {
      if (!isSame(ids, before.ids)) notifications.setHostIds(ids ?? []);
      if (!isSame(groups, before.groups)) preferences.setGroups(groups ?? []);
    }
    if (isOtherSignIn) resumeSignedOut(held.session);
  }

  #release(): void {
    if (this.#held && --this.#held.uses === 0) this.#held.session.close();
    this.#held = undefined;
  }

  /** Shares the session of another element with the same settings, such as a second bell in the header for phones. */
  #join(): HeldSession | undefined {
    const held = [...connected]
      .filter((other) => other !== this && this.#isAlike(other))
      .map((other) => other.#held)
      .find((candidate) => candidate && this.#accepts(candidate));
    if (!held) return undefined;
    // The elements that came first may have left out what this one lists.
    if (this.#hasOwnLists && this.#listOwners(held).length === 0) {
      const { ids, groups } = this.#settings;
      if (ids) held.session.notifications.setHostIds(ids);
      if (groups) held.session.preferences.setGroups(groups);
    }
    held.uses++;
    return held;
  }

  #isAlike(other: OwnSession): boolean {
    return [...identitySettings, 'getToken' as const, 'headers' as const].every((name) =>
      isSame(other.#settings[name], this.#settings[name]),
    );
  }

  #accepts(held: HeldSession): boolean {
    if (held.session.notifications.isClosed) return false;
    const { ids, groups } = this.#settings;
    return (
      !this.#hasOwnLists ||
      this.#listOwners(held).every(
        (owner) => isSameList(owner.#settings.ids, ids) && isSameList(owner.#settings.groups, groups),
      )
    );
  }

  /** The other connected elements that have the session and say what it lists. */
  #listOwners(held: HeldSession): OwnSession[] {
    return [...connected].filter((other) => other !== this && other.#held === held && other.#hasOwnLists);
  }

  #create(): HeldSession | undefined {
    const { baseUrl, listUrl, eventsUrl, ...settings } = this.#settings;
    const hasToken = typeof settings.getToken === 'function';
    let created: HeldSession | undefined;
    const getHost = (): SessionHost => created?.host ?? this.#host;
    // Frameworks may set null for what is not given.
    const requests = { headers: this.#createHeaders(getHost), fetch: settings.fetch ?? undefined };
    const { backendUrl, ids, source, groups, customerKey, memoryOnly } = settings;
    try {
      const session = createSession({
        ...requests,
        backendUrl,
        ids,
        groups,
        customerKey,
        memoryOnly,
        csrf: getHost,
        baseUrl: baseUrl === '' ? null : baseUrl,
        firstPage: findFirstPage(settings.firstPage),
        source: source ?? urlSource(listUrl, eventsUrl, requests),
        getToken: this.#createGetToken(hasToken, getHost),
      });
      created = { session, host: this.#host, uses: 1 };
    } catch (error) {
      warnOnce(`<${this.#host.localName}> shows nothing: ${String(error)}`);
    }
    return created;
  }

  /** Looks up the settings on each call, so that a new function or CSRF token requires no other session. */
  #createGetToken(hasToken: boolean, getHost: () => SessionHost): GetToken | undefined {
    if (hasToken) return (why) => getHost().getToken?.(why) ?? null;
    return this.#host.tokenUrl ? (why) => loadToken(getHost(), why) : undefined;
  }

  #createHeaders(getHost: () => SessionHost): SourceHeaders | undefined {
    if (!this.#host.headers) return undefined;
    return (why) => {
      const { headers } = getHost();
      return typeof headers === 'function' ? headers(why) : (headers ?? null);
    };
  }
}

/** The source of a page without a script of its own: its list, and its events; undefined without either. */
function urlSource(
  listUrl: string | null | undefined,
  eventsUrl: string | null | undefined,
  requests: SourceRequestOptions,
): NotificationSource | undefined {
  if (eventsUrl) return eventStreamSource(eventsUrl, { ...requests, ...(listUrl && { pageUrl: listUrl }) });
  return listUrl ? pollingSource(listUrl, requests) : undefined;
}

/** Somebody may have signed in. */
function resumeSignedOut({ notifications, preferences }: Session): void {
  if (needsSignIn(notifications.state.problem)) void notifications.refresh();
  preferences.resume();
}
