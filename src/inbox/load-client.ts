import type { CustomerClient, CustomerClientOptions } from '../api/customer-client.js';
import { ConnectionError } from '../api/errors.js';

/**
 * Loads the client on demand, so that the bell renders before the code of the first request has arrived.
 *
 * @throws ConnectionError if its code does not load.
 */
export async function loadClient(options: CustomerClientOptions): Promise<CustomerClient> {
  try {
    const { CustomerClient } = await import('./requests.js');
    return new CustomerClient(options);
  } catch (cause) {
    throw new ConnectionError('The client could not be loaded.', null, { cause });
  }
}
