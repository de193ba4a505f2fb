/**
 * Seen from the page, a key that is pressed in a shadow root has the element as its target, and not the field: `event.target` is no
 * `input`, and the page's own shortcuts apply to what the customer types. So what a field or a control of ours uses ends at the shadow
 * root. The page sees the keys that type nothing, and every key in its listeners for the capture phase.
 */

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Keys that change nothing in a field. */
const otherKeys = /^(Tab|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/** The codes of the keys that are down and were contained. The end of a key goes where its beginning went. */
const containedCodes = new Set<string>();

/** Whether the event comes from an element in which the keys keep their usual meaning. */
export function isFromField(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(fields);
}

/** Ends a key here, unless it is one of those that the page has to see: those with Ctrl, Meta or Alt, and those that type nothing. */
export function containKey(event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || otherKeys.test(key)) return;
  containedCodes.add(code);
  event.stopPropagation();
}

/** Notes that a key was used: neither the browser nor the page uses it, too. */
export function consumeKey(event: KeyboardEvent): void {
  event.preventDefault();
  containKey(event);
}

/** Contains the keys that the fields and controls of a shadow root use. What the page has slotted is its own. */
export function containKeys(root: ShadowRoot): void {
  const isOwn = (target: EventTarget | null): target is Element =>
    target instanceof Element && target.getRootNode() === root;
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    containedCodes.delete(event.code);
    if (isOwn(event.target) && isUsed(event, event.target)) containKey(event);
  });
  root.addEventListener('keypress', (event) => {
    if (event instanceof KeyboardEvent && containedCodes.has(event.code)) event.stopPropagation();
  });
  root.addEventListener('keyup', (event) => {
    if (event instanceof KeyboardEvent && containedCodes.delete(event.code)) event.stopPropagation();
  });
}

/** Whether the browser itself uses a key there. Escape during a composition ends that. */
function isUsed({ key, isComposing }: KeyboardEvent, target: Element): boolean {
  if (target.matches(fields)) return key !== 'Escape' || isComposing;
  if (key === ' ') return target.matches('button, input, summary');
  return key === 'Enter' && target.matches('button, input, summary, a[href]');
}
