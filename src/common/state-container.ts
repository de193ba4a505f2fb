import { Emitter } from './emitter.js';

/** What a change did: the events to publish, and whatever else the effects need to know. */
export interface Outcome<Event = unknown> {
  readonly events: readonly Event[];
}

/** Whether a change is of one of these types. */
export function isOneOf<Change extends { type: string }, Type extends Change['type']>(
  change: Change,
  types: readonly Type[],
): change is Extract<Change, { type: Type }> {
  const names: readonly string[] = types;
  return names.includes(change.type);
}

/** A change, and when it was applied, in milliseconds since 1970. A reducer knows no other clock. */
export type Dated<Change> = Change & { readonly at: number };

/** A change that was applied, and what the reducer reports about it. */
export interface Update<Change, Result> {
  readonly change: Change;
  readonly outcome: Result;
}

/**
 * Does I/O after the changes that it names, and responds with further ones.
 *
 * @typeParam Type the types of these changes
 */
export interface Effect<Change extends { type: string }, Result, Type extends Change['type']> {
  /** The name of its file. */
  readonly name: string;
  readonly on: readonly Type[];
  readonly handleUpdate: (update: Update<Extract<Change, { type: Type }>, Result>) => void;
}

/** A step of what a container does, for `nudge-inbox/trace`. What it says of changes is read by name: it may be from another version. */
export type TraceStep =
  /** A change is about to be applied, once the current one is done: on behalf of the effect that runs, if one does. */
  | { readonly type: 'queued'; readonly change: { readonly type: string } }
  /** `isEffective`: whether the state is another one, so that the effects run. */
  | {
      readonly type: 'applied';
      readonly change: { readonly type: string };
      readonly outcome: Outcome;
      readonly isEffective: boolean;
    }
  /** An effect runs. */
  | { readonly type: 'effect'; readonly name: string }
  /** An effect sends something, when it runs or later. */
  | { readonly type: 'sent'; readonly effect: string; readonly what: string }
  /** Every effect has received the change. */
  | { readonly type: 'done' };

/** An event of an outcome. Changes that were applied together are published as `change` before their own events. */
type EventOf<Result extends Outcome> = Result['events'][number] | { readonly type: 'change' };

export interface StateContainerOptions<State, View, Change, Result> {
  initial: State;
  /** Computes the next state. The same state object means that the change had no effect. */
  reduce: (state: State, change: Dated<Change>) => readonly [State, Result];
  /** Selects what subscribers see of the state. */
  select: (state: State) => View;
}

/**
 * Holds a state that only {@link apply} replaces. Effects respond to a change with further changes: those wait until every
 * effect has received the current one, so that nothing is re-entered. Subscribers receive the events after that, in the
 * order of the changes: they may apply changes of their own, which take effect at once.
 */
export class StateContainer<State, View, Change extends { type: string }, Result extends Outcome> {
  readonly #options: StateContainerOptions<State, View, Change, Result>;
  readonly #effects = new Emitter<Update<Change, Result>>();
  readonly #subscribers = new Emitter<EventOf<Result>>();
  readonly #pending: Change[] = [];
  readonly #unpublished: Result['events'][] = [];
  /** Undefined until somebody traces: so a step that nobody receives is not even created. */
  #steps: Emitter<TraceStep> | undefined;
  #state: State;
  #view: View | undefined;
  #isApplying = false;
  #isPublishing = false;
  /** Whether subscribers do not know of the current state yet. */
  #isChanged = false;

  constructor(options: StateContainerOptions<State, View, Change, Result>) {
    this.#options = options;
    this.#state = options.initial;
  }

  get state(): State {
    return this.#state;
  }

  /** What subscribers see of the state: the same object until the next change. */
  get view(): View {
    return (this.#view ??= this.#options.select(this.#state));
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  /**
   * Calls an effect after each change that it names, if the change was effective. The constructor of a store adds all of its effects, in
   * their order.
   */
  addEffect<Type extends Change['type']>(effect: Effect<Change, Result, Type>): void {
    this.#effects.subscribe(({ change, outcome }) => {
      if (!isOneOf(change, effect.on)) return;
      this.#steps?.emit({ type: 'effect', name: effect.name });
      effect.handleUpdate({ change, outcome });
    });
  }

  /** Resolves with the first result that is not null, now or after a change. Unlike a subscriber, this keeps no store running. */
  waitFor<Value>(getResult: () => Value | null): Promise<Value> {
    return new Promise((resolve) => {
      const check = (): void => {
        const result = getResult();
        if (result === null) return;
        unsubscribe();
        resolve(result);
      };
      const unsubscribe = this.#effects.subscribe(check);
      check();
    });
  }

  /** Calls a subscriber with every event, once all effects are done, until the returned function is called. */
  subscribe(subscriber: (event: EventOf<Result>) => void): () => void {
    return this.#subscribers.subscribe(subscriber);
  }

  /** Calls a listener with every step of its work until the returned function is called. */
  trace(listener: (step: TraceStep) => void): () => void {
    return (this.#steps ??= new Emitter()).subscribe(listener);
  }

  /** Notes for a trace what an effect sends: what it does without a change. */
  noteSent(effect: string, what: string): void {
    this.#steps?.emit({ type: 'sent', effect, what });
  }

  apply(change: Change): void {
    this.#steps?.emit({ type: 'queued', change });
    this.#pending.push(change);
    if (this.#isApplying) return;
    this.#isApplying = true;
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift())
        this.#applyOne(next);
    } finally {
      this.#isApplying = false;
    }
    this.#publish();
  }

  #applyOne(change: Change): void {
    const [state, outcome] = this.#options.reduce(this.#state, { ...change, at: Date.now() });
    const isEffective = state !== this.#state;
    this.#steps?.emit({ type: 'applied', change, outcome, isEffective });
    if (isEffective) {
      this.#state = state;
      this.#view = undefined;
      this.#isChanged = true;
      this.#unpublished.push(outcome.events);
      this.#effects.emit({ change, outcome });
    }
    this.#steps?.emit({ type: 'done' });
  }

  #publish(): void {
    // A subscriber that applies a change is called for it after the others have received this one.
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    for (let events = this.#unpublished.shift(); events; events = this.#unpublished.shift()) {
      if (this.#isChanged) {
        this.#isChanged = false;
        this.#subscribers.emit({ type: 'change' });
      }
      for (const event of events) this.#subscribers.emit(event);
    }
    this.#isPublishing = false;
  }
}
