import type { Device } from './device.js';
import { recordLimit, type DeviceChange, type DeviceRow } from './device-row.js';
import type { Intake } from './intake.js';
import type { NotificationList } from './notification-list.js';
import type { ReadChanges } from './read-changes.js';
import type { Reading } from './reading.js';
import type { Records } from './records.js';

export interface NotificationMemoryOptions {
  list: NotificationList;
  reading: Reading;
  readChanges: ReadChanges;
  intake: Intake;
  records: Records;
  /** Whether the source has pages, so that the list itself may be remembered until its first one is there. */
  hasPages: boolean;
  /** Whether the source's first page is known. */
  isReady: () => boolean;
  onChange: () => void;
  /** What is kept is another customer's. */
  onStranger: () => void;
  /** The customer signed out in another tab. */
  onSignOut: () => void;
}

/** Brings what the device and the other tabs know into the store's parts, and the other way round. */
export class NotificationMemory {
  readonly #device: Device;
  readonly #options: NotificationMemoryOptions;
  #unsubscribe: (() => void) | undefined;
  #isRead = false;

  constructor(device: Device, options: NotificationMemoryOptions) {
    this.#device = device;
    this.#options = options;
  }

  /** Calls back once the device has said what it knows, or that it cannot. */
  start(ready: () => void): void {
    this.stop();
    this.#unsubscribe = this.#device.subscribe((event) => {
      if (event.type === 'sign-out') this.#options.onSignOut();
      else if (event.type === 'change') this.#take(event.change);
      else {
        if (event.row && this.#isMine(event.row)) {
          if (this.#isRead) this.#take({ ...event.row, watermark: null });
          else this.#recall(event.row);
        }
        ready();
      }
    });
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  flush(): void {
    this.#device.flush();
  }

  /** Keeps what the customer did, and with it the records. */
  keep(change: Partial<DeviceChange>): void {
    const { list, records, isReady } = this.#options;
    this.#device.keep({ ...change, uniqueCustomerId: records.customer }, () => {
      if (!isReady()) return null;
      return list.items.flatMap(({ record }) => record ?? []).slice(0, recordLimit);
    });
  }

  forget(): void {
    this.#device.forget();
  }

  /** What an earlier visit left: shown at once. */
  #recall(row: DeviceRow): void {
    const { list, reading, records, hasPages, isReady, onChange } = this.#options;
    this.#isRead = true;
    for (const mark of row.reads) reading.remember(mark);
    reading.watermark = row.watermark ?? '';
    list.dismiss(
      row.dismissals.flatMap(({ id, value }) => (value ? id : [])),
      true,
    );
    records.recall(row.records, hasPages && !isReady());
    for (const item of list.items) list.set(item);
    onChange();
  }

  /** What other tabs did meanwhile. */
  #take({ uniqueCustomerId, reads, dismissals, watermark }: DeviceChange): void {
    const { list, reading, readChanges, records, intake } = this.#options;
    // Somebody else is in that tab: it is nothing to this one.
    if (!records.isOf(uniqueCustomerId)) return;
    for (const mark of reads) reading.remember(mark);
    if (watermark !== null) reading.watermark = watermark;
    readChanges.show([...list.order, ...reads.map(({ id }) => id)]);
    for (const isDismissed of [true, false]) {
      intake.followDismissal(
        dismissals.filter(({ value }) => value === isDismissed).map(({ id }) => id),
        isDismissed,
      );
    }
  }

  /** Whether the row is this customer's: else both are dropped. */
  #isMine({ uniqueCustomerId }: DeviceRow): boolean {
    const isMine = this.#options.records.admit(uniqueCustomerId);
    if (!isMine) this.#options.onStranger();
    return isMine;
  }
}
