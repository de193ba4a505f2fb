import { isObject } from '../common/type-guards.js';
import type { Endpoint, Received } from './backend-client.js';
import { nameOf, type CheckContext } from './check-context.js';

const foreignCustomer = 'nudge-check: a customer who does not exist';

/** Whether a change is refused with this code. */
export const isRefusedAs = ({ status, body }: Received, code: string): boolean =>
  status === 409 && isObject(body) && body.error === code;

/**
 * Checks that a page that is older than the sign-in changes nothing.
 *
 * @param body what would change nothing if it were not refused
 */
export async function checkOwner(
  { client, report, customer }: CheckContext,
  endpoint: Endpoint,
  body: Record<string, unknown>,
): Promise<void> {
  if (customer === undefined) return;
  const received = await client.post(endpoint, { ...body, customer: foreignCustomer });
  report.add(
    `${endpoint}-customer`,
    nameOf(endpoint),
    isRefusedAs(received, 'other-customer')
      ? []
      : [
          `The request of a page with another \`customer\` has the status ${received.status}: change nothing, and respond with 409 and { "error": "other-customer" }.`,
        ],
    'The request of a page that is older than the sign-in is refused.',
  );
}
