import { languageFolder } from './language-folder.js';
import type { Messages } from './messages.js';

const languages = 'ar,de,es,fr,he,hi,it,ja,ko,nl,pl,pt,tr,zh'.split(',');

/** In the files for script tags this stands in for `load-language`: the languages lie in a folder. */
export function loadLanguage(language: string): Promise<Messages | undefined> | undefined {
  if (!languages.includes(language)) return undefined;
  return import(/* @vite-ignore */ `${languageFolder}${language}.js`).then(
    (module: Partial<Record<string, Messages>>) => module[language],
  );
}
