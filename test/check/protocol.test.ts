import { afterEach, describe, expect, it } from 'vitest';
import type { InboxBackend } from '../../src/backend.js';
import { blockWith } from '../docs/markdown.js';
import { createDropIn, headers } from './drop-in.js';

let backend: InboxBackend;
afterEach(() => backend.close());

/** The lines of a response as printed: its status, if it has one, its headers and its body. */
function printed(check: string): { status: string | undefined; headers: [string, string][]; body: string } {
  const [head = '', ...body] = blockWith('protocol.md', check).trim().split('\n\n');
  const lines = head.split('\n');
  const status = lines[0]?.startsWith('HTTP/1.1') ? lines.shift()?.split(' ')[1] : undefined;
  return {
    status,
    headers: lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/);
      return [name, value];
    }),
    body: body.join('\n\n'),
  };
}

function expectHeaders(response: Response, check: string): void {
  const { status, headers: lines } = printed(check);
  if (status !== undefined) expect(String(response.status)).toBe(status);
  for (const [name, value] of lines) expect(response.headers.get(name), name).toBe(value);
}

const address = (path: string): string => `http://localhost/inbox${path}`;

describe('The page on the protocol', () => {
  it('prints the CORS headers as the backend that drops in sends them', async () => {
    const Origin = 'https://shop.example';
    backend = await createDropIn({ allowedOrigins: [Origin] });
    const preflight = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    const options = { method: 'OPTIONS', headers: preflight };
    expectHeaders(await backend.fetch(new Request(address('/read'), options)), 'response preflight');
    const list = new Request(address('/notifications'), { headers: { ...headers, Origin } });
    expectHeaders(await backend.fetch(list), 'response cors');
    const refused = new Request(address('/notifications'), { headers: { Origin } });
    expectHeaders(await backend.fetch(refused), 'response cors');
  });

  it('prints a stream as the backend that drops in sends it', async () => {
    backend = await createDropIn();
    const response = await backend.fetch(new Request(address('/events'), { headers }));
    expectHeaders(response, 'response stream');
    const [first] = printed('response stream').body.split('\n\n');
    const { value = '' } =
      (await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
    const withoutKey = (text: string): string => text.trim().replace(/"customer":".+"/, '"customer":"…"');
    expect(withoutKey(value)).toBe(withoutKey(first ?? ''));
  });
});
