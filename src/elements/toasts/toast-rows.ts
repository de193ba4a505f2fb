import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Messages } from '../../localization/messages.js';
import { dispatchCardAct } from '../card/card-act.js';
import type { CustomCards, RowSettings } from '../list/custom-cards.js';
import { closeIcon } from '../shared/icons.js';
import { titleWithImportance } from '../shared/title.js';

export interface ToastRowsOptions {
  customCards: CustomCards;
  /** Runs when a toast was pressed, also if the page handles the press. */
  onSelected: (id: string) => void;
  /** Runs when one of its buttons was pressed. */
  onAction: (id: string) => void;
}

/** What the rows of the toasts show: a card or the page's own card, and a button that closes it. */
export class ToastRows {
  readonly #options: ToastRowsOptions;

  constructor(options: ToastRowsOptions) {
    this.#options = options;
  }

  /**
   * Renders the toasts. Only those that have changed are rendered again.
   *
   * @param items the oldest one first
   * @param options `isReversed`: whether the newest one is on top. `settings`: how every toast is shown; another object
   * renders all of them again.
   */
  render(
    items: readonly NotificationItem[],
    { isReversed, settings }: { isReversed: boolean; settings: RowSettings },
  ): unknown {
    const rows = items.map((item, index) => ({ item, position: index + 1 }));
    if (isReversed) rows.reverse();
    const setSize = items.length;
    return repeat(
      rows,
      ({ item }) => item.id,
      ({ item, position }) =>
        guard([item, position, setSize, settings], () => this.#renderRow(item, position, setSize, settings)),
    );
  }

  #renderRow(
    item: NotificationItem,
    position: number,
    setSize: number,
    settings: RowSettings,
  ): TemplateResult {
    const { id, record, importance } = item;
    const { messages } = settings.localization;
    return html`<div
      class="toast"
      role="article"
      tabindex="-1"
      data-id=${id}
      aria-label=${titleWithImportance(record, importance === 'high', messages)}
      aria-posinset=${position}
      aria-setsize=${setSize}
    >
      ${this.#options.customCards.render(record, settings) ?? this.#renderCard(item, settings)}${this.#renderClose(id, messages)}
    </div>`;
  }

  #renderCard({ id, record, importance, answer }: NotificationItem, settings: RowSettings): TemplateResult {
    const { onSelected, onAction } = this.#options;
    return html`<nudge-toast
      exportparts="avatar, card, important, title, subtitle, body, time, images, viewer, files, tags, actions, answer"
      .record=${record}
      .settings=${settings}
      .isImportant=${importance === 'high'}
      .answer=${answer}
      @nudge-select=${() => queueMicrotask(() => onSelected(id))}
      @nudge-action=${() => onAction(id)}
    ></nudge-toast>`;
  }

  #renderClose(id: string, { close }: Messages): TemplateResult {
    return html`<button
      class="icon-button close"
      part="close"
      type="button"
      aria-label=${close}
      @click=${({ currentTarget }: Event) => currentTarget && dispatchCardAct(currentTarget, { type: 'close', id })}
    >
      ${closeIcon}
    </button>`;
  }
}
