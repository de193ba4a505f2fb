import { ApiError, AuthenticationError, isTransient, NudgeError, RequestError } from '../../api/errors.js';
import type { Notification } from '../../api/schemas/notification.js';
import { withRecord, type NotificationItem } from './notification-item.js';
import { FetchQueue } from './request-queue.js';
import type { NotificationStoreOptions } from './notification-state.js';
import type { StoreParts } from './store-parts.js';

export type Records = ReturnType<typeof createRecords>;

/** The records of the list's items: fetched as they are asked for, and all of one customer. */
export function createRecords(
  retrieve: NotificationStoreOptions['retrieve'],
  { list, reading, tell, keep, expel }: StoreParts,
) {
  /** Those that an earlier visit fetched, and this one has not. */
  const recalled = new Set<string>();
  /** Whose the records are, once one said so. */
  let customer: string | null = null;

  const queue = new FetchQueue({
    fetch: async (id, { signal }) => {
      const record = await retrieve(id, { signal });
      signal.throwIfAborted();
      if (!admit(record.uniqueCustomerId)) {
        expel();
        throw new AuthenticationError("The notification is another customer's.", null, { status: 401 });
      }
      recalled.delete(id);
      reading.serve(id, record.isRead);
      list.set(withRecord(list.get(id), record));
      return list.get(id).record ?? record;
    },
    onLoaded: () => {
      keep({});
      tell();
    },
    onFailed: (id, error) => {
      // Refused: asking again would give the same. Anything else may be better next time.
      const isRefused = error instanceof RequestError || (error instanceof ApiError && !isTransient(error));
      // What an earlier visit fetched is better than nothing, unless it is no more.
      if (isRefused || !recalled.has(id)) {
        recalled.delete(id);
        mark(id, isRefused ? 'missing' : 'failed', error instanceof NudgeError ? error : null);
      }
      tellFailure(error);
    },
    onPaused: tell,
    onStopped: tellFailure,
  });

  function tellFailure(error: unknown): void {
    tell({ type: 'error', error, operation: 'load' });
  }

  function mark(id: string, status: NotificationItem['status'], error: NudgeError | null = null): void {
    list.set({ ...list.get(id), status, error, record: null });
  }

  /** Whether it may be the customer whose the records are. */
  function isOf(other: string | null): boolean {
    return other === null || other === (customer ?? other);
  }

  /** As {@link isOf}; the first customer is the one. */
  function admit(other: string | null): boolean {
    customer ??= other;
    return isOf(other);
  }

  /** Asks for those that are not there yet. */
  function request(ids: readonly string[]): void {
    queue.request(ids.filter((id) => list.get(id).status === 'pending'));
  }

  /** Fetches once more those that only an earlier visit fetched. */
  function renew(ids: readonly string[]): void {
    queue.request(ids.filter((id) => recalled.has(id)));
  }

  return {
    queue,
    isOf,
    admit,
    request,
    renew,

    get customer(): string | null {
      return customer;
    },

    /** Takes what an earlier visit fetched, to be shown until it is fetched again. */
    recall(records: readonly Notification[], isListed: boolean): void {
      for (const { id, isRead } of records) {
        if (list.get(id).record) continue;
        recalled.add(id);
        reading.serve(id, isRead);
      }
      list.recall(
        records.filter(({ id }) => recalled.has(id)),
        isListed,
      );
    },

    load(id: string): Promise<Notification> {
      if (list.get(id).status !== 'pending') {
        mark(id, 'pending');
        tell();
      }
      return queue.load(id);
    },

    /** What is on the screen, in order: fetched before all else. */
    show(ids: readonly string[]): void {
      queue.prefer(ids);
      const shown = ids.filter((id) => list.has(id) && !list.isDismissed(id));
      request(shown);
      renew(shown);
    },

    /** Lets those that failed be asked for again. What does not exist is let be. */
    pardon(): void {
      for (const { id, status } of list.items) if (status === 'failed') mark(id, 'pending');
    },

    /** Takes records of any customer again. */
    forgetCustomer(): void {
      customer = null;
      recalled.clear();
    },
  };
}
