import { findActive } from './platform.js';

/** The element that has the focus, in whatever shadow tree; null for the page itself. */
export function findFocused(inDocument = document): Element | null {
  let element = inDocument.activeElement;
  for (let inner = element; inner; inner = inner.shadowRoot && findActive(inner.shadowRoot)) element = inner;
  return element === inDocument.body ? null : element;
}
