import { NudgeError } from '../../../api/errors.js';
import { backoff } from '../../../common/backoff.js';
import { delay, withDeadline } from '../../../common/time.js';
import { parseReferences } from '../../sources/parse.js';
import type { NotificationSource } from '../../sources/source.js';
import type { StoredSnooze } from '../../stored-change.js';
import type { Claim, Flag } from '../state/claims.js';
import type {
  ChangeOf,
  NotificationStateContainer,
  NotificationUpdate,
} from '../state/notification-state.js';

/** How long later acts on a notification wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;
/** How often it is tried to save what was seen. */
const maxSeenAttempts = 3;

type SnoozeDecision = Omit<StoredSnooze, 'id'>;

/** One act of the customer. */
interface Act<Decision> {
  /** What the customer has decided about each notification; undefined where that was taken back. */
  readonly decisions: ReadonlyMap<string, Decision | undefined>;
  /** What the customer had decided before. */
  readonly before: ReadonlyMap<string, Decision | undefined>;
  /** Whether it is also about notifications that are not listed. */
  readonly coversUnlisted: boolean;
  /** Whether later acts wait until it is saved. */
  readonly isExclusive: boolean;
}

interface MarkAct extends Act<Claim> {
  readonly change: ChangeOf<'marked'>;
}

interface SnoozeAct extends Act<SnoozeDecision> {
  readonly until: number | null;
}

/** A notification of which the host does not have the latest decision. */
interface Unsaved<Decision, SavedAct> {
  /** What the host has, or what the customer had decided before the first act that the host does not have. */
  saved: Decision | undefined;
  isSaving: boolean;
  /** The latest act, while an earlier one is being saved. */
  waiting: SavedAct | null;
}

/**
 * Saves at the host what the customer reads, sees, dismisses and snoozes, since the service cannot: as far as the source has
 * methods for it.
 */
export class HostSaver {
  readonly #marks: Readonly<Partial<Record<Flag, MarkQueue>>>;
  readonly #snoozes: SnoozeQueue | undefined;

  constructor(container: NotificationStateContainer, source: NotificationSource) {
    this.#marks = {
      ...(source.setRead && { read: new MarkQueue(container, source, 'read') }),
      ...(source.setSeen && { seen: new MarkQueue(container, source, 'seen') }),
      ...(source.setDismissed && { dismissed: new MarkQueue(container, source, 'dismissed') }),
    };
    if (source.setSnoozed) this.#snoozes = new SnoozeQueue(container, source);
  }

  handleUpdate({ change }: NotificationUpdate): void {
    if (change.type === 'marked') this.#marks[change.flag]?.addMarks(change);
    else if (change.type === 'markedByHost') this.#marks[change.flag]?.repeatWaiting(change.ids);
    else if (change.type === 'snoozed' && change.by === 'customer') this.#snoozes?.addSnoozes(change);
    else if (change.type === 'reset') {
      for (const queue of Object.values(this.#marks)) queue.reset();
      this.#snoozes?.reset();
    }
  }
}

/**
 * Saves the acts of one kind. There is one request at a time for each notification, so that the customer's latest act is
 * the last that the host receives. What the host does not save is rolled back, unless it was changed again meanwhile, by
 * whomever.
 */
abstract class SaveQueue<Decision, SavedAct extends Act<Decision>> {
  protected readonly container: NotificationStateContainer;
  protected readonly source: NotificationSource;
  readonly #maxAttempts: number;
  readonly #unsaved = new Map<string, Unsaved<Decision, SavedAct>>();
  #savingExclusively: Promise<void> | undefined;
  /** Aborted by a reset, which ends everything but the requests that are under way: those may still be saved. */
  #visit = new AbortController();

  constructor(container: NotificationStateContainer, source: NotificationSource, maxAttempts = 1) {
    this.container = container;
    this.source = source;
    this.#maxAttempts = maxAttempts;
  }

  reset(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#savingExclusively = undefined;
    this.#unsaved.clear();
  }

  protected add(act: SavedAct): void {
    for (const id of act.decisions.keys()) {
      const unsaved = this.#unsaved.get(id);
      if (unsaved) unsaved.waiting = act;
      else this.#unsaved.set(id, { saved: act.before.get(id), isSaving: false, waiting: act });
    }
    void this.#send(act);
  }

  protected waitingAct(id: string): SavedAct | null {
    return this.#unsaved.get(id)?.waiting ?? null;
  }

  /** Whether nothing has changed the decision since: neither the host nor another tab. */
  protected abstract isCurrent(id: string, act: SavedAct): boolean;

  /** Calls the source. */
  protected abstract save(act: SavedAct, ids: string[], signal: AbortSignal): unknown;

  protected abstract applySaved(act: SavedAct, ids: readonly string[], response: unknown): void;

  /** @param rolledBack What the host has of those that nothing has changed since. */
  protected abstract applyFailure(
    act: SavedAct,
    ids: readonly string[],
    rolledBack: ReadonlyMap<string, Decision | undefined>,
    error: unknown,
  ): void;

  async #send(act: SavedAct): Promise<void> {
    const { signal } = this.#visit;
    while (this.#savingExclusively) await this.#savingExclusively;
    if (signal.aborted) return;
    const ids = [...act.decisions.keys()].filter((id) => this.#takeWaiting(id, act));
    if (ids.length === 0 && !act.coversUnlisted) return;
    const saving = this.#saveAndApply(act, ids, signal);
    if (!act.isExclusive) return;
    this.#savingExclusively = saving;
    await saving;
    if (this.#savingExclusively === saving) this.#savingExclusively = undefined;
  }

  /** Returns whether the decision is to be saved now. */
  #takeWaiting(id: string, act: SavedAct): boolean {
    const unsaved = this.#unsaved.get(id);
    if (unsaved?.waiting !== act || unsaved.isSaving) return false;
    unsaved.waiting = null;
    unsaved.isSaving = this.isCurrent(id, act);
    if (!unsaved.isSaving) this.#unsaved.delete(id);
    return unsaved.isSaving;
  }

  async #saveAndApply(act: SavedAct, ids: string[], signal: AbortSignal): Promise<void> {
    let failure: { error: unknown } | null = null;
    let response: unknown;
    try {
      response = await this.#saveInTime(act, ids);
    } catch (error) {
      failure = { error };
    }
    if (signal.aborted) return;
    const next = new Set<SavedAct>();
    const rolledBack = new Map<string, Decision | undefined>();
    for (const id of ids) {
      const unsaved = this.#unsaved.get(id);
      if (!unsaved) continue;
      unsaved.isSaving = false;
      if (!failure) unsaved.saved = act.decisions.get(id);
      if (unsaved.waiting) next.add(unsaved.waiting);
      else {
        this.#unsaved.delete(id);
        if (failure && this.isCurrent(id, act)) rolledBack.set(id, unsaved.saved);
      }
    }
    if (failure) this.applyFailure(act, ids, rolledBack, failure.error);
    else this.applySaved(act, ids, response);
    for (const waiting of next) void this.#send(waiting);
  }

  async #saveInTime(act: SavedAct, ids: string[]): Promise<unknown> {
    return withDeadline(
      (signal) => this.#saveWithRetries(act, ids, signal),
      timeoutMs,
      () => new NudgeError('The source takes too long to save.'),
    );
  }

  /** Async, so that what the host throws at once comes as a rejection too. */
  async #saveWithRetries(act: SavedAct, ids: string[], signal: AbortSignal): Promise<unknown> {
    const visit = this.#visit.signal;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.save(act, ids, signal);
      } catch (error) {
        if (attempt === this.#maxAttempts || signal.aborted) throw error;
        await delay(backoff(attempt), visit);
      }
    }
  }
}

/**
 * Saves one flag. What was seen is not rolled back, since the customer does not learn that it failed: it is tried several
 * times, and then what the device stores has to do.
 */
class MarkQueue extends SaveQueue<Claim, MarkAct> {
  readonly #flag: Flag;

  constructor(container: NotificationStateContainer, source: NotificationSource, flag: Flag) {
    super(container, source, flag === 'seen' ? maxSeenAttempts : 1);
    this.#flag = flag;
  }

  addMarks(change: ChangeOf<'marked'>): void {
    const { claims, before, until, markAll } = change;
    const coversUnlisted = until !== undefined;
    this.add({
      change,
      decisions: claims,
      before,
      coversUnlisted,
      isExclusive: coversUnlisted && markAll !== undefined,
    });
  }

  /** The host may report what was just saved, while the customer has changed it again. */
  repeatWaiting(ids: readonly string[]): void {
    for (const id of ids) {
      const waiting = this.waitingAct(id);
      if (!waiting || this.isCurrent(id, waiting)) continue;
      this.container.apply({ ...waiting.change, claims: new Map([[id, waiting.decisions.get(id)]]) });
    }
  }

  protected isCurrent(id: string, { decisions }: MarkAct): boolean {
    return this.container.state.flags[this.#flag].customerClaim(id) === decisions.get(id);
  }

  protected save({ change: { value, until } }: MarkAct, ids: string[], signal: AbortSignal): unknown {
    const { source } = this;
    if (this.#flag === 'read') return source.setRead?.(ids, value, { signal, until });
    if (this.#flag === 'seen') return source.setSeen?.(ids, { signal, until });
    return source.setDismissed?.(ids, value, { signal });
  }

  protected applySaved({ change }: MarkAct, ids: readonly string[], response: unknown): void {
    const { flag, claims, value, until, markAll } = change;
    this.container.apply({ type: 'markSaved', flag, ids, value });
    if (!markAll || until === undefined || !Array.isArray(response)) return;
    const others = parseReferences(response).filter(({ id }) => !claims.has(id));
    this.container.apply({ type: 'markAllSaved', claim: markAll, ids: others.map(({ id }) => id) });
  }

  protected applyFailure(
    { change, coversUnlisted }: MarkAct,
    ids: readonly string[],
    claims: ReadonlyMap<string, Claim | undefined>,
    error: unknown,
  ): void {
    const { flag, value, markAll } = change;
    // Another one, or that it was undone, has ended this "mark all as read".
    const isEnded = this.container.state.markAll?.claim !== markAll;
    if (flag === 'seen') this.container.apply({ type: 'seenNotSaved', flag, ids, error });
    else if (claims.size > 0 || (coversUnlisted && !isEnded))
      this.container.apply({ type: 'markRolledBack', flag, claims, value, isAll: coversUnlisted, error });
    if (markAll) this.container.apply({ type: 'markAllEnded', claim: markAll });
  }
}

/** Saves until when notifications are snoozed. */
class SnoozeQueue extends SaveQueue<SnoozeDecision, SnoozeAct> {
  addSnoozes({ snoozes, before = new Map() }: ChangeOf<'snoozed'>): void {
    const decisions = new Map(snoozes.map((snooze) => [snooze.id, snooze]));
    const until = snoozes[0]?.until ?? null;
    this.add({ decisions, before, until, coversUnlisted: false, isExclusive: false });
  }

  /** Not once its time has come either. */
  protected isCurrent(id: string, { decisions }: SnoozeAct): boolean {
    const [snooze, decision] = [this.container.state.snoozes.get(id), decisions.get(id)];
    return snooze?.until === decision?.until && snooze?.at === decision?.at;
  }

  protected save({ until }: SnoozeAct, ids: string[], signal: AbortSignal): unknown {
    return this.source.setSnoozed?.(ids, until === null ? null : new Date(until).toISOString(), { signal });
  }

  protected applySaved(act: SnoozeAct, ids: readonly string[]): void {
    this.container.apply({ type: 'snoozeSaved', ids: ids.filter((id) => this.isCurrent(id, act)) });
  }

  protected applyFailure(
    { decisions, until }: SnoozeAct,
    _: readonly string[],
    rolledBack: ReadonlyMap<string, SnoozeDecision | undefined>,
    error: unknown,
  ): void {
    if (rolledBack.size === 0) return;
    const snoozes = [...rolledBack].map(([id, saved]) => ({
      id,
      until: saved?.until ?? null,
      at: decisions.get(id)?.at ?? 0,
      wasRead: saved?.wasRead ?? null,
    }));
    this.container.apply({ type: 'snoozeRolledBack', snoozes, until, error });
  }
}
