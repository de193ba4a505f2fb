import { Emitter } from '../common/emitter.js';
import { isObject } from '../common/type-guards.js';
import { warnOnce } from '../common/warn.js';

interface StoredSettings {
  /** Milliseconds since 1970. */
  quietUntil?: unknown;
  isDesktopOn?: unknown;
}

export interface AlertSettingsOptions {
  /** Whether they may be stored; otherwise they hold for this page. */
  isStored: boolean;
  /** Whether the key stands for one customer; otherwise they are the device's, for whoever is signed in. */
  isCustomers: boolean;
}

/**
 * How the customer wants to notice arrivals, on this device. Not in the device's database, since an arrival must not wait
 * until that has opened, or until a record has named the customer.
 */
export class AlertSettings {
  /** Names the settings in the storage, and the locks by which one tab speaks for all. */
  readonly key: string;
  readonly #isCustomers: boolean;
  readonly #changes = new Emitter<undefined>();
  readonly #mayStore: boolean;
  /** Whether what is stored is left to the customer of the key, who has gone. */
  #isReleased = false;
  /** Those that could not be stored, or may not be: they hold for this page. */
  #unstored: StoredSettings = {};

  constructor(key: string, { isStored, isCustomers }: AlertSettingsOptions) {
    this.key = `nudge-inbox alerts ${key}`;
    this.#mayStore = isStored;
    this.#isCustomers = isCustomers;
  }

  /** When toasts, sound and desktop notifications may come again; null if they may come now. */
  get quietUntil(): Date | null {
    const time = Number(this.#load().quietUntil);
    return time > Date.now() ? new Date(time) : null;
  }

  /** Holds toasts, sound and desktop notifications until then; null ends that. */
  set quietUntil(date: Date | null) {
    this.#save({ quietUntil: Number(date) });
  }

  /** Whether the customer has turned desktop notifications on. */
  get isDesktopOn(): boolean {
    return this.#load().isDesktopOn === true;
  }

  set isDesktopOn(isDesktopOn: boolean) {
    this.#save({ isDesktopOn });
  }

  /**
   * Calls the listener when this page has changed a setting. Other tabs cause a `storage` event instead.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /**
   * Forgets what the customer has set, who signs out. What is the device's stays.
   *
   * @param options `isOwn`: whether what is stored is that customer's. By default it is, unless it was released.
   */
  forget({ isOwn = !this.#isReleased } = {}): void {
    this.#unstored = {};
    if (this.#isCustomers && isOwn) this.#remove();
    this.#changes.emit(undefined);
  }

  /** Leaves what is stored to the customer of the key: another one is signed in, whose settings hold for this page. */
  release(): void {
    if (!this.#isCustomers) return;
    this.#unstored = {};
    this.#isReleased = true;
    this.#changes.emit(undefined);
  }

  get #isStored(): boolean {
    return this.#mayStore && !this.#isReleased;
  }

  #remove(): void {
    if (!this.#mayStore) return;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Then nothing was stored.
    }
  }

  #load(): StoredSettings {
    if (!this.#isStored) return this.#unstored;
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.key) ?? '{}');
      return { ...(isObject(value) && value), ...this.#unstored };
    } catch {
      return this.#unstored;
    }
  }

  #save(change: StoredSettings): void {
    const settings = { ...this.#load(), ...change };
    this.#unstored = this.#isStored && this.#store(settings) ? {} : settings;
    this.#changes.emit(undefined);
  }

  /** Returns whether they are stored: the storage may be blocked or full. */
  #store(settings: StoredSettings): boolean {
    try {
      localStorage.setItem(this.key, JSON.stringify(settings));
      return true;
    } catch (error) {
      warnOnce(`Alert settings last for this page: ${String(error)}`);
      return false;
    }
  }
}
