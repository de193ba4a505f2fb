import { property } from 'lit/decorators.js';
import type { CustomerClientOptions } from '../../../api/customer-client.js';
import type { Session } from '../../../session/session.js';
import type { FirstPage, NotificationGroup, NotificationSource } from '../../../session/sources/source.js';
import type { SourceHeaders } from '../../../session/sources/request.js';
import type { Messages } from '../../../localization/messages.js';
import { warnOnce } from '../../../common/warn.js';
import { NudgeElement } from '../nudge-element.js';
import { runOutsideZones } from '../platform.js';
import { flag, parseJsonList } from '../attributes.js';
import { createdSession, replaceEndedSession } from './own-session.js';
import type { SessionSettings } from './session-settings.js';

/** The slots of custom cards, each in its row, begin so. */
export const cardSlotPrefix = 'notification:';

/** The base class of the elements that show a session: the settings that they have in common. */
export abstract class SessionElement extends NudgeElement implements SessionSettings {
  #givenSession: Session | undefined;
  /** How many children there were when their slots were checked. */
  #checkedCount = 0;

  /**
   * The session that is shown: the one that you set, else the one that the element has created from the settings below, once
   * `updateComplete` has resolved. Elements with the same session share one state. After a sign-out, `undefined` has the element create
   * another one.
   */
  @property({ attribute: false })
  get session(): Session | undefined {
    return this.#givenSession ?? createdSession(this);
  }

  set session(session: Session | undefined) {
    // The created one would end as soon as another is given.
    this.#givenSession = session === createdSession(this) ? undefined : session;
    if (!session) replaceEndedSession(this);
  }

  /** Base URL of the service, `<prefix>/v1/<service>`, or a same-origin path. With a `backend-url`, there need not be a service. */
  @property({ attribute: 'base-url' }) baseUrl?: string | undefined;
  /** Returns the token of the signed-in customer, or a promise of it. */
  @property({ attribute: false }) getToken?: CustomerClientOptions['getToken'] | undefined;
  /** Where a backend of `nudge-inbox/backend` is mounted. It replaces the token, the source and the groups, and without a `base-url` also the service. */
  @property({ attribute: 'backend-url' }) backendUrl?: string | null | undefined;
  /** Headers of the requests to your backend, its list and its events, or a function that returns them, or a promise of them. */
  @property({ attribute: false }) headers?: SourceHeaders | null | undefined;
  /** For pages without a script of their own: responds to a POST with the token, as text or as `{ "token": … }`. */
  @property({ attribute: 'token-url' }) tokenUrl?: string | null | undefined;
  /** For pages without a script of their own: the list of the customer's notifications, as for `pollingSource()`. */
  @property({ attribute: 'list-url' }) listUrl?: string | null | undefined;
  /** For pages without a script of their own: their arrivals and changes, as for `eventStreamSource()`. */
  @property({ attribute: 'events-url' }) eventsUrl?: string | null | undefined;
  /** The token that the page's own backend demands against forged requests; sent to `token-url` and `backend-url`, if on the origin of the page. */
  @property({ attribute: 'csrf-token' }) csrfToken?: string | null | undefined;
  /** The name of the header with the CSRF token. Default: `X-CSRF-Token`. */
  @property({ attribute: 'csrf-header' }) csrfHeader?: string | null | undefined;
  /**
   * The first page of the list, which came with the HTML: shown before anything is requested. As an attribute, the id of a data block
   * before the element.
   */
  @property({ attribute: 'first-page' }) firstPage?: FirstPage | string | null | undefined;
  /** Ids of the customer's notifications, newest first. As an attribute, a JSON array. */
  @property({ converter: parseJsonList }) ids?: readonly string[] | undefined;
  /** Provides further ids and arrivals. */
  @property({ attribute: false }) source?: NotificationSource | undefined;
  /** Groups of notifications that the customer can switch on and off. As an attribute, a JSON array. */
  @property({ converter: parseJsonList }) groups?: readonly NotificationGroup[] | undefined;
  /** Identifies the customer on the device before the first request, so that the last notifications show at once. */
  @property({ attribute: 'customer-key' }) customerKey?: string | null | undefined;
  /** Whether nothing is stored on the device: neither what is read, seen, dismissed and chosen nor notifications. */
  @property({ attribute: 'memory-only', converter: flag }) memoryOnly = false;
  /** Replaces the `fetch` of the page, for instance by that of a sandbox. */
  @property({ attribute: false }) fetch?: typeof fetch | undefined;
  /** Texts that replace those of the language; omitted ones stay unchanged. */
  @property({ attribute: false }) messages?: Partial<Messages> | undefined;

  constructor() {
    super();
    this.addController({ hostUpdated: () => this.#checkSlots() });
  }

  /** The names of the slots in which the page may put content. */
  protected get slotNames(): readonly string[] {
    return [];
  }

  override connectedCallback(): void {
    runOutsideZones(() => super.connectedCallback());
  }

  protected override scheduleUpdate(): Promise<unknown> | undefined {
    return runOutsideZones(() => super.scheduleUpdate()) ?? undefined;
  }

  /** A child in a slot that does not exist is not shown, and nothing else would say so. */
  #checkSlots(): void {
    const { childElementCount, slotNames } = this;
    if (childElementCount === this.#checkedCount) return;
    this.#checkedCount = childElementCount;
    for (const { slot } of this.children)
      if (slot && !slot.startsWith(cardSlotPrefix) && !slotNames.includes(slot))
        warnOnce(`<${this.localName}> has no slot “${slot}”. Its slots: ${slotNames.join(', ') || 'none'}.`);
  }
}
