import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { NudgeError, SignedOutError } from '../../api/errors.js';
import { notificationSchema, type Notification } from '../../api/schemas/notification.js';
import {
  needsSignIn,
  type NotificationProblem,
} from '../../session/notifications/state/notification-state.js';
import { shortTime } from '../../localization/dates.js';
import type { Answer } from '../../session/notifications/state/marks/answers.js';
import { flag } from '../base/attributes.js';
import { tokens } from '../../styles/tokens.js';
import { emit } from '../base/events.js';
import { LocalizationController } from '../base/localization-controller.js';
import type { SessionEvent } from '../base/public-events.js';
import { SessionController } from '../base/session/session-controller.js';
import { SessionElement } from '../base/session/session-element.js';
import type { CardAct } from '../card/card-act.js';
import { cardDefaults } from '../card/card-context.js';
import { cardViewStyles } from '../card/card-view.styles.js';
import { CardView } from '../card/card-view.js';
import { placeholderStyles } from '../shared/placeholder.styles.js';
import { renderButton } from '../shared/button.js';
import { renderFailure, renderSkeleton } from '../shared/placeholder.js';

/**
 * One notification: loaded by its `notification-id`, or from a given `record`.
 *
 * @tag nudge-notification
 * @slot signed-out - Replaces the text that is shown if nobody is signed in.
 * @csspart avatar - The avatar of a person or thing.
 * @csspart card - The whole card.
 * @csspart important - The mark of an important notification.
 * @csspart title - The title.
 * @csspart subtitle - The line below the title.
 * @csspart body - The text.
 * @csspart time - The time.
 * @csspart images - The pictures.
 * @csspart viewer - The viewer that shows a picture large, over the whole page.
 * @csspart files - The files.
 * @csspart tags - The tags.
 * @csspart actions - The buttons.
 * @csspart answer - How the customer has answered by one of them, in their place.
 * @csspart failure - The line in place of a notification that could not be loaded.
 * @cssprop [--nudge-avatar-size=40px] - Width and height of the avatars, multiplied by the density unless it is set; several of one notification share this room.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the avatars' corners.
 * @fires {CustomEvent<SelectDetail>} nudge-select - A notification was pressed; cancel the event to neither mark it as read nor follow its link or open its whole text.
 * @fires {CustomEvent<NavigateDetail>} nudge-navigate - A link is about to be followed; cancel the event to navigate yourself.
 * @fires {CustomEvent<ActionDetail>} nudge-action - A button was pressed; cancel the event to keep a link from being followed.
 * @fires {CustomEvent<ReadChangeDetail>} nudge-read-change - The notification was marked as read or unread.
 * @fires {CustomEvent<AnswerChangeDetail>} nudge-answer-change - The notification was answered, is about to be, or is open again.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - The notification could not be loaded.
 */
export class NudgeNotification extends SessionElement {
  static override styles: CSSResultGroup = [tokens, cardViewStyles, placeholderStyles];

  /** Id of the notification to load. */
  @property({ attribute: 'notification-id' }) notificationId?: string | null | undefined;
  /** The record to show, as returned by the service; nothing is loaded then. */
  @property({ attribute: false }) record?: Notification | null | undefined;

  /** Whether `https` and `mailto:` addresses in the body are links. */
  @property({ attribute: 'body-links', converter: flag }) bodyLinks = false;
  /** Whether there is an avatar, or an icon in its place: with `none` also its column is gone. */
  @property({ reflect: true, useDefault: true }) avatars: 'shown' | 'none' = 'shown';

  readonly #sessionController = new SessionController(this, {
    getRequired: () => (this.record || !this.notificationId ? [] : ['baseUrl', 'getToken']),
    toPublicEvent: (event) => this.#toOwnEvent(event),
  });
  readonly #localization = new LocalizationController(this);
  readonly #load = new Task(this, {
    autoRun: false,
    // A session may stop loading when its last element is detached, so the task runs again on the way back.
    args: () => [this.session, this.notificationId, this.isConnected] as const,
    task: async ([session, id, isConnected], { signal }) => {
      this.#visit = session?.notifications.visit;
      if (session && id && isConnected) await session.notifications.load(id, { signal });
    },
    onError: (error) => {
      if (error instanceof NudgeError && !(error instanceof SignedOutError))
        this.#sessionController.dispatch({ type: 'error', error, operation: 'load' });
    },
  });
  readonly #card = new CardView(this, shortTime, (act) => this.#handleCardAct(act));
  /** The customer's visit in which the notification was loaded. */
  #visit: object | undefined;
  /** The `record` of the page, parsed like a response of the service. */
  #parsedRecord: Notification | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('record')) this.#parsedRecord = notificationSchema.safeParse(this.record).data ?? null;
    // A given record is shown without the task, whose run would update each element once more.
    this.#load.autoRun = Boolean(this.notificationId) && !this.record;
    // What was loaded was another customer's, or may be deleted.
    if (this.#isDropped) void this.#load.run();
    // Somebody may have signed in.
    if (changed.get('getToken') && this.#load.error instanceof SignedOutError) void this.#load.run();
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#card.record = this.#shownRecord;
    this.#card.answer = this.#answer;
    this.#card.isImportant = this.#isImportant;
    super.update(changed);
  }

  protected override get slotNames(): readonly string[] {
    return ['signed-out'];
  }

  get #shownRecord(): Notification | null {
    if (this.#parsedRecord) return this.#parsedRecord;
    if (!this.notificationId || needsSignIn(this.#problem)) return null;
    return this.#sessionController.notificationStore?.get(this.notificationId).record ?? null;
  }

  get #answer(): Answer | null {
    if (this.#parsedRecord || !this.notificationId) return null;
    return this.#sessionController.notificationStore?.get(this.notificationId).answer ?? null;
  }

  /** Whether what was loaded is gone, since another customer has turned up, or the host has taken what is shown off the list. */
  get #isDropped(): boolean {
    const { session, notificationId: id } = this;
    if (this.#load.status !== TaskStatus.COMPLETE || !session || !id || needsSignIn(this.#problem))
      return false;
    const { notifications } = session;
    const isDue = this.#visit !== notifications.visit || this.#card.record?.id === id;
    return isDue && notifications.get(id).status === 'pending';
  }

  get #problem(): NotificationProblem | null {
    return this.#sessionController.notificationState.problem;
  }

  /** A record alone does not say it. */
  get #isImportant(): boolean {
    if (this.#parsedRecord || !this.notificationId) return false;
    return this.#sessionController.notificationStore?.get(this.notificationId).importance === 'high';
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.#card.record)
      return html`<div role="article" aria-labelledby="title">
        ${this.#card.render({
          ...cardDefaults,
          localization: this.#localization.current,
          hasBodyLinks: this.bodyLinks,
          answers: this.record ? null : (this.#sessionController.notificationStore ?? null),
        })}
      </div>`;
    if (!this.notificationId || !this.session) return nothing;
    const { status } = this.session.notifications.get(this.notificationId);
    const fail = (isSignedOut: boolean): TemplateResult =>
      isSignedOut
        ? this.#renderSignedOut()
        : renderFailure(
            this.#localization.messages,
            status === 'missing' ? null : () => void this.#load.run(),
          );
    return html`<div class="root">
      ${this.#load.render({
        initial: renderSkeleton,
        pending: renderSkeleton,
        complete: () => (status === 'pending' ? renderSkeleton() : fail(this.#problem === 'signed-out')),
        error: (error) => fail(error instanceof SignedOutError),
      })}
    </div>`;
  }

  #renderSignedOut(): TemplateResult {
    const { signedOut, tryAgain } = this.#localization.messages;
    return html`<slot name="signed-out">
      <div class="failure-row" part="failure">
        <span>${signedOut}</span>${renderButton(tryAgain, () => void this.#load.run())}
      </div>
    </slot>`;
  }

  /** A session has events of many notifications; this element dispatches only those of its own. */
  #toOwnEvent(event: SessionEvent): SessionEvent | null {
    const id = this.record ? null : this.notificationId;
    const isOwn = event.type === 'read-change' || event.type === 'answer-change';
    return id && isOwn && event.ids.includes(id) ? { ...event, ids: [id] } : null;
  }

  /** No event: the page could listen for it, and a list around a card of the page would handle it. */
  #handleCardAct(act: CardAct): boolean {
    if (act.type === 'read') this.#setRead(act.id, act.isRead);
    return false;
  }

  /** Without a session, whoever provides the record also stores the change. */
  #setRead(id: string, isRead: boolean): void {
    const { notificationStore: store } = this.#sessionController;
    if (this.record || !store) emit(this, 'nudge-read-change', { ids: [id], isRead });
    else if (isRead) store.markRead([id]);
    else store.markUnread([id]);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-notification': NudgeNotification;
  }
}
