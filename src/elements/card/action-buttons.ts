import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Notification, NotificationActionButton } from '../../api/schemas/notification.js';
import { warnOnce } from '../../common/warn.js';
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

/** The action buttons of a card, with the progress of each action. */
export class ActionButtons {
  readonly #host: ReactiveControllerHost & Element;
  /** By notification and button, since a card may get another notification while an action is running. */
  #actions = noActions;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  render(notification: Notification, context: CardContext): TemplateResult | typeof nothing {
    const buttons = names.flatMap((name) => {
      const button = notification.payload.actionButtons[name];
      const label = readableText(button?.name, textLimits.label);
      return button && label !== null ? [this.#renderButton(name, button, label, notification, context)] : [];
    });
    if (buttons.length === 0) return nothing;
    const progress = names.map((name) => this.#actions.get(toKey(notification, name))?.progress);
    const isDone = progress.includes('done');
    const { actionDone, actionFailed } = context.messages;
    return html`<div class="actions" part="actions">
      ${buttons}
      ${progress.includes('failed') ? html`<span class="failure" role="alert">${actionFailed}</span>` : nothing}
      <span class=${isDone ? 'success' : 'visually-hidden'} role="status"
        >${isDone ? actionDone : nothing}</span
      >
    </div>`;
  }

  #renderButton(
    name: ActionName,
    button: NotificationActionButton,
    label: string,
    notification: Notification,
    context: CardContext,
  ): TemplateResult {
    const progress = this.#actions.get(toKey(notification, name))?.progress;
    const content = html`<bdi>${label}</bdi>`;
    const link = navigates(button) ? safeLink(button.url) : null;
    if (link) {
      const onNavigate: CardContext['onNavigate'] = (event, origin) => {
        if (this.#dispatchAction(name, button, notification)) context.onNavigate(event, origin);
        else event.preventDefault();
      };
      return renderLink(link, 'action', { ...context, onNavigate }, `button ${name}`, content);
    }
    const isPending = progress === 'pending';
    return html`<button
      class="button ${name}"
      type="button"
      aria-busy=${isPending}
      aria-disabled=${isPending}
      @click=${() => isPending || this.#dispatchAction(name, button, notification)}
    >
      ${content}
    </button>`;
  }

  /** Returns false if a listener canceled the default action. */
  #dispatchAction(action: ActionName, button: NotificationActionButton, notification: Notification): boolean {
    const actionKey = toKey(notification, action);
    const waitUntil = (promise: unknown): void => void this.#trackProgress(actionKey, promise);
    const { onclickAction } = button;
    const url = safeLink(button.url)?.href ?? null;
    const detail = { action, onclickAction, url, id: notification.id, notification, waitUntil };
    // Clears the outcome of an earlier click.
    if (this.#actions.get(actionKey)?.progress !== 'pending') this.#setAction(actionKey, null);
    const event = new ActionEvent(detail);
    const isAccepted = this.#host.dispatchEvent(event);
    if (isAccepted && !event.isHandled) {
      if (!navigates(button))
        warnOnce(`The button "${onclickAction}" did nothing: no listener of nudge-action read its detail.`);
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
