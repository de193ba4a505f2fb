import { warnOnce } from '../../../common/warn.js';
import { hasReturned, snoozedUntil, type StoredSnooze } from '../../stored.js';
import type { NotificationReference } from '../state/notification-item.js';
import type {
  NotificationStateContainer,
  NotificationUpdate,
  Snooze,
  SnoozeChange,
  StoreConditions,
} from '../state/notification-state.js';

/** How far ahead a notification can be snoozed: a year. */
const maxSnoozeMs = 366 * 86_400_000;
/**
 * The longest delay of the timer, in milliseconds: it stands still while the device sleeps, and `setTimeout` runs at once
 * with more than 24.8 days.
 */
const maxDelayMs = 600_000;
/** How long it waits for what the device stored meanwhile, in milliseconds: the customer may have read it in another tab. */
const catchUpMs = 300;

/** What the store does for it. */
interface SnoozingHost {
  load: (id: string) => Promise<unknown>;
  markUnread: (ids: readonly string[]) => void;
}

/** Takes snoozed notifications off the list, and brings them back as arrivals when their time has come. */
export class Snoozing {
  readonly #container: NotificationStateContainer;
  readonly #host: SnoozingHost;
  readonly #isSavedByHost: boolean;
  readonly #opensDeviceLate: boolean;
  /** Whether a record is to be loaded for the device, which opens only once one has named the customer. */
  #needsRecord = false;
  /** What is due and on no page: its record is requested once, and again when the page is shown again. */
  readonly #requested = new Set<string>();
  /** Those whose notification was marked as read or unread meanwhile, by whomever. */
  readonly #markedMeanwhile = new WeakSet<Snooze>();
  /** From when on what is due comes back, in milliseconds since 1970: other tabs may have decided something else. */
  #startsAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param opensDeviceLate Whether the device opens only once a record has named the customer. */
  constructor(
    container: NotificationStateContainer,
    host: SnoozingHost,
    { isSavedByHost, opensDeviceLate }: { isSavedByHost: boolean; opensDeviceLate: boolean },
  ) {
    this.#container = container;
    this.#host = host;
    this.#isSavedByHost = isSavedByHost;
    this.#opensDeviceLate = opensDeviceLate;
  }

  /** Finds out what is snoozed on this device, also where the list requires no record that names the customer. */
  restore(): void {
    this.#needsRecord ||= this.#opensDeviceLate;
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
    const { snoozes, list } = this.#container.state;
    const changed = [...new Set(ids)].filter((id) => time !== null || this.#isSnoozed(id));
    if (changed.length > 0)
      this.#container.apply({
        type: 'snoozed',
        snoozes: changed.map((id) => ({ id, until: time, at, wasRead: list.get(id).isRead })),
        by: 'customer',
        before: new Map(changed.map((id) => [id, snoozes.get(id)])),
      });
    return true;
  }

  handleUpdate({ change, outcome }: NotificationUpdate): void {
    if (change.type === 'deviceLoaded') this.#apply(change.row.snoozes, 'device');
    else if (change.type === 'synced') this.#apply(change.change.snoozes, 'tab');
    else if (change.type === 'removed') this.#remove(change.ids);
    else if (change.type === 'listed') this.#remove(change.gone);
    if ('references' in change) this.#handleReferences(change.references);
    for (const event of outcome.events) if (event.type === 'read-change') this.#handleReadChange(event.ids);
    if (change.type === 'reset' || change.type === 'conditions') this.#requested.clear();
    if (change.type === 'conditions') this.#catchUp(change.conditions);
    void this.#loadFirst();
    // What is marked as unread comes back with the next change.
    if (change.type !== 'marked') this.#returnDue();
  }

  /** Waits for what other tabs have decided, if this one may know less: it starts again, or was hidden. */
  #catchUp({ isRunning, isPageHidden }: Partial<StoreConditions>): void {
    const isKnown = this.#container.state.snoozes.size > 0;
    if (isKnown && (isRunning || isPageHidden === false)) this.#startsAt = Date.now() + catchUpMs;
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

  #apply(snoozes: readonly StoredSnooze[], by: Extract<SnoozeChange, { type: 'snoozed' }>['by']): void {
    if (snoozes.length === 0) return;
    this.#container.apply({ type: 'snoozed', snoozes, by, isSavedByHost: this.#isSavedByHost });
  }

  #handleReadChange(ids: readonly string[]): void {
    const { snoozes } = this.#container.state;
    for (const id of ids) {
      const snooze = snoozes.get(id);
      if (snooze) this.#markedMeanwhile.add(snooze);
    }
  }

  /** Drops what no longer exists. */
  #remove(ids: readonly string[]): void {
    const { snoozes, list } = this.#container.state;
    const at = Date.now();
    this.#apply(
      ids
        .filter((id) => snoozes.has(id) && !list.isListed(id))
        .map((id) => ({ id, until: null, at, wasRead: null })),
      'removal',
    );
  }

  /** Applies what the host says, and places what has come back earlier. */
  #handleReferences(references: readonly NotificationReference[]): void {
    if (references.some(({ snoozedUntil: date }) => date)) this.restore();
    const now = Date.now();
    const { list } = this.#container.state;
    this.#apply(
      references.flatMap(({ id, snoozedUntil: date }) => {
        if (date === undefined) return [];
        const until = date === null ? null : Date.parse(date);
        if (Number.isNaN(until))
          warnOnce('A source named an invalid date until which a notification is snoozed.');
        // One that is over when the host names it is no arrival.
        const at = Math.min(until ?? now, now);
        return Number.isNaN(until) ? [] : { id, until, at, wasRead: list.get(id).isRead };
      }),
      'host',
    );
    const { snoozes } = this.#container.state;
    const returned = references.flatMap(({ id }) => {
      const snooze = snoozes.get(id);
      return snooze && hasReturned(snooze) ? id : [];
    });
    if (returned.length > 0) this.#container.apply({ type: 'returned', ids: returned });
  }

  /** Brings back what is due, unless nobody could see it, and waits for the next. */
  #returnDue(): void {
    const { isRunning, isPageHidden, isDevicePending, source, snoozes, list } = this.#container.state;
    clearTimeout(this.#timer);
    if (!isRunning || isPageHidden || isDevicePending || source.status !== 'ready') return;
    const now = Date.now();
    const isCatchingUp = now < this.#startsAt;
    const waiting = [...snoozes].flatMap(([id, snooze]) => {
      const until = snoozedUntil(snooze);
      return until === null ? [] : { id, time: isCatchingUp ? Math.max(until, this.#startsAt) : until };
    });
    const due = waiting.filter(({ time }) => time <= now).map(({ id }) => id);
    this.#bringBack(due.filter((id) => list.isListed(id)));
    if (source.hasMore) for (const id of due) if (!list.isListed(id)) void this.#loadAndBringBack(id);
    const next = Math.min(...waiting.map(({ time }) => time).filter((time) => time > now));
    if (next < Infinity) this.#timer = setTimeout(() => this.#returnDue(), Math.min(next - now, maxDelayMs));
  }

  /** As unread, although the customer had read it before. What was read since then, here or elsewhere, stays read. */
  #bringBack(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const { list, flags, snoozes } = this.#container.state;
    const isReadBefore = (id: string): boolean => {
      const snooze = snoozes.get(id);
      if (snooze?.wasRead !== true || this.#markedMeanwhile.has(snooze)) return false;
      // Another tab may have marked it as read while this page was hidden.
      const isMarkedLater = (flags.read.customerClaim(id)?.at ?? 0) > snooze.at;
      return list.get(id).isRead === true && !isMarkedLater && !list.isDismissed(id);
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
      if (this.#isSnoozed(id)) this.#bringBack([id]);
    } catch {
      if (this.#container.state.list.get(id).status === 'missing') this.#remove([id]);
    }
  }

  #isSnoozed(id: string): boolean {
    return snoozedUntil(this.#container.state.snoozes.get(id)) !== null;
  }
}
