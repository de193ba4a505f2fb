import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A message of the protocol: its type, its length and its content. https://www.postgresql.org/docs/current/protocol-message-formats.html */
function createMessage(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** What the server sends to a connection when it shuts down. */
const shutdown = createMessage(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);
/** What ends the response to a statement outside of a transaction. */
const ready = createMessage('Z', Buffer.from('I'));

export interface Proxy {
  /** The address of the database through the proxy. */
  url: string;
  /** How many connections were opened in all. */
  connectionCount: () => number;
  /** Makes the connections that are open silent: nothing arrives any more, at either side, and none is closed. */
  silence: () => void;
  close: () => void;
}

/**
 * Starts a proxy in front of a database.
 *
 * @param lastStatement what the last statement of a connection contains: the server shuts the connection down in the packet
 *   that ends the response
 */
export async function startProxy(databaseUrl: string, lastStatement = 'the last statement'): Promise<Proxy> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer((client) => {
    connectionCount += 1;
    const upstream = connect(Number(database.port), database.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let isLast = false;
    client.on('data', (data) => {
      isLast ||= data.includes(lastStatement);
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isLast && data.subarray(-ready.length).equals(ready)) client.end(Buffer.concat([data, shutdown]));
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connectionCount: () => connectionCount,
    silence: () => {
      for (const socket of sockets) {
        socket.removeAllListeners('data');
        socket.pause();
      }
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
