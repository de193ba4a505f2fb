import { toJson } from '../../common/to-json.js';
import { parseJournalEntry, type JournalEntry } from './stored-row.js';

type LoadedEntry = JournalEntry & { readonly key: string };

/**
 * The changes of one customer that are on their way into the database. A page that is being left may abort a write, so each
 * change is in the `sessionStorage` of the tab first, until it is stored. Each has an item of its own, since the frames of a tab
 * share that storage. Where it is blocked or full, nothing is added.
 */
export class Journal {
  readonly #prefix: string;

  /** @param name The name of the customer's row. */
  constructor(name: string) {
    this.#prefix = `nudge-inbox ${name} `;
  }

  /** Adds an entry, and returns its key. */
  add(entry: JournalEntry): string {
    const key = `${this.#prefix}${crypto.randomUUID()}`;
    access((storage) => storage.setItem(key, toJson(entry)));
    return key;
  }

  /** Loads all entries, those of the tab's earlier pages too, oldest first. */
  load(): LoadedEntry[] {
    const entries: LoadedEntry[] = [];
    access((storage) => {
      for (const key of this.#keys(storage)) {
        const entry = parseJournalEntry(storage.getItem(key));
        if (entry) entries.push({ ...entry, key });
      }
    });
    return entries.toSorted((one, other) => one.changedAt - other.changedAt);
  }

  /** Removes entries that are stored. */
  remove(keys: readonly string[]): void {
    access((storage) => {
      for (const key of keys) storage.removeItem(key);
    });
  }

  clear(): void {
    access((storage) => this.remove(this.#keys(storage)));
  }

  #keys(storage: Storage): string[] {
    return Object.keys(storage).filter((key) => key.startsWith(this.#prefix));
  }
}

/** Each access may throw, to the storage itself too. */
function access(action: (storage: Storage) => void): void {
  try {
    action(sessionStorage);
  } catch {
    // Then the database has to do.
  }
}
