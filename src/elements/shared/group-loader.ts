import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { backoff } from '../../common/backoff.js';
import type { SessionController } from '../base/session-controller.js';
import type { Session } from '../../session/session.js';

/** A pause before the groups are requested again is this long at least, in milliseconds. */
const minPauseMs = 1000;

/**
 * Loads the groups of each session that its host shows: of a backend, they are requested only then, and again with growing
 * pauses until they come. Created after the controller of the session, which comes first in each update.
 */
export class GroupLoader implements ReactiveController {
  readonly #sessionController: SessionController;
  readonly #isShown: () => boolean;
  #session: Session | undefined;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isShown Whether the host shows anything yet. Default: it does. */
  constructor(
    host: ReactiveControllerHost,
    sessionController: SessionController,
    isShown: () => boolean = () => true,
  ) {
    this.#sessionController = sessionController;
    this.#isShown = isShown;
    host.addController(this);
  }

  hostUpdate(): void {
    const { session } = this.#sessionController;
    if (!this.#isShown()) return;
    if (session !== this.#session) {
      this.hostDisconnected();
      this.#session = session;
      session?.preferences.loadGroups();
    } else if (session?.preferences.state.status === 'failed') this.#retryLater(session);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
    this.#session = undefined;
  }

  #retryLater({ preferences }: Session): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#failures += 1;
        // In a page that is hidden, the store does so when it is shown again.
        if (!document.hidden && preferences.state.status === 'failed') preferences.loadGroups();
      },
      minPauseMs + backoff(this.#failures),
    );
  }
}
