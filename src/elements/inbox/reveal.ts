import { ApiError, isTransient, NudgeError, RequestError, SignedOutError } from '../../api/errors.js';
import type { NotificationStore } from '../../inbox/notifications/notification-store.js';

export interface RevealOptions {
  getStore: () => NotificationStore | undefined;
  /** Shows the notification, whatever hides it, and focuses it. Resolves with whether it is there. */
  show: (id: string) => Promise<boolean>;
  /** Says that it could not be revealed: it is not available, or could not be loaded. */
  onFailure: (isMissing: boolean) => void;
}

/** Resolves once it is known what the list contains, or that it cannot be known. */
async function whenListed(store: NotificationStore): Promise<void> {
  const isKnown = (): boolean => store.state.status === 'ready' || store.state.problem !== null;
  if (isKnown()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = store.subscribe(() => {
      if (!isKnown()) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Finds one notification by its id, on the list or not, and shows it. */
export class Reveal {
  readonly #options: RevealOptions;
  /** Identifies the last call: only that moves the focus. */
  #last = {};

  constructor(options: RevealOptions) {
    this.#options = options;
  }

  /** @returns whether the notification is shown */
  async run(id: string): Promise<boolean> {
    const store = this.#options.getStore();
    const current = (this.#last = {});
    const isOutdated = (): boolean => current !== this.#last || store !== this.#options.getStore();
    if (!store) return false;
    try {
      await whenListed(store);
      await store.loadUnverified(id);
    } catch (error) {
      if (!isOutdated()) this.#handleFailure(error);
      return false;
    }
    return !isOutdated() && this.#options.show(id);
  }

  #handleFailure(error: unknown): void {
    // The list itself says that nobody is signed in.
    if (!(error instanceof NudgeError) || error instanceof SignedOutError) return;
    const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
    this.#options.onFailure(isRefused);
  }
}
