import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { plural } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session-controller.js';
import { renderSkeleton } from '../shared/placeholder.js';
import { readableText, textLimits } from '../shared/text.js';
import { isStopped, renderEmpty, renderEmptyTag, renderProblem } from './empty-state.js';
import type { Feed } from '../list/list.js';
import type { InboxFilter } from '../list/inbox-filter.js';

/** How many skeletons stand in for a list that is loading. */
const skeletonCount = 4;

export interface ListStatusOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  feed: Feed;
}

/** Says what is wrong with the list, that it loads, that there is nothing on it, or that arrivals wait. */
export class ListStatus {
  readonly #host: LitElement & { filter: InboxFilter };
  readonly #sessionController: SessionController;
  readonly #localization: LocalizationController;
  readonly #feed: Feed;

  constructor(
    host: LitElement & { filter: InboxFilter },
    { sessionController, localization, feed }: ListStatusOptions,
  ) {
    this.#host = host;
    this.#sessionController = sessionController;
    this.#localization = localization;
    this.#feed = feed;
  }

  /** Whether anything has loaded, whatever the filters show of it. */
  get hasLoaded(): boolean {
    return this.#sessionController.notificationState.items.some(({ status }) => status !== 'pending');
  }

  /** Whether there is nothing to show besides the problem. */
  get hasOnlyProblem(): boolean {
    const { problem } = this.#sessionController.notificationState;
    return (problem === 'offline' || isStopped(problem)) && !this.hasLoaded;
  }

  /** Repeats what failed. */
  retry(): void {
    void this.#sessionController.notificationStore?.refresh();
  }

  /** Always rendered, since only changes of a live region are announced. */
  render(): TemplateResult {
    const { problem, status } = this.#sessionController.notificationState;
    const { messages } = this.#localization;
    const isAlone = this.hasOnlyProblem;
    const part = isAlone ? 'empty' : 'notice';
    const isEmpty = this.#feed.items.length === 0;
    const loading =
      status === 'loading' ? messages.loading : this.#feed.isPartial ? messages.loadingOlder : nothing;
    const retry = (): void => this.retry();
    return html`<div class=${problem ? part : 'visually-hidden'} part=${part} role="status">
      ${problem ? renderProblem(problem, { isAlone, messages, retry }) : isEmpty ? loading : nothing}
    </div>`;
  }

  /** What the list shows in place of notifications; undefined if there are some. */
  renderReplacement(): unknown {
    if (this.hasOnlyProblem) return nothing;
    if (this.#feed.items.length > 0) return undefined;
    const { status, hasMore } = this.#sessionController.notificationState;
    if (status === 'loading') return Array.from({ length: skeletonCount }, renderSkeleton);
    // The next page may have some.
    if (hasMore) return nothing;
    const { filter } = this.#host;
    const { messages } = this.#localization;
    const name = readableText(this.#feed.tag, textLimits.label);
    return name === null
      ? renderEmpty(filter, messages)
      : renderEmptyTag(filter, messages, name, () => this.#feed.selectTag(null));
  }

  /** The button that shows the arrivals held back from the list. */
  renderArrivals(): TemplateResult | typeof nothing {
    const { waitingCount } = this.#feed;
    if (waitingCount === 0) return nothing;
    const { locale, messages } = this.#localization;
    // Below the list, so that nothing in it moves.
    return html`<button
      class="arrivals"
      part="arrivals"
      type="button"
      @click=${() => this.#feed.showArrivals()}
    >
      ${plural(messages.arrived, waitingCount, locale)}
    </button>`;
  }
}
