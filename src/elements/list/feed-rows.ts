import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { dateHeading, formatDate } from '../../localization/dates.js';
import { format } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { CardCallbacks } from '../card/card-context.js';
import { snoozeIcon } from '../shared/panel-icons.js';
import { renderFailure, renderSkeleton } from '../shared/placeholder.js';
import { RowPlacer, type Row } from './row-placer.js';
import { titleOf } from '../shared/text.js';
import { CustomCards, type CustomCardsHost } from './custom-cards.js';
import { groupByDate } from './group-by-date.js';
import type { ItemActions } from './item-actions.js';
import { isPutAside, type InboxFilter } from './inbox-filter.js';

/** How many rows, headings of days too, a list lays out in its first frame. */
const firstRowCount = 6;

export interface FeedRowsHost extends LitElement, CustomCardsHost {
  filter: InboxFilter;
  productSpace: string | null;
  /** Whether customers can snooze notifications. */
  snooze: boolean;
}

export interface FeedRowsOptions {
  localization: LocalizationController;
  actions: ItemActions;
  onTag: (tag: string) => void;
  /** Offers the times until which a notification can be snoozed, beside a button. */
  onSnooze: (id: string, opener: HTMLElement) => void;
}

/** The rows of the list: headings, and for each notification a card, the page's own card, a placeholder or a failure. */
export class FeedRows implements ReactiveController {
  readonly #host: FeedRowsHost;
  readonly #localization: LocalizationController;
  readonly #customCards: CustomCards;
  readonly #rowPlacer: RowPlacer;
  readonly #actions: ItemActions;
  /** The same for every card. */
  readonly #cardCallbacks: CardCallbacks;
  /** The same for every card that can be snoozed. */
  readonly #snoozableCardCallbacks: CardCallbacks;
  /** The same for every card that was dismissed or snoozed. */
  readonly #putAsideCardCallbacks: CardCallbacks;
  /** Shows a notification beside the list, when its card is pressed; undefined where there is no such place. */
  onOpen: CardCallbacks['onOpen'];
  /** What all rows depend on. Replaced when something of it changes. */
  #context: readonly unknown[] = [];
  /** The first row that waits, while the list opens. */
  #firstPending: Element | null = null;
  /** The rows that are laid out only after the first frame of the list. */
  #later: readonly Element[] = [];

  constructor(host: FeedRowsHost, { localization, actions, onTag, onSnooze }: FeedRowsOptions) {
    this.#host = host;
    this.#localization = localization;
    this.#customCards = new CustomCards(host);
    this.#rowPlacer = new RowPlacer(host, () => this.#customCards.prune());
    this.#actions = actions;
    this.#cardCallbacks = {
      onReadChange: (id, isRead) => actions.setRead([id], isRead),
      onReadBySwipe: (id, isRead) => actions.setReadWithUndo([id], isRead),
      onDismiss: (id) => actions.dismiss([id]),
      onTag,
    };
    this.#snoozableCardCallbacks = { ...this.#cardCallbacks, onSnooze };
    this.#putAsideCardCallbacks = { ...this.#cardCallbacks, onRestore: (id) => actions.putBack([id]) };
    host.addController(this);
  }

  hostDisconnected(): void {
    queueMicrotask(() => this.#releaseCustomCards());
  }

  /**
   * Makes the feed show these notifications.
   *
   * @param options `setSize`: how many notifications there are in all, or -1 if unknown. `isOpening`: whether the first row
   * that waits hides those after it. `isShown`: whether the list has been painted; until then it lays out only its first rows.
   */
  place(
    feed: Element | null,
    items: readonly NotificationItem[],
    { setSize, isOpening, isShown }: { setSize: number; isOpening: boolean; isShown: boolean },
  ): void {
    this.#updateContext();
    if (feed) this.#rowPlacer.place(feed, [...this.#create(items, setSize)], this.#context);
    this.#markFirstPending(isOpening ? (feed?.querySelector(':scope > .pending') ?? null) : null);
    this.#markLater(isShown || !feed ? [] : [...feed.children].slice(firstRowCount));
    this.#customCards.prune();
  }

  #markLater(rows: readonly Element[]): void {
    for (const row of this.#later) row.removeAttribute('data-later');
    for (const row of rows) row.setAttribute('data-later', '');
    this.#later = rows;
  }

  /** Marked only while the list opens: a selector for all rows after it invalidates their styles whenever one is added. */
  #markFirstPending(row: Element | null): void {
    if (row === this.#firstPending) return;
    this.#firstPending?.removeAttribute('data-first-pending');
    row?.setAttribute('data-first-pending', '');
    this.#firstPending = row;
  }

  /** Gives the cards of the page back, unless the list was only moved. Once attached again, it renders them anew. */
  #releaseCustomCards(): void {
    if (!this.#host.isConnected && this.#customCards.clear()) this.#context = [];
  }

  #updateContext(): void {
    const { filter, snooze, renderNotification } = this.#host;
    const context = [this.#localization.current, isPutAside(filter), snooze, renderNotification, this.onOpen];
    if (context.some((value, index) => value !== this.#context[index])) this.#context = context;
  }

  /** The heading of each day or month, followed by its notifications. */
  *#create(items: readonly NotificationItem[], setSize: number): Generator<Row> {
    let position = 0;
    const now = Date.now();
    for (const [date, itemsOfDate] of groupByDate(items, now)) {
      if (date !== null) {
        const heading = dateHeading(date, now, this.#localization.locale);
        const renderHeading = (): TemplateResult => html`<div class="date" part="day">${heading}</div>`;
        // It appears with the first notification below it.
        const isPlaceholder = itemsOfDate[0]?.status === 'pending';
        const className = isPlaceholder ? 'day pending' : 'day';
        yield {
          key: date,
          value: `${className} ${heading}`,
          className,
          render: renderHeading,
          isPlaceholder,
        };
      }
      for (const item of itemsOfDate) yield this.#createRow(item, ++position, setSize);
    }
  }

  #createRow(item: NotificationItem, position: number, setSize: number): Row {
    const { id, record } = item;
    const renderFallback = (): unknown => this.#withSnoozedUntil(item, this.#renderDefault(item));
    const renderCustom = (): unknown => record && this.#customCards.render(record);
    return {
      key: id,
      value: item,
      className: `${item.status} ${item.isRead === false ? 'unread' : ''} ${this.#host.renderNotification ? 'custom' : ''}`,
      render: () => {
        const card = renderCustom() ?? null;
        return card === null ? renderFallback() : this.#withSnoozedUntil(item, card);
      },
      isPlaceholder: item.status === 'pending',
      article: {
        id,
        position,
        setSize,
        label: () => this.#labelOf(item),
        hasCard: record !== null,
        renderPlaceholder: renderSkeleton,
        renderFallback,
      },
    };
  }

  #renderDefault(item: NotificationItem): TemplateResult {
    const { id, record, status } = item;
    if (record) return this.#renderCard(record, item);
    if (status === 'pending') return renderSkeleton();
    const retry = status === 'missing' ? null : (): void => this.#actions.load(id);
    return renderFailure(this.#localization.messages, retry, () => this.#actions.dismiss([id]));
  }

  #renderCard(record: Notification, { returnedDate }: NotificationItem): TemplateResult {
    return html`<nudge-card
      tabindex="-1"
      exportparts="avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
      .localization=${this.#localization.current}
      .record=${record}
      .callbacks=${this.#rowCallbacks}
      .isReturned=${returnedDate !== undefined}
    ></nudge-card>`;
  }

  /** The card, below until when it is snoozed. That is written out: words such as “tomorrow” would be wrong the next day. */
  #withSnoozedUntil({ snoozedUntil }: NotificationItem, card: unknown): unknown {
    if (snoozedUntil === undefined) return card;
    const { locale, messages } = this.#localization;
    const time = formatDate(Date.parse(snoozedUntil), locale, { dateStyle: 'medium', timeStyle: 'short' });
    return html`<p class="snoozed-until">
        ${snoozeIcon}<span>${format(messages.snoozedUntil, { time })}</span>
      </p>
      ${card}`;
  }

  get #rowCallbacks(): CardCallbacks {
    const { callbacks, onOpen } = this;
    return onOpen ? { ...callbacks, mode: 'opener', onOpen } : callbacks;
  }

  /** What every card of the list can do. */
  get callbacks(): CardCallbacks {
    const { filter, snooze } = this.#host;
    if (isPutAside(filter)) return this.#putAsideCardCallbacks;
    return snooze ? this.#snoozableCardCallbacks : this.#cardCallbacks;
  }

  #labelOf(item: NotificationItem): string {
    const { messages } = this.#localization;
    if (item.status === 'pending') return messages.loading;
    const title = titleOf(item.record, messages);
    return item.isRead === false ? `${messages.unreadItem}: ${title}` : title;
  }
}
