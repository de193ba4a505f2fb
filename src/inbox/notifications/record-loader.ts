import type { NudgeError } from '../../api/errors.js';
import { ResponseError } from '../../api/response-error.js';
import type { Notification } from '../../api/schemas/notification.js';
import { warnOnce } from '../../common/warn.js';
import {
  idsToCount,
  isSuspended,
  type NotificationChange,
  type NotificationCore,
  type NotificationUpdate,
} from './notification-state.js';
import { RequestQueue } from '../request-queue.js';

/**
 * Requests the record with this id. `renewsToken`: whether to get another token first, because everything was refused with
 * the one before.
 */
export type RetrieveNotification = (
  id: string,
  options: { signal: AbortSignal; renewsToken: boolean },
) => Promise<Notification>;

/** The changes after which other notifications may be the newest, or a record has to be requested again. */
const changesOfNewest: ReadonlySet<NotificationChange['type']> = new Set([
  'hostIds',
  'added',
  'removed',
  'dismissed',
  'retried',
  'synced',
]);

/** Fetches the records of the list: what is visible first, and what the unread count needs. */
export class RecordLoader {
  readonly #core: NotificationCore;
  readonly #queue: RequestQueue<Notification>;

  constructor(core: NotificationCore, retrieve: RetrieveNotification) {
    this.#core = core;
    this.#queue = new RequestQueue({
      run: async (id, options) => {
        const record = await retrieve(id, options);
        options.signal.throwIfAborted();
        core.apply({ type: 'loaded', id, record });
        return core.state.list.get(id).record ?? record;
      },
      onFailed: (id, error) => {
        // The browser logs failed requests itself, but not a response of something else, such as the page of a proxy.
        if (error instanceof ResponseError) warnOnce(String(error));
        core.apply({ type: 'failed', id, error });
      },
      onProblem: (error) => this.#applyProblem(error),
    });
    this.#suspend();
  }

  handleUpdate({ change, outcome }: NotificationUpdate): void {
    this.#queue.remove(outcome.removed);
    if (change.type === 'reset' && change.error) this.#queue.stop(change.error);
    else if (change.type === 'reset' || change.type === 'signedOut') this.#queue.clear();
    else if (change.type === 'conditions') {
      if (change.conditions.isRunning === false) this.#queue.clear();
      this.#suspend();
    } else if (changesOfNewest.has(change.type) || (change.type === 'listed' && change.page === 'first'))
      this.#requestNewest();
  }

  /** Continues at once, with a fresh count of attempts, as far as the conditions allow. */
  resume(isQuiet = false): void {
    this.#suspend();
    // One record shows whether the service responds: an error may hide the rows that request theirs.
    if (isQuiet) this.#requestOne();
    this.#queue.retry(isQuiet);
    this.#requestNewest();
    this.#applyProblem();
  }

  /** Requests first what is on the screen, in this order, and fetches again what only the device knew. */
  setVisible(ids: readonly string[]): void {
    const { list, isRunning } = this.#core.state;
    if (!isRunning) return;
    this.#queue.prefer(ids);
    const visible = ids.filter((id) => list.has(id) && !list.isDismissed(id));
    this.#request(visible);
    this.revalidate(visible);
  }

  /** Fetches these records again if only the device knew them. */
  revalidate(ids: readonly string[]): void {
    const { list } = this.#core.state;
    this.#queue.request(ids.filter((id) => list.isCached(id)));
  }

  /** Resolves with the record. Rejects with the request's error, or with an AbortError when the id leaves the list. */
  load(id: string): Promise<Notification> {
    if (this.#core.state.list.get(id).status !== 'pending') this.#core.apply({ type: 'retried', ids: [id] });
    return this.#queue.load(id);
  }

  #suspend(): void {
    this.#queue.suspend(isSuspended(this.#core.state));
  }

  /** Requests what the unread count of the newest page needs, before any of it is visible. */
  #requestNewest(): void {
    const { list, isRunning } = this.#core.state;
    if (isRunning) this.#queue.request(idsToCount(list));
  }

  #requestOne(): void {
    const { list } = this.#core.state;
    const id = list.order.find((id) => list.get(id).status === 'pending' || list.isCached(id));
    if (id !== undefined) this.#queue.request([id]);
  }

  #request(ids: readonly string[]): void {
    const { list } = this.#core.state;
    this.#queue.request(ids.filter((id) => list.get(id).status === 'pending'));
  }

  #applyProblem(error?: NudgeError): void {
    this.#core.apply({ type: 'requests', problem: this.#queue.problem, error });
  }
}
