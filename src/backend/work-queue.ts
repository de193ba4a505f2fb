/** Runs only so many tasks at once, and the others in the order in which they came. */
export class WorkQueue {
  readonly #maxRunning: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Whether no task is running. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Runs the task as soon as its turn comes. */
  async run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#maxRunning) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
