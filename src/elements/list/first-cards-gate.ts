import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { maxFirstCards } from './first-screen.js';

/** How long a card waits for those above it, in milliseconds: one that never loads holds back no other. */
const maxWaitMs = 1000;

/**
 * Whether a list still waits for what it shows first. Until then its cards appear from the top down, since each would move
 * those below it: how high a card is, only its record says.
 */
export class FirstCardsGate implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #isDone = false;
  #isWaiting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  hostDisconnected(): void {
    this.#stop();
  }

  /** Waits again, for another list. */
  restart(): void {
    this.#stop();
    this.#isDone = false;
  }

  /** Shows each row as it is from now on. */
  end(): void {
    this.#stop();
    this.#isDone = true;
    if (this.#isWaiting) this.#host.requestUpdate();
  }

  /** @param isComplete Whether nothing that is visible waits for its record. */
  update(items: readonly NotificationItem[], isComplete: boolean): void {
    const first = items.slice(0, maxFirstCards).map(({ status }) => status === 'pending');
    const next = first.indexOf(true);
    if (items.length > 0 && (next < 0 || isComplete)) this.end();
    this.#isWaiting = !this.#isDone && next >= 0;
    if (this.#isWaiting && first.lastIndexOf(false) > next)
      this.#timer ??= setTimeout(() => this.end(), maxWaitMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
