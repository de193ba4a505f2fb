import { beforeEach, describe, expect, it, vi } from 'vitest';
import { de } from '../../src/localization/locales/de.js';
import { en } from '../../src/localization/locales/en.js';
import type { Messages } from '../../src/localization/messages.js';

type LoadResult = Promise<Partial<Messages> | undefined> | undefined;

const loadLanguage = vi.fn<(language: string) => LoadResult>();
vi.mock('../../src/localization/load-language.js', () => ({
  loadLanguage: (language: string) => loadLanguage(language),
}));

let { localizationFor, subscribeToMessages, registerMessages } =
  await import('../../src/localization/localization.js');

beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockReset().mockReturnValue();
  loadLanguage.mockReset();
  loadLanguage.mockImplementation((language) => (language === 'de' ? Promise.resolve(de) : undefined));
  ({ localizationFor, subscribeToMessages, registerMessages } =
    await import('../../src/localization/localization.js'));
});

/** Waits until pending languages have loaded. */
const waitForMessages = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

async function loadLocalization(tag: string): Promise<ReturnType<typeof localizationFor>> {
  localizationFor(tag);
  await waitForMessages();
  return localizationFor(tag);
}

describe('localizationFor()', () => {
  it.each(['', ' ', '__proto__', 'toString', '123'])(
    'returns English for %j without throwing',
    async (tag) => {
      expect(await loadLocalization(tag)).toEqual({ locale: 'en', messages: en });
      for (const [language] of loadLanguage.mock.calls) expect(language).toBe('tostring');
    },
  );

  it.each([
    ['de', 'de'],
    ['de-CH', 'de-CH'],
    ['de_CH', 'de-CH'],
    ['de-latn-at-u-nu-latn', 'de-Latn-AT-u-nu-latn'],
  ])('returns German messages for %s, with dates in the format of %s', async (tag, locale) => {
    expect(await loadLocalization(tag)).toEqual({ locale, messages: de });
    expect(loadLanguage.mock.calls).toEqual([['de']]);
  });

  it('returns English for a region without loading anything', () => {
    expect(localizationFor('en_US')).toEqual({ locale: 'en-US', messages: en });
    expect(loadLanguage).not.toHaveBeenCalled();
  });

  it.each([
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-SG', 'zh-Hant'],
    ['zh-CN', 'zh'],
    ['zh', 'zh'],
    ['pt-PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['pt-BR', 'pt'],
    ['pt', 'pt'],
  ])('loads for %s the messages of %s', (tag, expected) => {
    localizationFor(tag);
    expect(loadLanguage.mock.calls).toEqual([[expected]]);
  });

  it('does not replace messages in Traditional Chinese by registered ones in Simplified Chinese', () => {
    registerMessages('zh', { undo: 'Simplified' });
    expect(localizationFor('zh-TW').messages.undo).toBe(en.undo);
    registerMessages('zh-Hant', { undo: 'Traditional' });
    expect(localizationFor('zh-TW').messages.undo).toBe('Traditional');
    registerMessages('pt', { undo: 'Portuguese' });
    expect(localizationFor('pt-PT').messages.undo).toBe('Portuguese');
  });

  it('loads a language by its current tag if a deprecated tag is given', () => {
    localizationFor('iw');
    expect(loadLanguage.mock.calls).toEqual([['he']]);
  });

  it('returns English for messages that a cached file of another version lacks', async () => {
    const older: Partial<Messages> = { ...de };
    delete older.undo;
    loadLanguage.mockResolvedValue(older);
    expect(await loadLocalization('de')).toEqual({ locale: 'de', messages: { ...de, undo: en.undo } });
  });

  it('returns English messages and dates for a language without messages', async () => {
    expect(await loadLocalization('sv-SE')).toEqual({ locale: 'en', messages: en });
  });

  it('returns English messages and dates until the language has loaded', async () => {
    expect(localizationFor('de-CH')).toEqual({ locale: 'en', messages: en });
    await waitForMessages();
    expect(localizationFor('de-CH').messages.unread).toBe('Ungelesen');
  });

  it('loads a language once for any number of calls', async () => {
    for (const tag of ['de', 'de-AT', 'de', 'de-CH']) localizationFor(tag);
    await waitForMessages();
    for (const tag of ['de', 'de-AT', 'de-LI']) localizationFor(tag);
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });

  it('returns the same object until messages change', async () => {
    const before = localizationFor('de');
    expect(localizationFor('de')).toBe(before);
    await waitForMessages();
    const after = localizationFor('de');
    expect(after).not.toBe(before);
    expect(localizationFor('de')).toBe(after);
    registerMessages('fr', { undo: 'Défaire' });
    expect(localizationFor('de')).not.toBe(after);
  });

  it('returns English after a failed load and does not load the language again', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    expect(await loadLocalization('de')).toEqual({ locale: 'en', messages: en });
    expect(await loadLocalization('de-AT')).toEqual({ locale: 'en', messages: en });
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });

  it('returns English if the module of a language has no messages', async () => {
    loadLanguage.mockImplementation(() => Promise.resolve(undefined));
    expect(await loadLocalization('de')).toEqual({ locale: 'en', messages: en });
    await loadLocalization('de');
    expect(loadLanguage).toHaveBeenCalledTimes(1);
  });
});

describe('subscribeToMessages()', () => {
  it('calls each listener once when a language has loaded, until it unsubscribes', async () => {
    const first = vi.fn();
    const second = vi.fn();
    subscribeToMessages(first);
    const unsubscribe = subscribeToMessages(second);
    localizationFor('de');
    localizationFor('de-AT');
    expect(first).not.toHaveBeenCalled();
    await waitForMessages();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    unsubscribe();
    registerMessages('de', { undo: 'Zurück' });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
  });

  it('calls listeners after a failed load too', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    const listener = vi.fn();
    subscribeToMessages(listener);
    await loadLocalization('de');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('allows subscribing and unsubscribing in a listener', async () => {
    const late = vi.fn();
    const unsubscribe = subscribeToMessages(() => {
      unsubscribe();
      subscribeToMessages(late);
    });
    await loadLocalization('de');
    expect(late).not.toHaveBeenCalled();
  });
});

describe('What is no language tag', () => {
  it('is ignored, which is said once', () => {
    registerMessages('{{ lang }}', { undo: 'Zurück' });
    expect(localizationFor('{{ lang }}')).toEqual({ locale: 'en', messages: en });
    expect(vi.mocked(console.warn).mock.calls).toEqual([
      ['[nudge-inbox] “{{ lang }}” is no language tag, and is ignored.'],
    ]);
  });
});

describe('registerMessages()', () => {
  it('replaces the given messages of a language and keeps the others', async () => {
    registerMessages('de', { undo: 'Nein, doch nicht' });
    const { messages } = await loadLocalization('de-AT');
    expect(messages).toEqual({ ...de, undo: 'Nein, doch nicht' });
  });

  it('replaces messages of a loaded language and of English', async () => {
    await loadLocalization('de');
    registerMessages('de', { undo: 'Doch nicht' });
    registerMessages('en', { undo: 'Put back' });
    expect(localizationFor('de').messages.undo).toBe('Doch nicht');
    expect(localizationFor('en-GB').messages).toEqual({ ...en, undo: 'Put back' });
  });

  it('applies messages of a locale to that locale only, above those of its language', async () => {
    registerMessages('de', { undo: 'Zurück', close: 'Weg' });
    registerMessages('de_CH', { close: 'Schliessen' });
    expect(await loadLocalization('de-CH')).toMatchObject({
      messages: { undo: 'Zurück', close: 'Schliessen' },
    });
    expect(await loadLocalization('de-AT')).toMatchObject({ messages: { undo: 'Zurück', close: 'Weg' } });
  });

  it('leaves out what is no message, which is said once for each', async () => {
    const invalid = { notificatons: 'Neues', undo: 5, arrived: 'neu', close: undefined, retry: { one: 'x' } };
    registerMessages('de', invalid as unknown as Partial<Messages>);
    await loadLocalization('de-AT');
    expect((await loadLocalization('de')).messages).toEqual(de);
    expect(vi.mocked(console.warn).mock.calls.flat()).toEqual(
      ['notificatons', 'undo', 'arrived', 'retry'].map(
        (name) => `[nudge-inbox] The text “${name}” is left out.`,
      ),
    );
  });

  it('merges the messages of several calls', async () => {
    registerMessages('de', { undo: 'A', close: 'A' });
    registerMessages('de', { undo: 'B' });
    expect((await loadLocalization('de')).messages).toMatchObject({ undo: 'B', close: 'A' });
  });

  it.each(['sv', 'sv-SE'])(
    'adds a language (%s) that the package does not include, with English for the other messages',
    async (tag) => {
      registerMessages(tag, { undo: 'Ångra', arrived: { one: '{count} ny', other: '{count} nya' } });
      const { locale, messages } = await loadLocalization('sv-SE');
      expect(locale).toBe('sv-SE');
      expect(messages).toEqual({
        ...en,
        undo: 'Ångra',
        arrived: { one: '{count} ny', other: '{count} nya' },
      });
    },
  );

  it.each(['de', 'de-CH'])(
    'makes a complete translation (%s) available immediately, without loading anything',
    (tag) => {
      registerMessages(tag, de);
      expect(localizationFor('de-CH')).toEqual({ locale: 'de-CH', messages: de });
      expect(loadLanguage).not.toHaveBeenCalled();
    },
  );

  it('replaces English messages if the language fails to load', async () => {
    loadLanguage.mockImplementation(() => Promise.reject(new Error('Blocked.')));
    registerMessages('de', { undo: 'Zurück' });
    expect(localizationFor('de').messages.undo).toBe('Undo');
    expect((await loadLocalization('de')).messages).toEqual({ ...en, undo: 'Zurück' });
  });

  it.each<[string, unknown]>([
    ['a number', { undo: 5 }],
    ['null and undefined', { undo: null, close: undefined }],
    ['a text instead of plural forms', { arrived: 'new' }],
    ['plural forms instead of a text', { undo: { other: 'Undo' } }],
    ['plural forms without other', { arrived: { one: '{count} new' } }],
    ['a plural form that is not a string', { arrived: { one: 1, other: '{count} new' } }],
    ['unknown keys', { __proto__: null, nonsense: 'x', toString: 'x' }],
    ['null', null],
  ])('ignores invalid messages: %s', (_, messages) => {
    registerMessages('en', messages as Partial<Messages>);
    expect(localizationFor('en').messages).toEqual(en);
  });

  it.each<unknown>(['', '__proto__', null])('ignores the invalid tag %j', (tag) => {
    const listener = vi.fn();
    subscribeToMessages(listener);
    registerMessages(tag as string, { undo: 'x' });
    expect(listener).not.toHaveBeenCalled();
    expect(localizationFor('en').messages).toEqual(en);
  });

  it('does not modify the messages of the package', async () => {
    const before = JSON.stringify([en, de]);
    registerMessages('de', { undo: 'x' });
    registerMessages('en', { undo: 'x' });
    await loadLocalization('de');
    localizationFor('en');
    expect(JSON.stringify([en, de])).toBe(before);
  });
});
