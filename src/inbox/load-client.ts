import type { CustomerClient, CustomerClientOptions } from '../api/customer-client.js';
import { ConnectionError } from '../api/errors.js';

/** Loads the code of the client, which a bell does not need to be shown. */
export async function loadClient(options: CustomerClientOptions): Promise<CustomerClient> {
  try {
    const { CustomerClient } = await import('../api/customer-client.js');
    return new CustomerClient(options);
  } catch (cause) {
    throw new ConnectionError('The client could not be loaded.', null, { cause });
  }
}
