/** Returns the focused element of a page, looking into open shadow roots. */
export function deepActiveElement(page: Document = document): Element | null {
  let element = page.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Returns the topmost element at a point of the window of a page, looking into open shadow roots. */
export function deepElementFromPoint(x: number, y: number, page: Document = document): Element | null {
  let element = page.elementFromPoint(x, y);
  let inner = element?.shadowRoot?.elementFromPoint(x, y);
  while (inner && inner !== element) {
    element = inner;
    inner = element.shadowRoot?.elementFromPoint(x, y);
  }
  return element;
}
