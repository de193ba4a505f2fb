import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import express from 'express';
import { createInboxBackend, firstPageScript, nodeHandler, postgresStore } from 'nudge-inbox/backend';
import { examples, issueToken, send, serviceFetch } from './service.js';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session: `request` is that of Express. */
function findCustomer(request) {
  return 'anna';
}

console.log('Starting PostgreSQL in memory …');
const backend = createInboxBackend({
  // Replace it with a pool of your own database.
  store: postgresStore(await PGlite.create()),
  authenticate: (_, request) => findCustomer(request),
  serviceToken: ({ customerId }) => issueToken(customerId),
  // What the customer may switch off.
  groups: [
    { id: 'orders', name: 'Your orders', isGroupNotificationOff: false },
    { id: 'offers', name: 'Offers', isGroupNotificationOff: false },
  ],
  // What buttons do, by their onclickAction: what is returned stands in their place, on every device.
  onAction: {
    approve: ({ customerId, key }) => {
      // Your order system takes the key as its idempotency key: a function may run more than once.
      console.log(`${customerId} has approved: ${key}`);
      return 'Amelia goes ahead';
    },
    decline: () => 'Amelia waits for your word',
  },
});

const app = express();
app.use('/inbox', nodeHandler(backend));

// The page, with the first page of the list: the bell has its badge before it has requested anything.
const html = await readFile('index.html', 'utf8');
app.get(['/', '/orders/:order'], async (request, response) => {
  const customerId = findCustomer(request);
  const firstPage = customerId === null ? null : await backend.firstPage(customerId);
  response.set('Cache-Control', 'no-store');
  response.send(html.replace('<!-- first page -->', () => firstPageScript(firstPage)));
});

// The files of the package, and the pictures of the examples.
const scripts = dirname(fileURLToPath(import.meta.resolve('nudge-inbox/cdn/nudge-inbox.js')));
app.use('/assets', express.static(scripts));
app.use('/pictures', express.static(join(scripts, '../pictures')));

// Forwards requests to the service, so that the page needs no other origin.
app.get('/v1/engagement/{*path}', async (request, response) => {
  const { authorization = '' } = request.headers;
  const serviceResponse = await serviceFetch(request.originalUrl, { headers: { authorization } });
  response.status(serviceResponse.status).set('Cache-Control', 'no-store').type('application/json');
  response.send(await serviceResponse.text());
});

const port = process.env.PORT ?? '3000';
app.listen(port, () => console.log(`http://localhost:${port}`));

// Sends the examples, and one of them again every 20 seconds.
let sent = 0;
async function sendExample() {
  const payload = examples[sent % examples.length];
  sent += 1;
  await backend.deliver('anna', { id: send('anna', payload) });
}
for (const _ of examples) await sendExample();
setInterval(sendExample, 20_000).unref();
