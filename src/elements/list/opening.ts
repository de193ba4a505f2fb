import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { cancelFrame, requestFrame } from '../base/platform.js';

/** How many of its first rows a list waits for: about a screen, and as many records as are requested at once. */
export const firstRows = 6;
/** How long a card waits for those above it, in milliseconds: one that never loads holds back no other. */
const maxWaitMs = 1000;

/**
 * While a list opens, its cards appear from the top down, since each would move those below it: how high a card is, only its
 * record says.
 */
export class Opening implements ReactiveController {
  readonly #element: ReactiveControllerHost;
  #isDone = false;
  #initialIds: ReadonlySet<string> = new Set();
  #next = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame: number | undefined;

  constructor(element: ReactiveControllerHost) {
    this.#element = element;
    element.addController(this);
  }

  /** Whether the first cards are shown, or are not waited for any more. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The index of the first row that waits for its record; negative once the list is open. */
  get next(): number {
    return this.#next;
  }

  /**
   * The notifications that the list began with. Their rows are laid out wherever they are: a row that came and went among the
   * first ones would have the browser look at all rows.
   */
  get initialIds(): ReadonlySet<string> {
    return this.#initialIds;
  }

  hostDisconnected(): void {
    this.#stop();
  }

  /** Opens another list. */
  restart(): void {
    this.#stop();
    this.#isDone = false;
    this.#initialIds = new Set();
  }

  /** Shows each row as it is from now on. */
  end(): void {
    const wasWaiting = this.#next >= 0;
    this.#stop();
    this.#isDone = true;
    if (wasWaiting) this.#element.requestUpdate();
  }

  /** @param items what the list shows */
  update(items: readonly NotificationItem[]): void {
    const first = items.slice(0, firstRows);
    const isBegun = this.#isDone && this.#initialIds.size === firstRows;
    if (!isBegun && first.some(({ id }) => !this.#initialIds.has(id)))
      this.#initialIds = new Set(first.map(({ id }) => id));
    if (this.#isDone || items.length === 0) return;
    const isPending = first.map(({ status }) => status === 'pending');
    const next = isPending.indexOf(true);
    if (next < 0) {
      // The card that came last has its height in the next frame.
      if (this.#next < 0) this.end();
      else this.#frame ??= requestFrame(() => this.end());
    } else this.#next = next;
    if (this.#next >= 0 && isPending.lastIndexOf(false) > next)
      this.#timer ??= setTimeout(() => this.end(), maxWaitMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    cancelFrame(this.#frame);
    this.#timer = this.#frame = undefined;
    this.#next = -1;
  }
}
