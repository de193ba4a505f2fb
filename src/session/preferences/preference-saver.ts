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

const isTokenMissing = (error: unknown): boolean =>
  error instanceof AuthenticationError && error.status === 401;

/**
 * Saves the customer's choices at the host, or else at the service: a few at a time, one request at a time for each group. The last choice wins.
 * While the service is busy, all wait.
 */
export class PreferenceSaver {
  readonly #container: PreferenceStateContainer;
  readonly #save: SavePreference;
  readonly #queue: RequestQueue<void>;

  constructor(container: PreferenceStateContainer, save: SavePreference) {
    this.#container = container;
    this.#save = save;
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
    if (change.type === 'closed' || change.type === 'reset') this.#queue.clear();
  }

  /** Sends what waits: the network, or a token, may be there now. */
  resume(): void {
    for (const [groupId, { status }] of this.#container.state.preferences)
      if (status === 'waiting') this.#container.apply({ type: 'resumed', groupId });
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
