import { parseBaseUrl } from '../api/base-url.js';
import type { CustomerClient, CustomerClientOptions } from '../api/customer-client.js';
import { RequestError } from '../api/errors.js';
import type { Device } from './device.js';
import { loadClient } from './load-client.js';
import { loadDevice } from './load-device.js';
import { NotificationStore } from './notification-store.js';
import type { NotificationSource } from './source.js';

export interface SessionOptions extends CustomerClientOptions {
  /** The customer's notification ids, newest first. */
  ids?: readonly string[];
  /** Where further ids and arrivals come from. */
  source?: NotificationSource;
  /**
   * Whose device state this is, for instance a hash of your customer's id. With it, what is read and dismissed and the
   * last records stay on the device, and tabs agree; without it nothing is written.
   */
  customerKey?: string;
}

/** One customer's visit. Elements that are given the same session act as one: one request an id, one read state. */
export interface Session {
  readonly notifications: NotificationStore;
  /** Forgets everything about the customer, on the device and in other tabs too, and ends the session. */
  signOut(): void;
  /** Ends the session: no request, timer or subscription is left. */
  close(): void;
}

/**
 * Starts nothing by itself: requests begin when somebody subscribes or asks.
 *
 * @throws RequestError if `baseUrl` or `getToken` cannot be used.
 */
export function createSession({ ids, source, customerKey, ...clientOptions }: SessionOptions): Session {
  parseBaseUrl(clientOptions.baseUrl);
  if (typeof clientOptions.getToken !== 'function') throw new RequestError('getToken', 'a function');
  let loading: Promise<CustomerClient> | undefined;
  let opening: Promise<Device | null> | undefined;
  const device = customerKey ? () => (opening ??= loadDevice(customerKey)) : undefined;
  const notifications = new NotificationStore({
    retrieve: async (id, { signal }) => {
      loading ??= loadClient(clientOptions);
      const client = await loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      signal.throwIfAborted();
      return client.notifications.retrieve(id, { signal, retries: 0 });
    },
    ...(ids && { ids }),
    ...(source && { source }),
    ...(device && { device }),
  });
  return {
    notifications,
    signOut: () => {
      notifications.clear();
      notifications.close();
      void device?.().then((opened) => opened?.signOut());
      // It holds the token.
      loading = undefined;
    },
    close: () => notifications.close(),
  };
}
