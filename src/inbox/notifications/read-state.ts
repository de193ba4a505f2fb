import { FlagStates } from './flag-states.js';
import { Watermark } from './watermark.js';

/** What each side says about which notifications are read. */
export class ReadStates extends FlagStates {
  /** The "mark all as read" of an earlier visit. */
  readonly watermark = new Watermark();

  /** Whether a notification is read; null while nobody knows. */
  isRead(item: { id: string; createdDate: string | null }): boolean | null {
    return this.resolve(item.id, this.watermark.covers(item));
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
