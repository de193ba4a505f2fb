import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { rows } from '../api/golden-table.js';
import { blockWith } from '../docs/markdown.js';
import { type Consumer, createConsumer } from './consumer.js';

const { files } = inject('packed');
let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer();
  return () => consumer.remove();
});

/** Documents for those who work on the package. Links to them lead nowhere in the tarball. */
const inRepositoryOnly = /(?:CONTRIBUTING|SECURITY|CODE_OF_CONDUCT|examples\/.*)\.md$/;

describe('The tarball', () => {
  it('contains only the build and its documents', () => {
    const names = new Set(files.map((file) => file.split('/')[0]));
    expect([...names].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.md',
      'dist',
      'docs',
      'llms.txt',
      'package.json',
    ]);
    const others = files.filter((file) => !/^dist\/(?:pictures|files)\//.test(file));
    const kinds = new Set(others.map((file) => /\.(?:d\.ts|js\.map|[^./]+)$/.exec(file)?.[0]));
    expect([...kinds].sort()).toEqual([
      '.d.ts',
      '.html',
      '.js',
      '.js.map',
      '.json',
      '.md',
      '.txt',
      '.webp',
      undefined,
    ]);
    // The pictures and files of the sandbox's notifications.
    expect(others.length).toBeLessThan(files.length);
  });

  it('contains every file that its documents link to', () => {
    const installed = join(consumer.folder, 'node_modules/nudge-inbox');
    const missing = files
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
    for (const file of [jsdelivr, unpkg]) expect(files).toContain(file.replace('./', ''));
  });

  it('contains the sources that its source maps refer to', () => {
    const dist = join(consumer.folder, 'node_modules/nudge-inbox/dist');
    const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
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
  sameErrors: boolean;
}

/** Runs a script of the consumer in plain Node, without the resolution and transforms of a test runner. */
function run(...parameters: string[]): string {
  return execFileSync(process.execPath, parameters, { cwd: consumer.folder, encoding: 'utf8' }).trim();
}

describe('The command of the package', () => {
  it('runs in plain Node, and says how it is used', () => {
    const installed = join('node_modules', 'nudge-inbox');
    const manifest = readFileSync(join(consumer.folder, installed, 'package.json'), 'utf8');
    const { bin } = JSON.parse(manifest) as { bin: Record<string, string> };
    const file = join(installed, bin['nudge-inbox'] ?? '');
    expect(readFileSync(join(consumer.folder, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(run(file, '--help')).toContain('npx nudge-inbox check <url>');
  });
});

describe('A backend with the package installed', () => {
  let seen: Seen;

  beforeAll(() => {
    seen = JSON.parse(run('every-operation.mjs')) as Seen;
  });

  it('calls every operation of the contract over HTTP', () => {
    const operations = Object.entries(rows).map(
      ([number, { auth }]) => [Number(number.slice(1)), auth] as const,
    );
    expect(
      seen.requests.map(({ operation, status, credentials }) => [operation, status, credentials]),
    ).toEqual(operations.map(([number, auth]) => [number, 200, [auth === 'customer' ? 'bearer' : 'client']]));
    expect(Object.keys(seen.answers)).toEqual(operations.map(([number]) => String(number)));
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
