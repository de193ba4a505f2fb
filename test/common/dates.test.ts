import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDate } from '../../src/common/dates.js';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => void warn.mockReset().mockReturnValue());

describe('parseDate()', () => {
  it.each<[unknown, string]>([
    ['2025-11-01T10:00:00Z', '2025-11-01T10:00:00Z'],
    ['2025-11-01T10:00:00.123456+02:00', '2025-11-01T10:00:00.123456+02:00'],
    ['2025-11-01', '2025-11-01'],
    [1_762_000_000_000, '2025-11-01T12:26:40.000Z'],
    [new Date(1_762_000_000_000), '2025-11-01T12:26:40.000Z'],
    ['1762000000000', '2025-11-01T12:26:40.000Z'],
    ['1973-03-04T00:00:00Z', '1973-03-04T00:00:00Z'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.9999999Z'],
  ])('takes %o', (value, date) => {
    expect(parseDate(value, 'createdDate')).toBe(date);
  });

  it.each([null, undefined])('takes %o for none, without a warning', (value) => {
    expect(parseDate(value, 'createdDate')).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    '',
    ' ',
    0,
    -1,
    '0',
    new Date(0),
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00+02:00',
    '0000-00-00 00:00:00',
    '1900-01-01 00:00:00',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00-11:00',
    -62_135_596_800_000,
  ])('takes %o, the zero of a language or database, for none, and says so once', (value) => {
    const field = `field ${String(value)} ${typeof value}`;
    expect(parseDate(value, field)).toBeNull();
    expect(parseDate(value, field)).toBeNull();
    expect(warn.mock.calls).toEqual([
      [`[nudge-inbox] ${field} has the zero of a language or database, which stands for no date: send null.`],
    ]);
  });

  it.each<[string, unknown]>([
    ['seconds', 1_762_000_000],
    ['seconds that were taken for milliseconds', '1970-01-21T09:26:40Z'],
    ['microseconds', 1_762_000_000_000_000],
    ['nanoseconds', 1_762_000_000_000_000_000],
    ['a year of five digits', '+012345-01-01T00:00:00Z'],
    ['no date', 'yesterday'],
    ['a flag', true],
    ['an object', {}],
    ['no time', NaN],
    ['an invalid date', new Date(NaN)],
  ])('takes no date from %s', (_, value) => {
    expect(parseDate(value, 'createdDate')).toBeUndefined();
  });
});
