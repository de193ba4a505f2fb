import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadLanguage as loadBeside } from '../../src/localization/load-language-file.js';
import { loadLanguage } from '../../src/localization/load-language.js';
import { en } from '../../src/localization/locales/en.js';
import { plural, type Messages, type PluralMessage } from '../../src/localization/messages.js';

type Texts = [where: string, text: string][];

const tags = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'tr', 'zh'];
const languages = await Promise.all(tags.map(async (tag) => [tag, (await loadLanguage(tag))!] as const));

const entries = (messages: Messages): [string, string | PluralMessage][] => Object.entries({ ...messages });
const texts = (messages: Messages): Texts =>
  entries(messages).flatMap(([name, message]): Texts =>
    typeof message === 'string'
      ? [[name, message]]
      : Object.entries(message).map(([form, text]) => [`${name}.${form}`, text]),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
const english = new Map(texts(en));

it('are these, each in a file of its own, and as many for the script tag', () => {
  const files = readdirSync(new URL('../../src/localization/locales', import.meta.url));
  expect(files.sort()).toEqual([...tags, 'en'].map((tag) => `${tag}.ts`).sort());
  for (const tag of tags) {
    const coming = loadBeside(tag);
    expect(coming, tag).toBeInstanceOf(Promise);
    // Nothing lies beside the source; there the built files are tried in a page.
    coming?.catch(() => undefined);
  }
  expect([loadBeside('en'), loadBeside('toString'), loadLanguage('en'), loadLanguage('toString')]).toEqual(
    Array.from({ length: 4 }),
  );
});

describe.each(languages)('%s', (tag, messages) => {
  it('says what English says: the same words, with plural forms for the same', () => {
    const kinds = (of: Messages): [string, string][] =>
      entries(of).map(([name, message]) => [name, typeof message]);
    expect(kinds(messages)).toEqual(kinds(en));
  });

  it('has the same places for values, and a count in each form that many numbers share', () => {
    for (const [where, text] of texts(messages)) {
      const [name = '', form] = where.split('.');
      const expected = placeholders(english.get(where) ?? english.get(`${name}.other`)!);
      const isSpeltOut = (form === 'one' && plural({ one: '1', other: '' }, 0, tag) === '') || form === 'two';
      if (isSpeltOut && !text.includes('{count}')) expected.splice(expected.indexOf('{count}'), 1);
      expect(placeholders(text), where).toEqual(expected);
    }
  });

  it('has the plural forms that its numbers take, and no others', () => {
    const rules = new Intl.PluralRules(tag);
    const taken = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 1)));
    for (const [name, message] of entries(messages)) {
      if (typeof message === 'string') continue;
      const forms = Object.keys(message);
      expect(forms, name).toContain('other');
      expect([...rules.resolvedOptions().pluralCategories], name).toEqual(expect.arrayContaining(forms));
      if (forms.length === 1) continue;
      // What is left out is said in the general form, which for these is the same.
      for (const form of taken) if (form !== 'many') expect(forms, name).toContain(form);
    }
  });

  it('has no word left in English', () => {
    // Words that the language took over, or that both took from elsewhere.
    const shared: Record<string, string[]> = {
      de: ['tags.Tags'],
      fr: ['notifications.Notifications', 'notification.Notification'],
      it: ['file.File'],
    };
    const same = texts(messages).filter(([where, text]) => english.get(where) === text);
    expect(same.map((pair) => pair.join('.'))).toEqual(shared[tag] ?? []);
    if (!/^(de|es|fr|it|nl|pl|pt|tr)$/.test(tag)) {
      for (const [where, text] of texts(messages))
        expect(text.replace(/\{\w+\}/g, ''), where).not.toMatch(/[a-z]/i);
    }
  });

  it('is set as print is: quotes, dots and spaces', () => {
    for (const [where, text] of texts(messages)) {
      expect(text, where).not.toMatch(/^\s|\s$|["'`]|\.\.|\s\s|[^\S\u00a0\u202f] …/);
      if (tag === 'fr') expect(text, where).not.toMatch(/[^\u00a0\u202f][:;!?»]|«[^\u00a0]/);
      if (tag === 'zh' || tag === 'ja') expect(text, where).not.toMatch(/[,.!?;:()]/);
    }
    // A sentence ends as one where it does in English, and nowhere else.
    for (const [name, message] of entries(messages)) {
      if (typeof message !== 'string') continue;
      expect(/[.。।]$/.test(message), name).toBe(english.get(name)!.endsWith('.'));
      expect(message.endsWith('…'), name).toBe(english.get(name)!.endsWith('…'));
    }
  });

  it('tells the two filters, and each act from its opposite', () => {
    const { all, unread, markRead, markUnread, showMore, showLess, showTag, removeTag, previous, next } =
      messages;
    const pairs = [
      [all, unread],
      [markRead, markUnread],
      [showMore, showLess],
      [showTag, removeTag],
      [previous, next],
    ];
    for (const [one, other] of pairs) expect(one).not.toBe(other);
    expect(messages.dismiss).not.toBe(messages.close);
  });
});

describe('so many', () => {
  const find = (wanted: string): Messages => languages.find(([tag]) => tag === wanted)![1];
  const said = (tag: string, name: 'arrived' | 'moreImages' | 'bellUnread', counts: number[]): string[] =>
    counts.map((count) => plural(find(tag)[name], count, tag, { label: '*' }));

  it('in Arabic', () => {
    expect(said('ar', 'arrived', [0, 1, 2, 3, 10, 11, 99, 100, 103, 200])).toEqual([
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
    expect(said('ar', 'bellUnread', [1, 2, 3, 11, 100])).toEqual([
      '*، واحد غير مقروء',
      '*، اثنان غير مقروءين',
      '*، 3 غير مقروءة',
      '*، 11 غير مقروء',
      '*، 100 غير مقروء',
    ]);
    expect(said('ar', 'moreImages', [1, 2, 3, 11])).toEqual([
      'صورة أخرى',
      'صورتان أخريان',
      '3 صور أخرى',
      '11 صورة أخرى',
    ]);
  });

  it('in Polish', () => {
    expect(said('pl', 'arrived', [0, 1, 2, 4, 5, 12, 22, 25, 112, 122])).toEqual([
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
    expect(said('he', 'arrived', [1, 2, 3, 20])).toEqual([
      'התראה חדשה אחת',
      'שתי התראות חדשות',
      '3 התראות חדשות',
      '20 התראות חדשות',
    ]);
  });

  it.each([
    ['fr', ['0 nouvelle notification', '1 nouvelle notification', '2 nouvelles notifications']],
    ['pt', ['0 nova notificação', '1 nova notificação', '2 novas notificações']],
    ['es', ['0 notificaciones nuevas', '1 notificación nueva', '2 notificaciones nuevas']],
    ['de', ['0 neue Benachrichtigungen', '1 neue Benachrichtigung', '2 neue Benachrichtigungen']],
    ['hi', ['0 नई सूचना', '1 नई सूचना', '2 नई सूचनाएँ']],
    ['tr', ['0 yeni bildirim', '1 yeni bildirim', '2 yeni bildirim']],
    ['zh', ['0 条新通知', '1 条新通知', '2 条新通知']],
  ])('in %s', (tag, expected) => {
    expect(said(tag, 'arrived', [0, 1, 2])).toEqual(expected);
  });
});
