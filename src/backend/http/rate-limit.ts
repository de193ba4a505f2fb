import { getOrCreate } from '../../common/get-or-create.js';

const minuteMs = 60_000;
const maxPerMinute = { requests: 600, ids: 20_000 };

/** The default of `rateLimit`: each customer may send 600 requests a minute to this instance, with 20,000 ids in all. */
export class RateLimit {
  #endsAt = 0;
  #counts = new Map<string, { requests: number; ids: number }>();

  /** Counts a request. Returns for how many seconds the customer has to wait; 0 if it may go on. */
  countRequest(customerId: string): number {
    const count = this.#countsOf(customerId);
    count.requests += 1;
    return count.requests > maxPerMinute.requests ? this.#secondsLeft() : 0;
  }

  /**
   * Counts the ids of a request, which are known once its body has arrived: many requests may be let through before. Returns for
   * how many seconds the customer has to wait; 0 if it may go on. What may not is not counted.
   */
  countIds(customerId: string, ids: number): number {
    const count = this.#countsOf(customerId);
    if (count.ids + ids > maxPerMinute.ids) return this.#secondsLeft();
    count.ids += ids;
    return 0;
  }

  #secondsLeft(): number {
    return (this.#endsAt - Date.now()) / 1000;
  }

  #countsOf(customerId: string): { requests: number; ids: number } {
    const now = Date.now();
    // A clock that is set back must not make the minute longer.
    if (now >= this.#endsAt || this.#endsAt - now > minuteMs) {
      this.#endsAt = now + minuteMs;
      this.#counts = new Map();
    }
    return getOrCreate(this.#counts, customerId, () => ({ requests: 0, ids: 0 }));
  }
}
