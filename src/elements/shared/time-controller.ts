import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { cancel, schedule } from '../../localization/shared-timer.js';

/** Renders its host again when a relative time or day would read otherwise. */
export class TimeController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #due: (now: number) => number | null;
  readonly #update = (): void => this.#host.requestUpdate();
  #isConnected = false;

  /** `due` gives the time of the next change, in milliseconds since 1970, or null where there is none. */
  constructor(host: ReactiveControllerHost, due: (now: number) => number | null) {
    this.#host = host;
    this.#due = due;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    // What it reads may have grown old while it was away.
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const time = this.#due(Date.now());
    if (time !== null && this.#isConnected) schedule(time, this.#update);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    cancel(this.#update);
  }
}
