import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Notification, NotificationActionButton } from '../../api/schemas/notification.js';
import { renderLink, type CardContext } from './attachments.js';
import { emit, type ActionName } from '../base/events.js';
import { safeLink } from '../shared/links.js';
import { readIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';

const names: readonly ActionName[] = ['primary', 'secondary', 'tertiary'];

type Progress = 'pending' | 'done' | 'failed';

/** The buttons of a card, and how far the act of each has come. */
export class ActionButtons {
  readonly #host: ReactiveControllerHost & Element;
  /** By notification too, since a card may be given another one while an act is under way. */
  readonly #progress = new Map<string, Progress>();
  /** What each act waits for, all of it as one promise. */
  readonly #waiting = new Map<string, Promise<unknown>>();

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
    const progress = names.map((name) => this.#progress.get(key(notification, name)));
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
    const progress = this.#progress.get(key(notification, name));
    const content = html`${progress === 'done' ? readIcon : nothing}<bdi>${label}</bdi>`;
    if (button.onclickAction === 'navigate' && safeLink(button.url)) {
      const follow: CardContext['follow'] = (event, origin) => {
        if (this.#tellHost(name, button, notification)) context.follow(event, origin);
        else event.preventDefault();
      };
      return renderLink(button.url, 'action', { ...context, follow }, `button ${name}`, content);
    }
    const isPending = progress === 'pending';
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
    const act = key(notification, action);
    const waitUntil = (promise: unknown): void => void this.#follow(act, promise);
    const { onclickAction, url } = button;
    const detail = { action, onclickAction, url, id: notification.id, notification, waitUntil };
    // What became of it before is no news of this time.
    this.#set(act);
    return emit(this.#host, 'nudge-action', detail, { cancelable: true });
  }

  async #follow(act: string, promise: unknown): Promise<void> {
    const all = Promise.all([this.#waiting.get(act), promise]);
    this.#waiting.set(act, all);
    this.#set(act, 'pending');
    const outcome = await all.then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    if (this.#waiting.get(act) !== all) return;
    this.#waiting.delete(act);
    this.#set(act, outcome);
  }

  #set(act: string, progress?: Progress): void {
    if (progress) this.#progress.set(act, progress);
    else this.#progress.delete(act);
    this.#host.requestUpdate();
  }
}

function key({ id }: Notification, name: ActionName): string {
  return `${name} ${id}`;
}
