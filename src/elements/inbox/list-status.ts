import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { plural } from '../../localization/messages.js';
import { isRendered } from '../base/platform.js';
import { renderSkeletons } from '../shared/placeholder.js';
import { readableText, textLimits } from '../shared/text.js';
import {
  emptyText,
  isStopped,
  renderConnection,
  renderEmpty,
  renderEmptyTag,
  renderProblem,
} from './empty-state.js';
import type { InboxFilter } from '../list/inbox-filter.js';
import type { InboxContext } from './inbox-context.js';

/** How many skeletons stand in for a list that is loading. */
const skeletonCount = 4;
/** How long it says that the source is back, in milliseconds. */
const returnMs = 5000;

/** Says what is wrong with the list, that it loads, that there is nothing on it, or that arrivals wait. */
export class ListStatus implements ReactiveController {
  readonly #element: LitElement & { filter: InboxFilter };
  readonly #context: InboxContext;
  /** The filter, the tag and the tab at the last update. */
  #choice: string | undefined;
  /** Runs while it says that the source is back. */
  #returnTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: LitElement & { filter: InboxFilter }, context: InboxContext) {
    this.#element = element;
    this.#context = context;
    element.addController(this);
    context.sessionController.events.subscribe(({ type }) => {
      if (type === 'reconnect') this.#showReturn();
    });
  }

  /** Announces that there is nothing of what the customer has chosen to see. */
  hostUpdate(): void {
    const { announcer, localization, shown, tabBar } = this.#context;
    const { filter } = this.#element;
    const choice = [filter, shown.tag, tabBar.selectedElementId].join();
    const isFirst = this.#choice === undefined;
    if (choice === this.#choice) return;
    this.#choice = choice;
    if (!isFirst)
      announcer.announce(this.#isEmpty ? emptyText(filter, localization.messages, this.#tag) : '');
  }

  hostDisconnected(): void {
    this.#endReturn();
  }

  /** Whether anything has loaded, whatever the filters show of it. */
  get hasLoaded(): boolean {
    return this.#context.sessionController.notificationState.items.some(({ status }) => status !== 'pending');
  }

  /** Whether there is nothing to show besides the problem. */
  get hasOnlyProblem(): boolean {
    const { problem } = this.#context.sessionController.notificationState;
    return (problem === 'offline' || isStopped(problem)) && !this.hasLoaded;
  }

  /** Whether it is known that there is nothing to show. */
  get #isEmpty(): boolean {
    const { status, hasMore } = this.#context.sessionController.notificationState;
    return this.#context.shown.items.length === 0 && status === 'ready' && !hasMore && !this.hasOnlyProblem;
  }

  /** The tag by which the list is filtered, as it is shown. */
  get #tag(): string | null {
    return readableText(this.#context.shown.tag, textLimits.label);
  }

  /** Repeats what failed. */
  retry(): void {
    void this.#context.sessionController.notificationStore?.refresh();
  }

  /** Always rendered, since only changes of a live region are announced. */
  render(): TemplateResult {
    const { problem, isReconnecting, status } = this.#context.sessionController.notificationState;
    const { messages } = this.#context.localization;
    const isAlone = this.hasOnlyProblem;
    const part = isAlone ? 'empty' : 'notice';
    const saysConnection = isReconnecting || this.#returnTimer !== undefined;
    const isEmpty = this.#context.shown.items.length === 0;
    const loading =
      status === 'loading'
        ? messages.loading
        : this.#context.shown.isPartial
          ? messages.loadingOlder
          : nothing;
    const retry = (): void => this.retry();
    return html`<div class=${problem || saysConnection ? part : 'visually-hidden'} part=${part} role="status">
      ${
        problem
          ? renderProblem(problem, { isAlone, messages, retry })
          : saysConnection
            ? renderConnection(isReconnecting, messages)
            : isEmpty
              ? loading
              : nothing
      }
    </div>`;
  }

  /** Says for a while that the source is back, if the customer can see a line that says otherwise. */
  #showReturn(): void {
    if (!isRendered(this.#element.renderRoot.querySelector('.notice'))) return;
    this.#endReturn();
    this.#returnTimer = setTimeout(() => {
      this.#endReturn();
      this.#element.requestUpdate();
    }, returnMs);
    this.#element.requestUpdate();
  }

  #endReturn(): void {
    clearTimeout(this.#returnTimer);
    this.#returnTimer = undefined;
  }

  /** What the list shows in place of notifications, null for nothing; undefined if there are some. */
  renderReplacement(): unknown {
    if (this.hasOnlyProblem) return null;
    if (this.#context.shown.items.length > 0) return undefined;
    // Nobody knows whether there are any.
    if (this.#context.sessionController.notificationState.status !== 'ready')
      return renderSkeletons(skeletonCount);
    // The next page may have some.
    if (!this.#isEmpty) return null;
    const { filter } = this.#element;
    const { messages } = this.#context.localization;
    const name = this.#tag;
    return name === null
      ? renderEmpty(filter, messages)
      : renderEmptyTag(filter, messages, name, () => this.#context.shown.selectTag(null));
  }

  /** The button that shows the arrivals held back from the list. */
  renderArrivals(): TemplateResult | typeof nothing {
    const { waitingCount } = this.#context.shown;
    if (waitingCount === 0) return nothing;
    const { locale, messages } = this.#context.localization;
    return html`<button
      class="arrivals"
      part="arrivals"
      type="button"
      @click=${() => this.#context.list?.showArrivals()}
    >
      ${keyed(waitingCount, plural(messages.arrived, waitingCount, locale))}
    </button>`;
  }
}
