import { waitAtMost } from '../../common/time.js';

interface Limits<Item> {
  /** How many loads run at once. */
  maxRunning: number;
  /** After how many milliseconds another load may take the place of one that runs: what it waits for may never respond. */
  timeoutMs: number;
  /** The size of a load; a single item may have more. */
  maxSize: number;
  /** The size of an item. Default: 1. */
  sizeOf?: (item: Item) => number;
}

interface Waiting<Item, Value> {
  item: Item;
  resolve: (value: Value | Promise<Value>) => void;
  reject: (error: unknown) => void;
}

/** Loads items: one alone at once, and together what comes while as many loads are running as may. */
export class BatchQueue<Item, Value> {
  readonly #load: (items: Item[]) => Promise<(item: Item) => Value | Promise<Value>>;
  readonly #limits: Required<Limits<Item>>;
  #waiting: Waiting<Item, Value>[] = [];
  #running = 0;

  /** @param load loads some items, and resolves with what finds the value of each */
  constructor(
    load: (items: Item[]) => Promise<(item: Item) => Value | Promise<Value>>,
    limits: Limits<Item>,
  ) {
    this.#load = load;
    this.#limits = { sizeOf: () => 1, ...limits };
  }

  /** Resolves with the value of the item. Rejects if the load fails that has it. */
  load(item: Item): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      // What comes at the same moment is loaded together, too.
      if (this.#waiting.length === 1) queueMicrotask(() => this.#start());
    });
  }

  #start(): void {
    while (this.#running < this.#limits.maxRunning && this.#waiting.length > 0) void this.#loadNext();
  }

  #takeBatch(): Waiting<Item, Value>[] {
    const { maxSize, sizeOf } = this.#limits;
    let size = 0;
    const end = this.#waiting.findIndex(({ item }, index) => (size += sizeOf(item)) > maxSize && index > 0);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #loadNext(): Promise<void> {
    const batch = this.#takeBatch();
    this.#running += 1;
    const loading = this.#load(batch.map(({ item }) => item));
    const loaded = loading.then(
      (find) => {
        for (const { item, resolve } of batch) resolve(find(item));
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
    await waitAtMost(this.#limits.timeoutMs, loaded);
    this.#running -= 1;
    this.#start();
  }
}
