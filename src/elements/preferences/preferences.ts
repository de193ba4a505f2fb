import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { isOffline } from '../../common/page-visibility.js';
import type { PreferenceGroup } from '../../inbox/preferences/preference-state.js';
import type { Session } from '../../inbox/session.js';
import { plural } from '../../localization/messages.js';
import { getOrCreate } from '../../common/get-or-create.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { slidersIcon } from '../shared/panel-icons.js';
import { panelStyles } from '../shared/panel.styles.js';
import { preferencesStyles } from './preferences.styles.js';
import { placeRows, type Row } from '../inbox/rows.js';
import { SessionElement, type SessionEvent } from '../base/session-element.js';
import { readableText, textLimits } from '../shared/text.js';
import { UndoNotice } from '../shared/undo-notice.js';

/**
 * The customer's choice of what to be notified of: the groups that the host tells of, and a switch for each.
 *
 * @tag nudge-preferences
 * @slot back - Before the heading, such as a button that leads elsewhere.
 * @slot header - In place of the heading.
 * @slot header-actions - Buttons at the end of the header.
 * @slot empty - In place of what it says where there is no group.
 * @csspart header - Heading and buttons.
 * @csspart heading - The heading.
 * @csspart list - What scrolls.
 * @csspart section - The heading of a section.
 * @csspart switch - The switch of a group.
 * @csspart problem - The line that says why a choice is not saved.
 * @csspart undo - The line that offers to undo.
 * @csspart empty - What stands there where there is no group.
 * @fires {CustomEvent<PreferenceChangeDetail>} nudge-preference-change - A choice was saved.
 * @fires {CustomEvent<ErrorDetail>} nudge-error - A choice could not be saved.
 */
export class NudgePreferences extends SessionElement {
  static override styles: CSSResultGroup = [tokens, base, panelStyles, preferencesStyles];

  /** The heading; `Preferences` in the page's language unless it is set. */
  @property() heading?: string | null | undefined;

  readonly #undo = new UndoNotice(this);
  /** The groups of which nobody knew the choice, until one is saved. */
  readonly #unknown = new Set<string>();
  #isMuting = false;
  /** What is spoken of a choice that could not be saved. */
  #failure = '';

  protected override get required(): readonly ('baseUrl' | 'getToken' | 'groups')[] {
    return ['baseUrl', 'getToken', 'groups'];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    for (const { id, isGroupNotificationOff, status } of this.preferences.groups) {
      if (isGroupNotificationOff === null) this.#unknown.add(id);
      else if (status === 'settled') this.#unknown.delete(id);
    }
  }

  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = this.matches(':focus-within');
    const row = this.renderRoot.querySelector('.row:focus-within');
    super.update(changed);
    const list = this.renderRoot.querySelector('.list');
    // Rows are few, and tell of their places by number: each is rendered every time.
    if (list) placeRows(list, [...this.#rows()], { host: this, context: {}, size: 0, most: 0 });
    // What was pressed may be gone: the two buttons where now a switch is, or the one to try again.
    if (hadFocus && !this.matches(':focus-within'))
      if (row?.isConnected) row.querySelector('button')?.focus();
      else this.focus();
  }

  /** A page that shows preferences alone asks for no notification. */
  protected override listen({ preferences }: Session, hear: (event: SessionEvent) => void): () => void {
    return preferences.subscribe(hear);
  }

  /** Moves the focus to the heading. */
  override focus(): void {
    this.renderRoot.querySelector('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const { heading, words } = this;
    // A page has a banner of its own.
    return html`<div class="root">
      <header part="header" role="none">
        <slot name="back"></slot>
        <h2 part="heading" tabindex="-1">
          <slot name="header">${heading?.trim() ? heading : words.preferences}</slot>
        </h2>
        <slot name="header-actions"></slot>
      </header>
      <div class="list" part="list"></div>
      ${this.#undo.render(words.undo)}
      ${
        this.#choices.length > 1
          ? html`<div class="foot">
              <button
                class="link-button"
                type="button"
                aria-disabled=${this.#isMuted}
                @click=${this.#muteAll}
              >
                ${words.muteAll}
              </button>
            </div>`
          : nothing
      }
      <div class="visually-hidden" role="status">
        ${this.#failure || (this.#choices.some(({ status }) => status === 'waiting') ? this.#waiting : nothing)}
      </div>
    </div>`;
  }

  /** The groups that can be switched. */
  get #choices(): PreferenceGroup[] {
    return this.preferences.groups.filter(({ isRequired }) => !isRequired);
  }

  get #isMuted(): boolean {
    return this.#choices.every(({ isGroupNotificationOff }) => isGroupNotificationOff);
  }

  /** The groups without a section first, for nothing else would tell them from those of the section before. */
  *#rows(): Generator<Row> {
    const { groups } = this.preferences;
    const sections = new Map<string, PreferenceGroup[]>([['', []]]);
    for (const group of groups)
      getOrCreate(sections, readableText(group.section, textLimits.line) ?? '', () => []).push(group);
    let index = 0;
    for (const [section, members] of sections) {
      if (section) {
        const render = (): TemplateResult => html`<h3 part="section"><bdi>${section}</bdi></h3>`;
        yield { key: Symbol.for(section), value: section, className: 'section', render };
      }
      for (const group of members) {
        const place = index++;
        const render = (): TemplateResult => this.#renderGroup(group, place);
        yield { key: group.id, value: group, className: 'row', render };
      }
    }
    if (index === 0) yield { key: null, value: null, className: '', render: () => this.#renderEmpty() };
  }

  #renderEmpty(): TemplateResult {
    return html`<slot name="empty">
      <div class="empty" part="empty">
        <div class="art">${slidersIcon}</div>
        <p>${this.words.emptyGroups}</p>
      </div>
    </slot>`;
  }

  #renderGroup(group: PreferenceGroup, place: number): TemplateResult {
    const description = readableText(group.description, textLimits.line) ?? nothing;
    return html`<label class="text" for="switch-${place}">
        <span class="name" id="name-${place}"><bdi>${this.#nameOf(group)}</bdi></span>
        <span class="description" id="description-${place}"><bdi>${description}</bdi></span>
      </label>
      ${this.#renderControl(group, place)} ${this.#renderProblem(group, place)}`;
  }

  #renderControl(
    { id, isRequired, isGroupNotificationOff, status }: PreferenceGroup,
    place: number,
  ): TemplateResult {
    const { words } = this;
    if (isRequired) return html`<span class="aside">${words.required}</span>`;
    const name = `name-${place}`;
    const description = `description-${place} problem-${place}`;
    if (!this.#unknown.has(id))
      return html`<button
        class="switch"
        part="switch"
        id="switch-${place}"
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
        ${isOff ? words.doNotReceive : words.receive}
      </button>`;
    return html`<div class="choice" role="group" aria-labelledby=${name} aria-describedby=${description}>
      ${renderChoice(false)} ${renderChoice(true)}
      ${isGroupNotificationOff === null ? html`<span class="aside">${words.notChosen}</span>` : nothing}
    </div>`;
  }

  #renderProblem(
    { id, status, isRemembered }: PreferenceGroup,
    place: number,
  ): TemplateResult | typeof nothing {
    const isFailed = status === 'failed';
    if (!isFailed && status !== 'waiting')
      return isRemembered
        ? html`<p class="problem" id="problem-${place}">${this.words.remembered}</p>`
        : nothing;
    return html`<p class="problem ${status}" part="problem">
      <span id="problem-${place}">${isFailed ? this.words.choiceNotSaved : this.#waiting}</span>
      ${
        isFailed || !isOffline()
          ? html`<button
              class="link-button"
              type="button"
              aria-describedby="name-${place}"
              @click=${() => this.#tryAgain(id)}
            >
              ${this.words.tryAgain}
            </button>`
          : nothing
      }
    </p>`;
  }

  /** What a choice waits for: the network, or a token. */
  get #waiting(): string {
    return isOffline() ? this.words.choiceWaiting : this.words.unauthenticated;
  }

  #nameOf({ name }: PreferenceGroup): string {
    return readableText(name, textLimits.line) ?? this.words.group;
  }

  protected override hear(event: SessionEvent): void {
    if (event.type !== 'error' || event.operation !== 'set-preference' || this.#isMuting) return;
    const group = this.preferences.groups.find(({ id }) => id === event.groupId);
    if (group?.status === 'failed') this.#failure = `${this.#nameOf(group)}: ${this.words.choiceNotSaved}`;
  }

  #choose(id: string, isGroupNotificationOff: boolean): void {
    this.#failure = '';
    void this.activeSession?.preferences.set(id, { isGroupNotificationOff });
  }

  #tryAgain(id: string): void {
    this.#failure = '';
    void this.activeSession?.preferences.retry(id);
  }

  async #muteAll(): Promise<void> {
    const { activeSession, words } = this;
    if (!activeSession || this.#isMuted) return;
    this.#isMuting = true;
    this.#failure = '';
    const { failed, undo } = await activeSession.preferences.muteAll();
    this.#isMuting = false;
    const text = failed ? this.#someNotSaved(failed) : words.allMuted;
    this.#undo.show(
      text,
      () => void undo().then((left) => left && this.#undo.show(this.#someNotSaved(left))),
    );
  }

  #someNotSaved(count: number): string {
    return plural(this.words.someNotSaved, count, this.locale);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-preferences': NudgePreferences;
  }
}
