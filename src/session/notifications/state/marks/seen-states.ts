import { FlagStates } from './claims.js';
import type { NotificationItem } from '../notification-item.js';
import { Watermark } from './watermark.js';

/**
 * What each side says about which notifications are seen: were on the list while the customer looked at it. What was seen
 * once stays seen, whoever says so. What is read counts as seen, without a claim of its own.
 */
export class SeenStates extends FlagStates {
  /** The last time that everything was seen. */
  readonly watermark = new Watermark();
  /** Whether everything that is not listed was seen in this visit, too. */
  areUnlistedSeen = false;
  /**
   * A gap in the list, with the date of the last notification above it, ISO 8601, if that is known: what the gap leaves out came
   * later than what follows.
   */
  #gap: { readonly date: string | null } | null = null;

  isSeen(item: { id: string; createdDate: string | null }): boolean {
    const { customer, device, host } = this.peek(item.id);
    // What has come back after it was snoozed is new again, whoever has seen it before.
    return customer?.value ?? (device?.value === true || host?.value === true || this.watermark.covers(item));
  }

  /** The first page that was loaded again has nothing that was known before. Its last item may be dated. */
  openGap(date: string | null): void {
    this.areUnlistedSeen = false;
    this.#gap = { date };
  }

  closeGap(): void {
    this.#gap = null;
  }

  /** Whether the notification is new to the customer; null while that depends on an unknown read state. */
  isUnseen(item: NotificationItem): boolean | null {
    if (item.isRead === true || item.status === 'missing' || this.isSeen(item)) return false;
    return item.isRead === null ? null : true;
  }

  /** Whether everything was seen that is not listed: in a gap, and below the last item of the list. */
  areUnlistedSeenBelow(last: NotificationItem | undefined): boolean {
    return (
      this.areUnlistedSeen || this.watermark.reaches(this.#gap ? this.#gap.date : (last?.createdDate ?? null))
    );
  }

  override clear(): void {
    super.clear();
    this.watermark.clear();
    this.areUnlistedSeen = false;
    this.#gap = null;
  }
}
