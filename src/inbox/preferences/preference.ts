import type { Mark } from '../device/stored-row.js';
import type { PreferenceGroup } from './preference-state.js';

/** One choice of the customer, until its fate is known. */
export interface Choice {
  readonly isOff: boolean;
  readonly isSaved: Promise<boolean>;
  readonly settle: (isSaved: boolean) => void;
}

/** What is known of one group, also while the host does not list it. */
export class Preference {
  /** The host's last word: only another one is news. */
  told: boolean | null = null;
  known: boolean | null = null;
  /** Since when, in milliseconds since 1970. */
  at = 0;
  isRemembered = false;
  /** Whether `known` is surely what the service has. After a failure nobody can tell. */
  isSure = false;
  choice: Choice | null = null;
  /** The choice that is under way; there may be a newer one. */
  sending: Choice | null = null;
  isWaiting = false;
  failedChoice: boolean | null = null;
  /** Tells what was shown at one time from the same at another. */
  acts = 0;

  get shown(): boolean | null {
    return this.choice ? this.choice.isOff : this.known;
  }

  get status(): PreferenceGroup['status'] {
    if (this.choice) return this.isWaiting ? 'waiting' : 'saving';
    return this.failedChoice === null ? 'settled' : 'failed';
  }

  /** What the host says counts where it says something else than before: it may repeat what was so once. */
  hear(isOff: boolean | null): void {
    if (isOff === null || isOff === this.told) return;
    this.told = isOff;
    this.acts += 1;
    this.learn(isOff);
  }

  /** What the device remembers, or another tab saved, counts where it is newer. */
  follow({ value, at }: Mark, isRemembered: boolean): void {
    if (value === null || at <= this.at) return;
    this.acts += 1;
    this.learn(value, at, isRemembered);
  }

  learn(isOff: boolean, at = Date.now(), isRemembered = false): void {
    this.known = isOff;
    this.at = at;
    this.isRemembered = isRemembered;
    this.isSure = !isRemembered;
    this.failedChoice = null;
  }

  choose(isOff: boolean): Promise<boolean> {
    this.acts += 1;
    this.failedChoice = null;
    if (this.choice?.isOff === isOff) return this.choice.isSaved;
    // The one that is under way learns its fate by its answer.
    if (this.choice !== this.sending) this.end(false);
    let settle: Choice['settle'] = () => undefined;
    const isSaved = new Promise<boolean>((resolve) => (settle = resolve));
    this.choice = { isOff, isSaved, settle };
    return isSaved;
  }

  /** No choice is left: what is known is shown. */
  end(isSaved: boolean): void {
    this.choice?.settle(isSaved);
    this.choice = null;
    this.isWaiting = false;
  }
}
