import { isWithin, pathWithin, selfAndAncestors } from '../ancestors.js';
import { matchesState } from '../platform.js';
import { hasNextStop, tabStops } from './tab-stops.js';

// The modal dialogs of a page keep the focus within by a focus scope: it lists what has a `tabIndex` in the document, without shadow
// trees, and goes on from `document.activeElement`. To it, an element of ours is one stop, or none without a `tabindex`.
// A permanent `tabindex` would be one more stop outside of dialogs, would differ from what the server has rendered, and would take
// the focus when a text is pressed. So the element has one only while somebody uses Tab in a dialog: when the scope focuses the
// element, it focuses one of its controls, and the scope does not see Tab while that moves the focus within the element.

/** What may have a focus scope: dialogs, and what a scope focuses when it has no stop. */
const scopes = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [tabindex="-1"]';

/** Makes an element one stop of the focus scope of a page, which leads to the stops in its shadow tree. */
export class FocusScope {
  readonly #element: HTMLElement;
  readonly #root: ShadowRoot;
  /** Which way Tab was pressed, unless a pointer was used since. */
  #isBackward: boolean | undefined;
  /** Whether the `tabindex` is ours, and not the page's. */
  #isListed = false;
  /** The `tabindex` to set again, once the focus has left. */
  #tabIndexAfter: string | null = null;

  constructor(element: HTMLElement, root: ShadowRoot, signal: AbortSignal) {
    this.#element = element;
    this.#root = root;
    const view = element.ownerDocument.defaultView;
    // Before a scope looks for its stops: it may do so with the key, or once a guard at its end has the focus.
    view?.addEventListener('keydown', (event) => this.#handleKey(event), { signal, capture: true });
    view?.addEventListener('focus', () => this.#list(), { signal, capture: true });
    view?.addEventListener('pointerdown', (event) => this.#handlePointer(event), { signal, capture: true });
    root.addEventListener('keydown', (event) => this.#handleOwnTab(event), { signal });
    root.addEventListener('focusout', (event) => this.#handleFocusOut(event), { signal });
    element.addEventListener('focus', (event) => this.#handleFocus(event), { signal });
    signal.addEventListener('abort', () => this.#unlist());
  }

  #handleKey(event: KeyboardEvent): void {
    if (isTab(event)) {
      this.#isBackward = event.shiftKey;
      this.#list();
    } else if (event.key === 'Escape' && this.#isInModal(event) && this.#isInScope) {
      // The browser closes the modal dialog. Radix would close its own, too: it listens in the capture phase.
      event.stopPropagation();
    }
  }

  /** Whether an event is from a modal dialog of the element, such as a menu. */
  #isInModal(event: Event): boolean {
    return pathWithin(event).some(
      (element) => matchesState(element, ':modal') && isWithin(this.#root, element),
    );
  }

  /** Has the scopes list the element. A `tabindex` of the page wins. */
  #list(): void {
    const element = this.#element;
    this.#endLeaving();
    if (
      this.#isBackward !== undefined &&
      !element.hasAttribute('tabindex') &&
      this.#isInScope &&
      tabStops(this.#root).length > 0
    ) {
      this.#isListed = true;
      element.setAttribute('tabindex', '0');
    }
  }

  #unlist(): void {
    this.#endLeaving();
    if (this.#isListed) this.#element.removeAttribute('tabindex');
    this.#isListed = false;
  }

  get #isInScope(): boolean {
    const [, ...ancestors] = selfAndAncestors(this.#element);
    return ancestors.some((ancestor) => ancestor.matches(scopes));
  }

  #handlePointer(event: Event): void {
    this.#isBackward = undefined;
    const [target] = event.composedPath();
    // Without its `tabindex`, Chromium would take the focus from what is pressed, if that has it already.
    if (!(target instanceof Element && matchesState(target, ':focus'))) this.#unlist();
  }

  /** Keeps Tab from the scope while it goes on within the element, or in a modal dialog of it. */
  #handleOwnTab(event: Event): void {
    if (!(event instanceof KeyboardEvent) || !isTab(event) || event.defaultPrevented) return;
    if (this.#element.tabIndex < 0 || !this.#isInScope) return;
    if (this.#isInModal(event) || hasNextStop(this.#root, event.shiftKey)) event.stopPropagation();
    else if (event.shiftKey) this.#leaveBackward(event);
  }

  /** Back from the first stop, Tab passes over the element, which the scope still finds as a stop. */
  #leaveBackward(event: KeyboardEvent): void {
    const takeOut = (atWindow: KeyboardEvent): void => {
      if (atWindow !== event || event.defaultPrevented) return;
      this.#tabIndexAfter = this.#element.getAttribute('tabindex');
      this.#element.setAttribute('tabindex', '-1');
    };
    event.view?.addEventListener('keydown', takeOut, { once: true });
  }

  /** Sets the `tabindex` again that it had before {@link #leaveBackward}. */
  #endLeaving(): void {
    if (this.#tabIndexAfter !== null) this.#element.setAttribute('tabindex', this.#tabIndexAfter);
    this.#tabIndexAfter = null;
  }

  /** A scope has focused the element while the focus was in it: there is no other stop. */
  #handleFocusOut(event: Event): void {
    if (event instanceof FocusEvent && event.relatedTarget === this.#element) this.#enter();
  }

  #handleFocus(event: Event): void {
    if (event.composedPath()[0] === this.#element) this.#enter();
  }

  #enter(): void {
    if (this.#isBackward === undefined || !this.#isInScope) return;
    tabStops(this.#root)
      .at(this.#isBackward ? -1 : 0)
      ?.focus();
  }
}

function isTab({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  // In WebKitGTK, the `key` with Shift has no name.
  return [key, code].includes('Tab') && !ctrlKey && !metaKey && !altKey;
}
