import type { CustomerClient, CustomerClientOptions } from '../api/customer-client.js';
import { ConnectionError } from '../api/errors.js';

/** Makes the client, which comes on its own: a bell can be seen before the first request is ready to go out. */
export async function loadClient(options: CustomerClientOptions): Promise<CustomerClient> {
  try {
    const { CustomerClient } = await import('../api/customer-client.js');
    return new CustomerClient(options);
  } catch (cause) {
    throw new ConnectionError('The client could not be loaded.', null, { cause });
  }
}
