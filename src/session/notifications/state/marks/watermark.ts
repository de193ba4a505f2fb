import { parseTime } from '../../../../common/dates.js';
import { markAgeMs } from '../../../stored-change.js';

const timeOf = (date: string | null): number => parseTime(date ?? '');

/** Whether an ISO 8601 date is not after another; false where one is missing or invalid. */
export const isUntil = (date: string | null, last: string | undefined): boolean =>
  timeOf(date) <= timeOf(last ?? null);

/** The newest of some ISO 8601 dates, but none after now; now if none is valid. */
export function newestDate(dates: readonly (string | null)[], now: number): string {
  let newest = 0;
  for (const time of dates.map(timeOf)) if (time > newest) newest = time;
  return new Date(Math.min(newest || Infinity, now)).toISOString();
}

/** The time until which all notifications were marked together, whether they were loaded or not. */
export class Watermark {
  /** In milliseconds since 1970. */
  #until = -Infinity;
  /** What was delivered after that, with an earlier date. */
  readonly #exempt = new Set<string>();

  /** An ISO 8601 date; `''` for none. */
  get date(): string {
    return this.#until > 0 ? new Date(this.#until).toISOString() : '';
  }

  /** A date that a wrong clock has stored ends now, and one that is too old counts as none. */
  setDate(date: string, now: number): void {
    const time = Math.min(timeOf(date), now);
    this.#until = time > now - markAgeMs ? time : -Infinity;
  }

  /** Whether the watermark is at or after this date. */
  reaches(createdDate: string | null): boolean {
    // Parsing a date takes a while.
    return this.#until > 0 && timeOf(createdDate) <= this.#until;
  }

  covers({ id, createdDate }: { id: string; createdDate: string | null }): boolean {
    return this.reaches(createdDate) && !this.#exempt.has(id);
  }

  /** What was there is covered, but not what is delivered later with an earlier date. */
  exempt(id: string): void {
    this.#exempt.add(id);
  }

  clear(): void {
    this.#until = -Infinity;
    this.#exempt.clear();
  }
}
