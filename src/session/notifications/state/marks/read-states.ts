import type { StoredMark } from '../../../stored-change.js';
import { FlagStates, resolveClaims, type Claim } from './claims.js';
import type { NotificationItem } from '../notification-item.js';
import { Watermark } from './watermark.js';

/** What each side says about which notifications are read. */
export class ReadStates extends FlagStates {
  /** The "mark all as read" of an earlier visit. */
  readonly watermark = new Watermark();
  readonly #fetchedAt = new Map<string, number>();

  /** Whether a notification is read; null while nobody knows. */
  isRead(item: { id: string; createdDate: string | null }): boolean | null {
    return this.resolve(item.id, this.watermark.covers(item) || null);
  }

  /** Whether the customer or the host has said since then whether a notification is read. */
  isMarkedSince(id: string, at: number): boolean {
    const { customer, host } = this.peek(id);
    return Math.max(customer?.at ?? 0, host?.at ?? 0) > at;
  }

  /** Whether a notification was marked as read since then, as far as this device knows. */
  isMarkedReadSince(id: string, at: number): boolean {
    const { customer, device } = this.peek(id);
    return [customer, device].some((claim) => claim?.value === true && claim.at > at);
  }

  /**
   * Whether a notification counts as read only because the service says so. The service may take what was fetched as read, and
   * another tab may know that it was unread before.
   */
  isAssumedRead(item: { id: string; createdDate: string | null }): boolean {
    const claims = this.peek(item.id);
    if (claims.service?.value !== true) return false;
    const covering = this.watermark.covers(item) || null;
    const { isSavedByHost } = this;
    return resolveClaims({ ...claims, service: undefined }, { isSavedByHost, covering }) === null;
  }

  /**
   * Notes what the customer had done to a notification before it is marked with all others. Undoing that restores it: without a
   * claim of its own, the read state would follow what the host reports from then on.
   */
  noteBeforeMarkAll(item: Pick<NotificationItem, 'id' | 'createdDate' | 'isRead'>, at: number): void {
    const { id, isRead } = item;
    const isKnown = isRead !== null && !this.isAssumedRead(item);
    const claims = this.claimsOf(id);
    claims.beforeMarkAll = claims.customer ?? (isKnown ? { value: isRead, at } : undefined);
  }

  /** What the customer had done to those that a "mark all as read" has marked, and nothing has changed since. */
  claimsBefore(markAllClaim: Claim): Map<string, Claim<boolean> | undefined> {
    return new Map(
      [...this.entries()]
        .filter(([, { customer }]) => customer === markAllClaim || customer?.markAll === markAllClaim)
        .map(([id, { beforeMarkAll }]) => [id, beforeMarkAll]),
    );
  }

  /**
   * Applies what the service says in a record that was just fetched, unless this device has had one before: the service may take
   * what was fetched as read.
   *
   * @returns whether it counts
   */
  applyRecord(id: string, isRead: boolean | null, at: number): boolean {
    this.#fetchedAt.set(id, at);
    const claims = this.claimsOf(id);
    const isFirst = isRead !== null && !claims.service;
    if (isFirst) claims.service = { value: isRead, at };
    return isFirst;
  }

  /** Applies what the service said first to another tab, or on an earlier visit: "unread" overrules what it has said here. */
  applyFirstRecord({ id, value, at }: StoredMark): void {
    const claims = this.claimsOf(id);
    if (value === false || !claims.service) claims.service = { value, at };
  }

  /** When the record was fetched last, in milliseconds since 1970. */
  fetchedAt(id: string): number | undefined {
    return this.#fetchedAt.get(id);
  }

  override clear(): void {
    super.clear();
    this.watermark.clear();
    this.#fetchedAt.clear();
  }
}
