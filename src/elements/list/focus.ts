import type { LitElement, ReactiveController } from 'lit';
import { consumeKey, isFromField } from '../base/keys.js';
import { rowSelector } from './rows.js';
import { findActive, isRendered, observeView, scrollToElement } from '../base/platform.js';

const steps = new Map([
  ['ArrowDown', 1],
  ['PageDown', 1],
  ['ArrowUp', -1],
  ['PageUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** How a customer scrolls. */
const scrollEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
/** How long a revealed article is kept in view, in milliseconds. */
const keepInViewMs = 5000;

/** Puts an article and the controls on its card into the Tab order, or takes them out of it. */
function setTabbable(article: HTMLElement | undefined, isTabbable: boolean): void {
  if (!article) return;
  const tabIndex = isTabbable ? 0 : -1;
  article.tabIndex = tabIndex;
  for (const control of article.querySelectorAll<HTMLElement>(
    ':scope > .select, :scope > .custom-content > .row-menu',
  ))
    control.tabIndex = tabIndex;
  // A negative tabindex on the card takes everything in its shadow tree out of the Tab order.
  const card = article.querySelector<HTMLElement>(':scope > nudge-card');
  if (!isTabbable) card?.setAttribute('tabindex', '-1');
  // Removing the attribute makes Chromium blur what is focused within; Tab works from there with it, too.
  else if (!card?.matches(':focus-within')) card?.removeAttribute('tabindex');
}

export interface ListFocusElement extends LitElement {
  /** The inbox around the list. */
  readonly inbox: Element;
}

/**
 * Moves the focus through the articles of a feed by keyboard, with one article at a time in the Tab order, and keeps
 * the focus when its article is removed. See https://www.w3.org/WAI/ARIA/apg/patterns/feed/
 */
export class ListFocus implements ReactiveController {
  readonly #element: ListFocusElement;
  /** The article in the Tab order. */
  #current: HTMLElement | undefined;
  /** The rows that are laid out though they may be out of view. */
  #laidOut: readonly HTMLElement[] = [];
  /** Aborted when the revealed article need no longer be kept in view. */
  #revealing = new AbortController();
  /** The focused article and its position before the update. */
  #before: { article: HTMLElement; index: number } | null = null;

  constructor(element: ListFocusElement) {
    this.#element = element;
    element.addController(this);
  }

  get #articles(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>(rowSelector)];
  }

  get #firstArticle(): HTMLElement | undefined {
    return this.#element.querySelector<HTMLElement>(rowSelector) ?? undefined;
  }

  /** The article that has the focus, or contains it. */
  get focused(): HTMLElement | null {
    const root = this.#element.getRootNode();
    const active = root instanceof ShadowRoot ? findActive(root) : null;
    // The focus may be on a card of the page, which is slotted into the article.
    return (
      active?.closest<HTMLElement>(rowSelector) ??
      this.#element.querySelector<HTMLElement>(`${rowSelector}:focus-within`)
    );
  }

  hostDisconnected(): void {
    this.#revealing.abort();
  }

  hostUpdate(): void {
    const { focused } = this;
    this.#before = focused && { article: focused, index: this.#articles.indexOf(focused) };
  }

  hostUpdated(): void {
    if (this.#before && !this.focused) {
      const { article, index } = this.#before;
      const articles = this.#articles;
      // An article that was moved has lost the focus, too.
      const next = articles.includes(article) ? article : articles[Math.min(index, articles.length - 1)];
      this.#setCurrent(next);
      // The next article takes the place of one that goes, which may still have its height.
      next?.focus({ preventScroll: true });
    }
    // The card of the current article may have been rendered only now.
    const isListed = this.#current?.matches(rowSelector);
    this.#setCurrent(isListed ? this.#current : this.#firstArticle);
  }

  /** Focuses an article, by default the first. */
  focus(article = this.#firstArticle): void {
    if (!article) return;
    article.focus({ preventScroll: true });
    // In Firefox, `focus()` leaves an article below a sticky heading.
    this.#scrollTo(article, 'nearest');
  }

  /** Scrolls to an article and makes it the one that Tab reaches. Moves the focus there if `takesFocus` is true. */
  reveal(article: HTMLElement, takesFocus: boolean): void {
    if (takesFocus) article.focus({ preventScroll: true });
    // In the middle, since it and those above may turn out higher or lower than their placeholders.
    this.#scrollTo(article, 'center');
    this.#keepInView(article);
  }

  /** Keeps an article in view while those above it get their height, until the customer moves: Safari scrolls it away. */
  #keepInView(article: HTMLElement): void {
    this.#revealing.abort();
    const { signal } = (this.#revealing = new AbortController());
    const end = (): void => this.#revealing.abort();
    const handleChange: IntersectionObserverCallback = ([entry]) => {
      if (!entry || entry.intersectionRatio === 1) return;
      // The customer has closed the panel.
      if (!isRendered(article)) {
        end();
        return;
      }
      const { boundingClientRect, intersectionRect, rootBounds } = entry;
      const maxHeight = Math.min(boundingClientRect.height, rootBounds?.height ?? Infinity);
      // Less than a pixel is a matter of rounding.
      if (intersectionRect.height < maxHeight - 1) scrollToElement(article, { block: 'nearest' });
      // Reports it again in the next frame: rows may have grown further by then, which is no change to the observer.
      observer.unobserve(article);
      observer.observe(article);
    };
    const observer = observeView(handleChange, { root: this.#element, threshold: 1 });
    observer.observe(article);
    for (const type of scrollEvents)
      this.#element.inbox.addEventListener(type, end, { signal, passive: true, capture: true });
    const timer = setTimeout(end, keepInViewMs);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      clearTimeout(timer);
    });
  }

  #scrollTo(article: HTMLElement, block: ScrollLogicalPosition): void {
    this.#setCurrent(article);
    this.#layOut(article, article.previousElementSibling);
    scrollToElement(article, { block });
  }

  /** Lays out rows now: if they got their height only when they come into view, the article would move out of it. */
  #layOut(...rows: (Element | null)[]): void {
    for (const row of this.#laidOut) row.style.removeProperty('content-visibility');
    this.#laidOut = rows.filter((row) => row instanceof HTMLElement);
    for (const row of this.#laidOut) row.style.setProperty('content-visibility', 'visible');
  }

  #setCurrent(article: HTMLElement | undefined): void {
    if (article !== this.#current) setTabbable(this.#current, false);
    setTabbable(article, true);
    this.#current = article;
  }

  /** Makes the article of the focus the one that Tab returns to. */
  handleFocusIn(): void {
    this.#setCurrent(this.focused ?? this.#current);
  }

  /**
   * Lets a press on a card, beside its controls, focus its article: the card of the current article takes no focus. A
   * script that moved the focus would end the selection of text in Firefox.
   */
  handleMouseDown({ target }: MouseEvent): void {
    const article = target instanceof Element ? target.closest<HTMLElement>(rowSelector) : null;
    this.#setCurrent(article ?? this.#current);
  }

  handleKeydown(event: KeyboardEvent): void {
    const step = steps.get(event.key);
    if (!this.focused || step === undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isFromField(event)) return;
    consumeKey(event);
    this.move(step);
  }

  /** Focuses the article so many below the focused one; if none has the focus, the one in the Tab order. */
  move(step: number): void {
    const articles = this.#articles;
    const { focused } = this;
    const index = focused
      ? articles.indexOf(focused) + step
      : articles.findIndex((it) => it === this.#current);
    this.focus(articles[Math.max(0, Math.min(index, articles.length - 1))]);
  }
}
