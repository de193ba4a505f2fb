import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SessionController } from '../base/session-controller.js';
import type { Session } from '../../session/session.js';

/**
 * Loads the groups of each session that its host shows: of a backend, they are requested only then. Created after the
 * controller of the session, which comes first in each update.
 */
export class GroupLoader implements ReactiveController {
  readonly #sessionController: SessionController;
  readonly #isShown: () => boolean;
  #session: Session | undefined;

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
    if (session === this.#session || !this.#isShown()) return;
    this.#session = session;
    session?.preferences.loadGroups();
  }

  hostDisconnected(): void {
    this.#session = undefined;
  }
}
