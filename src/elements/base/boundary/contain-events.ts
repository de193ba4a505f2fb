import { isWithin } from '../ancestors.js';
import { containKeys, isFromField } from '../keys.js';
import { releasePointer } from '../platform.js';
import { FocusScope } from './focus-scope.js';
import { isWheelScrolling, TouchScrolling } from './scrolling.js';

// Seen from the page, the target of an event in a shadow tree is the element. A page, or a library of it, that decides by the target would
// decide wrongly about an event whose meaning depends on what is within: such an event ends at our shadow root. All others leave the
// element. docs/dialogs.md lists both with the reason, and a test compares.

/** Whether an event ends at a shadow root. */
type Rule = (event: Event, root: ShadowRoot) => boolean;

/** Whether it comes from the shadow tree itself. What the page has slotted belongs to the page. */
const isOwn: Rule = ({ target }, root) => target instanceof Element && target.getRootNode() === root;

/** Whether it comes from the shadow tree, or from that of an element in it. */
const isFromWithin: Rule = (event, root) => {
  const [target] = event.composedPath();
  return target instanceof Element && isWithin(root, target);
};

/** Events of fields, which end at each root: the page would take them for those of a field of its own. `keys.ts` handles the keys. */
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

/** Events that end at the root of an element of the page, but pass from a part to the element around it. */
const elementRules: Readonly<Record<string, Rule>> = {
  // The scroll lock of a dialog, smooth scrolling and pull-to-refresh would find nothing that scrolls. `containEvents()` adds `touchmove`.
  wheel: isWheelScrolling,
  // A page may prevent the context menu, selection, and drag and drop everywhere but in fields.
  contextmenu: isFromField,
  selectstart: isFromField,
  dragstart: isFromField,
  // A page may wait for the end of an animation of its own, on what is around the element.
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

/** Stops the events of the fields of a shadow root, and of the keys that its controls use, at the root. */
export function containFields(root: ShadowRoot): void {
  containKeys(root);
  endEvents(root, fieldRules);
}

/**
 * Releases the pointer if the page has captured it at the target of a press, as a drawer does that can be dragged: the target is the
 * element, and a control in it would not get its click.
 */
function releasePress(element: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const release = (event: PointerEvent): void => {
    if (event.composedPath().includes(root)) releasePointer(element, event.pointerId);
  };
  // After the listeners of the page.
  element.ownerDocument.defaultView?.addEventListener('pointerdown', release, { signal });
}

/** Stops, at the shadow root of an element of the page, the events that must not leave it, until the signal is aborted. */
export function containEvents(element: HTMLElement, root: ShadowRoot, signal: AbortSignal): void {
  const { isScrolling } = new TouchScrolling(root, signal);
  endEvents(root, { ...elementRules, touchmove: isScrolling }, signal);
  releasePress(element, root, signal);
  new FocusScope(element, root, signal);
}
