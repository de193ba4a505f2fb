import type { GetToken } from '../../api/token.js';
import { warnOnce } from '../../common/warn.js';
import { needsSignIn } from '../../session/notifications/state/notification-state.js';
import { createSession, type Session } from '../../session/session.js';
import { eventStreamSource } from '../../session/sources/event-stream-source.js';
import { pollingSource } from '../../session/sources/polling-source.js';
import type { NotificationSource } from '../../session/sources/source.js';
import type { SourceHeaders, SourceRequestOptions } from '../../session/sources/request.js';
import { loadToken } from '../../session/sources/token-url.js';
import {
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

/** Those of the connected elements. */
const connected = new Set<OwnSession>();

/** Frameworks may set null for what is not given. */
const isSame = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

/** Attributes that hold a list are parsed for each element. */
const isSameList = (a: unknown, b: unknown): boolean =>
  isSame(a, b) || JSON.stringify(a) === JSON.stringify(b);

/** The session that an element creates from its settings, or shares with another that has the same, while it is given none. */
export class OwnSession {
  readonly #host: SessionHost;
  /** The settings at the last update, to find out which of them changed. */
  #settings: SessionSettings = {};
  #held: HeldSession | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get current(): Session | undefined {
    return this.#held?.session;
  }

  connect(): void {
    connected.add(this);
  }

  disconnect(): void {
    connected.delete(this);
  }

  /** Applies changed settings to the session, or replaces it if they require another one. */
  update(): void {
    const before = this.#settings;
    const { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch } = this.#host;
    const { getToken, headers, tokenUrl, listUrl, eventsUrl } = this.#host;
    const shared = { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch };
    const settings = { ...shared, getToken, headers, tokenUrl, listUrl, eventsUrl };
    this.#settings = settings;
    const hasToken = typeof getToken === 'function';
    const canCreate = this.#isNeeded && baseUrl && hasTokenSetting(settings);
    const held = this.#held;
    const current = held?.session;
    if (
      canCreate &&
      current &&
      // After a sign-out, perhaps in another tab, somebody else may have signed in.
      !(current.notifications.isClosed && getToken !== before.getToken) &&
      // Without one, the backend or the URL has the token.
      hasToken === (typeof before.getToken === 'function') &&
      Boolean(headers) === Boolean(before.headers) &&
      identitySettings.every((name) => settings[name] === before[name])
    ) {
      const isOtherSignIn = getToken !== before.getToken || headers !== before.headers;
      if (isOtherSignIn || !held.host.isConnected) held.host = this.#host;
      if (ids !== before.ids) current.notifications.setHostIds(ids ?? []);
      if (groups !== before.groups) current.preferences.setGroups(groups ?? []);
      if (isOtherSignIn) resumeSignedOut(current);
      return;
    }
    this.#release();
    if (!canCreate) return;
    this.#held = this.#findHeld();
    if (this.#held) {
      this.#held.uses++;
      return;
    }
    let created: HeldSession | undefined;
    const getHost = (): SessionHost => created?.host ?? this.#host;
    // Frameworks may set null for what is not given.
    const requests = { headers: this.#createHeaders(getHost), fetch: fetch ?? undefined };
    try {
      const session = createSession({
        ...shared,
        ...requests,
        baseUrl,
        source: source ?? urlSource(listUrl, eventsUrl, requests),
        getToken: this.#createGetToken(hasToken, getHost),
      });
      this.#held = created = { session, host: this.#host, uses: 1 };
    } catch (error) {
      warnOnce(`<${this.#host.localName}> shows nothing: ${String(error)}`);
    }
  }

  #release(): void {
    if (this.#held && --this.#held.uses === 0) this.#held.session.close();
    this.#held = undefined;
  }

  /** The session of another element with the same settings, such as a second bell in the header for phones. */
  #findHeld(): HeldSession | undefined {
    const own = this.#settings;
    const isAlike = ({ ids, groups, ...settings }: SessionSettings): boolean =>
      [...identitySettings, 'getToken' as const, 'headers' as const].every((name) =>
        isSame(settings[name], own[name]),
      ) &&
      isSameList(ids, own.ids) &&
      isSameList(groups, own.groups);
    return [...connected]
      .filter((other) => other !== this && isAlike(other.#settings))
      .map((other) => other.#held)
      .find((held) => held && !held.session.notifications.isClosed);
  }

  get #isNeeded(): boolean {
    return !this.#host.session && this.#host.sharedSession === undefined;
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
  if (preferences.state.isSignedOut) preferences.resume();
}
