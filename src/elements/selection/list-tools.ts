import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { consumeKey } from '../base/keys.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { MenuAction } from '../shared/menu.js';
import { closeIcon } from '../shared/icons.js';
import { keyboardIcon, readIcon, restoreIcon, unreadIcon } from '../shared/panel-icons.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';
import type { ItemActions } from '../list/item-actions.js';
import type { NudgeList } from '../list/list.js';
import type { RowSelection } from '../list/list-host.js';
import type { ListScope, ShownItems } from '../list/shown-items.js';
import { Selection } from './selection.js';
import { renderSelectionBar, type SelectionBarOptions } from './selection-bar.js';
import { ShortcutSheet, type Shortcut } from './shortcut-sheet.js';
import { handleShortcut, isPressedIn, type ShortcutActions } from './shortcuts.js';

export interface ListToolsElement extends LitElement {
  filter: InboxFilter;
  selectable: boolean;
  shortcuts: boolean;
}

export interface ListToolsContext {
  localization: LocalizationController;
  shown: ShownItems;
  actions: ItemActions;
  readonly list: NudgeList | null;
}

/** Whether it can be marked as read or unread. */
const canMark = ({ status }: NotificationItem): boolean => status === 'loaded' || status === 'pending';

/** What `selectable` and `shortcuts` add to the list: checkboxes with a bar, and keys. */
export class ListTools implements ReactiveController, RowSelection {
  readonly #element: ListToolsElement;
  readonly #context: ListToolsContext;
  readonly #selection = new Selection();
  readonly #sheet: ShortcutSheet;
  readonly #shortcutActions: ShortcutActions;
  /** What the list was about: the selection ends when it is about something else. */
  #scope: ListScope | undefined;
  #items: readonly NotificationItem[] = [];

  constructor(element: ListToolsElement, context: ListToolsContext) {
    this.#element = element;
    this.#context = context;
    this.#sheet = new ShortcutSheet(element);
    this.#shortcutActions = {
      move: (step) => this.#context.list?.moveFocus(step),
      select: (isRange) => this.#toggleFocused(isRange),
      dismiss: () => this.#dismiss(),
      toggleRead: () => this.#toggleRead(),
      showHelp: () => this.#sheet.open(),
    };
    element.addController(this);
    element.addEventListener('keydown', (event) => this.#handleKeydown(event));
  }

  /** For the menu of the panel. */
  get menuActions(): MenuAction[] {
    const { shortcuts } = this.#context.localization.messages;
    return this.#element.shortcuts
      ? [{ label: shortcuts, icon: keyboardIcon, run: () => this.#sheet.open() }]
      : [];
  }

  /** The ids of the selected notifications; null if none can be selected. */
  get selected(): ReadonlySet<string> | null {
    return this.#element.selectable ? this.#selection.ids : null;
  }

  /** After it is known what the list shows. */
  hostUpdate(): void {
    const { scope, items } = this.#context.shown;
    if (!this.#element.selectable || scope !== this.#scope) this.#selection.clear();
    this.#scope = scope;
    if (!this.#element.shortcuts) this.#sheet.close();
    if (items !== this.#items && this.#selection.size > 0) this.#selection.retain(items.map(({ id }) => id));
    this.#items = items;
  }

  /** Selects a notification, or takes it out; with `isRange`, all from the one before. */
  select(id: string, isSelected: boolean, isRange: boolean): void {
    if (isRange) this.#selection.setRange(id, isSelected, this.#certainIds);
    else this.#selection.set(id, isSelected);
    this.#element.requestUpdate();
  }

  render(): TemplateResult {
    const { selectable, shortcuts } = this.#element;
    const { current, messages } = this.#context.localization;
    return html`${selectable ? renderSelectionBar(current, this.#barOptions) : nothing}
    ${shortcuts ? this.#sheet.render(messages, this.#shortcuts) : nothing}`;
  }

  get #barOptions(): SelectionBarOptions | null {
    if (this.#selection.size === 0) return null;
    return {
      count: this.#selection.size,
      isAll: this.#certainIds.every((id) => this.#selection.has(id)),
      actions: this.#actions,
      onSelectAll: () => this.#selectAll(),
      onCancel: () => this.#clear(),
    };
  }

  /** What can be done to what is selected. */
  get #actions(): MenuAction[] {
    const { markRead, markUnread, dismiss, restore } = this.#context.localization.messages;
    const isMarkedRead = this.#isMarkedRead;
    return [
      ...(this.#targets.some(canMark)
        ? [
            {
              label: isMarkedRead ? markRead : markUnread,
              icon: isMarkedRead ? readIcon : unreadIcon,
              run: () => this.#toggleRead(),
            },
          ]
        : []),
      this.#isPutAside
        ? { label: restore, icon: restoreIcon, run: () => this.#dismiss() }
        : { label: dismiss, icon: closeIcon, run: () => this.#dismiss() },
    ];
  }

  get #shortcuts(): Shortcut[] {
    const { messages } = this.#context.localization;
    const { nextOrPrevious, select, selectRange, cancelSelection } = messages;
    return [
      [['J', 'K'], nextOrPrevious],
      ...(this.#element.selectable
        ? ([
            [['X'], select],
            [['Shift', 'X'], selectRange],
            [['Esc'], cancelSelection],
          ] as const)
        : []),
      [['E'], this.#isPutAside ? messages.restore : messages.dismiss],
      [['U'], `${messages.markRead} / ${messages.markUnread}`],
      [['?'], messages.shortcuts],
    ];
  }

  get #isPutAside(): boolean {
    return isPutAside(this.#element.filter);
  }

  /** The selection, else the focused notification, in the order of the list. */
  get #targets(): NotificationItem[] {
    if (this.#selection.size > 0)
      return this.#context.shown.items.filter(({ id }) => this.#selection.has(id));
    const focusedItem = this.#context.list?.focusedItem;
    return focusedItem ? [focusedItem] : [];
  }

  /** Whether the targets are marked as read next, rather than as unread. */
  get #isMarkedRead(): boolean {
    return this.#targets.some((item) => canMark(item) && item.isRead !== true);
  }

  get #certainIds(): string[] {
    return this.#context.shown.certainItems.map(({ id }) => id);
  }

  #toggleFocused(isRange: boolean): void {
    const focusedItem = this.#context.list?.focusedItem;
    if (!this.#element.selectable || !focusedItem || focusedItem.status === 'pending') return;
    this.select(focusedItem.id, !this.#selection.has(focusedItem.id), isRange);
  }

  #selectAll(): void {
    this.#selection.add(this.#certainIds);
    this.#element.requestUpdate();
  }

  #toggleRead(): void {
    const isRead = this.#isMarkedRead;
    const isSelection = this.#selection.size > 0;
    const items = this.#targets.filter((item) => canMark(item) && (isSelection || item.record));
    this.#context.actions.setReadWithUndo(
      items.map(({ id }) => id),
      isRead,
    );
  }

  #dismiss(): void {
    const ids = this.#targets.map(({ id }) => id);
    if (ids.length === 0) return;
    const next = this.#findNext(ids);
    // The list itself moves the focus from one row to its neighbour.
    const movesFocus = this.#isBarFocused || ids.length > 1;
    this.#selection.clear();
    if (this.#isPutAside) this.#context.actions.putBack(ids);
    else this.#context.actions.dismiss(ids);
    this.#element.requestUpdate();
    if (movesFocus && next !== undefined) void this.#context.list?.focusRow([next]);
  }

  /** The notification that takes the place of the first one of these. */
  #findNext(ids: readonly string[]): string | undefined {
    const { items } = this.#context.shown;
    const focusedItem = this.#context.list?.focusedItem;
    const going = new Set(ids);
    const from = focusedItem && !this.#isBarFocused ? focusedItem.id : ids[0];
    const index = items.findIndex(({ id }) => id === from);
    const stays = ({ id }: NotificationItem): boolean => !going.has(id);
    return (items.slice(index).find(stays) ?? items.slice(0, index).filter(stays).at(-1))?.id;
  }

  get #isBarFocused(): boolean {
    return this.#element.renderRoot.querySelector('.selection')?.matches(':focus-within') === true;
  }

  #clear(): void {
    const wasBarFocused = this.#isBarFocused;
    this.#selection.clear();
    this.#element.requestUpdate();
    if (wasBarFocused) void this.#element.updateComplete.then(() => this.#context.list?.moveFocus(0));
  }

  #handleKeydown(event: KeyboardEvent): void {
    const { list } = this.#context;
    if (!list) return;
    if (event.key === 'Escape') this.#handleEscape(event, list);
    else if (this.#element.shortcuts) handleShortcut(event, list, this.#shortcutActions);
  }

  #handleEscape(event: KeyboardEvent, list: Element): void {
    if (event.defaultPrevented || this.#selection.size === 0) return;
    if (!isPressedIn(event, list) && !this.#isBarFocused) return;
    // The panel around the list stays open.
    consumeKey(event);
    this.#clear();
  }
}
