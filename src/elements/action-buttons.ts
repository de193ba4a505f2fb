import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Notification, NotificationActionButton } from '../api/schemas/notification.js';
import { renderLink, type CardContext } from './attachments.js';
import { emit, type ActionName } from './events.js';
import { safeLink } from './links.js';
import { readableText, textLimits } from './text.js';

const names: readonly ActionName[] = ['primary', 'secondary', 'tertiary'];

type Progress = 'pending' | 'failed';

/** The buttons of a card, and how far the act of each has come. */
export class ActionButtons {
  readonly #host: ReactiveControllerHost & Element;
  /** By notification too, since a card may be given another one while an act is under way. */
  readonly #progress = new Map<string, Progress>();

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  render(notification: Notification, context: CardContext): TemplateResult | typeof nothing {
    const buttons = names.flatMap((name) => {
      const button = notification.payload.actionButtons[name];
      const label = readableText(button?.name ?? null, textLimits.label);
      return button && label !== null ? [this.#renderButton(name, button, label, notification, context)] : [];
    });
    if (buttons.length === 0) return nothing;
    const hasFailed = names.some((name) => this.#progress.get(key(notification, name)) === 'failed');
    return html`<div class="actions" part="actions">
      ${buttons}
      ${hasFailed ? html`<span class="failure" role="alert">${context.messages.actionFailed}</span>` : nothing}
    </div>`;
  }

  #renderButton(
    name: ActionName,
    button: NotificationActionButton,
    label: string,
    notification: Notification,
    context: CardContext,
  ): TemplateResult {
    const content = html`<bdi>${label}</bdi>`;
    if (button.onclickAction === 'navigate' && safeLink(button.url)) {
      const follow: CardContext['follow'] = (event, origin) => {
        if (this.#tellHost(name, button, notification)) context.follow(event, origin);
        else event.preventDefault();
      };
      return renderLink(button.url, 'action', { ...context, follow }, `button ${name}`, content);
    }
    const isPending = this.#progress.get(key(notification, name)) === 'pending';
    return html`<button
      class="button ${name}"
      type="button"
      aria-busy=${isPending ? 'true' : 'false'}
      aria-disabled=${isPending ? 'true' : 'false'}
      @click=${() => isPending || this.#tellHost(name, button, notification)}
    >
      ${content}
    </button>`;
  }

  /** Returns whether the default action, if there is one, may go on. */
  #tellHost(action: ActionName, button: NotificationActionButton, notification: Notification): boolean {
    const waitUntil = (promise: Promise<unknown>): void =>
      void this.#follow(key(notification, action), promise);
    const { onclickAction, url } = button;
    const detail = { action, onclickAction, url, id: notification.id, notification, waitUntil };
    return emit(this.#host, 'nudge-action', detail, { cancelable: true });
  }

  async #follow(act: string, promise: Promise<unknown>): Promise<void> {
    this.#set(act, 'pending');
    try {
      await promise;
      this.#progress.delete(act);
    } catch {
      this.#set(act, 'failed');
    }
    this.#host.requestUpdate();
  }

  #set(act: string, progress: Progress): void {
    this.#progress.set(act, progress);
    this.#host.requestUpdate();
  }
}

function key({ id }: Notification, name: ActionName): string {
  return `${name} ${id}`;
}
