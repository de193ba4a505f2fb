import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { backoff } from '../../common/backoff.js';
import type { SessionController } from '../base/session-controller.js';

/** The shortest pause, in milliseconds: an error stays for as long as it takes to read it. */
const minPauseMs = 2000;

/** Loads a list whose service or source is unreachable again, after growing pauses, while the list is shown. */
export class ProblemRetry implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #sessionController: SessionController;
  readonly #isWanted: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;

  constructor(host: ReactiveControllerHost, sessionController: SessionController, isWanted: () => boolean) {
    this.#host = host;
    this.#sessionController = sessionController;
    this.#isWanted = isWanted;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#sessionController.notificationState.problem !== 'unreachable' || !this.#isWanted())
      this.#stop();
    else this.#timer ??= setTimeout(() => this.#try(), this.#nextPauseMs());
  }

  hostDisconnected(): void {
    this.#stop();
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
    void this.#sessionController.notificationStore?.refresh({ isQuiet: true });
    // The next pause begins.
    this.#host.requestUpdate();
  }
}
