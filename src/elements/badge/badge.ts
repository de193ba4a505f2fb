import { formatCount } from '../../localization/messages.js';
import { badgeStyles, hiddenStyles } from './badge.styles.js';
import { CountFeed } from './count-feed.js';
import { PageElement } from './page-element.js';

const highestCount = 99;

/** The style sheets of all badges. The second one hides those without a number. */
let sheets: CSSStyleSheet[] | undefined;

function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** What a badge shows, and what screen readers say in its place. */
interface Parts {
  root: ShadowRoot;
  number: HTMLElement;
  label: HTMLElement;
}

/**
 * The number of new or unread notifications, as the badge of a bell has it, for a page without one: beside a link to a page of
 * notifications. It is hidden while there are none, and while the number is not known. It needs no session and no other element, and is set
 * up by attributes alone.
 *
 * @tag nudge-badge
 * @attr {string} backend-url - Where a backend of `nudge-inbox/backend` is mounted, on the origin of the page.
 * @attr {string} count-url - For a backend of your own: responds to a GET with `{ "unreadCount": 3, "unseenCount": 1 }`, and is requested every minute.
 * @attr {'unseen' | 'unread'} [badge='unseen'] - What it counts. `unseen`: unread notifications that have come since the list was open last. `unread`: all that are unread.
 * @attr {number} [max-count=99] - The highest number, at most 99; a higher count is shown with a plus.
 * @attr {string} label - What screen readers say in the place of the number, with `{count}` for it. Default: `{count} new`, or `{count} unread` with `badge="unread"`.
 * @csspart badge - The badge with the number.
 * @cssprop --nudge-badge - The badge.
 * @cssprop --nudge-on-badge - The number on it.
 * @cssprop --nudge-font-family - The font.
 * @cssprop --nudge-font-size - The size of the text of all elements, of which that of the badge is a part.
 */
export class NudgeBadge extends PageElement {
  static readonly observedAttributes: readonly string[] = [
    'backend-url',
    'count-url',
    'badge',
    'max-count',
    'label',
  ];

  #feed: CountFeed | undefined;
  #unsubscribe: (() => void) | undefined;
  #parts: Parts | undefined;

  /** @internal */
  connectedCallback(): void {
    this.#subscribe();
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#unsubscribe?.();
  }

  /** @internal */
  attributeChangedCallback(): void {
    if (this.isConnected) this.#subscribe();
  }

  #subscribe(): void {
    this.#unsubscribe?.();
    this.#feed = CountFeed.of(this.getAttribute('backend-url') ?? '', this.getAttribute('count-url') ?? '');
    this.#unsubscribe = this.#feed?.subscribe(() => this.#render());
    this.#render();
  }

  #render(): void {
    const { root, number, label } = (this.#parts ??= this.#createParts());
    const badge = this.getAttribute('badge') === 'unread' ? 'unread' : 'unseen';
    const count = this.#feed?.counts?.[badge] ?? 0;
    const max = Math.trunc(Number(this.getAttribute('max-count')));
    const shown = Math.min(count, max >= 1 ? max : highestCount, highestCount);
    const locale = this.closest<HTMLElement>('[lang]:not([lang=""])')?.lang ?? navigator.language;
    const text = this.getAttribute('label') ?? `{count} ${badge === 'unread' ? badge : 'new'}`;
    number.textContent = count > 0 ? `${formatCount(shown, locale)}${count > shown ? '+' : ''}` : '';
    label.textContent = count > 0 ? text.replace('{count}', formatCount(count, locale)) : '';
    // Simulated pages, as those of jsdom, have none.
    if (!('adoptedStyleSheets' in root)) return;
    sheets ??= [badgeStyles, hiddenStyles].map(createSheet);
    root.adoptedStyleSheets = sheets.slice(0, count > 0 ? 1 : 2);
  }

  #createParts(): Parts {
    const root = this.attachShadow({ mode: 'open' });
    const [number, label] = [document.createElement('span'), document.createElement('span')];
    number.className = 'badge';
    number.part = 'badge';
    number.ariaHidden = 'true';
    number.translate = false;
    label.className = 'label';
    root.append(number, label);
    return { root, number, label };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-badge': NudgeBadge;
  }
}
