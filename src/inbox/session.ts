import { parseBaseUrl } from '../api/base-url.js';
import type { CustomerClientOptions } from '../api/customer-client.js';
import { ApiError, RequestError } from '../api/errors.js';
import { lazy } from '../common/lazy.js';
import { warnOnce } from '../common/warn.js';
import { CustomerIdentity } from './customer-identity.js';
import type { Device } from './device/device.js';
import { TabChannel } from './device/tab-channel.js';
import { backendSource } from './lazy-sources.js';
import { loadRequests } from './load-requests.js';
import { NotificationStore } from './notifications/notification-store.js';
import type { NotificationGroup } from './preferences/preference-state.js';
import { createPreferences, type Preferences } from './preferences/lazy-preferences.js';
import type { NotificationSource } from './sources/source.js';

/** Options of `createSession()`: `baseUrl` is required, and so is `getToken` without a `backendUrl`. */
export interface SessionOptions extends Omit<CustomerClientOptions, 'getToken'> {
  /** Returns the token of the signed-in customer, or a promise of it. */
  getToken?: CustomerClientOptions['getToken'] | undefined;
  /**
   * Where a backend of `nudge-inbox/backend` is mounted. It replaces `getToken`, `source` and `groups`, each unless it is
   * given, and stores what the customer reads, dismisses and chooses.
   */
  backendUrl?: string | null | undefined;
  /** The customer's notification ids, newest first. */
  ids?: readonly string[] | undefined;
  /** Where further ids and arrivals come from. */
  source?: NotificationSource | undefined;
  /** The groups of notifications that the customer may choose from. */
  groups?: readonly NotificationGroup[] | undefined;
  /**
   * Identifies the customer on this device, for instance a hash of your customer's id. With it, what is read, dismissed
   * and chosen and the last records are stored on the device, and tabs agree; without it nothing is stored.
   */
  customerKey?: string | null | undefined;
}

/** One customer's visit. Elements with the same session share its requests and its read state. */
export interface Session {
  /** The list: its state, and what the customer can do with it. */
  readonly notifications: NotificationStore;
  /** The groups that the customer can switch on and off. */
  readonly preferences: Preferences;
  /**
   * Forgets everything about the customer, on the device and in other tabs too, and ends the session. Without a customer
   * key, every tab of this site that has none and uses the same `baseUrl` is signed out.
   *
   * @returns whether the device has forgotten the customer. If not, storing is broken there: try again later.
   */
  signOut(): Promise<boolean>;
  /** Ends the session: no request, timer or subscription is left. */
  close(): void;
}

/**
 * Creates a session. It sends nothing until something subscribes to one of its stores, or loads or saves.
 *
 * @throws RequestError if `baseUrl` or `getToken` is invalid
 * @example
 * const session = createSession({ baseUrl: '/notifications/v1/inbox', getToken, source: pollingSource('/list') });
 * document.querySelector('nudge-bell').session = session;
 */
export function createSession(options: SessionOptions): Session {
  // Without options, the error names the first one that is missing.
  const { ids, customerKey, backendUrl, ...others } = { ...options };
  const backend = backendUrl ? backendSource(backendUrl) : undefined;
  const { source = backend, groups, getToken = backend?.getToken, ...rest } = others;
  parseBaseUrl(rest.baseUrl);
  if (typeof getToken !== 'function') throw new RequestError('getToken', 'a function');
  const clientOptions: CustomerClientOptions = { ...rest, getToken };
  const createClient = async () => new (await loadRequests()).CustomerClient(clientOptions);
  let getClient = lazy(createClient);

  const identity = new CustomerIdentity();
  const openDevice = customerKey ? lazy(() => loadDevice(customerKey, identity)) : undefined;

  // The device has a channel of its own. Not in a server, which an open channel would keep running.
  const signOutChannel =
    openDevice || !('document' in globalThis)
      ? undefined
      : new TabChannel(`nudge-inbox sign-out ${clientOptions.baseUrl}`, end);

  const preferences = createPreferences({
    save: async (groupId, input, { signal }) => {
      if (backend) {
        await backend.savePreference(groupId, input, { signal });
        return { status: null };
      }
      const client = await getClient();
      signal.throwIfAborted();
      return client.preferences.setGroup(groupId, input, { signal, retryBusy: false });
    },
    groups,
    loadGroups: groups ? undefined : backend?.loadGroups,
    device: openDevice,
  });
  const notifications = new NotificationStore({
    retrieve: async (id, { signal, needsNewToken, isUnverified }) => {
      const client = await getClient();
      signal.throwIfAborted();
      if (needsNewToken) client.renewToken();
      const record = await client.notifications.retrieve(id, { signal, retries: 0 });
      signal.throwIfAborted();
      if (!isUnverified) identity.identify(record.uniqueCustomerId);
      else if (!identity.isSame(record.uniqueCustomerId))
        throw new ApiError('The notification belongs to another customer.', null, { status: 404 });
      // The token works, so that choices which wait for one can be sent.
      preferences.resume();
      return record;
    },
    accept: (record) => identity.identify(record.uniqueCustomerId),
    ids,
    source: source ?? backend,
    device: openDevice,
    signOutChannel,
  });
  identity.onOtherCustomer((error) => {
    notifications.reset(error);
    preferences.resetChoices();
    void openDevice?.().then((device) => device?.forget());
  });

  const close = (): void => {
    notifications.close();
    preferences.close();
  };
  function end(): void {
    notifications.reset();
    preferences.reset();
    close();
    // The client holds the token.
    getClient = lazy(createClient);
  }
  return {
    notifications,
    preferences,
    signOut: async () => {
      end();
      signOutChannel?.post('sign-out');
      if (!openDevice) return true;
      const device = await openDevice();
      return device ? device.signOut() : false;
    },
    close,
  };
}

/** Loads the code of the device on demand. Resolves with null if it does not load; then nothing is stored. */
async function loadDevice(customerKey: string, identity: CustomerIdentity): Promise<Device | null> {
  try {
    const { openDevice } = await import('./device/device.js');
    return openDevice(customerKey, identity);
  } catch {
    warnOnce('Nothing is kept on the device: its code did not load.');
    return null;
  }
}
