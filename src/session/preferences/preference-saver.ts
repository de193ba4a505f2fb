import { AuthenticationError, NudgeError } from '../../api/errors.js';
import { isServiceBusy } from '../../api/retry-after.js';
import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import { isOffline } from '../../common/page-observer.js';
import { RequestQueue } from '../request-queue.js';
import {
  preferenceOf,
  type Choice,
  type PreferenceStateContainer,
  type PreferenceUpdate,
} from './preference-state.js';

/** Saves a choice. */
export type SavePreference = (
  groupId: string,
  input: GroupPreferenceInput,
  options: { signal: AbortSignal },
) => Promise<PreferenceStatus>;

/**
 * Finds out whether the customer whom the session knows is signed in now; null while it knows nobody. Rejects if that cannot be
 * found out yet, as while nobody is signed in.
 */
export type CheckCustomer = (signal: AbortSignal) => Promise<boolean> | null;

const isTokenMissing = (error: unknown): boolean =>
  error instanceof AuthenticationError && error.status === 401;

/**
 * Saves the customer's choices at the host, or else at the service: a few at a time, one request at a time for each group. The last choice wins.
 * While the service is busy, all wait.
 *
 * A choice is sent at once for whoever is signed in, who has just made it. If it has to wait for a token or for the network,
 * somebody else may be signed in then. So it is sent only once it is certain that the customer whom the session knew is signed in,
 * and fails if that cannot be found out: whoever tries again makes the choice. If another customer turns up, the session drops it.
 * While the session knows nobody, the choice is that of whoever signs in next.
 */
export class PreferenceSaver {
  readonly #container: PreferenceStateContainer;
  readonly #save: SavePreference;
  readonly #checkCustomer: CheckCustomer;
  readonly #queue: RequestQueue<void>;
  /** The check of the customer that is under way. */
  #check: AbortController | undefined;
  /** Whether that began before the last sign that somebody may be signed in. */
  #isCheckOutdated = false;

  constructor(
    container: PreferenceStateContainer,
    save: SavePreference,
    checkCustomer: CheckCustomer = () => null,
  ) {
    this.#container = container;
    this.#save = save;
    this.#checkCustomer = checkCustomer;
    this.#queue = new RequestQueue({
      concurrency: 4,
      run: (groupId, { signal }) => this.#request(groupId, signal),
      // A newer choice may have waited behind the one that was sent.
      onDone: (groupId) => this.#send(groupId),
      onFailed: (groupId, error) => this.#failUnsaved(groupId, error),
      onProblem: (error) => {
        if (error)
          for (const groupId of container.state.preferences.keys()) this.#failUnsaved(groupId, error);
      },
    });
  }

  handleUpdate({ change }: PreferenceUpdate): void {
    if ('groupId' in change) this.#send(change.groupId);
    // The token works.
    if (change.type === 'responded') this.resume();
    if (change.type === 'closed' || change.type === 'cleared') {
      this.#check?.abort();
      this.#check = undefined;
      this.#queue.clear();
    }
  }

  /** Sends what waits for the customer who has chosen it: the network, or a token, may be there now. */
  resume(): void {
    if (this.#waiting.length === 0) return;
    this.#isCheckOutdated = this.#check !== undefined;
    if (this.#isCheckOutdated) return;
    const check = new AbortController();
    const checking = this.#checkCustomer(check.signal);
    if (checking) {
      this.#check = check;
      void this.#resumeAfter(checking, check);
    } else this.#resumeWaiting();
  }

  get #waiting(): { groupId: string; choice: Choice }[] {
    return [...this.#container.state.preferences].flatMap(([groupId, { choice, status }]) =>
      choice && status === 'waiting' ? { groupId, choice } : [],
    );
  }

  #resumeWaiting(): void {
    for (const { groupId } of this.#waiting) this.#container.apply({ type: 'resumed', groupId });
  }

  async #resumeAfter(checking: Promise<boolean>, check: AbortController): Promise<void> {
    // If it rejects, the choices wait on.
    const isSame = await checking.catch(() => null);
    if (this.#check !== check) return;
    this.#check = undefined;
    if (isSame) this.#resumeWaiting();
    else if (isSame === null && this.#isCheckOutdated) this.resume();
    else if (isSame === false) {
      const error = new NudgeError('It is not certain that who has chosen this is signed in now.');
      for (const { groupId, choice } of this.#waiting) this.#fail(groupId, choice, error);
    }
  }

  #send(groupId: string): void {
    const { choice, status, sending } = preferenceOf(this.#container.state, groupId);
    if (!choice || status !== 'saving' || sending) return;
    if (isOffline()) this.#fail(groupId, choice, null);
    else {
      // The queue may have stopped at an earlier choice.
      if (this.#queue.problem !== 'retrying') this.#queue.retry();
      this.#queue.request([groupId]);
    }
  }

  /** Sends the choice. Rejects only with what concerns all requests: then the queue tries again, or stops. */
  async #request(groupId: string, signal: AbortSignal): Promise<void> {
    const { choice, status } = preferenceOf(this.#container.state, groupId);
    // It may have been taken back while it waited for its turn.
    if (!choice || status !== 'saving') return;
    if (isOffline()) {
      this.#fail(groupId, choice, null);
      return;
    }
    this.#container.apply({ type: 'sent', groupId, choice });
    try {
      const response = await this.#save(
        groupId,
        { isGroupNotificationOff: choice.isGroupNotificationOff },
        { signal },
      );
      if (signal.aborted) return;
      // The values of `status` are not documented: only these two would say what the service has.
      const isKnown = response.status === 'on' || response.status === 'off';
      const isGroupNotificationOff = isKnown ? response.status === 'off' : choice.isGroupNotificationOff;
      this.#container.apply({ type: 'responded', groupId, choice, isGroupNotificationOff });
      if (isGroupNotificationOff !== choice.isGroupNotificationOff) {
        const error = new NudgeError('The service saved a different choice.');
        this.#container.apply({ type: 'failed', groupId, choice, error });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isTokenMissing(error) || (isServiceBusy(error) && !isOffline())) throw error;
      this.#fail(groupId, choice, error);
    }
  }

  #failUnsaved(groupId: string, error: unknown): void {
    const { choice, status } = preferenceOf(this.#container.state, groupId);
    if (choice && status === 'saving') this.#fail(groupId, choice, error);
  }

  #fail(groupId: string, choice: Choice, error: unknown): void {
    const waitsFor = isTokenMissing(error) ? 'token' : isOffline() ? 'network' : null;
    this.#container.apply(
      waitsFor
        ? { type: 'postponed', groupId, choice, error, waitsFor }
        : { type: 'failed', groupId, choice, error },
    );
  }
}
