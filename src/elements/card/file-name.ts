import { blank, readableText, textLimits } from '../shared/text.js';

/** A gap that could push the extension of a file name out of sight. */
const gap = new RegExp(`${blank}{2,}`, 'gu');
/** Characters that change the direction of the text around them: https://www.unicode.org/reports/tr9/ */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

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
