import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { format, type Messages } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session-controller.js';
import { closeIcon } from '../shared/icons.js';
import { readableText, textLimits } from '../shared/text.js';
import type { Feed } from '../list/list.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';
import type { PanelMenu } from './panel-menu.js';

const labels: Record<InboxFilter, (messages: Messages) => string> = {
  all: ({ all }) => all,
  unread: ({ unread }) => unread,
  dismissed: ({ dismissedFilter }) => dismissedFilter,
  snoozed: ({ snoozedFilter }) => snoozedFilter,
};

export interface FilterBarOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  feed: Feed;
  menu: PanelMenu;
}

/** The buttons above the list: its filters, the tag by which it is filtered, and the menu of the panel. */
export class FilterBar {
  readonly #host: LitElement & { filter: InboxFilter };
  readonly #options: FilterBarOptions;

  constructor(host: LitElement & { filter: InboxFilter }, options: FilterBarOptions) {
    this.#host = host;
    this.#options = options;
  }

  render(): TemplateResult {
    const { localization, menu } = this.#options;
    return html`<div class="filters" part="filters">
      <div role="group" aria-label=${localization.messages.filter}>
        ${this.#renderFilter('all')} ${this.#renderFilter('unread')}
        ${isPutAside(this.#host.filter) ? this.#renderFilter(this.#host.filter) : nothing}
        ${this.#renderTag()}
      </div>
      ${menu.render()}
    </div>`;
  }

  #renderFilter(filter: InboxFilter): TemplateResult {
    const { unreadCount, isUnreadCountComplete, problem } = this.#options.sessionController.notificationState;
    const { locale, messages } = this.#options.localization;
    // Who is signed out cannot see what the number counts.
    const hasCount = filter === 'unread' && unreadCount > 0 && problem !== 'signed-out';
    return html`<button
      class="filter"
      type="button"
      aria-pressed=${filter === this.#shownFilter}
      @click=${() => this.#setFilter(filter)}
    >
      ${labels[filter](messages)}
      ${
        hasCount
          ? html`<span class="count"
              >${isUnreadCountComplete ? unreadCount.toLocaleString(locale) : ''}</span
            >`
          : nothing
      }
    </button>`;
  }

  #renderTag(): TemplateResult | typeof nothing {
    const { feed, localization } = this.#options;
    const name = readableText(feed.tag, textLimits.label);
    if (name === null) return nothing;
    return html`<button
      class="chip"
      type="button"
      aria-label=${format(localization.messages.removeTag, { name })}
      @click=${() => feed.selectTag(null)}
    >
      <bdi>${name}</bdi>${closeIcon}
    </button>`;
  }

  /** The page may have set anything. */
  get #shownFilter(): InboxFilter {
    const { filter } = this.#host;
    return filter in labels ? filter : 'all';
  }

  #setFilter(filter: InboxFilter): void {
    this.#host.filter = filter;
  }
}
