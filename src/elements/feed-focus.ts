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

/**
 * Moves the focus through the articles of a feed by keys; one of them is in the order of Tab.
 * See https://www.w3.org/WAI/ARIA/apg/patterns/feed/
 */
export class FeedFocus implements ReactiveController {
  readonly #host: Element;
  #current: HTMLElement | undefined;
  /** Where the focus was, should what had it go away. */
  #place: number | null = null;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get #articles(): HTMLElement[] {
    return [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('[role=article]') ?? [])];
  }

  /** The article that holds the focus. */
  get focused(): HTMLElement | null {
    return this.#host.shadowRoot?.activeElement?.closest<HTMLElement>('[role=article]') ?? null;
  }

  hostUpdate(): void {
    const { focused } = this;
    this.#place = focused && this.#articles.indexOf(focused);
  }

  /** To be called once the rows are in place: where the one with the focus went, the next one has it. */
  keep(): void {
    if (this.#place !== null && !this.focused)
      this.focus(this.#articles[Math.min(this.#place, this.#articles.length - 1)]);
    if (!this.#current?.isConnected) this.#setCurrent(this.#articles[0]);
  }

  focus(article: HTMLElement | undefined = this.#articles[0]): void {
    this.#setCurrent(article);
    article?.focus();
  }

  /** Tab comes back to where the reader was. */
  follow(): void {
    this.#setCurrent(this.focused ?? this.#current);
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
    if (article === this.#current) return;
    if (this.#current) this.#current.tabIndex = -1;
    if (article) article.tabIndex = 0;
    this.#current = article;
  }
}
