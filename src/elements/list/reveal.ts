import type { LitElement } from 'lit';
import { isGone, NudgeError, RequestError, SignedOutError } from '../../api/errors.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { findFocused } from '../shared/find-focused.js';

export interface RevealOptions {
  getStore: () => Notifications | undefined;
  /** Shows the notification, whatever hides it, and may focus it. Resolves with whether it is there. */
  show: (id: string, takesFocus: boolean) => Promise<boolean>;
  /** Says that it could not be revealed: it is not available, or could not be loaded. */
  onFailure: (isMissing: boolean) => void;
}

/** Resolves once it is known what the list contains, or that it cannot be known. */
async function whenListed(store: Notifications): Promise<void> {
  const isKnown = (): boolean =>
    store.state.status === 'ready' || store.state.problem !== null || store.isClosed;
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
  readonly #host: LitElement;
  readonly #options: RevealOptions;
  /** Identifies the last call: only that moves the focus. */
  #last = {};

  constructor(host: LitElement, options: RevealOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** @returns whether the notification is shown */
  async run(id: string): Promise<boolean> {
    const focused = findFocused();
    await this.#host.updateComplete;
    const store = this.#options.getStore();
    const current = (this.#last = {});
    if (!store) return false;
    const wasRendered = this.#isRendered;
    const isOutdated = (): boolean =>
      current !== this.#last ||
      store !== this.#options.getStore() ||
      store.isClosed ||
      !this.#host.isConnected ||
      // The customer has closed the panel.
      (wasRendered && !this.#isRendered);
    try {
      await whenListed(store);
      if (isOutdated()) return false;
      await store.loadUnverified(id);
    } catch (error) {
      if (!isOutdated()) this.#handleFailure(error);
      return false;
    }
    if (isOutdated()) return false;
    await store.reveal(id);
    if (isOutdated()) return false;
    return this.#options.show(id, this.#mayFocus(focused));
  }

  get #isRendered(): boolean {
    return this.#host.getClientRects().length > 0;
  }

  /** Whether the customer has not gone elsewhere in the page meanwhile, for instance to type. */
  #mayFocus(before: Element | null): boolean {
    const focused = findFocused();
    return focused === null || focused === before || this.#host.matches(':focus-within');
  }

  #handleFailure(error: unknown): void {
    // The list itself says that nobody is signed in.
    if (!(error instanceof NudgeError) || error instanceof SignedOutError) return;
    this.#options.onFailure(isGone(error) || error instanceof RequestError);
  }
}
