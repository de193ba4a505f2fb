import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatSnoozedUntil, snoozeTimes } from '../../src/localization/snooze-times.js';

afterEach(() => vi.unstubAllEnvs());

/** The times that are offered at a local time, as `label hint → local time`. */
const timesAt = (now: Date): string[] =>
  snoozeTimes(Number(now), 'en-GB').map(
    ({ label, hint, date }) => `${label} ${hint} → ${date.toString().slice(0, 21)}`,
  );

describe('snoozeTimes()', () => {
  it.each([
    [
      'an afternoon',
      new Date(2025, 10, 18, 14, 10),
      [
        'Today 18:00 → Tue Nov 18 2025 18:00',
        'Tomorrow 09:00 → Wed Nov 19 2025 09:00',
        'Next week Mon 09:00 → Mon Nov 24 2025 09:00',
      ],
    ],
    [
      'a full hour, on a Monday',
      new Date(2025, 10, 17, 14),
      [
        'Today 17:00 → Mon Nov 17 2025 17:00',
        'Tomorrow 09:00 → Tue Nov 18 2025 09:00',
        'Next week Mon 09:00 → Mon Nov 24 2025 09:00',
      ],
    ],
    [
      'a late evening',
      new Date(2025, 10, 18, 20, 1),
      ['Tomorrow 09:00 → Wed Nov 19 2025 09:00', 'Next week Mon 09:00 → Mon Nov 24 2025 09:00'],
    ],
    [
      'a Sunday',
      new Date(2025, 10, 16, 8, 30),
      ['Today 12:00 → Sun Nov 16 2025 12:00', 'Tomorrow 09:00 → Mon Nov 17 2025 09:00'],
    ],
    [
      'the last day of a year',
      new Date(2025, 11, 31, 23),
      ['Tomorrow 09:00 → Thu Jan 01 2026 09:00', 'Next week Mon 09:00 → Mon Jan 05 2026 09:00'],
    ],
  ])('offers on %s what is still to come', (_, now, expected) => {
    expect(timesAt(now)).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', new Date(Date.UTC(2026, 2, 28, 12))],
    ['Europe/Berlin', new Date(Date.UTC(2026, 9, 24, 12))],
    ['America/New_York', new Date(Date.UTC(2026, 2, 7, 17))],
  ])('means nine o’clock in %s, on the day on which the clocks change, too', (timeZone, now) => {
    vi.stubEnv('TZ', timeZone);
    expect(timesAt(now)[1]).toMatch(/^Tomorrow .* 09:00$/);
  });

  it('speaks the language', () => {
    const labels = (locale: string): string[] =>
      snoozeTimes(Number(new Date(2025, 10, 18, 14)), locale).map(({ label }) => label);
    expect(labels('de')).toEqual(['Heute', 'Morgen', 'Nächste Woche']);
    expect(labels('fr')).toEqual(['Aujourd’hui', 'Demain', 'La semaine prochaine']);
  });
});

describe('formatSnoozedUntil()', () => {
  const now = Number(new Date(2025, 10, 18, 14, 10));

  it.each([
    [new Date(2025, 10, 18, 18), /^18:00$/],
    [new Date(2025, 10, 19, 9), /^tomorrow\W+(at )?09:00$/],
    [new Date(2025, 10, 24, 9), /^Monday\W+(at )?09:00$/],
    [new Date(2025, 10, 25, 9), /^25 November 2025\W+(at )?09:00$/],
    [new Date(2026, 0, 2, 9), /^2 January 2026\W+(at )?09:00$/],
  ])('names %s as briefly as possible', (until, expected) => {
    expect(formatSnoozedUntil(Number(until), now, 'en-GB')).toMatch(expected);
  });
});
