// Your half of the inbox. Here it is all in memory, so that the example runs at once. Replace it with your own.
import { connection } from 'next/server';
import { createInboxBackend, memoryStore } from 'nudge-inbox/backend';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session, by `cookies()`. */
export async function findCustomer(): Promise<string | null> {
  await connection(); // no page that depends on the customer is prerendered
  return 'anna';
}

/** The list, its events and what the customer has read. With a database: `store: postgresStore(new pg.Pool())`. */
export const inbox = createInboxBackend({
  store: memoryStore(),
  authenticate: findCustomer,
});

// Your code calls this when something happens. With an id, it is safe to repeat, as each start does here.
await inbox.deliver('anna', [
  { id: 'n1', title: 'Welcome to the shop', body: 'This is where we tell you about your orders.' },
  {
    id: 'n2',
    title: 'Your parcel is on its way',
    body: 'It arrives tomorrow before noon.',
    url: '/orders/1042',
  },
]);
