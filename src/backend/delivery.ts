import { parseDate } from '../common/dates.js';
import { fieldNames, reportOtherStyles } from '../common/field-names.js';
import { getOrCreate } from '../common/get-or-create.js';
import { delay } from '../common/time.js';
import { isObject } from '../common/type-guards.js';
import { assertId, isId, maxIds } from './stores/ids.js';
import type { InboxReference } from './stores/inbox-event.js';
import type { CustomerReferences } from './stores/inbox-store.js';

/** A notification to deliver. */
export interface DeliveredNotification {
  /** Its id at the service. */
  id: string;
  /** When it was created: in ISO 8601, where one without a time zone is in UTC, or as a `Date`. Default, also for null: now. */
  createdDate?: string | Date | null;
  /** Whether it was read already. Default: no. */
  isRead?: boolean;
  /** `high` marks it as important. */
  importance?: 'high' | 'normal';
  /** Whether it comes before all others, below a heading of its own. */
  isPinned?: boolean;
  /** When it leaves the list and the counts, and is deleted. Default, also for null: never. */
  expiresDate?: string | Date | null;
  /** Its tags, for the option `countsByTag`. Default: those of the record. */
  tags?: readonly string[];
  /** The service's record of it. With it, the page does not request it from the service. */
  record?: unknown;
}

/** Notifications to deliver to a customer, among those of many. */
export interface CustomerDelivery {
  /** The customer. */
  customerId: string;
  /** Their notifications. */
  references: readonly DeliveredNotification[];
}

/** Parses a date of the host's code, as it is stored; null if there is none. */
function parseStored(value: unknown, name: string): string | null {
  const date = parseDate(value, name);
  if (date === undefined)
    throw new TypeError(
      `${name} must be a date in ISO 8601, a Date, or milliseconds since 1970, of the years 1973 to 9999.`,
    );
  return date && new Date(date).toISOString();
}

/** The tags of a record of the service; undefined if there is no record. */
function recordTags(record: unknown): unknown[] | undefined {
  if (!isObject(record)) return undefined;
  const tags = isObject(record.payload) ? record.payload.tags : [];
  return Array.isArray(tags) ? tags.map((tag: unknown) => (isObject(tag) ? tag.tagName : undefined)) : [];
}

const names = fieldNames([
  'id',
  'createdDate',
  'isRead',
  'importance',
  'isPinned',
  'expiresDate',
  'tags',
  'record',
]);
const importances: readonly unknown[] = ['high', 'normal', null, undefined];

/**
 * Parses a notification of the host's code.
 *
 * @throws TypeError if its id, a date or its importance is invalid
 */
function parseDelivered(notification: DeliveredNotification): InboxReference {
  reportOtherStyles(notification, names);
  const { id, createdDate, isRead, importance, isPinned, expiresDate, record, tags } = notification;
  assertId(id, 'The id of a notification');
  if (!importances.includes(importance)) throw new TypeError("importance must be 'high' or 'normal'.");
  const end = parseStored(expiresDate, 'expiresDate');
  const knownTags: readonly unknown[] | undefined = tags ?? recordTags(record);
  return {
    id,
    createdDate: parseStored(createdDate, 'createdDate') ?? new Date().toISOString(),
    isRead: isRead === true,
    isSeen: isRead === true,
    isDismissed: false,
    ...(importance === 'high' && { importance }),
    ...(isPinned === true && { isPinned }),
    ...(end !== null && { expiresDate: end }),
    snoozedUntil: null,
    ...(record !== undefined && record !== null && { record }),
    ...(knownTags && { tags: [...new Set(knownTags)].filter(isId) }),
  };
}

/** How many bytes of records a statement adds, so that none takes long. A single notification may have more. */
const maxBatchBytes = 1024 * 1024;

const recordBytes = ({ record }: InboxReference): number =>
  record === undefined ? 0 : JSON.stringify([record]).length;

/** Deliveries to different customers that come at once. So many, and with so many bytes, are added by one statement. */
export const deliveryLimits = {
  maxRunning: 2,
  maxSize: maxBatchBytes,
  sizeOf: ({ references }: CustomerReferences): number =>
    references.reduce((bytes, reference) => bytes + 4096 + recordBytes(reference), 0),
};

/** How long what an async iterable has yielded waits for a batch to become full, in milliseconds. */
const maxWaitMs = 250;
const pause = Symbol('pause');

/** Yields what an async iterable yields, and a pause if the first item since the last one has waited for `maxWaitMs`. */
async function* withPauses<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item | typeof pause> {
  const iterator = items[Symbol.asyncIterator]();
  const ended = new AbortController();
  let waiting: Promise<typeof pause> | undefined;
  let next = iterator.next();
  let isDone = false;
  try {
    while (!isDone) {
      const result = await Promise.race(waiting ? [next, waiting] : [next]);
      if (result === pause) {
        waiting = undefined;
        yield pause;
      } else if (result.done) isDone = true;
      else {
        waiting ??= delay(maxWaitMs, ended.signal).then(
          () => pause,
          () => pause,
        );
        yield result.value;
        next = iterator.next();
      }
    }
  } finally {
    ended.abort();
    // A delivery has failed: nobody waits for what the iterable yields, or throws, after that.
    if (!isDone) {
      next.catch(() => undefined);
      iterator.return?.().catch(() => undefined);
    }
  }
}

/**
 * Groups notifications by customer, in batches that a statement can add. A batch of an async iterable that is slow is not full.
 *
 * @throws TypeError if an id or date is invalid
 */
export async function* toCustomerBatches(
  deliveries: Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>,
): AsyncGenerator<CustomerReferences[]> {
  let batch = new Map<string, Map<string, InboxReference>>();
  let size = 0;
  let bytes = 0;
  const flush = (): CustomerReferences[] => {
    const customers = [...batch].map(([customerId, own]) => ({ customerId, references: [...own.values()] }));
    batch = new Map();
    size = bytes = 0;
    return customers;
  };
  for await (const delivery of Symbol.asyncIterator in deliveries ? withPauses(deliveries) : deliveries) {
    if (delivery === pause) {
      if (size > 0) yield flush();
      continue;
    }
    const { customerId, references } = delivery;
    assertId(customerId, 'customerId');
    for (const notification of references) {
      const reference = parseDelivered(notification);
      getOrCreate(batch, customerId, () => new Map<string, InboxReference>()).set(reference.id, reference);
      size += 1;
      bytes += recordBytes(reference);
      if (size === maxIds || bytes >= maxBatchBytes) yield flush();
    }
  }
  if (size > 0) yield flush();
}
