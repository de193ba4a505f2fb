import { warnOnce } from '../../common/warn.js';

/**
 * A lock that one tab of a site holds, or with the mode `shared` several. Where there are none, as in an insecure page, or
 * where they are refused, as in a sandboxed frame, each tab is on its own: it holds what it wants.
 */
export class TabLock {
  readonly #name: string;
  readonly #mode: LockMode;
  readonly #onChange: (isHeld: boolean) => void;
  #wanted: AbortController | null = null;
  #isHeld = false;

  constructor(name: string, mode: LockMode, onChange: (isHeld: boolean) => void = () => undefined) {
    this.#name = name;
    this.#mode = mode;
    this.#onChange = onChange;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether it holds the lock, or waits for it. */
  get isWanted(): boolean {
    return this.#wanted !== null;
  }

  /** Waits for the lock, or releases it. With `steal`, takes it from the tab that holds it, which waits for it then. */
  request(isWanted: boolean, { steal = false } = {}): void {
    if (isWanted === this.isWanted && !steal) return;
    this.#wanted?.abort();
    this.#wanted = null;
    this.#setHeld(false);
    if (!isWanted) return;
    const { signal } = (this.#wanted = new AbortController());
    if (!hasLocks()) {
      this.#holdAlone('no locks');
      return;
    }
    const hold = async (): Promise<void> => {
      if (signal.aborted) return;
      this.#setHeld(true);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    // A lock cannot be both taken over and waited for.
    const options: LockOptions = steal ? { steal } : { mode: this.#mode, signal };
    navigator.locks.request(this.#name, options, hold).catch((error: unknown) => {
      // It was released before it was granted.
      if (signal.aborted) return;
      const isTakenOver = error instanceof DOMException && error.name === 'AbortError';
      if (!isTakenOver) this.#holdAlone(error);
      else {
        this.request(false);
        this.request(true);
      }
    });
  }

  #holdAlone(reason: unknown): void {
    warnOnce(`Each tab shows and plays arrivals on its own: ${String(reason)}`);
    this.#setHeld(true);
  }

  #setHeld(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#onChange(isHeld);
  }
}

/** Some simulated pages have null. */
function hasLocks(): boolean {
  const platform: { locks?: LockManager | null } = navigator;
  return Boolean(platform.locks);
}

/** Whether any tab of the site is known to hold the lock. */
export async function isLockHeld(name: string): Promise<boolean> {
  if (!hasLocks()) return false;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return held.some((lock) => lock.name === name);
}
