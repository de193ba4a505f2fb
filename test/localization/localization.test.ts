import { beforeEach, describe, expect, it, vi } from 'vitest';
import { de } from '../../src/localization/locales/de.js';
import { en } from '../../src/localization/locales/en.js';
import type { Messages } from '../../src/localization/messages.js';

type Answer = Promise<Messages | undefined> | undefined;

const loadLanguage = vi.fn<(language: string) => Answer>();
vi.mock('../../src/localization/load-language.js', () => ({
  loadLanguage: (language: string) => loadLanguage(language),
}));

let { localizationFor, subscribeToMessages, registerMessages } =
  await import('../../src/localization/localization.js');

beforeEach(async () => {
  vi.resetModules();
  loadLanguage.mockReset();
  loadLanguage.mockImplementation((language) => (language === 'de' ? Promise.resolve(de) : undefined));
  ({ localizationFor, subscribeToMessages, registerMessages } =
    await import('../../src/localization/localization.js'));
});

/** Lets what was asked for come. */
const come = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

async function speak(tag: string): Promise<ReturnType<typeof localizationFor>> {
  localizationFor(tag);
  await come();
  return localizationFor(tag);
}

describe('The language of a tag', () => {
  it.each([
    '',
    ' ',
    'x',
    '__proto__',
    'toString',
    'constructor',
    'en-',
    '123',
    'de-',
    'd e',
    '<b>',
    'ä',
    'a'.repeat(99),
  ])('is English for %j, and nothing throws', async (tag) => {
    expect(await speak(tag)).toEqual({ locale: 'en', messages: en });
    for (const [language] of loadLanguage.mock.calls) expect(language).toBe('tostring');
  });

  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-CH', 'de-CH'],
    ['de_CH', 'de-CH'],
    ['de-latn-at-u-nu-latn', 'de-Latn-AT-u-nu-latn'],
  ])('is German for %s, and dates are written as in %s', async (tag, locale) => {
    expect(await speak(tag)).toEqual({ locale, messages: de });
    expect(loadLanguage.mock.calls).toEqual([['de']]);
  });

  it('is English of a region without anything being loaded', () => {
    expect(localizationFor('en_US')).toEqual({ locale: 'en-US', messages: en });
    expect(loadLanguage).not.toHaveBeenCalled();
  });

  it('is the new name of one that the browser knows by an old name', () => {
    localizationFor('iw');
    expect(loadLanguage.mock.calls).toEqual([['he']]);
  });

  it('is English, dates too, where nobody has words for it', async () => {
    expect(await speak('sv-SE')).toEqual({ locale: 'en', messages: en });
  });

  it('is English until the words have come, dates too', async () => {
    expect(localizationFor('de-CH')).toEqual({ locale: 'en', messages: en });
    await come();
    expect(localizationFor('de-CH').messages.unread).toBe('Ungelesen');
  });

  it('is asked for once, however many ask', async () => {
    for (const tag of ['de', 'de-AT', 'de', 'de-CH']) localizationFor(tag);
    await come();
    for (const tag of ['de', 'de-AT', 'de-LI']) localizationFor(tag);
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });

  it('is the very same thing for as long as nothing changes', async () => {
    const before = localizationFor('de');
    expect(localizationFor('de')).toBe(before);
    await come();
    const after = localizationFor('de');
    expect(after).not.toBe(before);
    expect(localizationFor('de')).toBe(after);
    registerMessages('fr', { undo: 'Défaire' });
    expect(localizationFor('de')).not.toBe(after);
  });

  it('stays English where it cannot be had, and is not asked for again', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    expect(await speak('de')).toEqual({ locale: 'en', messages: en });
    expect(await speak('de-AT')).toEqual({ locale: 'en', messages: en });
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });

  it('stays English where its module holds nothing', async () => {
    loadLanguage.mockImplementation(() => Promise.resolve(undefined));
    expect(await speak('de')).toEqual({ locale: 'en', messages: en });
    await speak('de');
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });
});

describe('Those who follow', () => {
  it('are told once as words come, and no more once they have ended it', async () => {
    const first = vi.fn();
    const second = vi.fn();
    subscribeToMessages(first);
    const end = subscribeToMessages(second);
    localizationFor('de');
    localizationFor('de-AT');
    expect(first).not.toHaveBeenCalled();
    await come();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    end();
    registerMessages('de', { undo: 'Zurück' });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
  });

  it('are told of a failure too, for what waited is decided now', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    const listener = vi.fn();
    subscribeToMessages(listener);
    await speak('de');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('may begin and end while they are told', async () => {
    const late = vi.fn();
    const end = subscribeToMessages(() => {
      end();
      subscribeToMessages(late);
    });
    await speak('de');
    expect(late).not.toHaveBeenCalled();
  });
});

describe('Words of the host', () => {
  it('stand in place of those of the language, the rest stays', async () => {
    registerMessages('de', { undo: 'Nein, doch nicht' });
    const { messages } = await speak('de-AT');
    expect(messages).toEqual({ ...de, undo: 'Nein, doch nicht' });
  });

  it('change what is loaded already, and English', async () => {
    await speak('de');
    registerMessages('de', { undo: 'Doch nicht' });
    registerMessages('en', { undo: 'Put back' });
    expect(localizationFor('de').messages.undo).toBe('Doch nicht');
    expect(localizationFor('en-GB').messages).toEqual({ ...en, undo: 'Put back' });
  });

  it('of a locale go before those of its language, and count there alone', async () => {
    registerMessages('de', { undo: 'Zurück', close: 'Weg' });
    registerMessages('de_CH', { close: 'Schliessen' });
    expect(await speak('de-CH')).toMatchObject({ messages: { undo: 'Zurück', close: 'Schliessen' } });
    expect(await speak('de-AT')).toMatchObject({ messages: { undo: 'Zurück', close: 'Weg' } });
  });

  it('add up', async () => {
    registerMessages('de', { undo: 'A', close: 'A' });
    registerMessages('de', { undo: 'B' });
    expect((await speak('de')).messages).toMatchObject({ undo: 'B', close: 'A' });
  });

  it.each(['sv', 'sv-SE'])('make a language (%s) that the package has not, over English', async (tag) => {
    registerMessages(tag, { undo: 'Ångra', arrived: { one: '{count} ny', other: '{count} nya' } });
    const { locale, messages } = await speak('sv-SE');
    expect(locale).toBe('sv-SE');
    expect(messages).toEqual({ ...en, undo: 'Ångra', arrived: { one: '{count} ny', other: '{count} nya' } });
  });

  it.each(['de', 'de-CH'])('that are whole (%s) are there at once, and nothing is loaded', (tag) => {
    registerMessages(tag, de);
    expect(localizationFor('de-CH')).toEqual({ locale: 'de-CH', messages: de });
    expect(loadLanguage).not.toHaveBeenCalled();
  });

  it('stand alone, over English, where the language itself cannot be had', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    registerMessages('de', { undo: 'Zurück' });
    expect(localizationFor('de').messages.undo).toBe('Undo');
    expect((await speak('de')).messages).toEqual({ ...en, undo: 'Zurück' });
  });

  it.each<[string, unknown]>([
    ['a number', { undo: 5 }],
    ['nothing', { undo: null, close: undefined }],
    ['a text in place of plural forms', { arrived: 'new' }],
    ['plural forms in place of a text', { undo: { other: 'Undo' } }],
    ['plural forms without the general one', { arrived: { one: '{count} new' } }],
    ['a plural form that is no text', { arrived: { one: 1, other: '{count} new' } }],
    ['a list', { arrived: ['new'] }],
    ['unknown words', { __proto__: null, nonsense: 'x', toString: 'x' }],
    ['no object', 'undo'],
    ['null', null],
  ])('that are none are passed over: %s', (_, given) => {
    registerMessages('en', given as Partial<Messages>);
    expect(localizationFor('en').messages).toEqual(en);
  });

  it.each<unknown>(['', 'x', '__proto__', null, undefined, 5, {}])(
    'for %j, no tag, change nothing',
    (tag) => {
      const listener = vi.fn();
      subscribeToMessages(listener);
      registerMessages(tag as string, { undo: 'x' });
      expect(listener).not.toHaveBeenCalled();
      expect(localizationFor('en').messages).toEqual(en);
    },
  );

  it('leave the package’s own as they are', async () => {
    const before = JSON.stringify([en, de]);
    registerMessages('de', { undo: 'x' });
    registerMessages('en', { undo: 'x' });
    await speak('de');
    localizationFor('en');
    expect(JSON.stringify([en, de])).toBe(before);
  });
});
