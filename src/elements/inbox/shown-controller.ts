import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Observes whether its host is rendered, or hidden as in a panel that is closed. */
export class ShownController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #onShow: () => void;
  #observer: IntersectionObserver | undefined;
  #isShown = false;

  /** @param onShow Runs when the host is shown, at first or again. */
  constructor(host: ReactiveControllerHost & Element, onShow: () => void) {
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

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#isShown = false;
  }

  #update(): void {
    const wasShown = this.#isShown;
    this.#isShown = this.#host.getClientRects().length > 0;
    if (this.#isShown === wasShown) return;
    if (this.#isShown) this.#onShow();
    this.#host.requestUpdate();
  }
}
