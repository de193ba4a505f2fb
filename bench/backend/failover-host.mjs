// A process of a host, with the documented pool: `failover.mjs` starts it, and restarts its database.
import { createServer } from 'node:http';
import pg from 'pg';
import { createInboxBackend, nodeHandler, postgresStore } from '../../dist/backend.js';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 10_000,
});
const backend = createInboxBackend({
  store: postgresStore(pool),
  authenticate: ({ url }) => new URL(url).searchParams.get('customer'),
  rateLimit: () => 0,
  onError: () => undefined,
});
const handle = nodeHandler(backend);
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname !== '/deliver') return handle(request, response);
  return backend.deliver(searchParams.get('customer'), { id: searchParams.get('id') }).then(
    () => response.writeHead(204).end(),
    () => response.writeHead(503).end(),
  );
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
