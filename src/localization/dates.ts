import { getOrCreate } from '../common/get-or-create.js';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const unitFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Clocks differ: a date up to this far in the future counts as now. */
const clockTolerance = 5 * minute;

function formatDate(time: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  return getOrCreate(dateFormats, key, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

/** A key for the local calendar day, equal for all times of that day. */
export function dayKey(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Days between two times in the local calendar. Daylight saving makes some days shorter or longer, hence the rounding. */
function daysBetween(earlier: number, later: number): number {
  return Math.round((dayKey(later) - dayKey(earlier)) / day);
}

function formatUnit(amount: number, unit: 'minute' | 'hour', locale: string): string {
  return getOrCreate(
    unitFormats,
    locale + unit,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  ).format(amount);
}

/** A relative time in words where the language has them: `now`, `today`, `yesterday`. */
function formatRelative(amount: number, unit: 'second' | 'day', locale: string): string {
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

/** Milliseconds since 1970, or null for an invalid date. */
export function parseDate(date: string | null | undefined): number | null {
  const time = Date.parse(date ?? '');
  // The first representable day has no local midnight in some time zones.
  return Number.isNaN(dayKey(time)) ? null : time;
}

/** A short time for lists: `now`, `2 min`, `1 hr`, `Wed 14:20`, `12 Mar`, `12 Mar 2024`. */
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

/** The end of the local calendar day, in milliseconds since 1970. */
export function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** The earliest time at which {@link shortTime} may return another text, in milliseconds since 1970. */
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

/** The heading for a day: `Today`, `Yesterday`, `Wednesday 18 November`, `12 March 2024`. */
export function dayHeading(time: number, now: number, locale: string): string {
  const days = daysBetween(time, now);
  const text =
    days === 0 || days === 1
      ? formatRelative(-days, 'day', locale)
      : formatDay(time, now, locale, { month: 'long', weekday: 'long' });
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
