import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a `ShownController` belongs to. */
export interface ShownHost extends ReactiveControllerHost, Element {
  /** Whether the panel around it is closed, or about to be. */
  isPanelClosed?: boolean;
}

/** Observes whether its host is rendered, or hidden as in a panel that is closed. */
export class ShownController implements ReactiveController {
  readonly #host: ShownHost;
  readonly #onShow: () => void;
  #observer: IntersectionObserver | undefined;
  #isShown = false;
  #wasPanelClosed = false;

  /** @param onShow Runs when the host is shown, at first or again. */
  constructor(host: ShownHost, onShow: () => void) {
    this.#host = host;
    this.#onShow = onShow;
    host.addController(this);
  }

  /** Whether the host is rendered, scrolled into view or not. */
  get isShown(): boolean {
    return this.#isShown;
  }

  hostConnected(): void {
    // A ResizeObserver would report errors to the page, since the host changes its size when it is shown.
    this.#observer = new IntersectionObserver(() => this.#update());
    this.#observer.observe(this.#host);
  }

  /** A panel that closes and opens within a frame was closed, too, although no observer has noticed. */
  hostUpdate(): void {
    const { isPanelClosed = false } = this.#host;
    if (isPanelClosed === this.#wasPanelClosed) return;
    this.#wasPanelClosed = isPanelClosed;
    if (isPanelClosed) this.#isShown = false;
    // It reports in the next frame, whatever it has reported before.
    this.#observer?.unobserve(this.#host);
    this.#observer?.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#isShown = false;
  }

  #update(): void {
    const wasShown = this.#isShown;
    this.#isShown = this.#host.isPanelClosed !== true && this.#host.getClientRects().length > 0;
    if (this.#isShown === wasShown) return;
    if (this.#isShown) this.#onShow();
    this.#host.requestUpdate();
  }
}
