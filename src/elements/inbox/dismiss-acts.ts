import type { NotificationStore } from '../../inbox/notifications/notification-store.js';
import { plural } from '../../localization/messages.js';
import type { LocalizationController } from '../base/localization-controller.js';
import type { SessionController } from '../base/session-controller.js';
import type { UndoNotice } from '../shared/undo-notice.js';

export interface DismissActsOptions {
  sessionController: SessionController;
  localization: LocalizationController;
  undo: UndoNotice;
  /** Runs when the customer has undone that these were dismissed. */
  onUndo: (ids: readonly string[]) => void;
}

/** Dismisses and restores notifications, and says so in the notice with the undo button. */
export class DismissActs {
  readonly #options: DismissActsOptions;

  constructor(options: DismissActsOptions) {
    this.#options = options;
  }

  get #store(): NotificationStore | undefined {
    return this.#options.sessionController.notificationStore;
  }

  dismiss(ids: readonly string[]): void {
    this.#store?.dismiss(ids);
    this.#showDismissed(ids);
  }

  restore(ids: readonly string[]): void {
    const { localization, undo } = this.#options;
    this.#store?.restore(ids);
    undo.showAct({
      kind: 'restore',
      ids,
      toText: (count) => plural(localization.messages.restored, count, localization.locale),
      undo: (all) => this.#store?.dismiss(all),
    });
  }

  /** Dismisses everything that is listed and read. */
  clearRead(): void {
    const ids = this.#store?.dismissRead() ?? [];
    if (ids.length > 0) this.#showDismissed(ids);
  }

  /** Says that the host did not save a change, which was rolled back. */
  reportNotSaved(ids: readonly string[], isDismissed: boolean): void {
    const { localization, undo } = this.#options;
    const { notDismissed, notRestored, tryAgain } = localization.messages;
    const retry = (): void => (isDismissed ? this.#store?.dismiss(ids) : this.#store?.restore(ids));
    undo.show(isDismissed ? notDismissed : notRestored, retry, tryAgain);
  }

  #showDismissed(ids: readonly string[]): void {
    const { localization, undo, onUndo } = this.#options;
    undo.showAct({
      kind: 'dismiss',
      ids,
      toText: (count) => plural(localization.messages.dismissed, count, localization.locale),
      undo: (all) => {
        this.#store?.restore(all);
        onUndo(all);
      },
    });
  }
}
