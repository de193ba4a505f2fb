import { vi } from 'vitest';
import type { PreferenceStatus } from '../../../src/api/schemas/preference.js';
import type {
  PreferenceGroup,
  PreferenceStoreEvent,
} from '../../../src/session/preferences/preference-state.js';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import {
  PreferenceStore,
  type PreferenceStoreOptions,
} from '../../../src/session/preferences/preference-store.js';
import { flushPromises } from '../fakes.js';

interface SaveRequest {
  readonly groupId: string;
  readonly isOff: boolean;
  readonly signal: AbortSignal;
  succeed: (status?: string | null) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

/** A service with the save operation only. Each request stays pending until the test responds. */
export class FakePreferenceService {
  /** Every request, in order. */
  readonly requests: SaveRequest[] = [];
  /** Responds to each request at once; the request fails with what it throws. */
  respond: ((groupId: string) => PreferenceStatus) | null = null;

  readonly save: PreferenceStoreOptions['save'] = (groupId, { isGroupNotificationOff: isOff }, { signal }) =>
    new Promise((resolve, reject) => {
      this.requests.push({
        groupId,
        isOff,
        signal,
        succeed: async (status = 'saved') => {
          resolve({ status });
          await flushPromises();
        },
        fail: async (error) => {
          reject(error);
          await flushPromises();
        },
      });
      if (this.respond) resolve(this.respond(groupId));
    });

  /** One entry for each request, such as `['a', true]` for muting group a. */
  get sentChoices(): [string, boolean][] {
    return this.requests.map(({ groupId, isOff }) => [groupId, isOff]);
  }

  get lastRequest(): SaveRequest {
    return this.requests.at(-1)!;
  }
}

export interface PreferenceFixture {
  store: PreferenceStore;
  events: Exclude<PreferenceStoreEvent, { type: 'change' }>[];
  stop: () => void;
  /** The displayed state of a group, as `[choice, status]`. */
  displayed: (id: string) => [boolean | null, PreferenceGroup['status']];
  group: (id: string) => PreferenceGroup;
  choose: (id: string, isOff: boolean) => Promise<boolean>;
  /** Reports whose record has loaded, as the session does. */
  identify: (customer: string | null) => void;
}

/** A store with a subscriber that records its events, except `change`. */
export function makeFixture(
  service: FakePreferenceService,
  options: Partial<PreferenceStoreOptions> = {},
  identity = new CustomerIdentity(),
): PreferenceFixture {
  const store = new PreferenceStore({
    save: service.save,
    groups: [{ id: 'a', isGroupNotificationOff: false }, { id: 'b' }],
    ...options,
  });
  identity.onOtherCustomer(() => store.reset());
  const events: PreferenceFixture['events'] = [];
  const group = (id: string): PreferenceGroup => store.state.groups.find((one) => one.id === id)!;
  return {
    store,
    events,
    group,
    stop: store.subscribe((event) => {
      if (event.type !== 'change') events.push(event);
    }),
    displayed: (id) => [group(id).isGroupNotificationOff, group(id).status],
    choose: (id, isOff) => store.set(id, { isGroupNotificationOff: isOff }),
    identify: (customer) => {
      try {
        identity.identify(customer);
        store.resume();
      } catch {
        // The store was reset for the other customer.
      }
    },
  };
}

/** The value of a settled promise, or `pending`. */
export async function peek<Value>(promise: Promise<Value>): Promise<Value | 'pending'> {
  const pending = vi.advanceTimersByTimeAsync(0).then(() => 'pending' as const);
  return Promise.race([promise, pending]);
}
