import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';

/** How many of its first rows a list waits for: about a screen. */
const firstRows = 8;
/** How long a card waits for those above it, in milliseconds: one that never loads holds back no other. */
const maxWaitMs = 1000;

/**
 * While a list opens, its cards appear from the top down, since each would move those below it: how high a card is, only its
 * record says.
 */
export class Opening implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #isDone = false;
  #next = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The index of the first row that waits for its record; negative once the list is open. */
  get next(): number {
    return this.#next;
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Opens another list. */
  restart(): void {
    this.#stop();
    this.#isDone = false;
  }

  /** Shows each row as it is from now on. */
  end(): void {
    this.#stop();
    this.#isDone = true;
    if (this.#next >= 0) this.#host.requestUpdate();
  }

  /** @param items what the list shows */
  update(items: readonly NotificationItem[]): void {
    const isPending = items.slice(0, firstRows).map(({ status }) => status === 'pending');
    const next = isPending.indexOf(true);
    if (items.length > 0 && next < 0) this.#isDone = true;
    this.#next = this.#isDone ? -1 : next;
    if (this.#next < 0) this.#stop();
    else if (isPending.lastIndexOf(false) > next) this.#timer ??= setTimeout(() => this.end(), maxWaitMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
