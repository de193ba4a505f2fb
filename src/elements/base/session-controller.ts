import type { LitElement, ReactiveController } from 'lit';
import type { CustomerClientOptions } from '../../api/customer-client.js';
import { NudgeError } from '../../api/errors.js';
import type { GetToken } from '../../api/token.js';
import { Emitter } from '../../common/emitter.js';
import { warnOnce } from '../../common/warn.js';
import type {
  NotificationState,
  NotificationStoreEvent,
} from '../../inbox/notifications/notification-state.js';
import type { Notifications } from '../../inbox/notifications/notification-store.js';
import type {
  NotificationGroup,
  PreferenceState,
  PreferenceStoreEvent,
} from '../../inbox/preferences/preference-state.js';
import { loadToken, urlSource } from '../../inbox/lazy-sources.js';
import { createSession, type Session } from '../../inbox/session.js';
import type { NotificationSource } from '../../inbox/sources/source.js';
import type { TokenUrlSettings } from '../../inbox/sources/token-url.js';
import { discardInvalidProperties } from './discard-invalid-properties.js';
import { emit } from './events.js';

/**
 * How long after an element was attached a missing setting is reported, in milliseconds: on a page that a server has rendered,
 * a framework sets the properties only when its code has loaded.
 */
const configureTimeoutMs = 1000;

/** Settings whose change requires another session. A new `getToken` does not: it is looked up on each call. */
export const identitySettings = [
  'baseUrl',
  'backendUrl',
  'tokenUrl',
  'listUrl',
  'eventsUrl',
  'source',
  'customerKey',
  'memoryOnly',
  'fetch',
] as const;

/** Settings that can be required, by the names that the author of a page uses. */
const settingNames = { baseUrl: 'base-url', getToken: 'getToken', ids: 'ids', groups: 'groups' };

const emptyNotifications: NotificationState = {
  items: [],
  dismissedItems: [],
  snoozedItems: [],
  status: 'ready',
  unreadCount: 0,
  isUnreadCountComplete: true,
  unseenCount: 0,
  isUnseenCountComplete: true,
  hasMore: false,
  problem: null,
};
const emptyPreferences: PreferenceState = { groups: [], isSignedOut: false };

export type SessionEvent = NotificationStoreEvent | PreferenceStoreEvent;

/** The connected elements, each with its controller. */
export const sessionHosts = new Map<SessionHost, SessionController>();
/** Emits an element that shows another session from now on, or none. */
export const sessionChanges = new Emitter<SessionHost>();

// Elements with the same session share these, so that one of them dispatches each event.
/** The ids for which a session's event was dispatched. */
const dispatchedIds = new WeakMap<object, Set<string>>();
/** The unread count that was dispatched last. */
const dispatchedCounts = new WeakMap<Session, string>();
/** The element that the customer used last. */
const lastUsed = new WeakMap<Session, SessionHost>();

/** Returns those ids for which no element has dispatched the event yet. The key identifies the event. */
function takeUndispatched(key: object, ids: readonly string[]): string[] {
  const dispatched = dispatchedIds.get(key) ?? new Set();
  dispatchedIds.set(key, dispatched);
  return ids.filter((id) => !dispatched.has(id) && dispatched.add(id));
}

/** The properties from which an element gets its session: either the session itself, or what one is created from. */
export interface SessionSettings extends TokenUrlSettings {
  session?: Session | undefined;
  baseUrl?: string | undefined;
  getToken?: CustomerClientOptions['getToken'] | undefined;
  backendUrl?: string | null | undefined;
  listUrl?: string | null | undefined;
  eventsUrl?: string | null | undefined;
  ids?: readonly string[] | undefined;
  source?: NotificationSource | undefined;
  groups?: readonly NotificationGroup[] | undefined;
  customerKey?: string | null | undefined;
  memoryOnly?: boolean | undefined;
  fetch?: typeof fetch | undefined;
}

export interface SessionHost extends LitElement, SessionSettings {
  /** Whether an enclosing element shows the same session and dispatches its public events. */
  isEmbedded?: boolean;
  /** The session of another element with the same settings, shown if none is given; null to wait for one. */
  readonly sharedSession?: Session | null | undefined;
}

export interface SessionControllerOptions {
  /** The settings without which the element shows nothing, unless it is given a session. */
  getRequired?: () => readonly (keyof typeof settingNames)[];
  /** The stores that the element shows. Default: both. */
  stores?: readonly ('notifications' | 'preferences')[];
  /** Whether the element shows the groups, or that there are any. Only then they are loaded from a backend. */
  showsGroups?: boolean;
  /** Returns the event to dispatch for one of the session, null for none. Default: the same event. */
  toPublicEvent?: (event: SessionEvent) => SessionEvent | null;
}

/**
 * Provides an element with a session: the one that it is given, or one that it creates from its settings. Updates the
 * element on each change, and dispatches the public events.
 *
 * Of the elements with the same session, one dispatches each event: the one that the customer used last, or else the
 * first. Arrivals and the unread count do not follow from what the customer does, and are always left to the first.
 */
export class SessionController implements ReactiveController {
  /** The session's events, each before its public event is dispatched. */
  readonly events = new Emitter<SessionEvent>();
  readonly #host: SessionHost;
  readonly #options: SessionControllerOptions;
  /** The settings at the last update, to find out which of them changed. */
  #settings: SessionSettings = {};
  /** The session created from the element's settings. */
  #own: Session | undefined;
  #subscribedTo: Session | undefined;
  #unsubscribes: (() => void)[] = [];
  #configureTimer: ReturnType<typeof setTimeout> | undefined;
  #reportedCount = '0 0 true';

  constructor(host: SessionHost, options: SessionControllerOptions = {}) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    const handleUse = (): void => {
      if (this.#subscribedTo && !host.isEmbedded) lastUsed.set(this.#subscribedTo, host);
    };
    for (const type of ['click', 'keydown']) host.addEventListener(type, handleUse, true);
  }

  /** The session to show, given or created. */
  get session(): Session | undefined {
    return this.#host.session ?? this.#host.sharedSession ?? this.#own;
  }

  get notificationStore(): Notifications | undefined {
    return this.session?.notifications;
  }

  get notificationState(): NotificationState {
    return this.session?.notifications.state ?? emptyNotifications;
  }

  get preferenceState(): PreferenceState {
    return this.session?.preferences.state ?? emptyPreferences;
  }

  hostConnected(): void {
    if (!this.#host.isEmbedded)
      this.#configureTimer = setTimeout(() => this.#warnOfMissingSettings(), configureTimeoutMs);
    this.#discardInvalidProperties();
    sessionHosts.set(this.#host, this);
    this.#subscribe();
  }

  hostUpdate(): void {
    this.#discardInvalidProperties();
    this.#updateOwnSession();
    if (this.session !== this.#subscribedTo) this.#subscribe();
  }

  hostDisconnected(): void {
    clearTimeout(this.#configureTimer);
    sessionHosts.delete(this.#host);
    this.#unsubscribe();
  }

  #updateOwnSession(): void {
    const { session, baseUrl, getToken, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch } =
      this.#host;
    const { tokenUrl, listUrl, eventsUrl } = this.#host;
    const before = this.#settings;
    const shared = { baseUrl, getToken, backendUrl, ids, source, groups, customerKey, memoryOnly, fetch };
    const settings = { ...shared, tokenUrl, listUrl, eventsUrl };
    this.#settings = settings;
    const hasToken = typeof getToken === 'function';
    const isFree = !session && this.#host.sharedSession === undefined;
    const canCreate = isFree && baseUrl && (Boolean(backendUrl) || Boolean(tokenUrl) || hasToken);
    if (
      canCreate &&
      this.#own &&
      // Without one, the backend or the URL has the token.
      hasToken === (typeof before.getToken === 'function') &&
      identitySettings.every((name) => settings[name] === before[name])
    ) {
      if (ids !== before.ids) this.#own.notifications.setHostIds(ids ?? []);
      if (groups !== before.groups) this.#own.preferences.setGroups(groups ?? []);
      if (getToken !== before.getToken) this.#resumeSignedOut(this.#own);
      return;
    }
    this.#own?.close();
    this.#own = undefined;
    if (!canCreate) return;
    try {
      this.#own = createSession({
        ...shared,
        // Frameworks may set null for what is not given.
        fetch: fetch ?? undefined,
        baseUrl,
        source: source ?? urlSource(listUrl, eventsUrl),
        getToken: this.#createGetToken(hasToken),
      });
    } catch (error) {
      warnOnce(`<${this.#host.localName}> shows nothing: ${String(error)}`);
    }
  }

  /** Looks up the settings on each call, so that a new function or CSRF token requires no other session. */
  #createGetToken(hasToken: boolean): GetToken | undefined {
    const host = this.#host;
    if (hasToken) return (why) => host.getToken?.(why) ?? null;
    return host.tokenUrl ? (why) => loadToken(host, why) : undefined;
  }

  /** Somebody may have signed in. */
  #resumeSignedOut({ notifications, preferences }: Session): void {
    if (notifications.state.problem === 'signed-out') void notifications.refresh({ isQuiet: true });
    if (preferences.state.isSignedOut) preferences.resume();
  }

  #subscribe(): void {
    this.#unsubscribe();
    const session = (this.#subscribedTo = this.#host.isConnected ? this.session : undefined);
    const { stores = ['notifications', 'preferences'], showsGroups } = this.#options;
    if (showsGroups) session?.preferences.loadGroups();
    if (session)
      this.#unsubscribes = stores.map((store) =>
        session[store].subscribe((event: SessionEvent) => this.#handleSessionEvent(event)),
      );
    this.#host.requestUpdate();
  }

  #unsubscribe(): void {
    this.#unsubscribes.forEach((unsubscribe) => unsubscribe());
    this.#unsubscribes = [];
    const session = this.#subscribedTo;
    if (session) {
      if (lastUsed.get(session) === this.#host) lastUsed.delete(session);
      // The count is news to an element that comes later, if it is the only one then.
      dispatchedCounts.delete(session);
    }
    this.#subscribedTo = undefined;
    sessionChanges.emit(this.#host);
  }

  /** Dispatches what no other element has dispatched of an event of the session, of which it may be a part. */
  dispatch(event: SessionEvent, whole: SessionEvent = event): void {
    const host = this.#host;
    // Who loads a notification itself has received its error already.
    const key = event.type === 'error' && event.error instanceof NudgeError ? event.error : whole;
    const ids = takeUndispatched(key, 'ids' in event ? event.ids : ['']);
    if (ids.length === 0) return;
    switch (event.type) {
      case 'arrival':
        emit(host, 'nudge-arrival', { ids });
        break;
      case 'read-change':
        emit(host, 'nudge-read-change', { ids, isRead: event.isRead });
        break;
      case 'seen-change':
        emit(host, 'nudge-seen-change', { ids });
        break;
      case 'dismiss-change':
        emit(host, 'nudge-dismiss-change', { ids, isDismissed: event.isDismissed });
        break;
      case 'saved': {
        const { groupId, isGroupNotificationOff } = event;
        emit(host, 'nudge-preference-change', { groupId, isGroupNotificationOff });
        break;
      }
      case 'error': {
        const { error, operation } = event;
        emit(host, 'nudge-error', { error, operation });
        // The browser itself logs failed requests to the service, but not what the host's source throws.
        if (operation !== 'load' && operation !== 'set-preference')
          warnOnce(`The source failed: ${String(error)}`);
      }
    }
  }

  #dispatchUnreadCount(): void {
    const { unreadCount: count, unseenCount, isUnreadCountComplete: isComplete } = this.notificationState;
    const reported = `${count} ${unseenCount} ${isComplete}`;
    const session = this.#subscribedTo;
    if (!session || reported === this.#reportedCount) return;
    this.#reportedCount = reported;
    if (dispatchedCounts.get(session) === reported) return;
    dispatchedCounts.set(session, reported);
    emit(this.#host, 'nudge-unread-count-change', { count, unseenCount, isComplete });
  }

  #discardInvalidProperties(): void {
    // A discarded setting is missing afterwards; the page is warned of it once.
    if (discardInvalidProperties(this.#host)) clearTimeout(this.#configureTimer);
  }

  #warnOfMissingSettings(): void {
    const { session, baseUrl, getToken, backendUrl, ids, source, groups, localName } = this.#host;
    const { tokenUrl, listUrl, eventsUrl } = this.#host;
    if (session) return;
    const isSet = {
      baseUrl,
      getToken: Boolean(backendUrl) || Boolean(tokenUrl) || typeof getToken === 'function',
      ids: ids ?? source ?? [backendUrl, listUrl, eventsUrl].find(Boolean),
      groups: groups ?? backendUrl,
    };
    const { getRequired = () => ['baseUrl', 'getToken', 'ids'] as const } = this.#options;
    const missing = getRequired().filter((name) => !isSet[name]);
    if (missing.length > 0)
      warnOnce(
        `<${localName}> shows nothing: it lacks ${missing.map((name) => settingNames[name]).join(', ')}, or a session.`,
      );
  }

  #handleSessionEvent(event: SessionEvent): void {
    const host = this.#host;
    host.requestUpdate();
    this.events.emit(event);
    const { toPublicEvent } = this.#options;
    const own = toPublicEvent ? toPublicEvent(event) : event;
    if (!own || host.isEmbedded || !this.session) return;
    // Several changes before the next rendering are one event.
    if (own.type === 'change') void host.updateComplete.then(() => this.#dispatchUnreadCount());
    else if (own.type === 'arrival' || (lastUsed.get(this.session) ?? host) === host)
      this.dispatch(own, event);
    else queueMicrotask(() => this.dispatch(own, event));
  }
}
