import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { add, listPage, setRead, subscribe } from './notifications.js';
import { issueToken, send, serviceFetch } from './service.js';

const secret = process.env.CUSTOMER_KEY_SECRET ?? 'for development only';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session. */
function findCustomer(request) {
  return 'anna';
}

/** Identifies a customer on a device without naming them. */
function customerKey(customerId) {
  return createHmac('sha256', secret).update(customerId).digest('base64url');
}

const app = express();

// The files of the package.
const script = fileURLToPath(import.meta.resolve('nudge-inbox/cdn/nudge-inbox.js'));
app.use('/assets', express.static(dirname(script)));

// A form on another site cannot send JSON.
app.use(express.json({ limit: '1mb' }));

// Forwards requests to the service, so that the page needs no other origin.
app.use('/v1/engagement', async (request, response) => {
  const { method, originalUrl, headers, body } = request;
  const serviceResponse = await serviceFetch(originalUrl, {
    method,
    headers: { Authorization: headers.authorization ?? '', 'Content-Type': 'application/json' },
    body: method === 'GET' ? undefined : JSON.stringify(body),
  });
  response.status(serviceResponse.status).set('Cache-Control', 'no-store').type('application/json');
  response.send(await serviceResponse.text());
});

app.use((request, response, next) => {
  const customerId = findCustomer(request);
  if (customerId === null) {
    response.status(401).end();
    return;
  }
  response.locals.customerId = customerId;
  next();
});

app.get('/', async (request, response) => {
  const html = await readFile('index.html', 'utf8');
  response.type('text/html').send(html.replace('{{customerKey}}', customerKey(response.locals.customerId)));
});

app.post('/notification-token', async (request, response) => {
  const token = await issueToken(response.locals.customerId);
  response.set('Cache-Control', 'no-store').type('text/plain').send(token);
});

app.get('/notifications', (request, response) => {
  const { limit, cursor } = request.query;
  const page = listPage(response.locals.customerId, { cursor, limit: Math.min(Number(limit) || 25, 100) });
  response.set('Cache-Control', 'private, no-cache').json(page);
});

app.get('/notification-events', (request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': open\n\n');
  const unsubscribe = subscribe(response.locals.customerId, (event) => {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  const timer = setInterval(() => response.write(': ping\n\n'), 15_000);
  response.on('close', () => {
    clearInterval(timer);
    unsubscribe();
  });
});

app.post('/notifications/read', (request, response) => {
  const { ids, isRead } = request.body ?? {};
  if (!Array.isArray(ids) || typeof isRead !== 'boolean') {
    response.status(400).end();
    return;
  }
  setRead(response.locals.customerId, ids, isRead);
  response.status(204).end();
});

const port = process.env.PORT ?? '3000';
app.listen(port, () => console.log(`http://localhost:${port}`));

// Sends a notification every 20 seconds, so that there is something to see.
function sendExample() {
  const payload = { title: 'Your parcel is on its way', body: 'It arrives tomorrow before noon.' };
  add('anna', send('anna', payload));
}
sendExample();
setInterval(sendExample, 20_000).unref();
