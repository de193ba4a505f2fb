import type { SnoozedUntil, StoredMark, StoredSnooze } from '../../../stored-change.js';
import { FlagStates } from './claims.js';

/** When a notification comes back to the list, as all claims about that resolve. */
export interface Snooze {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** When that was decided, in milliseconds since 1970; from when it has come back on, `until`. */
  readonly at: number;
  /** Whether the notification was read when it was snoozed; null where that is unknown. */
  readonly wasRead: boolean | null;
  /** Whether it was marked as unread since then, by whomever. */
  readonly isMarkedSince?: boolean;
  /** Whether the host has named it since then, or it is older than this visit. */
  readonly isNamed?: boolean;
}

/** What each side says about until when notifications are snoozed. Unlike that of other flags, such a claim ends. */
export class SnoozeStates extends FlagStates<SnoozedUntil> {
  readonly #snoozes = new Map<string, Snooze>();

  /** The notifications that are snoozed or have come back. */
  get ids(): readonly string[] {
    return [...this.#snoozes.keys()];
  }

  /** When each that is snoozed comes back, in milliseconds since 1970. */
  get times(): ReadonlyMap<string, number> {
    const waiting = [...this.#snoozes].filter(([, snooze]) => !isOver(snooze));
    return new Map(waiting.map(([id, { until }]) => [id, until]));
  }

  get(id: string): Snooze | undefined {
    return this.#snoozes.get(id);
  }

  /** When a notification that was snoozed came back, in milliseconds since 1970; null if it did not. */
  returnedAt(id: string): number | null {
    const snooze = this.#snoozes.get(id);
    return snooze && isOver(snooze) ? snooze.until : null;
  }

  /** Notes that a notification was marked as unread, or that this was taken back. */
  noteMarked(id: string, isMarkedSince: boolean): void {
    const snooze = this.#snoozes.get(id);
    if (snooze) this.#snoozes.set(id, { ...snooze, isMarkedSince });
  }

  /** Resolves until when a notification is snoozed. If that is another time than before, this says when and of what it was decided. */
  resolveSnooze(id: string, decision: Pick<Snooze, 'at' | 'wasRead' | 'isNamed'>): void {
    const until = this.resolve(id);
    if (typeof until !== 'number') this.#snoozes.delete(id);
    else if (until !== this.#snoozes.get(id)?.until) this.#snoozes.set(id, { until, ...decision });
  }

  /**
   * Applies whether a notification was read when it was snoozed, as the host says the first time that it names it: another device may have
   * marked it before, without this one knowing of that.
   *
   * @param isEvent Whether the host reports that it was snoozed. What it has reported before that was done before that.
   */
  applyHostRead(id: string, isRead: boolean, isEvent: boolean): void {
    const snooze = this.#snoozes.get(id);
    if (!snooze) return;
    const named = snooze.isNamed ? snooze : { ...snooze, wasRead: isRead, isNamed: true };
    this.#snoozes.set(id, isEvent ? { ...named, isMarkedSince: false } : named);
  }

  /** Its time has come, for this tab, too. */
  end(id: string, { until, wasRead }: Snooze): void {
    this.setCustomerClaim(id, { value: until, at: until });
    this.#snoozes.set(id, { until, at: until, wasRead, isNamed: true });
  }

  override applyHostState(id: string, value: SnoozedUntil, at: number, now = at, delayMs?: number): void {
    // Of most, nobody has said anything.
    if (value === false && !this.has(id)) return;
    const claims = this.claimsOf(id);
    const returned = this.returnedAt(id);
    // Once it has come back, whatever the host says is newer.
    if (returned !== null && value !== returned) {
      this.setCustomerClaim(id, undefined);
      claims.device = undefined;
    }
    super.applyHostState(id, value, at, now, delayMs);
  }

  override toStored(mark: StoredMark<SnoozedUntil>): StoredSnooze {
    return { ...mark, wasRead: this.get(mark.id)?.wasRead ?? null };
  }

  override forget(id: string): void {
    super.forget(id);
    this.#snoozes.delete(id);
  }

  override clear(): void {
    super.clear();
    this.#snoozes.clear();
  }
}

function isOver({ until, at }: Snooze): boolean {
  return hasReturned({ value: until, at });
}

/** Whether the notification was snoozed and has come back. */
export function hasReturned({ value, at }: Pick<StoredSnooze, 'value' | 'at'>): boolean {
  return typeof value === 'number' && at >= value;
}
