import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postgresStore } from '../../../src/backend/stores/postgres/postgres-store.js';
import { describeAnswers } from './answer-contract.js';
import { describeStore, reference } from './store-contract.js';

afterEach(() => void vi.restoreAllMocks());

const database = await PGlite.create();

describeStore('postgresStore() on PGlite', (retention) =>
  Promise.resolve(postgresStore(database, retention)),
);
describeAnswers('postgresStore() on PGlite', () => Promise.resolve(postgresStore(database)));

describe('A PGlite whose directory another one opens', () => {
  it('stores nothing more, and says why', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nudge-inbox-pglite-'));
    const open = async () => {
      const opened = await PGlite.create(folder);
      // Several stores share it.
      return { opened, stores: [1, 2].map(() => postgresStore(opened)) };
    };
    const first = await open();
    const now = vi.spyOn(performance, 'now');
    for (const store of first.stores) await store.add('anna', [reference('a')]);
    now.mockReturnValue(performance.now() + 1000);
    await first.stores[0]!.add('anna', [reference('b')]);
    const second = await open();
    for (const store of second.stores) await store.list('anna', { limit: 5 });
    now.mockReturnValue(performance.now() + 2000);
    for (const store of first.stores)
      await expect(store.add('anna', [reference('c')])).rejects.toThrow(
        'Another process has opened the directory',
      );
    // Also a second later.
    await expect(first.stores[0]!.choices('anna')).rejects.toThrow(
      'Another process has opened the directory',
    );
    await second.stores[0]!.choices('anna');
    await Promise.all([first.opened.close(), second.opened.close()]);
    await rm(folder, { recursive: true });
  });
});
