import { isOwnOrigin, parseAddress } from './own-origin.js';

/** What {@link safeLink} returns. */
export interface SafeLink {
  /** The absolute URL. */
  href: string;
  /** Whether it leads to another origin; it then opens in a new tab, without opener and referrer. */
  isExternal: boolean;
}

const pageProtocols = ['https:', 'http:'];
const linkProtocols = [...pageProtocols, 'mailto:', 'tel:'];
/** Pictures that are part of the record: bitmaps, which contain no script. */
const dataPicture = /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i;

/** Empty, or a bare hash, apart from white space and control characters. */
const blank = /^[\s\p{Cc}]*#?[\s\p{Cc}]*$/u;

/** Parses a URL as the browser would on this page, which may differ from how it looks. Null if it is none. */
function parse(url: string | null | undefined): URL | null {
  if (!url || blank.test(url)) return null;
  try {
    const parsed = parseAddress(url);
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
 * @returns the link as the browser parses it. Null for everything but `https`, `http`, `mailto`, `tel`, relative URLs and the
 * own scheme of an app, for URLs with a user name or password, and for empty ones
 * @example
 * safeLink('/orders/1'); // { href: 'https://shop.example/orders/1', isExternal: false }
 * safeLink('https://example.com'); // { href: 'https://example.com/', isExternal: true }
 * safeLink('javascript:alert(1)'); // null
 */
export function safeLink(url: string | null | undefined): SafeLink | null {
  const parsed = parse(url);
  if (!parsed) return null;
  const isOwn = isOwnOrigin(parsed);
  if (!isOwn && !linkProtocols.includes(parsed.protocol)) return null;
  return { href: parsed.href, isExternal: !isOwn && pageProtocols.includes(parsed.protocol) };
}

/** Whether the link leads to a page or file of the page's own origin. */
export function isOwnLink({ href }: SafeLink): boolean {
  return isOwnOrigin(new URL(href));
}

/**
 * The path of a link for your router, for listeners of `nudge-navigate`.
 *
 * @param url - an absolute URL, such as that of the event
 * @param base - the base path of the router, which it puts before every path itself
 * @returns path, query and hash below the base. Null for what is not below it, and for other origins: leave that to the browser
 * @example
 * routePath('https://shop.example/app/orders/1?tab=2', '/app'); // '/orders/1?tab=2'
 */
export function routePath(url: string, base = '/'): string | null {
  const parsed = parse(url);
  const prefix = base.replace(/\/+$/, '');
  if (!parsed || !isOwnOrigin(parsed) || !`${parsed.pathname}/`.startsWith(`${prefix}/`)) return null;
  return (parsed.pathname.slice(prefix.length) || '/') + parsed.search + parsed.hash;
}

/** The only check for pictures of a record: accepts `https`, `http`, the page's own origin, and bitmaps as `data:`. */
export function safePicture(url: string | null | undefined): string | null {
  const parsed = parse(url);
  if (!parsed) return null;
  const isLoadable = pageProtocols.includes(parsed.protocol) || isOwnOrigin(parsed);
  return isLoadable || dataPicture.test(parsed.href) ? parsed.href : null;
}
