import { isOffline, PageObserver, type PageChange } from '../../../common/page-observer.js';
import { StoreReturn, type ReturnCheck } from '../../return-check.js';
import { serverChanges } from '../state/change-groups.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';

/** What runs while the store has a subscriber, in a page that somebody can see. */
export interface LifecycleParts {
  readonly deviceSync: { start(onReady: () => void): void; suspend(isLeaving: boolean): void };
  readonly sourceSync: { start(): void; stop(): void; probe(): void; loadFirst(): Promise<void> };
  readonly recordLoader: { resume(): void; retryFailed(): void };
}

export interface LifecycleOptions {
  /** Finds out whose a page is that returns from the back/forward cache. Without it, the list is shown again at once. */
  returnCheck: Pick<ReturnCheck, 'leave' | 'run'> | undefined;
  /** Receives that it runs from now on, or no longer does. */
  onRunning: ((isRunning: boolean) => void) | undefined;
  /** Lists again what the host lists itself, after everything was dropped. */
  restoreHostIds: () => void;
}

/**
 * When the store runs: from its first subscriber to its last, while the page is visible, and in a page that has returned from the
 * back/forward cache once it is known whose it is.
 */
export class Lifecycle {
  readonly name = 'lifecycle';
  readonly on = [...serverChanges, 'cleared', 'closed'] as const;
  readonly #container: NotificationStateContainer;
  readonly #parts: LifecycleParts;
  readonly #onRunning: LifecycleOptions['onRunning'];
  readonly #restoreHostIds: () => void;
  readonly #return: StoreReturn;
  readonly #pageObserver = new PageObserver((change) => this.#handlePageChange(change));
  #isClosed = false;
  #runsHidden = false;

  constructor(
    container: NotificationStateContainer,
    parts: LifecycleParts,
    { returnCheck, onRunning, restoreHostIds }: LifecycleOptions,
  ) {
    this.#container = container;
    this.#parts = parts;
    this.#onRunning = onRunning;
    this.#restoreHostIds = restoreHostIds;
    this.#return = new StoreReturn({
      check: returnCheck,
      canReturn: () => this.isReturning && !this.#isHidden && !this.#isClosed,
      onReturn: () => {
        container.apply({ type: 'conditions', conditions: { returning: null } });
        this.#catchUp();
      },
      onUnreachable: () => {
        container.apply({ type: 'conditions', conditions: { returning: 'unreachable' } });
      },
    });
  }

  /** Whether nothing is shown, since the page is in the back/forward cache, or it is not known yet whose it is. */
  get isReturning(): boolean {
    return this.#container.state.returning !== null;
  }

  /** Whether the store has ended for good. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  handleUpdate({ change }: NotificationUpdate<Lifecycle['on'][number]>): void {
    // A response may have proved the browser wrong.
    this.#setOffline(isOffline());
    if (change.type === 'closed') this.close();
    if (change.type === 'cleared' && change.isRestart) this.#restart();
  }

  /** Starts, unless it runs, or has ended for good. */
  start(): void {
    if (this.#pageObserver.isObserving || this.#isClosed) return;
    const { deviceSync, sourceSync, recordLoader } = this.#parts;
    this.#pageObserver.start();
    this.#onRunning?.(true);
    this.#container.apply({
      type: 'conditions',
      conditions: { isRunning: true, isOffline: isOffline(), isPageHidden: this.#isHidden },
    });
    if (this.isReturning) void this.#return.run();
    else if (!this.#isHidden) {
      deviceSync.start(() => {
        sourceSync.start();
        recordLoader.resume();
      });
    }
  }

  stop(): void {
    this.#onRunning?.(false);
    this.#pageObserver.stop();
    this.#return.cancel();
    this.#parts.deviceSync.suspend(true);
    this.#parts.sourceSync.stop();
    this.#container.apply({ type: 'conditions', conditions: { isRunning: false } });
  }

  /** Ends for good: it does not start again. */
  close(): void {
    this.#isClosed = true;
    this.stop();
  }

  /** Loads what is new, and again what failed; while it is not known whose the page is, only finds that out. */
  async refresh(): Promise<void> {
    if (this.isReturning) {
      await this.#return.run();
      return;
    }
    const { sourceSync, recordLoader } = this.#parts;
    recordLoader.retryFailed();
    if (this.#canRun) sourceSync.start();
    const loading = sourceSync.loadFirst();
    recordLoader.resume();
    await loading;
  }

  /** Sets whether arrivals come in a hidden page, too. */
  setRunsHidden(runsHidden: boolean): void {
    if (this.#runsHidden === runsHidden) return;
    this.#runsHidden = runsHidden;
    if (this.#pageObserver.isHidden) this.#handlePageChange();
  }

  get #isHidden(): boolean {
    return this.#pageObserver.isHidden && !this.#runsHidden;
  }

  get #canRun(): boolean {
    return this.#container.state.isRunning && !this.#isHidden;
  }

  /** Starts again with what the host lists, after every effect has dropped what it knew. */
  #restart(): void {
    this.#restoreHostIds();
    if (this.#canRun && !this.isReturning) this.#parts.sourceSync.start();
  }

  /** In a hidden page nothing is requested and the source is closed; what was missed is loaded on return and once online. */
  #handlePageChange({ isLeaving, isLost }: PageChange = { isLeaving: false, isLost: false }): void {
    const { deviceSync, sourceSync } = this.#parts;
    const isHidden = isLeaving || this.#isHidden;
    const catchesUp = !isHidden && !this.isReturning && !isLost;
    this.#container.apply({
      type: 'conditions',
      conditions: {
        // What failed for want of a network keeps that name until it is requested again.
        isOffline: isOffline() || (catchesUp && this.#container.state.isOffline),
        isPageHidden: isHidden,
        ...(isLeaving && this.#return.isChecked && { returning: 'checking' }),
      },
    });
    if (isHidden) {
      if (isLeaving) this.#return.leave();
      else this.#return.cancel();
      sourceSync.stop();
      deviceSync.suspend(isLeaving);
    } else if (this.isReturning) void this.#return.run();
    else if (catchesUp) this.#catchUp();
    else sourceSync.probe();
  }

  /** Loads what was missed, once what the device stored is there. */
  #catchUp(): void {
    this.#parts.deviceSync.start(() => {
      void this.refresh();
      this.#setOffline(isOffline());
    });
  }

  #setOffline(isNow: boolean): void {
    const { isRunning, isOffline: wasBefore } = this.#container.state;
    if (isRunning && isNow !== wasBefore)
      this.#container.apply({ type: 'conditions', conditions: { isOffline: isNow } });
  }
}
