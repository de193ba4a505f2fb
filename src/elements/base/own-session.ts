import type { GetToken } from '../../api/token.js';
import { warnOnce } from '../../common/warn.js';
import { createSession, type Session } from '../../session/session.js';
import { eventStreamSource } from '../../session/sources/event-stream-source.js';
import { pollingSource } from '../../session/sources/polling-source.js';
import type { NotificationSource } from '../../session/sources/source.js';
import { loadToken } from '../../session/sources/token-url.js';
import {
  hasTokenSetting,
  identitySettings,
  type SessionHost,
  type SessionSettings,
} from './session-settings.js';

/** The session that an element creates from its settings, while it is given none. */
export class OwnSession {
  readonly #host: SessionHost;
  /** The settings at the last update, to find out which of them changed. */
  #settings: SessionSettings = {};
  #current: Session | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get current(): Session | undefined {
    return this.#current;
  }

  /** Applies changed settings to the session, or replaces it if they require another one. */
  update(): void {
    const before = this.#settings;
    const { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch } = this.#host;
    const { getToken, tokenUrl, listUrl, eventsUrl } = this.#host;
    const shared = { baseUrl, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch };
    const settings = { ...shared, getToken, tokenUrl, listUrl, eventsUrl };
    this.#settings = settings;
    const hasToken = typeof getToken === 'function';
    const canCreate = this.#isNeeded && baseUrl && hasTokenSetting(settings);
    if (
      canCreate &&
      this.#current &&
      // After a sign-out, perhaps in another tab, somebody else may have signed in.
      !(this.#current.notifications.isClosed && getToken !== before.getToken) &&
      // Without one, the backend or the URL has the token.
      hasToken === (typeof before.getToken === 'function') &&
      identitySettings.every((name) => settings[name] === before[name])
    ) {
      if (ids !== before.ids) this.#current.notifications.setHostIds(ids ?? []);
      if (groups !== before.groups) this.#current.preferences.setGroups(groups ?? []);
      if (getToken !== before.getToken) resumeSignedOut(this.#current);
      return;
    }
    this.#current?.close();
    this.#current = undefined;
    if (!canCreate) return;
    try {
      this.#current = createSession({
        ...shared,
        baseUrl,
        // Frameworks may set null for what is not given.
        fetch: fetch ?? undefined,
        source: source ?? urlSource(listUrl, eventsUrl),
        getToken: this.#createGetToken(hasToken),
      });
    } catch (error) {
      warnOnce(`<${this.#host.localName}> shows nothing: ${String(error)}`);
    }
  }

  get #isNeeded(): boolean {
    return !this.#host.session && this.#host.sharedSession === undefined;
  }

  /** Looks up the settings on each call, so that a new function or CSRF token requires no other session. */
  #createGetToken(hasToken: boolean): GetToken | undefined {
    const host = this.#host;
    if (hasToken) return (why) => host.getToken?.(why) ?? null;
    return host.tokenUrl ? (why) => loadToken(host, why) : undefined;
  }
}

/** The source of a page without a script of its own: its list, and its events; undefined without either. */
function urlSource(
  listUrl: string | null | undefined,
  eventsUrl: string | null | undefined,
): NotificationSource | undefined {
  if (eventsUrl) return eventStreamSource(eventsUrl, listUrl ? { pageUrl: listUrl } : {});
  return listUrl ? pollingSource(listUrl) : undefined;
}

/** Somebody may have signed in. */
function resumeSignedOut({ notifications, preferences }: Session): void {
  if (notifications.state.problem === 'signed-out') void notifications.refresh({ isQuiet: true });
  if (preferences.state.isSignedOut) preferences.resume();
}
