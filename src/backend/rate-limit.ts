import type { InboxBackendOptions } from './inbox-backend-options.js';

const minuteMs = 60_000;
const maxPerMinute = 600;

/** Creates the default of `rateLimit`: each customer may send 600 requests a minute to this instance. */
export function createRateLimit(): NonNullable<InboxBackendOptions['rateLimit']> {
  let endsAt = 0;
  let counts = new Map<string, number>();
  return ({ customerId }) => {
    const now = Date.now();
    // A clock that is set back must not make the minute longer.
    if (now >= endsAt || endsAt - now > minuteMs) {
      endsAt = now + minuteMs;
      counts = new Map();
    }
    const count = (counts.get(customerId) ?? 0) + 1;
    counts.set(customerId, count);
    return count > maxPerMinute ? (endsAt - now) / 1000 : 0;
  };
}
