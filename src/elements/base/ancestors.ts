/**
 * The elements that an event has passed before it came to a container, by default the one that handles it, from inside out: the
 * page around that may have elements of the same kind.
 */
export function pathWithin(event: Event, container = event.currentTarget): Element[] {
  const path = event.composedPath();
  const end = container ? path.indexOf(container) : -1;
  return path.slice(0, Math.max(0, end)).filter((target) => target instanceof Element);
}

/** An element and those around it as they are rendered, through slots and shadow roots, from inside out. */
export function* selfAndAncestors(element: Element | null): Generator<Element> {
  for (let current = element; current;) {
    yield current;
    const root = current.getRootNode();
    current =
      current.assignedSlot ?? current.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** Whether an element is in the shadow tree of a root, or of an element in it. What the page has slotted is its own. */
export function isWithin(root: ShadowRoot, element: Element): boolean {
  const own = element.getRootNode();
  return own === root || (own instanceof ShadowRoot && isWithin(root, own.host));
}
