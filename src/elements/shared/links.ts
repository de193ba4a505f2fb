export interface SafeLink {
  href: string;
  /** Whether it leads to another origin: it opens in a new tab, without opener and referrer. */
  isExternal: boolean;
}

const pageProtocols = ['https:', 'http:'];
const linkProtocols = [...pageProtocols, 'mailto:', 'tel:'];

/** Nothing at all, or a bare hash: white space and control characters around it count for nothing. */
const blank = /^[\s\p{Cc}]*#?[\s\p{Cc}]*$/u;

/** As a browser would resolve it on this page, which is not always how it looks; null for what is no URL. */
function parse(url: string | null): URL | null {
  if (url === null || blank.test(url)) return null;
  try {
    const parsed = new URL(url, document.baseURI);
    return parsed.username === '' && parsed.password === '' ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * Decides on every link of a record, and nothing else does: `https`, `http`, `mailto`, `tel` and same-origin
 * relative URLs pass, as the browser understands them. Null makes no link.
 */
export function safeLink(url: string | null): SafeLink | null {
  const parsed = parse(url);
  if (!parsed || !linkProtocols.includes(parsed.protocol)) return null;
  return {
    href: parsed.href,
    isExternal: pageProtocols.includes(parsed.protocol) && parsed.origin !== location.origin,
  };
}

/** Decides on every picture of a record: `https`, `http` and same-origin relative URLs pass. */
export function safePicture(url: string | null): string | null {
  const parsed = parse(url);
  return parsed && pageProtocols.includes(parsed.protocol) ? parsed.href : null;
}
