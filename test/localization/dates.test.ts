import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dateHeading,
  dayKey,
  fullTime,
  headingKey,
  nextShortTimeChange,
  nextMidnight,
  parseShownTime,
  shortTime,
  timeBelowHeading,
} from '../../src/localization/dates.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

afterEach(() => void vi.unstubAllEnvs());

/** Node applies a change of TZ immediately. */
function setTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone);
}

/** Parses a local time. */
const at = (text: string): number => new Date(text).getTime();
/** Replaces any white space by plain spaces, because it differs among versions of the locale data. */
const normalizeSpaces = (text: string): string => text.replace(/\s/g, ' ');
const short = (time: string | number, now: string | number, locale = 'en'): string =>
  normalizeSpaces(
    shortTime(typeof time === 'number' ? time : at(time), typeof now === 'number' ? now : at(now), locale),
  );

describe('shortTime()', () => {
  it.each([
    ['2025-11-19T12:00:00', 'now'],
    ['2025-11-19T11:59:00.001', 'now'],
    ['2025-11-19T11:59:00', '1 min'],
    ['2025-11-19T11:00:00.001', '59 min'],
    ['2025-11-19T11:00:00', '1 hr'],
    ['2025-11-19T00:00:00', '12 hr'],
    ['2025-11-18T23:59:00', 'Tue 11:59 PM'],
    ['2025-11-13T00:00:00', 'Thu 12:00 AM'],
    ['2025-11-12T23:59:00', 'Nov 12'],
    ['2025-01-01T00:00:00', 'Jan 1'],
    ['2024-12-31T23:59:00', 'Dec 31, 2024'],
    ['1970-01-02T00:00:00', 'Jan 2, 1970'],
  ])('formats %s, seen at noon on 19 November 2025, as %s', (time, expected) => {
    setTimeZone('UTC');
    expect(short(time, '2025-11-19T12:00:00')).toBe(expected);
  });

  it.each([
    ['2025-11-19T12:04:59', 'now'],
    ['2025-11-19T12:05:00', 'now'],
    ['2025-11-19T12:05:01', 'Nov 19'],
    ['2025-11-25T12:00:00', 'Nov 25'],
    ['2026-01-01T00:00:00', 'Jan 1, 2026'],
  ])('formats the future time %s as %s', (time, expected) => {
    expect(short(time, '2025-11-19T12:00:00')).toBe(expected);
  });

  it('counts minutes across midnight', () => {
    expect(short('2025-11-18T23:50:00', '2025-11-19T00:10:00')).toBe('20 min');
    expect(short('2025-11-18T23:50:00', '2025-11-19T00:50:00')).toBe('Tue 11:50 PM');
  });

  it.each([
    ['en-GB', /^Tue 23:59$/, /^31 Dec 2024$/],
    ['ar-EG', /^الثلاثاء.*١١:٥٩/, /^٣١ ديسمبر.*٢٠٢٤$/],
  ])('uses the format of the locale %s', (locale, yesterday, longAgo) => {
    expect(short('2025-11-18T23:59:00', '2025-11-19T12:00:00', locale)).toMatch(yesterday);
    expect(short('2024-12-31T23:59:00', '2025-11-19T12:00:00', locale)).toMatch(longAgo);
  });

  it('uses the digits and words of the language', () => {
    expect(short('2025-11-19T11:58:00', '2025-11-19T12:00:00', 'ar-EG')).toMatch(/^٢ /);
    expect(short('2025-11-19T10:00:00', '2025-11-19T12:00:00', 'de')).toBe('2 Std.');
  });
});

const below = (time: string | number, now: string | number, locale = 'en'): string =>
  normalizeSpaces(
    timeBelowHeading(
      typeof time === 'number' ? time : at(time),
      typeof now === 'number' ? now : at(now),
      locale,
    ),
  );

describe('timeBelowHeading()', () => {
  it.each([
    ['2025-11-19T12:05:01', '12:05 PM'],
    ['2025-11-19T12:05:00', 'now'],
    ['2025-11-19T11:59:00.001', 'now'],
    ['2025-11-19T11:59:00', '1 min'],
    ['2025-11-19T11:00:00', '1 hr'],
    ['2025-11-19T00:00:00', '12 hr'],
    ['2025-11-18T23:59:00', '11:59 PM'],
    ['2025-11-17T14:30:00', '2:30 PM'],
    ['2025-10-20T00:00:00', '12:00 AM'],
    ['2025-10-19T23:59:00', 'Oct 19'],
    ['2024-05-26T12:00:00', 'May 26'],
    ['2025-11-20T09:00:00', '9:00 AM'],
    ['2026-02-01T09:00:00', '9:00 AM'],
  ])('formats %s, seen at noon on 19 November 2025, as %s', (time, expected) => {
    setTimeZone('UTC');
    expect(below(time, '2025-11-19T12:00:00')).toBe(expected);
  });

  it.each([
    ['a few minutes after midnight', '2025-11-18T23:58:00', '2025-11-19T00:04:00', '11:58 PM'],
    ['just before midnight', '2025-11-18T23:58:00', '2025-11-18T23:59:59', '1 min'],
    ['at midnight', '2025-11-18T23:59:59', '2025-11-19T00:00:00', '11:59 PM'],
    ['at new year', '2025-12-31T23:59:59', '2026-01-01T00:00:00', '11:59 PM'],
    ['a month into the new year', '2025-12-31T12:00:00', '2026-01-31T12:00:00', 'Dec 31'],
  ])('fits the heading %s', (_, time, now, expected) => {
    expect(below(time, now)).toBe(expected);
  });

  it.each([
    ['en-GB', '14:30', '03:05', '26 May'],
    ['ja', '14:30', '3:05', '5月26日'],
  ])('uses the format of the locale %s', (locale, clock, early, date) => {
    expect(below('2025-11-18T14:30:00', '2025-11-19T12:00:00', locale)).toBe(clock);
    expect(below('2024-05-26T14:30:00', '2025-11-19T12:00:00', locale)).toBe(date);
    expect(below('2025-11-18T03:05:00', '2025-11-19T12:00:00', locale)).toBe(early);
  });

  it.each(['Europe/Berlin', 'America/Santiago'])('never repeats what the heading says (%s)', (zone) => {
    setTimeZone(zone);
    for (let hours = -48; hours < 500 * 24; hours += 7) {
      const now = at('2025-11-19T01:00:00');
      const time = now - hours * hour;
      const heading = dateHeading(time, now, 'en');
      const words = new Set(heading.match(/\w+/g));
      const text = below(time, now);
      // Below a month, the day comes with its month: a number alone would say little.
      if (/^\w+ \d{4}$/.test(heading)) expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,2}$/);
      else if (heading === 'Today') expect(text).toMatch(/^(now|\d+ (min|hr)|\d+:\d\d [AP]M)$/);
      else expect(text).toMatch(/^\d+:\d\d [AP]M$/);
      expect(words.has(text)).toBe(false);
    }
  });
});

describe('nextShortTimeChange()', () => {
  const now = at('2025-11-19T12:30:10');

  it.each([
    ['less than a minute ago', -10_000, now + 50_000],
    ['minutes ago', -3 * minute - 1, now + minute - 1],
    ['almost an hour ago', -59 * minute, now + minute],
    ['hours ago', -90 * minute, now + 30 * minute],
    ['days ago', -2 * day, at('2025-11-20T00:00:00')],
    ['a little in the future', 2 * minute, now + 3 * minute],
    ['later today', 2 * hour, now + 2 * hour - 5 * minute],
    ['far in the future', 30 * day, at('2025-11-20T00:00:00')],
  ])('returns the next change of a time %s', (_, offset, expected) => {
    expect(nextShortTimeChange(now + offset, now)).toBe(expected);
  });

  it.each(['Europe/Berlin', 'Australia/Lord_Howe'])(
    'never returns a time too late or in the past (%s)',
    (zone) => {
      setTimeZone(zone);
      const start = at('2025-10-25T23:58:30');
      for (const offset of [
        -400 * day,
        -8 * day,
        -26 * hour,
        -70 * minute,
        -30_000,
        0,
        4 * minute,
        3 * hour,
      ]) {
        const time = start + offset;
        for (let clock = start; clock < start + 2 * day; clock += 11 * minute + 13_000) {
          const next = nextShortTimeChange(time, clock);
          expect(next).toBeGreaterThan(clock);
          expect(short(time, Math.min(next, clock + 2 * day) - 1)).toBe(short(time, clock));
          expect(below(time, Math.min(next, clock + 2 * day) - 1)).toBe(below(time, clock));
        }
      }
    },
  );
});

describe('dateHeading()', () => {
  it.each([
    ['2025-11-19T23:59:59', 'Today'],
    ['2025-11-19T00:00:00', 'Today'],
    ['2025-11-18T23:59:59', 'Yesterday'],
    ['2025-11-17T12:00:00', 'Monday, November 17'],
    ['2025-10-20T00:00:00', 'Monday, October 20'],
    ['2025-10-19T23:59:59', 'October 2025'],
    ['2025-01-01T12:00:00', 'January 2025'],
    ['2024-12-31T12:00:00', 'December 2024'],
    ['2025-11-20T00:00:00', 'Thursday, November 20'],
    ['2026-02-01T00:00:00', 'February 1, 2026'],
  ])('formats %s as %s', (time, expected) => {
    expect(dateHeading(at(time), at('2025-11-19T00:00:00'), 'en')).toBe(expected);
  });

  it.each([
    ['hi', 'आज', 'कल'],
    ['tr', 'Bugün', 'Dün'],
  ])('capitalizes relative days if the language (%s) has capitals', (locale, today, yesterday) => {
    const now = at('2025-11-19T12:00:00');
    expect([dateHeading(now, now, locale), dateHeading(now - day, now, locale)]).toEqual([today, yesterday]);
  });

  it.each([
    ['es', /^Domingo/],
    ['ja', /^11月16日/],
  ])('capitalizes full dates (%s)', (locale, heading) => {
    expect(dateHeading(at('2025-11-16T12:00:00'), at('2025-11-19T12:00:00'), locale)).toMatch(heading);
  });

  it.each([
    ['Europe/Berlin', '2025-03-30'],
    // These zones skip midnight itself.
    ['Africa/Cairo', '2025-04-25'],
    ['America/Santiago', '2025-09-07'],
  ])('counts whole days in %s when the clock changes on %s', (zone, date) => {
    setTimeZone(zone);
    const noon = at(`${date}T12:00:00`);
    const yesterday = noon - 14 * hour;
    expect(dateHeading(noon, noon, 'en')).toBe('Today');
    expect(dateHeading(at(`${date}T23:59:59`), noon, 'en')).toBe('Today');
    expect(dateHeading(yesterday, noon, 'en')).toBe('Yesterday');
    expect(dateHeading(noon, nextMidnight(noon), 'en')).toBe('Yesterday');
    expect(nextMidnight(noon) - at(`${date}T23:59:59`)).toBe(1000);
    expect(dayKey(noon)).toBe(dayKey(at(`${date}T23:00:00`)));
    expect(dayKey(noon)).not.toBe(dayKey(yesterday));
  });
});

describe('headingKey()', () => {
  it.each(['Europe/Berlin', 'America/Santiago'])(
    'is the same for all times with the same heading, and for no others (%s)',
    (zone) => {
      setTimeZone(zone);
      for (const now of [at('2025-11-19T12:00:00'), at('2026-01-01T00:00:00'), at('2025-10-07T23:59:00')]) {
        const datesByKey = new Map<number, string>();
        for (let hours = -72; hours < 450 * 24; hours += 5) {
          const time = new Date(now - hours * hour);
          const key = headingKey(time.getTime(), now);
          const hasOwnHeading = key >= new Date(now).setDate(new Date(now).getDate() - 31);
          const date = `${time.getFullYear()} ${time.getMonth()} ${hasOwnHeading ? time.getDate() : ''}`;
          expect(datesByKey.get(key) ?? date).toBe(date);
          datesByKey.set(key, date);
        }
        expect(new Set(datesByKey.values()).size).toBe(datesByKey.size);
      }
    },
  );
});

describe('nextMidnight()', () => {
  it('is after now, even at midnight', () => {
    const midnight = at('2025-11-19T00:00:00');
    expect(nextMidnight(midnight)).toBe(midnight + day);
  });
});

describe('parseShownTime()', () => {
  it.each([
    ['2025-11-19T12:00:00Z', Date.UTC(2025, 10, 19, 12)],
    ['2025-11-19T12:00:00.5+02:00', Date.UTC(2025, 10, 19, 10, 0, 0, 500)],
    ['2025-11-19', Date.UTC(2025, 10, 19)],
  ])('parses %s', (date, expected) => {
    expect(parseShownTime(date)).toBe(expected);
  });

  it.each([[null], [''], ['soon'], ['2025-13-45'], ['NaN']])('returns null for %j', (date) => {
    expect(parseShownTime(date)).toBeNull();
  });

  it('returns null for a date whose month has no beginning', () => {
    setTimeZone('America/New_York');
    expect(parseShownTime('-271821-04-20T00:00:00Z')).toBeNull();
    expect(parseShownTime('-271821-04-30T00:00:00Z')).toBeNull();
  });

  it('returns times that can be formatted, however distant', () => {
    for (const date of ['+275760-09-12T00:00:00Z', '-271821-05-02T00:00:00Z', '0001-01-01T00:00:00Z']) {
      const time = parseShownTime(date)!;
      for (const text of [
        short(time, Date.now()),
        dateHeading(time, Date.now(), 'en'),
        fullTime(time, 'en'),
        String(dayKey(time)),
        String(headingKey(time, Date.now())),
        below(time, Date.now()),
        String(nextShortTimeChange(time, Date.now())),
      ])
        expect(text).not.toMatch(/NaN|Invalid/);
    }
  });
});

it('fullTime() includes the weekday, date and time', () => {
  setTimeZone('UTC');
  expect(normalizeSpaces(fullTime(at('2025-11-19T12:05:00'), 'en'))).toBe(
    'Wednesday, November 19, 2025 at 12:05 PM',
  );
});
