import type { DeviceChange } from '../device/stored-row.js';
import type { NotificationList } from './item-list.js';
import type { NotificationStoreEvent } from './notification-state.js';
import type { Reading } from './read-state.js';
import type { NotificationSource } from '../sources/source.js';

/** What the parts of a store share. */
export interface StoreParts {
  readonly list: NotificationList;
  readonly reading: Reading;
  readonly source: NotificationSource;
  /** Whether the source's first page is known. */
  isReady: () => boolean;
  /** Tells that the state is another, and then of the event if there is one. */
  tell: (event?: NotificationStoreEvent) => void;
  /** What the device is to keep, along with the records. */
  keep: (change: Partial<DeviceChange>) => void;
  /** Somebody else has signed in: what is here is not theirs to see. */
  expel: () => void;
}
