import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as buildWithEsbuild, type BuildOptions, transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build as buildWithVite, type Rolldown } from 'vite';
import { type Consumer, createConsumer } from './consumer.js';
import { blockWith } from '../docs/markdown.js';
import { backend, website } from './typed-consumer.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer();
});
afterAll(() => consumer.remove());

/** Documents for those who work on the package. Links to them lead nowhere in the tarball. */
const inRepositoryOnly = /(?:CONTRIBUTING|SECURITY|CODE_OF_CONDUCT|examples\/.*)\.md$/;

describe('The tarball', () => {
  it('contains only the build and its documents', () => {
    const names = new Set(consumer.files.map((file) => file.split('/')[0]));
    expect([...names].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.md',
      'dist',
      'docs',
      'package.json',
    ]);
    const others = consumer.files.filter((file) => !/^dist\/(?:pictures|files)\//.test(file));
    const kinds = new Set(others.map((file) => /\.(?:d\.ts|js\.map|[^./]+)$/.exec(file)?.[0]));
    expect([...kinds].sort()).toEqual(['.d.ts', '.js', '.js.map', '.json', '.md', '.webp', undefined]);
    // The pictures and files of the sandbox's notifications.
    expect(others.length).toBeLessThan(consumer.files.length);
  });

  it('contains every file that its documents link to', () => {
    const installed = join(consumer.folder, 'node_modules/nudge-inbox');
    const missing = consumer.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const text = readFileSync(join(installed, file), 'utf8');
        const targets = [...text.matchAll(/\]\(([^)#\s]+)|(?:src|srcset)="([^"]+)"/g)].map(
          ([, link, picture]) => link ?? picture ?? '',
        );
        return targets
          .filter((target) => /^[\w.-]+(?:\/[\w.-]+)*\.(?:md|webp)$/.test(target))
          .filter((target) => !inRepositoryOnly.test(target))
          .filter((target) => !existsSync(join(installed, dirname(file), target)))
          .map((target) => `${file}: ${target}`);
      });
    expect(missing).toEqual([]);
  });

  it('contains the file that a CDN serves for the name of the package alone', () => {
    const manifest = readFileSync(join(consumer.folder, 'node_modules/nudge-inbox/package.json'), 'utf8');
    const { jsdelivr, unpkg } = JSON.parse(manifest) as { jsdelivr: string; unpkg: string };
    for (const file of [jsdelivr, unpkg]) expect(consumer.files).toContain(file.replace('./', ''));
  });

  it('contains the sources that its source maps refer to', () => {
    const dist = join(consumer.folder, 'node_modules/nudge-inbox/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const maps = files.flatMap((file) => {
      if (!/\.[jt]s$/.test(file)) return [];
      const url = /\/\/# sourceMappingURL=(\S+)/.exec(readFileSync(join(dist, file), 'utf8'))?.[1];
      return url ? [join(dist, dirname(file), url)] : [];
    });
    expect(maps.length).toBeGreaterThan(5);
    for (const map of maps) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(map, 'utf8')) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      const missing = sources.filter(
        (source, index) => !sourcesContent?.[index] && !existsSync(join(dirname(map), source)),
      );
      expect(missing, map).toEqual([]);
    }
  });
});

interface Seen {
  ids: Record<string, string>;
  requests: { operation: number; status: number; credentials: string[] }[];
  answers: Record<string, unknown>;
  paged: string[];
  pages: string[];
  download: unknown;
  refused: unknown;
  sameErrors: boolean;
  snapshot: Record<string, Record<string, unknown>[]>;
  preference: unknown;
}

/** Runs a script of the consumer in plain Node, without the resolution and transforms of a test runner. */
function run(...parameters: string[]): string {
  return execFileSync(process.execPath, parameters, { cwd: consumer.folder, encoding: 'utf8' }).trim();
}

describe('A backend with the package installed', () => {
  let seen: Seen;

  beforeAll(() => {
    seen = JSON.parse(run('every-operation.mjs')) as Seen;
  });

  it('calls every operation of the contract over HTTP', () => {
    const numbers = Array.from({ length: 23 }, (_, index) => index + 1);
    expect(
      seen.requests.map(({ operation, status, credentials }) => [operation, status, credentials]),
    ).toEqual(numbers.map((number) => [number, 200, [number === 6 || number === 7 ? 'bearer' : 'client']]));
    expect(Object.keys(seen.answers)).toEqual(numbers.map(String));
  });

  it('reads the records of the service and its own changes', () => {
    const { ids, answers, snapshot } = seen;
    const page = { page: 1, items: expect.arrayContaining([expect.anything()]) as unknown };
    const text = expect.any(String) as string;
    expect(answers).toMatchObject({
      1: { attributes: [{ fieldName: 'petName', customerPoolId: ids.customerPoolId }] },
      2: { id: ids.customAttributeId },
      3: { customerId: text },
      4: { ...page, hasMore: true, pageSize: 25 },
      5: page,
      6: { status: text },
      7: { payload: { title: text } },
      8: { id: text },
      9: { id: ids.cohortSegmentId, cohortQuery: { combinator: 'AND' } },
      10: { id: ids.subtypeId },
      11: { ...page, hasMore: true, pageSize: 10 },
      12: { channel: 'in_app', entitlement: { org: { MINUTES: expect.any(Number) as number } } },
      14: { id: text, name: 'Outlet' },
      15: page,
      16: page,
      17: page,
      18: { currentJob: { clientJobsId: ids.clientJobsId }, parentJob: null },
      20: { status: 'paused' },
      21: { id: ids.notificationTopicId },
      22: { id: ids.notificationGroupId },
      23: { id: text },
    });
    expect(answers[13]).toContainEqual(answers[12]);
    const written: [string, object][] = [
      ['customers', { uniqueCustomerId: 'customer-new', customerPoolId: ids.customerPoolId }],
      ['productSpaces', { name: 'Outlet' }],
      ['targetAudienceLists', { id: ids.targetAudienceListId, status: 'paused' }],
      ['notificationTopics', { id: ids.notificationTopicId, name: 'Orders' }],
      ['notificationGroups', { id: ids.notificationGroupId, name: 'Orders' }],
      ['handlerRecipients', { recipientSourceId: 'customer-new' }],
    ];
    for (const [table, row] of written) {
      expect(snapshot[table], table).toContainEqual(expect.objectContaining(row));
    }
    expect(seen.preference).toBe(true);
  });

  it('pages through a list', () => {
    expect(seen.paged.length).toBeGreaterThan(20);
    expect(new Set(seen.paged).size).toBe(seen.paged.length);
    expect(seen.pages).toEqual(['1', '2', '3'].map((page) => `?attributeTypes=all&page=${page}&size=10`));
  });

  it('downloads failed rows', () => {
    expect(seen.download).toEqual({ status: 200, firstLine: 'row,uniqueCustomerId,reason' });
  });

  it('receives an AuthenticationError if the secret is wrong', () => {
    expect(seen.refused).toEqual({
      name: 'AuthenticationError',
      status: 401,
      message: 'GET /customer/projects/{projectId}/customer-pools/: refused with HTTP 401',
    });
  });

  it('has one class for each error across all entries', () => {
    expect(seen.sameErrors).toBe(true);
  });

  it('runs the documented example for the customer', async () => {
    const { code } = await transform(blockWith('headless.md', 'run customer'), { loader: 'ts' });
    const { id } = seen.answers[7] as { id: string };
    const known = { orders: seen.ids.notificationGroupId, n4: id };
    consumer.write(
      'example.mjs',
      code.replace(/"(orders|n4)"/g, (_, name: keyof typeof known) => JSON.stringify(known[name])),
    );
    const [printed, operated] = run('--import', './service-everywhere.mjs', 'example.mjs').split(
      /\n?operations: /,
    );
    expect(printed).toBe('');
    expect([...new Set(JSON.parse(operated ?? '') as unknown[])]).toEqual([7, 6]);
  });
});

describe('A TypeScript project with the package installed', () => {
  const page = ['ES2022', 'DOM', 'DOM.Iterable'];
  it.each([
    ['a backend', 'nodenext', ['ES2022'], { 'backend.ts': backend }],
    ['a website', 'nodenext', page, { 'website.ts': website }],
    ['both', 'bundler', page, { 'backend.ts': backend, 'website.ts': website }],
  ])(
    'compiles %s with %s resolution, libraries checked',
    (_, moduleResolution, lib, sources) => {
      const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
      expect(consumer.compile(sources, { module, moduleResolution, lib, types: ['node'] })).toBe('');
    },
    60_000,
  );
});

interface Bundle {
  /** The text of all output files. */
  code: string;
  /** The bundled input files. */
  modules: string[];
}

async function bundleWithVite(source: string): Promise<Bundle> {
  const output = (await buildWithVite({
    configFile: false,
    root: consumer.folder,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: consumer.write('entry.js', source) } },
  })) as Rolldown.RolldownOutput;
  const chunks = output.output.filter((file) => file.type === 'chunk');
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}

async function bundleWithEsbuild(source: string, options: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await buildWithEsbuild({
    entryPoints: [consumer.write('entry.js', source)],
    outdir: join(consumer.folder, 'out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  });
  return {
    code: (outputFiles ?? []).map(({ text }) => text).join('\n'),
    modules: Object.keys(metafile?.inputs ?? {}),
  };
}

const everything = (entry: string) => `import * as all from '${entry}'; console.log(all);`;
const lit = /node_modules\/(?:lit|lit-html|lit-element|@lit)\//;

describe.each([
  ['Vite', bundleWithVite, blockWith('server.md', 'error vite').trim()],
  ['esbuild', bundleWithEsbuild, blockWith('server.md', 'error esbuild').trim()],
])('A browser build with %s', (_, bundle, complaint) => {
  it('rejects the server entry', async () => {
    await expect(bundle(everything('nudge-inbox/server'))).rejects.toThrow(complaint);
    // A dynamic import is rejected, too.
    await expect(bundle(`void import('nudge-inbox/server').then(console.log)`)).rejects.toThrow(complaint);
  });

  it.each(['nudge-inbox', 'nudge-inbox/define', 'nudge-inbox/client'])(
    'takes %s, in which nothing knows of client credentials',
    async (entry) => {
      const { code, modules } = await bundle(everything(entry));
      expect(code.toLowerCase()).not.toMatch(/x-client-key|x-client-secret/);
      expect(code).toContain('Bearer');
      expect(modules.some((file) => lit.test(file))).toBe(entry !== 'nudge-inbox/client');
    },
  );
});

describe('A server build with esbuild', () => {
  it.each<[string, BuildOptions]>([
    ['Node', { platform: 'node' }],
    ['a Cloudflare worker', { conditions: ['workerd', 'worker', 'browser'] }],
    ['Deno', { platform: 'neutral', conditions: ['deno', 'import'] }],
  ])('accepts the server entry for %s', async (_, options) => {
    const { code, modules } = await bundleWithEsbuild(everything('nudge-inbox/server'), options);
    expect(code).toContain('x-client-secret');
    expect(modules.some((file) => lit.test(file))).toBe(false);
  });
});
