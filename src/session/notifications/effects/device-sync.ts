import { formatAnswer, isGiven } from '../state/marks/answers.js';
import { storedChanges } from '../state/change-groups.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';
import { deviceTimeoutMs, type Device, type DeviceEvent } from '../../device/device.js';
import type { TabChannel } from '../../device/tab-channel.js';
import type { StoredRecord } from '../../stored-change.js';

/** How many records are stored. */
const maxRecords = 50;

/** Opens what the device stores about the customer. */
type OpenDevice = () => Promise<Device | null>;
/** Receives a sign-out in another tab, where there is no device that would. */
type SignOutChannel = Pick<TabChannel, 'open' | 'close'>;

/**
 * Stores on the device what the customer decided, and applies what the device stored and what other tabs change. Without a
 * device it does nothing.
 */
export class NotificationDeviceSync {
  readonly name = 'device-sync';
  readonly on = storedChanges;
  readonly #container: NotificationStateContainer;
  readonly #openDevice: OpenDevice | undefined;
  readonly #signOutChannel: SignOutChannel | undefined;
  readonly #waitsForCustomer: boolean;
  /** The device once it is open; null if it cannot be opened. */
  #device: Device | null | undefined;
  #unsubscribe: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the device has returned what it stores: what comes later is another tab's. */
  #hasStarted = false;
  /** The watermark that this tab has had the device store last. */
  #watermark: string | null | undefined;

  /**
   * Without `openDevice` nothing is stored.
   *
   * @param waitsForCustomer Whether the device opens only when a response has named the customer, so that no request can wait for it.
   */
  constructor(
    container: NotificationStateContainer,
    openDevice: OpenDevice | undefined,
    signOutChannel: SignOutChannel | undefined,
    waitsForCustomer: boolean,
  ) {
    this.#container = container;
    this.#openDevice = openDevice;
    this.#signOutChannel = signOutChannel;
    this.#waitsForCustomer = waitsForCustomer;
  }

  handleUpdate({
    change,
    outcome: { toStore, haveRecordsChanged },
  }: NotificationUpdate<NotificationDeviceSync['on'][number]>): void {
    if (change.type === 'loaded' && change.isFetched)
      this.#withDevice((device) => device?.shareRecord(change.record));
    this.#watermark = toStore?.watermark ?? this.#watermark;
    if (toStore || haveRecordsChanged)
      this.#withDevice((device) => device?.persist(toStore ?? {}, () => this.#recordsToStore()));
  }

  /**
   * Subscribes to the device. Calls `onReady` when what it stored is applied, or cannot be loaded, or takes too long; at
   * once without a device, or with one that waits for the customer.
   */
  start(onReady: () => void): void {
    this.#endWait();
    this.#signOutChannel?.open();
    const finish = (): void => {
      if (this.#timer === undefined) return;
      this.#endWait();
      onReady();
    };
    const isAwaited = this.#openDevice !== undefined && !this.#waitsForCustomer;
    if (isAwaited) {
      this.#timer = setTimeout(finish, deviceTimeoutMs);
      this.#container.apply({ type: 'conditions', conditions: { isDevicePending: true } });
    } else onReady();
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
    if (isLeaving) this.#signOutChannel?.close();
    this.#withDevice((device) => {
      if (!isLeaving) device?.flush();
      else {
        this.#unsubscribe?.();
        this.#unsubscribe = undefined;
      }
    });
  }

  /** Runs the action at once, if the device is open: what is stored is that of the customer who is known at this moment. */
  #withDevice(action: (device: Device | null) => void): void {
    if (this.#device !== undefined) action(this.#device);
    else
      void this.#openDevice?.().then((device) => {
        this.#device = device;
        action(device);
      });
  }

  #endWait(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#container.apply({ type: 'conditions', conditions: { isDevicePending: false } });
  }

  #handleEvent(event: DeviceEvent, onRow: () => void): void {
    if (event.type === 'sign-out') {
      this.#container.apply({ type: 'cleared' });
      this.#container.apply({ type: 'closed' });
    } else if (event.type === 'record') {
      const { record } = event;
      this.#container.apply({ type: 'recordShared', references: [{ id: record.id, record }] });
    } else if (event.type === 'change')
      this.#container.apply({ type: 'deviceChanged', change: event.change });
    else {
      const { row } = event;
      // This tab knows more about its own "mark all as read" than the row does.
      if (row && this.#hasStarted) {
        const watermark = row.watermark === this.#watermark ? null : row.watermark;
        this.#container.apply({ type: 'deviceChanged', change: { ...row, watermark } });
      } else if (row) {
        // The first page of the source replaces the list that the device stored.
        const isListed = this.#container.state.source.status !== 'ready';
        this.#container.apply({ type: 'deviceLoaded', row, isListed });
      }
      this.#hasStarted = true;
      onRow();
    }
  }

  #recordsToStore(): StoredRecord[] | null {
    const { list, flags, source } = this.#container.state;
    if (source.status !== 'ready') return null;
    const records = list.items.flatMap(({ id, record, expiresDate, answer }): StoredRecord | [] =>
      record
        ? {
            record,
            at: flags.read.fetchedAt(id) ?? Date.now(),
            ...(expiresDate && { expiresDate }),
            ...(isGiven(answer) && { answer: formatAnswer(answer) }),
          }
        : [],
    );
    return records.slice(0, maxRecords);
  }
}
