import type { Act, BindAct } from '../../acts/act.js';
import type { Claim } from '../state/marks/claims.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';
import { newestDate } from '../state/marks/watermark.js';

/** Marks everything as read: what is listed, what the host has on further pages, and what those list later. */
export class MarkAllRead {
  readonly name = 'mark-all-read';
  readonly on = ['pageLoaded', 'markAllSaved'] as const;
  readonly #container: NotificationStateContainer;
  readonly #bindAct: BindAct;
  /** Whose each is, also for what it covers later. */
  readonly #acts = new WeakMap<Claim<boolean>, Act>();
  /** Who has undone which: the host may still save them. */
  readonly #undone = new WeakMap<Claim<boolean>, Act>();

  constructor(container: NotificationStateContainer, bindAct: BindAct) {
    this.#container = container;
    this.#bindAct = bindAct;
  }

  /** Marks everything that is there now. Returns a function that undoes it. */
  mark(): () => void {
    const { list, flags, source } = this.#container.state;
    const isReady = source.status === 'ready';
    // Nothing is there. What this tab has missed, or what comes later, is not covered.
    if (isReady && !source.hasMore && list.wholeOrder.length === 0) return () => undefined;
    // Before the first page has come, everything was there before that is dated before now.
    const dates = isReady ? list.wholeOrder.map((id) => list.get(id).createdDate) : [];
    const claim: Claim<boolean> = { value: true, at: Date.now() };
    this.#acts.set(claim, this.#bindAct());
    const until = newestDate(dates.length > 0 ? [...dates, flags.read.watermark.date] : [], claim.at);
    this.#container.apply({ type: 'allMarked', claim, until });
    // Where everything is listed, the ids are enough.
    this.#markListed(claim, list.wholeOrder, isReady && !source.hasMore ? undefined : until);
    return () => this.#undo(claim, this.#bindAct());
  }

  handleUpdate({ change, outcome }: NotificationUpdate<MarkAllRead['on'][number]>): void {
    if (change.type === 'markAllSaved') {
      const undoing = this.#undone.get(change.claim);
      // The host has marked further notifications meanwhile.
      if (undoing) this.#undo(change.claim, undoing);
      return;
    }
    const { markAll } = this.#container.state;
    if (!markAll || outcome.coveredOnPage.length === 0) return;
    const { claim } = markAll;
    // Newer than what the host has said to another tab on an earlier request of the page.
    const at = Math.max(claim.at, change.requestedAt);
    this.#markListed({ value: true, at, markAll: claim }, outcome.coveredOnPage);
  }

  #markListed(claim: Claim<boolean>, ids: readonly string[], until?: string): void {
    const { state } = this.#container;
    const { list, flags } = state;
    const marked = ids.filter((id) => {
      const item = list.get(id);
      return item.isRead !== true || flags.read.isAssumedRead(item);
    });
    const claims = new Map(marked.map((id) => [id, claim]));
    const markAll = claim.markAll ?? claim;
    const act = this.#acts.get(markAll);
    this.#container.apply({
      type: 'marked',
      mark: { flag: 'read', claims, value: true, markAll, until, act },
    });
  }

  #undo(claim: Claim<boolean>, act: Act): void {
    this.#undone.set(claim, act);
    this.#container.apply({ type: 'markAllEnded', claim });
    const { state } = this.#container;
    const at = Date.now();
    const before = [...state.flags.read.claimsBefore(claim)];
    const claims = new Map(before.map(([id, former]) => [id, former && { value: former.value, at }]));
    this.#container.apply({ type: 'marked', mark: { flag: 'read', claims, value: false, act } });
  }
}
