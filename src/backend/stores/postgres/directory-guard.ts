import { SetupError } from '../../errors/setup-error.js';
import type { Queryable } from './queryable.js';

/** How often it is checked whether another process has opened the directory, in milliseconds. A check takes about one. */
const checkMs = 1000;
/** The file in the directory that names who has opened it last. */
const file = 'nudge_inbox_owner';

const guards = new WeakMap<Queryable, DirectoryGuard>();

/** The guard of a PGlite that stores its data in a directory; undefined for any other client. */
export function directoryGuardOf(client: Queryable): DirectoryGuard | undefined {
  // Else it is in memory, or in a browser.
  const isDirectory =
    'dataDir' in client &&
    typeof client.dataDir === 'string' &&
    /^(file:\/\/|(?!\w[\w-]*:\/\/).)/.test(client.dataDir);
  if (!isDirectory) return undefined;
  const guard = guards.get(client) ?? new DirectoryGuard(client);
  guards.set(client, guard);
  return guard;
}

/**
 * Finds out that another process has opened the directory of a PGlite, which has no lock of its own: each overwrites what the
 * other one stores. The one that has opened it first stops, so that this is not silent.
 */
class DirectoryGuard {
  readonly #client: Queryable;
  readonly #id = crypto.randomUUID();
  #checkedAt: number | undefined;

  constructor(client: Queryable) {
    this.#client = client;
  }

  /** @throws SetupError if another process has opened the directory */
  async check(): Promise<void> {
    this.#checkedAt ??= await this.#claim();
    if (performance.now() - this.#checkedAt < checkMs) return;
    const { rows } = await this.#client.query(`SELECT pg_read_file('${file}') AS id`, []);
    if (String(rows[0]?.id).trim() !== this.#id)
      throw new SetupError(
        'Another process has opened the directory of this PGlite, and each overwrites what the other one stores. Let only one use it, or a PostgreSQL server.',
      );
    this.#checkedAt = performance.now();
  }

  /** Resolves with when the directory was claimed; infinity, and so no check, for a role that may not write files. */
  async #claim(): Promise<number> {
    const text = `
DO $claim$ BEGIN
  EXECUTE format('COPY (SELECT %L) TO %L', '${this.#id}', current_setting('data_directory') || '/${file}');
END $claim$`;
    return this.#client.query(text, []).then(
      () => performance.now(),
      () => Infinity,
    );
  }
}
