import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Notification, NotificationActionButton } from '../../api/schemas/notification.js';
import { parseTime } from '../../common/dates.js';
import { warnOnce } from '../../common/warn.js';
import { dayOrTime, fullTime } from '../../localization/dates.js';
import {
  isGiven,
  isInterrupted,
  isOpen,
  type Answer,
} from '../../session/notifications/state/marks/answers.js';
import type { NotificationAnswer } from '../../session/notifications/state/notification-item.js';
import { readIcon } from '../shared/panel-icons.js';
import { AnswerPress } from './answer-press.js';
import { renderLink } from './card-parts.js';
import type { CardContext } from './card-context.js';
import type { ActionDetail, ActionName } from '../base/events.js';
import { safeLink } from '../../common/links.js';
import { readableText, textLimits } from '../shared/text.js';

const names: readonly ActionName[] = ['primary', 'secondary', 'tertiary'];

/** An action that a listener has made the button wait for. */
interface Action {
  progress: 'pending' | 'done' | 'failed';
  /** All promises that the action waits for, as one. */
  promise: Promise<unknown>;
}

/** Whether the button follows its link. Every other one only notifies the page. */
function navigates({ onclickAction }: NotificationActionButton): boolean {
  return ['', 'navigate'].includes(onclickAction?.trim().toLowerCase() ?? '');
}

/** Where a button leads; null if it does not. */
function toLink(button: NotificationActionButton): ReturnType<typeof safeLink> {
  return navigates(button) ? safeLink(button.url) : null;
}

/** Knows whether a listener handles it: one that does reads its detail first. */
class ActionEvent extends CustomEvent<ActionDetail> {
  isHandled = false;

  constructor(detail: ActionDetail) {
    super('nudge-action', { detail, bubbles: true, composed: true, cancelable: true });
  }

  override get detail(): ActionDetail {
    this.isHandled = true;
    return super.detail;
  }
}

/** Shared by all cards of a list, few of which ever have an action. */
const noActions: ReadonlyMap<string, Action> = new Map();

/** The action buttons of a card, with the progress of each action; or how the customer has answered by one of them. */
export class ActionButtons {
  readonly #host: LitElement;
  readonly #answers: AnswerPress;
  /** By notification and button, since a card may get another notification while an action is running. */
  #actions = noActions;

  constructor(host: LitElement) {
    this.#host = host;
    this.#answers = new AnswerPress(host);
  }

  /** @param stored how the session says that the notification is answered */
  render(
    notification: Notification,
    stored: Answer | null,
    context: CardContext,
  ): TemplateResult | typeof nothing {
    const answer = this.#answers.answerOf(notification.id, stored);
    const buttons = names.flatMap((name) => {
      const button = notification.payload.actionButtons[name];
      const label = readableText(button?.name, textLimits.label);
      // A link answers nothing, and stays.
      return button && label !== null && !(isGiven(answer) && !toLink(button))
        ? [this.#renderButton(name, button, label, { notification, answer, context })]
        : [];
    });
    if (buttons.length === 0 && !isGiven(answer)) return nothing;
    return html`<div class="actions" part="actions">
      ${isGiven(answer) ? renderAnswer(answer, context) : nothing} ${buttons}
      ${this.#renderProgress(notification, answer, context)}
    </div>`;
  }

  /** What the buttons do, and what has come of it. */
  #renderProgress(notification: Notification, answer: Answer | null, context: CardContext): TemplateResult {
    const { actionDone, actionFailed, answering } = context.messages;
    const press = this.#answers.pressOf(notification.id);
    const hasStopped = isInterrupted(answer, Date.now());
    const isUnderWay = answer !== null && !isGiven(answer) && !hasStopped;
    // Of buttons that answer nothing.
    const progress =
      answer === null && !press
        ? names.map((name) => this.#actions.get(toKey(notification, name))?.progress)
        : [];
    const isDone = progress.includes('done');
    const said = isDone ? actionDone : (press?.said ?? '');
    const canTryAgain = press?.failure && (answer === null || hasStopped);
    return html`${isUnderWay ? html`<span class="success">${answering}</span>` : nothing}
      ${progress.includes('failed') ? html`<span class="failure" role="alert">${actionFailed}</span>` : nothing}
      ${hasStopped && !canTryAgain ? html`<span class="failure">${actionFailed}</span>` : nothing}
      ${canTryAgain ? this.#renderFailure(press.failure, press.action, notification, context) : nothing}
      <span class=${isDone || press?.isSaidToAll === true ? 'success' : 'visually-hidden'} role="status"
        >${said || nothing}</span
      >`;
  }

  #renderFailure(
    failure: string,
    action: ActionName,
    notification: Notification,
    context: CardContext,
  ): TemplateResult {
    const button = notification.payload.actionButtons[action];
    const retry = (): void => {
      if (button) this.#dispatchAction(action, button, notification, context);
    };
    return html`<span class="failure" role="alert">${failure}</span>
      <button class="link-button" type="button" @click=${retry}>${context.messages.tryAgain}</button>`;
  }

  #renderButton(
    name: ActionName,
    button: NotificationActionButton,
    label: string,
    {
      notification,
      answer,
      context,
    }: { notification: Notification; answer: Answer | null; context: CardContext },
  ): TemplateResult {
    const progress = this.#actions.get(toKey(notification, name))?.progress;
    const content = html`<bdi>${label}</bdi>`;
    const link = toLink(button);
    if (link) {
      const onNavigate: CardContext['onNavigate'] = (event, origin) => {
        if (this.#dispatchAction(name, button, notification, context)) context.onNavigate(event, origin);
        else event.preventDefault();
      };
      return renderLink(
        link,
        { ...context, onNavigate },
        { origin: 'action', className: `button ${name}`, content },
      );
    }
    const isBusy = progress === 'pending' || (answer?.action === name && !isOpen(answer, name, Date.now()));
    const isDisabled = isBusy || !isOpen(answer, name, Date.now());
    return html`<button
      class="button ${name}"
      type="button"
      aria-busy=${isBusy}
      aria-disabled=${isDisabled}
      @click=${() => isDisabled || this.#dispatchAction(name, button, notification, context)}
    >
      ${content}
    </button>`;
  }

  /** Returns false if a listener canceled the default action. */
  #dispatchAction(
    action: ActionName,
    button: NotificationActionButton,
    notification: Notification,
    context: CardContext,
  ): boolean {
    const actionKey = toKey(notification, action);
    const waitUntil = (promise: unknown): void => void this.#trackProgress(actionKey, promise);
    let outcome: Promise<unknown> | undefined;
    const answer = (promise: unknown): void => {
      outcome ??= Promise.resolve(promise);
      // The event has to be over: more than one listener may answer.
      outcome.catch(() => undefined);
    };
    const { onclickAction } = button;
    const url = safeLink(button.url)?.href ?? null;
    const detail = { action, onclickAction, url, id: notification.id, notification, waitUntil, answer };
    // Clears the outcome of an earlier click.
    this.#answers.clear(notification.id);
    if (this.#actions.get(actionKey)?.progress !== 'pending') this.#setAction(actionKey, null);
    const event = new ActionEvent(detail);
    const isAccepted = this.#host.dispatchEvent(event);
    const isHosts = isAccepted && context.answers?.isHostAction(onclickAction) === true;
    if (outcome || (isHosts && !this.#actions.has(actionKey))) {
      const label = readableText(button.name, textLimits.label) ?? '';
      const { answers: store, messages } = context;
      void this.#answers.answer({ id: notification.id, action, label }, outcome, { store, messages });
    } else if (isAccepted && !event.isHandled) {
      if (!navigates(button))
        warnOnce(
          `The button "${onclickAction}" did nothing: onAction of the backend does not have it, and no listener of nudge-action read its detail.`,
        );
      else if (url === null) warnOnce('A button that navigates did nothing: its URL is missing or unsafe.');
    }
    return isAccepted;
  }

  async #trackProgress(actionKey: string, added: unknown): Promise<void> {
    const before = this.#actions.get(actionKey);
    const promise = Promise.all([before?.promise, added]);
    this.#setAction(actionKey, { progress: 'pending', promise });
    const progress = await promise.then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    if (this.#actions.get(actionKey)?.promise === promise) this.#setAction(actionKey, { progress, promise });
  }

  #setAction(actionKey: string, action: Action | null): void {
    const actions = new Map(this.#actions);
    if (action) actions.set(actionKey, action);
    else actions.delete(actionKey);
    this.#actions = actions;
    this.#host.requestUpdate();
  }
}

function toKey({ id }: Notification, name: ActionName): string {
  return `${name} ${id}`;
}

function renderAnswer({ text, date }: NotificationAnswer, { locale }: CardContext): TemplateResult {
  const time = parseTime(date);
  return html`<p class="answer" part="answer">
    ${readIcon}<span
      ><bdi>${text}</bdi> ${'\u00b7'}
      <time datetime=${date} title=${fullTime(time, locale)}
        >${dayOrTime(time, Date.now(), locale)}</time
      ></span
    >
  </p>`;
}
