import type * as requestCode from '../request-code.js';
import type { NotificationSource } from '../sources/source.js';
import type { MarkSaver } from './mark-saver.js';
import type {
  NotificationChange,
  NotificationStateContainer,
  NotificationUpdate,
} from './notification-state.js';

/** Has the host save what is read, seen and dismissed, by a {@link MarkSaver} for each flag. Their code loads on demand. */
export class LazyMarkSavers {
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  /** These are there once their code is loaded. */
  #savers: readonly MarkSaver[] | undefined;
  /** What they have missed. */
  #missed: NotificationChange[] = [];

  constructor(container: NotificationStateContainer, source: NotificationSource) {
    this.#container = container;
    this.#source = source;
  }

  /** Whether there is something to save, for which the code has to load. */
  get needsCode(): boolean {
    return this.#missed.length > 0;
  }

  handleUpdate({ change }: NotificationUpdate): void {
    if (this.#savers) for (const saver of this.#savers) saver.handleChanges([change]);
    else if (change.type === 'reset') this.#missed = [];
    else if ('flag' in change && this.#container.state.flags[change.flag].isSavedByHost)
      this.#missed.push(change);
  }

  /** Saves from now on, and what was to be saved before. */
  start({ createMarkSavers }: typeof requestCode): void {
    this.#savers = createMarkSavers(this.#container, this.#source);
    for (const saver of this.#savers) saver.handleChanges(this.#missed);
    this.#missed = [];
  }
}
