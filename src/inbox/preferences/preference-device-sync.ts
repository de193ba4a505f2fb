import type { Device, DeviceEvent } from '../device/device.js';
import { preferenceOf, type PreferenceCore, type PreferenceUpdate } from './preference-state.js';

/** Stores on the device which choices were saved, and applies what it stored and what other tabs save. */
export class PreferenceDeviceSync {
  readonly #core: PreferenceCore;
  readonly #openDevice: () => Promise<Device | null>;
  #subscription = new AbortController();

  constructor(core: PreferenceCore, openDevice: () => Promise<Device | null>) {
    this.#core = core;
    this.#openDevice = openDevice;
  }

  handleUpdate({ change }: PreferenceUpdate): void {
    if (change.type === 'responded') void this.#persist(change.groupId);
  }

  start(): void {
    this.stop();
    const { signal } = (this.#subscription = new AbortController());
    void this.#openDevice().then((device) => {
      if (device && !signal.aborted)
        signal.addEventListener(
          'abort',
          device.subscribe((event) => this.#handleEvent(event)),
        );
    });
  }

  stop(): void {
    this.#subscription.abort();
  }

  async #persist(id: string): Promise<void> {
    const { known: value, at } = preferenceOf(this.#core.state, id);
    const device = await this.#openDevice();
    // Not if it was dropped meanwhile: the customer may be another one.
    if (preferenceOf(this.#core.state, id).at === at) device?.persist({ preferences: [{ id, value, at }] });
  }

  #handleEvent(event: DeviceEvent): void {
    if (event.type === 'sign-out') {
      this.#core.apply({ type: 'reset' });
      this.#core.apply({ type: 'closed' });
      return;
    }
    const isRemembered = event.type === 'row';
    const stored = isRemembered ? event.row : event.change;
    if (stored) this.#core.apply({ type: 'stored', marks: stored.preferences, isRemembered });
  }
}
