import { NudgeError } from '../../../api/errors.js';
import { raceAbort } from '../../../common/abort.js';
import type { StoredSnooze } from '../../stored.js';
import type { NotificationSource } from '../../sources/source.js';
import type { NotificationStateContainer, Snooze, SnoozeChange } from '../state/notification-state.js';

/** How long later changes wait for a save, in milliseconds. What takes longer counts as not saved. */
const timeoutMs = 20_000;

type SnoozedChange = Extract<SnoozeChange, { type: 'snoozed' }>;

/**
 * Saves at the host until when notifications are snoozed, one change after the other. What the host does not save is
 * rolled back, unless it was changed again meanwhile.
 */
export class SnoozeSaver {
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  /** What the host has, of notifications with a change that it may not have. */
  readonly #saved = new Map<string, Snooze | undefined>();
  #saving: Promise<void> = Promise.resolve();
  /** Aborted by a reset. */
  #visit = new AbortController();

  constructor(container: NotificationStateContainer, source: NotificationSource) {
    this.#container = container;
    this.#source = source;
  }

  save(change: SnoozedChange): void {
    for (const { id } of change.snoozes)
      if (!this.#saved.has(id)) this.#saved.set(id, change.before?.get(id));
    const { signal } = this.#visit;
    this.#saving = this.#saving.then(() => (signal.aborted ? undefined : this.#send(change.snoozes, signal)));
  }

  reset(): void {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#saved.clear();
  }

  async #send(snoozes: readonly StoredSnooze[], signal: AbortSignal): Promise<void> {
    const current = snoozes.filter((snooze) => this.#isCurrent(snooze));
    const [first] = current;
    if (!first) return;
    const { until } = first;
    const request = new AbortController();
    const timer = setTimeout(
      () => request.abort(new NudgeError('The source takes too long to save.')),
      timeoutMs,
    );
    let failure: { error: unknown } | null = null;
    try {
      // In an async function, so that what the host throws at once comes as a rejection too.
      const save = async (): Promise<void> =>
        this.#source.setSnoozed?.(
          current.map(({ id }) => id),
          until === null ? null : new Date(until).toISOString(),
          { signal: request.signal },
        );
      await raceAbort(save(), request.signal);
    } catch (error) {
      failure = { error };
    }
    clearTimeout(timer);
    if (signal.aborted) return;
    const unsaved = current.filter((snooze) => this.#isCurrent(snooze));
    const rolledBack = unsaved.map(({ id, at }) => {
      const { until: savedUntil = null, wasRead = null } = this.#saved.get(id) ?? {};
      return { id, until: savedUntil, at, wasRead };
    });
    if (!failure)
      for (const { id, at, wasRead } of current) this.#saved.set(id, { until, at, wasRead, by: 'visit' });
    for (const { id } of unsaved) this.#saved.delete(id);
    if (failure && rolledBack.length > 0)
      this.#container.apply({ type: 'snoozeRolledBack', snoozes: rolledBack, until, error: failure.error });
  }

  /** Whether nothing has changed the decision since, nor has its time come. */
  #isCurrent({ id, until, at }: StoredSnooze): boolean {
    const snooze = this.#container.state.snoozes.get(id);
    return snooze?.until === until && snooze.at === at;
  }
}
