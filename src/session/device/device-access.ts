import { lazy, type Lazy } from '../../common/lazy.js';
import { warnOnce } from '../../common/warn.js';
import type { CustomerIdentity } from '../customer-identity.js';
import { openDevice, openMarks, type Device } from './device.js';

/** How long requests and records wait for what the device stored, in milliseconds: it may respond late, or never. */
export const deviceTimeoutMs = 200;

export interface DeviceAccessOptions {
  /** The service's address. */
  baseUrl: string;
  customerKey: string | null | undefined;
  memoryOnly: boolean | undefined;
}

/** How a session gets at the device. */
export class DeviceAccess {
  /** Whether the device opens only when a record has named the customer, since there is no key. */
  readonly opensLate: boolean;
  /** Opens the device; null if that fails. Undefined where nothing is stored. */
  readonly open: (() => Promise<Device | null>) | undefined;
  /** Resolves when a device that opened late has applied what it stored, or takes too long. */
  readonly whenLoaded = lazy(() => this.#waitForDevice());
  readonly #openMarks: Lazy<Device>;
  readonly #closing = new AbortController();

  constructor(identity: CustomerIdentity, { baseUrl, customerKey, memoryOnly = false }: DeviceAccessOptions) {
    this.opensLate = !customerKey && !memoryOnly && 'indexedDB' in globalThis;
    const { signal } = this.#closing;
    this.#openMarks = lazy(() => openMarks(baseUrl, identity, signal));
    const open = async (): Promise<Device> => {
      if (customerKey) return openDevice(customerKey, identity);
      await identity.first;
      return this.#openMarks();
    };
    if (this.opensLate || (customerKey && !memoryOnly)) this.open = lazy(() => open().catch(warn));
  }

  /** Prepares a device that opens late, while the record that names the customer is under way. */
  preload(): void {
    if (this.opensLate) this.#openMarks().catch(() => undefined);
  }

  /** Ends the preparation of a device that no record has needed. */
  close(): void {
    this.#closing.abort();
  }

  async #waitForDevice(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise((resolve) => (timer = setTimeout(resolve, deviceTimeoutMs)));
    await Promise.race([this.open?.().then((device) => device?.whenLoaded()), expired]);
    clearTimeout(timer);
  }
}

/** Nothing is stored then: the page was loaded insecurely. */
function warn(error: unknown): null {
  warnOnce(`Nothing is stored on the device: ${String(error)}`);
  return null;
}
