import type { Messages } from './messages.js';

const languages = 'ar,de,es,fr,he,hi,it,ja,ko,nl,pl,pt,tr,zh'.split(',');

/** In the module build for script tags this stands in for `load-language`: the languages lie in a folder beside the script. */
export function loadLanguage(language: string): Promise<Messages | undefined> | undefined {
  if (!languages.includes(language)) return undefined;
  return import(/* @vite-ignore */ `./locales/${language}.js`).then(
    (module: Partial<Record<string, Messages>>) => module[language],
  );
}
