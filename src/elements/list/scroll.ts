import type { LitElement, ReactiveController } from 'lit';

/** Where the customer has scrolled the list to. */
export class ListScroll implements ReactiveController {
  readonly #element: LitElement;
  #isScrolled = false;
  #saved: [container: Element, scrollTop: number][] = [];

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Whether the customer is further down. */
  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  hostDisconnected(): void {
    // A detached list loses its scroll position without a scroll event.
    this.#isScrolled = false;
  }

  /** Saves the scroll positions before the list is hidden: Firefox resets them. */
  save(): void {
    this.#saved = this.#containers.map((container) => [container, container.scrollTop]);
  }

  restore(): void {
    for (const [container, scrollTop] of this.#saved) container.scrollTop = scrollTop;
  }

  toTop(): void {
    // In WebKit, `scrollTo(0, 0)` does nothing in a list that was hidden and is shown again where it was.
    for (const container of this.#containers) container.scrollTop = 0;
    this.#saved = [];
  }

  handleScroll(): void {
    this.#isScrolled = this.#containers.some(({ scrollTop }) => scrollTop > 0);
  }

  /** The list, or on low screens the whole panel. */
  get #containers(): Element[] {
    return [this.#element, this.#element.closest('.root')].filter((container) => container !== null);
  }
}
