import { FlagStates, type Claim } from './flag-states.js';
import { Watermark } from './watermark.js';

/** What each side says about which notifications are read. */
export class ReadStates extends FlagStates {
  /** The "mark all as read" of an earlier visit. */
  readonly watermark = new Watermark();

  /** Whether a notification is read; null while nobody knows. */
  isRead(item: { id: string; createdDate: string | null }): boolean | null {
    return this.resolve(item.id, this.watermark.covers(item));
  }

  /**
   * Notes what the customer had done to a notification before it is marked with all others. Undoing that restores it: without a
   * claim of its own, the read state would follow what the host reports from then on.
   */
  noteBeforeMarkAll({ id, isRead }: { id: string; isRead: boolean | null }): void {
    const claims = this.claimsOf(id);
    claims.beforeMarkAll =
      claims.customer ?? (isRead === null ? undefined : { value: isRead, at: Date.now() });
  }

  /** What the customer had done to those that a "mark all as read" has marked, and nothing has changed since. */
  claimsBefore(markAllClaim: Claim): Map<string, Claim | undefined> {
    return new Map(
      [...this.entries()]
        .filter(([, { customer }]) => customer === markAllClaim)
        .map(([id, { beforeMarkAll }]) => [id, beforeMarkAll]),
    );
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
    this.watermark.clear();
  }
}
