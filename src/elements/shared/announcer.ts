import { html, type ReactiveController, type TemplateResult } from 'lit';
import { isPageHidden } from '../../common/page-observer.js';
import type { Session } from '../../session/session.js';
import { plural } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { isRendered } from '../base/platform.js';
import type { SessionEvent } from '../base/public-events.js';
import type { SessionController } from '../base/session/session-controller.js';
import type { SessionHost } from '../base/session/session-settings.js';

type ArrivalEvent = Extract<SessionEvent, { type: 'arrival' }>;

/** Arrivals in quick succession are announced together. */
const debounceMs = 800;
/** Elements of one session receive the same arrival event; only the first one that is rendered announces it. */
const announced = new WeakSet<ArrivalEvent>();

/** An element that announces what happens in its session. */
export interface AnnouncerHost extends SessionHost {
  readonly session: Session | undefined;
}

/** Announces the number of arrivals to assistive technology, by a visually hidden live region. */
export class Announcer implements ReactiveController {
  readonly #host: AnnouncerHost;
  readonly #localization: LocalizationController;
  #text = '';
  /** What is to be announced, unless another element does that first. */
  #arrivals: ArrivalEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #visit: object | undefined;

  /** @param sessionController Whose arrivals to announce. */
  constructor(
    host: AnnouncerHost,
    sessionController: Pick<SessionController, 'events'>,
    localization: LocalizationController,
  ) {
    this.#host = host;
    this.#localization = localization;
    host.addController(this);
    sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
  }

  /** Once the customer has signed out, or another one has turned up, no text may name what was listed. */
  hostUpdate(): void {
    const visit = this.#host.session?.notifications.visit;
    if (visit === this.#visit) return;
    this.#visit = visit;
    this.clear();
    this.#drop();
  }

  hostDisconnected(): void {
    this.#drop();
  }

  /** Announces a text at once. */
  announce(text: string): void {
    this.#text = text;
    this.#host.requestUpdate();
  }

  /** Clears the text, so that a region in another layer does not announce it again. */
  clear(): void {
    this.#text = '';
  }

  /** A modal layer needs a region of its own, since assistive technology ignores what is outside of it. */
  render(isActive = true): TemplateResult {
    return html`<div class="visually-hidden" role="status" .textContent=${isActive ? this.#text : ''}></div>`;
  }

  /** Drops the arrivals that were to be announced. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#arrivals = [];
  }

  #handleSessionEvent(event: SessionEvent): void {
    // An enclosing element announces for those in it.
    if (event.type !== 'arrival' || this.#host.isEmbedded) return;
    this.#arrivals.push(event);
    // A live region announces only changes: emptied first, the same text is announced again.
    this.#text = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announceArrivals(), debounceMs);
  }

  #announceArrivals(): void {
    const arrivals = this.#arrivals.filter((event) => !announced.has(event));
    this.#arrivals = [];
    // Only now: to know that after each arrival, the browser would have to compute the styles anew each time.
    if (arrivals.length === 0 || !isRendered(this.#host)) return;
    for (const event of arrivals) announced.add(event);
    const count = arrivals.reduce((sum, { ids }) => sum + ids.length, 0);
    const { messages, locale } = this.#localization;
    if (!isPageHidden()) this.announce(plural(messages.arrived, count, locale));
  }
}
