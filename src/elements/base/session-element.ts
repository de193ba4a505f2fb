import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { CustomerClientOptions } from '../../api/customer-client.js';
import type {
  NotificationState,
  NotificationStoreEvent,
} from '../../inbox/notifications/notification-state.js';
import type {
  NotificationGroup,
  PreferenceState,
  PreferenceStoreEvent,
} from '../../inbox/preferences/preference-state.js';
import { createSession, type Session } from '../../inbox/session.js';
import type { NotificationSource } from '../../inbox/sources/source.js';
import { warnOnce } from '../../common/warn.js';
import { subscribeToMessages, localizationFor, type Localization } from '../../localization/localization.js';
import { withOverrides, type Messages } from '../../localization/messages.js';
import { emit } from './events.js';
import { followLanguage, nearestLanguage } from './language.js';
import { NudgeElement } from './nudge-element.js';
import { leaveOutWrongTypes } from './property-types.js';

/** Frameworks set properties a little after they attach; what is missing then is missing. In milliseconds. */
const configurationGrace = 250;

/** What a session of one's own is made from, and of it what needs another session when it changes. */
const renewing = ['baseUrl', 'source', 'customerKey', 'fetch'] as const;
const settings = [...renewing, 'session', 'getToken'] as const;

/** What a page needs to set, by the names that its author knows. */
const attributes = { baseUrl: 'base-url', getToken: 'getToken', ids: 'ids', groups: 'groups' };

const nothingYet: NotificationState = {
  items: [],
  status: 'ready',
  unreadCount: 0,
  isUnreadCountComplete: true,
  hasMore: false,
  problem: null,
};

/** What is to be heard of a session. */
export type SessionEvent = NotificationStoreEvent | PreferenceStoreEvent;

/** Reads an attribute that is a JSON array. Anything else is left out, as in a property of a wrong type. */
function list(attribute: string | null): unknown {
  try {
    return attribute === null ? undefined : JSON.parse(attribute);
  } catch {
    return attribute;
  }
}

/** An element that shows a session: one that it is handed, or one that it makes from its own settings. */
export abstract class SessionElement extends NudgeElement {
  /** The session to show. Elements that are given the same one act as one. It wins over the settings below. */
  @property({ attribute: false }) session?: Session | undefined;
  /** The service's address, `<prefix>/v1/<service>`, or a same-origin path. */
  @property({ attribute: 'base-url' }) baseUrl?: string | undefined;
  /** Gives the signed-in customer's token, or a promise of it. May be another function each time. */
  @property({ attribute: false }) getToken?: CustomerClientOptions['getToken'] | undefined;
  /** The customer's notification ids, newest first. As an attribute a JSON array. */
  @property({ converter: list }) ids?: readonly string[] | undefined;
  /** Where further ids and arrivals come from. */
  @property({ attribute: false }) source?: NotificationSource | undefined;
  /** The groups of notifications among which the customer chooses. As an attribute a JSON array. */
  @property({ converter: list }) groups?: readonly NotificationGroup[] | undefined;
  /** Whose device state this is; without it nothing is written to the device. */
  @property({ attribute: 'customer-key' }) customerKey?: string | null | undefined;
  /** The `fetch` to use in place of the page's own, for instance a sandbox's. */
  @property({ attribute: false }) fetch?: typeof fetch | undefined;

  /** Words in place of the element's own; those that are left out stay as they are. */
  @property({ attribute: false }) messages?: Partial<Messages> | undefined;
  /** @internal What the enclosing element speaks. */
  @property({ attribute: false }) localization?: Localization | undefined;

  /** Hears of all that happens in the session. */
  protected hear?(event: SessionEvent): void;

  /** @internal Whether an enclosing element fires this one's events of data. */
  isEmbedded: boolean | undefined;

  #own: Session | undefined;
  #shown: Session | undefined;
  #unsubscribe: (() => void) | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #announcedCount = '0 true';
  /** What was found around it, and what it speaks with its own words in place. */
  #found: Localization | undefined;
  #spoken: Localization | undefined;
  #unfollow: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.isEmbedded) this.#graceTimer = setTimeout(() => this.#warnOfMissing(), configurationGrace);
    this.#leaveOutWrongTypes();
    this.#subscribe();
    if (!this.localization) this.#followLanguage();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#leaveOutWrongTypes();
    const found = this.localization ?? this.#nearest;
    if (found !== this.#found || changed.has('messages')) {
      this.#found = found;
      this.#spoken = this.messages && { ...found, messages: withOverrides(found.messages, this.messages) };
    }
    const before = this.#own;
    if (settings.some((name) => changed.has(name))) this.#makeOwn(changed);
    if (this.#own === before && changed.has('ids')) before?.notifications.setHostIds(this.ids ?? []);
    if (this.#own === before && changed.has('groups')) before?.preferences.setGroups(this.groups ?? []);
    if (this.activeSession !== this.#shown) this.#subscribe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#graceTimer);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#shown = undefined;
    this.#unfollow?.();
  }

  /** The session that is shown now, handed or made. */
  get activeSession(): Session | undefined {
    return this.session ?? this.#own;
  }

  /** The settings without which it has nothing to show, unless it is handed a session. */
  protected get required(): readonly (keyof typeof attributes)[] {
    return ['baseUrl', 'getToken', 'ids'];
  }

  protected get notifications(): NotificationState {
    return this.activeSession?.notifications.state ?? nothingYet;
  }

  protected get preferences(): PreferenceState {
    return this.activeSession?.preferences.state ?? { groups: [] };
  }

  /** What it speaks; it is the same for as long as nothing of it changes. */
  protected get speech(): Localization {
    return this.#spoken ?? this.#found ?? this.#nearest;
  }

  protected get words(): Messages {
    return this.speech.messages;
  }

  protected get locale(): string {
    return this.speech.locale;
  }

  get #nearest(): Localization {
    return localizationFor(nearestLanguage(this));
  }

  #followLanguage(): void {
    const update = (): void => {
      if (this.#nearest !== this.#found) this.requestUpdate();
    };
    const unfollow = [followLanguage(this, update), subscribeToMessages(update)];
    this.#unfollow = () => unfollow.forEach((end) => end());
    this.requestUpdate();
  }

  #makeOwn(changed: PropertyValues<this>): void {
    const { baseUrl, getToken, ids, source, groups, customerKey, fetch } = this;
    if (this.session || !baseUrl || typeof getToken !== 'function') {
      this.#own?.close();
      this.#own = undefined;
      return;
    }
    // Where only the token's function changed, the session asks the new one from now on.
    if (this.#own && !renewing.some((name) => changed.has(name))) return;
    this.#own?.close();
    this.#own = undefined;
    try {
      this.#own = createSession({
        baseUrl,
        getToken: (why) => this.getToken?.(why) ?? null,
        ...(ids && { ids }),
        ...(source && { source }),
        ...(groups && { groups }),
        ...(customerKey && { customerKey }),
        ...(fetch && { fetch }),
      });
    } catch (error) {
      warnOnce(`<${this.localName}> shows nothing: ${String(error)}`);
    }
  }

  #subscribe(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#shown = this.isConnected ? this.activeSession : undefined;
    if (this.#shown) this.#unsubscribe = this.listen(this.#shown, (event) => this.#follow(event));
    this.requestUpdate();
  }

  /** Listens to what it shows of the session, until the returned function is called. */
  protected listen({ notifications, preferences }: Session, hear: (event: SessionEvent) => void): () => void {
    const ends = [notifications.subscribe(hear), preferences.subscribe(hear)];
    return () => ends.forEach((end) => end());
  }

  #follow(event: SessionEvent): void {
    this.requestUpdate();
    this.hear?.(event);
    if (!this.isEmbedded) this.tell(event);
  }

  /** Fires the event of the page that tells of this one of the session. */
  protected tell(event: SessionEvent): void {
    // Counted once for all that happens before the next rendering.
    if (event.type === 'change') void this.updateComplete.then(() => this.#announceCount());
    if (event.type === 'arrival') emit(this, 'nudge-arrival', { ids: event.ids });
    if (event.type === 'read') emit(this, 'nudge-read-change', { ids: event.ids, isRead: event.isRead });
    if (event.type === 'dismiss')
      emit(this, 'nudge-dismiss-change', { ids: event.ids, isDismissed: event.isDismissed });
    if (event.type === 'saved') {
      const { groupId, isGroupNotificationOff } = event;
      emit(this, 'nudge-preference-change', { groupId, isGroupNotificationOff });
    }
    if (event.type === 'error') {
      const { error, operation } = event;
      emit(this, 'nudge-error', { error, operation });
      // Of the service's own failures the browser tells.
      if (operation === 'list' || operation === 'set-read') warnOnce(`The source failed: ${String(error)}`);
    }
  }

  #announceCount(): void {
    const { unreadCount: count, isUnreadCountComplete: isComplete } = this.notifications;
    const announced = `${count} ${String(isComplete)}`;
    if (announced === this.#announcedCount) return;
    this.#announcedCount = announced;
    emit(this, 'nudge-unread-count-change', { count, isComplete });
  }

  #leaveOutWrongTypes(): void {
    // What is lacking then may be just what was left out, and one warning is enough.
    if (leaveOutWrongTypes(this)) clearTimeout(this.#graceTimer);
  }

  #warnOfMissing(): void {
    if (this.session) return;
    const { baseUrl, getToken, ids, source, groups } = this;
    const has = { baseUrl, getToken: typeof getToken === 'function', ids: ids ?? source, groups };
    const missing = this.required.filter((name) => !has[name]).map((name) => attributes[name]);
    if (missing.length > 0)
      warnOnce(`<${this.localName}> shows nothing: it lacks ${missing.join(', ')}, or a session.`);
  }
}
