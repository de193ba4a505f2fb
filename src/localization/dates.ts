import { getOrCreate } from '../common/get-or-create.js';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const unitFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Clocks differ: a date this little ahead counts as now. */
const tolerance = 5 * minute;

function formatDate(time: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  return getOrCreate(dateFormats, key, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

/** The local calendar day as a key that is the same for all times of that day. */
export function dayKey(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Calendar days between two times, by the local calendar; daylight saving makes some days shorter or longer. */
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

/** In words where the language has them: `now`, `today`, `yesterday`. */
function inWords(amount: number, name: 'second' | 'day', locale: string): string {
  return getOrCreate(
    relativeFormats,
    locale,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  ).format(amount, name);
}

/** Day and month; the year only where it is another than now. */
function dayAndMonth(time: number, now: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return formatDate(time, locale, {
    day: 'numeric',
    ...options,
    ...(!isThisYear && { year: 'numeric', weekday: undefined }),
  });
}

/** Milliseconds since 1970, or null for what is no date. */
export function parseDate(date: string | null): number | null {
  const time = date === null ? NaN : Date.parse(date);
  // The first day that there is has no midnight in some time zones.
  return Number.isNaN(dayKey(time)) ? null : time;
}

/** A short time as lists show it: `now`, `2 min`, `1 hr`, `Wed 14:20`, `12 Mar`, `12 Mar 2024`. */
export function shortTime(time: number, now: number, locale: string): string {
  const elapsed = now - time;
  const days = daysBetween(time, now);
  if (elapsed >= minute) {
    if (elapsed < hour) return formatUnit(Math.floor(elapsed / minute), 'minute', locale);
    if (days === 0) return formatUnit(Math.floor(elapsed / hour), 'hour', locale);
    if (days < 7) return formatDate(time, locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  } else if (elapsed >= -tolerance) return inWords(0, 'second', locale);
  return dayAndMonth(time, now, locale, { month: 'short' });
}

/** When the local calendar day ends, in milliseconds since 1970. */
export function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** When {@link shortTime} may next say something else, in milliseconds since 1970. */
export function nextChange(time: number, now: number): number {
  const elapsed = now - time;
  const step = elapsed < hour ? minute : dayKey(time) === dayKey(now) ? hour : Infinity;
  const next =
    elapsed < -tolerance ? time - tolerance : time + Math.max(1, Math.floor(elapsed / step) + 1) * step;
  return Math.min(next, nextMidnight(now));
}

/** Date and time in full, for those who want to know exactly. */
export function fullTime(time: number, locale: string): string {
  return formatDate(time, locale, { dateStyle: 'full', timeStyle: 'short' });
}

/** The heading of a day: `Today`, `Yesterday`, `Wednesday 18 November`, `12 March 2024`. */
export function dayHeading(time: number, now: number, locale: string): string {
  const days = daysBetween(time, now);
  const text =
    days === 0 || days === 1
      ? inWords(-days, 'day', locale)
      : dayAndMonth(time, now, locale, { month: 'long', weekday: 'long' });
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
