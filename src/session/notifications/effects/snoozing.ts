import { DueTimer } from '../../../common/due-timer.js';
import { warnOnce } from '../../../common/warn.js';
import { listChanges, recordChanges } from '../state/change-groups.js';
import type { Claim } from '../state/marks/claims.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';
import type { StoreConditions } from '../state/notification-state.js';

/** How far ahead a notification can be snoozed: a year. */
const maxSnoozeMs = 366 * 86_400_000;
/** How long it waits for what the device stored meanwhile, in milliseconds: the customer may have read it in another tab. */
const catchUpMs = 300;

/** What the store does for it. */
interface SnoozingHost {
  load: (id: string) => Promise<unknown>;
  markUnread: (ids: readonly string[]) => void;
}

/** Takes snoozed notifications off the list, and brings them back as arrivals when their time has come. */
export class Snoozing {
  readonly name = 'snoozing';
  readonly on = [...listChanges, ...recordChanges, 'source', 'conditions'] as const;
  readonly #container: NotificationStateContainer;
  readonly #host: SnoozingHost;
  readonly #deviceWaitsForCustomer: boolean;
  /** Whether a record is to be loaded for the device, which opens only once one has named the customer. */
  #needsRecord = false;
  /** What is due and on no page: its record is requested once, and again when the page is shown again. */
  readonly #requested = new Set<string>();
  /** From when on what is due comes back, on the clock of `performance.now()`: other tabs may have decided something else. */
  #startsAt = 0;
  readonly #timer = new DueTimer(() => this.#returnDue());

  /** @param deviceWaitsForCustomer Whether the device opens only once a record has named the customer. */
  constructor(container: NotificationStateContainer, host: SnoozingHost, deviceWaitsForCustomer: boolean) {
    this.#container = container;
    this.#host = host;
    this.#deviceWaitsForCustomer = deviceWaitsForCustomer;
  }

  /** Finds out what is snoozed on this device, also where the list requires no record that names the customer. */
  restore(): void {
    this.#needsRecord ||= this.#deviceWaitsForCustomer;
    void this.#loadFirst();
  }

  /**
   * Snoozes notifications until a time; null ends that.
   *
   * @returns whether the time is valid: null, or within the next year
   */
  setUntil(ids: readonly string[], until: Date | null): boolean {
    const at = Date.now();
    const time = until && Number(until);
    if (time !== null && !(time > at && time <= at + maxSnoozeMs)) {
      warnOnce('snooze() needs a date within the next year; the notifications stay as they are.');
      return false;
    }
    const { state } = this.#container;
    const changed = [...new Set(ids)].filter((id) => time !== null || state.list.hidden.isSnoozed(id));
    const value = time ?? false;
    const claim: Claim = { value, at };
    const claims = new Map(changed.map((id) => [id, claim]));
    this.#container.apply({ type: 'marked', mark: { flag: 'snoozed', claims, value } });
    return true;
  }

  handleUpdate({ change }: NotificationUpdate<Snoozing['on'][number]>): void {
    if ('references' in change && change.references.some(({ snoozedUntil: date }) => date)) this.restore();
    if (change.type === 'cleared' || change.type === 'conditions') this.#requested.clear();
    if (change.type === 'conditions') this.#catchUp(change.conditions);
    void this.#loadFirst();
    // What is marked as unread comes back with the next change.
    if (!(change.type === 'marked' && change.mark.flag === 'read')) this.#returnDue();
  }

  /** Waits for what other tabs have decided, if this one may know less: it starts again, or was hidden. */
  #catchUp({ isRunning, isPageHidden }: Partial<StoreConditions>): void {
    const isKnown = this.#container.state.list.hidden.snoozed.size > 0;
    if (isKnown && (isRunning || isPageHidden === false)) this.#startsAt = performance.now() + catchUpMs;
  }

  /** Loads a record if the device needs one: it says what is snoozed. */
  async #loadFirst(): Promise<void> {
    const { isRunning, isPageHidden, source, list } = this.#container.state;
    if (!this.#needsRecord || !isRunning || isPageHidden || source.status !== 'ready') return;
    const first = list.items.find(({ status }) => status === 'pending' || status === 'loaded');
    if (!first) return;
    this.#needsRecord = false;
    await this.#host.load(first.id).catch(() => (this.#needsRecord = true));
  }

  /** Brings back what is due, unless nobody could see it, and waits for the next. */
  #returnDue(): void {
    const { isRunning, isPageHidden, isDevicePending, source, list } = this.#container.state;
    this.#timer.clear();
    if (!isRunning || isPageHidden || isDevicePending || source.status !== 'ready') return;
    const now = Date.now();
    const startsAt = now + Math.max(0, this.#startsAt - performance.now());
    const waiting = [...list.hidden.snoozed].map(([id, until]) => ({ id, time: Math.max(until, startsAt) }));
    const due = waiting.filter(({ time }) => time <= now).map(({ id }) => id);
    this.#bringBack(due.filter((id) => list.isListed(id)));
    if (source.hasMore) for (const id of due) if (!list.isListed(id)) void this.#loadAndBringBack(id);
    this.#timer.set(Math.min(...waiting.map(({ time }) => time).filter((time) => time > now)));
  }

  /** As unread, although the customer had read it before. What was read since then, here or elsewhere, stays read. */
  #bringBack(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const { list, flags } = this.#container.state;
    const isReadBefore = (id: string): boolean => {
      const snooze = flags.snoozed.get(id);
      if (snooze?.wasRead !== true || snooze.isMarkedSince) return false;
      // Maybe in another tab while this page was hidden, or on an earlier page.
      const isMarkedLater = flags.read.isMarkedReadSince(id, snooze.at);
      const isShown = !list.hidden.isDismissed(id) && !list.hidden.isExpired(id);
      return list.get(id).isRead === true && !isMarkedLater && isShown;
    };
    const unreadIds = ids.filter(isReadBefore);
    this.#host.markUnread(unreadIds);
    this.#container.apply({ type: 'returned', ids, unreadIds });
  }

  /** Brings back what may be on a page that is not loaded. */
  async #loadAndBringBack(id: string): Promise<void> {
    if (this.#requested.has(id)) return;
    this.#requested.add(id);
    try {
      await this.#host.load(id);
      if (this.#container.state.list.hidden.isSnoozed(id)) this.#bringBack([id]);
    } catch {
      // It is not there any more, or its record is requested again once the page is shown again.
    }
  }
}
