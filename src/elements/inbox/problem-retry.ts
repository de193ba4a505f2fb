import type { LitElement, ReactiveController } from 'lit';
import { backoff } from '../../common/backoff.js';
import type { SessionController } from '../base/session-controller.js';
import type { NudgeList } from '../list/list.js';
import { isStopped } from './empty-state.js';
import type { ListStatus } from './list-status.js';

export interface ProblemRetryElement extends LitElement {
  isEmbedded?: boolean;
}

export interface ProblemRetryContext {
  sessionController: SessionController;
  readonly list: NudgeList | null;
}

/** The shortest pause, in milliseconds: an error stays for as long as it takes to read it. */
const minPauseMs = 2000;

/** Loads a list whose service or source is unreachable again, after growing pauses, while the list is shown. */
export class ProblemRetry implements ReactiveController {
  readonly #element: ProblemRetryElement;
  readonly #context: ProblemRetryContext;
  readonly #status: ListStatus;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;

  constructor(element: ProblemRetryElement, context: ProblemRetryContext, status: ListStatus) {
    this.#element = element;
    this.#context = context;
    this.#status = status;
    element.addController(this);
  }

  hostUpdated(): void {
    if (this.#context.sessionController.notificationState.problem !== 'unreachable' || !this.#isWanted)
      this.#stop();
    else this.#timer ??= setTimeout(() => this.#try(), this.#nextPauseMs());
  }

  hostDisconnected(): void {
    this.#stop();
  }

  /** Runs when the inbox is shown, at first or again. */
  readonly handleShow = (isFirst: boolean): void => {
    // The session of a bell started before. Otherwise, what has just failed is not requested at once again.
    const isReopened = this.#element.isEmbedded === true || !isFirst;
    if (isReopened && isStopped(this.#context.sessionController.notificationState.problem))
      this.#status.retry();
  };

  /** A further page that fails leaves it to the customer to try again. */
  get #isWanted(): boolean {
    const { isShown = false, isUnfinished = false } = this.#context.list ?? {};
    return isShown && (this.#status.hasOnlyProblem || isUnfinished);
  }

  #nextPauseMs(): number {
    this.#attempts += 1;
    return minPauseMs + backoff(this.#attempts, { baseMs: minPauseMs });
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempts = 0;
  }

  #try(): void {
    this.#timer = undefined;
    // The store itself loads the list when the page is visible again.
    if (document.hidden) return;
    void this.#context.sessionController.notificationStore?.refresh({ isQuiet: true });
    // The next pause begins.
    this.#element.requestUpdate();
  }
}
