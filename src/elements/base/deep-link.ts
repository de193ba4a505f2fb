import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../session/session.js';

interface DeepLinkHost extends LitElement {
  deepLink: string | null;
  readonly activeSession: Session | undefined;
  reveal(id: string): Promise<boolean>;
  /** Shows what was shown before, by the browser's Back and Forward. Returns whether it does. */
  showAgain?: (id: string) => boolean;
}

function isSignedOut(session: Session | undefined): boolean {
  return session?.notifications.state.problem === 'signed-out';
}

/** Reveals the notification that the hash of the page's address names, at first, after a sign-in, and whenever the hash changes. */
export class DeepLink implements ReactiveController {
  readonly #host: DeepLinkHost;
  /** The name of the parameter that was last looked for. */
  #name: string | null = null;
  /** The session that could not reveal it yet, since nobody was signed in. */
  #signedOut: Session | undefined;
  readonly #handleHashChange = (): void => void this.#reveal();

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
    const hasSignedIn = this.#signedOut && (activeSession !== this.#signedOut || !isSignedOut(activeSession));
    if (!activeSession || (deepLink === this.#name && !hasSignedIn)) return;
    this.#name = deepLink;
    this.#signedOut = undefined;
    // Not within the update, which it would make run again.
    void this.#host.updateComplete.then(this.#handleHashChange);
  }

  async #reveal(): Promise<void> {
    this.#signedOut = undefined;
    // A plus sign is one, not a space.
    const parameters = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
    const id = this.#name && parameters.get(this.#name);
    const { activeSession } = this.#host;
    if (!id || this.#host.showAgain?.(id) || (await this.#host.reveal(id))) return;
    if (isSignedOut(activeSession)) this.#signedOut = activeSession;
  }
}
