export interface SafeLink {
  href: string;
  /** Whether it leads to another origin; it then opens in a new tab, without opener and referrer. */
  isExternal: boolean;
}

const pageProtocols = ['https:', 'http:'];
const linkProtocols = [...pageProtocols, 'mailto:', 'tel:'];

/** Empty, or a bare hash, apart from white space and control characters. */
const blank = /^[\s\p{Cc}]*#?[\s\p{Cc}]*$/u;

/** Parses a URL as the browser would on this page, which may differ from how it looks. Null if it is none. */
function parse(url: string | null | undefined): URL | null {
  if (!url || blank.test(url)) return null;
  try {
    const parsed = new URL(url, document.baseURI);
    return parsed.username === '' && parsed.password === '' ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * The only check for links of a record: accepts `https`, `http`, `mailto`, `tel` and same-origin relative URLs, as the
 * browser parses them. Returns null for all others, which are rendered as plain text.
 */
export function safeLink(url: string | null): SafeLink | null {
  const parsed = parse(url);
  if (!parsed || !linkProtocols.includes(parsed.protocol)) return null;
  return {
    href: parsed.href,
    isExternal: pageProtocols.includes(parsed.protocol) && parsed.origin !== location.origin,
  };
}

/** The only check for pictures of a record: accepts `https`, `http` and same-origin relative URLs. */
export function safePicture(url: string | null | undefined): string | null {
  const parsed = parse(url);
  return parsed && pageProtocols.includes(parsed.protocol) ? parsed.href : null;
}
