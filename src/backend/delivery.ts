import { fieldNames, reportOtherStyles } from '../common/field-names.js';
import { getOrCreate } from '../common/get-or-create.js';
import { delay } from '../common/time.js';
import { isObject } from '../common/type-guards.js';
import { parseFlag, parseGivenAnswer, parseStored, type GivenAnswer } from './host-values.js';
import { assertId, isId, maxIds } from './stores/ids.js';
import type { InboxReference } from './stores/inbox-event.js';
import type { CustomerReferences } from './stores/inbox-store.js';

/** A notification to deliver. Null in any field but `id` counts as missing. */
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
  /** What the customer has decided already by one of its buttons. It counts as read then. Default: nothing. */
  answer?: GivenAnswer | null;
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

/** The tags that the host names, or else those of the record of the service; undefined if there is neither. */
function parseTags(tags: unknown, record: unknown): readonly unknown[] | undefined {
  if (tags === undefined || tags === null) return recordTags(record);
  const list: readonly unknown[] | null = Array.isArray(tags) ? tags : null;
  if (!list || list.some((tag) => typeof tag !== 'string'))
    throw new TypeError('tags must be a list of strings.');
  return list;
}

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
  'answer',
  'record',
]);
const importances: readonly unknown[] = ['high', 'normal', null, undefined];

/**
 * Parses a notification of the host's code.
 *
 * @throws TypeError that names the field if one is invalid
 */
function parseDelivered(notification: unknown): InboxReference {
  if (!isObject(notification)) throw new TypeError('A notification must be an object with an id.');
  reportOtherStyles(notification, names);
  const { id, createdDate, importance, expiresDate, record } = notification;
  assertId(id, 'The id of a notification');
  const given = parseGivenAnswer(notification.answer ?? null);
  const answer = given && { ...given, date: given.date ?? new Date().toISOString() };
  const isRead = parseFlag(notification.isRead, 'isRead') || answer !== null;
  const isPinned = parseFlag(notification.isPinned, 'isPinned');
  if (!importances.includes(importance)) throw new TypeError("importance must be 'high' or 'normal'.");
  const hasRecord = record !== undefined && record !== null;
  if (hasRecord && (!isObject(record) || Array.isArray(record)))
    throw new TypeError('record must be an object.');
  const end = parseStored(expiresDate, 'expiresDate');
  const tags = parseTags(notification.tags, record);
  return {
    id,
    createdDate: parseStored(createdDate, 'createdDate') ?? new Date().toISOString(),
    isRead,
    isSeen: isRead,
    isDismissed: false,
    ...(importance === 'high' && { importance }),
    ...(isPinned && { isPinned }),
    ...(end !== null && { expiresDate: end }),
    snoozedUntil: null,
    answer,
    ...(hasRecord && { record }),
    ...(tags && { tags: [...new Set(tags)].filter(isId) }),
  };
}

/** How many bytes of records a statement adds, so that none takes long. A single notification may have more. */
const maxBatchBytes = 1024 * 1024;

function recordBytes({ record }: InboxReference): number {
  if (record === undefined) return 0;
  try {
    return JSON.stringify([record]).length;
  } catch (cause) {
    throw new TypeError('record must be serializable as JSON.', { cause });
  }
}

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
 * @throws TypeError that names what is invalid
 */
export async function* toCustomerBatches(
  deliveries: Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>,
): AsyncGenerator<CustomerReferences[]> {
  if (!isObject(deliveries) || !(Symbol.asyncIterator in deliveries || Symbol.iterator in deliveries))
    throw new TypeError('deliveries must be a list of { customerId, references }.');
  let batch = new Map<string, InboxReference[]>();
  let size = 0;
  let bytes = 0;
  const flush = (): CustomerReferences[] => {
    const customers = [...batch].map(([customerId, references]) => ({ customerId, references }));
    batch = new Map();
    size = bytes = 0;
    return customers;
  };
  for await (const delivery of Symbol.asyncIterator in deliveries ? withPauses(deliveries) : deliveries) {
    if (delivery === pause) {
      if (size > 0) yield flush();
      continue;
    }
    const { customerId, references }: Record<string, unknown> = isObject(delivery) ? delivery : {};
    assertId(customerId, 'customerId');
    if (!Array.isArray(references)) throw new TypeError('references must be a list of notifications.');
    for (const notification of references) {
      const reference = parseDelivered(notification);
      getOrCreate(batch, customerId, (): InboxReference[] => []).push(reference);
      size += 1;
      bytes += recordBytes(reference);
      if (size === maxIds || bytes >= maxBatchBytes) yield flush();
    }
  }
  if (size > 0) yield flush();
}
