import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { DeviceStorage, RowUpdate, StoredRow } from '../../../src/session/device/stored-row.js';
import { FakeStorage } from '../fakes.js';

/** What a browser stores: the row of each customer, by name. */
export class FakeRows {
  readonly #rows = new Map<string, FakeStorage>();
  /** Runs before each change; the change fails if it rejects. */
  beforeChange: (() => Promise<void>) | null = null;

  get(name: string): FakeStorage {
    let storage = this.#rows.get(name);
    if (!storage) this.#rows.set(name, (storage = new FakeStorage()));
    storage.beforeChange = this.beforeChange;
    return storage;
  }

  empty(): void {
    for (const storage of this.#rows.values()) storage.row = null;
  }
}

/** The storage as one page has it, until the page is left. */
export interface PageStorage {
  readonly rows: FakeRows;
  /** Whether the browser aborts what the page is writing, as when it is being left. */
  isAborted: boolean;
}

/** The page that is running: what it opens is its own. */
export const currentPage = new AsyncLocalStorage<PageStorage>();

/** In the place of the database of a session. */
export class FakeDatabase implements DeviceStorage {
  readonly #page = currentPage.getStore();
  name: string;

  constructor(name = '') {
    this.name = name;
  }

  open(): void {
    // It is open at once.
  }

  async update(update: RowUpdate): Promise<StoredRow | null> {
    // The page may be left before the browser has begun.
    await Promise.resolve();
    return this.#findRow().update(update);
  }

  async replace(row: StoredRow | null): Promise<void> {
    await this.#findRow().replace(row);
  }

  close(): void {
    // It stays open.
  }

  #findRow(): FakeStorage {
    if (!this.#page || this.#page.isAborted) throw new Error('The page was left.');
    return this.#page.rows.get(this.name);
  }
}

const hash = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The name of the row of something, such as a customer key. */
export const rowNameOf = (what: string): string => hash(what).toString('hex');

/** Replaces the hashes of a browser, which take no time, so that a seed determines what happens. */
export function stubCrypto(): void {
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('crypto', {
    randomUUID,
    subtle: { digest: (_: string, bytes: Uint8Array) => Promise.resolve(new Uint8Array(hash(bytes)).buffer) },
  });
}
