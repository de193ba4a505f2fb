// Your half of the inbox. Here it is all in memory, so that the example runs at once. Replace it with your own.
import { createInboxBackend, memoryStore } from 'nudge-inbox/backend';
import { createSandbox } from 'nudge-inbox/sandbox';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session. */
export async function findCustomer(_headers: Headers): Promise<string | null> {
  return 'anna';
}

/** The address of your notification service: it ends with `/v1/` and the name of the service. */
const serviceUrl = 'https://api.example.com/v1/engagement';

// The sandbox stands in for the service. For the real one, use `fetch` in place of `sandbox.fetch`, and obtain the token from it.
const sandbox = createSandbox({ baseUrl: serviceUrl, seed: 'empty' });

/** The list, its events and what the customer has read. With a database: `store: postgresStore(new pg.Pool())`. */
export const inbox = createInboxBackend({
  store: memoryStore(),
  authenticate: ({ headers }) => findCustomer(headers),
  serviceToken: ({ customerId }) => sandbox.issueToken(customerId),
});

/** Forwards a request of the page to the service, so that the page needs no other origin. */
export async function forward(request: Request): Promise<Response> {
  const { method, headers, url } = request;
  const { pathname, search } = new URL(url);
  const response = await sandbox.fetch(serviceUrl + pathname.replace('/v1/engagement', '') + search, {
    method,
    headers: { Authorization: headers.get('Authorization') ?? '', 'Content-Type': 'application/json' },
    body: method === 'POST' ? await request.text() : null,
  });
  return new Response(response.body, {
    status: response.status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

/** Sends a notification: your code calls this when something happens. */
export async function notify(customerId: string, payload: object): Promise<void> {
  const { id } = sandbox.addNotification({ payload }, customerId);
  await inbox.deliver(customerId, { id });
}

async function sendExamples(): Promise<void> {
  await notify('anna', {
    title: 'Welcome to the shop',
    body: 'This is where we tell you about your orders.',
  });
  await notify('anna', {
    title: 'Your parcel is on its way',
    body: 'It arrives tomorrow before noon.',
    itemRedirect: '/orders/1042',
  });
}
// First, so that the list is complete when it is requested.
await sendExamples();
