import { warnOnce } from './warn.js';

const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * Returns an ISO 8601 date with its zone. One without a zone, which browsers would read in the zone of the customer, is in UTC;
 * the developer is told so once.
 *
 * @param field the name of its field, for the warning
 */
export function withZone(date: string, field: string): string {
  if (!withoutZone.test(date)) return date;
  warnOnce(`${field} has no time zone and is read as UTC: let it end with Z.`);
  return `${date.replace(' ', 'T')}Z`;
}
