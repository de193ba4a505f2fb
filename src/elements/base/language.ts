/** The `lang` of the nearest ancestor, through shadow roots; without one, the language of the browser. */
export function nearestLanguage(element: Element): string {
  for (let current: Element | null = element; current;) {
    const ancestor: Element | null = current.closest('[lang]:not([lang=""])');
    if (ancestor) return ancestor.getAttribute('lang') ?? '';
    const root = current.getRootNode();
    current = root instanceof ShadowRoot ? root.host : null;
  }
  return navigator.language;
}

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/** Calls the listener when a `lang` around the element may have changed. Returns a function that unsubscribes. */
export function observeLanguage(element: Element, listener: () => void): () => void {
  observer ??= new MutationObserver(() => listeners.forEach((notify) => notify()));
  listeners.add(listener);
  for (let current: Element | undefined = element; current;) {
    const root: Node = current.getRootNode();
    // Observing a root again has no effect.
    observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
    current = root instanceof ShadowRoot ? root.host : undefined;
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}
