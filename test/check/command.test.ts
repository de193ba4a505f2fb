import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeHandler, type InboxBackend } from '../../src/backend.js';
import { runCommand } from '../../src/check/command.js';
import type { Finding } from '../../src/check/report.js';
import { createDropIn } from './drop-in.js';

let backend: InboxBackend;
let server: Server;
let origin: string;
let lines: string[];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  lines = [];
  backend = await createDropIn();
  const handle = nodeHandler(backend);
  server = createServer((request, response) => {
    if (request.url !== '/deliver') void handle(request, response);
    else void backend.deliver('anna', { id: 'n4' }).then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  backend.close();
  server.closeAllConnections();
  server.close();
  vi.restoreAllMocks();
});

const run = (...parameters: string[]): Promise<number> =>
  runCommand(parameters, (line) => lines.push(line), { heartbeatMs: 1 });

const cookie = ['--header', 'Cookie: session=anna'];

describe('nudge-inbox check', () => {
  it('checks a backend over HTTP, with an arrival that a command causes', async () => {
    const request = `fetch(${JSON.stringify(`${origin}/deliver`)})`;
    const command = `"${process.execPath}" -e ${JSON.stringify(request.replaceAll('"', "'"))}`;
    expect(await run('check', `${origin}/inbox/`, ...cookie, '--deliver', command)).toBe(0);
    expect(lines[0]).toContain('restores it');
    expect(lines.join('\n')).toContain('delivery-event');
    expect(lines.at(-1)).toBe('\n67 ok, 0 wrong, 1 missing');
  });

  it('says what is wrong, and how to mend it, and ends with 1', async () => {
    expect(await run('check', `${origin}/inbox`)).toBe(1);
    expect(lines.join('\n')).toContain('✗ wrong    list                 GET /notifications\n');
    expect(lines.join('\n')).toContain('Pass the cookie or the token of a customer with --header.');
  });

  it('prints nothing but JSON with --json', async () => {
    expect(await run('check', `${origin}/inbox`, ...cookie, '--json')).toBe(0);
    expect(lines).toHaveLength(1);
    const { isPassed, findings } = JSON.parse(lines[0] ?? '') as { isPassed: boolean; findings: Finding[] };
    expect(isPassed).toBe(true);
    expect(findings[0]).toEqual({
      rule: 'list',
      severity: 'ok',
      request: 'GET /notifications',
      message: 'The list has 3 notifications on its first page.',
    });
  });

  it('checks the addresses of attributes', async () => {
    const urls = ['--list-url', `${origin}/inbox/notifications`, '--events-url', `${origin}/inbox/events`];
    expect(await run('check', ...urls, ...cookie)).toBe(1);
    expect(lines.filter((line) => line.includes('wrong  ')).join('\n')).toContain('read-not-saved');
  });

  it.each([
    [['check']],
    [['check', 'localhost:3000']],
    [['verify', 'http://localhost']],
    [['check', 'http://localhost', '--list-url', 'http://localhost/list']],
    [['check', 'http://localhost', '--header', 'no header']],
    [['check', 'http://localhost', '--headers', 'Cookie: a=b']],
  ])('ends with 2 for a wrong command: %j', async (parameters) => {
    expect(await run(...parameters)).toBe(2);
    expect(lines.join('\n')).toContain('--help');
  });

  it('ends with 2 if the command of --deliver fails', async () => {
    expect(await run('check', `${origin}/inbox`, ...cookie, '--deliver', 'exit 3')).toBe(2);
    expect(lines.at(-1)).toContain('ended with 3');
  });

  it('prints how it is used', async () => {
    expect(await run('--help')).toBe(0);
    expect(lines.join('\n')).toContain('--deliver <command>');
  });
});
