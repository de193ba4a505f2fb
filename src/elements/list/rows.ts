import { parseTime } from '../../common/dates.js';
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Notification } from '../../api/schemas/notification.js';
import { listDate, type NotificationItem } from '../../session/notifications/state/notification-item.js';
import { dateHeading, dayKey, formatDate, headingKey, parseShownTime } from '../../localization/dates.js';
import { format } from '../../localization/messages.js';
import { unreadDot } from '../card/unread-dot.js';
import { renderAfterFirstFrame } from '../shared/render-after-first-frame.js';
import { moreIcon, snoozeIcon } from '../shared/panel-icons.js';
import { renderFailure, renderSkeleton } from '../shared/placeholder.js';
import { RowMotion } from '../shared/row-motion.js';
import { titleOf, titleWithImportance } from '../shared/title.js';
import { CustomCards } from './custom-cards.js';
import { isPutAside } from './inbox-filter.js';
import type { ListElement } from './list-host.js';
import type { Opening } from './opening.js';

/** The rows of notifications. Direct children only, since a card of the page may contain articles of its own. */
export const rowSelector = '.feed > [role=article]';

/** The id of the notification that a row shows. */
export const rowId = (row: Element): string => row.getAttribute('data-id') ?? '';

/** The ids of the notifications in these rows; other rows have none. */
export const rowIds = (rows: readonly Element[]): string[] => rows.map(rowId).filter(Boolean);

interface Heading {
  /** When the day or month begins; another key for the pinned ones, or for those without a date below them. */
  readonly key: number | symbol;
  readonly format: () => string;
  readonly isPinned: boolean;
  /** Whether none of its notifications is loaded. */
  readonly isPending: boolean;
}

interface Row {
  readonly key: string;
  readonly item: NotificationItem;
  /** The position among all notifications, from 1. */
  readonly position: number;
  /** Whether a row above it waits for its record, while the list opens. */
  readonly isWaiting: boolean;
  /** Whether the list began with it. */
  readonly isInitial: boolean;
}

/** Items are immutable, and parsing their dates is slow. */
const dayByItem = new WeakMap<NotificationItem, number | null>();

const pinnedKey = Symbol('pinned');
const undatedKey = Symbol('undated');

/**
 * Groups items by the heading that they belong below; the key is the time at which its day or month begins. An item
 * without a date belongs below the heading of the item before it, or to the key for undated ones if there is none.
 *
 * @param isPinned whether an item belongs below the heading of the pinned ones
 */
function groupByHeading(
  items: readonly NotificationItem[],
  now: number,
  isPinned: (item: NotificationItem) => boolean,
): Map<number | symbol, NotificationItem[]> {
  const groups = new Map<number | symbol, NotificationItem[]>();
  const add = (groupKey: number | symbol, item: NotificationItem): void => {
    const group = groups.get(groupKey);
    if (group) group.push(item);
    else groups.set(groupKey, [item]);
  };
  let day: number | null = null;
  let key: number | symbol = undatedKey;
  for (const item of items) {
    if (isPinned(item)) {
      add(pinnedKey, item);
      continue;
    }
    if (!dayByItem.has(item)) {
      const time = parseShownTime(listDate(item));
      dayByItem.set(item, time === null ? null : dayKey(time));
    }
    const itemDay: number | null = dayByItem.get(item) ?? day;
    // Neighbours are mostly of the same day, and calculating with dates is slow, too.
    if (itemDay !== day && itemDay !== null) key = headingKey(itemDay, now);
    day = itemDay;
    add(key, item);
  }
  return groups;
}

/** The rows of the list: headings, and for each notification a card, the page's own card, a placeholder or a failure. */
export class Rows implements ReactiveController {
  readonly #element: ListElement;
  readonly #customCards: CustomCards;
  /** Replaced when the rows have lost the cards of the page, and are to be rendered again. */
  #rendering = {};

  constructor(element: ListElement) {
    this.#element = element;
    this.#customCards = new CustomCards(element);
    // The cards of rows that leave stay with them.
    const prune = (): void => this.#customCards.prune();
    new RowMotion(
      element,
      () => element.querySelector('.feed'),
      () => element.isInboxRendered,
      prune,
    );
    element.addController(this);
  }

  hostUpdated(): void {
    this.#customCards.prune();
  }

  hostDisconnected(): void {
    queueMicrotask(() => this.#releaseCustomCards());
  }

  /**
   * Renders the heading of each day or month, followed by its notifications. Only rows that have changed are rendered again.
   *
   * @param options `setSize`: how many notifications there are in all, or -1 if unknown. `opening`: which rows wait for those
   * above them; they are hidden.
   */
  render(
    items: readonly NotificationItem[],
    { setSize, opening }: { setSize: number; opening: Pick<Opening, 'next' | 'initialIds'> },
  ): unknown {
    const { next, initialIds } = opening;
    const now = Date.now();
    const content = [items, this.#element.cardSettings, this.#rendering];
    // Most changes of the session concern no row, and there may be a thousand.
    return guard([...content, setSize, next, initialIds, dayKey(now), ...this.#marks], () =>
      repeat(
        this.#create(items, opening, now),
        ({ key }) => key,
        (row) => ('item' in row ? this.#renderRow(row, setSize) : this.#renderHeading(row)),
      ),
    );
  }

  /** Gives the cards of the page back, unless the list was only moved. Once attached again, it renders them anew. */
  #releaseCustomCards(): void {
    if (!this.#element.isConnected && this.#customCards.clear()) this.#rendering = {};
  }

  /** What the inbox adds to rows: which are selected, whether keys do what buttons do, and which is shown as a whole. */
  get #marks(): [selected: ReadonlySet<string> | null, shortcuts: boolean, currentId: string | null] {
    const { host, selection } = this.#element;
    const { currentId = null } = host.shown.activeFullPage ?? {};
    return [selection?.selected ?? null, host.element.shortcuts, currentId];
  }

  *#create(
    items: readonly NotificationItem[],
    { next, initialIds }: Pick<Opening, 'next' | 'initialIds'>,
    now: number,
  ): Generator<Heading | Row> {
    let position = 0;
    const { filter, cardSettings } = this.#element;
    const { locale, messages } = cardSettings.localization;
    // What was put aside is listed by date alone.
    const isPinned = (item: NotificationItem): boolean => item.isPinned === true && !isPutAside(filter);
    for (const [key, itemsOfDate] of groupByHeading(items, now, isPinned)) {
      // It appears with the first notification below it.
      const isFirstWaiting = next >= 0 && position >= next;
      const isPending = isFirstWaiting || itemsOfDate.every(({ status }) => status === 'pending');
      // Without a date, below pinned ones, they need a heading all the same.
      if (key === pinnedKey) yield { key, format: () => messages.pinned, isPinned: true, isPending };
      else if (typeof key === 'number')
        yield { key, format: () => dateHeading(key, now, locale), isPinned: false, isPending };
      else if (position > 0) yield { key, format: () => messages.notifications, isPinned: false, isPending };
      for (const item of itemsOfDate) {
        const isWaiting = next >= 0 && position > next;
        yield { key: item.id, item, position: ++position, isWaiting, isInitial: initialIds.has(item.id) };
      }
    }
  }

  #renderHeading({ format: formatHeading, isPinned, isPending }: Heading): TemplateResult {
    const text = isPending ? '\u00a0' : renderAfterFirstFrame(formatHeading, '\u00a0');
    const dayParts = isPinned ? 'day pinned' : 'day';
    return html`<div class=${isPending ? 'day pending' : 'day'}>
      <div class="date" part=${dayParts}>${text}</div>
    </div>`;
  }

  #renderRow({ item, position, isWaiting, isInitial }: Row, setSize: number): unknown {
    const { id, status, isRead } = item;
    const { cardSettings } = this.#element;
    const [selected, shortcuts, currentId] = this.#marks;
    const content = [item, cardSettings, this.#rendering];
    const isSelectable = selected !== null;
    // Nobody knows yet what a pending one is.
    const isSelected = status !== 'pending' && selected?.has(id) === true;
    const isCurrent = id === currentId;
    const place = [position, isWaiting, isInitial, setSize];
    return guard([...content, ...place, isSelectable, isSelected, shortcuts, isCurrent], () => {
      const keys = isSelectable ? 'X E U' : 'E U';
      return html`<div
        role="article"
        class="${status} ${isRead === false ? 'unread' : ''} ${cardSettings.renderNotification ? 'custom' : ''} ${
          isWaiting ? 'below-next' : ''
        } ${isInitial ? 'initial' : ''}"
        data-id=${id}
        tabindex="-1"
        aria-label=${guard(content, () => this.#labelOf(item))}
        aria-posinset=${position}
        aria-setsize=${setSize}
        aria-current=${ifDefined(isCurrent ? 'true' : undefined)}
        aria-keyshortcuts=${shortcuts ? keys : nothing}
        ?data-selected=${isSelected}
      >
        ${isSelectable ? this.#renderCheckbox(item, isSelected) : nothing}
        ${guard(content, () => this.#withSnoozedUntil(item, this.#renderCustom(item) ?? this.#renderDefault(item)))}
      </div>`;
    });
  }

  /** Beside the card, so that those of the page have one, too. */
  #renderCheckbox({ id, record, status }: NotificationItem, isSelected: boolean): unknown {
    if (status === 'pending') return nothing;
    const { messages } = this.#element.cardSettings.localization;
    return html`<input
      type="checkbox"
      class="select"
      tabindex="-1"
      aria-label=${`${messages.select}: ${titleOf(record, messages)}`}
      .checked=${isSelected}
      @click=${(event: PointerEvent) => this.#handleSelect(event, id)}
    />`;
  }

  /** The card of the page, with what its row has of the usual one; null if it has none. */
  #renderCustom({ record, isRead }: NotificationItem): TemplateResult | null {
    const card = this.#customCards.render(record, this.#element.cardSettings);
    if (card === null || !record) return null;
    const { moreActions } = this.#element.cardSettings.localization.messages;
    const isUnread = isRead === false;
    return html`<div class="custom-content surface ${isUnread ? 'unread' : ''}">
      ${isUnread ? unreadDot : nothing}
      <div class="custom-card">${card}</div>
      <button
        class="icon-button row-menu"
        part="row-menu"
        type="button"
        tabindex="-1"
        aria-label=${moreActions}
        aria-haspopup="dialog"
        @click=${({ currentTarget }: Event) => currentTarget instanceof HTMLElement && this.#element.openRowMenu(record, currentTarget)}
      >
        ${moreIcon}
      </button>
    </div>`;
  }

  #renderDefault(item: NotificationItem): TemplateResult {
    const { id, record, status } = item;
    if (record) return this.#renderCard(record, item);
    if (status === 'pending') return renderSkeleton();
    const retry = status === 'missing' ? null : (): void => this.#element.host.actions.load(id);
    return renderFailure(this.#element.cardSettings.localization.messages, retry, () =>
      this.#element.host.actions.dismiss([id]),
    );
  }

  #renderCard(
    record: Notification,
    { returnedDate, importance, isPinned, answer }: NotificationItem,
  ): TemplateResult {
    return html`<nudge-card
      tabindex="-1"
      exportparts="avatar, card, important, title, subtitle, body, time, images, viewer, files, tags, actions, answer"
      .record=${record}
      .settings=${this.#element.cardSettings}
      .isImportant=${importance === 'high'}
      .answer=${answer}
      .hasOtherHeading=${returnedDate !== undefined || isPinned === true}
    ></nudge-card>`;
  }

  /** The card, below until when it is snoozed. That is written out: words such as “tomorrow” would be wrong the next day. */
  #withSnoozedUntil({ snoozedUntil }: NotificationItem, card: unknown): unknown {
    if (snoozedUntil === undefined) return card;
    const { locale, messages } = this.#element.cardSettings.localization;
    const time = formatDate(parseTime(snoozedUntil), locale, { dateStyle: 'medium', timeStyle: 'short' });
    return html`<p class="snoozed-until">
        ${snoozeIcon}<span>${format(messages.snoozedUntil, { time })}</span>
      </p>
      ${card}`;
  }

  #labelOf(item: NotificationItem): string {
    const { messages } = this.#element.cardSettings.localization;
    if (item.status === 'pending') return messages.loading;
    const title = titleWithImportance(item.record, item.importance === 'high', messages);
    return item.isRead === false ? `${messages.unreadItem}: ${title}` : title;
  }

  #handleSelect({ currentTarget, shiftKey }: PointerEvent, id: string): void {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    // Safari does not focus a checkbox that is clicked.
    currentTarget.focus({ preventScroll: true });
    this.#element.selection?.select(id, currentTarget.checked, shiftKey);
  }
}
