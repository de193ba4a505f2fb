import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { NotificationItem } from '../inbox/collection.js';
import type { NotificationProblem } from '../inbox/notification-state.js';
import { dayHeading, dayKey, nextMidnight, parseDate } from '../localization/dates.js';
import { base } from '../styles/base.js';
import { tokens } from '../styles/tokens.js';
import type { ReadChangeDetail } from './events.js';
import { allReadIcon, bellIcon, offlineIcon, renderIconButton } from './icons.js';
import { inboxStyles } from './inbox.styles.js';
import { ListViewport } from './list-viewport.js';
import { placeholderStyles, renderFailure, renderSkeleton, renderTryAgain } from './placeholder.js';
import { placeRows, rowKey, type Row } from './rows.js';
import { SessionElement } from './session-element.js';
import { TimeController } from './time-controller.js';

const cardParts = 'avatar, card, title, subtitle, body, time, images, files, tags, actions';
/** Rows are rendered in portions: the next one as the end of the last comes near. */
const portion = 50;
const skeletons = [1, 2, 3, 4];

/** Whether it goes on only as the reader wishes. */
function canTryAgain(problem: NotificationProblem | null): boolean {
  return problem === 'unreachable' || problem === 'unauthenticated';
}

/**
 * The items of each calendar day, by the time at which it begins. One whose date nobody knows goes with those before
 * it; the day of those that come before all others is null.
 */
function groupByDay(items: readonly NotificationItem[]): Map<number | null, NotificationItem[]> {
  const days = new Map<number | null, NotificationItem[]>();
  let day: number | null = null;
  for (const item of items) {
    const time = parseDate(item.createdDate);
    if (time !== null) day = dayKey(time);
    const others = days.get(day);
    if (others) others.push(item);
    else days.set(day, [item]);
  }
  return days;
}

/**
 * The customer's notifications as a panel: newest first, grouped by day.
 *
 * @tag nudge-inbox
 * @slot header-actions - Further buttons at the end of the header.
 * @csspart header - Heading and buttons.
 * @csspart heading - The heading.
 * @csspart filters - The choice of all or unread.
 * @csspart list - What scrolls.
 * @csspart day - The heading of a day.
 * @csspart empty - What stands in place of an empty list.
 * @csspart notice - The line that says what is wrong.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - Before a link is followed; cancel it to go there yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread ones changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications came.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - Something could not be loaded or saved.
 */
export class NudgeInbox extends SessionElement {
  static override styles: CSSResultGroup = [tokens, base, placeholderStyles, inboxStyles];

  /** The heading; `Notifications` in the page's language unless it is set. */
  @property() heading?: string | null | undefined;
  /** Which notifications to show. */
  @property() filter: 'all' | 'unread' = 'all';

  @state() private limit = portion;

  readonly #viewport: ListViewport = new ListViewport(this, {
    targets: () => this.renderRoot.querySelectorAll('li.pending, .end'),
    onSeen: () => this.#followViewport(),
  });
  /** Those that were unread as the unread ones were asked for: reading one does not pull it away from the reader. */
  readonly #keptUnread = new Set<string>();
  #shown: readonly NotificationItem[] = [];

  constructor() {
    super();
    new TimeController(this, nextMidnight);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('filter')) {
      this.#keptUnread.clear();
      this.limit = portion;
    }
    const { items } = this.notifications;
    if (this.filter !== 'unread') {
      this.#shown = items;
      return;
    }
    for (const { id, isRead } of items) if (isRead === false) this.#keptUnread.add(id);
    this.#shown = items.filter(
      ({ id, isRead, status }) => this.#keptUnread.has(id) || (isRead === null && status !== 'missing'),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('filter')) this.renderRoot.querySelector('.list')?.scrollTo(0, 0);
    this.activeSession?.notifications.show(this.#idsOnScreen());
  }

  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = this.matches(':focus-within');
    super.update(changed);
    const list = this.renderRoot.querySelector('ul');
    if (list) placeRows(list, [...this.#rows()], { host: this, context: this.speech });
    // What was pressed may be gone, such as the button to try again; the reader shall not lose the place.
    if (hadFocus && !this.matches(':focus-within')) this.renderRoot.querySelector('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const { unreadCount, isUnreadCountComplete, status } = this.notifications;
    return html`<div class="root">
      <header part="header">
        <h2 part="heading" tabindex="-1">
          ${this.heading?.trim() ? this.heading : this.words.notifications}
        </h2>
        ${renderIconButton(this.words.markAllRead, allReadIcon, this.#markAllRead, {
          isDisabled: unreadCount === 0 && isUnreadCountComplete,
        })}
        <slot name="header-actions"></slot>
      </header>
      <div class="filters" part="filters" role="group" aria-label=${this.words.filter}>
        ${this.#renderFilter('all')} ${this.#renderFilter('unread')}
      </div>
      ${this.#renderStatus()}
      <div class="list" part="list" aria-busy=${status === 'loading'}>${this.#renderContent()}</div>
    </div>`;
  }

  #renderFilter(filter: NudgeInbox['filter']): TemplateResult {
    const { unreadCount, isUnreadCountComplete } = this.notifications;
    const count = `${unreadCount.toLocaleString(this.locale)}${isUnreadCountComplete ? '' : '+'}`;
    return html`<button
      class="filter"
      type="button"
      aria-pressed=${(this.filter === 'unread') === (filter === 'unread')}
      @click=${() => this.#choose(filter)}
    >
      ${this.words[filter]}
      ${filter === 'unread' && unreadCount > 0 ? html`<span class="count">${count}</span>` : nothing}
    </button>`;
  }

  /** Whether there is nothing but the trouble to show. */
  get #isStuck(): boolean {
    const { problem } = this.notifications;
    if (problem === 'offline') return this.#shown.length === 0;
    return canTryAgain(problem) && this.#shown.every((item) => item.status === 'pending');
  }

  /** What is wrong, or that the list is on its way. It is there from the start, so that what comes into it is spoken. */
  #renderStatus(): TemplateResult {
    const { problem, status } = this.notifications;
    const look = this.#isStuck ? 'empty' : 'notice';
    const isLoading = status === 'loading' && this.#shown.length === 0;
    return html`<div class=${problem ? look : 'visually-hidden'} part=${look} role="status">
      ${
        problem
          ? html`<div class="art">${offlineIcon}</div>
              <p>${this.words[problem]}</p>`
          : isLoading
            ? this.words.loading
            : nothing
      }
      ${canTryAgain(problem) ? renderTryAgain(this.words, this.#refresh) : nothing}
    </div>`;
  }

  #renderContent(): unknown {
    if (this.#isStuck) return nothing;
    if (this.#shown.length > 0)
      return html`<ul @nudge-read-change=${this.#changeRead}></ul>
        ${this.#renderEnd()}`;
    if (this.notifications.status === 'loading') return skeletons.map(renderSkeleton);
    return html`${this.#renderEmpty()}${this.#renderEnd()}`;
  }

  #renderEmpty(): TemplateResult {
    return html`<div class="empty" part="empty">
      <div class="art">${bellIcon}</div>
      <strong>${this.words.emptyTitle}</strong>
      <p>${this.filter === 'unread' ? this.words.emptyUnreadText : this.words.emptyText}</p>
    </div>`;
  }

  /** Each day's heading, and below it its notifications. */
  *#rows(): Generator<Row> {
    for (const [day, items] of groupByDay(this.#shown.slice(0, this.limit))) {
      if (day !== null) {
        const heading = dayHeading(day, Date.now(), this.locale);
        yield {
          key: day,
          value: heading,
          className: 'day',
          render: () => html`<h3 part="day">${heading}</h3>`,
        };
      }
      for (const item of items) {
        yield { key: item.id, value: item, className: item.status, render: () => this.#renderItem(item) };
      }
    }
  }

  #renderItem({ id, record, status }: NotificationItem): TemplateResult {
    if (record) {
      return html`<nudge-notification
        exportparts=${cardParts}
        .localization=${this.speech}
        .record=${record}
      ></nudge-notification>`;
    }
    if (status === 'pending') return renderSkeleton();
    return renderFailure(this.words, status === 'missing' ? null : () => this.#loadAgain(id));
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const isMore = this.limit < this.#shown.length || this.notifications.hasMore;
    return isMore ? html`<div class="end">${renderSkeleton()}</div>` : nothing;
  }

  #idsOnScreen(): string[] {
    return this.#viewport.seen.map(rowKey).filter((key) => typeof key === 'string');
  }

  #followViewport(): void {
    this.activeSession?.notifications.show(this.#idsOnScreen());
    const end = this.#viewport.seen.find((element) => element.classList.contains('end'));
    // After a failure only the reader's wish asks again.
    if (!end || this.notifications.problem) return;
    this.#viewport.again(end);
    if (this.limit < this.#shown.length) this.limit += portion;
    else void this.activeSession?.notifications.loadMore();
  }

  #choose(filter: NudgeInbox['filter']): void {
    this.filter = filter;
  }

  #markAllRead(): void {
    this.activeSession?.notifications.markAllRead();
  }

  #refresh(): void {
    void this.activeSession?.notifications.refresh();
  }

  /** How it went is told by the row itself. */
  #loadAgain(id: string): void {
    this.activeSession?.notifications.load(id).catch(() => undefined);
  }

  #changeRead(event: CustomEvent<ReadChangeDetail>): void {
    const { ids, isRead } = event.detail;
    // The store tells of it in its own name, once it holds.
    event.stopPropagation();
    if (isRead) this.activeSession?.notifications.markRead(ids);
    else this.activeSession?.notifications.markUnread(ids);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-inbox': NudgeInbox;
  }
}
