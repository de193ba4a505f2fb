/** An element and those around it as they are rendered, through slots and shadow roots, from inside out. */
export function* selfAndAncestors(element: Element | null): Generator<Element> {
  for (let current = element; current;) {
    yield current;
    const root = current.getRootNode();
    current =
      current.assignedSlot ?? current.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}
