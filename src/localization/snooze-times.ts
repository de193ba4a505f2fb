import { capitalize, daysBetween, formatDate, formatRelative } from './dates.js';

/** A time at which a snoozed notification may come back, as a customer sees it. */
export interface SnoozeTime {
  label: string;
  /** The exact time, such as `09:00` or `Mon 09:00`. */
  hint: string;
  date: Date;
}

const hourMs = 3_600_000;
/** The hour at which a morning begins, for whatever is put off until then. */
const morningAt = 9;
/** The days from a Sunday on that are left until Monday. */
const daysToMonday = [1, 7, 6, 5, 4, 3, 2];

const withWeekday = (weekday: 'short' | 'long'): Intl.DateTimeFormatOptions => ({
  weekday,
  hour: 'numeric',
  minute: '2-digit',
});

/** When the morning begins that is this many days away. */
export function morningIn(days: number, now: number): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(morningAt, 0, 0, 0);
  return date;
}

/**
 * The times that are offered, in the local time zone: in three hours, rounded up to the full hour, if that is still today;
 * tomorrow at nine; next Monday at nine, unless that is tomorrow.
 */
export function snoozeTimes(now: number, locale: string): SnoozeTime[] {
  const later = new Date(now + 3 * hourMs);
  if (Number(later) % hourMs !== 0) later.setHours(later.getHours() + 1, 0, 0, 0);
  const tomorrow = morningIn(1, now);
  const monday = morningIn(daysToMonday[new Date(now).getDay()] ?? 7, now);
  const timeOfDay = (date: Date): string => formatDate(Number(date), locale, { timeStyle: 'short' });
  const times = [
    { label: formatRelative(1, 'day', locale), hint: timeOfDay(tomorrow), date: tomorrow },
    {
      label: formatRelative(1, 'week', locale),
      hint: formatDate(Number(monday), locale, withWeekday('short')),
      date: monday,
    },
  ];
  if (Number(monday) === Number(tomorrow)) times.pop();
  if (daysBetween(now, Number(later)) === 0)
    times.unshift({ label: formatRelative(0, 'day', locale), hint: timeOfDay(later), date: later });
  return times.map((time) => ({ ...time, label: capitalize(time.label, locale) }));
}

/** When a notification comes back: `17:00`, `tomorrow 09:00`, `Monday 09:00`, `12 March 2026 at 09:00`. */
export function formatSnoozedUntil(time: number, now: number, locale: string): string {
  const days = daysBetween(now, time);
  if (days === 0) return formatDate(time, locale, { timeStyle: 'short' });
  if (days >= 7) return formatDate(time, locale, { dateStyle: 'long', timeStyle: 'short' });
  if (days > 1) return formatDate(time, locale, withWeekday('long'));
  // With what the language puts between a day and a time.
  return new Intl.DateTimeFormat(locale, withWeekday('long'))
    .formatToParts(time)
    .map(({ type, value }) => (type === 'weekday' ? formatRelative(1, 'day', locale) : value))
    .join('');
}
