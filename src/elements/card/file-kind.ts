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
