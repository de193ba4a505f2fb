import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { postgresStore } from '../../src/backend/stores/postgres/postgres-store.js';
import { newCustomer, reference, storedOf } from '../backend/stores/store-contract.js';
import { createStatements } from './statements-before-answers.js';

const schema = 'rolling_upgrade';
const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 5 });
const store = postgresStore(pool, { schema });
const earlier = createStatements(schema);
const limits = { events: 100, ids: 1000, bytes: 100_000, timeoutMs: 60_000 };

/** What an instance of the earlier version accepts as events: any other row ends the load of all of them. */
const earlierEvents = z.object({
  isReplayable: z.literal(true),
  events: z.array(
    z.object({
      type: z.enum(['add', 'remove', 'read', 'seen', 'dismiss', 'preference']),
      references: z.nullable(z.array(z.object({ id: z.string(), isRead: z.boolean() }))),
    }),
  ),
});

/** Runs a statement of the earlier version. Resolves with the JSON of its only row. */
async function runEarlier(name: 'add' | 'eventsOf' | 'firstPage', values: unknown[]): Promise<unknown> {
  const { rows } = await pool.query<{ row: string }>(earlier[name], values);
  return JSON.parse(rows[0]!.row) as unknown;
}

const eventsOfEarlier = async (customerId: string): Promise<z.infer<typeof earlierEvents>> => {
  const positions = JSON.stringify([{ customerId, after: 0 }]);
  const { events, ids, bytes } = limits;
  return z.parse(earlierEvents, await runEarlier('eventsOf', [positions, events, ids, bytes, bytes]));
};

beforeAll(async () => {
  await pool.query(`CREATE SCHEMA ${schema}`);
  await store.migrate();
});
afterAll(() => pool.end());

describe('An instance of the version before answers, beside one that knows them', () => {
  it('gets the events of a notification that was answered, which name it anew', async () => {
    const anna = newCustomer();
    await store.add(anna, [reference('a')]);
    const claimed = await store.answer(anna, 'a', { type: 'claim', action: 'primary', lapseMs: 60_000 });
    await store.answer(anna, 'a', {
      type: 'give',
      action: 'primary',
      text: 'Approved',
      claim: claimed!.claim,
    });
    const { events } = await eventsOfEarlier(anna);
    expect(events.map(({ type }) => type)).toEqual(['add', 'add', 'read', 'add']);
    expect(events.at(-1)?.references).toMatchObject([{ id: 'a', isRead: true }]);
    expect(await runEarlier('firstPage', [anna, 25, false])).toMatchObject({ references: [{ id: 'a' }] });
  });

  it('adds notifications, which the other one lists and answers', async () => {
    const anna = newCustomer();
    await runEarlier('add', [JSON.stringify([{ customerId: anna, ...reference('a') }]), 1000]);
    await store.answer(anna, 'a', { type: 'give', action: 'primary', text: 'Approved', claim: null });
    expect(await storedOf(store, anna)).toMatchObject([{ id: 'a', answer: { text: 'Approved' } }]);
    const missed = await store.eventsOf([{ customerId: anna, after: 0 }], limits);
    expect(missed.get(anna)?.events?.map(({ event }) => event)).toMatchObject([
      { type: 'add', references: [{ id: 'a' }] },
      { type: 'read', ids: ['a'] },
      { type: 'answer', ids: ['a'], answer: { text: 'Approved' } },
    ]);
  });
});
