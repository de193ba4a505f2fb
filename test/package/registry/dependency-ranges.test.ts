// Consumers get any version that the ranges in package.json allow; every other test has the locked ones. These tests
// install from the registry.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserArguments, findBrowser } from '../../../scripts/find-browser.mjs';
import { type Consumer, installConsumer, type Versions } from '../consumer.js';
import { backend, website } from '../typed-consumer.js';

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

const loadManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const { dependencies } = loadManifest('package.json');
const ranges = Object.entries(dependencies);

const lowest: Versions = {
  dependencies: Object.fromEntries(ranges.map(([name, range]) => [name, range.replace('^', '')])),
  // The parts of Lit 3.0.0, which npm would install in their latest versions.
  overrides: { 'lit-html': '3.0.0', 'lit-element': '4.0.0', '@lit/reactive-element': '2.0.0' },
};
const latest: Versions = { dependencies };

const bell = `
  import 'nudge-inbox/define';
  import { createSession } from 'nudge-inbox';
  import { createSandbox } from 'nudge-inbox/sandbox';

  const sandbox = createSandbox();
  const bell = document.createElement('nudge-bell');
  bell.session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids: sandbox.notificationIds(),
  });
  document.body.append(bell);`;

it.each(ranges)('The range of %s, %s, begins with its lowest version', (_, range) => {
  expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
});

describe.each([
  ['lowest', lowest],
  ['latest', latest],
])('The package with the %s versions of its dependencies', (_, versions) => {
  let consumer: Consumer;

  beforeAll(async () => {
    const dependencies = { ...versions.dependencies, '@types/node': '20' };
    consumer = await installConsumer({ ...versions, dependencies });
    return () => consumer.remove();
  });

  it('has these versions installed', () => {
    const expected = { ...versions.dependencies, ...versions.overrides };
    for (const [name, range] of Object.entries(expected)) {
      const { version } = loadManifest(join(consumer.folder, 'node_modules', name, 'package.json'));
      if (range.startsWith('^')) expect(version.split('.')[0], name).toBe(range.slice(1).split('.')[0]);
      else expect(version, name).toBe(range);
    }
  });

  it('compiles, libraries checked', () => {
    const options = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] };
    expect(consumer.compile({ 'backend.ts': backend, 'website.ts': website }, options)).toBe('');
  });

  it('calls every operation from Node', () => {
    const script = join(consumer.folder, 'every-operation.mjs');
    const printed = execFileSync(process.execPath, [script], { cwd: consumer.folder, encoding: 'utf8' });
    const { answers } = JSON.parse(printed) as { answers: Record<string, unknown> };
    expect(Object.keys(answers)).toHaveLength(23);
  });

  it('shows notifications in a browser', async () => {
    const { outputFiles } = await build({
      entryPoints: [consumer.write('bell.js', bell)],
      bundle: true,
      format: 'iife',
      write: false,
      logLevel: 'silent',
    });
    const executablePath = findBrowser();
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...browserArguments],
    });
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      // The sandbox needs a secure context.
      await page.route('http://localhost/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en">' }),
      );
      await page.goto('http://localhost/');
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      await page.getByRole('button', { name: /^Notifications, .*new$/ }).click();
      await page.getByRole('dialog').getByRole('article').first().waitFor();
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
