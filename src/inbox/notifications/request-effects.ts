import { NudgeError } from '../../api/errors.js';
import type { Notification } from '../../api/schemas/notification.js';
import { raceAbort } from '../../common/abort.js';
import { lazy } from '../../common/lazy.js';
import { loadRequests } from '../load-requests.js';
import type { NotificationSource } from '../sources/source.js';
import {
  idsToCount,
  isSuspended,
  type NotificationChange,
  type NotificationCore,
  type NotificationUpdate,
} from './notification-state.js';
import type { ReadSaver } from './read-saver.js';
import type { RecordLoader, RetrieveNotification } from './record-loader.js';

/**
 * The effects that send requests: {@link RecordLoader} and {@link ReadSaver}. Their code loads when the first record is needed, or the first read state is
 * to be saved. If it does not load, that counts as a service that does not respond.
 */
export class RequestEffects {
  readonly #core: NotificationCore;
  readonly #retrieve: RetrieveNotification;
  readonly #source: NotificationSource;
  readonly #load = lazy(() => this.#loadCode());
  #loader: RecordLoader | undefined;
  #saver: ReadSaver | undefined;
  /** What the saver has missed while its code loads. */
  #missed: NotificationChange[] = [];
  #visible: readonly string[] = [];
  /** Aborts the calls that wait for the code. */
  #waiting = new AbortController();

  constructor(core: NotificationCore, retrieve: RetrieveNotification, source: NotificationSource) {
    this.#core = core;
    this.#retrieve = retrieve;
    this.#source = source;
    // The code is there already if an earlier session needed it.
    if (loadRequests.value) this.#create(loadRequests.value);
  }

  handleUpdate(update: NotificationUpdate): void {
    if (this.#loader) {
      this.#loader.handleUpdate(update);
      this.#saver?.handleChanges([update.change]);
    } else this.#handleMissed(update.change);
  }

  /** Continues at once, with a fresh count of attempts, as far as the conditions allow. */
  resume(isQuiet = false): void {
    if (this.#loader) this.#loader.resume(isQuiet);
    else this.#loadIfNeeded();
  }

  /** Requests first what is on the screen, in this order, and fetches again what only the device knew. */
  setVisible(ids: readonly string[]): void {
    this.#visible = ids;
    if (this.#loader) this.#loader.setVisible(ids);
    // After a failure, `resume()` tries again.
    else if (!this.#core.state.requestProblem) this.#loadIfNeeded();
  }

  /** Fetches the record again if only the device knew it. */
  revalidate(id: string): void {
    if (!this.#core.state.list.isCached(id)) return;
    if (this.#loader) this.#loader.revalidate([id]);
    else
      this.#load().then(
        (loader) => loader.revalidate([id]),
        () => undefined,
      );
  }

  /** Resolves with the record. Rejects with the request's error, or with an AbortError when the id leaves the list. */
  async load(id: string): Promise<Notification> {
    const loader = this.#loader ?? (await raceAbort(this.#load(), this.#waiting.signal));
    return loader.load(id);
  }

  /** Loads the code if there is a request to send: for the unread count, for what is on the screen, or for the host. */
  #loadIfNeeded(): void {
    const { state } = this.#core;
    const { list, isRunning } = state;
    const isOnScreen = this.#visible.some((id) => list.isCached(id) || list.get(id).status === 'pending');
    const isRecordNeeded = isRunning && !isSuspended(state) && (isOnScreen || idsToCount(list).length > 0);
    if (isRecordNeeded || this.#missed.length > 0) this.#load().catch(() => undefined);
  }

  async #loadCode(): Promise<RecordLoader> {
    try {
      const loader = this.#create(await loadRequests());
      loader.setVisible(this.#visible);
      loader.resume();
      return loader;
    } catch (error) {
      // A problem that stays was reported before.
      const isNew = this.#core.state.requestProblem !== 'unreachable' && error instanceof NudgeError;
      this.#core.apply({ type: 'requests', problem: 'unreachable', error: isNew ? error : undefined });
      throw error;
    }
  }

  #create({ RecordLoader, ReadSaver }: NonNullable<typeof loadRequests.value>): RecordLoader {
    this.#loader = new RecordLoader(this.#core, this.#retrieve);
    if (this.#source.setRead) this.#saver = new ReadSaver(this.#core, this.#source);
    this.#saver?.handleChanges(this.#missed);
    return this.#loader;
  }

  #handleMissed(change: NotificationChange): void {
    const isReset = change.type === 'reset' || change.type === 'signedOut';
    if (isReset) this.#missed = [];
    if (isReset || (change.type === 'conditions' && change.conditions.isRunning === false)) {
      this.#waiting.abort();
      this.#waiting = new AbortController();
    }
    if (this.#source.setRead && (change.type === 'read' || change.type === 'readByHost'))
      this.#missed.push(change);
    if (change.type === 'reset' && change.error)
      this.#core.apply({ type: 'requests', problem: 'unauthenticated', error: change.error });
    else if (change.type !== 'conditions' && !this.#core.state.requestProblem) this.#loadIfNeeded();
  }
}
