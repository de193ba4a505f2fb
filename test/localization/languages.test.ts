import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toolbars } from '../../.storybook/toolbars.js';
import { loadLanguage } from '../../src/localization/load-language.js';
import { en } from '../../src/localization/locales/en.js';
import { plural, type Messages, type PluralMessage } from '../../src/localization/messages.js';

type Texts = [where: string, text: string][];

/** Those of `locales/` beside English, as they are written: `pt-PT`. */
const languages = readdirSync(new URL('../../src/localization/locales', import.meta.url))
  .flatMap((file) => Intl.getCanonicalLocales(file.replace('.ts', '')))
  .filter((tag) => tag !== 'en')
  .sort();
const translations = await Promise.all(
  languages.map(async (language) => [language, (await loadLanguage(language))!] as const),
);

const entries = (messages: Partial<Messages>): [string, string | PluralMessage][] =>
  Object.entries({ ...messages });
const texts = (messages: Partial<Messages>): Texts =>
  entries(messages).flatMap(([name, message]): Texts =>
    typeof message === 'string'
      ? [[name, message]]
      : Object.entries(message).map(([form, text]) => [`${name}.${form}`, text]),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
const english = new Map(texts(en));
/** English has fewer plural forms than others. */
const englishOf = (where: string): string =>
  english.get(where) ?? english.get(where.replace(/\.\w+$/, '.other'))!;

describe('The languages', () => {
  it('are loaded, each from its file; no other is', () => {
    expect(languages.filter((tag) => loadLanguage(tag) === undefined)).toEqual([]);
    expect(['en', 'xx', 'toString'].map((tag) => loadLanguage(tag))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('can be chosen in Storybook', () => {
    expect(toolbars.language?.toolbar).toMatchObject({ items: ['en', ...languages] });
  });

  it('can be chosen in the demo, but for the varieties of one', () => {
    const [, options = ''] =
      /<select name="language">(.*?)<\/select>/s.exec(readFileSync('demo/try-it.html', 'utf8')) ?? [];
    const values = [...options.matchAll(/value="(.*?)"/g)].map(([, value]) => value);
    expect(values).toEqual(['en', ...languages.filter((tag) => !tag.includes('-'))]);
  });
});

describe('The messages of each language', () => {
  it('have keys of English only, with plural forms for the same keys', () => {
    const types = new Map(entries(en).map(([name, message]) => [name, typeof message]));
    for (const [tag, messages] of translations)
      for (const [name, message] of entries(messages))
        expect(types.get(name), `${tag} ${name}`).toBe(typeof message);
  });

  it('have the same placeholders as English, with a count in each form that several numbers share', () => {
    for (const [tag, messages] of translations) {
      for (const [where, text] of texts(messages)) {
        const [, form] = where.split('.');
        const expected = placeholders(englishOf(where));
        const isSpelledOut =
          (form === 'one' && plural({ one: '1', other: '' }, 0, tag) === '') || form === 'two';
        if (isSpelledOut && !text.includes('{count}')) expected.splice(expected.indexOf('{count}'), 1);
        expect(placeholders(text), `${tag} ${where}`).toEqual(expected);
      }
    }
  });

  it('have the plural forms that the language uses, and no others', () => {
    for (const [tag, messages] of translations) {
      const rules = new Intl.PluralRules(tag);
      const used = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 1)));
      for (const [name, message] of entries(messages)) {
        if (typeof message === 'string') continue;
        const forms = Object.keys(message);
        const place = `${tag} ${name}`;
        expect(forms, place).toContain('other');
        expect([...rules.resolvedOptions().pluralCategories], place).toEqual(expect.arrayContaining(forms));
        if (forms.length === 1) continue;
        // `many` may be left out: the text is the same as that of `other`.
        for (const form of used) if (form !== 'many') expect(forms, place).toContain(form);
      }
    }
  });

  it('contain no untranslated English', () => {
    // Loanwords, or words with the same origin.
    const sharedWords: Record<string, string[]> = {
      de: ['tags.Tags'],
      fr: ['notifications.Notifications', 'notification.Notification'],
      it: ['file.File'],
    };
    for (const [tag, messages] of translations) {
      const identical = texts(messages).filter(([where, text]) => englishOf(where) === text);
      expect(
        identical.map((pair) => pair.join('.')),
        tag,
      ).toEqual(sharedWords[tag] ?? []);
      if (new Intl.Locale(tag).maximize().script === 'Latn') continue;
      for (const [where, text] of texts(messages))
        expect(text.replace(/\{\w+\}/g, ''), `${tag} ${where}`).not.toMatch(/[a-z]/i);
    }
  });

  it('use typographic quotes, ellipses and spaces', () => {
    for (const [tag, messages] of translations) {
      for (const [where, text] of texts(messages)) {
        const place = `${tag} ${where}`;
        expect(text, place).not.toMatch(/^\s|\s$|["'`]|\.\.|\s\s|[^\S\u00a0\u202f] …/);
        if (tag === 'fr') expect(text, place).not.toMatch(/[^\u00a0\u202f][:;!?»]|«[^\u00a0]/);
        if (/^(zh|ja)/.test(tag)) expect(text, place).not.toMatch(/[,.!?;:()]/);
      }
      // A message ends with a full stop or an ellipsis exactly if the English one does.
      for (const [name, message] of entries(messages)) {
        if (typeof message !== 'string') continue;
        const place = `${tag} ${name}`;
        expect(/[.。।]$/.test(message), place).toBe(english.get(name)!.endsWith('.'));
        expect(message.endsWith('…'), place).toBe(english.get(name)!.endsWith('…'));
      }
    }
  });

  it('distinguish the two filters, and each action from its opposite', () => {
    const pairs = [
      ['all', 'unread'],
      ['markRead', 'markUnread'],
      ['showMore', 'showLess'],
      ['showTag', 'removeTag'],
      ['previous', 'next'],
      ['dismiss', 'close'],
    ] as const;
    for (const [tag, messages] of translations)
      for (const [one, other] of pairs) expect(messages[one], `${tag} ${one}`).not.toBe(messages[other]);
  });
});

describe('plural() uses the right plural forms', () => {
  const messagesIn = (language: string): Partial<Messages> =>
    translations.find(([tag]) => tag === language)![1];
  const format = (tag: string, name: 'arrived' | 'moreImages' | 'bellUnread', counts: number[]): string[] =>
    counts.map((count) => plural(messagesIn(tag)[name]!, count, tag, { label: '*' }));

  it('in Arabic', () => {
    expect(format('ar', 'arrived', [0, 1, 2, 3, 10, 11, 99, 100, 103, 200])).toEqual([
      '0 إشعار جديد',
      'إشعار جديد',
      'إشعاران جديدان',
      '3 إشعارات جديدة',
      '10 إشعارات جديدة',
      '11 إشعارًا جديدًا',
      '99 إشعارًا جديدًا',
      '100 إشعار جديد',
      '103 إشعارات جديدة',
      '200 إشعار جديد',
    ]);
    expect(format('ar', 'bellUnread', [1, 2, 3, 11, 100])).toEqual([
      '*، واحد غير مقروء',
      '*، اثنان غير مقروءين',
      '*، 3 غير مقروءة',
      '*، 11 غير مقروء',
      '*، 100 غير مقروء',
    ]);
    expect(format('ar', 'moreImages', [1, 2, 3, 11])).toEqual([
      'صورة أخرى',
      'صورتان أخريان',
      '3 صور أخرى',
      '11 صورة أخرى',
    ]);
  });

  it('in Polish', () => {
    expect(format('pl', 'arrived', [0, 1, 2, 4, 5, 12, 22, 25, 112, 122])).toEqual([
      '0 nowych powiadomień',
      '1 nowe powiadomienie',
      '2 nowe powiadomienia',
      '4 nowe powiadomienia',
      '5 nowych powiadomień',
      '12 nowych powiadomień',
      '22 nowe powiadomienia',
      '25 nowych powiadomień',
      '112 nowych powiadomień',
      '122 nowe powiadomienia',
    ]);
  });

  it('in Hebrew', () => {
    expect(format('he', 'arrived', [1, 2, 3, 20])).toEqual([
      'התראה חדשה אחת',
      'שתי התראות חדשות',
      '3 התראות חדשות',
      '20 התראות חדשות',
    ]);
  });

  it.each([
    ['fr', ['0 nouvelle notification', '1 nouvelle notification', '2 nouvelles notifications']],
    ['de', ['0 neue Benachrichtigungen', '1 neue Benachrichtigung', '2 neue Benachrichtigungen']],
    ['zh', ['0 条新通知', '1 条新通知', '2 条新通知']],
    ['zh-Hant', ['0 則新通知', '1 則新通知', '2 則新通知']],
  ])('in %s', (tag, expected) => {
    expect(format(tag, 'arrived', [0, 1, 2])).toEqual(expected);
  });
});
