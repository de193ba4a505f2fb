import type { Messages } from './messages.js';

type Load = () => Promise<Partial<Record<string, Partial<Messages>>>>;

/** The languages beside English, each in a module of its own that is loaded when it is first wanted. */
const languages: Record<string, Load> = {
  ar: () => import('./locales/ar.js'),
  de: () => import('./locales/de.js'),
  es: () => import('./locales/es.js'),
  fr: () => import('./locales/fr.js'),
  he: () => import('./locales/he.js'),
  hi: () => import('./locales/hi.js'),
  it: () => import('./locales/it.js'),
  ja: () => import('./locales/ja.js'),
  ko: () => import('./locales/ko.js'),
  nl: () => import('./locales/nl.js'),
  pl: () => import('./locales/pl.js'),
  pt: () => import('./locales/pt.js'),
  'pt-PT': () => import('./locales/pt-pt.js'),
  tr: () => import('./locales/tr.js'),
  zh: () => import('./locales/zh.js'),
  'zh-Hant': () => import('./locales/zh-hant.js'),
};

/**
 * Loads the messages of a language, or of a variety of it, such as `zh-Hant`, of which some may not be translated yet; undefined for
 * one that the package does not include.
 */
export function loadLanguage(language: string): Promise<Partial<Messages> | undefined> | undefined {
  return Object.hasOwn(languages, language)
    ? languages[language]?.().then((module) => module[language.replace('-', '')])
    : undefined;
}
