import {
  createInboxBackend,
  type InboxBackend,
  type InboxBackendOptions,
  type InboxGroup,
  type InboxStore,
} from '../../src/backend.js';
import { delay } from '../../src/common/time.js';
import { CustomerClient } from '../../src/client.js';
import { createSandbox, type NotificationOverrides, type Sandbox } from '../../src/sandbox.js';
import { findProduct, type Product } from './catalogue.js';

const orders = 'Your orders';
const news = 'From the shop';
/** What the shop adds to the groups, in the order of the service. The third is new, so its value is unknown. */
const groupDetails: readonly Omit<InboxGroup, 'id' | 'name'>[] = [
  { section: orders, isGroupNotificationOff: false },
  { section: news, isGroupNotificationOff: false },
  { section: news },
  { section: news, isGroupNotificationOff: true },
  { section: orders, isRequired: true },
];

/** What somebody sends by hand. */
interface Message {
  title: string;
  body: string;
  /** The slug of a product that it shows, or an empty text. */
  product: string;
}

/** The shop with its inbox: a backend of `nudge-inbox/backend` in front of the service, which is a sandbox here. */
export class Shop {
  readonly sandbox: Sandbox = createSandbox({ baseUrl: '/api/v1/engagement', pictureBase: '/pictures/' });
  /** Handles what the pages request below `/shop`. */
  readonly inbox: InboxBackend;
  /** Whether the shop's own list and changes cannot be reached. */
  isUnreachable = false;
  /** Whether the customer is signed out: the shop then issues no token. */
  isSignedOut = false;
  /** Whether the shop fails to save what the customer reads, sees, dismisses and answers. */
  isReadStateFailing = false;
  readonly #avatar = { iconURL: '/pictures/shop.svg', fallBackName: 'Harbour & Pine', iconRedirectURL: '/' };
  readonly #customerId = this.sandbox.uniqueCustomerId;
  #orders = 1050;

  /** Opens a shop that has sent the notifications of the service to its customer. */
  static async open(store: InboxStore, options: Pick<InboxBackendOptions, 'onError'> = {}): Promise<Shop> {
    const shop = new Shop(store, options);
    await shop.#deliverAll();
    return shop;
  }

  private constructor(store: InboxStore, options: Pick<InboxBackendOptions, 'onError'>) {
    this.inbox = createInboxBackend({
      ...options,
      store,
      basePath: '/shop',
      // A real shop has a session cookie.
      authenticate: () => this.#customerId,
      serviceToken: () => (this.isSignedOut ? null : this.sandbox.issueToken()),
      groups: () => this.sandbox.groups.map((group, index) => ({ ...group, ...groupDetails[index] })),
      onAction: {
        'leave-with-neighbour': async () => {
          // The carrier takes a moment.
          await delay(600);
          return 'Left with a neighbour';
        },
      },
      savePreference: async ({ groupId, isGroupNotificationOff }) => {
        await createClient(this.sandbox).preferences.setGroup(groupId, { isGroupNotificationOff });
      },
    });
  }

  /** Notifies the customer of an order, or without a product of another event. */
  async notify(slug?: string): Promise<void> {
    const product = slug === undefined ? undefined : findProduct(slug);
    await this.#deliver(product && this.#createOrder(product));
  }

  /** Sends the customer a notification with this text. */
  async send({ title, body, product }: Message): Promise<void> {
    const shown = findProduct(product);
    await this.#deliver({
      title,
      body,
      avatar: [this.#avatar],
      ...(shown && { attachmentsImage: [createPicture(shown)] }),
    });
  }

  /** The key by which a page tells its customer apart on a device. */
  customerKey(): Promise<string> {
    return this.inbox.customerKey(this.#customerId);
  }

  async markRead(id: string): Promise<void> {
    await this.inbox.markRead(this.#customerId, id);
  }

  /** Starts over. Open pages reconnect and load the list again. */
  async reset(): Promise<void> {
    this.sandbox.reset();
    this.isUnreachable = false;
    this.isSignedOut = false;
    this.isReadStateFailing = false;
    await this.inbox.deleteCustomer(this.#customerId);
    await this.#deliverAll();
  }

  /** Delivers what the service has sent so far. The ids come from another sandbox, so that the log of requests is empty. */
  async #deliverAll(): Promise<void> {
    const service = createSandbox();
    const { notifications } = createClient(service);
    const records = await Promise.all(service.notificationIds().map((id) => notifications.retrieve(id)));
    await this.inbox.deliver(
      this.#customerId,
      records.map(({ id, createdDate, isRead }) => ({
        id,
        isRead: isRead === true,
        ...(createdDate && { createdDate }),
      })),
    );
  }

  /**
   * Delivers a notification with its record: the service, which is in memory, has lost it after a restart, unlike a
   * database.
   */
  async #deliver(payload?: NotificationOverrides['payload']): Promise<void> {
    const record = this.sandbox.addNotification({ id: crypto.randomUUID(), ...(payload && { payload }) });
    await this.inbox.deliver(this.#customerId, { id: record.id, record });
  }

  #createOrder(product: Product) {
    const { name, price } = product;
    this.#orders += 1;
    const order = String(this.#orders);
    return {
      title: 'Thank you, we have your order',
      subTitle: `Order ${order} · ${name} · £${price}.00`,
      body: 'It leaves the workshop tomorrow. We will let you know as soon as it is on its way.',
      avatar: [this.#avatar],
      attachmentsImage: [createPicture(product)],
      itemRedirect: `/orders/${order}`,
      actionButtons: {
        primary: { name: 'See the order', url: `/orders/${order}`, onclickAction: 'navigate' },
      },
    };
  }
}

function createPicture({ slug, name, picture }: Product) {
  return { iconURL: picture, fallBackName: name, iconRedirectURL: `/products/${slug}` };
}

function createClient(service: Sandbox): CustomerClient {
  return new CustomerClient({
    // Called through its `fetch`, the sandbox needs no port; a real service has its own origin.
    baseUrl: new URL(service.baseUrl, 'http://localhost').href,
    fetch: service.fetch,
    getToken: () => service.issueToken(),
  });
}
