import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { delay } from '../../common/time.js';
import type { Localization } from '../../localization/localization.js';
import { AttributeCheck } from '../base/attribute-check.js';
import { flag } from '../base/attributes.js';
import { DeepLink } from '../base/deep-link.js';
import { DesktopMenu } from '../alerts/desktop-menu.js';
import { QuietMenu } from '../alerts/quiet-menu.js';
import { ArrivalAlerts } from '../alerts/arrival-alerts.js';
import { FullPageLayout } from '../full-page/full-page-layout.js';
import { ListTools } from '../selection/list-tools.js';
import { FilterBar } from './filter-bar.js';
import { InboxContext } from './inbox-context.js';
import { InboxOptionsElement } from './inbox-options-element.js';
import { inboxStyles } from './inbox.styles.js';
import { ListStatus } from './list-status.js';
import { PanelHeader } from './panel-header.js';
import { PanelMenu } from './panel-menu.js';
import { PreferencesView } from './preferences-view.js';
import { Reveal } from './reveal.js';
import type { PanelState } from '../base/panel-state.js';
import { runOutsideZones, scrollToElement } from '../base/platform.js';

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
 * @csspart pinned - The heading above the pinned notifications, which is also a `day`.
 * @csspart arrivals - The button that shows arrivals held back from the list.
 * @csspart undo - The line with the undo button.
 * @csspart failure - The line in place of a notification that could not be loaded.
 * @csspart empty - The content of an empty list.
 * @csspart row-menu - The button of a row with your own card that opens the menu of its notification.
 * @csspart notice - The line that reports a problem.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A notification was pressed; cancel the event to neither mark it as read nor follow its link or open its whole text.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button of a notification was pressed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - Notifications were marked as read or unread.
 * @fires {CustomEvent<SeenChangeDetail>} nudge-seen-change - Notifications were seen, while the list was visible here or elsewhere.
 * @fires {CustomEvent<DismissChangeDetail>} nudge-dismiss-change - Notifications were dismissed or restored.
 * @fires {CustomEvent<AnswerChangeDetail>} nudge-answer-change - Notifications were answered, are about to be, or are open again.
 * @fires {CustomEvent<TabChangeDetail>} nudge-tab-change - The customer has selected another tab, or a notification is revealed in it.
 * @fires {CustomEvent<UnreadCountDetail>} nudge-unread-count-change - The number of unread notifications changed.
 * @fires {CustomEvent<ArrivalDetail>} nudge-arrival - New notifications arrived.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A preference was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A request to the service or to the source failed.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of the avatars, multiplied by the density unless it is set; several of one notification share this room.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the avatars' corners.
 */
export class NudgeInbox extends InboxOptionsElement {
  static override styles: CSSResultGroup = inboxStyles;

  /** The id of a product space: only its notifications are shown. Default: those of all. */
  @property({ attribute: 'product-space' }) productSpace: string | null = null;
  /** The heading. Default: `Notifications` in the language of the page. */
  @property() heading?: string | null | undefined;
  /** What the panel shows: the notifications or the preferences. */
  @property() view: 'inbox' | 'preferences' = 'inbox';
  /**
   * `page`: the inbox is a page of its own, with a search. It shows the notification that is pressed as a whole, in the place of the
   * list, or beside it if the element is at least 900 pixels wide.
   */
  @property() layout: 'panel' | 'page' = 'panel';
  /** Whether notifications can be selected by a checkbox, to mark, dismiss or restore several at once. */
  @property({ converter: flag }) selectable = false;
  /**
   * Whether keys do what buttons do while the focus is in the list. J and K move, E dismisses, U marks as read or unread, and `?`
   * lists them all.
   */
  @property({ converter: flag }) shortcuts = false;

  /** @internal The localization of an enclosing element. */
  @property({ attribute: false }) localization?: Localization | undefined;
  /** @internal Whether an enclosing element dispatches the public events. No default, since it may be set before upgrade. */
  isEmbedded?: boolean;
  /** @internal The panel around it. Undefined without one. */
  @property({ attribute: false }) panelState?: PanelState;
  /** @internal The enclosing element, which gets custom cards as children. No default, for the same reason. */
  cardParent?: HTMLElement;

  readonly #context = new InboxContext(this);
  readonly #menu = new PanelMenu(this, this.#context, {
    alertMenus: [new QuietMenu(this, this.#context), new DesktopMenu(this, this.#context)],
    getFurtherActions: () => this.#listTools?.menuActions ?? [],
  });
  readonly #filterBar = new FilterBar(this, this.#context, this.#menu);
  readonly #status = new ListStatus(this, this.#context);
  readonly #header = new PanelHeader(this, this.#context, this.#status);
  readonly #preferences = new PreferencesView(this, this.#context);
  readonly #reveal = new Reveal(this, this.#context, { menu: this.#menu, getFullPage: () => this.#fullPage });
  /** Exists once `selectable` or `shortcuts` is set. */
  #listTools: ListTools | undefined;
  /** Exists once `desktop` or `sound` is set, unless an enclosing element has them. */
  #alerts: ArrivalAlerts | undefined;
  /** Exists once `layout` is `page`. */
  #fullPage: FullPageLayout | undefined;

  constructor() {
    super();
    new DeepLink(this);
    new AttributeCheck(this);
  }

  protected override willUpdate(): void {
    const showList = (): void => scrollToElement(this, { block: 'nearest' });
    const hasAlerts = !this.isEmbedded && (this.desktop || this.sound);
    if (hasAlerts && !this.#alerts) this.#alerts = new ArrivalAlerts(this, this.#context, showList);
    if (this.selectable || this.shortcuts) this.#listTools ??= new ListTools(this, this.#context);
    if (this.layout === 'page') this.#fullPage ??= new FullPageLayout(this, this.#context);
    this.#context.shown.fullPage = this.#fullPage;
  }

  /** The rows of a list that has just come are rendered in a task of their own, after the requests for the first records. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (!this.#context.list?.isFirstRequestDue) return super.scheduleUpdate();
    return runOutsideZones(() => delay(0).then(() => super.scheduleUpdate()));
  }

  /**
   * Nobody sees a panel that is only expected to open: its first cards come together, not each in an update and a layout of its own, which
   * would keep the press waiting.
   *
   * @since next
   */
  protected override shouldUpdate(changed: PropertyValues<this>): boolean {
    const isUnseen = this.panelState === 'expected' && changed.size === 0;
    return !isUnseen || this.#context.list?.isAwaitingFirstCards !== true;
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.#context.list?.updateNow();
  }

  protected override getUpdateComplete(): Promise<boolean> {
    const { list } = this.#context;
    return !this.isUpdatePending && list?.isUpdatePending ? list.updateComplete : super.getUpdateComplete();
  }

  /** @internal What a deep link waits for. */
  get revealTarget(): Element {
    return this;
  }

  /**
   * Scrolls to a notification, focuses it and marks it as read. One that is not on the list is loaded by its id and added. If
   * it is not available to this customer, a line says so. Does nothing while the inbox is not rendered.
   *
   * @param id - the id of the notification
   * @returns whether the notification is shown
   */
  async reveal(id: string): Promise<boolean> {
    if (!this.isConnected) return false;
    this.view = 'inbox';
    return this.#reveal.run(id);
  }

  /** @internal Shows a notification to which the browser's Back or Forward leads back. Returns whether it does. */
  revisit(id: string): boolean {
    return this.#fullPage?.revisit(id) ?? false;
  }

  protected override render(): TemplateResult {
    const { announcer, localization, notice, tabBar } = this.#context;
    const isInbox = !this.#preferences.isShown;
    return html`<div
      class="root ${this.#fullPage?.className}"
      @scroll=${() => this.#context.list?.handleScroll()}
    >
      ${isInbox ? nothing : this.#preferences.render()}
      <div class="inbox" ?hidden=${!isInbox}>
        ${this.#header.render()} ${this.#fullPage?.renderSearch()} ${tabBar.render()}
        <div class="filter-row">${this.#listTools?.render()} ${this.#filterBar.render()}</div>
        <div class="above-list">${this.#status.renderArrivals()}</div>
        ${this.#renderList()} ${this.#status.render()}
        <div class="below-list">${notice.render(localization.messages.undo)}</div>
        <slot name="footer"></slot>
      </div>
      ${isInbox ? this.#fullPage?.renderDetail() : nothing} ${announcer.render()}
    </div>`;
  }

  #renderList(): TemplateResult {
    const { tabBar, shown, sessionController, cardSettings } = this.#context;
    const state = sessionController.notificationState;
    const tabId = tabBar.selectedElementId;
    const isLoadingStopped = state.problem !== null && state.problem !== 'retrying';
    return html`<nudge-list
      class="list ${isLoadingStopped ? 'stopped' : ''} ${this.#status.hasOnlyProblem ? 'bare' : ''} ${this.selectable ? 'selectable' : ''}"
      part="list"
      id="tab-panel"
      role=${ifDefined(tabId ? 'tabpanel' : undefined)}
      aria-labelledby=${tabId ?? nothing}
      aria-busy=${state.status === 'loading' && !state.problem}
      .host=${this.#context}
      .state=${state}
      .items=${shown.items}
      .cardSettings=${cardSettings}
      .panelState=${this.panelState ?? 'open'}
      .selection=${this.#listTools}
      .replacement=${this.#fullPage?.renderEmptySearch() ?? this.#status.renderReplacement()}
    ></nudge-list>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-inbox': NudgeInbox;
  }
}
