import { ReturnTypeError } from '../errors/setup-error.js';
import { isId } from '../stores/ids.js';
import { sha256 } from './responses.js';

/** Returns the key of a customer, from code of the host: its type is not certain. */
export type FindCustomerKey = (customerId: string) => unknown;

/**
 * The key of a customer, where the host has no function for it: the SHA-256 of a text with their id. So it is the same at every
 * instance, after a restart and in a later version, and needs neither a secret nor a row. The text before the id makes it another one
 * than the plain hash of the id, by which others may know the customer.
 *
 * The id cannot be read out of it, but whoever has the key can check it against ids that they guess. Only the customer's own pages
 * receive it, which the records name the customer anyway.
 */
const hashCustomer = (customerId: string): Promise<string> => sha256(`nudge-inbox customer ${customerId}`);

/**
 * The key of a customer.
 *
 * @param find the function of the host, if it has one
 * @throws ReturnTypeError if the host has returned something else, and what its function throws
 */
export async function findCustomerKey(
  customerId: string,
  find: FindCustomerKey = hashCustomer,
): Promise<string> {
  const key = await find(customerId);
  if (!isId(key)) throw new ReturnTypeError('customerKey() must return a string of 1 to 256 characters.');
  return key;
}
