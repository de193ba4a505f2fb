import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Notification } from '../../api/schemas/notification.js';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import { formatCount, plural } from '../../localization/messages.js';
import { consumeKey } from '../base/keys.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session/session-controller.js';
import type { Announcer } from '../shared/announcer.js';
import type { NudgeList } from '../list/list.js';

/** How many records are loaded at a time. */
const batchSize = 50;
/** The number of results is announced once the customer pauses typing. */
const debounceMs = 700;

export interface FullPageSearchContext {
  sessionController: SessionController;
  localization: LocalizationController;
  announcer: Announcer;
  readonly list: NudgeList | null;
}

/** The text without what a search does not distinguish: capitals, accents and, as in Turkish, the dot of an i. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?=\p{M})\p{Diacritic}/gu, '')
    .replaceAll('ı', 'i');
}

/** Records are immutable, and folding their texts is slow. */
const textByRecord = new WeakMap<Notification, string>();

/** What a search looks for in a record: its texts, its tags and the names of who or what it is about. */
function searchableText(record: Notification): string {
  let text = textByRecord.get(record);
  if (text === undefined) {
    const { title, subTitle, body, tags, avatar } = record.payload;
    const names = [...tags.map(({ tagName }) => tagName), ...avatar.map(({ fallBackName }) => fallBackName)];
    text = fold([title, subTitle, body, ...names].join('\n'));
    textByRecord.set(record, text);
  }
  return text;
}

/** The search of a full page. It covers what is loaded, says so, and loads more on demand. */
export class FullPageSearch {
  readonly #element: LitElement;
  readonly #context: FullPageSearchContext;
  #query = '';
  /** What the list would show without the search. */
  #items: readonly NotificationItem[] = [];
  #found: readonly NotificationItem[] = [];
  /** What {@link #found} was found by. */
  #foundBy: readonly unknown[] = [];
  #isLoading = false;
  #visit: object | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: LitElement, context: FullPageSearchContext) {
    this.#element = element;
    this.#context = context;
  }

  get isActive(): boolean {
    return this.#query.trim() !== '';
  }

  /** Returns the items that the search has found: all without a search. */
  select(items: readonly NotificationItem[]): readonly NotificationItem[] {
    this.#items = items;
    this.#forgetCustomer();
    if (!this.isActive) return items;
    const foundBy = [items, this.#query];
    if (foundBy.some((value, index) => value !== this.#foundBy[index])) {
      const words = fold(this.#query).split(/\s+/).filter(Boolean);
      this.#foundBy = foundBy;
      this.#found = items.filter(
        ({ record }) => record && words.every((word) => searchableText(record).includes(word)),
      );
    }
    return this.#found;
  }

  clear(): void {
    clearTimeout(this.#timer);
    if (this.#query === '') return;
    this.#query = '';
    this.#element.requestUpdate();
  }

  render(): TemplateResult {
    const { search } = this.#context.localization.messages;
    return html`<div class="search" part="search" role="search" aria-label=${search}>
      <input
        type="search"
        class="search-field"
        aria-label=${search}
        aria-describedby=${this.isActive ? 'search-result' : nothing}
        placeholder=${search}
        autocomplete="off"
        enterkeyhint="search"
        .value=${this.#query}
        @input=${(event: Event) => this.#handleInput(event)}
        @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
      />
      ${this.isActive ? this.#renderResult() : nothing}
    </div>`;
  }

  /** What a customer has searched for is nothing for the next one. */
  #forgetCustomer(): void {
    const { visit } = this.#context.sessionController;
    if (visit !== this.#visit) this.clear();
    this.#visit = visit;
  }

  /** What the list shows if the search has found nothing in it; undefined if it has. */
  renderEmpty(): TemplateResult | undefined {
    if (!this.isActive || this.#found.length > 0 || this.#items.length === 0) return undefined;
    return html`<div class="empty" part="empty">
      <p>${this.#context.localization.messages.emptySearch}</p>
    </div>`;
  }

  #renderResult(): TemplateResult {
    const { loadMore } = this.#context.localization.messages;
    return html`<div class="search-result">
      <span id="search-result" .textContent=${this.#resultText}></span>
      ${
        this.#canLoadMore || this.#isLoading
          ? html`<button
              class="link-button"
              type="button"
              aria-disabled=${this.#isLoading}
              @click=${() => void this.#loadMore()}
            >
              ${loadMore}
            </button>`
          : nothing
      }
    </div>`;
  }

  get #resultText(): string {
    const { locale, messages } = this.#context.localization;
    const count = this.#items.filter(({ record }) => record).length;
    return plural(messages.searchResult, count, locale, { found: formatCount(this.#found.length, locale) });
  }

  get #pendingIds(): string[] {
    return this.#items.flatMap(({ id, status }) => (status === 'pending' ? id : []));
  }

  /** Whether there are notifications that the search does not cover. */
  get #canLoadMore(): boolean {
    return this.#context.sessionController.notificationState.hasMore || this.#pendingIds.length > 0;
  }

  /** Loads the next records, for which it loads the next page if all of those listed are loaded. */
  async #loadMore(): Promise<void> {
    const store = this.#context.sessionController.notificationStore;
    if (!store || this.#isLoading) return;
    this.#isLoading = true;
    this.#element.requestUpdate();
    if (this.#pendingIds.length === 0) await store.loadMore();
    await this.#element.updateComplete;
    await Promise.allSettled(this.#pendingIds.slice(0, batchSize).map((id) => store.load(id)));
    this.#isLoading = false;
    const hadFocus = this.#element.renderRoot.querySelector('.search')?.matches(':focus-within');
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#announce();
    // The button is gone when there is nothing more to load.
    if (hadFocus && !this.#canLoadMore) this.#field?.focus();
  }

  get #field(): HTMLInputElement | null {
    return this.#element.renderRoot.querySelector('.search-field');
  }

  #announce(): void {
    const { announcer, localization } = this.#context;
    if (!this.isActive) return;
    const text = this.#resultText;
    announcer.announce(this.#found.length > 0 ? text : `${localization.messages.emptySearch} ${text}`);
  }

  #handleInput({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return;
    this.#query = target.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announce(), debounceMs);
    void this.#context.list?.startAtTop();
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#query === '' || event.isComposing) return;
    consumeKey(event);
    this.clear();
  }
}
