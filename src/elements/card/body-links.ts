import { html } from 'lit';
import { safeLink, type SafeLink } from '../../common/links.js';
import type { CardContext } from './card-context.js';
import { renderLink, type LinkOptions } from './card-parts.js';

/** How many addresses of a text become links: each is a stop of the Tab key. */
const maxLinks = 50;
/** An address as it stands in a text: it ends before any character that no address contains (RFC 3987). */
const bareAddress = /\b(?:https:\/\/|mailto:)[\p{L}\p{M}\p{N}\-._~:/?#[\]@!$&'()*+,;=%]+/giu;
/** What belongs to the sentence, at the end of an address. */
const punctuation = '.,:;!?*_~\'"([';

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** The address without the punctuation that follows it, and without brackets that were opened before it. */
function withoutPunctuation(address: string): string {
  const excess = new Map([
    [')', countOf(address, ')') - countOf(address, '(')],
    [']', countOf(address, ']') - countOf(address, '[')],
  ]);
  let { length } = address;
  for (; length > 0; length--) {
    const last = address.charAt(length - 1);
    const count = excess.get(last) ?? 0;
    if (count > 0) excess.set(last, count - 1);
    else if (!punctuation.includes(last)) break;
  }
  return address.slice(0, length);
}

/** The address as written if that says where it leads; else, such as with letters that look like others, as the browser parses it. */
function textOf(address: string, { href }: SafeLink): string {
  const { origin } = new URL(href);
  return origin === 'null' || address.toLowerCase().startsWith(origin) ? address : href;
}

/**
 * Renders the addresses in a text as links, if they are safe.
 *
 * @param text the text to show
 * @param isCut whether more follows: an address at the end may be the beginning of another one
 */
export function renderAddresses(text: string, isCut: boolean, context: CardContext): unknown[] {
  const content: unknown[] = [];
  let [end, linkCount] = [0, 0];
  for (const { 0: match, index } of text.matchAll(bareAddress)) {
    const isWhole = !isCut || index + match.length < text.length - 1;
    const address = withoutPunctuation(match);
    const link = isWhole ? safeLink(address) : null;
    if (!link) continue;
    if (linkCount === maxLinks) break;
    linkCount += 1;
    const shown = textOf(address, link);
    // In the direction of addresses, whatever that of the text around it.
    const options: LinkOptions = {
      origin: 'body',
      className: 'address',
      content: html`<bdi dir="ltr">${shown}</bdi>`,
      label: shown,
    };
    content.push(text.slice(end, index), renderLink(link, context, options));
    end = index + address.length;
  }
  return [...content, text.slice(end)];
}
