import { pauseMs, pauses } from '../common/pauses.js';
import { delay } from '../common/time.js';
import { LateOutcomeError } from './errors/late-outcome-error.js';
import type { ReportError } from './errors/report-error.js';
import { ReturnTypeError } from './errors/setup-error.js';
import { HttpError } from './http/http-error.js';
import type { CustomerRequest } from './http/router.js';
import { isAnswerText } from './stores/answer-text.js';
import type { AnswerAction, InboxAnswer, PendingInboxAnswer } from './stores/inbox-event.js';
import type { AnswerChange, AnswerState } from './stores/inbox-store.js';

/** A press on a button, as a function of `onAction` receives it. */
export interface InboxAction extends CustomerRequest {
  /** The notification. */
  id: string;
  /** Which of its buttons was pressed. */
  action: AnswerAction;
  /**
   * Identifies what the customer decides: the same for each try and each button of the notification. Hand it to whatever must not
   * happen twice, as its idempotency key: 64 hexadecimal digits.
   */
  key: string;
}

/** What a function of the host returns that may have none. */
export type MaybeText = string | null | undefined;

/**
 * Does what a button is for, and returns what came of it, as the customer sees it: at most 200 characters. If it returns nothing,
 * the customer sees the label of the button. If it rejects, nothing is stored, and the customer can try again.
 */
export type InboxActionFunction =
  ((action: InboxAction) => MaybeText | Promise<MaybeText>) | ((action: InboxAction) => Promise<void>);

/** How long a claim stands in for a process that may have ended, and how often one that lives renews it, in milliseconds. */
export const claimTimes = { lapseMs: 30_000, renewMs: 10_000 };

interface ActionCallSetup {
  run: InboxActionFunction;
  input: InboxAction;
  /** The number of the claim that it holds. */
  claim: number;
  /** The outcome if the function returns nothing. */
  label: string;
  /** Changes the answer to the notification. */
  change: (change: AnswerChange) => Promise<AnswerState | null>;
  report: ReportError;
  /** Whether the backend is closed: then a store that fails is not tried again. */
  isClosed: () => boolean;
}

/** A call of a function of the host for the press that has claimed the answer. */
export class ActionCall {
  readonly #setup: ActionCallSetup;

  constructor(setup: ActionCallSetup) {
    this.#setup = setup;
  }

  /**
   * Calls the function and stores its outcome; until then, the claim is renewed. It never rejects.
   *
   * @returns what stands then, or why nothing does
   */
  async run(): Promise<InboxAnswer | PendingInboxAnswer | HttpError> {
    const renewal = setInterval(() => void this.#renew(), claimTimes.renewMs);
    try {
      const text = await this.#callFunction();
      return await (text === null ? this.#end() : this.#give(text));
    } catch (error) {
      this.#report(error);
      return new HttpError(503, 'unavailable');
    } finally {
      clearInterval(renewal);
    }
  }

  /** Resolves with the text of the outcome; null if the function has rejected. */
  async #callFunction(): Promise<string | null> {
    const { run, input, label } = this.#setup;
    try {
      const returned: unknown = await run(input);
      if (isAnswerText(returned)) return returned;
      // What is done is done, whatever it returns.
      if (returned !== undefined && returned !== null && returned !== '')
        this.#report(
          new ReturnTypeError(
            'A function of onAction must return a text of 1 to 200 characters, or nothing.',
          ),
        );
      return label;
    } catch (error) {
      this.#report(error);
      return null;
    }
  }

  async #renew(): Promise<void> {
    const { change, claim } = this.#setup;
    try {
      await change({ type: 'renew', claim, lapseMs: claimTimes.lapseMs });
    } catch (error) {
      this.#report(error);
    }
  }

  async #end(): Promise<HttpError> {
    await this.#persist({ type: 'end', claim: this.#setup.claim });
    return new HttpError(502, 'not-done');
  }

  async #give(text: string): Promise<InboxAnswer | PendingInboxAnswer | HttpError> {
    const { input, claim } = this.#setup;
    const { customerId, id, action, key } = input;
    const state = await this.#persist({ type: 'give', action, text, claim });
    const isOwn = state?.claim === claim && state.answer !== null && 'date' in state.answer;
    if (!isOwn) this.#report(new LateOutcomeError({ customerId, id, key, text }));
    if (!state) return new HttpError(404, 'not-found');
    return state.answer ?? new HttpError(502, 'not-done');
  }

  /** Changes the answer, again until the store does not fail: the function is not called again for that. */
  async #persist(answer: AnswerChange): Promise<AnswerState | null> {
    const { change, isClosed } = this.#setup;
    for (let failures = 1; ; failures += 1) {
      try {
        return await change(answer);
      } catch (error) {
        if (isClosed()) throw error;
        if (failures === 1) this.#report(error);
      }
      await delay(pauseMs(pauses.database, failures));
    }
  }

  #report(error: unknown): void {
    this.#setup.report(error, 'onAction');
  }
}
