import type { LitElement, ReactiveController } from 'lit';
import { cancelFrame, requestFrame } from '../base/platform.js';

/** How many cards must have loaded before their height counts: about a screen. */
const sampleSize = 8;

/**
 * Gives rows without a card the height of the median card, so that little moves when theirs comes. Once, from the first cards:
 * each further change would move what is in view.
 */
export class RowHeight implements ReactiveController {
  readonly #element: LitElement;
  #frame: number | undefined;
  #isKnown = false;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Measures in the next frame, for which the browser lays out the page anyway, once a row without a card is below them. */
  hostUpdated(): void {
    if (
      !this.#isKnown &&
      this.#element.isConnected &&
      this.#cards.length === sampleSize &&
      this.#hasPendingRows
    )
      this.#frame ??= requestFrame(() => this.#measure());
  }

  hostDisconnected(): void {
    cancelFrame(this.#frame);
    this.#frame = undefined;
  }

  get #hasPendingRows(): boolean {
    return this.#element.querySelector('.feed > .pending') !== null;
  }

  get #cards(): HTMLElement[] {
    const rows = this.#element.querySelectorAll<HTMLElement>('.feed > .loaded:not(.below-next)');
    return [...rows].slice(0, sampleSize);
  }

  #measure(): void {
    this.#frame = undefined;
    const heights = this.#cards.map(({ offsetHeight }) => offsetHeight);
    const median = heights.toSorted((one, other) => one - other)[sampleSize / 2] ?? 0;
    // Not in a panel that is closed.
    if (median === 0) return;
    this.#element.style.setProperty('--_row-height', `${median}px`);
    this.#isKnown = true;
  }
}
