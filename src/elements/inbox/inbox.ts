import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type {
  NotificationProblem,
  NotificationStoreEvent,
} from '../../inbox/notifications/notification-state.js';
import { format, plural } from '../../localization/messages.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { Announcer } from '../shared/announcer.js';
import { FeedElement } from './feed-element.js';
import { bellIcon, closeIcon, renderIconButton } from '../shared/icons.js';
import { inboxStyles } from './inbox.styles.js';
import { allReadIcon, backwardIcon, offlineIcon, slidersIcon } from '../shared/panel-icons.js';
import { panelStyles } from '../shared/panel.styles.js';
import { placeholderStyles, renderSkeleton, renderTryAgain } from '../shared/placeholder.js';
import { readableText, textLimits } from '../shared/text.js';

const skeletons = [1, 2, 3, 4];

/** Whether it goes on only as the reader wishes. */
function canTryAgain(problem: NotificationProblem | null): boolean {
  return problem === 'unreachable' || problem === 'unauthenticated';
}

/**
 * The customer's notifications as a panel: newest first, grouped by day.
 *
 * @tag nudge-inbox
 * @slot header - In place of the heading.
 * @slot header-actions - Further buttons at the end of the header.
 * @slot empty - In place of what an empty list says.
 * @slot error - In place of what it says where nothing can be shown.
 * @slot footer - Below the list.
 * @csspart header - Heading and buttons.
 * @csspart heading - The heading.
 * @csspart filters - The choice of all or unread, and the tag.
 * @csspart list - What scrolls.
 * @csspart day - The heading of a day.
 * @csspart arrivals - The button that shows what arrived meanwhile.
 * @csspart undo - The line that offers to undo.
 * @csspart failure - What stands in place of a notification that could not be loaded.
 * @csspart empty - What stands in place of an empty list.
 * @csspart notice - The line that says what is wrong.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - Before a link is followed; cancel it to go there yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed, or restored.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread ones changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications came.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A choice of the preferences was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - Something could not be loaded or saved.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of an avatar that stands alone.
 */
export class NudgeInbox extends FeedElement {
  static override styles: CSSResultGroup = [tokens, base, placeholderStyles, panelStyles, inboxStyles];

  /** The heading; `Notifications` in the page's language unless it is set. */
  @property() heading?: string | null | undefined;
  /** What is shown: the notifications, or the preferences. */
  @property() view: 'inbox' | 'preferences' = 'inbox';

  readonly #announcer = new Announcer(this);

  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = this.matches(':focus-within');
    super.update(changed);
    if (hadFocus && changed.has('view')) void this.#carryFocus();
    // What was pressed may be gone, such as the button to try again; the reader shall not lose the place.
    else if (hadFocus && !this.matches(':focus-within')) this.renderRoot.querySelector('h2')?.focus();
  }

  /** Into the view, and out of it to the button that opened it. */
  async #carryFocus(): Promise<void> {
    const preferences = this.renderRoot.querySelector('nudge-preferences');
    await preferences?.updateComplete;
    const button = this.renderRoot.querySelector<HTMLElement>('header > .icon-button + .icon-button');
    (preferences ?? button ?? this.renderRoot.querySelector('h2'))?.focus();
  }

  protected override render(): TemplateResult {
    const { heading, words } = this;
    const isInbox = this.view !== 'preferences';
    // A page has a banner of its own.
    return html`<div class="root">
      ${isInbox ? nothing : this.#renderPreferences()}
      <div class="inbox" ?hidden=${!isInbox}>
        <header part="header" role="none">
          <h2 part="heading" tabindex="-1">
            <slot name="header">${heading?.trim() ? heading : words.notifications}</slot>
          </h2>
          ${renderIconButton(words.markAllRead, allReadIcon, this.#markAllRead, { isDisabled: !this.#hasUnread })}
          ${
            this.preferences.groups.length > 0
              ? renderIconButton(words.preferences, slidersIcon, this.#openPreferences)
              : nothing
          }
          <slot name="header-actions"></slot>
        </header>
        <div class="filters" part="filters" role="group" aria-label=${words.filter}>
          ${this.#renderFilter('all')} ${this.#renderFilter('unread')} ${this.#renderTag()}
        </div>
        ${this.#renderStatus()}
        <div class="stage">${this.#renderWaiting()} ${this.renderList(this.#renderContent())}</div>
        ${this.undo.render(words.undo)}
        <slot name="footer"></slot>
      </div>
      ${this.#announcer.render()}
    </div>`;
  }

  /** Before all else, so that the page's buttons are slotted into its header. */
  #renderPreferences(): TemplateResult {
    return html`<nudge-preferences
      exportparts="header, heading, list, section, switch, problem, undo, empty"
      .session=${this.activeSession}
      .localization=${this.speech}
      .isEmbedded=${true}
    >
      ${renderIconButton(this.words.back, backwardIcon, this.#openInbox, { slot: 'back' })}
      <slot name="header-actions" slot="header-actions"></slot>
    </nudge-preferences>`;
  }

  #renderFilter(filter: NudgeInbox['filter']): TemplateResult {
    const { unreadCount, isUnreadCountComplete } = this.notifications;
    return html`<button
      class="filter"
      type="button"
      aria-pressed=${(this.filter === 'unread') === (filter === 'unread')}
      @click=${() => this.#choose(filter)}
    >
      ${this.words[filter]}
      ${
        filter === 'unread' && unreadCount > 0
          ? html`<span class="count"
              >${unreadCount.toLocaleString(this.locale)}${isUnreadCountComplete ? '' : '+'}</span
            >`
          : nothing
      }
    </button>`;
  }

  #renderTag(): TemplateResult | typeof nothing {
    const name = readableText(this.tag, textLimits.label);
    if (name === null) return nothing;
    return html`<button
      class="filter"
      type="button"
      aria-pressed="true"
      aria-label=${format(this.words.removeTag, { name })}
      @click=${() => this.chooseTag(null)}
    >
      <bdi>${name}</bdi>${closeIcon}
    </button>`;
  }

  #renderWaiting(): TemplateResult | typeof nothing {
    const { waitingCount } = this.selection;
    if (waitingCount === 0) return nothing;
    return html`<button class="arrivals" part="arrivals" type="button" @click=${this.showWaiting}>
      ${plural(this.words.arrived, waitingCount, this.locale)}
    </button>`;
  }

  /** Whether there is nothing but the trouble to show. */
  get #isStuck(): boolean {
    const { problem } = this.notifications;
    if (problem === 'offline') return this.shown.length === 0;
    return canTryAgain(problem) && this.shown.every((item) => item.status === 'pending');
  }

  /** What is wrong, or that the list is on its way. It is there from the start, so that what comes into it is spoken. */
  #renderStatus(): TemplateResult {
    const { problem, status } = this.notifications;
    const look = this.#isStuck ? 'empty' : 'notice';
    const isLoading = status === 'loading' && this.shown.length === 0;
    return html`<div class=${problem ? look : 'visually-hidden'} part=${look} role="status">
      ${problem ? this.#renderProblem(problem) : isLoading ? this.words.loading : nothing}
    </div>`;
  }

  #renderProblem(problem: NotificationProblem): TemplateResult {
    const content = html`<div class="art">${offlineIcon}</div>
      <p>${this.words[problem]}</p>
      ${canTryAgain(problem) ? renderTryAgain(this.words, this.#refresh) : nothing}`;
    return this.#isStuck ? html`<slot name="error">${content}</slot>` : content;
  }

  #renderContent(): unknown {
    if (this.#isStuck) return nothing;
    if (this.shown.length > 0) return this.renderFeed();
    return this.notifications.status === 'loading' ? skeletons.map(renderSkeleton) : this.#renderEmpty();
  }

  #renderEmpty(): TemplateResult {
    return html`<slot name="empty">
      <div class="empty" part="empty">
        <div class="art">${bellIcon}</div>
        <strong>${this.words.emptyTitle}</strong>
        <p>${this.filter === 'unread' ? this.words.emptyUnreadText : this.words.emptyText}</p>
      </div>
    </slot>`;
  }

  get #hasUnread(): boolean {
    const { unreadCount, isUnreadCountComplete } = this.notifications;
    return unreadCount > 0 || !isUnreadCountComplete;
  }

  protected override hear(event: NotificationStoreEvent): void {
    super.hear(event);
    if (event.type === 'arrival' && !this.isEmbedded)
      this.#announcer.sayArrival(event, (count) => plural(this.words.arrived, count, this.locale));
  }

  #choose(filter: NudgeInbox['filter']): void {
    this.filter = filter;
  }

  #markAllRead(): void {
    const undo = this.#hasUnread && this.store?.markAllRead();
    if (undo) this.undo.show(this.words.allRead, undo);
  }

  #openPreferences(): void {
    this.view = 'preferences';
  }

  #openInbox(): void {
    this.view = 'inbox';
  }

  #refresh(): void {
    void this.store?.refresh();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-inbox': NudgeInbox;
  }
}
