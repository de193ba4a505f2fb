import { waitAtMost } from '../common/time.js';
import { isObject } from '../common/type-guards.js';
import { ActionCall, claimTimes, type InboxAction, type InboxActionFunction } from './action-call.js';
import type { CustomerChanges } from './customer-changes.js';
import type { ReportError } from './errors/report-error.js';
import { HttpError } from './http/http-error.js';
import { sha256 } from './http/responses.js';
import type { CustomerRequest } from './http/router.js';
import { isAnswerText } from './stores/answer-text.js';
import type { AnswerAction, InboxAnswer, InboxReference, PendingInboxAnswer } from './stores/inbox-event.js';
import type { AnswerChange, AnswerState, InboxStore } from './stores/inbox-store.js';

type StandingAnswer = InboxAnswer | PendingInboxAnswer;
/** A call of a function of the host. It never rejects. */
type RunningCall = Promise<StandingAnswer | HttpError>;

/** A press, as a page sends it. */
interface Press {
  id: string;
  action: AnswerAction;
  onclickAction?: string | null | undefined;
  /** The text of the button. */
  label?: string | undefined;
}

interface AnswersSetup {
  onAction: Readonly<Record<string, InboxActionFunction>> | undefined;
  store: InboxStore;
  changes: CustomerChanges;
  timeoutMs: number;
  report: ReportError;
}

/** @throws TypeError if `onAction` is no record of functions */
function toFunctions(onAction: unknown): ReadonlyMap<string, InboxActionFunction> {
  if (!isObject(onAction) || Array.isArray(onAction))
    throw new TypeError('onAction must be an object with a function for each onclickAction.');
  return new Map(
    Object.entries(onAction).map(([name, run]) => {
      // Where a page sends no label, the name is the outcome.
      if (!isAnswerText(name) || !isActionFunction(run))
        throw new TypeError('onAction must have functions, by names of 1 to 200 characters.');
      return [name, run];
    }),
  );
}

/** Whether a notification has this button, as far as its record is known: a request can name any. */
function mayHaveButton({ record }: InboxReference, action: AnswerAction, name: string): boolean {
  if (!isObject(record)) return true;
  const buttons = isObject(record.payload) ? record.payload.actionButtons : undefined;
  const button = isObject(buttons) ? buttons[action] : undefined;
  return isObject(button) && button.onclickAction === name;
}

const isActionFunction = (value: unknown): value is InboxActionFunction => typeof value === 'function';

/** Lets customers answer notifications: each at most once, by the functions of the host or by their page. */
export class Answers {
  readonly #setup: AnswersSetup;
  readonly #functions: ReadonlyMap<string, InboxActionFunction> | undefined;
  /** The calls of functions, and the claims for them. */
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  /** @throws TypeError if `onAction` is no record of functions */
  constructor(setup: AnswersSetup) {
    this.#setup = setup;
    this.#functions = setup.onAction && toFunctions(setup.onAction);
  }

  /** The buttons that the host has functions for; undefined if it has none. */
  get names(): readonly string[] | undefined {
    return this.#functions && [...this.#functions.keys()];
  }

  /** Changes the answer to a notification and publishes it. */
  change(customerId: string, id: string, change: AnswerChange): Promise<AnswerState | null> {
    const { changes, store } = this.#setup;
    return changes.apply(customerId, () => store.answer(customerId, id, change));
  }

  /** Stores what a page has done. Resolves with what stands then. */
  async give(customerId: string, { id, action }: Press, text: string): Promise<StandingAnswer> {
    const state = await this.change(customerId, id, { type: 'give', action, text, claim: null });
    if (!state?.answer) throw new HttpError(404, 'not-found');
    return state.answer;
  }

  /**
   * Calls the host's function, unless another press came first. Resolves with what stands then, or with the claim if the function
   * takes long.
   */
  async press(
    { customerId, request }: CustomerRequest,
    { id, action, onclickAction, label }: Press,
  ): Promise<StandingAnswer> {
    const { changes, store, timeoutMs } = this.#setup;
    const name = onclickAction ?? '';
    const run = this.#functions?.get(name);
    if (!run) throw new HttpError(404, 'unknown-action');
    if (this.#isClosed) throw new HttpError(503, 'closed', { 'Retry-After': '1' });
    const key = await sha256(`nudge-inbox answer ${JSON.stringify([customerId, id])}`);
    const claim = async (): Promise<{ state: AnswerState | null; running?: RunningCall }> => {
      const stored = await store.find(customerId, id);
      if (!stored) return { state: null };
      if (!mayHaveButton(stored, action, name)) throw new HttpError(404, 'unknown-action');
      const change: AnswerChange = { type: 'claim', action, lapseMs: claimTimes.lapseMs };
      const state = await store.answer(customerId, id, change);
      if (!state?.hasChanged || state.claim === null) return { state };
      // Also if nobody waits any more: it is claimed.
      const input = { customerId, request, id, action, key };
      return { state, running: this.#call(run, input, state.claim, label ?? name) };
    };
    const claiming = changes.apply(customerId, () => this.#track(claim()));
    const { state, running } = await this.#track(claiming);
    if (!state?.answer) throw new HttpError(404, 'not-found');
    if (!running) return state.answer;
    const outcome = (await waitAtMost(timeoutMs / 2, running)) ?? state.answer;
    if (outcome instanceof HttpError) throw outcome;
    return outcome;
  }

  #call(run: InboxActionFunction, input: InboxAction, claim: number, label: string): RunningCall {
    const { customerId, id } = input;
    const call = new ActionCall({
      run,
      input,
      claim,
      label,
      change: (change) => this.change(customerId, id, change),
      report: this.#setup.report,
      isClosed: () => this.#isClosed,
    });
    return this.#track(call.run());
  }

  /** Lets `whenIdle()` wait for it. */
  #track<Value>(running: Promise<Value>): Promise<Value> {
    this.#running.add(running);
    const forget = (): void => void this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Calls no function any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when no function runs, and the outcomes of those that ran are stored. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
