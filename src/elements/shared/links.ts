/** What {@link safeLink} returns. */
export interface SafeLink {
  /** The absolute URL. */
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
 * The check that every link of a record passes before it is rendered, for hosts that follow links themselves. Relative
 * URLs are resolved against the page; outside a page every URL gives null.
 *
 * @param url - a URL of a record, relative or absolute
 * @returns the link as the browser parses it. Null for everything but `https`, `http`, `mailto`, `tel` and relative URLs,
 * for URLs with a user name or password, and for empty ones
 * @example
 * safeLink('/orders/1'); // { href: 'https://shop.example/orders/1', isExternal: false }
 * safeLink('https://example.com'); // { href: 'https://example.com/', isExternal: true }
 * safeLink('javascript:alert(1)'); // null
 */
export function safeLink(url: string | null | undefined): SafeLink | null {
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
