import { NudgeError } from '../../../api/errors.js';
import { withDeadline } from '../../../common/time.js';
import type { BindAct } from '../../acts/act.js';
import { pendingOf } from '../../acts/stages.js';
import type { NotificationSource } from '../../sources/source.js';
import type { NotificationStateContainer } from '../state/notification-change.js';

/** How long the host may take to delete notifications, in milliseconds. */
const removeTimeoutMs = 20_000;

/** Has the host delete notifications for good. */
export class Deleting {
  readonly name = 'deleting';
  readonly on = ['cleared'] as const;
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  readonly #bindAct: BindAct;
  readonly #onDeleted: (ids: readonly string[]) => void;
  /** Another object once the store was cleared: what was deleted before is no news to the next customer. */
  #visit = {};

  /** @param onDeleted Takes what the host has deleted off the list. */
  constructor(
    container: NotificationStateContainer,
    source: NotificationSource,
    bindAct: BindAct,
    onDeleted: (ids: readonly string[]) => void,
  ) {
    this.#container = container;
    this.#source = source;
    this.#bindAct = bindAct;
    this.#onDeleted = onDeleted;
  }

  handleUpdate(): void {
    this.#visit = {};
  }

  /** Deletes notifications, and then takes them off the list. Resolves with whether the host has deleted them. */
  async remove(ids: readonly string[]): Promise<boolean> {
    const act = this.#bindAct();
    const visit = this.#visit;
    const saved = new Set<string>();
    try {
      await withDeadline(
        async (signal) => {
          // The host may delete only what it knows to be dismissed.
          if (this.#areBeingDismissed(ids))
            await this.#container.waitFor(() => !this.#areBeingDismissed(ids) || null);
          await act.send(() => {
            if (!this.#source.remove) throw new NudgeError('The source cannot delete notifications.');
            return this.#source.remove([...ids], {
              signal,
              confirmCustomer: () => act.confirm(signal),
              setSaved: (some) => some.forEach((id) => saved.add(id)),
            });
          }, signal);
        },
        removeTimeoutMs,
        () => new NudgeError('The source takes too long to delete.'),
      );
      if (visit === this.#visit) this.#onDeleted(ids);
      return true;
    } catch (error) {
      if (visit !== this.#visit) return false;
      const removed = ids.filter((id) => saved.has(id));
      const failed = ids.filter((id) => !saved.has(id));
      if (removed.length > 0) {
        this.#onDeleted(removed);
        if (failed.length === 0) return true;
      }
      this.#container.apply({ type: 'deletionFailed', ids: failed, error });
      return false;
    }
  }

  #areBeingDismissed(ids: readonly string[]): boolean {
    const { dismissed } = this.#container.state.flags;
    return ids.some((id) => pendingOf(dismissed.stagesOf(id)));
  }
}
