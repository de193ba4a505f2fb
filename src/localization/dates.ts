import { parseTime } from '../common/dates.js';
import { getOrCreate } from '../common/get-or-create.js';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const unitFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Clocks differ: a date up to this far in the future counts as now. */
const clockTolerance = 5 * minute;
/** A day has a heading of its own for this many days; earlier ones share that of their month. */
const maxHeadedDays = 30;

/** Formats a date, in the local time zone. */
export function formatDate(time: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  return getOrCreate(dateFormats, key, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

/** A key for the local calendar day, equal for all times of that day. */
export function dayKey(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A key for the month in the local calendar: the time at which it begins. */
function monthKey(time: number): number {
  return dayKey(new Date(time).setDate(1));
}

/** Days between two times in the local calendar. Daylight saving makes some days shorter or longer, hence the rounding. */
export function daysBetween(earlier: number, later: number): number {
  return Math.round((dayKey(later) - dayKey(earlier)) / day);
}

function formatUnit(amount: number, unit: 'minute' | 'hour', locale: string): string {
  return getOrCreate(
    unitFormats,
    locale + unit,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  ).format(amount);
}

/** A relative time in words where the language has them: `now`, `today`, `yesterday`, `next week`. */
export function formatRelative(amount: number, unit: 'second' | 'day' | 'week', locale: string): string {
  return getOrCreate(
    relativeFormats,
    locale,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  ).format(amount, unit);
}

/** Day and month, and the year if it is not the current one. */
function formatDay(time: number, now: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return formatDate(time, locale, {
    day: 'numeric',
    ...options,
    ...(!isThisYear && { year: 'numeric', weekday: undefined }),
  });
}

/** A text that stands alone, such as a heading. */
export function capitalize(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Milliseconds since 1970, or null for an invalid date. */
export function parseShownTime(date: string | null | undefined): number | null {
  // Firefox parses some more: a year after a character that is not visible, for example.
  const time = date && /^[\w+-]/.test(date) ? parseTime(date) : NaN;
  // The beginning of the first representable month is not representable.
  return Number.isNaN(monthKey(time)) ? null : time;
}

/** A short time that needs no heading: `now`, `2 min`, `1 hr`, `Wed 14:20`, `12 Mar`, `12 Mar 2024`. */
export function shortTime(time: number, now: number, locale: string): string {
  const elapsed = now - time;
  const days = daysBetween(time, now);
  if (elapsed >= minute) {
    if (elapsed < hour) return formatUnit(Math.floor(elapsed / minute), 'minute', locale);
    if (days === 0) return formatUnit(Math.floor(elapsed / hour), 'hour', locale);
    if (days < 7) return formatDate(time, locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  } else if (elapsed >= -clockTolerance) return formatRelative(0, 'second', locale);
  return formatDay(time, now, locale, { month: 'short' });
}

function hasMonthHeading(time: number, now: number): boolean {
  return daysBetween(time, now) > maxHeadedDays;
}

/** A short time that does not repeat {@link dateHeading}: `now`, `2 min`, `1 hr` today, `14:20` below another day, `12 Mar` below a month. */
export function timeBelowHeading(time: number, now: number, locale: string): string {
  if (hasMonthHeading(time, now)) return formatDate(time, locale, { day: 'numeric', month: 'short' });
  const isPastOfToday = daysBetween(time, now) === 0 && time <= now + clockTolerance;
  return isPastOfToday ? shortTime(time, now, locale) : formatDate(time, locale, { timeStyle: 'short' });
}

/** The time of today, or the day of an earlier time. */
export function dayOrTime(time: number, now: number, locale: string): string {
  const isToday = daysBetween(time, now) === 0;
  return formatDate(
    time,
    locale,
    isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  );
}

/** The end of the local calendar day, in milliseconds since 1970. */
export function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** The earliest time at which {@link shortTime} or {@link timeBelowHeading} may return another text, in milliseconds since 1970. */
export function nextShortTimeChange(time: number, now: number): number {
  const elapsed = now - time;
  const step = elapsed < hour ? minute : dayKey(time) === dayKey(now) ? hour : Infinity;
  const next =
    elapsed < -clockTolerance
      ? time - clockTolerance
      : time + Math.max(1, Math.floor(elapsed / step) + 1) * step;
  return Math.min(next, nextMidnight(now));
}

/** Date and time in full. */
export function fullTime(time: number, locale: string): string {
  return formatDate(time, locale, { dateStyle: 'full', timeStyle: 'short' });
}

/** A key for the times that share a heading: when their day begins, or their month. */
export function headingKey(time: number, now: number): number {
  return hasMonthHeading(time, now) ? monthKey(time) : dayKey(time);
}

/** The heading for a day or a month: `Today`, `Yesterday`, `Wednesday 18 November`, `May 2024`. */
export function dateHeading(time: number, now: number, locale: string): string {
  const days = daysBetween(time, now);
  let text: string;
  if (days === 0 || days === 1) text = formatRelative(-days, 'day', locale);
  else if (hasMonthHeading(time, now)) text = formatDate(time, locale, { month: 'long', year: 'numeric' });
  else text = formatDay(time, now, locale, { month: 'long', weekday: 'long' });
  return capitalize(text, locale);
}
