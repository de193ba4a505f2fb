import type { NotificationCore, NotificationUpdate } from '../notifications/notification-state.js';
import type { Device, DeviceEvent } from './device.js';
import type { StoredRecord } from './stored-row.js';

/** How long requests wait for what the device stored, in milliseconds: it may respond late, or never. */
const maxWaitMs = 200;
/** How many records are stored. */
const maxRecords = 50;

export interface DeviceSyncOptions {
  /** Opens what the device stores about the customer. Without it nothing is stored. */
  device: (() => Promise<Device | null>) | undefined;
  /** The channel to other tabs, where nothing is stored. */
  tabs: { open(): void; close(): void } | undefined;
}

/**
 * Stores on the device what the customer decided, and applies what the device stored and what other tabs change. Without a
 * device it does nothing.
 */
export class DeviceSync {
  readonly #core: NotificationCore;
  readonly #openDevice: DeviceSyncOptions['device'];
  readonly #tabs: DeviceSyncOptions['tabs'];
  #unsubscribe: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether an answer of the device has come: what it stores later is another tab's. */
  #hasStarted = false;

  constructor(core: NotificationCore, { device, tabs }: DeviceSyncOptions) {
    this.#core = core;
    this.#openDevice = device;
    this.#tabs = tabs;
  }

  handleUpdate({ outcome: { stored } }: NotificationUpdate): void {
    if (stored) this.#withDevice((device) => device?.persist(stored, () => this.#recordsToStore()));
  }

  /**
   * Subscribes to the device. Calls `onReady` when what it stored is applied, or cannot be loaded, or takes too long; at
   * once without a device.
   */
  start(onReady: () => void): void {
    this.#endWait();
    this.#tabs?.open();
    if (!this.#openDevice) {
      onReady();
      return;
    }
    const finish = (): void => {
      if (this.#timer === undefined) return;
      this.#endWait();
      onReady();
    };
    this.#timer = setTimeout(finish, maxWaitMs);
    this.#core.apply({ type: 'conditions', conditions: { isDevicePending: true } });
    this.#withDevice((device) => {
      if (!device) finish();
      else {
        this.#unsubscribe?.();
        this.#unsubscribe = device.subscribe((event) => this.#handleEvent(event, finish));
      }
    });
  }

  /** Writes what is unwritten and leaves no timer. A page that is being left must not keep a channel open either. */
  suspend(isLeaving: boolean): void {
    this.#endWait();
    if (isLeaving) this.#tabs?.close();
    this.#withDevice((device) => {
      if (!isLeaving) device?.flush();
      else {
        this.#unsubscribe?.();
        this.#unsubscribe = undefined;
      }
    });
  }

  #withDevice(action: (device: Device | null) => void): void {
    void this.#openDevice?.().then(action);
  }

  #endWait(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#core.apply({ type: 'conditions', conditions: { isDevicePending: false } });
  }

  #handleEvent(event: DeviceEvent, onRow: () => void): void {
    if (event.type === 'sign-out') this.#core.apply({ type: 'signedOut' });
    else if (event.type === 'change') this.#core.apply({ type: 'synced', change: event.change });
    else {
      const { row } = event;
      // This tab knows more about its own "mark all as read" than the row does.
      if (row && this.#hasStarted) this.#core.apply({ type: 'synced', change: { ...row, watermark: null } });
      else if (row) {
        // The first page of the source replaces the list that the device stored.
        const isListed = this.#core.state.source.status !== 'ready';
        this.#core.apply({ type: 'restored', row, isListed });
      }
      this.#hasStarted = true;
      onRow();
    }
  }

  #recordsToStore(): StoredRecord[] | null {
    const { list, reads, source } = this.#core.state;
    if (source.status !== 'ready') return null;
    const records = list.items.flatMap(({ id, record }) =>
      record ? { record, at: reads.fetchedAt(id) } : [],
    );
    return records.slice(0, maxRecords);
  }
}
