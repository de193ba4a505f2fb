import type { GroupPreferenceInput, PreferenceStatus } from '../../api/schemas/preference.js';
import type { BindAct } from '../acts/act.js';
import { ActSaver, type ActSaveOptions, type SaveResult } from '../acts/act-saver.js';
import { policies } from '../acts/policies.js';
import type { ActStages } from '../acts/stages.js';
import {
  preferenceOf,
  type Choice,
  type PreferenceStateContainer,
  type PreferenceUpdate,
} from './preference-state.js';

/** Saves a choice. `confirmCustomer` has to resolve before it sends the choice once more. */
export type SavePreference = (
  groupId: string,
  input: GroupPreferenceInput,
  options: ActSaveOptions,
) => Promise<PreferenceStatus>;

/** Saves the customer's choices at the host, or else at the service. The last choice wins. */
export class PreferenceSaver extends ActSaver<Choice, PreferenceStatus> {
  readonly name = 'preference-saver';
  readonly on = ['chosen', 'responded', 'failed', 'cleared', 'closed'] as const;
  readonly #container: PreferenceStateContainer;
  readonly #save: SavePreference;

  constructor(container: PreferenceStateContainer, save: SavePreference, bindAct: BindAct) {
    super(bindAct);
    this.#container = container;
    this.#save = save;
  }

  handleUpdate({ change }: PreferenceUpdate<PreferenceSaver['on'][number]>): void {
    if (change.type === 'chosen') this.add(change.choice);
    // It may show that the token, or the service, works.
    if (change.type === 'responded' || change.type === 'failed') this.resume();
    if (change.type === 'closed' || change.type === 'cleared') this.clear();
  }

  protected describe({ groupId }: Choice) {
    return { policy: policies.choice, targets: [groupId] };
  }

  protected stagesOf(groupId: string): ActStages<Choice> | null {
    return preferenceOf(this.#container.state, groupId).stages;
  }

  protected save(
    { groupId, isGroupNotificationOff }: Choice,
    _: readonly string[],
    options: ActSaveOptions,
  ): Promise<PreferenceStatus> {
    return this.#save(groupId, { isGroupNotificationOff }, options);
  }

  protected handleSent(choice: Choice): void {
    this.#container.apply({ type: 'sent', choice });
  }

  protected handleResult(choice: Choice, _: readonly string[], result: SaveResult<PreferenceStatus>): void {
    if (result.stage === 'saved') {
      const { status } = result.response;
      // The values of `status` are not documented: only these two would say what the service has.
      const isKnown = status === 'on' || status === 'off';
      const isGroupNotificationOff = isKnown ? status === 'off' : choice.isGroupNotificationOff;
      this.#container.apply({ type: 'responded', choice, isGroupNotificationOff });
    } else {
      const type = result.stage === 'failed' ? 'failed' : 'postponed';
      this.#container.apply({ type, choice, error: result.error });
    }
  }
}
