import type { ReactiveController } from 'lit';
import type { Session } from '../../session/session.js';
import { sessionChanges, sessionHosts } from '../base/session-controller.js';
import { identitySettings, type SessionHost } from '../base/session-settings.js';

/** How long an element waits for one with the same settings before it creates a session itself. */
const waitMs = 250;

/** Finds the session that another element, such as the bell, has created from the same settings. */
export class SharedSession implements ReactiveController {
  readonly #host: SessionHost;
  #current: Session | null | undefined = null;
  #isWaiting = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The session; null while it may still come, undefined if there is none. */
  get current(): Session | null | undefined {
    return this.#current;
  }

  hostConnected(): void {
    this.#unsubscribe = sessionChanges.subscribe((changed) => {
      if (changed !== this.#host) this.#host.requestUpdate();
    });
    if (!this.#isWaiting) return;
    this.#timer = setTimeout(() => {
      this.#isWaiting = false;
      this.#host.requestUpdate();
    }, waitMs);
  }

  hostUpdate(): void {
    const candidates = [...sessionHosts].filter(([other]) => this.#isAlike(other));
    // Frameworks replace `getToken` and `headers` of one element after the other.
    const isSame = this.#current && candidates.some(([, { session }]) => session === this.#current);
    if (isSame) return;
    const { getToken, headers } = this.#host;
    const [, controller] =
      candidates.find(([other]) => other.getToken === getToken && other.headers === headers) ?? [];
    this.#current = controller?.session ?? (this.#isWaiting ? null : undefined);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
  }

  #isAlike(other: SessionHost): boolean {
    const { baseUrl, localName } = this.#host;
    // Another `<nudge-toasts>` has no session to share: it looks for one, too.
    if (!baseUrl || other.localName === localName || other.isEmbedded || other.session) return false;
    return identitySettings.every((name) => (other[name] ?? null) === (this.#host[name] ?? null));
  }
}
