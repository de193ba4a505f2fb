import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { format, type Messages } from '../../localization/messages.js';
import { closeIcon } from '../shared/icons.js';
import { readableText, textLimits } from '../shared/text.js';
import { isPutAside, type InboxFilter } from '../list/inbox-filter.js';
import type { InboxContext } from './inbox-context.js';
import type { PanelMenu } from './panel-menu.js';
import { renderCount } from './tab-bar.js';

const labels: Record<InboxFilter, (messages: Messages) => string> = {
  all: ({ all }) => all,
  unread: ({ unread }) => unread,
  dismissed: ({ dismissedFilter }) => dismissedFilter,
  snoozed: ({ snoozedFilter }) => snoozedFilter,
};

/** The buttons above the list: its filters, the tag by which it is filtered, and the menu of the panel. */
export class FilterBar {
  readonly #element: LitElement & { filter: InboxFilter };
  readonly #context: InboxContext;
  readonly #menu: PanelMenu;

  constructor(element: LitElement & { filter: InboxFilter }, context: InboxContext, menu: PanelMenu) {
    this.#element = element;
    this.#context = context;
    this.#menu = menu;
  }

  render(): TemplateResult {
    const { localization } = this.#context;
    return html`<div class="filters" part="filters">
      <div role="group" aria-label=${localization.messages.filter}>
        ${this.#hasTabs ? nothing : this.#renderFilter('all')} ${this.#renderFilter('unread')}
        ${isPutAside(this.#element.filter) ? this.#renderFilter(this.#element.filter) : nothing}
        ${this.#renderTag()}
      </div>
      ${this.#menu.render()}
    </div>`;
  }

  #renderFilter(filter: InboxFilter): TemplateResult {
    const { count, isComplete } = this.#context.tabBar.unread;
    const { locale, messages } = this.#context.localization;
    return html`<button
      class="filter"
      type="button"
      aria-pressed=${filter === this.#shownFilter}
      @click=${() => this.#choose(filter)}
    >
      ${labels[filter](messages)} ${filter === 'unread' ? renderCount(count, isComplete, locale) : nothing}
    </button>`;
  }

  #renderTag(): TemplateResult | typeof nothing {
    const { shown, localization } = this.#context;
    const name = readableText(shown.tag, textLimits.label);
    if (name === null) return nothing;
    return html`<button
      class="chip"
      type="button"
      aria-label=${format(localization.messages.removeTag, { name })}
      @click=${() => shown.selectTag(null)}
    >
      <bdi>${name}</bdi>${closeIcon}
    </button>`;
  }

  /** An attribute that is removed is null. */
  get #shownFilter(): InboxFilter {
    const { filter } = this.#element;
    return filter in labels ? filter : 'all';
  }

  /** Tabs, of which one mostly shows all, leave no room for another “All”. */
  get #hasTabs(): boolean {
    return this.#context.tabBar.selected !== undefined;
  }

  /** With tabs, a press on the filter that is on ends it. */
  #choose(filter: InboxFilter): void {
    const isEnded = this.#hasTabs && filter === this.#shownFilter;
    this.#context.choices.choose('filter', isEnded ? 'all' : filter);
  }
}
