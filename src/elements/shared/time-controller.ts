import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { cancel, schedule } from '../../localization/shared-timer.js';

/** Updates its host when a relative time or a day heading that it shows goes out of date. */
export class TimeController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #getDueTime: (now: number) => number | null;
  readonly #update = (): void => this.#host.requestUpdate();
  #isConnected = false;

  /** @param getDueTime Returns the time of the next change, in milliseconds since 1970, or null for none. */
  constructor(host: ReactiveControllerHost, getDueTime: (now: number) => number | null) {
    this.#host = host;
    this.#getDueTime = getDueTime;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    // Times may have changed while the host was detached.
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const time = this.#getDueTime(Date.now());
    if (time !== null && this.#isConnected) schedule(time, this.#update);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    cancel(this.#update);
  }
}
