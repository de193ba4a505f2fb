import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../session/session.js';
import { isUsable, whenUsable } from './usable.js';

interface DeepLinkHost extends LitElement {
  deepLink: string | null;
  readonly session: Session | undefined;
  /** What must be rendered for a notification to be revealed. */
  readonly revealTarget: Element | null;
  reveal(id: string): Promise<boolean>;
  /** Shows a notification to which the browser's Back or Forward leads back. Returns whether it does. */
  revisit?: (id: string) => boolean;
}

function isSignedOut(session: Session | undefined): boolean {
  return session?.notifications.state.problem === 'signed-out';
}

/** Where and how a change of the page's address shows. Without the Navigation API, `pushState()` and `replaceState()` do not. */
function addressChanges(): [EventTarget, string] {
  const platform: { navigation?: EventTarget } = window;
  return platform.navigation ? [platform.navigation, 'currententrychange'] : [window, 'hashchange'];
}

/** The id that a deep link has revealed last in a session. */
const revealed = new WeakMap<Session, string>();

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
  /** Ends the wait for a host that the customer can use. */
  #waiting: AbortController | undefined;

  constructor(host: DeepLinkHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const [target, type] = addressChanges();
    this.#listening = new AbortController();
    // After a move within the page.
    if (this.#waiting) this.#reveal();
    target.addEventListener(type, (event) => this.#handleChange(event), { signal: this.#listening.signal });
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#waiting?.abort();
  }

  hostUpdated(): void {
    const { deepLink, session } = this.#host;
    const hasSignedIn = this.#signedOut && (session !== this.#signedOut || !isSignedOut(session));
    if (!session || (deepLink === this.#name && !hasSignedIn)) return;
    this.#name = deepLink;
    this.#signedOut = undefined;
    // Not within the update, which it would make run again.
    void this.#host.updateComplete.then(() => this.#reveal());
  }

  #handleChange({ type }: Event): void {
    // Routers also write the address that is there already.
    if (type !== 'hashchange' && this.#findId() === this.#id) return;
    const { session } = this.#host;
    if (session) revealed.delete(session);
    this.#reveal();
  }

  #findId(): string | null {
    // A plus sign is one, not a space.
    const parameters = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
    return this.#name === null ? null : parameters.get(this.#name);
  }

  /** Waits until the customer can use the host, as when a menu around it opens. */
  #reveal(): void {
    this.#signedOut = undefined;
    this.#waiting?.abort();
    const id = (this.#id = this.#findId());
    const { session, revealTarget } = this.#host;
    if (!id || !revealTarget || this.#host.revisit?.(id)) return;
    const hasToWait = !isUsable(revealTarget);
    const show = async (): Promise<void> => {
      this.#waiting = undefined;
      // A bell for another size of the screen has shown it meanwhile.
      if (!session || (hasToWait && revealed.get(session) === id)) return;
      if (await this.#host.reveal(id)) revealed.set(session, id);
      else if (isSignedOut(session)) this.#signedOut = session;
    };
    this.#waiting = new AbortController();
    whenUsable(revealTarget, () => void show(), this.#waiting.signal);
  }
}
