import { CustomerClient, type CustomerClientOptions } from '../api/customer-client.js';

/** In the one-file build, where everything is there at once, this stands in for `load-client`. */
export function loadClient(options: CustomerClientOptions): Promise<CustomerClient> {
  return Promise.resolve(new CustomerClient(options));
}
