import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { MenuAction } from '../shared/menu.js';
import { closeIcon } from '../shared/icons.js';
import { keyboardIcon, readIcon, restoreIcon, unreadIcon } from '../shared/panel-icons.js';
import type { Feed, FeedHost } from '../list/list.js';
import { isPutAside } from '../list/inbox-filter.js';
import { Selection } from './selection.js';
import { renderSelectionBar, type SelectionBarOptions } from './selection-bar.js';
import { SelectionBoxes } from './selection-boxes.js';
import { ShortcutSheet, type Shortcut } from './shortcut-sheet.js';
import { handleShortcut, isPressedIn, type ShortcutActions } from './shortcuts.js';

export interface ListToolsHost extends FeedHost {
  shortcuts: boolean;
}

export interface ListToolsOptions {
  feed: Feed;
  localization: LocalizationController;
  /** What the list is about: a selection ends when any of these values is another one. */
  getScope: () => readonly unknown[];
}

/** Whether it can be marked as read or unread. */
const canMark = ({ status }: NotificationItem): boolean => status === 'loaded' || status === 'pending';

/** What `selectable` and `shortcuts` add to the list: checkboxes with a bar, and keys. */
export class ListTools implements ReactiveController {
  readonly #host: ListToolsHost;
  readonly #options: ListToolsOptions;
  readonly #selection = new Selection();
  readonly #boxes: SelectionBoxes;
  readonly #sheet: ShortcutSheet;
  readonly #shortcutActions: ShortcutActions;
  #scope: readonly unknown[] = [];
  #items: readonly NotificationItem[] = [];
  /** Whether the rows have anything of this. */
  #isPlaced = false;

  constructor(host: ListToolsHost, options: ListToolsOptions) {
    this.#host = host;
    this.#options = options;
    this.#boxes = new SelectionBoxes((id, isSelected, isRange) => this.#set(id, isSelected, isRange));
    this.#sheet = new ShortcutSheet(host);
    this.#shortcutActions = {
      move: (step) => this.#feed.moveFocus(step),
      select: (isRange) => this.#toggleFocused(isRange),
      dismiss: () => this.#dismiss(),
      toggleRead: () => this.#toggleRead(),
      showHelp: () => this.#sheet.open(),
    };
    host.addController(this);
    host.addEventListener('keydown', (event) => this.#handleKeydown(event));
    host.requestUpdate();
  }

  get #feed(): Feed {
    return this.#options.feed;
  }

  /** For the menu of the panel. */
  get menuActions(): MenuAction[] {
    const { shortcuts } = this.#options.localization.messages;
    return this.#host.shortcuts
      ? [{ label: shortcuts, icon: keyboardIcon, run: () => this.#sheet.open() }]
      : [];
  }

  /** After the list has found out what it shows. */
  hostUpdate(): void {
    const scope = this.#options.getScope();
    if (!this.#host.selectable || scope.some((value, index) => value !== this.#scope[index]))
      this.#selection.clear();
    this.#scope = scope;
    if (!this.#host.shortcuts) this.#sheet.close();
    const { items } = this.#feed;
    if (items !== this.#items && this.#selection.size > 0) this.#selection.retain(items.map(({ id }) => id));
    this.#items = items;
  }

  /** After the rows were placed. */
  hostUpdated(): void {
    const { selectable, shortcuts } = this.#host;
    if (!selectable && !shortcuts && !this.#isPlaced) return;
    this.#isPlaced = selectable || shortcuts;
    const { messages } = this.#options.localization;
    const keys = shortcuts ? (selectable ? 'X E U' : 'E U') : null;
    for (const row of this.#feed.rows) {
      row.ariaKeyShortcuts = keys;
      const item = selectable ? this.#feed.itemOf(row) : undefined;
      if (item) this.#boxes.place(row, item, this.#selection, messages);
      else this.#boxes.remove(row);
    }
  }

  render(): TemplateResult {
    const { selectable, shortcuts } = this.#host;
    const { current, messages } = this.#options.localization;
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
    const { markRead, markUnread, dismiss, restore } = this.#options.localization.messages;
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
    const { messages } = this.#options.localization;
    const { nextOrPrevious, select, selectRange, cancelSelection } = messages;
    return [
      [['J', 'K'], nextOrPrevious],
      ...(this.#host.selectable
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
    return isPutAside(this.#host.filter);
  }

  /** The selection, else the focused notification, in the order of the list. */
  get #targets(): NotificationItem[] {
    if (this.#selection.size > 0) return this.#feed.items.filter(({ id }) => this.#selection.has(id));
    const { focusedItem } = this.#feed;
    return focusedItem ? [focusedItem] : [];
  }

  /** Whether the targets are marked as read next, rather than as unread. */
  get #isMarkedRead(): boolean {
    return this.#targets.some((item) => canMark(item) && item.isRead !== true);
  }

  #set(id: string, isSelected: boolean, isRange: boolean): void {
    if (isRange) this.#selection.setRange(id, isSelected, this.#certainIds);
    else this.#selection.set(id, isSelected);
    this.#host.requestUpdate();
  }

  get #certainIds(): string[] {
    return this.#feed.certainItems.map(({ id }) => id);
  }

  #toggleFocused(isRange: boolean): void {
    const { focusedItem } = this.#feed;
    if (!this.#host.selectable || !focusedItem || focusedItem.status === 'pending') return;
    this.#set(focusedItem.id, !this.#selection.has(focusedItem.id), isRange);
  }

  #selectAll(): void {
    this.#selection.add(this.#certainIds);
    this.#host.requestUpdate();
  }

  #toggleRead(): void {
    const isRead = this.#isMarkedRead;
    const isSelection = this.#selection.size > 0;
    const items = this.#targets.filter((item) => canMark(item) && (isSelection || item.record));
    this.#feed.actions.setReadWithUndo(
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
    if (this.#isPutAside) this.#feed.actions.putBack(ids);
    else this.#feed.actions.dismiss(ids);
    this.#host.requestUpdate();
    if (movesFocus && next !== undefined) void this.#feed.focusRow([next]);
  }

  /** The notification that takes the place of the first one of these. */
  #findNext(ids: readonly string[]): string | undefined {
    const { items, focusedItem } = this.#feed;
    const going = new Set(ids);
    const from = focusedItem && !this.#isBarFocused ? focusedItem.id : ids[0];
    const index = items.findIndex(({ id }) => id === from);
    const stays = ({ id }: NotificationItem): boolean => !going.has(id);
    return (items.slice(index).find(stays) ?? items.slice(0, index).filter(stays).at(-1))?.id;
  }

  get #isBarFocused(): boolean {
    return this.#host.renderRoot.querySelector('.selection')?.matches(':focus-within') === true;
  }

  #clear(): void {
    const wasBarFocused = this.#isBarFocused;
    this.#selection.clear();
    this.#host.requestUpdate();
    if (wasBarFocused) void this.#host.updateComplete.then(() => this.#feed.moveFocus(0));
  }

  #handleKeydown(event: KeyboardEvent): void {
    const list = this.#host.renderRoot.querySelector('.list');
    if (!list) return;
    if (event.key === 'Escape') this.#handleEscape(event, list);
    else if (this.#host.shortcuts) handleShortcut(event, list, this.#shortcutActions);
  }

  #handleEscape(event: KeyboardEvent, list: Element): void {
    if (event.defaultPrevented || this.#selection.size === 0) return;
    if (!isPressedIn(event, list) && !this.#isBarFocused) return;
    // The panel around the list stays open.
    event.preventDefault();
    this.#clear();
  }
}
