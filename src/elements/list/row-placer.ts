import { render, type ReactiveControllerHost } from 'lit';
import { warnOnce } from '../../common/warn.js';
import { nextTask } from '../base/next-task.js';
import { collapse, slideIn } from '../shared/motion.js';

/** More rows than these come and go without motion, such as those of another filter. */
const maxMoving = 3;
/** How many cards are rendered in one task. More of them are spread over several tasks, so that none of these is long. */
const maxCards = 4;

/** One row of the list. */
export interface Row {
  /** Identifies the row, which keeps its element for as long as its key is on the list. */
  readonly key: unknown;
  /** What the row shows. It is rendered again only when this is another value. */
  readonly value: unknown;
  readonly className: string;
  readonly render: () => unknown;
  /** Whether the row stands in for what is not loaded. If it turns out not to belong to the list, it goes without motion. */
  readonly isPlaceholder?: boolean;
  /** Set for the row of a notification. */
  readonly article?: Article;
}

export interface Article {
  readonly id: string;
  /** The position among all articles, from 1. */
  readonly position: number;
  /** How many articles there are in all, or -1 if unknown. */
  readonly setSize: number;
  readonly label: () => string;
  /** Whether the row shows a card, which waits for a later task if many are due. */
  readonly hasCard: boolean;
  readonly renderPlaceholder: () => unknown;
  /** Renders the row where `render` throws, as a host's `renderNotification` may. */
  readonly renderFallback: () => unknown;
}

/** What an element shows. */
interface RenderedRow {
  readonly key: unknown;
  readonly value: unknown;
  readonly context: unknown;
  readonly position: number | undefined;
  readonly setSize: number | undefined;
  readonly isPlaceholder: boolean;
}

/**
 * Places rows in a list: only new and changed rows are rendered, only those in another place are moved.
 *
 * Lit's `repeat` with `guard` does the same from a template, but took more work for an arrival into 1,000 cards: 1.14 to 1.18
 * times as much in a side-by-side measurement of three variants (4 samples of 8 arrivals each).
 */
export class RowPlacer {
  readonly #host: ReactiveControllerHost;
  readonly #onRemoved: () => void;
  readonly #rendered = new WeakMap<Element, RenderedRow>();
  /** How many more cards may be rendered in this task; less than 0 if some had to wait. */
  #remainingCards = maxCards;

  /** @param onRemoved Called when a row is gone at last, after its motion. */
  constructor(host: ReactiveControllerHost, onRemoved: () => void = () => undefined) {
    this.#host = host;
    this.#onRemoved = onRemoved;
  }

  /**
   * Makes the container show exactly these rows, in this order.
   *
   * @param context What all rows depend on. When it is another object, every row is rendered again.
   */
  place(container: Element, rows: readonly Row[], context: unknown): void {
    const keys = new Set(rows.map(({ key }) => key));
    const elements = new Map<unknown, HTMLElement>();
    const removed: HTMLElement[] = [];
    for (const element of container.querySelectorAll<HTMLElement>(':scope > *')) {
      const key = this.#rendered.get(element)?.key;
      if (!element.inert) {
        if (keys.has(key)) elements.set(key, element);
        else removed.push(element);
      } else if (keys.has(key)) {
        // What comes back is not there twice.
        element.remove();
      }
    }
    for (const element of removed) {
      // What is about to go is no part of the feed any more.
      element.role = null;
      if (removed.length > maxMoving || this.#rendered.get(element)?.isPlaceholder) element.remove();
      else collapse(element, this.#onRemoved);
    }
    const added: HTMLElement[] = [];
    let next = container.firstElementChild;
    for (const row of rows) {
      while (next?.hasAttribute('inert')) next = next.nextElementSibling;
      const element = elements.get(row.key) ?? document.createElement('div');
      this.#renderRow(element, row, context);
      if (element === next) next = next.nextElementSibling;
      else container.insertBefore(element, next);
      if (row.article && !elements.has(row.key)) added.push(element);
    }
    if (elements.size > 0 && added.length <= maxMoving) added.forEach(slideIn);
  }

  #renderRow(element: HTMLElement, row: Row, context: unknown): void {
    const { key, value, article, isPlaceholder = false } = row;
    const before = this.#rendered.get(element);
    const isChanged = before?.value !== value || before?.context !== context;
    const isMoved = before?.position !== article?.position || before?.setSize !== article?.setSize;
    if (!isChanged && !isMoved) return;
    const isDeferred = isChanged && article?.hasCard === true && !this.#takeCard();
    if (isDeferred && !before) {
      element.className = 'deferred';
      render(article.renderPlaceholder(), element);
    } else if (isChanged && !isDeferred) {
      element.className = row.className;
      renderContent(element, row);
    }
    if (article) {
      if (!before) {
        element.role = 'article';
        element.dataset.id = article.id;
        element.tabIndex = -1;
      }
      if (isChanged) element.ariaLabel = article.label();
      if (before?.position !== article.position) element.ariaPosInSet = String(article.position);
      if (before?.setSize !== article.setSize) element.ariaSetSize = String(article.setSize);
    }
    this.#rendered.set(element, {
      key,
      // A deferred row differs from every value, so that the next update renders it.
      value: isDeferred ? undefined : value,
      context,
      position: article?.position,
      setSize: article?.setSize,
      isPlaceholder: isDeferred ? before?.isPlaceholder !== false : isPlaceholder,
    });
  }

  /** Whether one more card may be rendered in this task. If not, the host updates again in the next task. */
  #takeCard(): boolean {
    if (this.#remainingCards === maxCards)
      void nextTask().then(() => {
        const isExceeded = this.#remainingCards < 0;
        this.#remainingCards = maxCards;
        if (isExceeded) this.#host.requestUpdate();
      });
    this.#remainingCards -= 1;
    return this.#remainingCards >= 0;
  }
}

function renderContent(element: HTMLElement, row: Row): void {
  try {
    render(row.render(), element);
  } catch (error) {
    if (!row.article) throw error;
    warnOnce(`renderNotification threw: ${String(error)}`);
    render(row.article.renderFallback(), element);
  }
}
