import type { Sandbox } from '../../src/sandbox.js';
import { createSandbox } from '../../src/sandbox.js';
import type { NotificationGroup } from '../../src/inbox/preferences/preference-state.js';
import type { NotificationReference, ReferencePage, SourceEvent } from '../../src/inbox/sources/source.js';
import { findProduct } from './catalogue.js';

/** An event with its sequence number, from which a browser resumes after a lost connection. */
export interface NumberedEvent {
  number: number;
  event: SourceEvent;
}

const orders = 'Your orders';
const news = 'From the shop';
/** What the shop adds to the groups, in the order of the service. The third is new, so its value is unknown. */
const groupDetails: readonly Omit<NotificationGroup, 'id'>[] = [
  { section: orders, isGroupNotificationOff: false },
  { section: news, isGroupNotificationOff: false },
  { section: news },
  { section: news, isGroupNotificationOff: true },
  { section: orders, isRequired: true },
];

/**
 * The state that the shop stores itself: the notifications sent to its customer, their read state, and the choices for
 * their groups. The service returns none of it, so every company that uses the service stores something similar.
 */
export class Shop {
  readonly sandbox: Sandbox = createSandbox({ baseUrl: '/api/v1/engagement' });
  /** Whether the customer is signed out: the shop then issues no token. */
  isSignedOut = false;
  /** Whether the shop fails to save read state. */
  isReadStateFailing = false;
  readonly #read = new Map<string, boolean>();
  readonly #preferences = new Map<string, boolean>();
  readonly #events: NumberedEvent[] = [];
  readonly #listeners = new Set<(event: NumberedEvent) => void>();
  #orders = 1050;

  /** A page of the notifications sent to the customer, newest first. The cursor is the last id of the previous page. */
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

  /** Notifies the customer of an order, or without a product of another event. */
  notify(slug?: string): void {
    const product = slug === undefined ? undefined : findProduct(slug);
    const { id, createdDate } = this.sandbox.addNotification(product && { payload: this.#order(product) });
    this.#publish({ type: 'add', references: [{ id, isRead: false, ...(createdDate && { createdDate }) }] });
  }

  setRead(ids: readonly string[], isRead: boolean): void {
    for (const id of ids) this.#read.set(id, isRead);
    this.#publish({ type: 'read', ids, isRead });
  }

  /** The groups that the customer can choose from, with the choices the shop has stored. */
  groups(): NotificationGroup[] {
    return this.sandbox.groups.map((group, index) => {
      const isOff = this.#preferences.get(group.id);
      return {
        ...group,
        ...groupDetails[index],
        ...(isOff !== undefined && { isGroupNotificationOff: isOff }),
      };
    });
  }

  /** Stores a choice that the service has saved. */
  storePreference(groupId: string, isGroupNotificationOff: boolean): void {
    this.#preferences.set(groupId, isGroupNotificationOff);
  }

  /** Subscribes to all further events, starting with those after the given number. */
  subscribe(listener: (event: NumberedEvent) => void, after: number | undefined): () => void {
    if (after !== undefined) this.#events.filter(({ number }) => number > after).forEach(listener);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  reset(): void {
    this.sandbox.reset();
    this.isSignedOut = false;
    this.isReadStateFailing = false;
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
      body: 'It leaves the workshop tomorrow. We will let you know as soon as it is on its way.',
      avatar: [{ iconURL: '/pictures/shop.svg', fallBackName: 'Harbour & Pine', iconRedirectURL: '/' }],
      attachmentsImage: [{ iconURL: picture, fallBackName: name, iconRedirectURL: `/products/${slug}` }],
      itemRedirect: `/orders/${order}`,
      actionButtons: {
        primary: { name: 'See the order', url: `/orders/${order}`, onclickAction: 'navigate' },
      },
    };
  }

  #publish(event: SourceEvent): void {
    const numbered = { number: (this.#events.at(-1)?.number ?? 0) + 1, event };
    this.#events.push(numbered);
    this.#listeners.forEach((listener) => listener(numbered));
  }
}
