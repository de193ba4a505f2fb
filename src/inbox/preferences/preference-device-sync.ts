import type { Device } from '../device/device.js';
import { createMarks } from '../device/stored-mark.js';
import type { PreferenceCore } from './preference-state.js';

interface Subscription {
  end: () => void;
}

/** Stores on the device which choices were saved, and applies what it stored and what other tabs save. */
export class PreferenceDeviceSync {
  readonly #core: PreferenceCore;
  readonly #openDevice: () => Promise<Device | null>;
  #subscription: Subscription | null = null;
  /** Aborts when everything is dropped, so that nothing is stored for the next customer. */
  #customer = new AbortController();

  constructor(core: PreferenceCore, openDevice: () => Promise<Device | null>) {
    this.#core = core;
    this.#openDevice = openDevice;
    core.subscribe(({ change }) => {
      if (change.type === 'saved') this.#persist(change.groupId, change.isOff);
      else if (change.type === 'reset' || change.type === 'signedOut') {
        this.#customer.abort();
        this.#customer = new AbortController();
      }
    });
  }

  start(): void {
    this.stop();
    const subscription: Subscription = { end: () => undefined };
    this.#subscription = subscription;
    void this.#openDevice().then((device) => {
      if (device && this.#subscription === subscription) subscription.end = this.#subscribe(device);
    });
  }

  stop(): void {
    this.#subscription?.end();
    this.#subscription = null;
  }

  #persist(groupId: string, isOff: boolean): void {
    const { signal } = this.#customer;
    const preferences = createMarks([groupId], () => isOff);
    void this.#openDevice().then((device) => {
      if (!signal.aborted) device?.persist({ preferences });
    });
  }

  #subscribe(device: Device): () => void {
    return device.subscribe((event) => {
      if (event.type === 'sign-out') this.#core.apply({ type: 'signedOut' });
      else if (event.type === 'change')
        this.#core.apply({ type: 'stored', marks: event.change.preferences, isRemembered: false });
      else if (event.row)
        this.#core.apply({ type: 'stored', marks: event.row.preferences, isRemembered: true });
    });
  }
}
