import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationCore } from '../notifications/notification-state.js';
import type { Device, DeviceEvent } from './device.js';

/** How long requests wait for what the device stored, in milliseconds: it may respond late, or never. */
const maxWaitMs = 200;
/** How many records are stored. */
const maxRecords = 50;

/**
 * Stores on the device what the customer decided, and applies what the device stored and what other tabs change. Without a
 * device it does nothing.
 */
export class DeviceSync {
  readonly #core: NotificationCore;
  readonly #openDevice: (() => Promise<Device | null>) | undefined;
  readonly #hasPages: boolean;
  #unsubscribe: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRestored = false;

  /** @param hasPages Whether the source has pages, the first of which replaces the list that the device stored. */
  constructor(
    core: NotificationCore,
    openDevice: (() => Promise<Device | null>) | undefined,
    hasPages: boolean,
  ) {
    this.#core = core;
    this.#openDevice = openDevice;
    this.#hasPages = hasPages;
    core.addEffect(({ outcome: { stored } }) => {
      if (stored) this.#withDevice((device) => device?.persist(stored, () => this.#recordsToStore()));
    });
  }

  /**
   * Subscribes to the device. Calls `onReady` when what it stored is applied, or cannot be loaded, or takes too long; at
   * once without a device.
   */
  start(onReady: () => void): void {
    this.#endWait();
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
      if (row && this.#isRestored) this.#core.apply({ type: 'synced', change: { ...row, watermark: null } });
      else if (row) {
        this.#isRestored = true;
        const isListed = this.#hasPages && this.#core.state.source.status !== 'ready';
        this.#core.apply({ type: 'restored', row, isListed });
      }
      onRow();
    }
  }

  #recordsToStore(): Notification[] | null {
    const { list, source } = this.#core.state;
    if (source.status !== 'ready') return null;
    return list.items.flatMap(({ record }) => record ?? []).slice(0, maxRecords);
  }
}
