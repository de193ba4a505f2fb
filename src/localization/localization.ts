import { loadLanguage } from './load-language.js';
import { en } from './locales/en.js';
import { withOverrides, type Messages } from './messages.js';
import { getOrCreate } from '../common/get-or-create.js';
import { warnOnce } from '../common/warn.js';

/** The messages to show, and the locale in which `Intl` formats numbers and dates beside them. */
export interface Localization {
  readonly locale: string;
  readonly messages: Messages;
}

const english: Localization = { locale: 'en', messages: en };

/** Loaded messages by language; null for a language without messages, or one that failed to load. */
const loaded = new Map<string, Messages | null>([['en', en]]);
const loading = new Set<string>();
/** The host's messages, by language or locale. */
const registered = new Map<string, Partial<Messages>>();
/** Cached by tag, so that the object stays the same until messages change. */
const localizations = new Map<string, Localization>();
const listeners = new Set<() => void>();

function publishChange(): void {
  localizations.clear();
  for (const listener of [...listeners]) listener();
}

/** Null, with a warning, if `Intl` does not accept the tag. */
function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    warnOnce(`“${tag}” is no language tag, and is ignored.`);
    return null;
  }
}

function load(language: string): void {
  if (loaded.has(language) || loading.has(language)) return;
  const promise = loadLanguage(language);
  if (!promise) {
    loaded.set(language, null);
    return;
  }
  const handleLoaded = (messages?: Partial<Messages>): void => {
    loading.delete(language);
    // What is not translated yet is English; a cache may hold the file of another version, too.
    loaded.set(language, messages ? withOverrides(en, messages) : null);
    publishChange();
  };
  loading.add(language);
  promise.then(handleLoaded, (error: unknown) => {
    // The error of the browser names the address.
    warnOnce(`The texts of ${language} could not be loaded, and are English: ${String(error)}`);
    handleLoaded();
  });
}

/**
 * The tags of the messages for a locale, from the most general to the most special one that the package has: neither does Traditional
 * Chinese build on Simplified, nor is Portuguese that of Brazil anywhere else.
 * https://github.com/unicode-org/cldr/blob/main/common/supplemental/parentLocales.xml
 */
function languageTags(locale: Intl.Locale): [string, ...string[]] {
  const { language } = locale;
  // The others have one translation, and to look up script and region takes milliseconds at first.
  if (language !== 'zh' && language !== 'pt') return [language];
  const { script, region } = locale.maximize();
  if (script === 'Hant') return ['zh-Hant'];
  return language === 'pt' && region !== 'BR' ? ['pt', 'pt-PT'] : [language];
}

function createLocalization(tag: string): Localization {
  const parsed = parseLocale(tag);
  if (!parsed) return english;
  const locale = parsed.toString();
  const languages = languageTags(parsed);
  const language = languages.at(-1) ?? languages[0];
  const tags = [...languages, locale];
  const overrides: Partial<Messages> = {};
  for (const name of tags) Object.assign(overrides, registered.get(name));
  if (!Object.keys(en).every((name) => name in overrides)) load(language);
  const isRegistered = tags.some((name) => registered.has(name));
  const messages = loaded.get(language) ?? (isRegistered && !loading.has(language) ? en : null);
  // While messages load, dates are English too, so that the page does not mix two languages.
  return messages ? { locale, messages: withOverrides(messages, overrides) } : english;
}

/**
 * Returns the messages and the locale for a language tag; the region decides how dates are formatted. Returns English for an
 * invalid tag, for a language without messages, and while messages load: use {@link subscribeToMessages} to learn when they have.
 */
export function localizationFor(tag: string): Localization {
  return getOrCreate(localizations, tag, () => createLocalization(tag));
}

/** Calls `listener` whenever messages were loaded, failed to load or were registered. Returns a function that unsubscribes. */
export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Replaces messages for a language or a locale, for every element on the page. Several calls for one tag add up.
 *
 * @param tag - A language (`de`) or a locale (`de-CH`). An invalid tag is ignored.
 * @param messages - The messages to replace. Others stay as they are; in a language that the package does not include, they are English.
 *
 * @example
 * registerMessages('de', { undo: 'Zurücknehmen' });
 */
export function registerMessages(tag: string, messages: Partial<Messages>): void {
  const locale = parseLocale(tag)?.toString();
  if (locale === undefined) return;
  registered.set(locale, { ...registered.get(locale), ...messages });
  publishChange();
}
