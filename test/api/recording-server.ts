import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface RecordedRequest {
  method: string;
  /** Path with query, exactly as it was sent. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds to one request. */
export type Reply = (response: ServerResponse) => void;

/** A server on loopback that records requests and sends prepared replies. */
export interface RecordingServer {
  /** `http://127.0.0.1:<port>/gate/v1/service` */
  baseUrl: string;
  origin: string;
  requests: RecordedRequest[];
  /** Sets the replies to the next requests, in order. The last one is repeated. */
  reply(...replies: Reply[]): void;
  close(): Promise<void>;
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  let replies: Reply[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      (reply ?? failure(500, 'no reply was prepared'))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}/gate/v1/service`,
    origin,
    requests,
    reply: (...next) => void (replies = next),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const body =
  (content: string | Buffer, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(content);

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  body(JSON.stringify(value), status, headers);

/** A success envelope (contract, section 2.1). */
export const success = (data: unknown, metaData: unknown = null): Reply =>
  json({ status: 'success', message: 'done', data, metaData, error: null });

/** An error envelope (contract, section 7). */
export const failure = (
  status: number,
  message = 'refused',
  headers: Record<string, string> = {},
  error: unknown = null,
): Reply => json({ status: 'error', message, data: null, metaData: null, error }, status, headers);

/** Never responds. */
export const silence: Reply = () => undefined;

/** Sends the headers and half of the body, and then nothing more. */
export const stall: Reply = (response) =>
  void response.writeHead(200, { 'Content-Length': '1000' }).write('{"status":"success"');

/** Closes the connection without a response. */
export const hangUp: Reply = (response) => void response.destroy();

/** Closes the connection in the middle of the body. */
export const cut =
  (status = 200): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'Content-Length': '1000' })
      .write('{"status":"success"', () => response.destroy());

export const redirect =
  (location: string, status = 302): Reply =>
  (response) =>
    void response.writeHead(status, { Location: location }).end();
