import type { Notification } from '../../api/schemas/notification.js';
import type { Messages } from '../../localization/messages.js';

/** How many characters of a text are rendered at most; a text of a megabyte would freeze the page. */
export const textLimits = { line: 300, body: 4000, label: 100 } as const;

/** Characters that are invisible: white space, control and format characters, and blank letters. */
const blank = '[\\s\\p{C}\\p{Z}\\u115f\\u1160\\u2800\\u3164\\uffa0]';
const invisible = new RegExp(`^${blank}*$`, 'u');
/** A gap that could push the extension of a file name out of sight. */
const gap = new RegExp(`${blank}{2,}`, 'gu');
/** Characters that change the direction of the text around them: https://www.unicode.org/reports/tr9/ */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them, such as an emoji of several code points. */
function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The text to show, truncated to whole characters, or null if nothing of it is visible. */
export function readableText(text: string | null | undefined, limit: number): string | null {
  if (!text) return null;
  // Long enough for any character at the limit, and short enough to search.
  const excerpt = text.slice(0, limit + 64);
  if (invisible.test(excerpt)) return null;
  if (text.length <= limit) return text;
  let truncated = '';
  for (const grapheme of graphemes(excerpt)) {
    if (truncated.length + grapheme.length > limit) break;
    truncated += grapheme;
  }
  return `${truncated.trimEnd()}…`;
}

/** The title of a notification, or the word for one without a title. */
export const titleOf = (record: Notification | null, { notification }: Messages): string =>
  readableText(record?.payload.title, textLimits.line) ?? notification;

/** The title, after the word for an important one. */
export function titleWithImportance(
  record: Notification | null,
  isImportant: boolean,
  messages: Messages,
): string {
  const title = titleOf(record, messages);
  return isImportant ? `${messages.importantItem}: ${title}` : title;
}

/**
 * The name of a file with its extension at the end and visible: characters that reverse or displace it are removed, and
 * a long name is truncated before the extension.
 */
export function readableFileName(name: string | null): string | null {
  const plain = name?.replace(directionMarks, '').replace(gap, ' ');
  if (!plain || plain.length <= textLimits.label) return readableText(plain, textLimits.label);
  const extension = /\.[^.\s]{1,20}$/.exec(plain)?.[0] ?? '';
  return `${readableText(plain.slice(0, -extension.length || undefined), textLimits.label - extension.length) ?? ''}${extension}`;
}

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
