// What a newcomer does first, in a clone as they have it: nothing installed, nothing built, what is committed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../command.js';
import { parsePage } from '../docs/markdown.js';

const [first] = parsePage('README.md').blocks;
const [start = '', test = ''] = (first?.code ?? '').split('\n').map((line) => line.replace(/ +#.*/, ''));

/** The environment of a new shell: without what the test runner and the script that runs it have set. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(vitest|npm_|node_env$|test$|mode$|dev$|prod$|ssr$|base_url$|junit_report$)/i.test(name),
  ),
);

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'nudge-inbox-clone-'));
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone]);
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

it('The first command of the README serves the shop with its bell', async () => {
  // A process group of its own, which ends with all that it has started. In CI, no browser is opened.
  const server = spawn(start, { cwd: clone, env: { ...env, CI: 'true' }, shell: true, detached: true });
  try {
    const output: string[] = [];
    let address: string | undefined;
    for await (const line of createInterface({ input: server.stdout })) {
      output.push(line);
      [address] = /http:\/\/127\.0\.0\.1.*:\d+/.exec(stripVTControlCharacters(line)) ?? [];
      if (address !== undefined) break;
    }
    expect(address, output.join('\n')).toBeDefined();
    const page = await (await fetch(`${address}/`)).text();
    expect(page).toContain('Send a notification');
    const [, script] = /src="(\/cdn\/[^"]+)"/.exec(page) ?? [];
    expect((await fetch(`${address}${script}`)).status).toBe(200);
  } finally {
    const closed = once(server, 'close');
    if (server.pid !== undefined) process.kill(-server.pid);
    await closed;
  }
});

it('The second command of the README passes the tests', async () => {
  const output = await run(test, { cwd: clone, env });
  expect(output.trim().split('\n').at(-1)).toMatch(/^\d{4,} passed, 0 failed$/);
});
