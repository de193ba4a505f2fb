import pg from 'pg';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import {
  createInboxBackend,
  postgresStore,
  type EventChannel,
  type InboxBackend,
  type Queryable,
} from '../../src/backend.js';
import { createRequest, eventsOf, receiveEvents } from '../backend/requests.js';
import { describeAnswers } from '../backend/stores/answer-contract.js';
import { describeStore } from '../backend/stores/store-contract.js';

const url = inject('postgresUrl');
// pg warns once in a process: what the whole contract below causes is found.
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

// The pool of pg and PGlite have tests of their own.
const client = new pg.Client({ connectionString: url });
await client.connect();
const sql = postgres(url, { onnotice: () => undefined });
await sql`CREATE SCHEMA of_client`;
await sql`CREATE SCHEMA of_postgres_js`;
afterAll(() => Promise.all([client.end(), sql.end()]));

/** As it is documented. */
const queryable: Queryable = {
  query: async (text, values) => ({ rows: await sql.unsafe(text, values as string[]) }),
};
const channel: EventChannel = {
  publish: async (customerId) => {
    await sql.notify('inbox', customerId);
  },
  subscribe: (onMessage, onGap, onError) => {
    const listening = sql.listen('inbox', onMessage, onGap);
    listening.catch(onError);
    return () => {
      listening.then(({ unlisten }) => unlisten()).catch(() => undefined);
    };
  },
};

describeStore('postgresStore() on a client of pg', (retention) =>
  Promise.resolve(postgresStore(client, { ...retention, schema: 'of_client' })),
);
describeStore('postgresStore() on postgres.js', (retention) =>
  Promise.resolve(postgresStore(queryable, { ...retention, schema: 'of_postgres_js' })),
);
describeAnswers('postgresStore() on a client of pg', () =>
  Promise.resolve(postgresStore(client, { schema: 'of_client' })),
);
describeAnswers('postgresStore() on postgres.js', () =>
  Promise.resolve(postgresStore(queryable, { schema: 'of_postgres_js' })),
);

describe('A client of pg', () => {
  it('has no reason to warn of what its next version refuses', () => {
    expect(warnings).toEqual([]);
  });
});

describe('Two instances over postgres.js', () => {
  it('send what happens at one to the pages of the other, by the documented channel', async () => {
    const customerId = 'anna of postgres.js';
    const createInstance = (instanceChannel: EventChannel): InboxBackend =>
      createInboxBackend({
        store: postgresStore(queryable, { schema: 'of_postgres_js' }),
        authenticate: () => customerId,
        channel: instanceChannel,
      });
    const messages: string[] = [];
    let isListening = false;
    const observed: EventChannel = {
      ...channel,
      subscribe: (onMessage, onGap, onError) =>
        channel.subscribe(
          (message) => {
            messages.push(message);
            onMessage(message);
          },
          () => {
            isListening = true;
            onGap();
          },
          onError,
        ),
    };
    const [first, second] = [createInstance(channel), createInstance(observed)];
    const page = await eventsOf(second);
    await expect.poll(() => isListening).toBe(true);
    await first.deliver(customerId, { id: 'a' });
    expect(await receiveEvents(page, 1)).toMatchObject([{ event: { references: [{ id: 'a' }] } }]);
    // Without the channel, the page would get it half a minute later. What it loads once it listens may have it before the message.
    await expect.poll(() => messages).toEqual([customerId]);
    const list = await first.fetch(createRequest('/notifications'));
    expect(list.status).toBe(200);
    first.close();
    second.close();
  });
});
