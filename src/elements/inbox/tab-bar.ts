import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { NotificationState } from '../../session/notifications/state/notification-state.js';
import { formatCount, plural } from '../../localization/messages.js';
import { emit } from '../base/events.js';
import { consumeKey } from '../base/keys.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session/session-controller.js';
import { readableText, textLimits } from '../shared/text.js';
import type { CustomerChoices } from '../list/customer-choices.js';
import { isSelective, isInInboxTab, parseInboxTabs, type InboxTab } from '../list/inbox-tab.js';

export interface TabBarElement extends LitElement {
  filter: unknown;
  tabs?: readonly InboxTab[] | null | undefined;
  tab: string | null;
  view: unknown;
}

interface TabCount {
  count: number;
  /** Whether `count` is exact; if not, it is at least so many. */
  isComplete: boolean;
}

/** What is shown without tabs. */
const everything: InboxTab = { id: '' };

/** The number of unread notifications, in its place: a dot if it is not exact, nothing if there are none. */
export function renderCount(count: number, isComplete: boolean, locale: string): TemplateResult {
  const text = isComplete ? formatCount(count, locale) : '';
  return html`<span class="count-place">
    ${count > 0 ? html`<span class="count" translate="no" .textContent=${text}></span>` : nothing}
  </span>`;
}

/** The tabs of an inbox: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export class TabBar {
  readonly #element: TabBarElement;
  readonly #sessionController: SessionController;
  readonly #localization: LocalizationController;
  readonly #choices: CustomerChoices<TabBarElement>;
  #tabs: readonly InboxTab[] = [];
  /** What the tabs were parsed from. */
  #source: TabBarElement['tabs'];
  #counts = new Map<string, TabCount>();
  /** What was counted. */
  #counted: NotificationState | undefined;

  constructor(
    element: TabBarElement,
    {
      sessionController,
      localization,
      choices,
    }: {
      sessionController: SessionController;
      localization: LocalizationController;
      choices: CustomerChoices<TabBarElement>;
    },
  ) {
    this.#element = element;
    this.#sessionController = sessionController;
    this.#localization = localization;
    this.#choices = choices;
  }

  /** The tab that is shown: the first one unless the page, or the customer, has selected another. */
  get selected(): InboxTab | undefined {
    const tabs = this.#parse();
    return tabs.find(({ id }) => id === this.#element.tab) ?? tabs[0];
  }

  /** How many unread notifications the selected tab has; without tabs, how many there are. */
  get unread(): TabCount {
    return this.#count(this.selected ?? everything);
  }

  /** For the list, which is the panel of the selected tab; null without tabs. */
  get selectedElementId(): string | null {
    const { selected } = this;
    return selected ? `tab-${this.#tabs.indexOf(selected)}` : null;
  }

  /** Selects the first tab that shows the notification, if there is one. */
  reveal(item: NotificationItem): void {
    const tab = this.#parse().find((candidate) => isInInboxTab(item, candidate));
    if (tab) this.#select(tab);
  }

  render(): TemplateResult | typeof nothing {
    const { selected } = this;
    if (!selected) return nothing;
    return html`<div
      class="tabs"
      part="tabs"
      role="tablist"
      aria-label=${this.#localization.messages.notifications}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
    >
      ${this.#tabs.map((tab, index) => this.#renderTab(tab, index, tab === selected))}
    </div>`;
  }

  #renderTab(tab: InboxTab, index: number, isSelected: boolean): TemplateResult {
    const { locale, messages } = this.#localization;
    const { count, isComplete } = this.#count(tab);
    const label = readableText(tab.label, textLimits.label) ?? tab.id;
    const { bellUnread, bellUnreadAtLeast } = messages;
    const name =
      count > 0 ? plural(isComplete ? bellUnread : bellUnreadAtLeast, count, locale, { label }) : label;
    return html`<button
      class="tab"
      type="button"
      role="tab"
      id="tab-${index}"
      aria-selected=${isSelected}
      aria-controls="tab-panel"
      aria-label=${name}
      tabindex=${isSelected ? 0 : -1}
      @click=${() => this.#choose(tab)}
    >
      <bdi>${label}</bdi>
      ${renderCount(count, isComplete, locale)}
    </button>`;
  }

  /** How many notifications of a tab are unread, as far as their records are loaded. */
  #count(tab: InboxTab): TabCount {
    const state = this.#sessionController.notificationState;
    if (state !== this.#counted) this.#counts.clear();
    this.#counted = state;
    let result = this.#counts.get(tab.id);
    if (!result) this.#counts.set(tab.id, (result = countUnreadInTab(tab, state)));
    return result;
  }

  #parse(): readonly InboxTab[] {
    const { tabs } = this.#element;
    if (tabs !== this.#source) {
      this.#source = tabs;
      this.#tabs = parseInboxTabs(tabs ?? []);
      this.#counts.clear();
    }
    return this.#tabs;
  }

  #select({ id }: InboxTab): void {
    if (id === this.selected?.id) return;
    this.#choices.choose('tab', id);
    emit(this.#element, 'nudge-tab-change', { tab: id });
  }

  /** Also shows a tab as a whole that is partly scrolled out of view. */
  async #choose(tab: InboxTab): Promise<void> {
    this.#select(tab);
    await this.#element.updateComplete;
    this.#element.renderRoot.querySelector<HTMLElement>('.tab[aria-selected=true]')?.focus();
  }

  #handleKeydown(event: KeyboardEvent): void {
    const tabs = this.#tabs;
    const index = tabs.findIndex((tab) => tab === this.selected);
    const isRightToLeft = getComputedStyle(this.#element).direction === 'rtl';
    const targets: Partial<Record<string, number>> = {
      [isRightToLeft ? 'ArrowLeft' : 'ArrowRight']: index + 1,
      [isRightToLeft ? 'ArrowRight' : 'ArrowLeft']: index - 1,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!tab || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    consumeKey(event);
    void this.#choose(tab);
  }
}

function countUnreadInTab(
  tab: InboxTab,
  { items, unreadCount, isUnreadCountComplete, unreadCountByTag }: NotificationState,
): TabCount {
  if (!isSelective(tab)) return { count: unreadCount, isComplete: isUnreadCountComplete };
  const unread = items.filter(({ isRead, record }) => isRead === false && record);
  const count = unread.filter((item) => isInInboxTab(item, tab)).length;
  // Any other one may have the tag, too.
  if (isUnreadCountComplete && unreadCount === unread.length) return { count, isComplete: true };
  if (!unreadCountByTag || tab.productSpaces?.length) return { count, isComplete: false };
  const counts = [...new Set(tab.tags)].map((tag) => unreadCountByTag.get(tag) ?? 0);
  let most = 0;
  for (const tagCount of counts) most += tagCount;
  // One may have several of the tags.
  const least = Math.max(count, ...counts);
  return { count: least, isComplete: least === most };
}
