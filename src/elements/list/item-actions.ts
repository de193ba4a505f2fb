import { parseTime } from '../../common/dates.js';
import type { LitElement } from 'lit';
import type { NotificationItem } from '../../session/notifications/state/notification-item.js';
import type { Notifications } from '../../session/notifications/notification-store.js';
import { format, plural } from '../../localization/messages.js';
import { formatSnoozedUntil } from '../../localization/snooze-times.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionEvent } from '../base/public-events.js';
import type { SessionController } from '../base/session/session-controller.js';
import type { CardOffer } from '../card/card-context.js';
import type { ActionNotice } from '../shared/action-notice.js';
import { isPutAside, type InboxFilter } from './inbox-filter.js';

export interface ItemActionsElement extends LitElement {
  filter: InboxFilter;
  /** Whether customers can snooze notifications. */
  snooze: boolean;
  /** Whether customers can delete for good what is dismissed. */
  removable: boolean;
}

export interface ItemActionsContext {
  sessionController: SessionController;
  localization: LocalizationController;
  notice: ActionNotice;
}

export interface ItemActionsOptions {
  /** Runs when the customer has undone that these were dismissed or snoozed. */
  onDismissUndone: (ids: readonly string[]) => void;
}

/** What the cards of a list offer. The list renders them again when it is another array. */
const offers = {
  listed: ['dismiss', 'filter'],
  snoozable: ['dismiss', 'snooze', 'filter'],
  putAside: ['restore', 'filter'],
  removable: ['restore', 'remove', 'filter'],
} as const;

interface ReadNotSaved {
  ids: readonly string[];
  isRead: boolean;
  /** Whether everything was to be marked, the pages that are not loaded too. */
  isAll: boolean;
}

/** What the customer does to notifications of the list. The notice says it, with a button to undo it or to try it again. */
export class ItemActions {
  readonly #element: ItemActionsElement;
  readonly #context: ItemActionsContext;
  readonly #options: ItemActionsOptions;
  /** Until when those were snoozed that the customer has put back, in milliseconds since 1970. */
  readonly #endedSnoozes = new Map<string, number>();

  constructor(element: ItemActionsElement, context: ItemActionsContext, options: ItemActionsOptions) {
    this.#element = element;
    this.#context = context;
    this.#options = options;
    context.sessionController.events.subscribe((event) => this.#handleSessionEvent(event));
    context.sessionController.onCustomerGone(() => {
      // Nobody else can undo what the customer did, or try it again.
      context.notice.hide();
      this.#endedSnoozes.clear();
    });
  }

  /** What every card of the list offers. */
  get cardOffers(): readonly CardOffer[] {
    const { filter, snooze, removable } = this.#element;
    if (filter === 'dismissed' && removable) return offers.removable;
    if (isPutAside(filter)) return offers.putAside;
    return snooze ? offers.snoozable : offers.listed;
  }

  get #store(): Notifications | undefined {
    return this.#context.sessionController.notificationStore;
  }

  /** Requests a record again. The row itself shows a failure. */
  load(id: string): void {
    this.#store?.load(id).catch(() => undefined);
  }

  setRead(ids: readonly string[], isRead: boolean): void {
    if (isRead) this.#store?.markRead(ids);
    else this.#store?.markUnread(ids);
  }

  /** For what is easily done by mistake, or to several at once. */
  setReadWithUndo(ids: readonly string[], isRead: boolean): void {
    const { localization, notice } = this.#context;
    const { markedRead, markedUnread } = localization.messages;
    const changed = ids.filter((id) => this.#store?.get(id).isRead !== isRead);
    if (changed.length === 0) return;
    this.setRead(changed, isRead);
    notice.show(isRead ? markedRead : markedUnread, () => this.setRead(this.#known(changed), !isRead));
  }

  dismiss(ids: readonly string[]): void {
    const { localization, notice } = this.#context;
    this.#store?.dismiss(ids);
    notice.showAct({
      kind: 'dismiss',
      ids,
      toText: (count) => plural(localization.messages.dismissed, count, localization.locale),
      undo: (all) => {
        this.#store?.restore(all);
        this.#options.onDismissUndone(all);
      },
    });
  }

  /** Puts dismissed or snoozed ones back on the list. */
  putBack(ids: readonly string[]): void {
    const { snoozedItems = [], dismissedItems = [] } = this.#store?.state ?? {};
    const isMeant = ({ id }: NotificationItem): boolean => ids.includes(id);
    const snoozed = snoozedItems.filter(isMeant);
    const dismissed = dismissedItems.filter(isMeant).map(({ id }) => id);
    if (snoozed.length > 0) this.#unsnooze(snoozed);
    if (dismissed.length > 0) this.#restore(dismissed);
  }

  #restore(ids: readonly string[]): void {
    const { localization, notice } = this.#context;
    this.#store?.restore(ids);
    notice.showAct({
      kind: 'restore',
      ids,
      toText: (count) => plural(localization.messages.restored, count, localization.locale),
      undo: (all) => this.#store?.dismiss(this.#listed(all)),
    });
  }

  #unsnooze(items: readonly NotificationItem[]): void {
    const { localization, notice } = this.#context;
    const ids = items.map(({ id }) => id);
    for (const { id, snoozedUntil = '' } of items) this.#endedSnoozes.set(id, parseTime(snoozedUntil));
    void this.#store?.unsnooze(ids);
    notice.showAct({
      kind: 'unsnooze',
      ids,
      toText: (count) => plural(localization.messages.restored, count, localization.locale),
      undo: (all) => {
        const listed = this.#listed(all);
        for (const until of new Set(listed.map((id) => this.#endedSnoozes.get(id) ?? 0))) {
          const together = listed.filter((id) => this.#endedSnoozes.get(id) === until);
          if (until > Date.now()) void this.#store?.snooze(together, new Date(until));
        }
      },
    });
  }

  async snooze(ids: readonly string[], until: Date): Promise<void> {
    const { localization, notice } = this.#context;
    const store = this.#store;
    const { visit } = this.#context.sessionController;
    const isSnoozed = await store?.snooze(ids, until);
    if (visit !== this.#context.sessionController.visit) return;
    const { actionFailed, snoozedUntil } = localization.messages;
    if (!isSnoozed) {
      notice.show(actionFailed);
      return;
    }
    const time = formatSnoozedUntil(Number(until), Date.now(), localization.locale);
    notice.show(format(snoozedUntil, { time }), () => {
      void store?.unsnooze(ids).then(() => this.#options.onDismissUndone(ids));
    });
  }

  /** Deletes them for good. */
  async remove(ids: readonly string[]): Promise<void> {
    const { localization, notice } = this.#context;
    const { visit } = this.#context.sessionController;
    const isRemoved = await this.#store?.remove(ids);
    if (isRemoved && visit === this.#context.sessionController.visit)
      notice.show(localization.messages.removed);
  }

  /** Says what the host did not save, which was rolled back. */
  #handleSessionEvent(event: SessionEvent): void {
    if (event.type !== 'error') return;
    if (event.operation === 'set-read') this.#reportReadNotSaved(event);
    if (event.operation === 'set-dismissed') this.#reportDismissedNotSaved(event.ids, event.isDismissed);
    if (event.operation === 'set-snoozed') this.#reportSnoozedNotSaved(event.ids, event.until);
    if (event.operation === 'remove') this.#reportNotRemoved(event.ids);
  }

  #reportSnoozedNotSaved(ids: readonly string[], until: number | null): void {
    const { localization, notice } = this.#context;
    const { actionFailed, tryAgain } = localization.messages;
    const retry = (): void => {
      if (until === null) void this.#store?.unsnooze(ids);
      else void this.snooze(this.#listed(ids), new Date(until));
    };
    notice.show(actionFailed, retry, tryAgain);
  }

  #reportNotRemoved(ids: readonly string[]): void {
    const { localization, notice } = this.#context;
    const { actionFailed, tryAgain } = localization.messages;
    const retry = (): void => {
      // What was restored meanwhile, maybe on another device, is no longer meant.
      const dismissed = new Set(this.#store?.state.dismissedItems.map(({ id }) => id));
      const remaining = ids.filter((id) => dismissed.has(id));
      if (remaining.length > 0) void this.remove(remaining);
    };
    notice.show(actionFailed, retry, tryAgain);
  }

  #reportReadNotSaved({ ids, isRead, isAll }: ReadNotSaved): void {
    const { localization, notice } = this.#context;
    const { notMarkedRead, notMarkedUnread, tryAgain } = localization.messages;
    const putAside = this.#putAside(ids);
    const retry = (): void => {
      if (isAll) this.#store?.markAllRead();
      // What was dismissed or snoozed meanwhile is no longer meant.
      else this.setRead([...this.#listed(ids), ...this.#putAside(putAside)], isRead);
    };
    notice.show(isRead ? notMarkedRead : notMarkedUnread, retry, tryAgain);
  }

  #reportDismissedNotSaved(ids: readonly string[], isDismissed: boolean): void {
    const { localization, notice } = this.#context;
    const { notDismissed, notRestored, tryAgain } = localization.messages;
    const retry = (): void =>
      isDismissed ? this.#store?.dismiss(this.#listed(ids)) : this.#store?.restore(ids);
    notice.show(isDismissed ? notDismissed : notRestored, retry, tryAgain);
  }

  /** Those that are listed, or put aside. After the store was cleared they are a former customer's. */
  #known(ids: readonly string[]): string[] {
    return [...this.#listed(ids), ...this.#putAside(ids)];
  }

  /** Those that are dismissed or snoozed. */
  #putAside(ids: readonly string[]): string[] {
    const { dismissedItems = [], snoozedItems = [] } = this.#store?.state ?? {};
    const putAside = new Set([...dismissedItems, ...snoozedItems].map(({ id }) => id));
    return ids.filter((id) => putAside.has(id));
  }

  /** Those that are still listed. After the store was cleared they are a former customer's. */
  #listed(ids: readonly string[]): string[] {
    const listed = new Set(this.#store?.state.items.map(({ id }) => id));
    return ids.filter((id) => listed.has(id));
  }
}
