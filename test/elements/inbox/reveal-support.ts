import { deepActiveElement } from '../support.js';
import { listElement } from '../list/feed-support.js';

export function focusedName(): string | null {
  return deepActiveElement()?.ariaLabel ?? null;
}

/** Whether the list shows the whole element. */
export function isInView(inbox: Element, element: Element): boolean {
  const list = listElement(inbox).getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return top >= list.top - 1 && bottom <= list.bottom + 1;
}
