import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { renderIconButton } from '../shared/icons.js';
import { allReadIcon, slidersIcon } from '../shared/panel-icons.js';
import type { InboxContext } from './inbox-context.js';
import type { ListStatus } from './list-status.js';

export interface PanelHeaderElement extends LitElement {
  heading?: string | null | undefined;
  view: 'inbox' | 'preferences';
}

/** The heading of the notifications, with the buttons that mark all as read and open the preferences. */
export class PanelHeader {
  readonly #element: PanelHeaderElement;
  readonly #context: InboxContext;
  readonly #status: ListStatus;

  constructor(element: PanelHeaderElement, context: InboxContext, status: ListStatus) {
    this.#element = element;
    this.#context = context;
    this.#status = status;
  }

  render(): TemplateResult {
    const { heading } = this.#element;
    const { messages } = this.#context.localization;
    const { groups, status } = this.#context.sessionController.preferenceState;
    const hasPreferences = groups.length > 0 || status === 'failed';
    const openPreferences = (): void => this.#openPreferences();
    // `role="none"`, since a header would otherwise be a banner landmark of the page.
    return html`<header part="header" role="none">
      <h2 part="heading" tabindex="-1">
        <slot name="header">${heading?.trim() ? heading : messages.notifications}</slot>
      </h2>
      <div class="header-buttons">
        <div class="preferences-place">
          ${hasPreferences ? renderIconButton(messages.preferences, slidersIcon, openPreferences) : nothing}
        </div>
        ${renderIconButton(messages.markAllRead, allReadIcon, () => this.#markAllRead(), { isDisabled: !this.#canMarkAllRead })}
        <slot name="header-actions"></slot>
      </div>
    </header>`;
  }

  /** Nobody marks what nobody can see. */
  get #canMarkAllRead(): boolean {
    const { unreadCount, isUnreadCountComplete } = this.#context.sessionController.notificationState;
    return (unreadCount > 0 || !isUnreadCountComplete) && this.#status.hasLoaded;
  }

  #markAllRead(): void {
    const { sessionController, localization, notice } = this.#context;
    const undoMark = this.#canMarkAllRead && sessionController.notificationStore?.markAllRead();
    if (undoMark) notice.show(localization.messages.allRead, undoMark);
  }

  #openPreferences(): void {
    this.#context.choices.choose('view', 'preferences');
  }
}
