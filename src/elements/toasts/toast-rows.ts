import { html, nothing, type TemplateResult } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { CustomCards } from '../list/custom-cards.js';
import { closeIcon } from '../shared/icons.js';
import type { Row } from '../list/row-placer.js';
import { titleOf } from '../shared/text.js';
import type { ToastCallbacks } from '../toast/toast.js';

export interface ToastRowsOptions {
  localization: LocalizationController;
  customCards: CustomCards;
  /** The same for every toast. */
  callbacks: ToastCallbacks;
  /** Runs when a toast was pressed, also if the page handles the press. */
  onSelected: (id: string) => void;
}

/** What the rows of the toasts show: a card or the page's own card, and a button that closes it. */
export class ToastRows {
  readonly #options: ToastRowsOptions;

  constructor(options: ToastRowsOptions) {
    this.#options = options;
  }

  create(items: readonly NotificationItem[]): Row[] {
    return items.map((item, index) => this.#createRow(item, index + 1, items.length));
  }

  #createRow(item: NotificationItem, position: number, setSize: number): Row {
    const { id, record } = item;
    const { localization, customCards } = this.#options;
    const renderDefault = (): TemplateResult => html`${this.#renderCard(item)}${this.#renderClose(id)}`;
    return {
      key: id,
      value: item,
      className: 'toast',
      render: () => {
        const custom = record && customCards.render(record);
        return custom == null ? renderDefault() : html`${custom}${this.#renderClose(id)}`;
      },
      article: {
        id,
        position,
        setSize,
        label: () => titleOf(record, localization.messages),
        hasCard: true,
        renderPlaceholder: () => nothing,
        renderFallback: renderDefault,
      },
    };
  }

  #renderCard({ id, record }: NotificationItem): TemplateResult {
    const { localization, callbacks, onSelected } = this.#options;
    return html`<nudge-toast
      exportparts="avatar, card, title, subtitle, body, time, images, viewer, files, tags, actions"
      .localization=${localization.current}
      .record=${record}
      .callbacks=${callbacks}
      @nudge-select=${() => queueMicrotask(() => onSelected(id))}
    ></nudge-toast>`;
  }

  #renderClose(id: string): TemplateResult {
    const { localization, callbacks } = this.#options;
    return html`<button
      class="icon-button close"
      part="close"
      type="button"
      aria-label=${localization.messages.close}
      @click=${() => callbacks.onClose(id)}
    >
      ${closeIcon}
    </button>`;
  }
}
