import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { en } from '../../src/localization/locales/en.js';
import { format, formatCount, plural, type PluralMessage } from '../../src/localization/messages.js';

describe('format()', () => {
  it('replaces each occurrence of a placeholder', () => {
    expect(format('{name}, {count} of {name}', { name: 'Ann', count: '2' })).toBe('Ann, 2 of Ann');
  });

  it('keeps a placeholder without a value', () => {
    expect(format('Open {name} {other}', { name: 'x' })).toBe('Open x {other}');
  });

  it.each(['$&', '$1', '{count}', '\\', ''])('inserts the value %j literally', (name) => {
    expect(format('<{name}>', { name })).toBe(`<${name}>`);
  });
});

describe('formatCount()', () => {
  const counts = [0, 1, 9, 10, 99, 100, 999, 1000, 12_345];

  it.each([
    ...readdirSync('src/localization/locales').map((file) => file.replace('.ts', '')),
    'fa',
    'mr',
    'en-IN',
    'en-AE',
    'de-CH',
    'es-419',
    'pt-PT',
    'zh-Hant-HK',
    'hi-Latn',
    'ar-EG',
    'en-u-nu-arab',
    'en-GB-u-ca-buddhist-nu-deva',
  ])('writes a count as the platform does in %s', (locale) => {
    expect(counts.map((count) => formatCount(count, locale))).toEqual(
      counts.map((count) => count.toLocaleString(locale)),
    );
  });

  it('creates no number format for a small count in English', () => {
    const toLocaleString = vi.spyOn(Number.prototype, 'toLocaleString');
    expect(plural(en.arrived, 99, 'en-GB')).toBe('99 new notifications');
    expect(toLocaleString).not.toHaveBeenCalled();
    toLocaleString.mockRestore();
  });
});

describe('plural()', () => {
  it.each([
    [0, '0 new notifications'],
    [1, '1 new notification'],
    [2, '2 new notifications'],
    [12_345, '12,345 new notifications'],
  ])('formats the count %i', (count, expected) => {
    expect(plural(en.arrived, count, 'en')).toBe(expected);
  });

  it('uses the form other for a plural category that the message lacks', () => {
    const message: PluralMessage = { one: 'one', few: 'few', other: 'other' };
    expect([1, 2, 5].map((count) => plural(message, count, 'pl'))).toEqual(['one', 'few', 'other']);
    expect(plural(message, 2, 'ar')).toBe('other');
  });

  it('uses the digits and grouping of the locale', () => {
    expect(plural({ other: '{count}' }, 1234, 'ar-EG')).toBe('١٬٢٣٤');
    expect(plural({ other: '{count}' }, 123_456, 'hi')).toBe('1,23,456');
  });

  it('replaces other placeholders too', () => {
    expect(plural(en.bellUnread, 3, 'en', { label: 'Messages' })).toBe('Messages, 3 unread');
  });
});

it('The English messages are not blank', () => {
  const texts = Object.values<string | PluralMessage>({ ...en }).flatMap((message) =>
    typeof message === 'string' ? message : Object.values(message),
  );
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
});
