import { NudgeError } from '../../../api/errors.js';
import { backoff } from '../../../common/backoff.js';
import { delay, withDeadline } from '../../../common/time.js';
import { parseReferences } from '../../sources/parse.js';
import { UncertainCustomerError, type Act, type BindAct } from '../../act.js';
import type { NotificationSource } from '../../sources/source.js';
import type { Claim } from '../state/claims.js';
import { mapMarks, marks, type Flag, type MarkDefinition } from '../state/marks.js';
import type {
  ChangeOf,
  NotificationStateContainer,
  NotificationUpdate,
} from '../state/notification-state.js';

/** How long later acts on a notification wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;
/** How often it is tried to save a mark that is not rolled back. */
const maxAttempts = 3;

type Mark = ChangeOf<'marked'>;

/** A notification of which the host does not have the latest decision. */
interface Unsaved {
  /** What the host has, or what the customer had decided before the first act that the host does not have. */
  saved: Claim | undefined;
  isSaving: boolean;
  /** The latest act, while an earlier one is being saved. */
  waiting: Mark | null;
}

/**
 * Saves at the host what the customer reads, sees, dismisses and snoozes, since the service cannot: as far as the source has
 * methods for it.
 */
export class HostSaver {
  /** The queue of each mark that the host saves. */
  readonly #queues: Readonly<Record<Flag, SaveQueue | null>>;

  constructor(container: NotificationStateContainer, source: NotificationSource, bindAct: BindAct) {
    this.#queues = mapMarks((_, { savedBy }) =>
      source[savedBy] ? new SaveQueue(container, source, bindAct) : null,
    );
  }

  handleUpdate({ change }: NotificationUpdate): void {
    if (change.type === 'marked') this.#queues[change.flag]?.add(change);
    else if (change.type === 'markedByHost') this.#queues[change.flag]?.repeatWaiting(change.ids);
    else if (change.type === 'cleared') for (const queue of Object.values(this.#queues)) queue?.clear();
  }
}

/** Whether an act is also about notifications that are not listed. */
const coversUnlisted = ({ until }: Mark): boolean => until !== undefined;

/**
 * Saves one flag, for the customer who has marked it: what has to wait, or is repeated, is an {@link Act} that is confirmed first. There is
 * one request at a time for each notification, so that the customer's latest act is the last that the host receives. What the host does not save is rolled back, unless it was changed again meanwhile, by whomever.
 *
 * What is not rolled back is tried several times, and then what the device stores has to do: see {@link marks}.
 */
class SaveQueue {
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  readonly #bindAct: BindAct;
  readonly #acts = new WeakMap<Mark, Act>();
  readonly #unsaved = new Map<string, Unsaved>();
  #savingExclusively: Promise<void> | undefined;
  /** Aborted when the store is cleared, which ends everything but the requests that are under way: those may still be saved. */
  #visit = new AbortController();

  constructor(container: NotificationStateContainer, source: NotificationSource, bindAct: BindAct) {
    this.#container = container;
    this.#source = source;
    this.#bindAct = bindAct;
  }

  add(mark: Mark): void {
    this.#acts.set(mark, mark.act ?? this.#bindAct());
    for (const id of mark.claims.keys()) {
      const unsaved = this.#unsaved.get(id);
      if (unsaved) unsaved.waiting = mark;
      else this.#unsaved.set(id, { saved: mark.before.get(id), isSaving: false, waiting: mark });
    }
    void this.#send(mark);
  }

  /** The host may report what was just saved, while the customer has changed it again. */
  repeatWaiting(ids: readonly string[]): void {
    for (const id of ids) {
      const waiting = this.#unsaved.get(id)?.waiting;
      if (!waiting || this.#isCurrent(id, waiting)) continue;
      const act = this.#acts.get(waiting);
      this.#container.apply({ ...waiting, act, claims: new Map([[id, waiting.claims.get(id)]]) });
    }
  }

  clear(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#savingExclusively = undefined;
    this.#unsaved.clear();
  }

  /** Whether nothing has changed the decision since: neither the host nor another tab, nor that its time has come. */
  #isCurrent(id: string, { flag, claims }: Mark): boolean {
    return this.#container.state.flags[flag].customerClaim(id) === claims.get(id);
  }

  async #send(mark: Mark): Promise<void> {
    const { signal } = this.#visit;
    while (this.#savingExclusively) await this.#savingExclusively;
    if (signal.aborted) return;
    const ids = [...mark.claims.keys()].filter((id) => this.#takeWaiting(id, mark));
    if (ids.length === 0 && !coversUnlisted(mark)) return;
    const saving = this.#saveAndApply(mark, ids, signal);
    // Later acts wait until it is saved.
    if (!mark.markAll || !coversUnlisted(mark)) return;
    this.#savingExclusively = saving;
    await saving;
    if (this.#savingExclusively === saving) this.#savingExclusively = undefined;
  }

  /** Returns whether the decision is to be saved now. */
  #takeWaiting(id: string, mark: Mark): boolean {
    const unsaved = this.#unsaved.get(id);
    if (unsaved?.waiting !== mark || unsaved.isSaving) return false;
    unsaved.waiting = null;
    unsaved.isSaving = this.#isCurrent(id, mark);
    if (!unsaved.isSaving) this.#unsaved.delete(id);
    return unsaved.isSaving;
  }

  async #saveAndApply(mark: Mark, ids: string[], signal: AbortSignal): Promise<void> {
    let failure: { error: unknown } | null = null;
    let response: unknown;
    try {
      response = await this.#saveInTime(mark, ids);
    } catch (error) {
      failure = { error };
    }
    if (signal.aborted) return;
    // A page that is left ends its requests: nobody can tell whether this one has arrived. The next list says so.
    if (this.#container.state.returning !== null) failure = null;
    const next = new Set<Mark>();
    const rolledBack = new Map<string, Claim | undefined>();
    for (const id of ids) {
      const unsaved = this.#unsaved.get(id);
      if (!unsaved) continue;
      unsaved.isSaving = false;
      if (!failure) unsaved.saved = mark.claims.get(id);
      if (unsaved.waiting) next.add(unsaved.waiting);
      else {
        this.#unsaved.delete(id);
        if (failure && this.#isCurrent(id, mark)) rolledBack.set(id, unsaved.saved);
      }
    }
    if (failure) this.#applyFailure(mark, ids, rolledBack, failure.error);
    else this.#applySaved(mark, ids, response);
    for (const waiting of next) void this.#send(waiting);
  }

  #saveInTime(mark: Mark, ids: string[]): Promise<unknown> {
    return withDeadline(
      (signal) => this.#saveWithRetries(mark, ids, signal),
      timeoutMs,
      () => new NudgeError('The source takes too long to save.'),
    );
  }

  /** Async, so that what the host throws at once comes as a rejection too. */
  async #saveWithRetries(mark: Mark, ids: string[], signal: AbortSignal): Promise<unknown> {
    const visit = this.#visit.signal;
    const { flag, value, until } = mark;
    const { onFailure, save }: MarkDefinition = marks[flag];
    const act = this.#acts.get(mark) ?? this.#bindAct({ isPast: true });
    const attempts = onFailure === 'tryAgain' && act.canWait ? maxAttempts : 1;
    const options = { signal, until, confirmCustomer: () => act.confirm(signal) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await act.send(() => save(this.#source, ids, value, options), signal);
      } catch (error) {
        if (attempt === attempts || signal.aborted || error instanceof UncertainCustomerError) throw error;
        await delay(backoff(attempt), visit);
      }
    }
  }

  #applySaved(
    { flag, claims, value, until, markAll }: Mark,
    ids: readonly string[],
    response: unknown,
  ): void {
    this.#container.apply({ type: 'markSaved', flag, ids, value });
    if (!markAll || until === undefined || !Array.isArray(response)) return;
    const others = parseReferences(response).filter(({ id }) => !claims.has(id));
    this.#container.apply({ type: 'markAllSaved', claim: markAll, ids: others.map(({ id }) => id) });
  }

  /** @param claims What the host has of those that nothing has changed since. */
  #applyFailure(
    mark: Mark,
    ids: readonly string[],
    claims: ReadonlyMap<string, Claim | undefined>,
    error: unknown,
  ): void {
    const { flag, value, markAll } = mark;
    const isAll = coversUnlisted(mark);
    // Another one, or that it was undone, has ended this "mark all as read".
    const isEnded = this.#container.state.markAll?.claim !== markAll;
    if (marks[flag].onFailure === 'tryAgain')
      this.#container.apply({ type: 'markNotSaved', flag, ids, value, error });
    else if (claims.size > 0 || (isAll && !isEnded))
      this.#container.apply({ type: 'markRolledBack', flag, claims, value, isAll, error });
    if (markAll) this.#container.apply({ type: 'markAllEnded', claim: markAll });
  }
}
