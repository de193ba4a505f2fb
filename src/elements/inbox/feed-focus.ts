import type { ReactiveController, ReactiveControllerHost } from 'lit';

const steps = new Map([
  ['ArrowDown', 1],
  ['PageDown', 1],
  ['ArrowUp', -1],
  ['PageUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** Where keys have a meaning of their own. */
const fields = 'input, textarea, select, [contenteditable]';
/** A card of the page's own may hold further ones. */
const rows = '.feed > [role=article]';

/** The article and what is on its card are in the order of Tab, or passed over. */
function setReach(article: HTMLElement | undefined, isReached: boolean): void {
  if (!article) return;
  article.tabIndex = isReached ? 0 : -1;
  // A negative one leaves out all that is in the card's shadow tree.
  const card = article.querySelector<HTMLElement>(':scope > nudge-notification');
  if (!isReached) card?.setAttribute('tabindex', '-1');
  // Without it Chromium takes the focus from what is within; from there Tab goes on all the same.
  else if (!card?.matches(':focus-within')) card?.removeAttribute('tabindex');
}

/**
 * Moves the focus through the articles of a feed by keys; one of them is in the order of Tab.
 * See https://www.w3.org/WAI/ARIA/apg/patterns/feed/
 */
export class FeedFocus implements ReactiveController {
  readonly #host: Element;
  #current: HTMLElement | undefined;
  /** What had the focus and where it stood, should it go away. */
  #before: { article: HTMLElement; place: number } | null = null;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get #articles(): HTMLElement[] {
    return [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>(rows) ?? [])];
  }

  /** The article that holds the focus. */
  get focused(): HTMLElement | null {
    return this.#host.shadowRoot?.activeElement?.closest<HTMLElement>(rows) ?? null;
  }

  hostUpdate(): void {
    const { focused } = this;
    this.#before = focused && { article: focused, place: this.#articles.indexOf(focused) };
  }

  /** To be called once the rows are in place: where the one with the focus went, the next one has it. */
  keep(): void {
    const articles = this.#articles;
    if (this.#before && !this.focused) {
      const { article, place } = this.#before;
      // One that was moved has lost the focus, too.
      this.focus(article.isConnected ? article : articles[Math.min(place, articles.length - 1)]);
    }
    // What is on it may have come only now.
    this.#setCurrent(this.#current?.isConnected ? this.#current : articles[0]);
  }

  focus(article: HTMLElement | undefined = this.#articles[0]): void {
    this.#setCurrent(article);
    article?.focus();
  }

  /** Tab comes back to where the reader was. */
  follow(): void {
    const { focused } = this;
    const active = this.#host.shadowRoot?.activeElement;
    // A press beside what is on a card is one on its article.
    if (active?.localName === 'nudge-notification' && !active.shadowRoot?.activeElement) focused?.focus();
    this.#setCurrent(focused ?? this.#current);
  }

  move(event: KeyboardEvent): void {
    const step = steps.get(event.key);
    const [target] = event.composedPath();
    const { focused } = this;
    if (!focused || step === undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target instanceof Element && target.matches(fields)) return;
    event.preventDefault();
    const articles = this.#articles;
    this.focus(articles[Math.max(0, Math.min(articles.indexOf(focused) + step, articles.length - 1))]);
  }

  #setCurrent(article: HTMLElement | undefined): void {
    if (article !== this.#current) setReach(this.#current, false);
    setReach(article, true);
    this.#current = article;
  }
}
