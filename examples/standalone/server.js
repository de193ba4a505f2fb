import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { createInboxBackend, nodeHandler, postgresStore } from 'nudge-inbox/backend';

/** The id of the signed-in customer, or null. Replace this with a lookup in your own session: `request` is that of Node. */
function findCustomer(request) {
  return 'anna';
}

console.log('Starting PostgreSQL, on the disk …');
const database = await PGlite.create('data');
const store = postgresStore(database);
// Creates the tables, for which the first page would have to wait.
await store.migrate();
const backend = createInboxBackend({
  store,
  authenticate: (_, request) => findCustomer(request),
  // What the customer may switch off.
  groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
});
const handleInbox = nodeHandler(backend);

const scripts = import.meta.resolve('nudge-inbox/cdn/nudge-inbox.js');

/** Everything but the inbox itself: the page, what its form sends, and the files of the package. */
async function handleOther(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST' && pathname === '/send') {
    const form = new URLSearchParams(await text(request));
    // Your own code calls this, wherever something happens that the customer should know.
    await backend.deliver('anna', { title: form.get('title'), body: form.get('body'), url: '/' });
    // The page stays as it is.
    response.writeHead(204).end();
  } else if (pathname === '/') {
    response.setHeader('Content-Type', 'text/html');
    response.end(await readFile('index.html'));
  } else if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) {
    const file = await readFile(new URL(pathname.replace('/assets/', './'), scripts));
    response.setHeader('Content-Type', 'text/javascript');
    response.end(file);
  } else {
    response.writeHead(404).end();
  }
}

const port = process.env.PORT ?? '3000';
createServer((request, response) => {
  if (request.url.startsWith('/inbox/')) return handleInbox(request, response);
  handleOther(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(port, () => {
  console.log(`Here: http://localhost:${port}`);
  for (const { address, family, internal } of Object.values(networkInterfaces()).flat())
    if (family === 'IPv4' && !internal) console.log(`In the same network: http://${address}:${port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    backend.close();
    await database.close();
    process.exit();
  });
