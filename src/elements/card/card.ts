import {
  nothing,
  html,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { Localization } from '../../localization/localization.js';
import { NudgeElement } from '../base/nudge-element.js';
import { CardView } from './card-view.js';
import { cardViewStyles } from './card-view.styles.js';

/**
 * One notification of a list, in a shadow root of its own. Internal: pages get `<nudge-inbox>` and
 * `<nudge-notification>`. What the customer does is passed to the list by callbacks.
 */
export class NudgeCard extends NudgeElement {
  static override styles: CSSResultGroup = cardViewStyles;
  static override properties: PropertyDeclarations = {
    record: { attribute: false },
    localization: { attribute: false },
  };

  record: Notification | null = null;
  /** The localization of the list. */
  localization?: Localization | undefined;

  onReadChange?: (id: string, isRead: boolean) => void;
  onDismiss?: (id: string) => void;
  onTag?: (tag: string) => void;

  readonly #view = new CardView(this, {
    getRecord: () => this.record,
    isListItem: true,
    onReadChange: (id, isRead) => this.onReadChange?.(id, isRead),
    onDismiss: (id) => this.onDismiss?.(id),
    onTag: (tag) => this.onTag?.(tag),
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('record') && changed.get('record')?.id !== this.record?.id) this.#view.reset();
  }

  /** Does what a click on the card does. */
  followLink(): void {
    this.#view.followLink();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.record || !this.localization) return nothing;
    return html`<div class="root">${this.#view.render(this.record, this.localization)}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-card': NudgeCard;
  }
}
