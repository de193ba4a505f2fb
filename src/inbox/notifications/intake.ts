import { marksOf } from '../device/marks.js';
import type { NotificationStoreEvent } from './notification-state.js';
import type { ReadChanges } from './read-changes.js';
import type { NotificationReference, SourceEvent } from '../sources/source.js';
import type { StoreParts } from './store-parts.js';

export type Intake = ReturnType<typeof createIntake>;

/**
 * Takes onto the list what the host and its source name, with what they say of it, and off it what is dismissed.
 * Then the list is another, by the ids on top that `arrive` is told of among others.
 */
export function createIntake(
  { list, isReady, keep }: StoreParts,
  readChanges: ReadChanges,
  arrive: (ids: readonly string[], event?: NotificationStoreEvent) => void,
) {
  function add(references: readonly NotificationReference[]): void {
    readChanges.hear(references);
    arrive(list.insert(references));
  }

  /** Takes these off the list, or puts them back where they were, as was done elsewhere. */
  function followDismissal(ids: readonly string[], isDismissed: boolean): string[] {
    const changed = list.dismiss(ids, isDismissed);
    if (changed.length > 0) arrive([], { type: 'dismiss', ids: changed, isDismissed });
    return changed;
  }

  return {
    add,
    followDismissal,

    /** All that the host itself names now. */
    follow(references: readonly NotificationReference[]): void {
      readChanges.hear(references);
      arrive(list.follow(references));
    },

    keepPage(references: readonly NotificationReference[], page: 'first' | 'next'): void {
      const isReading = page === 'next' || !isReady();
      const ids = references.map(({ id }) => id);
      // What was marked before it was there is covered as it comes; what arrives is not.
      const added = isReading ? ids.filter((id) => !list.has(id)) : [];
      if (!isReady()) list.settle(new Set(ids));
      if (page === 'first') add(references);
      else {
        readChanges.hear(references);
        list.append(references);
      }
      readChanges.cover(added);
    },

    hear(event: SourceEvent): void {
      if (event.type === 'add') add(event.references);
      else if (event.type === 'read') readChanges.follow(event.ids, event.isRead);
      else {
        list.dismiss(event.ids, false);
        list.remove(event.ids);
        keep({ dismissals: marksOf(event.ids, () => false) });
        arrive([]);
      }
    },

    /** As {@link followDismissal}, done here. */
    dismiss(ids: readonly string[], isDismissed: boolean): void {
      const changed = followDismissal(ids, isDismissed);
      if (changed.length > 0) keep({ dismissals: marksOf(changed, () => isDismissed) });
    },
  };
}
