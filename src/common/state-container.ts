import { Emitter } from './emitter.js';

/** Computes the next state. The same state object means that the change had no effect. */
export type Reducer<State, Change, Outcome> = (state: State, change: Change) => readonly [State, Outcome];

/** A change that was applied, and what the reducer reports about it. */
export interface Update<Change, Outcome> {
  readonly change: Change;
  readonly outcome: Outcome;
}

/**
 * Holds a state that only {@link apply} replaces. Whatever reacts to a change subscribes, and answers with further
 * changes: those wait until every subscriber has received the current one, so that nothing is re-entered.
 */
export class StateContainer<State, Change, Outcome> {
  readonly #reduce: Reducer<State, Change, Outcome>;
  readonly #updates = new Emitter<Update<Change, Outcome>>();
  readonly #pending: Change[] = [];
  #state: State;
  #isApplying = false;

  constructor(initial: State, reduce: Reducer<State, Change, Outcome>) {
    this.#state = initial;
    this.#reduce = reduce;
  }

  get state(): State {
    return this.#state;
  }

  /** Calls the listener after every effective change until the returned function is called. */
  subscribe(listener: (update: Update<Change, Outcome>) => void): () => void {
    return this.#updates.subscribe(listener);
  }

  apply(change: Change): void {
    this.#pending.push(change);
    if (this.#isApplying) return;
    this.#isApplying = true;
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
        const [state, outcome] = this.#reduce(this.#state, next);
        if (state === this.#state) continue;
        this.#state = state;
        this.#updates.emit({ change: next, outcome });
      }
    } finally {
      this.#isApplying = false;
    }
  }
}
