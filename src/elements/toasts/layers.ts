import { sessionHosts } from '../base/session/session-controller.js';
import { isRendered, matchesState } from '../base/platform.js';
import { findFocused } from '../base/find-focused.js';
import { selfAndAncestors } from '../base/ancestors.js';

/** Modal dialogs of the browser, and those of libraries, which close on a press elsewhere. */
const modal = ':modal, :is([role=dialog], [role=alertdialog])[aria-modal=true]';
/** What the dialogs of other libraries set on the rest of the page. */
const hidden = '[inert], [aria-hidden=true]';

/** Libraries leave some of their closed dialogs in the page. */
const isOpenModal = (element: Element): boolean =>
  matchesState(element, modal) && isRendered(element) && getComputedStyle(element).visibility === 'visible';

/**
 * Whether something lies over the page that a toast must not cover: the open panel of a bell, a modal dialog, or what fills the
 * screen. A modal dialog in a shadow root is found by the focus, which it has.
 */
export function isPageCovered(host: Element): boolean {
  const isOpen = (element: Element): boolean => 'isShowing' in element && element.isShowing === true;
  if ([...sessionHosts.keys()].some((other) => !other.isEmbedded && isOpen(other))) return true;
  const around = new Set(selfAndAncestors(host));
  const focused = [...selfAndAncestors(findFocused())];
  const candidates = [...document.querySelectorAll(modal), ...(focused.includes(host) ? [] : focused)];
  return (
    [...around].some((element) => element.matches(hidden)) ||
    candidates.some((element) => !around.has(element) && isOpenModal(element))
  );
}
