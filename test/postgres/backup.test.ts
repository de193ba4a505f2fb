import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { postgresStore } from '../../src/backend/stores/postgres/postgres-store.js';
import { parsePage } from '../docs/markdown.js';

const command =
  parsePage('docs/self-hosting.md').blocks.find(({ language }) => language === 'sh')?.code ?? '';

it('The backup of the documentation names all tables of the store, and what else there is belongs to one', async () => {
  const [, pattern = ''] = /--table='([^']+)'/.exec(command) ?? [];
  const pool = new pg.Pool({ connectionString: inject('postgresUrl') });
  try {
    await pool.query('CREATE SCHEMA to_back_up');
    await postgresStore(pool, { schema: 'to_back_up' }).migrate();
    const { rows } = await pool.query<{ name: string; kind: string }>(
      `SELECT relname AS name, relkind AS kind FROM pg_class WHERE relnamespace = 'to_back_up'::regnamespace`,
    );
    const prefix = pattern.replace('*', '');
    expect(rows.filter(({ kind }) => kind === 'r').length).toBeGreaterThan(4);
    expect(rows.filter(({ name, kind }) => kind === 'r' && !name.startsWith(prefix))).toEqual([]);
    // Tables and indexes: no sequence, view or type of its own.
    expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(['i', 'r']);
  } finally {
    await pool.query('DROP SCHEMA IF EXISTS to_back_up CASCADE');
    await pool.end();
  }
});
