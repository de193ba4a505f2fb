import type { Sandbox } from '../../src/sandbox.js';
import { createSandbox } from '../../src/sandbox.js';
import type { NotificationGroup } from '../../src/inbox/preferences/preference-state.js';
import type { NotificationReference, ReferencePage, SourceEvent } from '../../src/inbox/sources/source.js';
import { findProduct } from './catalogue.js';

/** An event with its place in the order of things, by which a browser that was away asks for the rest. */
export interface NumberedEvent {
  number: number;
  event: SourceEvent;
}

const orders = 'Your orders';
const news = 'From the shop';
/** What the shop says of the groups, in the service's order; the third is new, and nobody has chosen yet. */
const aboutGroups: readonly Omit<NotificationGroup, 'id'>[] = [
  { section: orders, isGroupNotificationOff: false },
  { section: news, isGroupNotificationOff: false },
  { section: news },
  { section: news, isGroupNotificationOff: true },
  { section: orders, isRequired: true },
];

/**
 * What the shop itself keeps: which notifications it had sent to its customer, which of them are read, and which groups
 * of them are wanted. The service tells none of it, so every customer of the service keeps something like this.
 */
export class Shop {
  readonly sandbox: Sandbox = createSandbox({ baseUrl: '/api/v1/engagement' });
  /** Whether the shop has ended the customer's visit: it gives no token. */
  isSignedOut = false;
  /** Whether it fails to keep what is read. */
  isForgetful = false;
  readonly #read = new Map<string, boolean>();
  readonly #preferences = new Map<string, boolean>();
  readonly #events: NumberedEvent[] = [];
  readonly #listeners = new Set<(event: NumberedEvent) => void>();
  #orders = 1050;

  /** A page of what the customer was sent, newest first. The cursor is the last id of the page before. */
  page(limit: number, cursor: string | undefined): ReferencePage {
    const ids = this.sandbox.notificationIds();
    const start = cursor === undefined ? 0 : ids.indexOf(cursor) + 1;
    const page = ids.slice(start, start + limit);
    const last = page.at(-1);
    const hasMore = start + limit < ids.length;
    return {
      references: page.map((id) => this.#reference(id)),
      ...(hasMore && last !== undefined && { nextCursor: last }),
    };
  }

  /** Something happens in the shop, and the customer is told. Without a product it is something else than an order. */
  notify(slug?: string): void {
    const product = slug === undefined ? undefined : findProduct(slug);
    const { id, createdDate } = this.sandbox.addNotification(product && { payload: this.#order(product) });
    this.#tell({ type: 'add', references: [{ id, isRead: false, ...(createdDate && { createdDate }) }] });
  }

  setRead(ids: readonly string[], isRead: boolean): void {
    for (const id of ids) this.#read.set(id, isRead);
    this.#tell({ type: 'read', ids, isRead });
  }

  /** The groups that the customer can choose from, each with what was chosen, as far as the shop knows. */
  groups(): NotificationGroup[] {
    return this.sandbox.groups.map((group, index) => {
      const isOff = this.#preferences.get(group.id);
      return {
        ...group,
        ...aboutGroups[index],
        ...(isOff !== undefined && { isGroupNotificationOff: isOff }),
      };
    });
  }

  /** Keeps a choice that the service has saved. */
  keepPreference(groupId: string, isGroupNotificationOff: boolean): void {
    this.#preferences.set(groupId, isGroupNotificationOff);
  }

  /** Hears of what happens from now on, and first of what did after the given number. */
  listen(listener: (event: NumberedEvent) => void, after: number | undefined): () => void {
    if (after !== undefined) this.#events.filter(({ number }) => number > after).forEach(listener);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** As new. */
  reset(): void {
    this.sandbox.reset();
    this.isSignedOut = false;
    this.isForgetful = false;
    this.#read.clear();
    this.#preferences.clear();
    this.#events.length = 0;
  }

  #reference(id: string): NotificationReference {
    const isRead = this.#read.get(id);
    return { id, ...(isRead !== undefined && { isRead }) };
  }

  #order({ slug, name, price, picture }: NonNullable<ReturnType<typeof findProduct>>) {
    this.#orders += 1;
    const order = String(this.#orders);
    return {
      title: 'Thank you, we have your order',
      subTitle: `Order ${order} · ${name} · £${price}.00`,
      body: 'It leaves the workshop tomorrow. We tell you as soon as it is on its way.',
      avatar: [{ iconURL: '/pictures/shop.svg', fallBackName: 'Harbour & Pine', iconRedirectURL: '/' }],
      attachmentsImage: [{ iconURL: picture, fallBackName: name, iconRedirectURL: `/products/${slug}` }],
      itemRedirect: `/orders/${order}`,
      actionButtons: {
        primary: { name: 'See the order', url: `/orders/${order}`, onclickAction: 'navigate' },
      },
    };
  }

  #tell(event: SourceEvent): void {
    const numbered = { number: (this.#events.at(-1)?.number ?? 0) + 1, event };
    this.#events.push(numbered);
    this.#listeners.forEach((listener) => listener(numbered));
  }
}
