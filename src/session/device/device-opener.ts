import { lazy } from '../../common/lazy.js';
import { waitAtMost } from '../../common/time.js';
import type { CustomerIdentity } from '../customer-identity.js';
import { Database } from './database.js';
import { Device, deviceTimeoutMs, warnNotStored } from './device.js';

interface DeviceOpenerOptions {
  /** The address of the service, or without one of the backend. */
  address: string;
  customerKey: string | null | undefined;
  memoryOnly: boolean | undefined;
}

/** Opens the device of a session, once for all who need it, as soon as it may: with a key at once, else when a record has named the customer. */
export class DeviceOpener {
  /** Whether the device opens only once a record has named the customer, since there is no key. */
  readonly waitsForCustomer: boolean;
  /** Opens the device; null if that fails. Undefined where nothing is stored. */
  readonly open: (() => Promise<Device | null>) | undefined;
  /** Resolves when a device that has waited for the customer has applied what it stored, or takes too long. */
  readonly whenLoaded = lazy(() => this.#waitForDevice());
  /** Stores what is decided about a customer whom only a record will name. */
  readonly #marks = new Database();
  readonly #getOpened: () => Device | null | undefined;
  readonly #identity: CustomerIdentity;
  readonly #address: string;
  /** How many requests that may name the customer are under way. */
  #requests = 0;

  constructor(identity: CustomerIdentity, { address, customerKey, memoryOnly = false }: DeviceOpenerOptions) {
    this.waitsForCustomer = !customerKey && !memoryOnly && 'indexedDB' in globalThis;
    this.#identity = identity;
    this.#address = address;
    const open = async (): Promise<Device> => {
      if (customerKey) {
        const name = await hash(`customer key ${customerKey}`);
        return new Device(name, new Database(name), identity);
      }
      return this.#openMarks(await identity.first, this.#marks);
    };
    const openOnce = lazy(() => open().catch(warnNotStored));
    if (this.waitsForCustomer || (customerKey && !memoryOnly)) this.open = openOnce;
    this.#getOpened = () => openOnce.value;
  }

  /**
   * Loads a record that may name the customer. Meanwhile, the database of a device that waits for the customer is open, so that the first
   * record does not wait for it. It is closed again unless the device is used then.
   */
  async whilePreloaded<Value>(load: () => Promise<Value>): Promise<Value> {
    if (!this.waitsForCustomer || !hasHashes() || this.#identity.id !== null) return load();
    this.#requests += 1;
    // In a task of its own, since the request of the record comes first.
    setTimeout(() => {
      if (this.#requests > 0) this.#marks.open();
    });
    try {
      return await load();
    } finally {
      this.#requests -= 1;
      if (this.#requests === 0 && !this.#getOpened()?.isUsed) this.#marks.close();
    }
  }

  /**
   * Deletes what is stored about the customer who signs out.
   *
   * @param onOwn Called if what is stored for the page is that of who signs out.
   * @returns whether it is done
   */
  async signOut(onOwn?: () => void): Promise<boolean> {
    const { signingOutId } = this.#identity;
    // Without a customer, nothing was stored.
    if (!this.open || (this.waitsForCustomer && signingOutId === null)) return true;
    let device = await this.open();
    // It is that of the first customer of this visit, who may not be the one who signs out.
    if (this.waitsForCustomer && device?.isReleased && signingOutId !== null)
      device = await this.#openMarks(signingOutId, new Database());
    return (await device?.signOut(onOwn)) ?? false;
  }

  /**
   * Opens what this device stores about a customer whom only a record will name: what was decided, under a hash of the
   * address and the customer's id.
   *
   * @throws TypeError in a page without `crypto.subtle`, which is one that was loaded insecurely
   */
  async #openMarks(customerId: string, database: Database): Promise<Device> {
    database.name = await hash(`${this.#address} ${customerId}`);
    return new Device(database.name, database, this.#identity, { isMarksOnly: true });
  }

  async #waitForDevice(): Promise<void> {
    const loading = Promise.resolve(this.open?.()).then((device) => device?.whenLoaded());
    await waitAtMost(deviceTimeoutMs, loading);
  }
}

/** Whether the page was loaded securely. */
function hasHashes(): boolean {
  const platform: { subtle?: SubtleCrypto } = crypto;
  return platform.subtle !== undefined;
}

/**
 * The SHA-256 hash of a text, in hexadecimal digits.
 *
 * @throws TypeError in a page without `crypto.subtle`, which is one that was loaded insecurely
 */
async function hash(text: string): Promise<string> {
  if (!hasHashes()) throw new TypeError('The page was loaded by http.');
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
