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

/** Where and how a change of the page's address shows. Without the Navigation API, `pushState()` and `replaceState()` do not. */
function addressChanges(): [EventTarget, string] {
  const platform: { navigation?: EventTarget } = window;
  return platform.navigation ? [platform.navigation, 'currententrychange'] : [window, 'hashchange'];
}

/**
 * Reveals the notification that the hash of the page's address names, at first, after a sign-in, and whenever the hash names
 * another one.
 */
export class DeepLink implements ReactiveController {
  readonly #host: DeepLinkHost;
  /** The name of the parameter that was last looked for. */
  #name: string | null = null;
  /** The id that the address named last. */
  #id: string | null = null;
  /** The session that could not reveal it yet, since nobody was signed in. */
  #signedOut: Session | undefined;
  #listening: AbortController | undefined;

  constructor(host: DeepLinkHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const [target, type] = addressChanges();
    this.#listening = new AbortController();
    target.addEventListener(type, (event) => this.#handleChange(event), { signal: this.#listening.signal });
  }

  hostDisconnected(): void {
    this.#listening?.abort();
  }

  hostUpdated(): void {
    const { deepLink, activeSession } = this.#host;
    const hasSignedIn = this.#signedOut && (activeSession !== this.#signedOut || !isSignedOut(activeSession));
    if (!activeSession || (deepLink === this.#name && !hasSignedIn)) return;
    this.#name = deepLink;
    this.#signedOut = undefined;
    // Not within the update, which it would make run again.
    void this.#host.updateComplete.then(() => this.#reveal());
  }

  #handleChange({ type }: Event): void {
    // Routers also write the address that is there already.
    if (type === 'hashchange' || this.#findId() !== this.#id) void this.#reveal();
  }

  #findId(): string | null {
    // A plus sign is one, not a space.
    const parameters = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
    return this.#name === null ? null : parameters.get(this.#name);
  }

  async #reveal(): Promise<void> {
    this.#signedOut = undefined;
    const id = (this.#id = this.#findId());
    const { activeSession } = this.#host;
    if (!id || this.#host.showAgain?.(id) || (await this.#host.reveal(id))) return;
    if (isSignedOut(activeSession)) this.#signedOut = activeSession;
  }
}
