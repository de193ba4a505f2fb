import type { LitElement, ReactiveController } from 'lit';
import { observeSize } from '../base/platform.js';

/** How many cards must have loaded before their height counts: about a screen. */
const sampleSize = 8;

/**
 * Gives rows without a card the height of the median card, so that little moves when theirs comes. Once, from the first cards:
 * each further change would move what is in view.
 */
export class RowHeight implements ReactiveController {
  readonly #element: LitElement;
  #observer: ReturnType<typeof observeSize> | undefined;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    // The browser reports a size after it has laid out the page: to measure then costs nothing, and nothing was shown yet.
    this.#observer = observeSize(() => this.#measure());
  }

  hostUpdated(): void {
    const feed = this.#element.querySelector('.feed');
    if (feed) this.#observer?.observe(feed);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #measure(): void {
    const rows = [...this.#element.querySelectorAll<HTMLElement>('.feed > .loaded:not(.below-next)')];
    if (rows.length < sampleSize) return;
    const heights = rows.slice(0, sampleSize).map(({ offsetHeight }) => offsetHeight);
    const median = heights.toSorted((one, other) => one - other)[sampleSize / 2] ?? 0;
    // Not in a panel that is closed.
    if (median === 0) return;
    this.#element.style.setProperty('--_row-height', `${median}px`);
    this.#observer?.disconnect();
    this.#observer = undefined;
  }
}
