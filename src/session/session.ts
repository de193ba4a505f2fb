import { ApiError, AuthenticationError, RequestError } from '../api/errors.js';
import { expectation } from '../api/expectation.js';
import { raceAbort } from '../common/abort.js';
import { parseTime } from '../common/dates.js';
import { bindMembers, markRaw } from '../common/mark-raw.js';
import { warnOnce } from '../common/warn.js';
import { AlertSettings } from './alert-settings.js';
import { CustomerCheck } from './customer-check.js';
import { CustomerIdentity } from './customer-identity.js';
import { DeviceOpener } from './device/device-opener.js';
import { LastCustomer } from './device/last-customer.js';
import { TabChannel } from './device/tab-channel.js';
import { HostCustomer, type OtherHostCustomer } from './host-customer.js';
import { NotificationStore, type Notifications } from './notifications/notification-store.js';
import { PreferenceStore, type Preferences } from './preferences/preference-store.js';
import { RecordRequests } from './record-requests.js';
import { RecordWarnings } from './record-warnings.js';
import { ReturnCheck } from './return-check.js';
import { checkOptions, findAddress, hasService, type SessionOptions } from './session-options.js';
import { notePageStore } from './page-stores.js';
import { backendSource } from './sources/backend-source.js';
import { GivenPage, maxAgeMs, parseFirstPage } from './sources/first-page.js';
import type { FirstPage } from './sources/source.js';

/**
 * The alert settings of a session: an `AlertSettings` without its private fields, which a type of the same session within Vue's
 * `ref` does not have.
 */
export type Alerts = Pick<AlertSettings, keyof AlertSettings>;

/** One customer's visit. Elements with the same session share its requests and its read state. */
export interface Session {
  /** The list: its state, and what the customer can do with it. */
  readonly notifications: Notifications;
  /** The groups that the customer can switch on and off. */
  readonly preferences: Preferences;
  /** How the customer wants to notice arrivals, on this device: until when the inbox is quiet. */
  readonly alerts: Alerts;
  /**
   * Forgets everything about the customer, on the device and in other tabs too, and ends the session. Without a customer
   * key, every tab of this site that has none and uses the same `baseUrl` is signed out, or without that the same `backendUrl`, and the
   * device forgets the customer if a notification has named one in this session.
   *
   * @returns whether the device has forgotten the customer, within 3 seconds. If not, storing is broken there: try again later.
   */
  signOut(): Promise<boolean>;
  /** Ends the session: no request, timer or subscription is left. */
  close(): void;
}

/**
 * Creates a session. It sends nothing until something subscribes to one of its stores, or loads or saves.
 *
 * @throws RequestError if `baseUrl`, `backendUrl`, `getToken`, `fetch`, `timeout` or `retries` is invalid, or `ids`, `groups` or `source` of
 * another type
 * @example
 * const session = createSession({ backendUrl: '/inbox' });
 * @example
 * const session = createSession({ baseUrl: '/notifications/v1/inbox', getToken, source: pollingSource('/list') });
 * document.querySelector('nudge-bell').session = session;
 */
export function createSession(options: SessionOptions): Session {
  // Without options, the error names the first one that is missing.
  const given = { ...options };
  checkOptions(given);
  const { ids, groups, backendUrl, customerKey } = given;
  // What is not meant as false stores nothing, such as the text of a template.
  const memoryOnly = Boolean(given.memoryOnly);
  const pageKey = customerKey !== undefined && customerKey !== '' ? customerKey : null;
  const address = findAddress(given);
  const lastCustomer = new LastCustomer(address, !memoryOnly);
  const givenPage = findGivenPage(given.firstPage, pageKey, lastCustomer);
  const host = new HostCustomer(pageKey, givenPage?.page.customer, {
    onOther: handleOtherHostCustomer,
    onIdentified: (key) => {
      // A response of a session that has ended says nothing new.
      if (!notifications.isClosed) lastCustomer.note(key);
    },
  });
  const { source, getToken, loadRecord, loadGroups, savePreference, savesAtHost } = connectHost(given, host);
  if (typeof getToken !== 'function') throw new RequestError('getToken', expectation('a function', getToken));
  const clientOptions = hasService(given) ? { ...given, baseUrl: address, getToken } : null;
  const records = new RecordRequests(clientOptions, loadRecord);

  const identity = new CustomerIdentity();
  const device = new DeviceOpener(identity, { address, customerKey, memoryOnly });

  const { open } = device;
  // What came with the HTML may be another customer's: nothing is stored before that is known.
  const openDevice = givenPage && open ? () => host.whenConfirmed().then(open) : open;

  // A device with a key has a channel of its own. Not in a server, which an open channel would keep running.
  const signOutChannel =
    (open && !device.waitsForCustomer) || !('document' in globalThis)
      ? undefined
      : new TabChannel(`nudge-inbox sign-out ${address}`, end);

  const check: CustomerCheck = new CustomerCheck(identity, host, records, (id, signal) =>
    // The host may know who is signed in by a cookie: the token has to be of the same customer.
    notifications.runAhead(() => records.retrieve(id, signal, savesAtHost)),
  );

  const returnCheck: ReturnCheck = new ReturnCheck({
    confirm: async (signal) => {
      const { visit } = notifications;
      // The token is that of whoever was signed in when the page was left.
      records.renewToken();
      try {
        await check.bind().confirm(signal);
      } catch (error) {
        // Everything was dropped for another customer, who has turned up meanwhile.
        if (visit === notifications.visit) throw error;
      }
    },
    drop: () => identity.drop(),
  });

  const alerts = bindMembers(
    new AlertSettings(pageKey ?? address, {
      isStored: !memoryOnly,
      isCustomers: pageKey !== null,
    }),
  );
  const preferences = new PreferenceStore({
    save: async (groupId, input, options) => {
      if (savePreference) {
        await savePreference(groupId, input, options);
        return { status: null };
      }
      const { signal, confirmCustomer } = options;
      return records.client.preferences.setGroup(groupId, input, {
        signal,
        retryBusy: false,
        beforeRetry: confirmCustomer,
      });
    },
    bindAct: savePreference ? check.bindForHost : check.bindForService,
    returnCheck,
    groups,
    loadGroups: groups ? undefined : loadGroups,
    device: openDevice,
  });
  const warnings = new RecordWarnings(records.hasService, () => notifications.state.items.length);
  const notifications = new NotificationStore({
    retrieve: (id, { signal, needsNewToken, isUnverified }) =>
      device.whilePreloaded(async () => {
        const record = await records.retrieve(id, signal, needsNewToken).catch((error: unknown) => {
          if (isUnverified !== true) warnings.handleFailure(error);
          throw error;
        });
        signal.throwIfAborted();
        warnings.handleLoaded();
        if (!isUnverified) identity.identify(record.uniqueCustomerId, id);
        else if (!identity.isSame(record.uniqueCustomerId))
          throw new ApiError('The notification belongs to another customer.', null, { status: 404 });
        // The token works, so that choices which wait for one may be sent.
        preferences.resume();
        // First, so that neither the count nor the list jumps when that is applied.
        if (device.waitsForCustomer && identity.id !== null) await raceAbort(device.whenLoaded(), signal);
        return record;
      }),
    bindAct: check.bindForHost,
    accept: ({ id, uniqueCustomerId }) => identity.identify(uniqueCustomerId, id, !host.isAssumed),
    ids,
    source,
    onPreference: (groupId, input) => preferences.applySaved(groupId, input),
    onFirstPage: () => preferences.resume(),
    onRefresh: () => preferences.resume(),
    onRunning: (isRunning) => {
      if (backendUrl && !given.source) notePageStore(notifications, backendUrl, isRunning);
    },
    returnCheck,
    givenPage,
    device: openDevice,
    deviceWaitsForCustomer: device.waitsForCustomer,
    memoryOnly,
    signOutChannel,
  });
  identity.onOtherCustomer(({ error, wasKnown, wasConfirmed }) => {
    if (error && records.hasBoth && host.key !== undefined)
      warnOnce(
        'Two notifications name different customers. If they are one, deliver() has to be given their uniqueCustomerId at the service.',
      );
    host.forget();
    dropCustomer(error, !wasConfirmed, !device.waitsForCustomer || wasKnown);
  });

  function handleOtherHostCustomer({ isPageWrong, isRepeated }: OtherHostCustomer): void {
    const isRowOpen = !device.waitsForCustomer || identity.id !== null;
    identity.forget();
    // The token is that of the former customer.
    records.forget();
    const error = isRepeated
      ? new AuthenticationError('Different customers are signed in by turns.', null, { status: 401 })
      : null;
    dropCustomer(error, isPageWrong, isRowOpen);
  }

  /** Drops everything of a customer, and goes on with the one who is signed in, unless there is an error. */
  function dropCustomer(error: AuthenticationError | null, isRowUndone: boolean, isRowOpen: boolean): void {
    check.stop();
    if (error) notifications.reset(error);
    else notifications.startOver();
    preferences.resetChoices();
    alerts.release();
    if (isRowOpen) void open?.().then((opened) => opened?.release(isRowUndone));
  }

  const close = (): void => {
    check.stop();
    notifications.close();
    preferences.close();
  };
  function end(): void {
    notifications.signOut();
    preferences.reset();
    close();
    records.forget();
  }
  return markRaw({
    notifications,
    preferences,
    alerts,
    signOut: () => {
      end();
      alerts.forget();
      if (host.key !== undefined) lastCustomer.note(null);
      signOutChannel?.post('sign-out');
      // Whether those that were released are of who signs out, only the device knows.
      return device.signOut(() => alerts.forget({ isOwn: true }));
    },
    close,
  });
}

/** Returns what came with the HTML, unless something known says that it is another customer's. */
function findGivenPage(
  given: FirstPage | null | undefined,
  pageKey: string | null,
  lastCustomer: LastCustomer,
): GivenPage | undefined {
  const page = given ? parseFirstPage(given) : null;
  if (!given || !page) return undefined;
  const { customer, loadedDate } = page;
  // By the clock of the device, which may be slow.
  const since = parseTime(loadedDate) - maxAgeMs;
  const isOthers = customer !== (pageKey ?? customer) || lastCustomer.hasChanged(customer, since);
  return isOthers ? undefined : new GivenPage(page, given);
}

/** Finds what the host provides: its source comes first, and then the backend, each for the methods that it has. */
function connectHost(
  { backendUrl, headers, csrf, fetch, source: given, getToken }: SessionOptions,
  host: HostCustomer,
) {
  const own = given ? host.bind(given) : undefined;
  const backend = backendUrl ? host.bind(backendSource(backendUrl, { headers, csrf, fetch })) : undefined;
  const source = own ?? backend;
  const savePreference = own?.savePreference ?? backend?.savePreference;
  const saves = [
    savePreference,
    source?.setRead,
    source?.setSeen,
    source?.setDismissed,
    source?.setSnoozed,
    source?.setAnswer,
    source?.remove,
  ];
  return {
    source,
    /** Whether the host, who may know the customer by a cookie, saves something. */
    savesAtHost: saves.some((method) => method !== undefined),
    getToken: getToken ?? own?.getToken ?? backend?.getToken,
    loadRecord: own?.loadRecord ?? backend?.loadRecord,
    loadGroups: own?.loadGroups ?? backend?.loadGroups,
    savePreference,
  };
}
