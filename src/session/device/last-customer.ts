import { isObject } from '../../common/type-guards.js';

/**
 * Who was signed in on this device last, by their key, and since when: a page that was printed before that is another customer's. Not in
 * the device's database, which responds later than a page is shown.
 */
export class LastCustomer {
  readonly #key: string;
  readonly #isStored: boolean;

  /** @param isStored Whether it may be stored. */
  constructor(address: string, isStored: boolean) {
    this.#key = `nudge-inbox customer ${address}`;
    this.#isStored = isStored;
  }

  /** Notes who is signed in; null after a sign-out. */
  note(customer: string | null): void {
    if (!this.#isStored || (customer !== null && customer === this.#load().customer)) return;
    try {
      localStorage.setItem(this.#key, JSON.stringify({ customer, at: Date.now() }));
    } catch {
      // Then the first response says who is signed in.
    }
  }

  /** Whether somebody else was signed in after that time, or nobody. */
  hasChanged(customer: string, since: number): boolean {
    const { customer: last, at } = this.#load();
    return last !== customer && typeof at === 'number' && at > since;
  }

  #load(): { customer?: unknown; at?: unknown } {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '');
      return isObject(value) ? value : {};
    } catch {
      return {};
    }
  }
}
