import type { ReactiveController } from 'lit';
import { Emitter } from '../../../common/emitter.js';
import { warnOnce } from '../../../common/warn.js';
import {
  emptyNotifications,
  type NotificationState,
} from '../../../session/notifications/state/notification-state.js';
import type { Notifications } from '../../../session/notifications/notification-store.js';
import { emptyPreferences, type PreferenceState } from '../../../session/preferences/preference-state.js';
import type { Session } from '../../../session/session.js';
import { discardInvalidProperties } from '../discard-invalid-properties.js';
import { OwnSession } from './own-session.js';
import { PublicEvents, type SessionEvent } from '../public-events.js';
import { findMissingSettings, type RequiredSetting, type SessionHost } from './session-settings.js';

/**
 * How long after an element was attached a missing setting is reported, in milliseconds: on a page that a server has rendered,
 * a framework sets the properties only when its code has loaded.
 */
const configureTimeoutMs = 1000;

/** What an element without a session knows. */
const unknownNotifications: NotificationState = { ...emptyNotifications, status: 'idle' };

/** The connected elements, each with its controller. */
export const sessionHosts = new Map<SessionHost, SessionController>();

export interface SessionControllerOptions {
  /** The settings without which the element shows nothing, unless it is given a session. */
  getRequired?: () => readonly RequiredSetting[];
  /** The stores that the element shows. Default: both. */
  stores?: readonly ('notifications' | 'preferences')[];
  /**
   * Whether the element shares a session only with those that have the same `ids` and `groups`. Without, it shows whatever
   * another with the same settings lists. Default: yes.
   */
  hasOwnLists?: boolean;
  /** Whether the element shows the groups of the preferences by now: they are requested from a backend only then. Default: no. */
  showsGroups?: () => boolean;
  /** Returns the event to dispatch for one of the session, null for none. Default: the same event. */
  toPublicEvent?: (event: SessionEvent) => SessionEvent | null;
}

/**
 * Provides an element with a session: the one that it is given, or one that it creates from its settings. Updates the
 * element on each change, and dispatches the public events.
 */
export class SessionController implements ReactiveController {
  /** The session's events, each before its public event is dispatched. */
  readonly events = new Emitter<SessionEvent>();
  readonly #gone = new Emitter<undefined>();
  readonly #host: SessionHost;
  readonly #options: SessionControllerOptions;
  readonly #own: OwnSession;
  readonly #publicEvents: PublicEvents;
  #subscribedTo: Session | undefined;
  #visit: object | undefined;
  /** The session whose groups the element shows. */
  #shownGroupsOf: Session | undefined;
  #unsubscribes: (() => void)[] = [];
  #configureTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: SessionHost, options: SessionControllerOptions = {}) {
    this.#host = host;
    this.#options = options;
    this.#own = new OwnSession(host, options.hasOwnLists ?? true);
    this.#publicEvents = new PublicEvents(host);
    host.addController(this);
  }

  /** The session that is shown, given or created. */
  get session(): Session | undefined {
    return this.#host.session;
  }

  /** The visit of one customer: another object in another session, and once the customer has gone. What is noted of it goes with it. */
  get visit(): object | undefined {
    return this.session?.notifications.visit;
  }

  get notificationStore(): Notifications | undefined {
    return this.session?.notifications;
  }

  get notificationState(): NotificationState {
    return this.session?.notifications.state ?? unknownNotifications;
  }

  get preferenceState(): PreferenceState {
    return this.session?.preferences.state ?? emptyPreferences;
  }

  /**
   * Calls the listener when the customer has gone, as by a sign-out, or since another one has turned up: first in the update that shows
   * it, so that nothing is left of what was noted of them, or is open.
   */
  onCustomerGone(listener: () => void): void {
    this.#gone.subscribe(listener);
  }

  hostConnected(): void {
    if (!this.#host.isEmbedded)
      this.#configureTimer = setTimeout(() => this.#warnOfMissingSettings(), configureTimeoutMs);
    this.#discardInvalidProperties();
    sessionHosts.set(this.#host, this);
    this.#own.connect();
    this.#subscribe();
  }

  hostUpdate(): void {
    this.#discardInvalidProperties();
    this.#own.update();
    const { session } = this;
    if (session !== this.#subscribedTo) this.#subscribe();
    const before = this.#visit;
    this.#visit = this.visit;
    if (before && before !== this.#visit) this.#gone.emit(undefined);
    if (session === this.#shownGroupsOf || !this.#options.showsGroups?.()) return;
    this.#shownGroupsOf = session;
    session?.preferences.loadGroups();
  }

  hostDisconnected(): void {
    clearTimeout(this.#configureTimer);
    sessionHosts.delete(this.#host);
    this.#own.disconnect();
    this.#unsubscribe();
  }

  #subscribe(): void {
    this.#unsubscribe();
    const session = this.#host.isConnected ? this.session : undefined;
    this.#subscribedTo = this.#publicEvents.session = session;
    const { stores = ['notifications', 'preferences'] } = this.#options;
    if (session)
      this.#unsubscribes = stores.map((store) =>
        session[store].subscribe((event: SessionEvent) => this.#handleSessionEvent(event)),
      );
    this.#host.requestUpdate();
  }

  #unsubscribe(): void {
    this.#unsubscribes.forEach((unsubscribe) => unsubscribe());
    this.#unsubscribes = [];
    this.#subscribedTo = this.#shownGroupsOf = this.#publicEvents.session = undefined;
  }

  /** Dispatches an event that did not come from the session meanwhile, unless another element has. */
  dispatch(event: SessionEvent): void {
    this.#publicEvents.dispatch(event);
  }

  #discardInvalidProperties(): void {
    // A discarded setting is missing afterwards; the page is warned of it once.
    if (discardInvalidProperties(this.#host)) clearTimeout(this.#configureTimer);
  }

  #warnOfMissingSettings(): void {
    const { getRequired = () => ['baseUrl', 'getToken', 'ids'] as const } = this.#options;
    const missing = this.#own.isReplaced ? [] : findMissingSettings(this.#host, getRequired());
    if (missing.length > 0)
      warnOnce(
        `<${this.#host.localName}> shows nothing: it lacks ${missing.join(', ')}, or in their place a backend-url or a session.`,
      );
  }

  #handleSessionEvent(event: SessionEvent): void {
    this.#host.requestUpdate();
    this.events.emit(event);
    const { toPublicEvent } = this.#options;
    const own = toPublicEvent ? toPublicEvent(event) : event;
    if (own) this.#publicEvents.handle(own, event);
  }
}
