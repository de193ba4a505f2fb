import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createManifest } from '../../build/manifest/create-manifest.mjs';
import { listElements } from '../../build/manifest/elements.mjs';
import { createElementsPage } from '../../scripts/elements-page.mjs';
import { ServerClient } from '../../src/api/server/server-client.js';
import { createSession } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { rows } from '../api/golden-table.js';
import { blockWith, loadPages, parsePage, tableRows } from './markdown.js';

const pages = loadPages();
const paths = pages.map(({ path }) => path);

const exampleReadmes = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => basename(file) === 'README.md' && !file.includes('node_modules'))
  .map((file) => parsePage(join('examples', file)));

describe('The links of the documentation', () => {
  it.each([...pages, ...exampleReadmes].map((page) => [page.path, page] as const))(
    'of %s lead somewhere',
    (path, { links }) => {
      const broken = links.filter((link) => {
        if (link.startsWith('https://')) return false;
        const [file = '', anchor] = link.split('#');
        const target = file ? normalize(join(dirname(path), file)) : path;
        if (!existsSync(target)) return true;
        return anchor !== undefined && !parsePage(target).anchors.has(anchor);
      });
      expect(broken).toEqual([]);
    },
  );

  it('reach every page from the table of contents', () => {
    const { links } = parsePage('docs/README.md');
    const listed = links.map((link) => normalize(join('docs', link.split('#')[0] ?? '')));
    const others = paths.filter((path) => path !== 'README.md' && path !== 'docs/README.md');
    expect(others.filter((path) => !listed.includes(path))).toEqual([]);
  });
});

describe.each(pages.map((page) => [page.path, page] as const))('The page %s', (_, { text }) => {
  it('begins with its only title', () => {
    const prose = text.replace(/^```.*?^```$/gms, '');
    expect(prose).toMatch(/^# /);
    expect(prose.match(/^# /gm)).toHaveLength(1);
  });
});

describe('The README', () => {
  it('has at most 200 lines', () => {
    expect(parsePage('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(200);
  });

  it('links every page of the documentation', () => {
    const { links } = parsePage('README.md');
    const linked = links.map((link) => link.split('#')[0]);
    const pages = paths.filter((path) => !path.endsWith('README.md'));
    expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
  });

  it('has the page to try that a test runs', () => {
    const page = { check: 'run sandbox-page', language: 'html' };
    const ofReadme = parsePage('README.md').blocks.find(({ check }) => check === page.check);
    expect(ofReadme).toMatchObject(page);
    expect(ofReadme?.code).toBe(blockWith('getting-started.md', page.check));
  });
});

describe('The reference of the elements', () => {
  it('is that of the source: npm run elements-page', async () => {
    expect(readFileSync('docs/elements.md', 'utf8')).toBe(await createElementsPage());
  });
});

describe('The page on theming', () => {
  it('lists exactly the parts and slots of the elements, with their tags', async () => {
    const expected = new Map<string, string[]>();
    for (const { tag, cssParts, slots } of listElements(await createManifest()))
      for (const { name } of [...cssParts, ...slots])
        expected.set(name, [...(expected.get(name) ?? []), `<${tag}>`]);
    const listed = new Map<string, string[]>();
    for (const [name = '', , tags = ''] of tableRows('theming.md'))
      if (!name.startsWith('--'))
        listed.set(name, [
          ...(listed.get(name) ?? []),
          ...[...tags.matchAll(/<[\w-]+>/g)].map(([tag]) => tag),
        ]);
    const sorted = (names: Map<string, string[]>) =>
      [...names].map(([name, tags]) => `${name}: ${tags.sort().join()}`).sort();
    expect(sorted(listed)).toEqual(sorted(expected));
  });
});

describe('The page on localization', () => {
  it('lists the languages that there are', () => {
    const { text } = parsePage('docs/localization.md');
    const listed = [...text.matchAll(/\| `([a-z]{2})` /g)].map(([, tag]) => tag).sort();
    const files = readdirSync('src/localization/locales').map((file) => file.replace('.ts', ''));
    expect(listed).toEqual(files.sort());
  });
});

const operations = [
  ...parsePage('docs/server.md').text.matchAll(/^\| +(\d+) \| `(\w+)\.(\w+)` .*\| `([^`]+)` +\|$/gm),
].map(([, number, resource, method, request]) => [`#${number}`, resource!, method!, request!] as const);

describe('The operations of the page on the server client', () => {
  it('are those of the server, in the order of the contract', () => {
    const ofServer = Object.entries(rows).filter(([, { auth }]) => auth === 'client');
    expect(operations.map(([number]) => number)).toEqual(ofServer.map(([number]) => number));
  });

  it.each(operations)('contain %s as %s.%s', async (number, resource, method, request) => {
    const server = new ServerClient({
      baseUrl: 'https://api.test/v1/service',
      clientKey: 'k',
      clientSecret: 's',
      fetch: () => Promise.reject(new Error()),
      retries: 0,
    });
    const owner: unknown = server[resource as 'jobs'];
    const called = vi.spyOn(owner as Record<string, () => unknown>, method);
    // The errors of an operation contain its name.
    const call = rows[number]!.call(server, undefined as never);
    await expect(call).rejects.toMatchObject({ operation: request });
    expect(called).toHaveBeenCalledOnce();
  });
});

describe('The requests of a page view, as documented', () => {
  it.each([
    ['with isRead in the list', { isRead: false }, { tokens: 0, records: 0 }],
    ['without isRead', {}, { tokens: 1, records: 25 }],
  ])('are so many %s', async (_, hints, { tokens, records }) => {
    const sandbox = createSandbox();
    const getToken = vi.fn(() => sandbox.issueToken());
    const load = vi.fn(() =>
      Promise.resolve({ references: sandbox.notificationIds().map((id) => ({ id, ...hints })) }),
    );
    const { baseUrl, fetch } = sandbox;
    const { notifications } = createSession({ baseUrl, fetch, getToken, source: { load } });
    const unsubscribe = notifications.subscribe(() => undefined);
    await vi.waitFor(() => {
      expect(notifications.state.status).toBe('ready');
      expect(sandbox.requests.filter(({ status }) => status === 200)).toHaveLength(records);
    });
    unsubscribe();
    expect([load.mock.calls.length, getToken.mock.calls.length]).toEqual([1, tokens]);
  });
});
