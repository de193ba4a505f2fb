import { waitAtMost } from '../../common/time.js';
import { deviceTimeoutMs, type Device, type DeviceEvent } from '../device/device.js';
import type { StoredChoice } from '../stored-change.js';
import {
  preferenceOf,
  storedPreferenceChanges,
  type PreferenceStateContainer,
  type PreferenceUpdate,
} from './preference-state.js';

/** Stores on the device which choices were saved, and applies what it stored and what other tabs save. */
export class PreferenceDeviceSync {
  readonly name = 'preference-device-sync';
  readonly on = storedPreferenceChanges;
  readonly #container: PreferenceStateContainer;
  readonly #openDevice: () => Promise<Device | null>;
  #subscription: AbortController | undefined;

  constructor(container: PreferenceStateContainer, openDevice: () => Promise<Device | null>) {
    this.#container = container;
    this.#openDevice = openDevice;
  }

  handleUpdate({ outcome: { toStore } }: PreferenceUpdate<PreferenceDeviceSync['on'][number]>): void {
    if (toStore) void this.#persist(toStore);
  }

  /** Resolves when what the device stored is applied, or cannot be loaded, or takes too long. */
  async start(): Promise<void> {
    this.stop();
    const { signal } = (this.#subscription = new AbortController());
    const loading = this.#openDevice().then((device) => {
      if (!device || signal.aborted) return;
      signal.addEventListener(
        'abort',
        device.subscribe((event) => this.#handleEvent(event)),
      );
      return device.whenLoaded();
    });
    await waitAtMost(deviceTimeoutMs, loading);
  }

  stop(): void {
    this.#subscription?.abort();
    // An aborted signal keeps the stack of its reason in memory, and with it the element that was removed.
    this.#subscription = undefined;
  }

  async #persist(stored: StoredChoice): Promise<void> {
    const device = await this.#openDevice();
    // Not if it was dropped meanwhile: the customer may be another one.
    if (preferenceOf(this.#container.state, stored.id).at === stored.at)
      device?.persist({ preferences: [stored] });
  }

  #handleEvent(event: DeviceEvent): void {
    if (event.type === 'sign-out') {
      this.#container.apply({ type: 'cleared' });
      this.#container.apply({ type: 'closed' });
      return;
    }
    if (event.type === 'record') return;
    const isFromDevice = event.type === 'row';
    const stored = isFromDevice ? event.row : event.change;
    if (stored) this.#container.apply({ type: 'stored', marks: stored.preferences, isFromDevice });
  }
}
