import { css, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Notification } from '../../api/schemas/notification.js';
import { shortTime, timeBelowHeading } from '../../localization/dates.js';
import type { Answer } from '../../session/notifications/state/marks/answers.js';
import { NudgeElement } from '../base/nudge-element.js';
import { dismissAction, readAction } from './card-actions.js';
import { dispatchCardAct, type CardAct } from './card-act.js';
import type { CardSettings } from './card-context.js';
import { CardView } from './card-view.js';
import { cardViewStyles } from './card-view.styles.js';
import { SwipeController, type SwipeActions } from '../shared/swipe.js';
import { swipeStyles } from '../shared/swipe.styles.js';

/** Cards end at fractions of a pixel: without it, a line of the list would show between two unread ones. */
const overlap = css`
  .card {
    box-shadow: 0 1px var(--_card);
  }
`;

/**
 * One notification of a list, below the heading of its date, in a shadow root of its own. Internal: pages get `<nudge-inbox>` and
 * `<nudge-notification>`. What the customer does is left to the list, by a `CardActEvent`.
 */
export class NudgeCard extends NudgeElement {
  static override styles: CSSResultGroup = [cardViewStyles, swipeStyles, overlap];

  @property({ attribute: false }) record: Notification | null = null;
  /** Those of all cards of the list. */
  @property({ attribute: false }) settings?: CardSettings;
  @property({ attribute: false }) isImportant = false;
  /** How the customer has answered it. */
  @property({ attribute: false }) answer: Answer | null = null;
  /** Whether the heading above is not that of its date: it is pinned, or was snoozed and has come back. */
  @property({ attribute: false }) hasOtherHeading = false;

  readonly #view = new CardView(this, (...time) =>
    this.hasOtherHeading ? shortTime(...time) : timeBelowHeading(...time),
  );
  readonly #swipe = new SwipeController(this, () => this.#createSwipeActions());

  protected override willUpdate(): void {
    this.#view.record = this.record;
    this.#view.isImportant = this.isImportant;
    this.#view.answer = this.answer;
  }

  /** In a list the article is the Tab stop: Enter on it presses the card. */
  protected override updated(): void {
    this.renderRoot.querySelector('.item-link, .item-button')?.setAttribute('tabindex', '-1');
  }

  /** Does what a click on the card does. */
  press(): void {
    this.renderRoot.querySelector<HTMLElement>('.item-link, .item-button')?.click();
  }

  /** Lets a touch pull the card aside. */
  handlePointerDown(event: PointerEvent): void {
    this.#swipe.handlePointerDown(event);
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.settings ? this.#view.render(this.settings, this.#swipe.render()) : nothing;
  }

  /** Towards the end, a swipe marks the notification as read or unread; back, it dismisses it. */
  #createSwipeActions(): SwipeActions | null {
    const { record, settings } = this;
    if (!record || !settings) return null;
    const { messages } = settings.localization;
    const { id } = record;
    const act = (cardAct: CardAct): boolean => dispatchCardAct(this, cardAct);
    return {
      forward: readAction(record, messages, (isRead) => act({ type: 'swipe-read', id, isRead })),
      backward: dismissAction(record, { ...settings, messages, act }),
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-card': NudgeCard;
  }
}
