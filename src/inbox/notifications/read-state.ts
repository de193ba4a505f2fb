import { markAgeMs, type StoredMark } from '../device/stored-mark.js';

/** What one side says about the read state of a notification; null takes back what it said before. */
export interface ReadClaim {
  readonly isRead: boolean | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What each side says about the read state of one notification. */
export interface ReadClaims {
  /** What the customer did last in this visit: in this tab or, later than that, in another one. */
  customer?: ReadClaim | undefined;
  /** What the customer did as the device has it: in an earlier visit, or the same as here in another tab. */
  device?: ReadClaim | undefined;
  /** What the host said last. If it does not save read state, a later "unread" counts only as an event. */
  host?: ReadClaim | undefined;
  /** The service. A later "read" counts, a later "unread" does not. */
  service?: ReadClaim | undefined;
}

export interface ReadOptions {
  /** Whether the host saves read state: then its word comes before what the device has, otherwise after it. */
  isSavedByHost: boolean;
  /** Whether "mark all as read" in an earlier visit covers the notification. */
  isCovered: boolean;
}

/**
 * Resolves the read state of a notification: the first side that says anything wins.
 *
 * @returns null while nobody knows
 */
export function resolveRead(
  { customer, device, host, service }: ReadClaims,
  { isSavedByHost, isCovered }: ReadOptions,
): boolean | null {
  return (
    customer?.isRead ??
    (isSavedByHost ? host?.isRead : null) ??
    device?.isRead ??
    (isCovered ? true : null) ??
    host?.isRead ??
    service?.isRead ??
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
  readonly #isSavedByHost: boolean;
  /** Notifications up to this time, in milliseconds since 1970, were marked as read all together. */
  #allReadUntil = -Infinity;
  /** What was delivered after that, with an earlier date. */
  readonly #exempt = new Set<string>();

  /** @param isSavedByHost Whether the host saves read state. */
  constructor(isSavedByHost: boolean) {
    this.#isSavedByHost = isSavedByHost;
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
    return this.#resolve(this.#claims.get(id) ?? {}, isCovered);
  }

  /** "Mark all as read" covers what was there, but not what is delivered later with an earlier date. */
  exemptFromWatermark(id: string): void {
    this.#exempt.add(id);
  }

  isBeforeWatermark(createdDate: string | null): boolean {
    return timeOf(createdDate) <= this.#allReadUntil;
  }

  /** What the customer decided, or the host if it saves that: this is worth storing on the device. */
  decided(id: string): boolean | null {
    const { customer, device, host } = this.#claims.get(id) ?? {};
    return this.#resolve({ customer, device, host: this.#isSavedByHost ? host : undefined });
  }

  /** What the host says, or else the service. */
  remote(id: string): boolean | null {
    const { host, service } = this.#claims.get(id) ?? {};
    return this.#resolve({ host, service });
  }

  customerClaim(id: string): ReadClaim | undefined {
    return this.#claims.get(id)?.customer;
  }

  /** Returns when the customer made the claim. */
  setCustomerClaim(id: string, claim: ReadClaim | undefined): number {
    this.#claimsOf(id).customer = claim;
    return claim?.at ?? Date.now();
  }

  /** Applies what the customer did in an earlier visit. */
  applyEarlierVisit({ id, value, at }: StoredMark): void {
    this.#claimsOf(id).device = { isRead: value, at };
  }

  /** Applies what the customer did in another tab. It overrules what was done here earlier. */
  applyOtherTab({ id, value, at: markedAt }: StoredMark): void {
    const claims = this.#claimsOf(id);
    const { customer, device } = claims;
    if (device?.at === markedAt && device.isRead === value) return;
    const now = Date.now();
    // Nothing was marked in the future: the clock was wrong.
    const claim = { isRead: value, at: Math.min(markedAt, now) };
    // What another tab only repeats can still be undone here.
    if (customer?.isRead === value) claims.device = claim;
    // A tab that takes its own change back says so with the time of that change.
    else if (claim.at >= Math.min(customer?.at ?? 0, now)) claims.customer = claim;
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
    const at = claims.customer?.at ?? Date.now();
    const { host, device } = claims;
    if (device && device.at > at) claims.customer = device;
    else claims.customer = (host?.at ?? 0) > (saved?.at ?? 0) ? undefined : saved;
    return at;
  }

  /** Applies the read state that the host has: it names the notification, or has just saved it. */
  applyHostState(id: string, isRead: boolean, at: number): void {
    const claims = this.#claimsOf(id);
    if (this.#isSavedByHost || isRead || !claims.host) claims.host = { isRead, at };
  }

  /** Applies a change that the host reports as an event. */
  applyHostChange(id: string, isRead: boolean, at: number): void {
    const claims = this.#claimsOf(id);
    const claim = { isRead, at };
    claims.host = claim;
    // The host may only repeat what was done here: that can still be undone.
    if (claims.customer?.isRead === isRead) return;
    // A host that saves read state may say otherwise on a later page.
    claims.customer = this.#isSavedByHost ? undefined : claim;
  }

  /** Applies what the service says in a record. */
  applyRecord(id: string, isRead: boolean | null, at: number): void {
    const claims = this.#claimsOf(id);
    claims.service = { isRead: isRead === true ? true : (claims.service?.isRead ?? isRead), at };
  }

  /** When the record was fetched, in milliseconds since 1970. */
  fetchedAt(id: string): number {
    return this.#claims.get(id)?.service?.at ?? Date.now();
  }

  clear(): void {
    this.#claims.clear();
    this.#allReadUntil = -Infinity;
    this.#exempt.clear();
  }

  #resolve(claims: ReadClaims, isCovered = false): boolean | null {
    return resolveRead(claims, { isSavedByHost: this.#isSavedByHost, isCovered });
  }

  #claimsOf(id: string): ReadClaims {
    let claims = this.#claims.get(id);
    if (!claims) this.#claims.set(id, (claims = {}));
    return claims;
  }
}
