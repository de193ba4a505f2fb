import type { NotificationItem } from './notification-item.js';
import type { Mark } from '../device/stored-row.js';

/** What somebody did about one notification's reading in this visit; null takes back what was done before. */
export interface ReadAct {
  readonly isRead: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const timeOf = (date: string | null): number => Date.parse(date ?? '');

/** The newest of some dates; '' where none is one. */
export function newestOf(dates: readonly (string | null)[]): string {
  return dates.reduce<string>(
    (newest, date) => (date && !(timeOf(date) <= timeOf(newest)) ? date : newest),
    '',
  );
}

/**
 * Who says what of the reading of each notification. It is asked in this order: what was done in this visit, the host where
 * it keeps read state, the device, the host's hint, the date up to which all is read, and last what the service said
 * first: a GET may turn `isRead` on there, and fetched is not read.
 */
export class Reading {
  readonly #acts = new Map<string, ReadAct | undefined>();
  readonly #hints = new Map<string, boolean>();
  readonly #marks = new Map<string, boolean | null>();
  readonly #served = new Map<string, boolean | null>();
  readonly #isKeptByHost: boolean;
  readonly #since = Date.now();
  /** Up to this date all is read that nobody speaks of; '' for none. */
  watermark = '';

  constructor(isKeptByHost: boolean) {
    this.#isKeptByHost = isKeptByHost;
  }

  of({ id, createdDate }: NotificationItem): boolean | null {
    const isOld = timeOf(createdDate) <= timeOf(this.watermark) ? true : null;
    return this.kept(id) ?? this.#hints.get(id) ?? isOld ?? this.#served.get(id) ?? null;
  }

  /** What is worth keeping on the device. */
  kept(id: string): boolean | null {
    const hint = this.#isKeptByHost ? this.#hints.get(id) : undefined;
    return this.#acts.get(id)?.isRead ?? hint ?? this.#marks.get(id) ?? null;
  }

  /** What the device says. A mark of this visit is another tab's act, which goes before an earlier one of this tab. */
  remember({ id, value, at }: Mark): void {
    if (at <= this.#since) this.#marks.set(id, value);
    else {
      const act = this.#acts.get(id);
      if (at > (act?.at ?? 0) && act?.isRead !== value) this.#acts.set(id, { isRead: value, at });
    }
  }

  actOn(id: string): ReadAct | undefined {
    return this.#acts.get(id);
  }

  act(id: string, act: ReadAct | undefined): void {
    this.#acts.set(id, act);
  }

  /** What the host says by the way. Where it keeps read state its latest word counts, else its first. */
  hint(id: string, isRead: boolean): void {
    if (this.#isKeptByHost || !this.#hints.has(id)) this.#hints.set(id, isRead);
  }

  /** A change that the host tells of. */
  follow(id: string, isRead: boolean): void {
    this.#hints.set(id, isRead);
    // It may only tell of what was done here, which can still be undone.
    if (this.#acts.get(id)?.isRead === isRead) return;
    // Where the host keeps read state, a later page of its own may say otherwise.
    this.#acts.set(id, this.#isKeptByHost ? undefined : { isRead, at: Date.now() });
  }

  serve(id: string, isRead: boolean | null): void {
    this.#served.set(id, this.#served.get(id) ?? isRead);
  }

  clear(): void {
    this.#acts.clear();
    this.#hints.clear();
    this.#marks.clear();
    this.watermark = '';
    this.#served.clear();
  }
}
