import { Emitter } from '../../common/emitter.js';
import { isLockHeld } from './tab-lock.js';

const lockName = 'nudge-inbox toasts';

/** How long after its return a tab may still list what came before. */
const returnMs = 10_000;
/** How long after it has taken over from another visible tab: until its source has requested the list again. */
const takeoverMs = 60_000;

/** Undefined in an insecure page. There, each tab leads, as where the locks are refused. */
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
  #hadOtherLeader = false;
  #leadsSince: number | null = null;
  /** While it takes part. */
  #listeners: AbortController | undefined;
  /** Ends the request for the lock, or gives the lock back. */
  #release: (() => void) | undefined;

  get isLeading(): boolean {
    return this.#leadsSince !== null;
  }

  /**
   * Whether another tab has shown it, or nobody, before the customer came to this one. Only shortly after that: the clock of
   * the server may be slow, which must not hide what comes later.
   *
   * @param time in milliseconds since 1970
   */
  isMissed(time: number): boolean {
    const since = this.#leadsSince ?? 0;
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
    const update = (): void => this.#update(document.hidden);
    document.addEventListener('visibilitychange', update, { signal });
    window.addEventListener('focus', update, { signal });
    window.addEventListener('pageshow', update, { signal });
    window.addEventListener('pagehide', () => this.#update(true), { signal });
    update();
  }

  #stop(): void {
    this.#listeners?.abort();
    this.#listeners = undefined;
    this.#yield();
  }

  #update(isHidden: boolean): void {
    if (isHidden) {
      this.#wasHidden = true;
      this.#yield();
    } else if (!this.isLeading) {
      const isUsed = document.hasFocus();
      if (isUsed) this.#yield();
      if (!this.#release) void this.#request(isUsed);
    }
  }

  async #request(isUsed: boolean): Promise<void> {
    const waiting = new AbortController();
    this.#release = () => waiting.abort();
    const locks = getLocks();
    if (!locks) {
      this.#lead(false);
      return;
    }
    const hadOtherLeader = await isLockHeld(lockName);
    if (waiting.signal.aborted) return;
    const hold = (): Promise<void> | undefined => {
      if (waiting.signal.aborted) return undefined;
      this.#lead(hadOtherLeader);
      return new Promise((resolve) => (this.#release = resolve));
    };
    // A lock cannot be both taken over and waited for.
    const options: LockOptions = isUsed ? { steal: true } : { signal: waiting.signal };
    locks.request(lockName, options, hold).catch((error: unknown) => {
      // This tab has ended the request.
      if (waiting.signal.aborted || this.#users === 0) return;
      const isTakenOver = error instanceof DOMException && error.name === 'AbortError';
      if (isTakenOver) {
        this.#yield();
        void this.#request(false);
      } else this.#lead(false);
    });
  }

  #lead(hadOtherLeader: boolean): void {
    this.#hadOtherLeader = hadOtherLeader;
    this.#leadsSince = this.#wasHidden || hadOtherLeader ? Date.now() : 0;
    this.changes.emit(true);
  }

  #yield(): void {
    const wasLeading = this.isLeading;
    this.#release?.();
    this.#release = undefined;
    this.#leadsSince = null;
    if (wasLeading) this.changes.emit(false);
  }
}

/** One for the page, whatever shows toasts on it. */
export const leadingTab: LeadingTab = new LeadingTab();
