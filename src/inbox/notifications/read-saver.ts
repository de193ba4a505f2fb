import { NudgeError } from '../../api/errors.js';
import type { NotificationSource } from '../sources/source.js';
import type { NotificationChange, NotificationStateContainer } from './notification-state.js';
import type { ReadClaim } from './read-state.js';

/** How long later changes of a notification wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;

type MarkedChange = Extract<NotificationChange, { type: 'marked' }>;

/** A notification whose read state the host does not have yet. */
interface UnsavedRead {
  /** What the host has, or what the customer had claimed before the first change that the host does not have. */
  saved: ReadClaim | undefined;
  isSaving: boolean;
  /** The latest change, while an earlier one is being saved. */
  waiting: MarkedChange | null;
}

/**
 * Saves read state at the host, since the service cannot. There is one request at a time for each notification, so that
 * the customer's latest change is the last that the host receives. What the host does not save is rolled back, unless it
 * was changed again meanwhile, by whomever.
 */
export class ReadSaver {
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  readonly #unsaved = new Map<string, UnsavedRead>();
  #requests = new AbortController();

  constructor(container: NotificationStateContainer, source: NotificationSource) {
    this.#container = container;
    this.#source = source;
  }

  /** Handles changes in order. Of several that were missed, only the latest of each notification is saved. */
  handleChanges(changes: readonly NotificationChange[]): void {
    for (const change of changes) {
      if (change.type === 'marked') this.#add(change);
      else if (change.type === 'markedByHost') this.#repeatWaiting(change.ids);
      else if (change.type === 'reset') this.#abort();
    }
    for (const change of changes) if (change.type === 'marked') void this.#save(change);
  }

  #add(change: MarkedChange): void {
    for (const id of change.claims.keys()) {
      const unsaved = this.#unsaved.get(id);
      if (unsaved) unsaved.waiting = change;
      else this.#unsaved.set(id, { saved: change.before.get(id), isSaving: false, waiting: change });
    }
  }

  async #save(change: MarkedChange): Promise<void> {
    const { signal } = this.#requests;
    const ids = [...change.claims.keys()].filter((id) => this.#take(id, change));
    if (ids.length === 0) return;
    let failure: { error: unknown } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const expired = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new NudgeError('setRead takes too long')), timeoutMs);
      });
      await Promise.race([this.#source.setRead?.(ids, change.isRead, { signal }), expired]);
    } catch (error) {
      failure = { error };
    }
    clearTimeout(timer);
    if (signal.aborted) return;
    if (!failure && this.#source.setRead)
      this.#container.apply({ type: 'markSaved', ids, isRead: change.isRead });
    const next = new Set<MarkedChange>();
    const rolledBack = new Map<string, ReadClaim | undefined>();
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
    if (failure && rolledBack.size > 0)
      this.#container.apply({
        type: 'markRolledBack',
        claims: rolledBack,
        isRead: change.isRead,
        error: failure.error,
      });
    if (failure && change.markAll) this.#container.apply({ type: 'markAllEnded', markAll: change.markAll });
    for (const waiting of next) void this.#save(waiting);
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

  /** Whether nothing has changed the read state since: neither the host nor another tab. */
  #isCurrent(id: string, change: MarkedChange): boolean {
    return this.#container.state.reads.customerClaim(id) === change.claims.get(id);
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
