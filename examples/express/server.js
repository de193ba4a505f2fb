import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import express from 'express';
import { createInboxBackend, nodeHandler, postgresStore } from 'nudge-inbox/backend';
import { issueToken, send, serviceFetch } from './service.js';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session. */
function findCustomer(request) {
  return 'anna';
}

const backend = createInboxBackend({
  // PostgreSQL in memory: replace it with a pool of your own database.
  store: postgresStore(await PGlite.create()),
  authenticate: findCustomer,
  serviceToken: ({ customerId }) => issueToken(customerId),
});

const app = express();
app.use('/inbox', nodeHandler(backend));
app.get('/', (request, response) => response.sendFile(resolve('index.html')));

// The files of the package.
const script = fileURLToPath(import.meta.resolve('nudge-inbox/cdn/nudge-inbox.js'));
app.use('/assets', express.static(dirname(script)));

// Forwards requests to the service, so that the page needs no other origin.
app.get('/v1/engagement/{*path}', async (request, response) => {
  const { authorization = '' } = request.headers;
  const serviceResponse = await serviceFetch(request.originalUrl, { headers: { authorization } });
  response.status(serviceResponse.status).set('Cache-Control', 'no-store').type('application/json');
  response.send(await serviceResponse.text());
});

const port = process.env.PORT ?? '3000';
app.listen(port, () => console.log(`http://localhost:${port}`));

// Sends a notification every 20 seconds, so that there is something to see.
async function sendExample() {
  const payload = { title: 'Your parcel is on its way', body: 'It arrives tomorrow before noon.' };
  await backend.deliver('anna', { id: send('anna', payload) });
}
await sendExample();
setInterval(sendExample, 20_000).unref();
