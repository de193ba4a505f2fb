import { Emitter } from '../../common/emitter.js';
import { PageObserver } from '../../common/page-observer.js';
import { isLockHeld, TabLock } from './tab-lock.js';

const lockName = 'nudge-inbox toasts';

/** How long after its return a tab may still list what came before. */
const returnMs = 10_000;
/** How long after it has taken over from another visible tab: until its source has requested the list again. */
const takeoverMs = 60_000;

/**
 * Of the visible tabs of a site, the one that the customer used last leads: only that one shows toasts. It holds a lock, which
 * it gives back when it is hidden: a page with a lock could not go into the back/forward cache.
 */
class LeadingTab {
  /** Emits when this tab leads from now on, or no longer does. */
  readonly changes = new Emitter<boolean>();
  readonly #pageObserver = new PageObserver(() => this.#update());
  readonly #lock = new TabLock(lockName, 'exclusive', (isHeld) => this.#handleLock(isHeld));
  #users = 0;
  #wasHidden = false;
  #hadOtherLeader = false;
  /** In milliseconds since 1970; 0 if it was visible, and there was no other. */
  #leadsSince = 0;
  /** While it takes part. */
  #listeners: AbortController | undefined;
  /** Replaced when the lock is no longer to be requested as it was to be. */
  #attempt = {};

  get isLeading(): boolean {
    return this.#lock.isHeld;
  }

  /**
   * Whether another tab has shown it, or nobody, before the customer came to this one. Only shortly after that: the clock of
   * the server may be slow, which must not hide what comes later.
   *
   * @param time in milliseconds since 1970
   */
  isMissed(time: number): boolean {
    const since = this.#leadsSince;
    return time < since && Date.now() - since < (this.#hadOtherLeader ? takeoverMs : returnMs);
  }

  /** Takes part until the returned function is called. */
  join(): () => void {
    this.#users += 1;
    if (!this.#listeners) this.#start();
    return () => {
      this.#users -= 1;
      // An element that moves within the page leaves and joins in one task.
      queueMicrotask(() => {
        if (this.#users === 0) this.#stop();
      });
    };
  }

  #start(): void {
    this.#wasHidden = false;
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    window.addEventListener('focus', () => this.#update(), { signal });
    this.#pageObserver.start();
    this.#update();
  }

  #stop(): void {
    this.#listeners?.abort();
    this.#listeners = undefined;
    this.#pageObserver.stop();
    this.#release();
  }

  #update(): void {
    if (this.#pageObserver.isHidden) {
      this.#wasHidden = true;
      this.#release();
    } else if (!this.isLeading) {
      const isUsed = document.hasFocus();
      if (isUsed || !this.#lock.isWanted) void this.#request(isUsed);
    }
  }

  async #request(isUsed: boolean): Promise<void> {
    const attempt = (this.#attempt = {});
    const hasOtherLeader = await isLockHeld(lockName);
    if (attempt !== this.#attempt) return;
    this.#hadOtherLeader = hasOtherLeader;
    this.#lock.request(true, { steal: isUsed });
  }

  #release(): void {
    this.#attempt = {};
    this.#lock.request(false);
  }

  #handleLock(isHeld: boolean): void {
    this.#leadsSince = isHeld && (this.#wasHidden || this.#hadOtherLeader) ? Date.now() : 0;
    // Unless this tab has released it, another one has taken over.
    if (!isHeld) this.#hadOtherLeader = true;
    this.changes.emit(isHeld);
  }
}

/** One for the page, whatever shows toasts on it. */
export const leadingTab: LeadingTab = new LeadingTab();
