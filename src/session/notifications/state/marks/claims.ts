import { pastTime } from '../../../../common/dates.js';
import type { Act } from '../../../acts/act.js';
import { pendingOf, reduceStages, type ActStages, type StageChange } from '../../../acts/stages.js';
import type { StoredMark } from '../../../stored-change.js';
import type { Flag, FlagValue } from './marks.js';
import type { PressedButton } from '../notification-item.js';

/** What one side says about a flag of a notification; null takes back what it said before. */
export interface Claim<Value extends FlagValue = FlagValue> {
  readonly value: Value | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The "mark all as read" that has made this claim later, about what was listed only then. */
  readonly markAll?: Claim<Value> | undefined;
}

/** What the customer marks at once. */
export interface Mark {
  readonly flag: Flag;
  /** What they claim of each notification; undefined where a claim is taken back. */
  readonly claims: ReadonlyMap<string, Claim | undefined>;
  readonly value: FlagValue;
  /** The "mark all as read" that it is a part of. */
  readonly markAll?: Claim<boolean> | undefined;
  /** Everything up to this ISO 8601 date is meant, too, whether it is loaded or not. */
  readonly until?: string | undefined;
  /** The button that was pressed to answer. */
  readonly button?: PressedButton | undefined;
  /** Whose it is; left out for what the customer does at this moment. */
  readonly act?: Act | undefined;
}

/** How long the host's list may lack what it has saved, in milliseconds: it may come from a replica, or from a cache. */
const maxListDelayMs = 60_000;

/** What each side says about one flag of one notification. */
export interface Claims<Value extends FlagValue> {
  /** What the customer did last in this visit: in this tab or, later than that, in another one. */
  customer?: Claim<Value> | undefined;
  /** Whether that was done in another tab. */
  isOfOtherTab?: boolean;
  /** From when on the host has had that, in milliseconds since 1970, if it saves the flag. */
  savedAt?: number | undefined;
  /** How far it is until then; nothing for what another tab has done. */
  stages?: ActStages<Mark> | null;
  /** What the customer did before that, as far as the host has saved it. */
  lastSaved?: Claim<Value> | undefined;
  /** What the customer had done before the last "mark all as read". */
  beforeMarkAll?: Claim<Value> | undefined;
  /** What the customer did as the device has it: in an earlier visit, or the same as here in another tab. */
  device?: Claim<Value> | undefined;
  /** What the host said last. If it does not save the flag, a later "no" counts only as an event. */
  host?: Claim<Value> | undefined;
  /** What the service said in the first record that this device has of it. It may turn a flag on because the record was fetched. */
  service?: Claim<Value> | undefined;
}

export interface ClaimOptions<Value extends FlagValue> {
  /** Whether the host saves the flag: then its word comes before what the device has, otherwise after it. */
  isSavedByHost: boolean;
  /** What an act of an earlier visit that was about everything, such as "mark all as read", says; null if it does not cover this one. */
  covering?: Value | null;
}

/**
 * Resolves what the sides say: the first one that says anything wins.
 *
 * @returns null while nobody knows
 */
export function resolveClaims<Value extends FlagValue>(
  { customer, device, host, service }: Claims<Value>,
  { isSavedByHost, covering = null }: ClaimOptions<Value>,
): Value | null {
  return (
    customer?.value ??
    (isSavedByHost ? host?.value : null) ??
    device?.value ??
    covering ??
    host?.value ??
    service?.value ??
    null
  );
}

const noClaims = {};

function setCustomer<Value extends FlagValue>(claims: Claims<Value>, claim: Claim<Value> | undefined): void {
  claims.customer = claim;
  claims.isOfOtherTab = false;
  claims.savedAt = undefined;
  if (claims.stages) claims.stages = reduceStages(claims.stages, { type: 'overruled' });
}

/** The claims about one flag of every notification, whether it is on the list or not. */
export class FlagStates<Value extends FlagValue = boolean> {
  #isSavedByHost: boolean;
  readonly #claims = new Map<string, Claims<Value>>();

  constructor(isSavedByHost: boolean) {
    this.#isSavedByHost = isSavedByHost;
  }

  /** Whether the host saves the flag. */
  get isSavedByHost(): boolean {
    return this.#isSavedByHost;
  }

  /** The host says that it does not save the flag, although its source could. */
  leaveToDevice(): void {
    this.#isSavedByHost = false;
  }

  /** Resolves all claims. */
  resolve(id: string, covering: Value | null = null): Value | null {
    return this.#resolve(this.#claims.get(id), covering);
  }

  /** What the customer decided, or the host if it saves that: this is worth storing on the device. */
  decision(id: string): Value | null {
    const { customer, device, host } = this.#claims.get(id) ?? {};
    return this.#resolve({ customer, device, host: this.isSavedByHost ? host : undefined });
  }

  /** What the host says, or else the service. */
  hostOrServiceValue(id: string): Value | null {
    const { host, service } = this.#claims.get(id) ?? {};
    return this.#resolve({ host, service });
  }

  /** The mark as the device stores it. */
  toStored(mark: StoredMark<Value>): StoredMark<Value> {
    return mark;
  }

  /** Whether the host saves the flag, and has said how it is for a notification: the device need not know. */
  isKnownToHost(id: string): boolean {
    return this.isSavedByHost && this.peek(id).host !== undefined;
  }

  /** Whether any side has said anything. */
  has(id: string): boolean {
    return this.#claims.has(id);
  }

  customerClaim(id: string): Claim<Value> | undefined {
    return this.#claims.get(id)?.customer;
  }

  /** What the customer did last, if that was in another tab. */
  otherTabClaim(id: string): Claim<Value> | undefined {
    const { customer, isOfOtherTab } = this.peek(id);
    return isOfOtherTab ? customer : undefined;
  }

  setCustomerClaim(id: string, claim: Claim<Value> | undefined): void {
    setCustomer(this.claimsOf(id), claim);
  }

  /** How far what the customer has marked is; null if the host has it. */
  stagesOf(id: string): ActStages<Mark> | null {
    return this.peek(id).stages ?? null;
  }

  /** Applies what the customer marks. */
  mark(id: string, claim: Claim<Value> | undefined, mark: Mark): void {
    const claims = this.claimsOf(id);
    const { stages, customer } = claims;
    setCustomer(claims, claim);
    if (!this.isSavedByHost) return;
    if (!stages) claims.lastSaved = customer;
    claims.stages = reduceStages(stages, { type: 'decided', decision: mark });
  }

  /**
   * Applies how far that is.
   *
   * @returns whether it has failed, and nobody has changed it since
   */
  applyStage(id: string, change: StageChange<Mark>): boolean {
    const claims = this.claimsOf(id);
    const stages = reduceStages(claims.stages, change);
    claims.stages = stages?.stage === 'saving' ? stages : null;
    return stages?.stage === 'failed';
  }

  /**
   * Applies what the device has stored. What the customer has just done on the page before counts as done in this visit: the list may
   * still lack it.
   */
  applyStored(mark: StoredMark<Value>, now: number): void {
    this.applyEarlierVisit(mark);
    const { id, value, at, isOfHost } = mark;
    const claims = this.claimsOf(id);
    if (!this.isSavedByHost || isOfHost || claims.customer || value === null || at <= now - maxListDelayMs)
      return;
    setCustomer(claims, { value, at });
    claims.savedAt = at;
  }

  /** Applies what the customer did in an earlier visit. */
  applyEarlierVisit({ id, value, at }: StoredMark<Value>): void {
    this.claimsOf(id).device = { value, at };
  }

  /** Notes that this tab has just had the device store something: what another tab did before is older. */
  noteStored(id: string, at: number): void {
    const claims = this.claimsOf(id);
    claims.device = { value: claims.device?.value ?? null, at };
  }

  /** Applies what the customer did in another tab, or an event said there. It overrules what was done here earlier. */
  applyOtherTab({ id, value, at: markedAt, isOfHost }: StoredMark<Value>, now: number): void {
    const claims = this.claimsOf(id);
    const { customer, device, host } = claims;
    if (device?.at === markedAt && device.value === value) return;
    // Nothing was marked in the future: the clock was wrong.
    const claim = { value, at: Math.min(markedAt, now) };
    // A host that saves the flag has said since then how it is.
    const isHostClaim = this.isSavedByHost && isOfHost && value !== null;
    if (this.isSavedByHost && (isHostClaim || !customer) && claim.at <= pastTime(host, now)) return;
    const isNewest = claim.at >= Math.max(pastTime(customer, now), pastTime(device, now));
    if (isHostClaim && isNewest) this.applyHostChange(id, value, claim.at);
    if (isHostClaim) return;
    // What another tab only repeats can still be undone here.
    if (customer?.value === value) claims.device = claim;
    // A tab that takes its own change back says so with the time of that change.
    else if (isNewest) {
      setCustomer(claims, claim);
      claims.isOfOtherTab = true;
      // That tab has it saved, too. When that is done, it does not say.
      claims.savedAt = now;
      // The device may have stored what is taken back.
      if (value === null) claims.device = claim;
    }
  }

  /**
   * Takes a change of this tab back, because the host did not save it. What the host or another tab has said since then
   * stays true.
   *
   * @returns what the device is to store, with the time of the change: what another tab or the host has said since then is newer. Null
   * leaves it to the next list where the host says how it is: the change may have arrived all the same.
   */
  rollBack(id: string, now: number): StoredMark<Value> {
    const claims = this.claimsOf(id);
    const at = claims.customer?.at ?? now;
    // The device may have stored this change, too.
    if (claims.device?.at === at) claims.device = undefined;
    const { host, device, lastSaved: saved } = claims;
    if (device && device.at > at) setCustomer(claims, device);
    else setCustomer(claims, (host?.at ?? 0) > (saved?.at ?? 0) ? undefined : saved);
    return { id, value: host && !claims.customer ? null : this.decision(id), at };
  }

  /** The host has saved what the customer claimed. */
  applySaved(id: string, claim: Claim<Value> | undefined, value: Value, now: number): void {
    this.claimsOf(id).lastSaved = claim;
    this.applyStage(id, { type: 'saved' });
    this.applyHostState(id, value, now);
  }

  /**
   * Applies what the host has: it names the notification, or has just saved a change.
   *
   * @param at When this was requested: what the host has said since then is newer.
   * @param delayMs For how long it may lack what it has saved.
   */
  applyHostState(id: string, value: Value, at: number, now = at, delayMs = maxListDelayMs): void {
    const claims = this.claimsOf(id);
    const { customer, host } = claims;
    if (!this.isSavedByHost) {
      if (value || !host) claims.host = { value, at };
      return;
    }
    if (pastTime(host, now) > at) return;
    claims.host = { value, at };
    if (!customer) return;
    if (value === customer.value && at >= customer.at) claims.savedAt ??= at;
    const { savedAt = Infinity } = claims;
    // It has had the customer's change for longer than its list may lack it: somebody else has changed that.
    if (value !== customer.value && at >= savedAt + delayMs) setCustomer(claims, undefined);
  }

  /** Applies a change that the host reports as an event. */
  applyHostChange(id: string, value: Value, at: number): void {
    const claims = this.claimsOf(id);
    const claim = { value, at };
    // A late event may repeat what the host had before the customer's change, which is being saved.
    const isRepeated =
      this.isSavedByHost && claims.host?.value === value && claims.host.at <= (claims.customer?.at ?? 0);
    if (isRepeated) return;
    claims.host = claim;
    // The host may only repeat what was done here: that can still be undone. Or it reports what was saved before that.
    const unsent = pendingOf(claims.stages ?? null);
    if (claims.customer?.value === value || (unsent && unsent !== claims.stages?.sending)) return;
    // A host that saves the flag may say otherwise on a later page.
    setCustomer(claims, this.isSavedByHost ? undefined : claim);
  }

  /** What the customer did here of which the host has not said that it has it, if it saves the flag. */
  unsavedClaims(): Map<string, Claim<Value>> {
    const unsaved = new Map<string, Claim<Value>>();
    if (!this.isSavedByHost) return unsaved;
    for (const [id, { customer, savedAt }] of this.#claims)
      if (customer && savedAt === undefined) unsaved.set(id, customer);
    return unsaved;
  }

  /** Drops all claims about a notification. */
  forget(id: string): void {
    this.#claims.delete(id);
  }

  clear(): void {
    this.#claims.clear();
  }

  /** The claims about each notification. */
  protected entries(): Iterable<[string, Readonly<Claims<Value>>]> {
    return this.#claims;
  }

  /** The claims about a notification. */
  protected peek(id: string): Readonly<Claims<Value>> {
    return this.#claims.get(id) ?? noClaims;
  }

  /** The claims about a notification, to be changed in place. */
  protected claimsOf(id: string): Claims<Value> {
    let claims = this.#claims.get(id);
    if (!claims) this.#claims.set(id, (claims = {}));
    return claims;
  }

  #resolve(claims: Claims<Value> = {}, covering: Value | null = null): Value | null {
    return resolveClaims(claims, { isSavedByHost: this.isSavedByHost, covering });
  }
}
