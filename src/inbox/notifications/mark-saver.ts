import { NudgeError } from '../../api/errors.js';
import { raceAbort } from '../../common/abort.js';
import { backoff } from '../../common/backoff.js';
import type { Claim, Flag } from './flag-states.js';
import type { NotificationChange, NotificationStateContainer } from './notification-state.js';

/** How long later changes of a notification wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;
/** How often it is tried to save what was seen. */
const maxSeenAttempts = 3;

type MarkedChange = Extract<NotificationChange, { type: 'marked' }>;

/** Saves a flag at the host, as `setRead()` of a source does. */
export type SaveFlag = (ids: string[], value: boolean, options: { signal: AbortSignal }) => Promise<void>;

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
  readonly #save: SaveFlag;
  readonly #unsaved = new Map<string, UnsavedFlag>();
  #requests = new AbortController();

  /** @param save Saves this flag. */
  constructor(container: NotificationStateContainer, flag: Flag, save: SaveFlag) {
    this.#container = container;
    this.#flag = flag;
    this.#save = save;
  }

  /** Handles changes in order. Of several that were missed, only the latest of each notification is saved. */
  handleChanges(changes: readonly NotificationChange[]): void {
    const marked: MarkedChange[] = [];
    for (const change of changes) {
      if (change.type === 'reset') this.#abort();
      if (!('flag' in change) || change.flag !== this.#flag) continue;
      if (change.type === 'markedByHost') this.#repeatWaiting(change.ids);
      else if (change.type === 'marked') {
        this.#add(change);
        marked.push(change);
      }
    }
    for (const change of marked) void this.#send(change);
  }

  #add(change: MarkedChange): void {
    for (const id of change.claims.keys()) {
      const unsaved = this.#unsaved.get(id);
      if (unsaved) unsaved.waiting = change;
      else this.#unsaved.set(id, { saved: change.before.get(id), isSaving: false, waiting: change });
    }
  }

  async #send(change: MarkedChange): Promise<void> {
    const { signal } = this.#requests;
    const { flag, value } = change;
    const ids = [...change.claims.keys()].filter((id) => this.#take(id, change));
    if (ids.length === 0) return;
    let failure: { error: unknown } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const expired = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new NudgeError('The source takes too long to save.')), timeoutMs);
      });
      await Promise.race([this.#saveOrRetry(ids, value, signal), expired]);
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
    if (failure && flag === 'seen')
      this.#container.apply({ type: 'saveFailed', flag, ids, error: failure.error });
    else if (failure && rolledBack.size > 0)
      this.#container.apply({
        type: 'markRolledBack',
        flag,
        claims: rolledBack,
        value,
        error: failure.error,
      });
    if (failure && change.markAll) this.#container.apply({ type: 'markAllEnded', markAll: change.markAll });
    for (const waiting of next) void this.#send(waiting);
  }

  /** Nobody would try again to save what was seen: the customer does not learn that it failed. */
  async #saveOrRetry(ids: string[], value: boolean, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#save(ids, value, { signal });
        return;
      } catch (error) {
        if (this.#flag !== 'seen' || attempt === maxSeenAttempts || signal.aborted) throw error;
        await raceAbort(new Promise((resolve) => setTimeout(resolve, backoff(attempt))), signal);
      }
    }
  }

  /** Returns whether the change is to be saved now. */
  #take(id: string, change: MarkedChange): boolean {
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

  #abort(): void {
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#unsaved.clear();
  }
}
