import { fieldNames, reportOtherStyles } from '../common/field-names.js';
import { getOrCreate } from '../common/get-or-create.js';
import { delay } from '../common/time.js';
import { isObject } from '../common/type-guards.js';
import { contentFields, makePayload, type DeliveredContent, type DeliveredTag } from './short-form.js';
import { parseFlag, parseGivenAnswer, parseStored, type GivenAnswer } from './host-values.js';
import { assertId, isId, maxIds } from './stores/ids.js';
import type { InboxReference } from './stores/inbox-event.js';
import type { CustomerReferences } from './stores/inbox-store.js';

/**
 * A notification to deliver: one of your own in the short form, with a `title` or a `body`; or one with a `record`; or the `id` of one at a
 * notification service. Null in any field counts as missing.
 */
export interface DeliveredNotification extends DeliveredContent {
  /**
   * Its id: that of the service, or one of your own. In the short form, one is made without it, and only with it is it safe to
   * repeat the delivery.
   */
  id?: string | null;
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
  /** Its tags, also for the option `countsByTag`. Beside a `record` their names alone, only to be counted. Default: those of the record. */
  tags?: readonly (string | DeliveredTag)[] | null;
  /** What the customer has decided already by one of its buttons. It counts as read then. Default: nothing. */
  answer?: GivenAnswer | null;
  /** The whole record of it, in the form of the service. With it, the page does not request it. */
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
  ...contentFields,
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
 * Finds the id of a notification: makes one for the short form without it.
 *
 * @throws TypeError if there is none, or it cannot be meant
 */
function findId({ id, record }: Record<string, unknown>, isShortForm: boolean): string {
  const isMissing = id === undefined || id === null;
  if (isMissing && isShortForm) return crypto.randomUUID();
  if (isMissing && (record === undefined || record === null))
    throw new TypeError('A notification must have a title or a body, or the id of one that a service has.');
  assertId(id, 'The id of a notification');
  return id;
}

/**
 * Parses a notification of the host's code.
 *
 * @throws TypeError that names the field if one is invalid
 */
function parseDelivered(notification: unknown, customerId: string): InboxReference {
  if (!isObject(notification)) throw new TypeError('A notification must be an object.');
  reportOtherStyles(notification, names);
  const { importance, expiresDate } = notification;
  const payload = makePayload(notification);
  const id = findId(notification, payload !== null);
  const createdDate = parseStored(notification.createdDate, 'createdDate') ?? new Date().toISOString();
  const record = payload ? { id, uniqueCustomerId: customerId, createdDate, payload } : notification.record;
  const given = parseGivenAnswer(notification.answer ?? null);
  const answer = given && { ...given, date: given.date ?? new Date().toISOString() };
  const isRead = parseFlag(notification.isRead, 'isRead') || answer !== null;
  const isPinned = parseFlag(notification.isPinned, 'isPinned');
  if (!importances.includes(importance)) throw new TypeError("importance must be 'high' or 'normal'.");
  const hasRecord = record !== undefined && record !== null;
  if (hasRecord && (!isObject(record) || Array.isArray(record)))
    throw new TypeError('record must be an object.');
  const end = parseStored(expiresDate, 'expiresDate');
  const tags = parseTags(payload ? null : notification.tags, record);
  return {
    id,
    createdDate,
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

/** Notifications that a statement can add. */
export interface DeliveryBatch {
  /** Each customer once. */
  customers: CustomerReferences[];
  /** The ids, in the order in which the notifications were given. */
  ids: string[];
}

/**
 * Groups notifications by customer, in batches that a statement can add. A batch of an async iterable that is slow is not full.
 *
 * @throws TypeError that names what is invalid
 */
export async function* toCustomerBatches(
  deliveries: Iterable<CustomerDelivery> | AsyncIterable<CustomerDelivery>,
): AsyncGenerator<DeliveryBatch> {
  if (!isObject(deliveries) || !(Symbol.asyncIterator in deliveries || Symbol.iterator in deliveries))
    throw new TypeError('deliveries must be a list of { customerId, references }.');
  let batch = new Map<string, InboxReference[]>();
  let ids: string[] = [];
  let bytes = 0;
  const flush = (): DeliveryBatch => {
    const customers = [...batch].map(([customerId, references]) => ({ customerId, references }));
    const flushed = { customers, ids };
    batch = new Map();
    ids = [];
    bytes = 0;
    return flushed;
  };
  for await (const delivery of Symbol.asyncIterator in deliveries ? withPauses(deliveries) : deliveries) {
    if (delivery === pause) {
      if (ids.length > 0) yield flush();
      continue;
    }
    const { customerId, references }: Record<string, unknown> = isObject(delivery) ? delivery : {};
    assertId(customerId, 'customerId');
    if (!Array.isArray(references)) throw new TypeError('references must be a list of notifications.');
    for (const notification of references) {
      const reference = parseDelivered(notification, customerId);
      getOrCreate(batch, customerId, (): InboxReference[] => []).push(reference);
      ids.push(reference.id);
      bytes += recordBytes(reference);
      if (ids.length === maxIds || bytes >= maxBatchBytes) yield flush();
    }
  }
  if (ids.length > 0) yield flush();
}
