import { NudgeError } from '../../api/errors.js';
import { isUnauthorized } from '../../api/is-unauthorized.js';
import { isServiceBusy, retryAfterOf } from '../../api/retry-after.js';
import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import { isOffline, isPageHidden } from '../../common/page-observer.js';
import { RetryTimer } from '../../common/retry-timer.js';
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
 * Finds out for whom a choice would be saved now: `same` if the customer whom the session knows is signed in, or if it knows nobody;
 * `uncertain` if nothing shows that. Rejects if that cannot be found out yet, as while nobody is signed in.
 */
export type CheckCustomer = (signal: AbortSignal) => Promise<'same' | 'uncertain'>;

/**
 * Saves the customer's choices at the host, or else at the service: a few at a time, one request at a time for each group. The last choice wins.
 * While the service is busy, all are held back.
 *
 * A choice is sent at once for whoever is signed in, who has just made it. If it waits for a token or for the network, or was
 * held back, somebody else may be signed in then. So it is sent only once it is certain that the customer whom the session knew is
 * signed in, and fails if nothing shows that: whoever tries again makes the choice. If another customer turns up, the session
 * drops it. While the session knows nobody, the choice is that of whoever signs in next.
 */
export class PreferenceSaver {
  readonly #container: PreferenceStateContainer;
  readonly #save: SavePreference;
  readonly #checkCustomer: CheckCustomer;
  readonly #queue: RequestQueue<void>;
  /** Whether the busy service has held choices back since the customer was checked. */
  #isHeldBack = false;
  /** The check for the choices that wait, while it is under way. */
  #check: AbortController | undefined;
  /** Whether that began before the last sign that somebody may be signed in. */
  #isCheckOutdated = false;
  /** Checks again once that may succeed. In a page that is hidden, the store does so when it is shown. */
  readonly #retryTimer = new RetryTimer(() => {
    if (!isPageHidden()) this.resume();
  });

  constructor(
    container: PreferenceStateContainer,
    save: SavePreference,
    checkCustomer: CheckCustomer = () => Promise.resolve('same'),
  ) {
    this.#container = container;
    this.#save = save;
    this.#checkCustomer = checkCustomer;
    this.#queue = new RequestQueue({
      concurrency: 4,
      run: (groupId, { signal }) => this.#request(groupId, signal),
      // A newer choice may have been made since.
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
    // It may show that the token, or the service, works.
    if (change.type === 'responded' || change.type === 'failed') this.resume();
    if (change.type === 'closed' || change.type === 'cleared') this.#queue.clear();
    if (this.#choicesThatAre('waiting').length > 0) return;
    this.#check?.abort();
    this.#check = undefined;
    this.#retryTimer.cancel();
  }

  /** Sends what waits for the customer who has chosen it: the network, or a token, may be there now. */
  resume(): void {
    if (isOffline() || this.#choicesThatAre('waiting').length === 0) return;
    if (this.#check) {
      this.#isCheckOutdated = true;
      return;
    }
    this.#isCheckOutdated = false;
    this.#check = new AbortController();
    void this.#checkChoices('waiting', this.#check.signal);
  }

  #choicesThatAre(wanted: 'saving' | 'waiting'): { groupId: string; choice: Choice }[] {
    return [...this.#container.state.preferences].flatMap(([groupId, { choice, status }]) =>
      choice && status === wanted ? { groupId, choice } : [],
    );
  }

  /** Checks for whom the choices would be saved, and decides what becomes of all that have this status. */
  async #checkChoices(wanted: 'saving' | 'waiting', signal: AbortSignal): Promise<void> {
    const result = await this.#checkCustomer(signal).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    for (const { groupId, choice } of this.#choicesThatAre(wanted)) {
      if (result === 'same') this.#container.apply({ type: 'resumed', groupId });
      else if (result === 'uncertain')
        this.#fail(groupId, choice, new NudgeError('Another customer may be signed in now.'));
      else this.#container.apply({ type: 'postponed', groupId, choice, error: result.error });
    }
    if (signal === this.#check?.signal) this.#check = undefined;
    if (this.#isCheckOutdated) this.resume();
    else if (typeof result === 'object' && !isUnauthorized(result.error))
      this.#retryTimer.schedule(retryAfterOf(result.error));
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
    if (this.#isHeldBack && !isOffline()) {
      await this.#checkChoices('saving', signal);
      signal.throwIfAborted();
      this.#isHeldBack = false;
    }
    const { choice, status } = preferenceOf(this.#container.state, groupId);
    // It may have been taken back before its turn came.
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
      this.#isHeldBack ||= isServiceBusy(error);
      if (isUnauthorized(error) || (isServiceBusy(error) && !isOffline())) throw error;
      this.#fail(groupId, choice, error);
    }
  }

  #failUnsaved(groupId: string, error: unknown): void {
    const { choice, status } = preferenceOf(this.#container.state, groupId);
    if (choice && status === 'saving') this.#fail(groupId, choice, error);
  }

  #fail(groupId: string, choice: Choice, error: unknown): void {
    const type = isUnauthorized(error) || isOffline() ? 'postponed' : 'failed';
    this.#container.apply({ type, groupId, choice, error });
  }
}
