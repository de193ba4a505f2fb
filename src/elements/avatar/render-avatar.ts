import { html, nothing, type TemplateResult } from 'lit';
import { personIcon } from '../shared/panel-icons.js';
import { graphemes, readableText, textLimits } from '../shared/text.js';

/** Scripts in which a letter is a character of its own, unless a mark follows. The first segmenter takes 10 ms to create. */
const plainLetter =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}](?![\p{M}\u200d])/u;

function firstCharacter(word: string): string {
  if (word === '') return '';
  const [plain] = plainLetter.exec(word) ?? [];
  if (plain !== undefined) return plain;
  const [first = ''] = graphemes(word);
  return first;
}

/** The initials of a name: AM for `Amelia Moss`. A single word of two or three capitals is returned as it is. */
export function initials(name: string): string {
  const words = name.trim().split(/[\s\p{Z}]+/u);
  const [only] = words;
  if (words.length === 1 && only && /^\p{Lu}{2,3}$/u.test(only)) return only;
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [only];
  return ends.map((word = '') => firstCharacter(word.slice(0, 64)).toUpperCase()).join('');
}

/** The number of background colours for initials. */
const hueCount = 3;

/** Picks the colour by the name, so that it is the same everywhere. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 4096;
  return hash % hueCount;
}

/**
 * The picture, else the initials of the name, else an icon. Cards call this function, since an element for each avatar
 * would make long lists slow.
 */
export function renderAvatar(
  name: string | null | undefined,
  picture: TemplateResult | typeof nothing,
): TemplateResult {
  const shown = readableText(name, textLimits.line) ?? '';
  return html`<div part="avatar" class="avatar hue-${hueOf(shown)}" aria-hidden="true" translate="no">
    ${picture === nothing ? initials(shown) || personIcon : picture}
  </div>`;
}
