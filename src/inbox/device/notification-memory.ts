import type { Device } from './device.js';
import { recordLimit, type DeviceChange, type DeviceRow } from './stored-row.js';
import type { Intake } from '../notifications/intake.js';
import type { ReadChanges } from '../notifications/read-changes.js';
import type { Records } from '../notifications/record-loader.js';
import type { StoreParts } from '../notifications/store-parts.js';

export interface NotificationMemoryOptions extends StoreParts {
  readonly records: Records;
  readonly readChanges: ReadChanges;
  readonly intake: Intake;
  /** The customer signed out in another tab. */
  signOut: () => void;
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
      if (event.type === 'sign-out') this.#options.signOut();
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
    const { list, reading, source, records, isReady, tell } = this.#options;
    this.#isRead = true;
    for (const mark of row.reads) reading.remember(mark);
    reading.watermark = row.watermark ?? '';
    list.dismiss(
      row.dismissals.flatMap(({ id, value }) => (value ? id : [])),
      true,
    );
    // Where the source has pages, until its first one is there.
    records.recall(row.records, !!source.load && !isReady());
    for (const item of list.items) list.set(item);
    tell();
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
    if (!isMine) this.#options.expel();
    return isMine;
  }
}
