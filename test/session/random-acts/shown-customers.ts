import type { Notifications } from '../../../src/session/notifications/notification-store.js';

/** Whose messages a page shows: never those of somebody who was not there, and never of two customers at once. */
export class ShownCustomers {
  /** Whose messages the page has shown. */
  readonly owners = new Set<string>();
  /** Who has been signed in since the page was opened, or has returned from the back/forward cache; null for nobody. */
  #present: Set<string | null>;

  constructor(customer: string | null) {
    this.#present = new Set([customer]);
  }

  noteSignIn(customer: string | null): void {
    this.#present.add(customer);
  }

  /** Whoever was there before has gone. */
  startWith(customer: string | null): void {
    this.#present = new Set([customer]);
  }

  /** Returns what is wrong with what a page shows. */
  findLeaks({ items, dismissedItems, snoozedItems }: Notifications['state']): string[] {
    const shown = [...items, ...dismissedItems, ...snoozedItems];
    const owners = new Set(shown.flatMap(({ record }) => record?.uniqueCustomerId ?? []));
    for (const owner of owners) this.owners.add(owner);
    const gone = [...owners].filter((owner) => !this.#present.has(owner));
    return [
      ...(owners.size > 1 ? ['a page shows messages of two customers'] : []),
      ...gone.map((owner) => `a page shows messages of ${owner}, who has gone`),
    ];
  }
}
