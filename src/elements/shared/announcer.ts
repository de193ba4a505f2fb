import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.js';
import { plural } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import { isRendered } from '../base/platform.js';
import type { SessionEvent } from '../base/public-events.js';
import type { SessionController } from '../base/session-controller.js';
import type { SessionHost } from '../base/session-settings.js';

/** Arrivals in quick succession are announced together. */
const debounceMs = 800;
/** Elements of one session receive the same arrival event; only the first one that is rendered announces it. */
const announced = new WeakSet<object>();

/** An element that announces what happens in its session. */
export interface AnnouncerHost extends SessionHost {
  readonly session: Session | undefined;
}

/** Announces the number of arrivals to assistive technology, by a visually hidden live region. */
export class Announcer implements ReactiveController {
  readonly #host: AnnouncerHost;
  readonly #localization: LocalizationController;
  #text = '';
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hadItems = false;

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
    const { items = [] } = this.#host.session?.notifications.state ?? {};
    const hadItems = this.#hadItems;
    this.#hadItems = items.length > 0;
    if (!hadItems || this.#hadItems) return;
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
    this.#count = 0;
  }

  #handleSessionEvent(event: SessionEvent): void {
    if (event.type !== 'arrival' || announced.has(event)) return;
    // An enclosing element announces for those in it.
    if (this.#host.isEmbedded || !isRendered(this.#host)) return;
    announced.add(event);
    this.#count += event.ids.length;
    // A live region announces only changes: emptied first, the same text is announced again.
    this.#text = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { messages, locale } = this.#localization;
      if (!document.hidden) this.#text = plural(messages.arrived, this.#count, locale);
      this.#count = 0;
      this.#host.requestUpdate();
    }, debounceMs);
  }
}
