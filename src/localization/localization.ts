import { loadLanguage } from './load-language.js';
import { en } from './locales/en.js';
import { withOverrides, type Messages } from './messages.js';
import { getOrCreate } from '../common/get-or-create.js';

/** The words to say, and how `Intl` is to write numbers and dates beside them. */
export interface Localization {
  readonly locale: string;
  readonly messages: Messages;
}

const english: Localization = { locale: 'en', messages: en };

/** The words that have come, by language; null where there are none to be had. */
const loaded = new Map<string, Messages | null>([['en', en]]);
const coming = new Set<string>();
/** What the host gave, by language or locale. */
const registered = new Map<string, Partial<Messages>>();
/** Made once for each tag, so that it is the same for as long as nothing changes. */
const localizations = new Map<string, Localization>();
const listeners = new Set<() => void>();

function changed(): void {
  localizations.clear();
  for (const listener of [...listeners]) listener();
}

/** Null for what `Intl` takes for no locale. */
function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return null;
  }
}

function load(language: string): void {
  if (loaded.has(language) || coming.has(language)) return;
  const loading = loadLanguage(language);
  if (!loading) {
    loaded.set(language, null);
    return;
  }
  const keep = (messages?: Messages): void => {
    coming.delete(language);
    loaded.set(language, messages ?? null);
    changed();
  };
  coming.add(language);
  // Where it cannot be had the browser says so, and the words stay English.
  loading.then(keep, () => keep());
}

function make(tag: string): Localization {
  const parsed = parseLocale(tag);
  if (!parsed) return english;
  const { language } = parsed;
  const locale = parsed.toString();
  const own = { ...registered.get(language), ...registered.get(locale) };
  if (!Object.keys(en).every((name) => name in own)) load(language);
  const isOwn = registered.has(language) || registered.has(locale);
  const words = loaded.get(language) ?? (isOwn && !coming.has(language) ? en : null);
  // Until the words are here, dates stay English with them: two languages beside one another would be odd.
  return words ? { locale, messages: withOverrides(words, own) } : english;
}

/**
 * Words and locale for a language tag; the region decides how dates are written. English for what is no tag, for a
 * language that nobody has words for, and until the words have come: {@link followLanguages} tells when they have.
 */
export function localizationFor(tag: string): Localization {
  return getOrCreate(localizations, tag, () => make(tag));
}

/** Calls whenever words have come, until the returned function is called. */
export function followLanguages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Gives words of one's own for a language (`de`) or a locale (`de-CH`), on every element of the page. Those that are
 * left out stay as they are; for a language that the package does not have, they are English.
 */
export function registerMessages(tag: string, messages: Partial<Messages>): void {
  const locale = parseLocale(tag)?.toString();
  if (locale === undefined) return;
  registered.set(locale, { ...registered.get(locale), ...messages });
  changed();
}
