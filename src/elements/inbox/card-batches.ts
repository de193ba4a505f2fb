import type { ReactiveControllerHost } from 'lit';
import { runInNextTask } from '../../common/next-task.js';
import type { NotificationItem } from '../../inbox/notifications/notification-item.js';

/** How many cards are rendered in one task, so that many records at once cause no long task. */
const batchSize = 6;

/** What a row shows: the item, and what all rows depend on, such as the language. */
export interface RowContent {
  readonly item: NotificationItem;
  readonly context: unknown;
}

/**
 * Time slicing for the cards of a list: a row whose item has changed shows it now, or, when the batch of this task is
 * full, in one of the next tasks.
 */
export class CardBatches {
  readonly #host: ReactiveControllerHost;
  #contents = new Map<string, RowContent>();
  /** How many cards may still be rendered in this task; negative for the number of those that wait for the next one. */
  #budget = batchSize;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * What the row shows in this update, which may be an earlier version of its item; undefined for a row whose first
   * card waits for a later task. The same object for as long as nothing changes.
   */
  get(id: string): RowContent | undefined {
    return this.#contents.get(id);
  }

  /** Decides what the rows show in this update. Each card that must be rendered for it takes a place in the batch. */
  update(items: readonly NotificationItem[], context: unknown): void {
    const before = this.#contents;
    const budget = this.#budget;
    this.#contents = new Map();
    for (const item of items) {
      let content = before.get(item.id);
      if (content?.item !== item || content.context !== context) {
        const isDeferred = item.record !== null && (this.#budget -= 1) < 0;
        if (!isDeferred) content = { item, context };
      }
      if (content) this.#contents.set(item.id, content);
    }
    const isFirstOfTask = budget === batchSize && this.#budget < batchSize;
    if (isFirstOfTask) runInNextTask(() => this.#startBatch());
  }

  #startBatch(): void {
    if (this.#budget < 0) this.#host.requestUpdate();
    this.#budget = batchSize;
  }
}
