/** How many characters of a text are rendered at most; a text of a megabyte would freeze the page. */
export const textLimits = { line: 300, body: 4000, label: 100 } as const;

/** Characters that are invisible: white space, control and format characters, and blank letters. */
export const blank = '[\\s\\p{C}\\p{Z}\\u115f\\u1160\\u2800\\u3164\\uffa0]';
const invisible = new RegExp(`^${blank}*$`, 'u');

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them, such as an emoji of several code points. */
export function* graphemes(text: string): Generator<string> {
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
