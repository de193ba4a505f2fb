import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Session } from '../../session/session.js';
import type { Localization } from '../../localization/localization.js';
import { DeepLink } from '../base/deep-link.js';
import { LocalizationController } from '../base/localization-controller.js';
import { SessionController } from '../base/session-controller.js';
import { Announcer } from '../shared/announcer.js';
import { renderIconButton } from '../shared/icons.js';
import { backwardIcon } from '../shared/panel-icons.js';
import { ActionNotice } from '../shared/action-notice.js';
import { GroupLoader } from '../shared/group-loader.js';
import { AlertMenu } from '../alerts/alert-menu.js';
import { ArrivalAlerts } from '../alerts/arrival-alerts.js';
import { isStopped } from './empty-state.js';
import { Feed } from '../list/list.js';
import { FilterBar } from './filter-bar.js';
import { InboxElement } from './inbox-element.js';
import { inboxStyles } from './inbox.styles.js';
import { ListStatus } from './list-status.js';
import { ListTools } from '../selection/list-tools.js';
import { isPageLayout, PageLayout } from '../page/page-layout.js';
import { PanelHeader } from './panel-header.js';
import { PanelMenu } from './panel-menu.js';
import { ProblemRetry } from './problem-retry.js';
import { Reveal } from '../list/reveal.js';
import { TabBar } from './tab-bar.js';

/**
 * The customer's notifications as a panel: newest first, grouped by day, older ones by month.
 *
 * @tag nudge-inbox
 * @slot header - Replaces the heading.
 * @slot header-actions - Further buttons at the end of the header.
 * @slot empty - Replaces the text of an empty list.
 * @slot error - Replaces the text that is shown when an error leaves nothing to show.
 * @slot signed-out - Replaces the text that is shown if nobody is signed in.
 * @slot footer - Content below the list.
 * @csspart header - The header with heading and buttons.
 * @csspart heading - The heading.
 * @csspart tabs - The row of tabs.
 * @csspart filters - The filter buttons: all, unread, dismissed or snoozed, and the selected tag; and the button of the menu.
 * @csspart selection - The bar that takes the place of the filters while notifications are selected.
 * @csspart shortcuts - The dialog that lists the shortcuts.
 * @csspart list - The scrolling list.
 * @csspart search - The search of a full page, with the number of its results.
 * @csspart detail - The notification of a full page that is shown as a whole, or the line in its place.
 * @csspart day - The heading of a day or a month.
 * @csspart arrivals - The button that shows arrivals held back from the list.
 * @csspart undo - The line with the undo button.
 * @csspart failure - The line in place of a notification that could not be loaded.
 * @csspart empty - The content of an empty list.
 * @csspart notice - The line that reports a problem.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A notification was pressed; cancel the event to neither mark it as read nor follow its link or open its whole text.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<SeenChangeDetail>} nudge-seen-change - Notifications were seen, while the list was visible here or elsewhere.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed or restored.
 * @fires {CustomEvent<TabChangeDetail>} nudge-tab-change - The customer has selected another tab, or a notification is revealed in it.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread notifications changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications arrived.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A preference was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A request to the service or to the source failed.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of an avatar that stands alone.
 */
export class NudgeInbox extends InboxElement {
  static override styles: CSSResultGroup = inboxStyles;

  /** The id of a product space: only its notifications are shown. Default: those of all. */
  @property({ attribute: 'product-space' }) productSpace: string | null = null;
  /** The heading. Default: `Notifications` in the language of the page. */
  @property() heading?: string | null | undefined;
  /** What the panel shows: the notifications or the preferences. */
  @property() view: 'inbox' | 'preferences' = 'inbox';
  /**
   * `page`: the inbox is a page of its own, with a search. The notification that is pressed is shown as a whole: beside the list
   * if the element is at least 900 pixels wide, else in the place of the list.
   */
  @property() layout: 'panel' | 'page' = 'panel';
  /** Whether notifications can be selected by a checkbox, to mark, dismiss or restore several at once. */
  @property({ type: Boolean }) selectable = false;
  /**
   * Whether keys do what buttons do while the focus is in the list: J and K move, E dismisses, U marks as read or unread, `?`
   * lists them all.
   */
  @property({ type: Boolean }) shortcuts = false;

  /** @internal The localization of an enclosing element. */
  @property({ attribute: false }) localization?: Localization | undefined;
  /** @internal Whether an enclosing element dispatches the public events. No default, since it may be set before upgrade. */
  isEmbedded?: boolean;
  /** @internal Whether the panel around it is closed, or about to be. */
  @property({ attribute: false }) isPanelClosed?: boolean;
  /** @internal The enclosing element, which gets custom cards as children. No default, for the same reason. */
  cardParent?: HTMLElement;

  readonly #sessionController = new SessionController(this);
  readonly #localization = new LocalizationController(this);
  readonly #announcer = new Announcer(this, this.#sessionController, this.#localization);
  readonly #notice = new ActionNotice(this);
  readonly #tabBar = new TabBar(this, {
    sessionController: this.#sessionController,
    localization: this.#localization,
  });
  readonly #feed = new Feed(this, {
    sessionController: this.#sessionController,
    localization: this.#localization,
    notice: this.#notice,
    tabBar: this.#tabBar,
    onShow: () => this.#handleShow(),
  });
  readonly #menu = new PanelMenu(this, {
    localization: this.#localization,
    getItems: () => this.#feed.items,
    onClearRead: () => this.#feed.clearRead(),
    alertMenu: new AlertMenu(this, { localization: this.#localization, notice: this.#notice }),
    getFurtherActions: () => this.#listTools?.menuActions ?? [],
  });
  readonly #filterBar = new FilterBar(this, {
    sessionController: this.#sessionController,
    localization: this.#localization,
    feed: this.#feed,
    menu: this.#menu,
  });
  readonly #status = new ListStatus(this, {
    sessionController: this.#sessionController,
    localization: this.#localization,
    feed: this.#feed,
  });
  readonly #header = new PanelHeader(this, {
    sessionController: this.#sessionController,
    localization: this.#localization,
    status: this.#status,
    notice: this.#notice,
  });
  /** Exists once `selectable` or `shortcuts` is set. */
  #listTools: ListTools | undefined;
  /** Exists once `desktop` or `sound` is set, unless an enclosing element has them. */
  #alerts: ArrivalAlerts | undefined;
  /** Exists once `layout` is `page`. */
  #page: PageLayout | undefined;
  readonly #reveal = new Reveal(this, {
    getStore: () => this.#sessionController.notificationStore,
    show: (id, takesFocus) => this.#showItem(id, takesFocus),
    onFailure: (isMissing) => {
      const { missing, notLoaded } = this.#localization.messages;
      this.#notice.show(isMissing ? missing : notLoaded);
    },
  });
  /** Whether a notification is revealed, so that the list does not start at the top. */
  #isRevealing = false;
  #hadFocus = false;
  #wasShown = false;

  constructor() {
    super();
    new DeepLink(this);
    // A panel waits until it opens.
    new GroupLoader(this, this.#sessionController, () => !this.isEmbedded || this.#feed.isShown);
    new ProblemRetry(this, this.#sessionController, () => this.#canRetry);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#hadFocus = this.matches(':focus-within');
    if (changed.has('view') && this.view === 'preferences') this.#feed.saveScrollPosition();
    // A bell has alerts itself.
    const hasAlerts = !this.isEmbedded && (this.desktop || this.sound);
    if (hasAlerts && !this.#alerts) this.#alerts = this.#createAlerts();
    if (this.selectable || this.shortcuts) this.#listTools ??= this.#createListTools();
    if (isPageLayout(this.layout)) this.#page ??= this.#createPage();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.filter === 'snoozed') this.activeSession?.notifications.restoreSnoozes();
    if (changed.get('view') === 'preferences') this.#feed.restoreScrollPosition();
    if (!this.#hadFocus) return;
    if (changed.has('view')) void this.#focusView();
    // The focused element may be gone, such as the retry button; the customer should not lose the place.
    else if (!this.matches(':focus-within')) this.renderRoot.querySelector('h2')?.focus();
  }

  /** @internal The session that is shown, given or created. */
  get activeSession(): Session | undefined {
    return this.#sessionController.session;
  }

  /**
   * Scrolls to a notification, focuses it and marks it as read. One that is not on the list is loaded by its id and added. If
   * it is not available to this customer, a line says so.
   *
   * @param id - the id of the notification
   * @returns whether the notification is shown
   */
  async reveal(id: string): Promise<boolean> {
    if (!this.isConnected) return false;
    this.#isRevealing = !this.#feed.isShown;
    this.view = 'inbox';
    return this.#reveal.run(id);
  }

  /** @internal Shows what was shown before, by the browser's Back and Forward. Returns whether it does. */
  showAgain(id: string): boolean {
    return this.#page?.showAgain(id) ?? false;
  }

  protected override render(): TemplateResult {
    const isInbox = this.view !== 'preferences';
    return html`<div class="root ${this.#page?.className}" @scroll=${() => this.#feed.handleScroll()}>
      ${isInbox ? nothing : this.#renderPreferences()}
      <div class="inbox" ?hidden=${!isInbox}>
        ${this.#header.render()} ${this.#page?.renderSearch()} ${this.#tabBar.render()}
        <div class="filter-row">${this.#listTools?.render()} ${this.#filterBar.render()}</div>
        ${this.#status.render()}
        ${this.#feed.render(this.#page?.renderEmptySearch() ?? this.#status.renderReplacement())}
        <div class="below-list">
          ${this.#status.renderArrivals()} ${this.#notice.render(this.#localization.messages.undo)}
        </div>
        <slot name="footer"></slot>
      </div>
      ${isInbox ? this.#page?.renderDetail() : nothing} ${this.#announcer.render()}
    </div>`;
  }

  /** Rendered before the notifications, so that the page's header buttons are slotted into this header. */
  #renderPreferences(): TemplateResult {
    return html`<nudge-preferences
      exportparts="header, heading, list, section, switch, problem, undo, empty"
      .session=${this.activeSession}
      .localization=${this.#localization.current}
      .isEmbedded=${true}
    >
      ${renderIconButton(this.#localization.messages.back, backwardIcon, this.#handleBackClick, { slot: 'back' })}
      <slot name="header-actions" slot="header-actions"></slot>
      <slot name="signed-out" slot="signed-out"></slot>
    </nudge-preferences>`;
  }

  #createAlerts(): ArrivalAlerts {
    return new ArrivalAlerts(this, {
      events: this.#sessionController.events,
      localization: this.#localization,
      showList: () => this.scrollIntoView({ block: 'nearest' }),
    });
  }

  #createListTools(): ListTools {
    return new ListTools(this, {
      feed: this.#feed,
      localization: this.#localization,
      getScope: () => [
        this.activeSession,
        this.filter,
        this.productSpace,
        this.#tabBar.selected?.id,
        this.#feed.tag,
      ],
    });
  }

  #createPage(): PageLayout {
    return (this.#feed.page = new PageLayout(this, {
      sessionController: this.#sessionController,
      localization: this.#localization,
      feed: this.#feed,
      announcer: this.#announcer,
    }));
  }

  /** Whether the inbox tries again to load, without the customer. A further page that fails leaves that to the customer. */
  get #canRetry(): boolean {
    return this.#feed.isShown && (this.#status.hasOnlyProblem || this.#feed.isUnfinished);
  }

  /** Focuses the preferences, or, on the way back, the button that opened them. */
  async #focusView(): Promise<void> {
    const preferences = this.renderRoot.querySelector('nudge-preferences');
    await preferences?.updateComplete;
    const button = this.renderRoot.querySelector<HTMLElement>('header > .icon-button + .icon-button');
    (preferences ?? button ?? this.renderRoot.querySelector('h2'))?.focus();
  }

  async #showItem(id: string, takesFocus: boolean): Promise<boolean> {
    this.view = 'inbox';
    // A modal dialog would keep the focus.
    this.#menu.close();
    this.#page?.clearSearch();
    const isListed = await this.#feed.showItem(id, takesFocus);
    if (isListed) this.#page?.show(id, takesFocus);
    return isListed;
  }

  #handleBackClick(): void {
    this.view = 'inbox';
  }

  #handleShow(): void {
    // On a slow device the customer may have scrolled before the browser reports it, or just now, before its event.
    this.#feed.handleScroll();
    if (!this.#isRevealing && (this.#wasShown || !this.#feed.isScrolled)) void this.#feed.startAtTop();
    this.#isRevealing = false;
    // The session of a bell started before. Otherwise, what has just failed is not requested at once again.
    const isReopened = this.isEmbedded === true || this.#wasShown;
    this.#wasShown = true;
    if (isReopened && isStopped(this.#sessionController.notificationState.problem)) this.#status.retry();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-inbox': NudgeInbox;
  }
}
