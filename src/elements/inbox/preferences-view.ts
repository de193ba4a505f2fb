import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.js';
import { renderIconButton } from '../shared/icons.js';
import { backwardIcon } from '../shared/panel-icons.js';
import type { InboxContext } from './inbox-context.js';

export interface PreferencesViewElement extends LitElement {
  view: 'inbox' | 'preferences';
  readonly session: Session | undefined;
}

/** The preferences in the place of the notifications. The focus follows there and back, and is never lost in an update. */
export class PreferencesView implements ReactiveController {
  readonly #element: PreferencesViewElement;
  readonly #context: InboxContext;
  #hadFocus = false;
  #wasShown = false;

  constructor(element: PreferencesViewElement, context: InboxContext) {
    this.#element = element;
    this.#context = context;
    element.addController(this);
  }

  get isShown(): boolean {
    return this.#element.view === 'preferences';
  }

  hostUpdate(): void {
    this.#hadFocus = this.#element.matches(':focus-within');
    if (this.isShown && !this.#wasShown) this.#context.list?.saveScrollPosition();
  }

  hostUpdated(): void {
    const hasChanged = this.isShown !== this.#wasShown;
    this.#wasShown = this.isShown;
    if (hasChanged && !this.isShown) this.#context.list?.restoreScrollPosition();
    if (!this.#hadFocus) return;
    if (hasChanged) void this.#focusView();
    // The focused element may be gone, such as the retry button; the customer should not lose the place.
    else if (!this.#element.matches(':focus-within')) this.#element.renderRoot.querySelector('h2')?.focus();
  }

  /** Rendered before the notifications, so that the page's header buttons are slotted into this header. */
  render(): TemplateResult {
    const { current, messages } = this.#context.localization;
    return html`<nudge-preferences
      exportparts="header, heading, list, section, switch, problem, undo, empty"
      .session=${this.#element.session}
      .localization=${current}
      .isEmbedded=${true}
    >
      ${renderIconButton(messages.back, backwardIcon, () => (this.#element.view = 'inbox'), { slot: 'back' })}
      <slot name="header-actions" slot="header-actions"></slot>
      <slot name="signed-out" slot="signed-out"></slot>
    </nudge-preferences>`;
  }

  /** Focuses the preferences, or, on the way back, the button that opened them. */
  async #focusView(): Promise<void> {
    const { renderRoot } = this.#element;
    const preferences = renderRoot.querySelector('nudge-preferences');
    await preferences?.updateComplete;
    const button = renderRoot.querySelector<HTMLElement>('header .preferences-place > button');
    (preferences ?? button ?? renderRoot.querySelector('h2'))?.focus();
  }
}
