import { createIdGenerator } from '../random.js';
import type {
  NotificationFields,
  NotificationOverrides,
  NotificationPayload,
  SandboxNotification,
} from '../types.js';

const emptyPayload: NotificationPayload = {
  title: '',
  subTitle: '',
  body: '',
  avatar: [],
  attachmentsImage: [],
  attachments: [],
  itemRedirect: '',
  tags: [],
  actionButtons: {},
};

/** The notifications of each customer, newest first. */
export class NotificationTable {
  readonly #productSpaceId: string;
  readonly #now: () => number;
  readonly #createId = createIdGenerator('ntf', 7);
  readonly #lists = new Map<string, SandboxNotification[]>();

  constructor(productSpaceId: string, now: () => number) {
    this.#productSpaceId = productSpaceId;
    this.#now = now;
  }

  list(uniqueCustomerId: string): readonly SandboxNotification[] {
    return this.#lists.get(uniqueCustomerId) ?? [];
  }

  find(uniqueCustomerId: string, id: string): SandboxNotification | undefined {
    return this.list(uniqueCustomerId).find((notification) => notification.id === id);
  }

  add(
    uniqueCustomerId: string,
    overrides: NotificationOverrides & { payload: NotificationFields | null },
  ): SandboxNotification {
    const notification: SandboxNotification = {
      id: this.#createId(),
      createdDate: new Date(this.#now()).toISOString(),
      isRead: false,
      productSpaceId: this.#productSpaceId,
      ...overrides,
      payload: overrides.payload && { ...emptyPayload, ...overrides.payload },
      uniqueCustomerId,
    };
    const others = this.list(uniqueCustomerId).filter(({ id }) => id !== notification.id);
    const index = others.findIndex((other) => !isNewer(other, notification));
    others.splice(index < 0 ? others.length : index, 0, notification);
    this.#lists.set(uniqueCustomerId, others);
    return notification;
  }

  remove(uniqueCustomerId: string, id: string): boolean {
    const before = this.list(uniqueCustomerId);
    const after = before.filter((notification) => notification.id !== id);
    this.#lists.set(uniqueCustomerId, after);
    return after.length < before.length;
  }
}

/** Whether `other` is newer. False if either date is missing or invalid. */
function isNewer(other: SandboxNotification, notification: SandboxNotification): boolean {
  return Date.parse(other.createdDate ?? '') > Date.parse(notification.createdDate ?? '');
}
