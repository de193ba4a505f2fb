import type { Credentials } from './credentials.js';
import { notificationOperations } from './operations/notifications.js';
import { preferenceOperations } from './operations/preferences.js';
import { createRouter, type Dispatch } from './routing.js';
import { arrivals } from './seed/arrivals.js';
import { earlierNotifications } from './seed/earlier-notifications.js';
import { groupSeeds } from './seed/groups.js';
import { recentNotifications } from './seed/recent-notifications.js';
import { createSeedLinks, type SeedLinks } from './seed/seed.js';
import { NotificationTable } from './tables/notification-table.js';
import { PreferenceTable } from './tables/preference-table.js';
import type { NotificationFields, SandboxGroup, SandboxOptions } from './types.js';

/** The seeded customer. */
export const defaultCustomer = 'customer-48210';

/** Another one, for those who want to see that two customers share nothing. */
export const secondCustomer = 'customer-51377';

const productSpaceId = 'psp_harbour_pine';

/** The data of one service and the operations on it. */
export class Service {
  readonly notifications: NotificationTable;
  readonly preferences = new PreferenceTable();
  readonly groups: readonly SandboxGroup[];
  readonly answer: (request: Request, dispatch: Dispatch) => Promise<Response>;
  readonly #arrivals: NotificationFields[];
  #arrived = 0;

  constructor(options: SandboxOptions, credentials: Credentials) {
    const now = options.now ?? Date.now;
    const links = createSeedLinks(options.pictureBase ?? '/pictures/', options.fileBase ?? '/files/');
    const isEmpty = options.seed === 'empty';
    this.notifications = new NotificationTable(productSpaceId, now);
    this.groups = isEmpty ? [] : groupSeeds;
    this.#arrivals = arrivals(links);
    if (!isEmpty) this.#seedNotifications(links, now());
    this.answer = createRouter(
      [
        ...preferenceOperations(this.preferences, (id) => this.groups.find((group) => group.id === id)),
        ...notificationOperations(this.notifications),
      ],
      credentials,
    );
  }

  nextArrival(): NotificationFields {
    const arrival = this.#arrivals[this.#arrived % this.#arrivals.length];
    this.#arrived += 1;
    return arrival ?? {};
  }

  #seedNotifications(links: SeedLinks, today: number): void {
    const recent = recentNotifications(links);
    const seeds = {
      [defaultCustomer]: [...recent, ...earlierNotifications(links, 60 - recent.length)],
      [secondCustomer]: earlierNotifications(links, 4),
    };
    for (const [uniqueCustomerId, notifications] of Object.entries(seeds)) {
      for (const { age, isRead, payload } of notifications.reverse()) {
        const createdDate = new Date(today - age).toISOString();
        this.notifications.add(uniqueCustomerId, { payload, isRead, createdDate });
      }
    }
  }
}
