import type { NotificationSource } from '../sources/source.js';
import type { NotificationChange, NotificationCore } from './notification-state.js';
import type { ReadClaim } from './read-state.js';

type ReadChange = Extract<NotificationChange, { type: 'read' }>;

/** A change that the host has not confirmed yet. */
interface UnconfirmedChange {
  readonly change: ReadChange;
  /** What the host confirmed last. */
  confirmed: ReadClaim | undefined;
}

/**
 * Saves read state at the host, since the service cannot. What the host does not save is rolled back, unless the customer
 * or the host changed it again meanwhile.
 */
export class ReadSaver {
  readonly #core: NotificationCore;
  readonly #source: NotificationSource;
  readonly #unconfirmed = new Map<string, UnconfirmedChange>();
  #requests = new AbortController();

  constructor(core: NotificationCore, source: NotificationSource) {
    this.#core = core;
    this.#source = source;
    core.addEffect(({ change }) => {
      if (change.type === 'read') void this.#save(change);
      else if (change.type === 'readByHost') for (const id of change.ids) this.#unconfirmed.delete(id);
      else if (change.type === 'reset' || change.type === 'signedOut') this.#abort();
    });
  }

  async #save(change: ReadChange): Promise<void> {
    const { signal } = this.#requests;
    const ids = [...change.claims.keys()];
    for (const id of ids) {
      const confirmed = this.#unconfirmed.has(id)
        ? this.#unconfirmed.get(id)?.confirmed
        : change.before.get(id);
      this.#unconfirmed.set(id, { change, confirmed });
    }
    try {
      await this.#source.setRead?.(ids, change.isRead, { signal });
      if (!signal.aborted) this.#confirm(change);
    } catch (error) {
      if (!signal.aborted) this.#rollBack(change, error);
    }
  }

  #confirm(change: ReadChange): void {
    for (const [id, claim] of change.claims) {
      const entry = this.#unconfirmed.get(id);
      if (entry?.change === change) this.#unconfirmed.delete(id);
      else if (entry) entry.confirmed = claim;
    }
  }

  #rollBack(change: ReadChange, error: unknown): void {
    const claims = new Map<string, ReadClaim | undefined>();
    for (const id of change.claims.keys()) {
      const entry = this.#unconfirmed.get(id);
      if (entry?.change !== change) continue;
      claims.set(id, entry.confirmed);
      this.#unconfirmed.delete(id);
    }
    this.#core.apply({ type: 'readRolledBack', claims, error });
    if (change.markAll) this.#core.apply({ type: 'markAllEnded', markAll: change.markAll });
  }

  #abort(): void {
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#unconfirmed.clear();
  }
}
