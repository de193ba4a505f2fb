// A process of a host whose customer presses a button. It prints how far it has come, and goes no further: it is killed then.
import pg from 'pg';
import { createInboxBackend, postgresStore, type EventChannel } from '../../../src/backend.js';
import { createRequest } from '../../backend/requests.js';

const [, , scenario = '', connectionString = '', customerId = ''] = process.argv;

const forever = new Promise<never>(() => undefined);
let publishedCount = 0;
const channel: EventChannel = {
  publish: async () => {
    publishedCount += 1;
    // That of the claim is the first one.
    if (publishedCount === 1) return;
    console.log('outcome stored');
    await forever;
  },
  subscribe: () => () => undefined,
};
const backend = createInboxBackend({
  store: postgresStore(new pg.Pool({ connectionString })),
  authenticate: () => customerId,
  channel,
  onAction: {
    approve: ({ key }) => {
      console.log(`called with ${key}`);
      return scenario === 'between claim and outcome' ? forever : 'Approved';
    },
  },
});
const body = JSON.stringify({ id: 'a', action: 'primary', onclickAction: 'approve' });
await backend.fetch(
  createRequest('/answer', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }),
);
// The response does not end it.
setInterval(() => undefined, 1000);
