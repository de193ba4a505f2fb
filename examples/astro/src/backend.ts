// What your backend has: your customers, what you sent them, and the notification service. Here it is all in memory, so that
// the example runs at once. Replace it with your own.
import { createHmac } from 'node:crypto';
import type { AstroCookies } from 'astro';
import type { ReferencePage } from 'nudge-inbox';
import { createSandbox } from 'nudge-inbox/sandbox';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session. */
export async function findCustomer(_cookies: AstroCookies): Promise<string | null> {
  return 'anna';
}

/** Identifies a customer on a device without naming them. */
export function createCustomerKey(customerId: string): string {
  const secret = process.env.CUSTOMER_KEY_SECRET ?? 'for development only';
  return createHmac('sha256', secret).update(customerId).digest('base64url');
}

/** The address of your notification service: it ends with `/v1/` and the name of the service. */
const serviceUrl = 'https://api.example.com/v1/engagement';

// The sandbox stands in for the service. For the real one, use `fetch` in place of `sandbox.fetch`, and obtain the token from it.
const sandbox = createSandbox({ baseUrl: serviceUrl, seed: 'empty' });

export async function issueToken(customerId: string): Promise<string> {
  return sandbox.issueToken(customerId);
}

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

interface Row {
  id: string;
  customerId: string;
  createdDate: string;
  isRead: boolean;
}

/** What was sent, newest first. Replace it with a table of your database. */
const rows: Row[] = [];

/** A page of the customer's list: what was sent before the notification `cursor`, or the newest. */
export async function listPage(
  customerId: string,
  { cursor, limit }: { cursor?: string | null; limit: number },
): Promise<ReferencePage> {
  const own = rows.filter((row) => row.customerId === customerId);
  const start = own.findIndex(({ id }) => id === cursor) + 1;
  const page = own.slice(start, start + limit);
  const last = page.at(-1);
  return {
    references: page.map(({ id, createdDate, isRead }) => ({ id, createdDate, isRead })),
    unreadCount: own.filter(({ isRead }) => !isRead).length,
    ...(last && start + limit < own.length && { nextCursor: last.id }),
  };
}

/** Stores read state. Ids of other customers are ignored. */
export async function setRead(customerId: string, ids: string[], isRead: boolean): Promise<void> {
  for (const row of rows) if (row.customerId === customerId && ids.includes(row.id)) row.isRead = isRead;
}

/** Sends a notification: your code calls this when something happens. */
export function notify(customerId: string, payload: object): void {
  const { id } = sandbox.addNotification({ payload }, customerId);
  rows.unshift({ id, customerId, createdDate: new Date().toISOString(), isRead: false });
}

notify('anna', { title: 'Welcome to the shop', body: 'This is where we tell you about your orders.' });
notify('anna', {
  title: 'Your parcel is on its way',
  body: 'It arrives tomorrow before noon.',
  itemRedirect: '/orders/1042',
});
