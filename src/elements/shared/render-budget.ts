import type { ReactiveControllerHost } from 'lit';
import { runInNextTask } from '../../common/next-task.js';

/** How many cards are rendered in one task. */
const maxCards = 6;

/** Time slicing: spreads the rendering of many cards over several tasks, so that none of them is long. */
export class RenderBudget {
  readonly #host: ReactiveControllerHost;
  #remaining = maxCards;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Whether one more card may be rendered in this task. If not, the host updates again in the next task. */
  take(): boolean {
    if (this.#remaining === maxCards) runInNextTask(() => this.#renew());
    this.#remaining -= 1;
    return this.#remaining >= 0;
  }

  #renew(): void {
    const isExceeded = this.#remaining < 0;
    this.#remaining = maxCards;
    if (isExceeded) this.#host.requestUpdate();
  }
}
