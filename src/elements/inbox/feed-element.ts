import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';
import type { NotificationStoreEvent } from '../../inbox/notifications/notification-state.js';
import type { NotificationStore } from '../../inbox/notifications/notification-store.js';
import type { Session } from '../../inbox/session.js';
import { dayHeading, nextMidnight } from '../../localization/dates.js';
import { groupByDay } from './day-groups.js';
import type { DismissChangeDetail, ReadChangeDetail } from '../base/events.js';
import { FeedFocus } from './feed-focus.js';
import { ListViewport } from './list-viewport.js';
import { runInNextTask } from '../../common/next-task.js';
import { renderFailure, renderSkeleton } from '../shared/placeholder.js';
import { ReadOnView } from './read-on-view.js';
import { placeRows, rowKey, type Row } from './rows.js';
import { Selection } from './selection.js';
import { SessionElement } from '../base/session-element.js';
import { readableText, textLimits } from '../shared/text.js';
import { TimeController } from '../shared/time-controller.js';
import { UndoNotice } from '../shared/undo-notice.js';

const cardParts = 'avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions, failure';
/** Rows are rendered in portions: the next one as the end of the last comes near. */
const portion = 50;
/** So many cards are rendered in one task, so that none is long, however many records come at once. */
const cardsAtOnce = 6;

/** The ids of the notifications that the rows show. */
function idsOf(rows: readonly Element[]): string[] {
  return rows.map(rowKey).filter((key) => typeof key === 'string');
}

/** An element that shows a session's notifications as a feed, one article each: what is on the list, and its keys. */
export abstract class FeedElement extends SessionElement {
  /** Which notifications to show. */
  @property() filter: 'all' | 'unread' = 'all';
  /** Whether a notification is read once it was in view for two seconds. */
  @property({ attribute: 'read-on-view', type: Boolean }) readOnView = false;
  /** Makes a card of one's own: an element, or what Lit can render. Null gives the usual card. */
  @property({ attribute: false }) renderNotification?:
    ((notification: Notification) => unknown) | null | undefined;

  @state() private limit = portion;
  @state() protected tag: string | null = null;

  protected readonly selection: Selection = new Selection();
  protected readonly undo: UndoNotice = new UndoNotice(this);
  /** What is to be seen of the list, if all of it is rendered. */
  protected shown: readonly NotificationItem[] = [];

  readonly #viewport: ListViewport = new ListViewport(this, {
    targets: () => this.#find('.pending, .end'),
    onSeen: () => this.#followViewport(),
  });
  readonly #focus: FeedFocus = new FeedFocus(this);
  /** What all rows share. */
  #rowContext = {};
  #isScrolled = false;
  #shownSession: Session | undefined;
  /** Those that have been read and are unread again, by somebody's wish: being seen does not change that. */
  readonly #wantedUnread = new Set<unknown>();
  /** How many cards may be rendered yet in this task; below zero, how many wait for the next. */
  #left = cardsAtOnce;

  constructor() {
    super();
    new TimeController(this, nextMidnight);
    new ReadOnView(this, {
      targets: () => {
        const rows = this.readOnView ? this.#find('.loaded.unread') : [];
        return rows.filter((row) => !this.#wantedUnread.has(rowKey(row)));
      },
      onRead: (row) => this.store?.markRead(idsOf([row])),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // The browser forgets it without a word.
    this.#isScrolled = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = this.speech;
    super.willUpdate(changed);
    if (this.speech !== before || changed.has('renderNotification')) this.#rowContext = {};
    if (this.activeSession !== this.#shownSession) {
      // Whatever was done belongs to another customer's list.
      this.#shownSession = this.activeSession;
      this.undo.hide();
      this.tag = null;
      this.#begin();
    }
    if (changed.has('filter')) this.#begin();
    const { filter, tag } = this;
    this.shown = this.selection.select(this.notifications.items, { filter, tag });
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const feed = this.renderRoot.querySelector('.feed');
    if (feed) this.#place(feed);
    this.#focus.keep();
    // Not at first: to scroll makes the browser lay out all that was just rendered.
    if (this.hasUpdated && (changed.has('filter') || changed.has('tag'))) this.#list?.scrollTo(0, 0);
  }

  protected override updated(): void {
    this.store?.setVisible(idsOf(this.#viewport.seen));
  }

  protected get store(): NotificationStore | undefined {
    return this.activeSession?.notifications;
  }

  get #list(): Element | null {
    return this.renderRoot.querySelector('.list');
  }

  /** What is to be observed of it: nothing once it has left the page, for an observer would keep it. */
  #find(selector: string): Element[] {
    return this.isConnected ? [...this.renderRoot.querySelectorAll(selector)] : [];
  }

  /** The part that scrolls, with what it is to hold: the feed, or what stands in its place. */
  protected renderList(content: unknown): TemplateResult {
    return html`<div
      class="list"
      part="list"
      aria-busy=${this.notifications.status === 'loading'}
      @scroll=${this.#followScroll}
      @focusin=${() => this.#focus.follow()}
      @keydown=${this.#followKey}
    >
      ${content} ${this.#renderEnd()}
    </div>`;
  }

  /** Its rows are put into it once it is there. */
  protected renderFeed(): TemplateResult {
    return html`<div
      class="feed"
      role="feed"
      aria-label=${this.words.notifications}
      @nudge-read-change=${this.#changeRead}
      @nudge-dismiss-change=${this.#changeDismissal}
      @nudge-tag=${({ detail }: CustomEvent<string>) => this.chooseTag(detail)}
    ></div>`;
  }

  #place(feed: Element): void {
    const most = this.#left;
    const size = this.notifications.hasMore ? -1 : this.shown.length;
    this.#left = placeRows(feed, [...this.#rows()], { host: this, context: this.#rowContext, size, most });
    if (most < cardsAtOnce || this.#left === most) return;
    runInNextTask(() => {
      if (this.#left < 0) this.requestUpdate();
      this.#left = cardsAtOnce;
    });
  }

  /** Each day's heading, and below it its notifications. */
  *#rows(): Generator<Row> {
    let position = 0;
    for (const [day, items] of groupByDay(this.shown.slice(0, this.limit))) {
      if (day !== null) {
        const heading = dayHeading(day, Date.now(), this.locale);
        const render = (): TemplateResult => html`<div class="date" part="day">${heading}</div>`;
        yield { key: day, value: heading, className: 'day', render };
      }
      for (const item of items) {
        position += 1;
        yield {
          key: item.id,
          value: item,
          className: `${item.status} ${item.isRead === false ? 'unread' : ''}`,
          name: () => this.#nameOf(item),
          position,
          ...(item.record && { meanwhile: renderSkeleton }),
          render: (isUsual) => this.#renderItem(item, isUsual),
        };
      }
    }
  }

  #nameOf({ record, status, isRead }: NotificationItem): string {
    if (status === 'pending') return this.words.loading;
    const title = readableText(record?.payload.title ?? null, textLimits.line) ?? this.words.notification;
    return isRead === false ? `${this.words.unreadItem}: ${title}` : title;
  }

  #renderItem({ id, record, status }: NotificationItem, isUsual: boolean): unknown {
    if (record) return (isUsual ? null : this.renderNotification?.(record)) ?? this.#renderCard(record);
    if (status === 'pending') return renderSkeleton();
    return renderFailure(this.words, status === 'missing' ? null : () => this.#loadAgain(id));
  }

  #renderCard(record: Notification): TemplateResult {
    return html`<nudge-notification
      tabindex="-1"
      exportparts=${cardParts}
      .localization=${this.speech}
      .isEmbedded=${true}
      .record=${record}
    ></nudge-notification>`;
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const isMore = this.limit < this.shown.length || this.notifications.hasMore;
    return isMore ? html`<div class="end">${renderSkeleton()}</div>` : nothing;
  }

  protected override hear(event: NotificationStoreEvent): void {
    if (event.type === 'arrival') {
      // What comes on top takes nothing off the end of what is rendered.
      this.limit += event.ids.length;
      // Nothing moves under a reader's eyes, pointer or focus.
      if (this.#isScrolled || this.#list?.matches(':hover, :focus-within')) this.selection.hold(event.ids);
      else this.selection.release();
    }
    if (event.type === 'read' && !event.isRead) event.ids.forEach((id) => this.#wantedUnread.add(id));
    if (event.type === 'error' && event.operation === 'set-read') this.undo.show(this.words.notSaved);
  }

  /** The list from its beginning, as another choice shows it. */
  #begin(): void {
    this.selection.reset();
    this.limit = portion;
  }

  #followViewport(): void {
    const { seen } = this.#viewport;
    this.store?.setVisible(idsOf(seen));
    const end = seen.find((element) => element.classList.contains('end'));
    // After a failure only the reader's wish asks again.
    if (!end || this.notifications.problem) return;
    this.#viewport.again(end);
    if (this.limit < this.shown.length) this.limit += portion;
    else void this.store?.loadMore();
  }

  #followScroll(): void {
    this.#isScrolled = (this.#list?.scrollTop ?? 0) > 0;
  }

  #followKey(event: KeyboardEvent): void {
    const article = this.#focus.focused;
    if (event.key === 'Delete' && !event.repeat && article && event.target === article)
      this.#dismiss(idsOf([article]));
    else if (event.key === 'Enter' && event.target === article)
      article?.querySelector('nudge-notification')?.follow();
    else this.#focus.move(event);
  }

  protected chooseTag(tag: string | null): void {
    this.tag = tag;
    this.#begin();
  }

  protected async showWaiting(): Promise<void> {
    this.selection.release();
    this.requestUpdate();
    await this.updateComplete;
    this.#list?.scrollTo(0, 0);
    this.#focus.focus();
  }

  #dismiss(ids: readonly string[]): void {
    this.store?.dismiss(ids);
    this.undo.show(this.words.dismissed, () => void this.#restore(ids));
  }

  async #restore(ids: readonly string[]): Promise<void> {
    this.store?.restore(ids);
    await this.updateComplete;
    const rows = this.renderRoot.querySelectorAll<HTMLElement>('.feed > *');
    this.#focus.focus([...rows].find((row) => ids.includes(String(rowKey(row)))));
  }

  /** How it went is told by the row itself. */
  #loadAgain(id: string): void {
    this.store?.load(id).catch(() => undefined);
  }

  #changeRead(event: CustomEvent<ReadChangeDetail>): void {
    const { ids, isRead } = event.detail;
    // The store tells of it in its own name, once it holds.
    event.stopPropagation();
    if (isRead) this.store?.markRead(ids);
    else this.store?.markUnread(ids);
  }

  #changeDismissal(event: CustomEvent<DismissChangeDetail>): void {
    event.stopPropagation();
    this.#dismiss(event.detail.ids);
  }
}
