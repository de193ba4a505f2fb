import { NudgeError } from '../../api/errors.js';
import { isUnauthorized } from '../../api/is-unauthorized.js';
import { isServiceBusy, retryAfterOf } from '../../api/retry-after.js';
import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import { isOffline, isPageHidden } from '../../common/page-observer.js';
import { RetryTimer } from '../../common/retry-timer.js';
import { UncertainCustomerError, type Act, type BindAct } from '../act.js';
import { RequestQueue } from '../request-queue.js';
import {
  pendingChoice,
  preferenceOf,
  type Choice,
  type PreferenceStateContainer,
  type PreferenceUpdate,
} from './preference-state.js';

/** Saves a choice. `confirmCustomer` has to resolve before it sends the choice once more. */
export type SavePreference = (
  groupId: string,
  input: GroupPreferenceInput,
  options: { signal: AbortSignal; confirmCustomer: () => Promise<void> },
) => Promise<PreferenceStatus>;

/**
 * Saves the customer's choices at the host, or else at the service, one request at a time for each group. The last choice wins. While the
 * service is busy, all are held back.
 *
 * Each choice is an act of the customer who has made it. One that waits for a token, for the network or for a busy service is sent only
 * once that customer is known to be signed in. It fails if nothing shows that: whoever tries again makes the choice.
 */
export class PreferenceSaver {
  readonly #container: PreferenceStateContainer;
  readonly #save: SavePreference;
  readonly #bindAct: BindAct;
  readonly #queue: RequestQueue<void>;
  readonly #acts = new WeakMap<Choice, Act>();
  /** How many signs there were that somebody may be signed in, or that the service responds. */
  #signs = 0;
  /** Tries again what waits. In a page that is hidden, the store does so when it is shown. */
  readonly #retryTimer = new RetryTimer(() => {
    if (!isPageHidden()) this.resume();
  });

  constructor(container: PreferenceStateContainer, save: SavePreference, bindAct: BindAct) {
    this.#container = container;
    this.#save = save;
    this.#bindAct = bindAct;
    this.#queue = new RequestQueue({
      // What is chosen in one task is sent in it: if it had to wait for its turn, it would have to be confirmed first.
      concurrency: Infinity,
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
    // One that is chosen once more while it is pending stays the act that it was.
    if (change.type === 'chosen' && !this.#acts.has(change.choice))
      this.#acts.set(change.choice, this.#bindAct());
    if ('groupId' in change) this.#send(change.groupId);
    // It may show that the token, or the service, works.
    if (change.type === 'responded' || change.type === 'failed') this.resume();
    if (change.type === 'closed' || change.type === 'cleared') this.#queue.clear();
    if (this.#waitingIds.length === 0) this.#retryTimer.cancel();
  }

  /** Sends what waits for the customer who has chosen it: the network, or a token, may be there now. */
  resume(): void {
    const waitingIds = this.#waitingIds;
    if (waitingIds.length === 0) return;
    this.#signs += 1;
    this.#enqueue(waitingIds);
  }

  get #waitingIds(): string[] {
    const { preferences } = this.#container.state;
    return [...preferences].flatMap(([id, { status }]) => (status === 'waiting' ? id : []));
  }

  #send(groupId: string): void {
    const { choice, status, sending } = preferenceOf(this.#container.state, groupId);
    if (!choice || status !== 'saving' || sending) return;
    this.#enqueue([groupId]);
  }

  #enqueue(groupIds: readonly string[]): void {
    // The queue may have stopped at an earlier choice.
    if (this.#queue.problem !== 'retrying') this.#queue.retry();
    this.#queue.request(groupIds);
  }

  #pendingChoice(groupId: string): Choice | null {
    return pendingChoice(preferenceOf(this.#container.state, groupId));
  }

  /** A choice that another tab or the device has reported was made before. */
  #actOf(choice: Choice): Act {
    const act = this.#acts.get(choice) ?? this.#bindAct({ isPast: true });
    this.#acts.set(choice, act);
    return act;
  }

  /** Sends the choice. Rejects only with what concerns all requests: then the queue tries again, or stops. */
  async #request(groupId: string, signal: AbortSignal): Promise<void> {
    const choice = this.#pendingChoice(groupId);
    if (!choice) return;
    const act = this.#actOf(choice);
    if (act.isPast && !(await this.#confirm(groupId, choice, act, signal))) return;
    // It may have been taken back, or replaced, before its turn came.
    if (this.#pendingChoice(groupId) !== choice) return;
    this.#container.apply({ type: 'resumed', groupId });
    this.#container.apply({ type: 'sent', groupId, choice });
    let unconfirmed: unknown = null;
    const confirmCustomer = (): Promise<void> =>
      act.confirm(signal).catch((error: unknown) => {
        unconfirmed = error;
        throw error;
      });
    try {
      const { isGroupNotificationOff } = choice;
      const response = await this.#save(groupId, { isGroupNotificationOff }, { signal, confirmCustomer });
      if (signal.aborted) return;
      this.#applyResponse(groupId, choice, response);
    } catch (error) {
      if (signal.aborted) return;
      if (unconfirmed && act.canWait) this.#failUnconfirmed(groupId, choice, unconfirmed);
      else if (act.canWait && (isUnauthorized(error) || isServiceBusy(error))) throw error;
      else this.#fail(groupId, choice, error);
    }
  }

  #applyResponse(groupId: string, choice: Choice, { status }: PreferenceStatus): void {
    // The values of `status` are not documented: only these two would say what the service has.
    const isKnown = status === 'on' || status === 'off';
    const isGroupNotificationOff = isKnown ? status === 'off' : choice.isGroupNotificationOff;
    this.#container.apply({ type: 'responded', groupId, choice, isGroupNotificationOff });
    if (isGroupNotificationOff === choice.isGroupNotificationOff) return;
    const error = new NudgeError('The service saved a different choice.');
    this.#container.apply({ type: 'failed', groupId, choice, error });
  }

  /** Resolves with whether the customer who has made the choice is signed in. If not, it waits on, or fails. */
  async #confirm(groupId: string, choice: Choice, act: Act, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const signs = this.#signs;
      try {
        await act.confirm(signal);
        return true;
      } catch (error) {
        signal.throwIfAborted();
        // What has begun before a sign says nothing about what is there since then.
        if (!(error instanceof UncertainCustomerError) && signs !== this.#signs) continue;
        this.#failUnconfirmed(groupId, choice, error);
        return false;
      }
    }
  }

  /** It waits on while that can be found out later. */
  #failUnconfirmed(groupId: string, choice: Choice, error: unknown): void {
    const isUncertain = error instanceof UncertainCustomerError;
    this.#container.apply({ type: isUncertain ? 'failed' : 'postponed', groupId, choice, error });
    if (!isUncertain && !isUnauthorized(error)) this.#retryTimer.schedule(retryAfterOf(error));
  }

  #failUnsaved(groupId: string, error: unknown): void {
    const { choice, status } = preferenceOf(this.#container.state, groupId);
    if (choice && status === 'saving') this.#fail(groupId, choice, error);
  }

  #fail(groupId: string, choice: Choice, error: unknown): void {
    // A response proves that there is a network.
    const isLost = isOffline();
    const canWait = (isLost || isUnauthorized(error)) && this.#actOf(choice).canWait;
    this.#container.apply({ type: canWait ? 'postponed' : 'failed', groupId, choice, error });
    // No event may follow that says that there is one.
    if (canWait && isLost) this.#retryTimer.schedule();
  }
}
