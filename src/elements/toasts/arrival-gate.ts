import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isPageCovered } from './layers.js';
import { leadingTab } from '../alerts/leading-tab.js';

export interface ArrivalEvent {
  type: 'arrival';
  ids: readonly string[];
}

/** Arrivals in quick succession come together, and an open list has the time to mark them as seen. */
const batchMs = 100;
/** What may uncover the page. Not all dialogs are in the document itself. */
const uncoveringEvents = ['close', 'toggle', 'click', 'keyup', 'focusin', 'fullscreenchange'];

/**
 * Passes arrivals on when the customer can see them here. Drops them while the page is hidden or another tab leads; holds
 * them while something covers the page.
 */
export class ArrivalGate implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #onArrival: (event: ArrivalEvent) => void;
  #waiting: ArrivalEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Observes the page while it is covered. */
  #observing: AbortController | undefined;
  #leaveLeadingTab: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & Element, onArrival: (event: ArrivalEvent) => void) {
    this.#host = host;
    this.#onArrival = onArrival;
    host.addController(this);
  }

  hostConnected(): void {
    this.#leaveLeadingTab = leadingTab.join();
  }

  hostDisconnected(): void {
    this.#leaveLeadingTab?.();
    this.clear();
  }

  /** Whether nothing covers the page. If something does, the host updates when that may have changed. */
  checkOpen(): boolean {
    const isOpen = !isPageCovered(this.#host);
    if (isOpen) this.#stopObserving();
    else this.#observe();
    return isOpen;
  }

  add(event: ArrivalEvent): void {
    this.#waiting.push(event);
    this.#schedule();
  }

  /** Removes these ids from the waiting arrivals. */
  remove(ids: readonly string[]): void {
    this.#waiting = this.#waiting.flatMap((event) => {
      const others = event.ids.filter((id) => !ids.includes(id));
      return others.length > 0 ? [{ ...event, ids: others }] : [];
    });
  }

  /** Drops what waits. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#stopObserving();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // Unless something still waits, or is shown, below what covers the page.
      this.#stopObserving();
      this.#host.requestUpdate();
      this.#flush();
    }, batchMs);
  }

  #flush(): void {
    if (document.hidden || !leadingTab.isLeading) this.#waiting = [];
    if (this.#waiting.length > 0 && this.checkOpen())
      for (const event of this.#waiting.splice(0)) this.#onArrival(event);
  }

  #observe(): void {
    if (this.#observing) return;
    this.#observing = new AbortController();
    const { signal } = this.#observing;
    for (const type of uncoveringEvents)
      document.addEventListener(type, () => this.#schedule(), { signal, capture: true });
  }

  #stopObserving(): void {
    this.#observing?.abort();
    this.#observing = undefined;
  }
}
