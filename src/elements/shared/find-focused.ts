/** The element that has the focus, in whatever shadow tree; null for the page itself. */
export function findFocused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body ? null : element;
}
