import { markAgeMs } from '../device/stored-mark.js';
import { FlagStates } from './flag-states.js';

const timeOf = (date: string | null): number => Date.parse(date ?? '');

/** Whether an ISO 8601 date is not after another; false where one is missing or invalid. */
export const isUntil = (date: string | null, last: string | undefined): boolean =>
  timeOf(date) <= timeOf(last ?? null);

/** The newest of some ISO 8601 dates, but none after now; now if none is valid. */
export function newestDate(dates: readonly (string | null)[]): string {
  const newest = dates.map(timeOf).reduce((one, other) => (other > one ? other : one), 0);
  return new Date(Math.min(newest || Infinity, Date.now())).toISOString();
}

/** What each side says about which notifications are read. */
export class ReadStates extends FlagStates {
  /** Notifications up to this time, in milliseconds since 1970, were marked as read all together. */
  #allReadUntil = -Infinity;
  /** What was delivered after that, with an earlier date. */
  readonly #exempt = new Set<string>();

  /** Notifications up to this ISO 8601 date were marked as read all together in an earlier visit; `''` for none. */
  get watermark(): string {
    return this.#allReadUntil > 0 ? new Date(this.#allReadUntil).toISOString() : '';
  }

  /** A date that a wrong clock has stored ends now, and one that is too old counts as none. */
  set watermark(date: string) {
    const now = Date.now();
    const time = Math.min(timeOf(date), now);
    this.#allReadUntil = time > now - markAgeMs ? time : -Infinity;
  }

  /** Whether a notification is read; null while nobody knows. */
  isRead({ id, createdDate }: { id: string; createdDate: string | null }): boolean | null {
    return this.resolve(id, this.isBeforeWatermark(createdDate) && !this.#exempt.has(id));
  }

  /** "Mark all as read" covers what was there, but not what is delivered later with an earlier date. */
  exemptFromWatermark(id: string): void {
    this.#exempt.add(id);
  }

  isBeforeWatermark(createdDate: string | null): boolean {
    return timeOf(createdDate) <= this.#allReadUntil;
  }

  /** Applies what the service says in a record. */
  applyRecord(id: string, isRead: boolean | null, at: number): void {
    const claims = this.claimsOf(id);
    claims.service = { value: isRead === true ? true : (claims.service?.value ?? isRead), at };
  }

  /** When the record was fetched, in milliseconds since 1970. */
  fetchedAt(id: string): number {
    return this.claimsOf(id).service?.at ?? Date.now();
  }

  override clear(): void {
    super.clear();
    this.#allReadUntil = -Infinity;
    this.#exempt.clear();
  }
}
