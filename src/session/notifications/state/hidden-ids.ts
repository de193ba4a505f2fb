import { parseTime } from '../../../common/dates.js';
import type { NotificationReference } from './notification-item.js';

/**
 * Which notifications are hidden: dismissed, snoozed or expired. They keep their places on the list, and may be hidden before they are
 * on it. Most customers have none, so whatever looks through the list first finds out whether it has to.
 */
export class HiddenIds {
  readonly #onChange: () => void;
  readonly #dismissed = new Set<string>();
  #snoozed: ReadonlyMap<string, number> = new Map();
  readonly #expiries = new Map<string, number>();
  readonly #expired = new Set<string>();
  #gone: string[] = [];

  /** @param onChange receives that others are hidden than before */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get hasDismissed(): boolean {
    return this.#dismissed.size > 0;
  }

  /** When each snoozed one comes back, in milliseconds since 1970. */
  get snoozed(): ReadonlyMap<string, number> {
    return this.#snoozed;
  }

  /** When those expire that have not, in milliseconds since 1970. */
  get expiries(): ReadonlyMap<string, number> {
    return this.#expiries;
  }

  isDismissed(id: string): boolean {
    return this.#dismissed.has(id);
  }

  isSnoozed(id: string): boolean {
    return this.#snoozed.has(id);
  }

  isExpired(id: string): boolean {
    return this.#expired.has(id);
  }

  /** Those of the ids that are shown. */
  omitFrom(ids: readonly string[]): readonly string[] {
    if (this.#dismissed.size + this.#snoozed.size + this.#expired.size === 0) return ids;
    return ids.filter((id) => !this.#dismissed.has(id) && !this.#snoozed.has(id) && !this.#expired.has(id));
  }

  /** Hides these ids, or shows them again in their places. Returns those it changed. */
  setDismissed(ids: readonly string[], isDismissed: boolean): string[] {
    const changed = [...new Set(ids)].filter((id) => this.#dismissed.has(id) !== isDismissed);
    for (const id of changed) {
      if (isDismissed) {
        this.#dismissed.add(id);
        this.#gone.push(id);
      } else this.#dismissed.delete(id);
    }
    this.#onChange();
    return changed;
  }

  /** Hides exactly these ids until they come back. */
  setSnoozed(times: ReadonlyMap<string, number>): void {
    this.#snoozed = times;
    this.#onChange();
  }

  /** Takes when these expire. What has expired by now is hidden. */
  setExpiries(references: readonly NotificationReference[], now: number): void {
    const due: string[] = [];
    for (const { id, expiresDate } of references) {
      if (expiresDate === undefined) continue;
      const time = parseTime(expiresDate ?? '');
      this.#expiries.delete(id);
      if (time <= now) due.push(id);
      else {
        if (this.#expired.delete(id)) this.#onChange();
        if (time > now) this.#expiries.set(id, time);
      }
    }
    this.expire(due);
  }

  /** Hides these. */
  expire(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      this.#expiries.delete(id);
      this.#expired.add(id);
      this.#gone.push(id);
    }
    this.#onChange();
  }

  /** A notification was removed from the list. If it comes back, it may be dismissed or snoozed still. */
  noteRemoved(id: string): void {
    this.#expiries.delete(id);
    this.#expired.delete(id);
    this.#gone.push(id);
  }

  /** The ids that were removed, dismissed or have expired since the last call. */
  takeGone(): readonly string[] {
    const gone = this.#gone;
    this.#gone = [];
    return gone;
  }

  clear(): void {
    this.#dismissed.clear();
    this.#snoozed = new Map();
    this.#expiries.clear();
    this.#expired.clear();
    this.#gone = [];
  }
}
