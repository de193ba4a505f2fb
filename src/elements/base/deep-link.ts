import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../inbox/session.js';

interface DeepLinkHost extends LitElement {
  deepLink: string | null;
  readonly activeSession: Session | undefined;
  reveal(id: string): Promise<boolean>;
}

/** Reveals the notification that the hash of the page's address names, at first and whenever the hash changes. */
export class DeepLink implements ReactiveController {
  readonly #host: DeepLinkHost;
  /** The name of the parameter that was last looked for. */
  #name: string | null = null;
  readonly #handleHashChange = (): void => {
    // A plus sign is one, not a space.
    const parameters = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
    const id = this.#name && parameters.get(this.#name);
    if (id) void this.#host.reveal(id);
  };

  constructor(host: DeepLinkHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('hashchange', this.#handleHashChange);
  }

  hostDisconnected(): void {
    window.removeEventListener('hashchange', this.#handleHashChange);
  }

  hostUpdated(): void {
    const { deepLink, activeSession } = this.#host;
    if (!activeSession || deepLink === this.#name) return;
    this.#name = deepLink;
    // Not within the update, which it would make run again.
    void this.#host.updateComplete.then(this.#handleHashChange);
  }
}
