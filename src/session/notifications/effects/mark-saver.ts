import type { BindAct } from '../../acts/act.js';
import { ActSaver, type ActSaveOptions, type SaveResult } from '../../acts/act-saver.js';
import type { ActStages } from '../../acts/stages.js';
import { parseReferences } from '../../sources/parse.js';
import type { NotificationSource } from '../../sources/source.js';
import type { Claim, Mark } from '../state/marks/claims.js';
import { marks, type Flag, type FlagValue, type MarkDefinition } from '../state/marks/marks.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';

/** Saves one mark at the host, since the service cannot. */
export class MarkSaver extends ActSaver<Mark, unknown> {
  readonly name = 'mark-saver';
  readonly on = ['marked', 'cleared'] as const;
  readonly #flag: Flag;
  readonly #definition: MarkDefinition;
  readonly #container: NotificationStateContainer;
  readonly #source: NotificationSource;
  readonly #bindAct: BindAct;
  /** What the source says is saved of each, before it resolves or rejects. */
  readonly #saved = new WeakMap<Mark, Set<string>>();

  constructor(
    flag: Flag,
    container: NotificationStateContainer,
    source: NotificationSource,
    bindAct: BindAct,
  ) {
    super(bindAct);
    this.#flag = flag;
    this.#definition = marks[flag];
    this.#container = container;
    this.#source = source;
    this.#bindAct = bindAct;
  }

  handleUpdate({ change }: NotificationUpdate<MarkSaver['on'][number]>): void {
    if (change.type === 'cleared') this.clear();
    else if (change.mark.flag === this.#flag && this.#container.state.flags[this.#flag].isSavedByHost)
      this.add(change.mark, change.mark.act);
  }

  protected describe({ claims, until, markAll }: Mark) {
    const isAboutMore = until !== undefined;
    const isExclusive = isAboutMore && markAll !== undefined;
    return { policy: this.#definition.policy, targets: claims.keys(), isAboutMore, isExclusive };
  }

  protected stagesOf(id: string): ActStages<Mark> | null {
    return this.#container.state.flags[this.#flag].stagesOf(id);
  }

  protected save(mark: Mark, ids: readonly string[], options: ActSaveOptions): unknown {
    const { value, until, button } = mark;
    const setSaved = (saved: readonly string[]): void => {
      this.#saved.set(mark, new Set([...(this.#saved.get(mark) ?? []), ...saved]));
    };
    return this.#definition.save(this.#source, [...ids], value, { ...options, until, button, setSaved });
  }

  protected handleSent(mark: Mark, ids: readonly string[]): void {
    this.#container.apply({ type: 'markSent', mark, ids });
  }

  protected handleResult(mark: Mark, ids: readonly string[], result: SaveResult<unknown>): void {
    // A page that is left ends its requests: nobody knows whether this one has arrived. The next list says so.
    if (result.stage !== 'saved' && this.#container.state.returning === null)
      this.#handleFailure(mark, ids, result.error);
    else this.#handleSaved(mark, ids, result);
  }

  /** What was saved before the failure stays. */
  #handleFailure(mark: Mark, ids: readonly string[], error: unknown): void {
    const { markAll } = mark;
    const saved = this.#saved.get(mark) ?? new Set<string>();
    const failed = ids.filter((id) => !saved.has(id));
    const isAllSaved = failed.length === 0 && saved.size > 0;
    if (saved.size > 0) {
      const response = isAllSaved ? [...saved] : undefined;
      const savedIds = ids.filter((id) => saved.has(id));
      this.#handleSaved(mark, savedIds, { stage: 'saved', response });
    }
    if (isAllSaved) return;
    this.#container.apply({ type: 'markFailed', mark, ids: failed, error });
    if (markAll) this.#container.apply({ type: 'markAllEnded', claim: markAll });
  }

  #handleSaved(mark: Mark, ids: readonly string[], result: SaveResult<unknown>): void {
    const { markAll, claims, until } = mark;
    const response = result.stage === 'saved' ? result.response : null;
    const isAllSaved = markAll && until !== undefined && Array.isArray(response);
    const others = isAllSaved ? parseReferences(response).map(({ id }) => id) : [];
    const further = others.filter((id) => !claims.has(id));
    const overruled = this.#findOverruled(mark, [...ids, ...further]);
    this.#applyStanding(mark, ids, result);
    this.#container.apply({ type: 'markSaved', mark, ids });
    if (isAllSaved) this.#container.apply({ type: 'markAllSaved', claim: markAll, ids: further });
    for (const repeated of overruled) this.#container.apply({ type: 'marked', mark: repeated });
  }

  #applyStanding({ flag, value, button }: Mark, ids: readonly string[], result: SaveResult<unknown>): void {
    const { standing } = this.#definition;
    if (!standing || result.stage !== 'saved') return;
    this.#container.apply({
      type: 'markedByHost',
      flag,
      ids,
      value: standing(result.response, value, button),
    });
  }

  /** What another tab has marked since this was: the host may have received that before this, and so has to receive it once more. */
  #findOverruled({ flag, value }: Mark, ids: readonly string[]): Mark[] {
    // What is there first stays.
    if (this.#definition.standing) return [];
    const later = new Map<FlagValue, Map<string, Claim>>();
    for (const id of ids) {
      const claim = this.#container.state.flags[flag].otherTabClaim(id);
      const laterValue = claim?.value ?? value;
      if (!claim || laterValue === value) continue;
      later.set(laterValue, (later.get(laterValue) ?? new Map<string, Claim>()).set(id, claim));
    }
    return [...later].map(([laterValue, claims]) => {
      const act = this.#bindAct({ isPast: true });
      return { flag, claims, value: laterValue, act };
    });
  }
}
