import { markAgeMs, type StoredMark } from '../device/stored-mark.js';

/** What one side says about the read state of a notification; null takes back what it said before. */
export interface ReadClaim {
  readonly isRead: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What each side says about the read state of one notification. */
export interface ReadClaims {
  /** The customer, in this visit: here, or in another tab. */
  local?: ReadClaim | undefined;
  /** The host, where it stores read state. Its latest word counts. */
  host?: ReadClaim | undefined;
  /** The customer in an earlier visit, as the device stored it. */
  device?: ReadClaim | undefined;
  /** The host, where it stores no read state. A later "read" counts, a later "unread" only as an event. */
  hint?: ReadClaim | undefined;
  /** The service. A later "read" counts, a later "unread" does not. */
  server?: ReadClaim | undefined;
}

/**
 * Resolves the read state of a notification: the first side that says anything wins, in the order of {@link ReadClaims},
 * except that "mark all as read" on an earlier visit comes before the hint.
 *
 * @returns null while nobody knows
 */
export function resolveRead(
  { local, host, device, hint, server }: ReadClaims,
  isBeforeWatermark: boolean,
): boolean | null {
  return (
    local?.isRead ??
    host?.isRead ??
    device?.isRead ??
    (isBeforeWatermark ? true : null) ??
    hint?.isRead ??
    server?.isRead ??
    null
  );
}

const timeOf = (date: string | null): number => Date.parse(date ?? '');

/** Whether an ISO 8601 date is not after another; false where one is missing or invalid. */
export const isUntil = (date: string | null, last: string | undefined): boolean =>
  timeOf(date) <= timeOf(last ?? null);

/** The newest of some ISO 8601 dates, but none after now; now if none is valid. */
export function newestDate(dates: readonly (string | null)[]): string {
  const newest = dates.map(timeOf).reduce((one, other) => (other > one ? other : one), 0);
  return new Date(Math.min(newest || Infinity, Date.now())).toISOString();
}

/** The claims about every notification, whether it is on the list or not. */
export class ReadStates {
  readonly #claims = new Map<string, ReadClaims>();
  readonly #isStoredByHost: boolean;
  /** Notifications up to this time, in milliseconds since 1970, were marked as read all together. */
  #allReadUntil = -Infinity;
  /** What was delivered after that, with an earlier date. */
  readonly #exempt = new Set<string>();

  /** @param isStoredByHost Whether the host stores read state, so that its word replaces what it said before. */
  constructor(isStoredByHost: boolean) {
    this.#isStoredByHost = isStoredByHost;
  }

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

  resolve({ id, createdDate }: { id: string; createdDate: string | null }): boolean | null {
    const isCovered = this.isBeforeWatermark(createdDate) && !this.#exempt.has(id);
    return resolveRead(this.#claims.get(id) ?? {}, isCovered);
  }

  /** "Mark all as read" covers what was there, but not what is delivered later with an earlier date. */
  exemptFromWatermark(id: string): void {
    this.#exempt.add(id);
  }

  isBeforeWatermark(createdDate: string | null): boolean {
    return timeOf(createdDate) <= this.#allReadUntil;
  }

  /** What the customer or the storing host decided: this is worth storing on the device. */
  decided(id: string): boolean | null {
    const { local, host, device } = this.#claims.get(id) ?? {};
    return resolveRead({ local, host, device }, false);
  }

  /** What the host says, or else the service. */
  remote(id: string): boolean | null {
    const { host, hint, server } = this.#claims.get(id) ?? {};
    return resolveRead({ host, hint, server }, false);
  }

  local(id: string): ReadClaim | undefined {
    return this.#claims.get(id)?.local;
  }

  /** Returns when the customer made the claim. */
  setLocal(id: string, claim: ReadClaim | undefined): number {
    this.#claimsOf(id).local = claim;
    return claim?.at ?? Date.now();
  }

  /** Applies a mark that the device stored in an earlier visit. */
  applyStored({ id, value, at }: StoredMark): void {
    this.#claimsOf(id).device = { isRead: value, at };
  }

  /** Applies a mark of another tab, which overrules an earlier act of this one. */
  applyMark({ id, value, at: markedAt }: StoredMark): void {
    const claims = this.#claimsOf(id);
    const { local, device } = claims;
    if (device?.at === markedAt && device.isRead === value) return;
    const now = Date.now();
    // Nothing was marked in the future: the clock was wrong.
    const claim = { isRead: value, at: Math.min(markedAt, now) };
    // What another tab only repeats can still be undone here.
    if (local?.isRead === value) claims.device = claim;
    // A tab that takes its own change back says so with the time of that change.
    else if (claim.at >= Math.min(local?.at ?? 0, now)) claims.local = claim;
  }

  /**
   * Takes a change of this tab back, because the host did not save it. What the host or another tab has said since then
   * stays true.
   *
   * @param saved What the host has of the customer's earlier changes.
   * @returns when the change was made
   */
  rollBack(id: string, saved: ReadClaim | undefined): number {
    const claims = this.#claimsOf(id);
    const at = claims.local?.at ?? Date.now();
    const { host, device } = claims;
    if (device && device.at > at) claims.local = device;
    else claims.local = (host?.at ?? 0) > (saved?.at ?? 0) ? undefined : saved;
    return at;
  }

  /** Applies the read state that the host has: it names the notification, or has just saved it. */
  applyHostState(id: string, isRead: boolean, at: number): void {
    const claims = this.#claimsOf(id);
    if (this.#isStoredByHost) claims.host = { isRead, at };
    else if (isRead || !claims.hint) claims.hint = { isRead, at };
  }

  /** Applies a change that the host reports as an event. */
  applyHostChange(id: string, isRead: boolean, at: number): void {
    const claims = this.#claimsOf(id);
    const claim = { isRead, at };
    if (this.#isStoredByHost) claims.host = claim;
    else claims.hint = claim;
    // The host may only repeat what was done here: that can still be undone.
    if (claims.local?.isRead === isRead) return;
    // A host that stores read state may say otherwise on a later page.
    claims.local = this.#isStoredByHost ? undefined : claim;
  }

  /** Applies what the service says in a record. */
  applyRecord(id: string, isRead: boolean | null, at: number): void {
    const claims = this.#claimsOf(id);
    claims.server = { isRead: isRead === true ? true : (claims.server?.isRead ?? isRead), at };
  }

  /** When the record was fetched, in milliseconds since 1970. */
  fetchedAt(id: string): number {
    return this.#claims.get(id)?.server?.at ?? Date.now();
  }

  clear(): void {
    this.#claims.clear();
    this.#allReadUntil = -Infinity;
    this.#exempt.clear();
  }

  #claimsOf(id: string): ReadClaims {
    let claims = this.#claims.get(id);
    if (!claims) this.#claims.set(id, (claims = {}));
    return claims;
  }
}
