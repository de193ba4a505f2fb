import { Emitter } from './emitter.js';

/** Computes the next state. The same state object means that the change had no effect. */
export type Reducer<State, Change, Outcome> = (state: State, change: Change) => readonly [State, Outcome];

/** A change that was applied, and what the reducer reports about it. */
export interface Update<Change, Outcome> {
  readonly change: Change;
  readonly outcome: Outcome;
}

/**
 * Holds a state that only {@link apply} replaces. Effects subscribe, and answer a change with further changes: those wait
 * until every effect has received the current one, so that nothing is re-entered. Observers are called after that, in
 * the order of the changes: they may apply changes of their own, which take effect at once.
 */
export class StateContainer<State, Change, Outcome> {
  readonly #reduce: Reducer<State, Change, Outcome>;
  readonly #effects = new Emitter<Update<Change, Outcome>>();
  readonly #observers = new Emitter<Update<Change, Outcome>>();
  readonly #pending: Change[] = [];
  readonly #unobserved: Update<Change, Outcome>[] = [];
  #state: State;
  #isApplying = false;
  #isNotifying = false;

  constructor(initial: State, reduce: Reducer<State, Change, Outcome>) {
    this.#state = initial;
    this.#reduce = reduce;
  }

  get state(): State {
    return this.#state;
  }

  /** Calls an effect after every effective change until the returned function is called. */
  subscribe(effect: (update: Update<Change, Outcome>) => void): () => void {
    return this.#effects.subscribe(effect);
  }

  /** Calls an observer for every effective change, once all effects are done. */
  observe(observer: (update: Update<Change, Outcome>) => void): () => void {
    return this.#observers.subscribe(observer);
  }

  apply(change: Change): void {
    this.#pending.push(change);
    if (this.#isApplying) return;
    this.#isApplying = true;
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift())
        this.#applyOne(next);
    } finally {
      this.#isApplying = false;
    }
    this.#notifyObservers();
  }

  #applyOne(change: Change): void {
    const [state, outcome] = this.#reduce(this.#state, change);
    if (state === this.#state) return;
    this.#state = state;
    const update = { change, outcome };
    this.#unobserved.push(update);
    this.#effects.emit(update);
  }

  #notifyObservers(): void {
    // An observer that applies a change is called for it after the others have received this one.
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    for (let next = this.#unobserved.shift(); next; next = this.#unobserved.shift())
      this.#observers.emit(next);
    this.#isNotifying = false;
  }
}
