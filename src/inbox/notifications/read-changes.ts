import { marksOf } from '../device/marks.js';
import { newestOf, type ReadAct } from './read-state.js';
import type { NotificationReference } from '../sources/source.js';
import type { StoreParts } from './store-parts.js';

/** What was done to each, or taken back. */
type Acts = Map<string, ReadAct | undefined>;

/** One marking of all: what it did, and what was done before to each that it changed. */
interface Sweep {
  readonly act: ReadAct;
  readonly before: Acts;
}

export type ReadChanges = ReturnType<typeof createReadChanges>;

/** What is read and unread. The service cannot be told, so the source's `setRead` is, and its failure rolls back. */
export function createReadChanges({ list, reading, source, tell, keep }: StoreParts) {
  /** Of each id whose latest change the host has not confirmed: that change, and what was done before it. */
  const unsaved = new Map<string, { change: readonly string[]; saved: ReadAct | undefined }>();
  let currentSweep: Sweep | null = null;
  let controller = new AbortController();

  /** Shows what is known now of the reading of these, and tells what changed by it. */
  function show(ids: Iterable<string>): void {
    const changed = new Map<boolean | null, string[]>([true, false, null].map((isRead) => [isRead, []]));
    for (const id of ids) {
      const before = list.get(id);
      list.set(before);
      const { isRead } = list.get(id);
      if (isRead !== before.isRead) changed.get(isRead)?.push(id);
    }
    for (const [isRead, group] of changed)
      if (group.length > 0) tell({ type: 'read', ids: group, isRead: isRead === true });
  }

  function keepReads(ids: readonly string[]): void {
    if (ids.length > 0) keep({ reads: marksOf(ids, (id) => reading.kept(id)) });
  }

  function differing(ids: readonly string[], isRead: boolean): string[] {
    return [...new Set(ids)].filter((id) => list.get(id).isRead !== isRead);
  }

  /** Does this to each, and tells the host. What it cannot keep is as before. Returns whether all is well. */
  async function make(acts: Acts, isRead: boolean): Promise<boolean> {
    const change = [...acts.keys()];
    if (change.length === 0) return true;
    for (const [id, act] of acts) {
      const { saved } = unsaved.get(id) ?? { saved: reading.actOn(id) };
      unsaved.set(id, { change, saved });
      reading.act(id, act);
    }
    show(change);
    keepReads(change);
    const { signal } = controller;
    try {
      await source.setRead?.([...change], isRead, { signal });
      for (const id of change) {
        const entry = unsaved.get(id);
        if (entry?.change === change) unsaved.delete(id);
        else if (entry) entry.saved = acts.get(id);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const undone = change.filter((id) => unsaved.get(id)?.change === change);
      for (const id of undone) {
        reading.act(id, unsaved.get(id)?.saved);
        unsaved.delete(id);
      }
      show(undone.filter((id) => list.has(id)));
      keepReads(undone);
      tell({ type: 'error', error, operation: 'set-read' });
      return false;
    }
  }

  function coverBy({ act, before }: Sweep, ids: readonly string[]): Promise<boolean> {
    const changed = differing(ids, true);
    for (const id of changed) {
      const { isRead } = list.get(id);
      // To take back the act is not enough where the host has heard of it, and tells of it from now on.
      before.set(id, reading.actOn(id) ?? (isRead === null ? undefined : { isRead, at: Date.now() }));
    }
    return make(new Map(changed.map((id) => [id, act])), true);
  }

  return {
    show,

    /** Whether all that is not loaded yet is read, too. */
    get isAllRead(): boolean {
      return currentSweep !== null;
    },

    /** What the host says of reading as it names notifications. */
    hear(references: readonly NotificationReference[]): void {
      for (const { id, isRead } of references) if (isRead !== undefined) reading.hint(id, isRead);
      // Only a change is news: what nobody knew before is shown without a word.
      show(references.map(({ id }) => id).filter((id) => list.get(id).isRead !== null));
    },

    /** A change that the host made itself. */
    follow(ids: readonly string[], isRead: boolean): void {
      const news = ids.filter((id) => reading.kept(id) !== isRead);
      for (const id of ids) {
        unsaved.delete(id);
        reading.follow(id, isRead);
      }
      show(ids);
      keepReads(news);
    },

    /** A change that the customer made. */
    mark(ids: readonly string[], isRead: boolean): void {
      const act = { isRead, at: Date.now() };
      void make(new Map(differing(ids, isRead).map((id) => [id, act])), isRead);
    },

    /** Marks all as read, also what comes to {@link cover} later. What is returned undoes just that. */
    markAll(): () => void {
      const sweep: Sweep = { act: { isRead: true, at: Date.now() }, before: new Map() };
      const end = (): void => {
        if (currentSweep !== sweep) return;
        currentSweep = null;
        keep({ watermark: reading.watermark });
        tell();
      };
      currentSweep = sweep;
      tell();
      keep({ watermark: newestOf(list.items.map(({ createdDate }) => createdDate)) });
      void coverBy(sweep, list.order).then((isKept) => isKept || end());
      return () => {
        end();
        void make(new Map([...sweep.before].filter(([id]) => reading.actOn(id) === sweep.act)), false);
      };
    },

    /** What was not loaded when all was marked, and is now. */
    cover(ids: readonly string[]): void {
      if (currentSweep) void coverBy(currentSweep, ids);
    },

    clear(): void {
      controller.abort();
      controller = new AbortController();
      unsaved.clear();
      currentSweep = null;
      reading.clear();
    },
  };
}
