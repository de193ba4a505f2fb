import { isId } from '../stores/ids.js';
import type { ListPosition } from '../stores/inbox-store.js';
import { HttpError } from './http-error.js';
import { digest } from './responses.js';

/** Databases and JavaScript write dates beyond the year 9999 differently. */
const maxTime = Date.UTC(10_000, 0);

/**
 * Binds a position to the customer, so that a cursor of another one is noticed. It is no secret: whoever computes a cursor
 * of their own can only reach their own list.
 */
const checksum = (customerId: string, position: string): Promise<string> =>
  digest(JSON.stringify([customerId, position]));

/** The cursor of the page after this notification. */
export async function createCursor(customerId: string, { createdDate, id }: ListPosition): Promise<string> {
  const position = `${Date.parse(createdDate)}.${id}`;
  return `${await checksum(customerId, position)}.${position}`;
}

/**
 * Parses a cursor that `createCursor()` has created for this customer.
 *
 * @throws HttpError if it was created for another one, so that the page is another customer's, or not at all
 */
export async function parseCursor(customerId: string, cursor: string): Promise<ListPosition> {
  const [, sum, position = '', time, id] = /^([0-9a-f]{16})\.((\d{1,15})\.(.+))$/s.exec(cursor) ?? [];
  if (!isId(id) || !(Number(time) < maxTime)) throw new HttpError(400, 'invalid-cursor');
  if (sum !== (await checksum(customerId, position))) throw new HttpError(409, 'other-customer');
  return { createdDate: new Date(Number(time)).toISOString(), id };
}
