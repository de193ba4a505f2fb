import { AuthenticationError } from '../../api/errors.js';
import { isOffline } from '../../common/page-visibility.js';
import {
  preferenceOf,
  type Choice,
  type PreferenceCore,
  type PreferenceStoreOptions,
} from './preference-state.js';

interface PendingChoice {
  readonly isSaved: Promise<boolean>;
  readonly resolve: (isSaved: boolean) => void;
}

/** Saves the customer's choices at the service, one request at a time for each group. The last choice wins. */
export class PreferenceSaver {
  readonly #core: PreferenceCore;
  readonly #save: PreferenceStoreOptions['save'];
  readonly #pending = new Map<Choice, PendingChoice>();
  #requests = new AbortController();

  constructor(core: PreferenceCore, save: PreferenceStoreOptions['save']) {
    this.#core = core;
    this.#save = save;
    core.subscribe(({ change, outcome }) => {
      for (const [choice, isSaved] of outcome.settled) {
        this.#pending.get(choice)?.resolve(isSaved);
        this.#pending.delete(choice);
      }
      if (change.type === 'chosen') this.#send(change.groupId);
      else if (change.type === 'saved' || change.type === 'failed') {
        const { choice } = preferenceOf(core.state, change.groupId);
        // A choice that waits is not sent again at once.
        if (choice && choice !== change.choice) this.#send(change.groupId);
        if (change.type === 'saved') this.resume();
      } else if (change.type === 'closed' || change.type === 'reset' || change.type === 'signedOut') {
        this.#requests.abort();
        this.#requests = new AbortController();
      }
    });
  }

  /** Resolves once the choice is settled: whether it was saved. */
  whenSettled(choice: Choice): Promise<boolean> {
    let pending = this.#pending.get(choice);
    if (!pending) {
      let resolve: PendingChoice['resolve'] = () => undefined;
      const isSaved = new Promise<boolean>((settle) => (resolve = settle));
      this.#pending.set(choice, (pending = { isSaved, resolve }));
    }
    return pending.isSaved;
  }

  /** Sends what waits: the network, or a token, may be there now. */
  resume(): void {
    for (const [id, { isWaiting }] of this.#core.state.preferences) if (isWaiting) this.#send(id);
  }

  #send(groupId: string): void {
    const { choice, sending, isCertain, known } = preferenceOf(this.#core.state, groupId);
    if (!choice || sending) return;
    if (isCertain && known === choice.isOff) this.#core.apply({ type: 'unchanged', groupId });
    else if (isOffline()) this.#core.apply({ type: 'waiting', groupId });
    else {
      this.#core.apply({ type: 'sent', groupId, choice });
      void this.#request(groupId, choice);
    }
  }

  async #request(groupId: string, choice: Choice): Promise<void> {
    const { signal } = this.#requests;
    try {
      const { status } = await this.#save(groupId, { isGroupNotificationOff: choice.isOff }, { signal });
      if (signal.aborted) return;
      // The values of `status` are not documented: only these two would say what the service has.
      const isOff = status === 'on' || status === 'off' ? status === 'off' : choice.isOff;
      this.#core.apply({ type: 'saved', groupId, choice, isOff });
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof AuthenticationError && error.status === 401;
      const waitsFor = isRefused ? 'token' : isOffline() ? 'network' : null;
      this.#core.apply({ type: 'failed', groupId, choice, error, waitsFor });
    }
  }
}
