import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { renderSkeleton } from '../shared/placeholder.js';
import type { ListElement } from './list-host.js';

/** What is below the last row: that further ones load, or a button that loads them. */
export class ListEnd {
  readonly #element: ListElement;
  readonly #focusRow: (index: number) => void;
  /** Identifies the customer's request for more; undefined while none is under way. */
  #loading: object | undefined;

  /** @param focusRow Focuses the first row that was loaded by the button, which is gone then. */
  constructor(element: ListElement, focusRow: (index: number) => void) {
    this.#element = element;
    this.#focusRow = focusRow;
  }

  /** Begins another list. */
  restart(): void {
    this.#loading = undefined;
  }

  /** @param rowCount How many rows there are. */
  render(rowCount: number): unknown {
    const { state, host, hasMoreRows, cardSettings } = this.#element;
    const { messages } = cardSettings.localization;
    const isLoading = host.shown.hasMorePages && (!state.problem || state.problem === 'retrying');
    if (!isLoading && !hasMoreRows) return nothing;
    if (!hasMoreRows && state.isLoadingPaused) {
      return html`<div class="load-more">
        <button
          class="link-button"
          type="button"
          aria-disabled=${this.#loading !== undefined}
          @click=${() => void this.#loadMore(rowCount)}
        >
          ${messages.loadMore}
        </button>
      </div>`;
    }
    // Of a list with everything, there is always something in view.
    const isPartial = isLoading && host.shown.isPartial;
    // Another element below further rows: the same one would jump from where they are now.
    return keyed(
      rowCount,
      html`<div class="end">
        ${isPartial ? html`<p class="loading-on">${messages.loadingOlder}</p>` : nothing} ${renderSkeleton()}
      </div>`,
    );
  }

  /** Loads the next page, which so many empty ones came before that the end of the list does not load it. */
  async #loadMore(rowCount: number): Promise<void> {
    if (this.#loading) return;
    const loading = (this.#loading = {});
    this.#element.requestUpdate();
    await this.#element.session?.notifications.loadMore();
    // Another list has begun meanwhile.
    if (loading !== this.#loading) return;
    this.#loading = undefined;
    this.#element.requestUpdate();
    await this.#element.host.shown.updateComplete;
    // The button is gone, unless further pages were empty.
    if (!this.#element.state.isLoadingPaused) this.#focusRow(rowCount);
  }
}
