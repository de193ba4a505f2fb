import type { Credentials } from './credentials.js';
import { createOrganizationData, type OrganizationData } from './organization-data.js';
import { Downloads } from './downloads.js';
import { cohortSegmentOperations } from './operations/cohort-segments.js';
import { customerPoolOperations } from './operations/customer-pools.js';
import { jobOperations } from './operations/jobs.js';
import { mediaOperations } from './operations/media.js';
import { notificationGroupOperations } from './operations/notification-groups.js';
import { notificationOperations } from './operations/notifications.js';
import { preferenceOperations } from './operations/preferences.js';
import { projectOperations } from './operations/projects.js';
import { sendPolicyOperations } from './operations/send-policies.js';
import { targetAudienceListOperations } from './operations/target-audience-lists.js';
import { pick } from './random.js';
import { createRouter, type Router } from './router.js';
import { createArrivals } from './seed/arrivals.js';
import { defaultCustomer, secondCustomer } from './seed/customers.js';
import { createEarlierNotifications } from './seed/earlier-notifications.js';
import { productSpace } from './seed/organization/project.js';
import { createRecentNotifications } from './seed/recent-notifications.js';
import { createSeedLinks, type SeedLinks } from './seed/notification-seed.js';
import type { ServiceUrl } from './service-url.js';
import { NotificationTable } from './tables/notification-table.js';
import { PreferenceTable } from './tables/preference-table.js';
import type { NotificationFields, SandboxGroup, SandboxOptions, SandboxSnapshot } from './types.js';

/** The service's data and the operations on it. */
export class Service {
  readonly notifications: NotificationTable;
  readonly preferences = new PreferenceTable();
  readonly #organization: OrganizationData;
  readonly #downloads: Downloads;
  readonly #router: Router;
  readonly #arrivals: NotificationFields[];
  #arrivalCount = 0;

  constructor(options: SandboxOptions, credentials: Credentials) {
    const now = options.now ?? Date.now;
    const links = createSeedLinks(options);
    const isEmpty = options.seed === 'empty';
    this.notifications = new NotificationTable(productSpace.id, now);
    this.#organization = createOrganizationData(now(), isEmpty);
    this.#downloads = new Downloads(now);
    this.#arrivals = createArrivals(links);
    if (!isEmpty) this.#seedNotifications(links, now());

    const data = this.#organization;
    const operations = [
      ...customerPoolOperations(data, now),
      ...preferenceOperations(this.preferences, data.notificationGroups),
      ...notificationOperations(this.notifications),
      ...cohortSegmentOperations(data, now),
      ...sendPolicyOperations(data),
      ...projectOperations(data),
      ...jobOperations(data, now),
      ...mediaOperations(data, this.#downloads),
      ...targetAudienceListOperations(data),
      ...notificationGroupOperations(data),
    ];
    this.#router = createRouter(operations, credentials);
  }

  findOperation(method: string, path: string): number | null {
    return this.#router.findOperation(method, path);
  }

  async handle(request: Request, url: ServiceUrl): Promise<Response> {
    if (url.path.startsWith(Downloads.path)) return this.#downloads.handle(request);
    return this.#router.handle(request, url);
  }

  get groups(): SandboxGroup[] {
    return this.#organization.notificationGroups
      .list()
      .map(({ id, name, description }) => ({ id, name, description }));
  }

  snapshot(): SandboxSnapshot {
    const data = this.#organization;
    return structuredClone({
      customers: data.customers.list(),
      productSpaces: data.productSpaces.list(),
      targetAudienceLists: data.targetAudienceLists.list(),
      notificationTopics: data.notificationTopics.list(),
      notificationGroups: data.notificationGroups.list(),
      handlerRecipients: data.handlerRecipients.list(),
    });
  }

  /** The payload of the next arrival; after the last one it starts over. */
  nextArrival(): NotificationFields {
    this.#arrivalCount += 1;
    return pick(this.#arrivals, this.#arrivalCount - 1);
  }

  #seedNotifications(links: SeedLinks, now: number): void {
    const recent = createRecentNotifications(links);
    const seeds = {
      [defaultCustomer]: [...recent, ...createEarlierNotifications(links, 60 - recent.length)],
      [secondCustomer]: createEarlierNotifications(links, 4),
    };
    for (const [uniqueCustomerId, notifications] of Object.entries(seeds)) {
      for (const { age, isRead, payload } of notifications.reverse()) {
        const createdDate = new Date(now - age).toISOString();
        this.notifications.add(uniqueCustomerId, { payload, isRead, createdDate });
      }
    }
  }
}
