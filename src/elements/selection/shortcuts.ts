import { pathWithin } from '../base/ancestors.js';
import { consumeKey, isFromField } from '../base/keys.js';

/** What the customer does by a key without Ctrl, Alt and the like. */
export interface ShortcutActions {
  /** Moves the focus so many notifications down. */
  move: (step: number) => void;
  /** Selects the focused notification, or takes it out; with `isRange`, all from the one before. */
  select: (isRange: boolean) => void;
  /** Dismisses the selection, else the focused notification; in the list of what is dismissed, restores it. */
  dismiss: () => void;
  /** Marks the selection, else the focused notification, as read or unread. */
  toggleRead: () => void;
  showHelp: () => void;
}

/** Whether the customer may type there: a closed shadow root hides which of its elements has the focus. */
function isFromTyping(event: Event): boolean {
  const [target] = event.composedPath();
  const mayHideField = target instanceof Element && target.localName.includes('-') && !target.shadowRoot;
  return isFromField(event) || mayHideField;
}

/** Whether a key was pressed in the list, and not in a dialog of it. */
export function isPressedIn(event: Event, list: Element): boolean {
  const isInDialog = pathWithin(event, list).some((element) => element instanceof HTMLDialogElement);
  return event.composedPath().includes(list) && !isInDialog;
}

/** In lower case, whether Caps Lock is on or not. On a keyboard without Latin letters, the place of the key counts. */
function keyOf({ key, code }: KeyboardEvent): string {
  const isOtherScript = key.length === 1 && key > '~';
  return (isOtherScript ? code.replace('Key', '') : key).toLowerCase();
}

/**
 * Does what the keys of the list do: https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html has them apply only
 * while the focus is there.
 */
export function handleShortcut(event: KeyboardEvent, list: Element, actions: ShortcutActions): void {
  const { defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, repeat } = event;
  if (defaultPrevented || ctrlKey || altKey || metaKey) return;
  if (!isPressedIn(event, list) || isFromTyping(event)) return;
  const key = keyOf(event);
  const run: Partial<Record<string, () => void>> = {
    j: () => actions.move(1),
    k: () => actions.move(-1),
    x: () => actions.select(shiftKey),
    e: actions.dismiss,
    u: actions.toggleRead,
    '?': actions.showHelp,
  };
  const isAllowed = (!shiftKey || key === 'x' || key === '?') && (!repeat || key === 'j' || key === 'k');
  if (!isAllowed || !Object.hasOwn(run, key)) return;
  consumeKey(event);
  run[key]?.();
}
