import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Messages } from '../../localization/messages.js';
import { titleOf } from '../shared/text.js';
import type { Selection } from './selection.js';

/**
 * The checkboxes of the rows. Each is the first child of its row, beside what Lit renders into it: so the cards of the page have
 * one, too, and none is rendered again when it is selected.
 */
export class SelectionBoxes {
  readonly #onToggle: (id: string, isSelected: boolean, isRange: boolean) => void;
  /** What the names of the checkboxes were made of. */
  readonly #named = new WeakMap<Element, readonly [NotificationItem, Messages]>();

  constructor(onToggle: (id: string, isSelected: boolean, isRange: boolean) => void) {
    this.#onToggle = onToggle;
  }

  /** Makes the checkbox of a row show whether its notification is selected. */
  place(row: HTMLElement, item: NotificationItem, selection: Selection, messages: Messages): void {
    // Nobody knows yet what it is.
    if (item.status === 'pending') {
      this.remove(row);
      return;
    }
    const box = this.#boxOf(row) ?? this.#create(row);
    const [namedItem, namedMessages] = this.#named.get(box) ?? [];
    if (namedItem !== item || namedMessages !== messages) {
      this.#named.set(box, [item, messages]);
      box.ariaLabel = `${messages.select}: ${titleOf(item.record, messages)}`;
    }
    box.checked = selection.has(item.id);
    row.toggleAttribute('data-selected', box.checked);
  }

  remove(row: HTMLElement): void {
    const box = this.#boxOf(row);
    if (!box) return;
    row.removeAttribute('data-selected');
    if (box.matches(':focus')) row.focus({ preventScroll: true });
    box.remove();
  }

  #boxOf(row: HTMLElement): HTMLInputElement | null {
    return row.querySelector<HTMLInputElement>(':scope > .select');
  }

  #create(row: HTMLElement): HTMLInputElement {
    const box = row.ownerDocument.createElement('input');
    box.type = 'checkbox';
    box.className = 'select';
    box.tabIndex = row.tabIndex;
    box.addEventListener('click', (event) => {
      // Safari does not focus a checkbox that is clicked.
      box.focus({ preventScroll: true });
      this.#onToggle(row.dataset.id ?? '', box.checked, event.shiftKey);
    });
    row.prepend(box);
    return box;
  }
}
