import { nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Notification } from '../../api/schemas/notification.js';
import { shortTime } from '../../localization/dates.js';
import type { Answer } from '../../session/notifications/state/marks/answers.js';
import { NudgeElement } from '../base/nudge-element.js';
import { dispatchCardAct } from '../card/card-act.js';
import type { CardSettings } from '../card/card-context.js';
import { CardView } from '../card/card-view.js';
import { cardViewStyles } from '../card/card-view.styles.js';
import { SwipeController, type SwipeActions } from '../shared/swipe.js';
import { swipeStyles } from '../shared/swipe.styles.js';
import { closeIcon } from '../shared/icons.js';
import { toastStyles } from './toast.styles.js';

/** The card of one toast, in a shadow root of its own. Internal: pages get `<nudge-toasts>`. */
export class NudgeToast extends NudgeElement {
  static override styles: CSSResultGroup = [cardViewStyles, swipeStyles, toastStyles];

  @property({ attribute: false }) record: Notification | null = null;
  @property({ attribute: false }) isImportant = false;
  /** How the customer has answered it. */
  @property({ attribute: false }) answer: Answer | null = null;
  /** Those of all toasts. */
  @property({ attribute: false }) settings?: CardSettings;

  readonly #view = new CardView(this, shortTime);
  readonly #swipe = new SwipeController(this, () => this.#createSwipeActions());

  constructor() {
    super();
    this.addEventListener('pointerdown', (event) => this.#swipe.handlePointerDown(event));
  }

  protected override willUpdate(): void {
    this.#view.record = this.record;
    this.#view.isImportant = this.isImportant;
    this.#view.answer = this.answer;
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.settings ? this.#view.render(this.settings, this.#swipe.render()) : nothing;
  }

  /** To either side, a swipe closes the toast. */
  #createSwipeActions(): SwipeActions | null {
    const { record, settings } = this;
    if (!record || !settings) return null;
    const close = {
      label: settings.localization.messages.close,
      icon: closeIcon,
      run: () => void dispatchCardAct(this, { type: 'close', id: record.id }),
    };
    return { forward: close, backward: close };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-toast': NudgeToast;
  }
}
