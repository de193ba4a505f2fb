import { matchesState, isRendered } from '../platform.js';

/** The elements in a tree, through slots and shadow roots, in the order in which Tab goes through them. */
function* elementsIn(parent: Element | ShadowRoot): Generator<HTMLElement> {
  for (const element of childrenOf(parent)) {
    if (!(element instanceof HTMLElement) || element.inert) continue;
    yield element;
    // With a negative one, Tab passes over what is in its shadow tree, but goes on there once the focus is in it.
    const isLeftOut = element.shadowRoot && element.tabIndex < 0 && element.hasAttribute('tabindex');
    if (!isLeftOut || element.matches(':focus-within')) yield* elementsIn(element.shadowRoot ?? element);
  }
}

function childrenOf(parent: Element | ShadowRoot): Iterable<Element> {
  return parent instanceof HTMLSlotElement ? parent.assignedElements({ flatten: true }) : parent.children;
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled, a:not([href], [tabindex])')) return false;
  return isRendered(element) && getComputedStyle(element).visibility === 'visible';
}

/** Where Tab stops in a shadow tree, in its order. */
export function tabStops(root: ShadowRoot): HTMLElement[] {
  return [...elementsIn(root)].filter(isStop);
}

/** Whether Tab stops once more in a shadow tree, beyond what has the focus in it. */
export function hasNextStop(root: ShadowRoot, isBackward: boolean): boolean {
  const elements = [...elementsIn(root)];
  const focused = elements.findLastIndex((element) => matchesState(element, ':focus'));
  const next = isBackward ? elements.slice(0, Math.max(0, focused)) : elements.slice(focused + 1);
  return next.some(isStop);
}
