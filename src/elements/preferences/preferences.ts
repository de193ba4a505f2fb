import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { getOrCreate } from '../../common/get-or-create.js';
import { isOffline } from '../../common/page-observer.js';
import type { PreferenceGroup } from '../../session/preferences/preference-state.js';
import type { Localization } from '../../localization/localization.js';
import { plural } from '../../localization/messages.js';
import { AttributeCheck } from '../base/attribute-check.js';
import { LocalizationController } from '../base/localization-controller.js';
import type { SessionEvent } from '../base/public-events.js';
import { SessionController } from '../base/session/session-controller.js';
import { SessionElement } from '../base/session/session-element.js';
import { slidersIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';
import { ActionNotice } from '../shared/action-notice.js';
import { renderButton } from '../shared/button.js';
import { preferencesStyles } from './preferences.styles.js';

/**
 * The customer's notification preferences: the groups that the page provides, with a switch for each.
 *
 * @tag nudge-preferences
 * @slot back - Content before the heading, such as a back button.
 * @slot header - Replaces the heading.
 * @slot header-actions - Buttons at the end of the header.
 * @slot signed-out - Content above the groups while a choice waits for a sign-in.
 * @slot empty - Replaces the text that is shown without groups.
 * @csspart header - The header with heading and buttons.
 * @csspart heading - The heading.
 * @csspart list - The scrolling list.
 * @csspart section - The heading of a section.
 * @csspart switch - The switch of a group.
 * @csspart problem - The line that says why a choice is not saved.
 * @csspart undo - The line with the undo button.
 * @csspart empty - The content shown without groups.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A preference was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A preference could not be saved.
 */
export class NudgePreferences extends SessionElement {
  static override styles: CSSResultGroup = preferencesStyles;

  /** The heading. Default: `Preferences` in the language of the page. */
  @property() heading?: string | null | undefined;

  /** @internal The localization of an enclosing element. */
  @property({ attribute: false }) localization?: Localization | undefined;
  /** @internal Whether an enclosing element dispatches the public events. No default, since it may be set before upgrade. */
  isEmbedded?: boolean;

  readonly #sessionController = new SessionController(this, {
    getRequired: () => ['baseUrl', 'getToken', 'groups'],
    // A page that shows only preferences requests no notifications.
    stores: ['preferences'],
    showsGroups: () => true,
  });
  readonly #localization = new LocalizationController(this);
  readonly #notice = new ActionNotice(this);
  /** Ids of the groups whose choice was unknown, until one is saved. They keep two buttons in place of a switch. */
  readonly #unknown = new Set<string>();
  #isMuting = false;
  /** Undoes muting all groups, as long as the notice says that it waits. */
  #undoWaitingMute: (() => void) | null = null;
  /** What the live region says about a choice that could not be saved. */
  #failure = '';

  constructor() {
    super();
    new AttributeCheck(this);
    this.#sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
    this.#sessionController.onCustomerGone(() => this.#reset());
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#updateUnknown();
    const focused = this.renderRoot.querySelector<HTMLElement>(':focus');
    const row = focused?.closest('.row');
    super.update(changed);
    if (!focused || focused.matches(':focus')) return;
    // A button that was moved has lost the focus. It may also be gone: a saved choice turns two buttons into a switch,
    // and removes the retry button.
    if (focused.isConnected) focused.focus();
    else if (row?.isConnected) row.querySelector('button')?.focus();
    else this.focus();
  }

  /** Moves the focus to the heading. */
  override focus(): void {
    // With a `tabindex`, it is a stop of a dialog: see `boundary/focus-scope.ts`.
    if (this.hasAttribute('tabindex')) super.focus();
    else this.renderRoot.querySelector('h2')?.focus();
  }

  protected override get slotNames(): readonly string[] {
    return ['back', 'header', 'header-actions', 'signed-out', 'empty'];
  }

  protected override render(): TemplateResult {
    const { heading } = this;
    const { messages } = this.#localization;
    // Without a role of its own, the header would be a second banner of the page.
    return html`<div class="root">
      <header part="header" role="none">
        <slot name="back"></slot>
        <h2 part="heading" tabindex="-1">
          <slot name="header">${heading?.trim() ? heading : messages.preferences}</slot>
        </h2>
        <div class="header-buttons"><slot name="header-actions"></slot></div>
      </header>
      <div class="list" part="list">
        ${this.#sessionController.preferenceState.isSignedOut ? html`<slot name="signed-out"></slot>` : nothing}
        <div class="rows">${this.#renderRows()}</div>
        ${this.#sessionController.preferenceState.groups.length === 0 ? this.#renderEmpty() : nothing}
      </div>
      ${this.#notice.render(messages.undo)} ${this.#renderMuteAll()} ${this.#renderStatus()}
    </div>`;
  }

  /** Forgets what is about a customer who has gone. */
  #reset(): void {
    this.#notice.hide();
    this.#undoWaitingMute = null;
    this.#isMuting = false;
    this.#failure = '';
    this.#unknown.clear();
  }

  #renderEmpty(): TemplateResult | typeof nothing {
    const { status } = this.#sessionController.preferenceState;
    const { messages } = this.#localization;
    if (status === 'loading') return nothing;
    if (status === 'failed')
      return html`<div class="empty" part="empty">
        <div class="art">${slidersIcon}</div>
        <p role="status">${messages.retrying}</p>
        ${renderButton(messages.tryAgain, () => this.session?.preferences.loadGroups())}
      </div>`;
    return html`<slot name="empty">
      <div class="empty" part="empty">
        <div class="art">${slidersIcon}</div>
        <p>${messages.emptyGroups}</p>
      </div>
    </slot>`;
  }

  #renderSection(name: string): TemplateResult {
    return html`<div class="section">
      <h3 part="section"><bdi>${name}</bdi></h3>
    </div>`;
  }

  /** @param index for ids within the element */
  #renderGroup(group: PreferenceGroup, index: number): TemplateResult {
    const description = readableText(group.description, textLimits.line) ?? nothing;
    return html`<div class="row">
      <label class="text" for="switch-${index}">
        <span class="name" id="name-${index}"><bdi>${this.#nameOf(group)}</bdi></span>
        <span class="description" id="description-${index}"><bdi>${description}</bdi></span>
      </label>
      ${this.#renderControl(group, index)} ${this.#renderProblem(group, index)}
    </div>`;
  }

  #renderControl(
    { id, isRequired, isGroupNotificationOff, status }: PreferenceGroup,
    index: number,
  ): TemplateResult {
    const { messages } = this.#localization;
    if (isRequired) return html`<span class="aside">${messages.required}</span>`;
    const name = `name-${index}`;
    const description = `description-${index} problem-${index}`;
    if (!this.#unknown.has(id))
      return html`<button
        class="switch"
        part="switch"
        id="switch-${index}"
        type="button"
        role="switch"
        aria-checked=${!isGroupNotificationOff}
        aria-busy=${status === 'saving'}
        aria-labelledby=${name}
        aria-describedby=${description}
        @click=${() => this.#choose(id, !isGroupNotificationOff)}
      ></button>`;
    const renderChoice = (isOff: boolean): TemplateResult =>
      html`<button
        class="button"
        type="button"
        aria-pressed=${isGroupNotificationOff === isOff}
        @click=${() => this.#choose(id, isOff)}
      >
        ${isOff ? messages.doNotReceive : messages.receive}
      </button>`;
    return html`<div class="choice" role="group" aria-labelledby=${name} aria-describedby=${description}>
      ${renderChoice(false)} ${renderChoice(true)}
      ${isGroupNotificationOff === null ? html`<span class="aside">${messages.notChosen}</span>` : nothing}
    </div>`;
  }

  #renderProblem(
    { id, status, isFromDevice }: PreferenceGroup,
    index: number,
  ): TemplateResult | typeof nothing {
    const { messages } = this.#localization;
    const isFailed = status === 'failed';
    if (!isFailed && status !== 'waiting')
      return isFromDevice
        ? html`<p class="problem" id="problem-${index}">${messages.remembered}</p>`
        : nothing;
    return html`<p class="problem ${status}" part="problem">
      <span id="problem-${index}">${isFailed ? this.#failureText : this.#waitingText}</span>
      ${
        isFailed || !this.#isOffline
          ? html`<button
              class="link-button"
              type="button"
              aria-describedby="name-${index}"
              @click=${() => this.#retry(id)}
            >
              ${messages.tryAgain}
            </button>`
          : nothing
      }
    </p>`;
  }

  #renderMuteAll(): TemplateResult | typeof nothing {
    if (this.#switchableGroups.length < 2) return nothing;
    return html`<div class="foot">
      <button
        class="link-button"
        type="button"
        aria-disabled=${this.#areAllMuted}
        @click=${this.#handleMuteAllClick}
      >
        ${this.#localization.messages.muteAll}
      </button>
    </div>`;
  }

  #renderStatus(): TemplateResult {
    // The notice about muted groups has a live region of its own.
    const isWaiting = this.#isWaiting && !this.#isMuting && !this.#undoWaitingMute;
    return html`<div class="visually-hidden" role="status">
      ${this.#failure || (isWaiting ? this.#waitingText : nothing)}
    </div>`;
  }

  get #switchableGroups(): PreferenceGroup[] {
    return this.#sessionController.preferenceState.groups.filter(({ isRequired }) => !isRequired);
  }

  get #areAllMuted(): boolean {
    return this.#switchableGroups.every(({ isGroupNotificationOff }) => isGroupNotificationOff);
  }

  get #isWaiting(): boolean {
    return this.#switchableGroups.some(({ status }) => status === 'waiting');
  }

  /** Why a choice was not saved: whoever has made it has to sign in, and to make it again, or something else. */
  get #failureText(): string {
    const { signedOutChoice, choiceNotSaved } = this.#localization.messages;
    return this.#sessionController.preferenceState.isSignedOut ? signedOutChoice : choiceNotSaved;
  }

  /** Whether what waits does so for the network, as far as the browser says. */
  get #isOffline(): boolean {
    return isOffline() && !this.#sessionController.preferenceState.isSignedOut;
  }

  /** What a choice waits for: the network, a sign-in, or the service. */
  get #waitingText(): string {
    const { choiceWaiting, signedOutChoice, retrying } = this.#localization.messages;
    if (this.#isOffline) return choiceWaiting;
    return this.#sessionController.preferenceState.isSignedOut ? signedOutChoice : retrying;
  }

  /** Groups without a section come first, since below a section they would seem to belong to it. */
  #renderRows(): unknown {
    const sections = new Map<string, PreferenceGroup[]>([['', []]]);
    for (const group of this.#sessionController.preferenceState.groups)
      getOrCreate(sections, readableText(group.section, textLimits.line) ?? '', () => []).push(group);
    const rows = [...sections].flatMap(([section, groups]) => (section ? [section, ...groups] : groups));
    return repeat(
      rows,
      (row) => (typeof row === 'string' ? `section ${row}` : `group ${row.id}`),
      (row, index) => (typeof row === 'string' ? this.#renderSection(row) : this.#renderGroup(row, index)),
    );
  }

  #nameOf({ name }: PreferenceGroup): string {
    return readableText(name, textLimits.line) ?? this.#localization.messages.group;
  }

  #updateUnknown(): void {
    for (const { id, isGroupNotificationOff, status } of this.#sessionController.preferenceState.groups) {
      if (isGroupNotificationOff === null) this.#unknown.add(id);
      else if (status === 'idle') this.#unknown.delete(id);
    }
  }

  #choose(id: string, isGroupNotificationOff: boolean): void {
    this.#failure = '';
    this.#undoWaitingMute = null;
    void this.session?.preferences.set(id, { isGroupNotificationOff });
  }

  #retry(id: string): void {
    this.#failure = '';
    void this.session?.preferences.retry(id);
  }

  #notSavedText(count: number): string {
    const { locale, messages } = this.#localization;
    return plural(messages.someNotSaved, count, locale);
  }

  async #handleMuteAllClick(): Promise<void> {
    const { session } = this;
    const { visit } = this.#sessionController;
    if (!session || this.#areAllMuted) return;
    this.#isMuting = true;
    this.#failure = '';
    const { failed, undo } = await session.preferences.muteAll();
    if (visit !== this.#sessionController.visit) return;
    this.#isMuting = false;
    const runUndo = (): void => {
      this.#undoWaitingMute = null;
      void undo().then((left) => left && this.#notice.show(this.#notSavedText(left)));
    };
    this.#undoWaitingMute = !failed && this.#isWaiting ? runUndo : null;
    if (failed) this.#notice.show(this.#notSavedText(failed), runUndo);
    else
      this.#notice.show(this.#isWaiting ? this.#waitingText : this.#localization.messages.allMuted, runUndo);
  }

  /** Corrects the notice once the choices that it waited for are saved. */
  #handleSaved(): void {
    const undo = this.#undoWaitingMute;
    if (!undo || this.#isWaiting) return;
    this.#undoWaitingMute = null;
    if (this.#areAllMuted) this.#notice.show(this.#localization.messages.allMuted, undo);
  }

  #handleSessionEvent(event: SessionEvent): void {
    if (event.type === 'saved') this.#handleSaved();
    // While all groups are muted, one notice counts the failures.
    if (event.type !== 'error' || event.operation !== 'set-preference' || this.#isMuting) return;
    const group = this.#sessionController.preferenceState.groups.find(({ id }) => id === event.groupId);
    if (group?.status === 'failed') this.#failure = `${this.#nameOf(group)}: ${this.#failureText}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-preferences': NudgePreferences;
  }
}
