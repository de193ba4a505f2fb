import { warnOnce } from './warn.js';

const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
/** In every time zone, 1970 has begun before. */
const zeroEnd = 86_400_000;
/** As milliseconds, the seconds of all years from 1973 to 5138 are before this time, in March 1973. */
const minTime = 1e11;
/** Microseconds and nanoseconds are after it. Databases and JavaScript write dates beyond it differently. */
const maxTime = Date.UTC(10_000, 0);

/** Whether it can be meant as the time of something, in milliseconds since 1970. */
export const isPlausibleTime = (time: number): boolean => time >= minTime && time < maxTime;

/**
 * Parses the date of a notification, in ISO 8601 or in milliseconds since 1970. It decides which dates cannot be meant:
 *
 * - An empty text, and everything up to the beginning of 1970, stand for no date. They are the zero of a language or a database, such as
 *   the year 1 in Go and .NET, 1900 in SQL Server, or 0. A warning says so once.
 * - What follows until March 1973 are seconds that were taken for milliseconds, and years above 9999 are microseconds or
 *   nanoseconds: they are invalid.
 *
 * @param field the name of its field, for a warning
 * @returns the date in ISO 8601 with its zone, null for no date, undefined for what is invalid
 */
export function parseDate(value: unknown, field: string): string | null | undefined {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value.trim() : undefined;
  const isNumber = text !== undefined && /^-?\d*$/.test(text);
  const time = isNumber ? Number(text) : toTime(text ?? value);
  if (time <= zeroEnd || text?.startsWith('0000-')) {
    warnOnce(`${field} has the zero of a language or database, which stands for no date: send null.`);
    return null;
  }
  if (!isPlausibleTime(time)) return undefined;
  return text === undefined || isNumber ? new Date(time).toISOString() : withZone(text, field);
}

/** Milliseconds since 1970 of a date in ISO 8601 or HTTP; NaN for what is no date. Date.js replaces `Date.parse()` with one that returns objects and null. */
export function parseTime(date: string): number {
  return new Date(date).getTime();
}

/** When something was decided, or 0 if that is in the future: the clock was wrong, and whatever is decided now is newer. */
export function pastTime(decision: { readonly at: number } | undefined, now: number): number {
  return decision && decision.at <= now ? decision.at : 0;
}

/** Milliseconds since 1970; NaN for what is no date. A text without a zone, which browsers would parse in that of the customer, is in UTC. */
function toTime(value: unknown): number {
  if (typeof value === 'string') return parseTime(withoutZone.test(value) ? toUtc(value) : value);
  return typeof value === 'number' || value instanceof Date ? Number(value) : NaN;
}

const toUtc = (date: string): string => `${date.replace(' ', 'T')}Z`;

function withZone(date: string, field: string): string {
  if (!withoutZone.test(date)) return date;
  warnOnce(`${field} has no time zone and is read as UTC: let it end with Z.`);
  return toUtc(date);
}
