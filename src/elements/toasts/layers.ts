import { sessionHosts } from '../base/session-controller.js';
import { findFocused } from '../shared/find-focused.js';

/** The elements around it, through shadow roots, with itself. */
function* selfAndAncestors(element: Element | null): Generator<Element> {
  for (let current = element; current;) {
    yield current;
    const root = current.getRootNode();
    current = current.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/**
 * Whether something lies over the page that a toast must not cover: the open panel of a bell, a modal dialog, or what fills the
 * screen. A modal dialog in a shadow root is found by the focus, which it has.
 */
export function isPageCovered(host: Element): boolean {
  const isOpen = (element: Element): boolean => 'open' in element && element.open === true;
  if ([...sessionHosts.keys()].some((other) => !other.isEmbedded && isOpen(other))) return true;
  const around = new Set(selfAndAncestors(host));
  const modals = [...document.querySelectorAll(':modal'), ...selfAndAncestors(findFocused())];
  return modals.some((element) => element.matches(':modal') && !around.has(element));
}
