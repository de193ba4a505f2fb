import type { ReactiveController } from 'lit';
import { cancelFrame, requestFrame } from '../base/platform.js';
import { firstRows, type Opening } from './opening.js';
import type { ListElement } from './list-host.js';

/** How many rows are added at a time, whenever the end of the list comes into view. */
const batchSize = 50;

/**
 * How many notifications of a list have a row: none in a panel that nobody is about to open; about a screen until their cards
 * are shown, since each further row would delay them; from the next frame on 50, and more whenever the end comes into view.
 */
export class RowCount implements ReactiveController {
  readonly #element: ListElement;
  readonly #opening: Pick<Opening, 'isDone'>;
  #value = 0;
  /** Arrivals at the top since the last update. */
  #arrivals = 0;
  #frame: number | undefined;

  constructor(element: ListElement, opening: Pick<Opening, 'isDone'>) {
    this.#element = element;
    this.#opening = opening;
    element.addController(this);
  }

  get value(): number {
    return this.#element.panelState === 'closed' ? this.#value : Math.max(this.#value, firstRows);
  }

  hostUpdated(): void {
    // The rows stay when the panel closes.
    this.#value = this.value;
    this.#arrivals = 0;
    const isShown = this.#element.panelState === 'open' && this.#opening.isDone;
    if (isShown && this.#value < batchSize)
      this.#frame ??= requestFrame(() => {
        this.#frame = requestFrame(() => {
          this.#frame = undefined;
          this.include(batchSize);
          this.#element.requestUpdate();
        });
      });
  }

  hostDisconnected(): void {
    cancelFrame(this.#frame);
    this.#frame = undefined;
  }

  /** Begins another list. */
  restart(): void {
    this.#value = 0;
  }

  /** Adds rows at the end of the list, once its first cards are shown. */
  addBatch(): void {
    if (this.#opening.isDone) this.#value = this.#value < batchSize ? batchSize : this.#value + batchSize;
    this.#element.requestUpdate();
  }

  /** Makes room for arrivals at the top, so that they push no row off the end. So many that all rows are theirs begin another list. */
  addArrivals(count: number): void {
    this.#arrivals += count;
    if (this.#arrivals > batchSize) this.#value = Math.min(this.#value, batchSize);
    else if (this.#value > 0) this.#value += count;
  }

  /** Has at least so many rows. */
  include(count: number): void {
    this.#value = Math.max(this.#value, count);
  }
}
