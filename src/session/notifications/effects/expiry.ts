import { DueTimer } from '../../../common/due-timer.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';

/** Takes notifications off the list when they expire. */
export class Expiry {
  readonly name = 'expiry';
  readonly on = ['hostIds', 'added', 'pageLoaded', 'conditions', 'cleared'] as const;
  readonly #container: NotificationStateContainer;
  /** When the next one expires, or an earlier time, in milliseconds since 1970. */
  #next = Infinity;
  readonly #timer = new DueTimer(() => this.#expireDue());

  constructor(container: NotificationStateContainer) {
    this.#container = container;
  }

  handleUpdate({ change }: NotificationUpdate<Expiry['on'][number]>): void {
    if (change.type === 'conditions') this.#expireDue();
    else if (change.type === 'cleared') {
      this.#next = Infinity;
      this.#timer.clear();
    } else {
      const { expiries } = this.#container.state.list.hidden;
      // Only what the change names: the list may have 100,000, and each arrival comes here.
      let next = Infinity;
      for (const { id } of change.references) next = Math.min(next, expiries.get(id) ?? Infinity);
      if (next >= this.#next) return;
      this.#next = next;
      this.#schedule();
    }
  }

  get #canRun(): boolean {
    const { isRunning, isPageHidden } = this.#container.state;
    return isRunning && !isPageHidden;
  }

  #expireDue(): void {
    this.#timer.clear();
    if (!this.#canRun) return;
    const now = Date.now();
    const due: string[] = [];
    this.#next = Infinity;
    for (const [id, time] of this.#container.state.list.hidden.expiries) {
      if (time <= now) due.push(id);
      else this.#next = Math.min(this.#next, time);
    }
    if (due.length > 0) this.#container.apply({ type: 'expired', ids: due });
    this.#schedule();
  }

  #schedule(): void {
    this.#timer.set(this.#canRun ? this.#next : Infinity);
  }
}
