import type { DeviceChange } from './device-row.js';
import { marksOf } from './marks.js';
import type { NotificationList } from './notification-list.js';
import { newestOf, type ReadAct, type Reading } from './reading.js';
import type { NotificationReference, NotificationSource } from './source.js';

export interface ReadChangesOptions {
  list: NotificationList;
  reading: Reading;
  source: NotificationSource;
  onChange: (ids: readonly string[], isRead: boolean) => void;
  /** Whether all is read, also what is not loaded, is another. */
  onSweep: () => void;
  /** What the device is to keep. */
  onKeep: (change: Partial<DeviceChange>) => void;
  /** The host could not keep it; what it concerned is as it was before. */
  onError: (error: unknown) => void;
}

/** One marking of all: what it did, and what was done before to each that it changed. */
interface Sweep {
  readonly act: ReadAct;
  readonly before: Map<string, ReadAct | undefined>;
}

/** What is read and unread. The service cannot be told, so the source's `setRead` is, and its failure rolls back. */
export class ReadChanges {
  readonly #options: ReadChangesOptions;
  /** Of each id whose latest change the host has not confirmed: that change, and what was done before it. */
  readonly #unsaved = new Map<string, { change: readonly string[]; saved: ReadAct | undefined }>();
  #sweep: Sweep | null = null;
  #controller = new AbortController();

  constructor(options: ReadChangesOptions) {
    this.#options = options;
  }

  /** Whether all that is not loaded yet is read, too. */
  get isAllRead(): boolean {
    return this.#sweep !== null;
  }

  /** What the host says of reading as it names notifications. */
  hear(references: readonly NotificationReference[]): void {
    const { list, reading } = this.#options;
    for (const { id, isRead } of references) if (isRead !== undefined) reading.hint(id, isRead);
    // Only a change is news: what nobody knew before is shown without a word.
    this.show(references.map(({ id }) => id).filter((id) => list.get(id).isRead !== null));
  }

  /** A change that the host made itself. */
  follow(ids: readonly string[], isRead: boolean): void {
    const { reading } = this.#options;
    const news = ids.filter((id) => reading.kept(id) !== isRead);
    for (const id of ids) {
      this.#unsaved.delete(id);
      reading.follow(id, isRead);
    }
    this.show(ids);
    this.#keep(news);
  }

  /** A change that the customer made. */
  make(ids: readonly string[], isRead: boolean): void {
    const act = { isRead, at: Date.now() };
    void this.#change(new Map(this.#differing(ids, isRead).map((id) => [id, act])), isRead);
  }

  /** Marks all as read, also what comes to {@link cover} later. What is returned undoes just that. */
  makeAll(): () => void {
    const sweep: Sweep = (this.#sweep = {
      act: { isRead: true, at: Date.now() },
      before: new Map(),
    });
    const { list, reading, onKeep, onSweep } = this.#options;
    const end = (): void => {
      if (this.#sweep !== sweep) return;
      this.#sweep = null;
      onKeep({ watermark: reading.watermark });
      onSweep();
    };
    onSweep();
    onKeep({ watermark: newestOf(list.items.map(({ createdDate }) => createdDate)) });
    void this.#cover(sweep, list.order).then((isKept) => isKept || end());
    return () => {
      end();
      void this.#change(new Map([...sweep.before].filter(([id]) => reading.actOn(id) === sweep.act)), false);
    };
  }

  /** What was not loaded when all was marked, and is now. */
  cover(ids: readonly string[]): void {
    if (this.#sweep) void this.#cover(this.#sweep, ids);
  }

  /** Shows what is known now of the reading of these, and tells what changed by it. */
  show(ids: Iterable<string>): void {
    const { list, onChange } = this.#options;
    const changed = new Map<boolean | null, string[]>([true, false, null].map((isRead) => [isRead, []]));
    for (const id of ids) {
      const before = list.get(id);
      list.set(before);
      const { isRead } = list.get(id);
      if (isRead !== before.isRead) changed.get(isRead)?.push(id);
    }
    for (const [isRead, group] of changed) if (group.length > 0) onChange(group, isRead === true);
  }

  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#unsaved.clear();
    this.#sweep = null;
    this.#options.reading.clear();
  }

  #cover({ act, before }: Sweep, ids: readonly string[]): Promise<boolean> {
    const { list, reading } = this.#options;
    const changed = this.#differing(ids, true);
    for (const id of changed) {
      const { isRead } = list.get(id);
      // To take back the act is not enough where the host has heard of it, and tells of it from now on.
      before.set(id, reading.actOn(id) ?? (isRead === null ? undefined : { isRead, at: Date.now() }));
    }
    return this.#change(new Map(changed.map((id) => [id, act])), true);
  }

  #keep(ids: readonly string[]): void {
    const { reading, onKeep } = this.#options;
    if (ids.length > 0) onKeep({ reads: marksOf(ids, (id) => reading.kept(id)) });
  }

  #differing(ids: readonly string[], isRead: boolean): string[] {
    return [...new Set(ids)].filter((id) => this.#options.list.get(id).isRead !== isRead);
  }

  /** Does this to each, and tells the host, unless it cannot keep it. Returns whether all is well. */
  #change(acts: ReadonlyMap<string, ReadAct | undefined>, isRead: boolean): Promise<boolean> {
    const { reading } = this.#options;
    const change = [...acts.keys()];
    for (const [id, act] of acts) {
      const { saved } = this.#unsaved.get(id) ?? { saved: reading.actOn(id) };
      this.#unsaved.set(id, { change, saved });
      reading.act(id, act);
    }
    this.show(change);
    this.#keep(change);
    return change.length > 0 ? this.#tellHost(acts, change, isRead) : Promise.resolve(true);
  }

  async #tellHost(
    acts: ReadonlyMap<string, ReadAct | undefined>,
    change: readonly string[],
    isRead: boolean,
  ): Promise<boolean> {
    const { list, reading, source, onError } = this.#options;
    const { signal } = this.#controller;
    try {
      await source.setRead?.([...change], isRead, { signal });
      for (const id of change) {
        const unsaved = this.#unsaved.get(id);
        if (unsaved?.change === change) this.#unsaved.delete(id);
        else if (unsaved) unsaved.saved = acts.get(id);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const isMine = (id: string): boolean => this.#unsaved.get(id)?.change === change;
      const undone = change.filter(isMine);
      for (const id of undone) {
        reading.act(id, this.#unsaved.get(id)?.saved);
        this.#unsaved.delete(id);
      }
      this.show(undone.filter((id) => list.has(id)));
      this.#keep(undone);
      onError(error);
      return false;
    }
  }
}
