import { isWithin } from '../ancestors.js';
import { containKeys, isFromField } from '../keys.js';
import { releasePointer } from '../platform.js';
import { FocusScope } from './focus-scope.js';
import { isWheelScrolling, TouchScrolling } from './scrolling.js';

// Seen from the page, what happens in a shadow tree happens to the element. A page, or a library of it, that decides by the target what
// to do would decide on something else. An event ends at our shadow root if what it is about is known only within. All others leave:
// docs/dialogs.md lists these with the reason, and a test compares.

/** Whether an event ends at a shadow root. */
type Rule = (event: Event, root: ShadowRoot) => boolean;

/** What the page has slotted is its own. */
const isOwn: Rule = ({ target }, root) => target instanceof Element && target.getRootNode() === root;

/** Also from the tree of an element within. */
const isFromWithin: Rule = (event, root) => {
  const [target] = event.composedPath();
  return target instanceof Element && isWithin(root, target);
};

/** Ended at each root. The page would take what is typed into a field for a shortcut: see `keys.ts` for the keys. */
const fieldRules: Readonly<Record<string, Rule>> = {
  beforeinput: isOwn,
  input: isOwn,
  compositionstart: isOwn,
  compositionupdate: isOwn,
  compositionend: isOwn,
  cut: isOwn,
  copy: isOwn,
  paste: isOwn,
};

/** Ended at the root of an element of the page. */
const elementRules: Readonly<Record<string, Rule>> = {
  // The lock of a dialog, smooth scrolling and pull-to-refresh would find nothing that scrolls. `touchmove`: see below.
  wheel: isWheelScrolling,
  // A page without its own context menu, selection or drag and drop, except in fields.
  contextmenu: isFromField,
  selectstart: isFromField,
  dragstart: isFromField,
  // A page that waits for the end of its own animation, around the element.
  transitionrun: isFromWithin,
  transitionstart: isFromWithin,
  transitionend: isFromWithin,
  transitioncancel: isFromWithin,
  animationstart: isFromWithin,
  animationiteration: isFromWithin,
  animationend: isFromWithin,
  animationcancel: isFromWithin,
};

function endEvents(root: ShadowRoot, rules: Readonly<Record<string, Rule>>, signal?: AbortSignal): void {
  for (const [type, ends] of Object.entries(rules))
    root.addEventListener(type, (event) => ends(event, root) && event.stopPropagation(), {
      passive: true,
      ...(signal && { signal }),
    });
}

/** Ends what is typed into the fields and pressed on the controls of a shadow root. */
export function containFields(root: ShadowRoot): void {
  containKeys(root);
  endEvents(root, fieldRules);
}

/**
 * Releases the pointer that a page has captured at the target of a press, such as a drawer that can be dragged: that is the element, and
 * the click would no longer come to what is pressed in it.
 */
function releasePress(element: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const release = (event: PointerEvent): void => {
    if (event.composedPath().includes(root)) releasePointer(element, event.pointerId);
  };
  // After the listeners of the page.
  element.ownerDocument.defaultView?.addEventListener('pointerdown', release, { signal });
}

/** Ends at the root of an element of the page what is known only within, until the signal is aborted. */
export function containEvents(element: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const { isScrolling } = new TouchScrolling(root, signal);
  endEvents(root, { ...elementRules, touchmove: isScrolling }, signal);
  releasePress(element, root, signal);
  new FocusScope(element, root, signal);
}
