import type { DeviceChange } from './device-row.js';
import { marksOf } from './marks.js';
import type { NotificationList } from './notification-list.js';
import type { ReadChanges } from './read-changes.js';
import type { NotificationReference, SourceEvent } from './source.js';

export interface IntakeOptions {
  list: NotificationList;
  readChanges: ReadChanges;
  /** Whether the source's first page is known. */
  isReady: () => boolean;
  /** The list is another, by these on top among others. */
  onArrive: (ids: readonly string[]) => void;
  onDismiss: (ids: readonly string[], isDismissed: boolean) => void;
  /** What the device is to keep. */
  onKeep: (change: Partial<DeviceChange>) => void;
}

/** Takes onto the list what the host and its source name, with what they say of it, and off it what is dismissed. */
export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  add(references: readonly NotificationReference[]): void {
    const { list, readChanges, onArrive } = this.#options;
    readChanges.hear(references);
    onArrive(list.insert(references));
  }

  /** All that the host itself names now. */
  follow(references: readonly NotificationReference[]): void {
    const { list, readChanges, onArrive } = this.#options;
    readChanges.hear(references);
    onArrive(list.follow(references));
  }

  keepPage(references: readonly NotificationReference[], page: 'first' | 'next'): void {
    const { list, readChanges, isReady } = this.#options;
    const isReading = page === 'next' || !isReady();
    const ids = references.map(({ id }) => id);
    // What was marked before it was there is covered as it comes; what arrives is not.
    const added = isReading ? ids.filter((id) => !list.has(id)) : [];
    if (!isReady()) list.settle(new Set(ids));
    if (page === 'first') this.add(references);
    else {
      readChanges.hear(references);
      list.append(references);
    }
    readChanges.cover(added);
  }

  hear(event: SourceEvent): void {
    const { list, readChanges, onArrive, onKeep } = this.#options;
    if (event.type === 'add') this.add(event.references);
    else if (event.type === 'read') readChanges.follow(event.ids, event.isRead);
    else {
      list.dismiss(event.ids, false);
      list.remove(event.ids);
      onKeep({ dismissals: marksOf(event.ids, () => false) });
      onArrive([]);
    }
  }

  /** Takes these off the list, or puts them back where they were. */
  dismiss(ids: readonly string[], isDismissed: boolean): void {
    const changed = this.followDismissal(ids, isDismissed);
    if (changed.length > 0) this.#options.onKeep({ dismissals: marksOf(changed, () => isDismissed) });
  }

  /** As {@link dismiss}, where it happened elsewhere. */
  followDismissal(ids: readonly string[], isDismissed: boolean): string[] {
    const { list, onArrive, onDismiss } = this.#options;
    const changed = list.dismiss(ids, isDismissed);
    if (changed.length > 0) {
      onArrive([]);
      onDismiss(changed, isDismissed);
    }
    return changed;
  }
}
