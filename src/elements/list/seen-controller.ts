import type { LitElement, ReactiveController } from 'lit';
import type { SessionController } from '../base/session-controller.js';
import { isPutAside, type InboxFilter } from './inbox-filter.js';

export interface SeenHost extends LitElement {
  view: string;
  filter: InboxFilter;
}

/**
 * Marks what is listed as seen, and what arrives, while the list is on the screen: within the viewport, in a page that is
 * neither hidden nor prerendered. A panel that is closed is not on the screen.
 */
export class SeenController implements ReactiveController {
  readonly #host: SeenHost;
  readonly #sessionController: SessionController;
  readonly #mark = (): void => this.#markSeen();
  #observer: IntersectionObserver | undefined;
  #isOnScreen = false;

  constructor(host: SeenHost, sessionController: SessionController) {
    this.#host = host;
    this.#sessionController = sessionController;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)?.isIntersecting === true;
      this.#markSeen();
    });
    this.#observer.observe(this.#host);
    document.addEventListener('visibilitychange', this.#mark);
  }

  hostUpdated(): void {
    // Each change of the list updates the host. Not at once, since the host would update within its update.
    queueMicrotask(this.#mark);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#isOnScreen = false;
    document.removeEventListener('visibilitychange', this.#mark);
  }

  #markSeen(): void {
    const { view, filter } = this.#host;
    if (!this.#isOnScreen || document.visibilityState !== 'visible') return;
    if (view === 'preferences' || isPutAside(filter)) return;
    const { unseenCount, isUnseenCountComplete, status } = this.#sessionController.notificationState;
    if (unseenCount === 0 && isUnseenCountComplete) return;
    if (status === 'ready') this.#sessionController.notificationStore?.markSeen();
  }
}
