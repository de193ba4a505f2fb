/** The `lang` that holds at this place of the page, through shadow roots; else what the browser prefers. */
export function nearestLanguage(element: Element): string {
  for (let at: Element | null = element; at;) {
    const holder: Element | null = at.closest('[lang]:not([lang=""])');
    if (holder) return holder.getAttribute('lang') ?? '';
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return navigator.language;
}

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/** Calls whenever a `lang` around the element may have changed, until the returned function is called. */
export function followLanguage(element: Element, changed: () => void): () => void {
  observer ??= new MutationObserver(() => listeners.forEach((listener) => listener()));
  listeners.add(changed);
  for (let at: Element | undefined = element; at;) {
    const root: Node = at.getRootNode();
    // What is watched already is not watched twice.
    observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}
