import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { createSession } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { rows } from '../api/golden-table.js';
import { loadPages, parsePage } from './markdown.js';

const pages = loadPages();
const paths = pages.map(({ path }) => path);

const documentation = readdirSync('docs').filter((file) => file.endsWith('.md') && file !== 'README.md');

/** The heading of the table of contents that lists the page. */
function groupOf(file: string): string {
  const [before = ''] = readFileSync('docs/README.md', 'utf8').split(`](${file})`);
  return [...before.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? '';
}

/** The anchors of a page; each page is parsed once. */
const anchors = new Map(pages.map((page) => [page.path, page.anchors]));
function anchorsOf(path: string): ReadonlySet<string> {
  const found = anchors.get(path) ?? parsePage(path).anchors;
  anchors.set(path, found);
  return found;
}

const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md', 'test/README.md'].map(
  parsePage,
);

const exampleReadmes = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => basename(file) === 'README.md' && !file.includes('node_modules'))
  .map((file) => parsePage(join('examples', file)));

describe('The pages of the documentation', () => {
  it('have no links that lead nowhere', () => {
    const broken = [...pages, ...others, ...exampleReadmes].flatMap(({ path, links }) =>
      links
        .filter((link) => {
          if (link.startsWith('https://')) return false;
          const [file = '', anchor] = link.split('#');
          const target = file ? normalize(join(dirname(path), file)) : path;
          if (!existsSync(target)) return true;
          return anchor !== undefined && !anchorsOf(target).has(anchor);
        })
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all in the table of contents', () => {
    const { links } = parsePage('docs/README.md');
    const listed = links.map((link) => normalize(join('docs', link.split('#')[0] ?? '')));
    const needed = paths.filter((path) => path !== 'README.md' && path !== 'docs/README.md');
    expect(needed.filter((path) => !listed.includes(path))).toEqual([]);
  });

  it('begin with their only title', () => {
    const untitled = pages.filter(({ text }) => {
      const prose = text.replace(/^```.*?^```$/gms, '');
      return !prose.startsWith('# ') || prose.match(/^# /gm)?.length !== 1;
    });
    expect(untitled.map(({ path }) => path)).toEqual([]);
  });

  it('are in Storybook where the table of contents lists them', () => {
    for (const file of documentation) {
      const name = basename(file, '.md');
      // Prettier breaks the line of a long title.
      const page = readFileSync(`stories/documentation/${name}.mdx`, 'utf8').replaceAll(/\s+/g, ' ');
      const [, heading] = /^# (.+)$/m.exec(readFileSync(join('docs', file), 'utf8')) ?? [];
      expect(page).toContain(`'../../docs/${file}?raw'`);
      expect(page).toContain(
        `<Meta title="Documentation/${groupOf(file)}/${heading}" id="documentation-${name}" />`,
      );
    }
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

  it('shows a bell with a notification service, and one without', () => {
    const bells = parsePage('README.md').blocks.flatMap(
      ({ code }) => code.match(/<nudge-bell [^>]*>/g) ?? [],
    );
    expect(bells.map((bell) => bell.includes('base-url="'))).toEqual([false, true]);
    expect(bells.filter((bell) => !bell.includes('backend-url="'))).toEqual([]);
  });
});

describe('The documentation', () => {
  it('has nothing left to fill in, such as what `npm run new` leaves', () => {
    expect(pages.filter(({ text }) => text.includes('Fill in')).map(({ path }) => path)).toEqual([]);
  });
});

describe('The page on localization', () => {
  it('lists the languages that there are', () => {
    const { text } = parsePage('docs/localization.md');
    const listed = [...text.matchAll(/\| `([a-z]{2,3}(?:-\w+)?)` /g)]
      .map(([, tag]) => tag!.toLowerCase())
      .sort();
    const files = readdirSync('src/localization/locales').map((file) => file.replace('.ts', ''));
    expect(listed).toEqual(files.sort());
  });
});

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(...colours: [string, string]): number {
  const [dark = 0, light = 0] = colours
    .map((colour) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const value = Number.parseInt(colour.slice(2 * index + 1, 2 * index + 3), 16) / 255;
        return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      }, 0),
    )
    .sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

describe('The looks of the page on theming', () => {
  it('have the contrast that the page says', () => {
    const { text } = parsePage('docs/theming.md');
    const looks = [...text.matchAll(/^\*\*\w+\*\*,[^:]+: ([\d., ]+) and ([\d.]+)\.\n\n```css\n([^`]+)```/gm)];
    expect(looks).toHaveLength(4);
    for (const [, first = '', last, code = ''] of looks) {
      const colourOf = (name: string): string =>
        new RegExp(`--nudge-${name}: (#\\w{6});`).exec(code)?.[1] ?? '';
      const figures = ['text', 'text-muted', 'accent'].map((name) =>
        contrast(colourOf(name), colourOf('surface')).toFixed(1),
      );
      expect(figures).toEqual([...first.split(', '), last]);
      for (const figure of figures) expect(Number(figure)).toBeGreaterThan(4.5);
    }
  });
});

const operations = [
  ...parsePage('docs/server.md').text.matchAll(/^\| +(\d+) \| `(\w+)\.(\w+)` .*\| `([^`]+)` +\|$/gm),
].map(([, number, resource, method, request]) => [`#${number}`, resource!, method!, request!] as const);

describe('The operations of the page on the server client', () => {
  it('are all of the service, in the order of the contract', () => {
    expect(operations.map(([number]) => number)).toEqual(Object.keys(rows));
  });

  it('are as many as all texts say', () => {
    const all = Object.values(rows);
    const client = all.filter(({ auth }) => auth === 'client');
    const sources = ['src/api/server/server-client.ts', 'src/sandbox/types.ts', 'llms.txt'];
    const texts = [...pages, ...sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }))];
    const numbers = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(\d+) (?:client )?operations\b(?:[,.] (\d+) )?/g)].flatMap(([, first, second]) =>
        [first, second]
          .filter((number) => number !== undefined)
          .map((number) => ({ path, number: Number(number) })),
      ),
    );
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.filter(({ number }) => number !== all.length && number !== client.length)).toEqual([]);
  });

  it('are methods that send these requests', async () => {
    const options = {
      baseUrl: 'https://api.test/v1/service',
      fetch: () => Promise.reject(new Error()),
      retries: 0,
    };
    const server = new ServerClient({ ...options, clientKey: 'k', clientSecret: 's' });
    const customer = new CustomerClient({ ...options, getToken: () => 'token' });
    for (const [number, resource, method, request] of operations) {
      const { auth, call: callOperation } = rows[number]!;
      const owner: unknown =
        auth === 'client' ? server[resource as 'jobs'] : customer[resource as 'notifications'];
      const called = vi.spyOn(owner as Record<string, () => unknown>, method);
      // The errors of an operation contain its name.
      const call = callOperation(server, customer);
      await expect(call, number).rejects.toMatchObject({ operation: request });
      expect(called, number).toHaveBeenCalledOnce();
    }
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
    await expect.poll(() => notifications.state.status).toBe('ready');
    await expect.poll(() => sandbox.requests.filter(({ status }) => status === 200).length).toBe(records);
    unsubscribe();
    expect([load.mock.calls.length, getToken.mock.calls.length]).toEqual([1, tokens]);
  });
});
