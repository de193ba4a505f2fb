import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isPageHidden } from '../../common/page-observer.js';
import { isPageCovered } from './layers.js';
import { leadingTab } from '../alerts/leading-tab.js';

export interface ArrivalEvent {
  type: 'arrival';
  ids: readonly string[];
}

/** Arrivals in quick succession come together, and an open list has the time to mark them as seen. */
const batchMs = 100;
/** What may cover or uncover the page. Not all dialogs are in the document itself. */
const coveringEvents = ['close', 'toggle', 'click', 'keyup', 'focusin', 'fullscreenchange'];
/** What changes when a dialog closes without an event, as after a transition. */
const uncoveringChanges: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeFilter: ['aria-hidden', 'aria-modal', 'class', 'hidden', 'inert', 'style'],
};

/**
 * Passes arrivals on when the customer can see them here. Drops them while the page is hidden or another tab leads; holds
 * them while something covers the page.
 */
export class ArrivalGate implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #onArrival: (event: ArrivalEvent) => void;
  #waiting: ArrivalEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Observes the page while toasts are shown, or wait. */
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
  }

  /** Whether nothing covers the page at this moment. */
  get isOpen(): boolean {
    return !isPageCovered(this.#host);
  }

  /** Whether nothing covers the page. The host updates as soon as that may have changed. */
  observe(): boolean {
    const { isOpen } = this;
    this.#startObserving(isOpen);
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
      // Unless something still waits, or is shown.
      this.#stopObserving();
      this.#host.requestUpdate();
      this.#flush();
    }, batchMs);
  }

  #flush(): void {
    if (isPageHidden() || !leadingTab.isLeading) this.#waiting = [];
    if (this.#waiting.length > 0 && this.observe())
      for (const event of this.#waiting.splice(0)) this.#onArrival(event);
  }

  #startObserving(isOpen: boolean): void {
    this.#stopObserving();
    const { signal } = (this.#observing = new AbortController());
    const handleChange = (): void => this.#schedule();
    for (const type of coveringEvents)
      document.addEventListener(type, handleChange, { signal, capture: true });
    if (isOpen) return;
    const observer = new MutationObserver(handleChange);
    observer.observe(document, uncoveringChanges);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  #stopObserving(): void {
    this.#observing?.abort();
    this.#observing = undefined;
  }
}
