import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Notification, NotificationActionButton } from '../../api/schemas/notification.js';
import { renderLink, type CardContext } from './attachments.js';
import { emit, type ActionName } from '../base/events.js';
import { safeLink } from '../shared/links.js';
import { readIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';

const names: readonly ActionName[] = ['primary', 'secondary', 'tertiary'];

type Progress = 'pending' | 'done' | 'failed';

/** The action buttons of a card, with the progress of each action. */
export class ActionButtons {
  readonly #host: ReactiveControllerHost & Element;
  /** By notification and button, since a card may get another notification while an action is running. */
  readonly #progress = new Map<string, Progress>();
  /** All promises that an action waits for, as one. */
  readonly #pending = new Map<string, Promise<unknown>>();

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
    const progress = names.map((name) => this.#progress.get(toKey(notification, name)));
    const { actionDone, actionFailed } = context.messages;
    return html`<div class="actions" part="actions">
      ${buttons}
      ${progress.includes('failed') ? html`<span class="failure" role="alert">${actionFailed}</span>` : nothing}
      <span class="visually-hidden" role="status">${progress.includes('done') ? actionDone : nothing}</span>
    </div>`;
  }

  #renderButton(
    name: ActionName,
    button: NotificationActionButton,
    label: string,
    notification: Notification,
    context: CardContext,
  ): TemplateResult {
    const progress = this.#progress.get(toKey(notification, name));
    const content = html`${progress === 'done' ? readIcon : nothing}<bdi>${label}</bdi>`;
    if (button.onclickAction === 'navigate' && safeLink(button.url)) {
      const onNavigate: CardContext['onNavigate'] = (event, origin) => {
        if (this.#dispatchAction(name, button, notification)) context.onNavigate(event, origin);
        else event.preventDefault();
      };
      return renderLink(button.url, 'action', { ...context, onNavigate }, `button ${name}`, content);
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
    const { onclickAction, url } = button;
    const detail = { action, onclickAction, url, id: notification.id, notification, waitUntil };
    // Clears the outcome of an earlier click.
    this.#setProgress(actionKey);
    return emit(this.#host, 'nudge-action', detail, { cancelable: true });
  }

  async #trackProgress(actionKey: string, promise: unknown): Promise<void> {
    const all = Promise.all([this.#pending.get(actionKey), promise]);
    this.#pending.set(actionKey, all);
    this.#setProgress(actionKey, 'pending');
    const outcome = await all.then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    if (this.#pending.get(actionKey) !== all) return;
    this.#pending.delete(actionKey);
    this.#setProgress(actionKey, outcome);
  }

  #setProgress(actionKey: string, progress?: Progress): void {
    if (progress) this.#progress.set(actionKey, progress);
    else this.#progress.delete(actionKey);
    this.#host.requestUpdate();
  }
}

function toKey({ id }: Notification, name: ActionName): string {
  return `${name} ${id}`;
}
