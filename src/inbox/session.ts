import { parseBaseUrl } from '../api/base-url.js';
import type { CustomerClient, CustomerClientOptions } from '../api/customer-client.js';
import { RequestError } from '../api/errors.js';
import type { Device } from './device/device.js';
import { loadClient } from './load-client.js';
import { loadDevice } from './load-device.js';
import { makePreferences, type Preferences } from './make-preferences.js';
import { NotificationStore } from './notifications/notification-store.js';
import type { NotificationGroup } from './preferences/preference-state.js';
import type { NotificationSource } from './sources/source.js';

export interface SessionOptions extends CustomerClientOptions {
  /** The customer's notification ids, newest first. */
  ids?: readonly string[];
  /** Where further ids and arrivals come from. */
  source?: NotificationSource;
  /** The groups of notifications that the customer may choose from. */
  groups?: readonly NotificationGroup[];
  /**
   * Whose device state this is, for instance a hash of your customer's id. With it, what is read, dismissed and chosen
   * and the last records stay on the device, and tabs agree; without it nothing is written.
   */
  customerKey?: string;
}

/** One customer's visit. Elements that are given the same session act as one: one request an id, one read state. */
export interface Session {
  readonly notifications: NotificationStore;
  readonly preferences: Preferences;
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
export function createSession({
  ids,
  source,
  groups,
  customerKey,
  ...clientOptions
}: SessionOptions): Session {
  parseBaseUrl(clientOptions.baseUrl);
  if (typeof clientOptions.getToken !== 'function') throw new RequestError('getToken', 'a function');
  let loading: Promise<CustomerClient> | undefined;
  let opening: Promise<Device | null> | undefined;
  const device = customerKey ? () => (opening ??= loadDevice(customerKey)) : undefined;
  const clientFor = async (signal: AbortSignal): Promise<CustomerClient> => {
    loading ??= loadClient(clientOptions);
    const client = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    signal.throwIfAborted();
    return client;
  };
  const preferences = makePreferences({
    save: async (groupId, input, { signal }) =>
      (await clientFor(signal)).preferences.setGroup(groupId, input, { signal }),
    groups,
    device,
  });
  const notifications = new NotificationStore({
    retrieve: async (id, { signal }) => {
      const client = await clientFor(signal);
      const record = await client.notifications.retrieve(id, { signal, retries: 0 });
      preferences.meet(record.uniqueCustomerId);
      return record;
    },
    ...(ids && { ids }),
    ...(source && { source }),
    ...(device && { device }),
  });
  const close = (): void => {
    notifications.close();
    preferences.close();
  };
  return {
    notifications,
    preferences,
    signOut: () => {
      notifications.clear();
      preferences.clear();
      close();
      void device?.().then((opened) => opened?.signOut());
      // It holds the token.
      loading = undefined;
    },
    close,
  };
}
