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

/** Media types by their usual extension, where the subtype does not end with it. */
const extensionsOfSubtypes: Readonly<Record<string, string>> = {
  plain: 'txt',
  msword: 'doc',
  'ms-excel': 'xls',
  'ms-powerpoint': 'ppt',
  'openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'oasis.opendocument.text': 'odt',
  'oasis.opendocument.spreadsheet': 'ods',
  'oasis.opendocument.presentation': 'odp',
  calendar: 'ics',
  markdown: 'md',
  quicktime: 'mov',
  'svg+xml': 'svg',
  'zip-compressed': 'zip',
};

/** Null for what is no short word, such as `octet-stream`. */
function toKind(text: string | undefined): string | null {
  return text !== undefined && /^[a-z\d]{1,5}$/.test(text) ? text : null;
}

/**
 * The kind of a file in a few letters, such as `pdf`: by its type, which may be a media type or an extension, else by the
 * extension of its name. Null if neither says it.
 */
export function fileKind(type: string | null, fileName: string | null): string | null {
  // Without the parameters of a media type, as in `text/csv; charset=utf-8`.
  const [name = ''] = (type ?? '').toLowerCase().split(';');
  const [, subtype] = /\/(?:x-|vnd\.)?(.+)$/.exec(name.trim()) ?? [];
  const extension = /\.([^.]+)$/.exec(fileName?.trim().toLowerCase() ?? '')?.[1];
  const kind =
    subtype === undefined
      ? name.trim().replace(/^\./, '')
      : Object.hasOwn(extensionsOfSubtypes, subtype)
        ? extensionsOfSubtypes[subtype]
        : subtype;
  return toKind(kind) ?? toKind(extension);
}
