import type { StoredMark } from '../device/stored-mark.js';

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
  /** The host, where it stores no read state. Its first word counts, until an event says otherwise. */
  hint?: ReadClaim | undefined;
  /** The service. Its first word counts: a GET may turn `isRead` on there, and fetched is not read. */
  server?: ReadClaim | undefined;
}

/**
 * Resolves the read state of a notification: the first side that says anything wins, in the order of {@link ReadClaims},
 * except that "mark all as read" on an earlier visit comes before the service.
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
    hint?.isRead ??
    (isBeforeWatermark ? true : null) ??
    server?.isRead ??
    null
  );
}

const timeOf = (date: string | null): number => Date.parse(date ?? '');

/** The newest of some ISO 8601 dates; `''` if there is none. */
export function newestDate(dates: readonly (string | null)[]): string {
  return dates.reduce<string>(
    (newest, date) => (date && !(timeOf(date) <= timeOf(newest)) ? date : newest),
    '',
  );
}

/** The claims about every notification, whether it is on the list or not. */
export class ReadStates {
  readonly #claims = new Map<string, ReadClaims>();
  readonly #isStoredByHost: boolean;
  readonly #startedAt = Date.now();
  /** Notifications up to this date were marked as read all together in an earlier visit; `''` for none. */
  watermark = '';

  /** @param isStoredByHost Whether the host stores read state, so that its word replaces what it said before. */
  constructor(isStoredByHost: boolean) {
    this.#isStoredByHost = isStoredByHost;
  }

  resolve({ id, createdDate }: { id: string; createdDate: string | null }): boolean | null {
    const isBeforeWatermark = this.watermark !== '' && timeOf(createdDate) <= timeOf(this.watermark);
    return resolveRead(this.#claims.get(id) ?? {}, isBeforeWatermark);
  }

  /** What the customer or the storing host decided: this is worth storing on the device. */
  decided(id: string): boolean | null {
    const { local, host, device } = this.#claims.get(id) ?? {};
    return resolveRead({ local, host, device }, false);
  }

  local(id: string): ReadClaim | undefined {
    return this.#claims.get(id)?.local;
  }

  setLocal(id: string, claim: ReadClaim | undefined): void {
    this.#claimsOf(id).local = claim;
  }

  /** Applies a mark that the device stored, or that another tab sent: the latter overrules an earlier act of this tab. */
  applyMark({ id, value, at }: StoredMark): void {
    const claims = this.#claimsOf(id);
    const claim = { isRead: value, at };
    if (at <= this.#startedAt) claims.device = claim;
    else if (at > (claims.local?.at ?? 0) && claims.local?.isRead !== value) claims.local = claim;
  }

  /** Applies what the host says when it names a notification. */
  applyHint(id: string, isRead: boolean, at: number): void {
    const claims = this.#claimsOf(id);
    if (this.#isStoredByHost) claims.host = { isRead, at };
    else claims.hint ??= { isRead, at };
  }

  /** Applies a change that the host reports. */
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
    if (claims.server?.isRead == null) claims.server = { isRead, at };
  }

  clear(): void {
    this.#claims.clear();
    this.watermark = '';
  }

  #claimsOf(id: string): ReadClaims {
    let claims = this.#claims.get(id);
    if (!claims) this.#claims.set(id, (claims = {}));
    return claims;
  }
}
