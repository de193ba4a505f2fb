/** How much of a text is rendered, in characters as a reader counts them; a megabyte would freeze the page. */
export const textLimits = { line: 300, body: 4000, label: 100 } as const;

/** What shows nothing: white space, control and format characters, and letters that are blank. */
const blank = '[\\s\\p{C}\\p{Z}\\u115f\\u1160\\u2800\\u3164\\uffa0]';
const invisible = new RegExp(`^${blank}*$`, 'u');
/** What would push the ending of a file's name out of sight. */
const gap = new RegExp(`${blank}{2,}`, 'gu');
/** Marks that turn the direction of text around them: https://www.unicode.org/reports/tr9/ */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let segmenter: Intl.Segmenter | undefined;

/** The parts that a reader takes for one character each, such as an emoji of several code points. */
function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The text to show, cut to whole characters; null where a reader would see nothing. */
export function readableText(text: string | null, limit: number): string | null {
  if (text === null) return null;
  // Longer than any whole character at the edge, and short enough to look through.
  const excerpt = text.slice(0, limit + 64);
  if (invisible.test(excerpt)) return null;
  if (text.length <= limit) return text;
  let kept = '';
  for (const grapheme of graphemes(excerpt)) {
    if (kept.length + grapheme.length > limit) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** A file's name as it is, its ending last and in sight: what would turn it around or away is left out. */
export function readableFileName(name: string | null): string | null {
  const plain = name?.replace(directionMarks, '').replace(gap, ' ') ?? null;
  if (plain === null || plain.length <= textLimits.label) return readableText(plain, textLimits.label);
  const ending = /\.[^.\s]{1,20}$/.exec(plain)?.[0] ?? '';
  return `${readableText(plain.slice(0, -ending.length || undefined), textLimits.label - ending.length) ?? ''}${ending}`;
}

/** One or two letters that stand for a name: `Amelia Moss` gives AM. A short name that is all capitals stays. */
export function initials(name: string): string {
  const words = name.trim().split(/[\s\p{Z}]+/u);
  const [only] = words;
  if (words.length === 1 && only && /^\p{Lu}{2,3}$/u.test(only)) return only;
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [only];
  return ends.map((word) => [...graphemes((word ?? '').slice(0, 64))][0]?.toUpperCase() ?? '').join('');
}
