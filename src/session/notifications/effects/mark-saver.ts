import { NudgeError } from '../../../api/errors.js';
import { raceAbort } from '../../../common/abort.js';
import { backoff } from '../../../common/backoff.js';
import type { Claim, Flag } from '../state/claims.js';
import { parseReferences, type NotificationSource } from '../../sources/source.js';
import type {
  ChangeOf,
  NotificationStateContainer,
  NotificationUpdate,
} from '../state/notification-state.js';

/** How long later changes of a notification wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;
/** How often it is tried to save what was seen. */
const maxSeenAttempts = 3;

type MarkedChange = ChangeOf<'marked'>;

/** What the functions of a source receive that save a flag. */
interface SaveOptions {
  signal: AbortSignal;
  until: string | undefined;
}

/** A notification whose flag the host does not have yet. */
interface UnsavedFlag {
  /** What the host has, or what the customer had claimed before the first change that the host does not have. */
  saved: Claim | undefined;
  isSaving: boolean;
  /** The latest change, while an earlier one is being saved. */
  waiting: MarkedChange | null;
}

/**
 * Saves a flag of notifications at the host, since the service cannot. There is one request at a time for each
 * notification, so that the customer's latest change is the last that the host receives. What the host does not save is
 * rolled back, unless it was changed again meanwhile, by whomever. Only "seen" is not: it is tried several times, and then
 * what the device stores has to do.
 */
export class MarkSaver {
  readonly #container: NotificationStateContainer;
  readonly #flag: Flag;
  readonly #source: NotificationSource;
  readonly #unsaved = new Map<string, UnsavedFlag>();
  /** The save of "mark all as read", which is about every notification: later changes wait for it. */
  #savingAll: Promise<void> | undefined;
  /** Aborted by a reset, which ends everything but the requests that are under way: those may still be saved. */
  #visit = new AbortController();

  constructor(container: NotificationStateContainer, flag: Flag, source: NotificationSource) {
    this.#container = container;
    this.#flag = flag;
    this.#source = source;
  }

  handleUpdate({ change }: NotificationUpdate): void {
    if (change.type === 'reset') this.#reset();
    if (!('flag' in change) || change.flag !== this.#flag) return;
    if (change.type === 'markedByHost') this.#repeatWaiting(change.ids);
    else if (change.type === 'marked') {
      this.#add(change);
      void this.#send(change);
    }
  }

  #add(change: MarkedChange): void {
    for (const id of change.claims.keys()) {
      const unsaved = this.#unsaved.get(id);
      if (unsaved) unsaved.waiting = change;
      else this.#unsaved.set(id, { saved: change.before.get(id), isSaving: false, waiting: change });
    }
  }

  async #send(change: MarkedChange): Promise<void> {
    const { signal } = this.#visit;
    while (this.#savingAll) await this.#savingAll;
    if (signal.aborted) return;
    const ids = [...change.claims.keys()].filter((id) => this.#takeWaiting(id, change));
    if (ids.length === 0 && change.until === undefined) return;
    const saving = this.#saveAndReport(change, ids, signal);
    if (change.until === undefined || !change.markAll) return;
    this.#savingAll = saving;
    await saving;
    if (this.#savingAll === saving) this.#savingAll = undefined;
  }

  async #saveAndReport(change: MarkedChange, ids: string[], signal: AbortSignal): Promise<void> {
    const { flag, value, until, markAll } = change;
    let failure: { error: unknown } | null = null;
    let marked: unknown;
    const request = new AbortController();
    const timer = setTimeout(
      () => request.abort(new NudgeError('The source takes too long to save.')),
      timeoutMs,
    );
    try {
      marked = await raceAbort(
        this.#saveOrRetry(ids, value, { signal: request.signal, until }),
        request.signal,
      );
    } catch (error) {
      failure = { error };
    }
    clearTimeout(timer);
    if (signal.aborted) return;
    if (!failure) this.#container.apply({ type: 'markSaved', flag, ids, value });
    const next = new Set<MarkedChange>();
    const rolledBack = new Map<string, Claim | undefined>();
    for (const id of ids) {
      const unsaved = this.#unsaved.get(id);
      if (!unsaved) continue;
      unsaved.isSaving = false;
      if (!failure) unsaved.saved = change.claims.get(id);
      if (unsaved.waiting) next.add(unsaved.waiting);
      else {
        this.#unsaved.delete(id);
        if (failure && this.#isCurrent(id, change)) rolledBack.set(id, unsaved.saved);
      }
    }
    // Another one, or that it was undone, has ended this "mark all as read".
    const isEnded = this.#container.state.markAll?.claim !== markAll;
    if (failure && flag === 'seen')
      this.#container.apply({ type: 'seenNotSaved', flag, ids, error: failure.error });
    else if (failure && flag !== 'seen' && (rolledBack.size > 0 || (until !== undefined && !isEnded)))
      this.#container.apply({
        type: 'markRolledBack',
        flag,
        claims: rolledBack,
        value,
        isAll: until !== undefined,
        error: failure.error,
      });
    if (failure && markAll) this.#container.apply({ type: 'markAllEnded', claim: markAll });
    else if (markAll && until !== undefined && Array.isArray(marked)) {
      const others = parseReferences(marked).filter(({ id }) => !change.claims.has(id));
      this.#container.apply({ type: 'markAllSaved', claim: markAll, ids: others.map(({ id }) => id) });
    }
    for (const waiting of next) void this.#send(waiting);
  }

  /** Nobody would try again to save what was seen: the customer does not learn that it failed. */
  async #saveOrRetry(ids: string[], value: boolean, options: SaveOptions): Promise<unknown> {
    const { signal } = this.#visit;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#save(ids, value, options);
      } catch (error) {
        if (this.#flag !== 'seen' || attempt === maxSeenAttempts || options.signal.aborted) throw error;
        await raceAbort(new Promise((resolve) => setTimeout(resolve, backoff(attempt))), signal);
      }
    }
  }

  /** Async, so that what the host throws at once comes as a rejection too. */
  async #save(ids: string[], value: boolean, options: SaveOptions): Promise<unknown> {
    const source = this.#source;
    if (this.#flag === 'read') return source.setRead?.(ids, value, options);
    if (this.#flag === 'seen') return source.setSeen?.(ids, options);
    return source.setDismissed?.(ids, value, options);
  }

  /** Returns whether the change is to be saved now. */
  #takeWaiting(id: string, change: MarkedChange): boolean {
    const unsaved = this.#unsaved.get(id);
    if (unsaved?.waiting !== change || unsaved.isSaving) return false;
    unsaved.waiting = null;
    unsaved.isSaving = this.#isCurrent(id, change);
    if (!unsaved.isSaving) this.#unsaved.delete(id);
    return unsaved.isSaving;
  }

  /** Whether nothing has changed the flag since: neither the host nor another tab. */
  #isCurrent(id: string, change: MarkedChange): boolean {
    return this.#container.state.flags[this.#flag].customerClaim(id) === change.claims.get(id);
  }

  /** The host may report what was just saved, while the customer has changed it again. */
  #repeatWaiting(ids: readonly string[]): void {
    for (const id of ids) {
      const waiting = this.#unsaved.get(id)?.waiting;
      if (waiting && !this.#isCurrent(id, waiting))
        this.#container.apply({ ...waiting, claims: new Map([[id, waiting.claims.get(id)]]) });
    }
  }

  #reset(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#savingAll = undefined;
    this.#unsaved.clear();
  }
}

/** Creates a saver for each flag that the host saves. */
export function createMarkSavers(
  container: NotificationStateContainer,
  source: NotificationSource,
): MarkSaver[] {
  const { flags } = container.state;
  return (['read', 'seen', 'dismissed'] as const)
    .filter((flag) => flags[flag].isSavedByHost)
    .map((flag) => new MarkSaver(container, flag, source));
}
