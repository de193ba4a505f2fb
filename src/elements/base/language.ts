/** The translated languages that have one script in every region. To look up that of others takes milliseconds at first. */
const hasOneScript = /^(ar|de|en|es|fr|he|hi|it|ja|ko|nl|pl|pt|tr)$/i;

function isSameScript(tag: string, language: string): boolean {
  const scriptOf = (name: string): string | undefined => new Intl.Locale(name).maximize().script;
  return hasOneScript.test(language) || scriptOf(tag) === scriptOf(language);
}

/**
 * Adds the region of the browser to a language without one, since it decides how dates are formatted: `en` becomes
 * `en-GB` for a customer whose browser lists British English, but stays `en` for one whose browser lists French alone. Not
 * if the region uses another script: `zh` does not become `zh-TW`.
 */
function withBrowserRegion(language: string): string {
  const prefix = `${language.toLowerCase()}-`;
  const isRegional = (tag: string): boolean =>
    tag.startsWith(prefix) && /^[a-z]+-([a-z]{2}|\d{3})$/i.test(tag) && isSameScript(tag, language);
  return navigator.languages.find(isRegional) ?? language;
}

/** The results of {@link withBrowserRegion}: each element needs one for each update. */
const regional = new Map<string, string>();

function toRegional(language: string): string {
  // Some browsers return another array each time.
  const key = `${language} ${navigator.languages.join()}`;
  const known = regional.get(key);
  if (known !== undefined) return known;
  const found = withBrowserRegion(language);
  regional.set(key, found);
  return found;
}

/**
 * The `lang` of the nearest ancestor, through shadow roots; without one, the language of the browser. A language
 * without a region gets that of the browser, if the browser prefers the same language.
 */
export function nearestLanguage(element: Element): string {
  for (let current: Element | null = element; current;) {
    const ancestor: Element | null = current.closest('[lang]:not([lang=""])');
    if (ancestor) return toRegional(ancestor.getAttribute('lang') ?? '');
    const root = current.getRootNode();
    current = root instanceof ShadowRoot ? root.host : null;
  }
  return toRegional(navigator.language);
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
