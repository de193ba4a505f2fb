import { AuthenticationError, NudgeError } from '../../api/errors.js';
import { isOffline } from '../../common/page-visibility.js';
import {
  preferenceOf,
  type Choice,
  type PreferenceCore,
  type PreferenceStoreOptions,
} from './preference-state.js';

/** Saves the customer's choices at the service, one request at a time for each group. The last choice wins. */
export class PreferenceSaver {
  readonly #core: PreferenceCore;
  readonly #save: PreferenceStoreOptions['save'];
  #requests = new AbortController();

  constructor(core: PreferenceCore, save: PreferenceStoreOptions['save']) {
    this.#core = core;
    this.#save = save;
    core.addEffect(({ change }) => {
      if ('groupId' in change) this.#send(change.groupId);
      // The token works.
      if (change.type === 'responded') this.resume();
      if (change.type === 'closed' || change.type === 'reset') {
        this.#requests.abort();
        this.#requests = new AbortController();
      }
    });
  }

  /** Sends what waits: the network, or a token, may be there now. */
  resume(): void {
    for (const [groupId, { status }] of this.#core.state.preferences)
      if (status === 'waiting') this.#core.apply({ type: 'resumed', groupId });
  }

  #send(groupId: string): void {
    const { choice, status, sending } = preferenceOf(this.#core.state, groupId);
    if (!choice || status !== 'saving' || sending) return;
    if (isOffline()) this.#core.apply({ type: 'failed', groupId, choice, error: null, waitsFor: 'network' });
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
      this.#core.apply({ type: 'responded', groupId, choice, isOff });
      if (isOff !== choice.isOff) throw new NudgeError('The service kept another choice.');
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof AuthenticationError && error.status === 401;
      const waitsFor = isRefused ? 'token' : isOffline() ? 'network' : null;
      this.#core.apply({ type: 'failed', groupId, choice, error, waitsFor });
    }
  }
}
