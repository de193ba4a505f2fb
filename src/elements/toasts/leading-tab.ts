import { Emitter } from '../../common/emitter.js';
import { isLockHeld } from '../shared/tab-lock.js';

const lockName = 'nudge-inbox toasts';

/** Not in an insecure page. There, each tab leads. */
function getLocks(): LockManager | undefined {
  const platform: { locks?: LockManager } = navigator;
  return platform.locks;
}

/**
 * Of the visible tabs of a site, the one that the customer used last leads: only that one shows toasts. It holds a lock, which
 * it gives back when it is hidden: a page with a lock could not go into the back/forward cache.
 */
class LeadingTab {
  /** Emits when this tab leads from now on, or no longer does. */
  readonly changes = new Emitter<boolean>();
  #users = 0;
  #wasHidden = false;
  #leadsSince: number | null = null;
  #listeners = new AbortController();
  /** Ends the request for the lock, or gives the lock back. */
  #end: (() => void) | undefined;

  get isLeading(): boolean {
    return this.#leadsSince !== null;
  }

  /**
   * When this tab began to lead in place of another one, or returned; in milliseconds since 1970. What is older may have been
   * shown elsewhere. 0 if it has led from the start.
   */
  get leadsSince(): number {
    return this.#leadsSince ?? 0;
  }

  /** Takes part until the returned function is called. */
  join(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#stop();
    };
  }

  #start(): void {
    this.#wasHidden = false;
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const update = (): void => this.#update(document.hidden);
    document.addEventListener('visibilitychange', update, { signal });
    window.addEventListener('focus', update, { signal });
    window.addEventListener('pageshow', update, { signal });
    window.addEventListener('pagehide', () => this.#update(true), { signal });
    update();
  }

  #stop(): void {
    this.#listeners.abort();
    this.#yield();
  }

  #update(isHidden: boolean): void {
    if (isHidden) {
      this.#wasHidden = true;
      this.#yield();
    } else if (!this.isLeading) {
      const isUsed = document.hasFocus();
      if (isUsed) this.#yield();
      if (!this.#end) void this.#request(isUsed);
    }
  }

  async #request(isUsed: boolean): Promise<void> {
    const waiting = new AbortController();
    this.#end = () => waiting.abort();
    const locks = getLocks();
    if (!locks) {
      this.#lead(false);
      return;
    }
    // Rejects where storage is blocked.
    const wasLed = await isLockHeld(lockName).catch(() => false);
    if (waiting.signal.aborted) return;
    const hold = (): Promise<void> | undefined => {
      if (waiting.signal.aborted) return undefined;
      this.#lead(wasLed);
      return new Promise((resolve) => (this.#end = resolve));
    };
    // A lock cannot be both taken over and waited for.
    const options: LockOptions = isUsed ? { steal: true } : { signal: waiting.signal };
    locks.request(lockName, options, hold).catch(() => {
      // Another tab has taken it over, unless this one has ended the request.
      if (waiting.signal.aborted || this.#users === 0) return;
      this.#yield();
      void this.#request(false);
    });
  }

  /** @param wasLed whether another tab led before */
  #lead(wasLed: boolean): void {
    this.#leadsSince = this.#wasHidden || wasLed ? Date.now() : 0;
    this.changes.emit(true);
  }

  #yield(): void {
    const wasLeading = this.isLeading;
    this.#end?.();
    this.#end = undefined;
    this.#leadsSince = null;
    if (wasLeading) this.changes.emit(false);
  }
}

/** One for the page, whatever shows toasts on it. */
export const leadingTab: LeadingTab = new LeadingTab();
