import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build as buildWithEsbuild, type BuildOptions } from 'esbuild';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { build as buildWithVite, type Rolldown } from 'vite';
import { blockWith } from '../docs/markdown.js';
import { type Consumer, createConsumer } from './consumer.js';

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
  sideEffects: string[];
}

const { exports, sideEffects } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entries = Object.entries(exports).map(([entry, target]) => ({
  name: entry.replace('.', 'nudge-inbox').replace('locales/*', 'locales/de').replace('cdn/*', 'cdn/sri.json'),
  conditions: typeof target === 'string' ? ['default'] : Object.keys(target),
}));
const withCode = (condition: string): string[] =>
  entries
    .filter(({ name, conditions }) => conditions.includes(condition) && !name.endsWith('.json'))
    .map(({ name }) => name);
const anywhere = withCode('default');
const asJson = entries.map(({ name }) => name).filter((name) => name.endsWith('.json'));

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer('react', 'react-dom', 'vue', 'svelte', '@angular/core');
  return () => consumer.remove();
});

/** The output of a script in plain Node, its warnings included. */
function run(script: string, ...options: string[]): string {
  const parameters = [...options, '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: consumer.folder,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

describe('Node', () => {
  it('imports every entry without a page and without a warning', () => {
    const names = [...anywhere, ...withCode('node')];
    const script = `for (const name of ${JSON.stringify(names)}) { await import(name); console.log(name); }`;
    expect(run(script).split('\n')).toEqual(names);
  });

  it('imports every JSON file', () => {
    const script = `for (const name of ${JSON.stringify(asJson)}) {
      const { default: json } = await import(name, { with: { type: 'json' } });
      console.log(name, typeof json);
    }`;
    // To import JSON was still an experiment in Node 20.
    expect(run(script, '--no-warnings').split('\n')).toEqual(asJson.map((name) => `${name} object`));
  });

  it('registers nothing if it imports only the classes', () => {
    const script = `
      globalThis.customElements = { get: () => undefined, define: (tag) => console.log('defined', tag) };
      await import('nudge-inbox');
      console.log('imported');`;
    expect(run(script)).toBe('imported');
  });
});

interface Bundle {
  code: string;
  /** The bundled input files from which something remains. */
  modules: string[];
}

/** Bundles into one file: with code splitting, bundlers also write chunks that no remaining code loads. */
async function bundleWithVite(source: string): Promise<Bundle> {
  const { output } = (await buildWithVite({
    configFile: false,
    root: consumer.folder,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: consumer.write('entry.js', source), output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    // The list also has modules that were shaken out completely.
    modules: chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
    ),
  };
}

async function bundleWithEsbuild(source: string, options: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles = [], metafile } = await buildWithEsbuild({
    entryPoints: [consumer.write('entry.js', source)],
    outdir: join(consumer.folder, 'out'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  });
  return {
    code: outputFiles.map(({ text }) => text).join('\n'),
    modules: Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([id, { bytesInOutput }]) => (bytesInOutput > 0 ? [id] : [])),
    ),
  };
}

/** Bundles an app as Vite does by default, and returns the code that it loads at once. */
async function bundleMainChunks(source: string): Promise<string[]> {
  const { output } = (await buildWithVite({
    configFile: false,
    root: consumer.folder,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: consumer.write('app.js', source) } },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const names = new Set(
    [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  );
  // What is added while a set is iterated is iterated, too.
  for (const name of names) for (const imported of chunks.get(name)!.imports) names.add(imported);
  return [...names].map((name) => chunks.get(name)!.code);
}

/** A text of the trace for development. */
const traceText = 'trace() found no session';

const isLit = (file: string): boolean => /node_modules\/(?:lit|lit-html|lit-element|@lit)\//.test(file);
/** Imports all that these entries export. */
const importAll = (...names: string[]): string =>
  [
    ...names.map((name, index) => `import * as entry${index} from '${name}';`),
    `console.log(${names.map((_, index) => `entry${index}`).join()});`,
  ].join('\n');

describe.each([
  ['Vite', bundleWithVite, blockWith('server.md', 'error vite').trim()],
  ['esbuild', bundleWithEsbuild, blockWith('server.md', 'error esbuild').trim()],
])('A page bundled by %s', (_, bundle, complaint) => {
  it('takes every entry, in which nothing but the sandbox knows of client credentials', async () => {
    const names = [...anywhere, ...asJson].filter((name) => name !== 'nudge-inbox/sandbox');
    const { code } = await bundle(importAll(...names));
    expect(code.toLowerCase()).not.toMatch(/x-client-key|x-client-secret/);
    expect(code).toContain('Bearer');
  });

  it('includes no Lit with the client, a session, the hooks, a language or the sandbox', async () => {
    const { modules } = await bundle(`
      import { createSession } from 'nudge-inbox';
      ${importAll(
        'nudge-inbox/client',
        'nudge-inbox/client/react',
        'nudge-inbox/client/vue',
        'nudge-inbox/client/svelte',
        'nudge-inbox/client/angular',
        'nudge-inbox/locales/de',
        'nudge-inbox/sandbox',
      )}
      console.log(createSession);`);
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.filter(isLit)).toEqual([]);
  });

  it('has the trace for development only with an entry of its own', async () => {
    const others = anywhere.filter((name) => name !== 'nudge-inbox/trace');
    expect(others).toHaveLength(anywhere.length - 1);
    expect((await bundle(importAll(...others))).code).not.toContain(traceText);
    expect((await bundle(importAll('nudge-inbox/trace'))).code).toContain(traceText);
  });

  it('includes neither Lit nor zod with the badge', async () => {
    const { modules } = await bundle(`import 'nudge-inbox/badge';`);
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.filter((id) => isLit(id) || id.includes('zod'))).toEqual([]);
  });

  it('registers the tags only through nudge-inbox/define', async () => {
    expect((await bundle(`import 'nudge-inbox';`)).modules.filter(isLit)).toEqual([]);
    expect((await bundle(`import 'nudge-inbox/define';`)).modules.filter(isLit)).not.toEqual([]);
  });

  it('cannot include the server entry', async () => {
    await expect(bundle(importAll('nudge-inbox/server'))).rejects.toThrow(complaint);
    // Nor by a dynamic import.
    await expect(bundle(`void import('nudge-inbox/server').then(console.log)`)).rejects.toThrow(complaint);
  });
});

/** The tags that an entry registers, or the components of it whose use does. */
const registrations: Readonly<Record<string, { source?: string; tags: readonly string[] }>> = {
  'nudge-inbox/define': { tags: ['nudge-bell', 'nudge-inbox'] },
  'nudge-inbox/inbox': { tags: ['nudge-avatar', 'nudge-inbox', 'nudge-notification', 'nudge-preferences'] },
  'nudge-inbox/toasts': { tags: ['nudge-toasts'] },
  'nudge-inbox/badge': { tags: ['nudge-badge'] },
  'nudge-inbox/react': {
    source: `import { NudgeBell, NudgeInbox } from 'nudge-inbox/react'; console.log(NudgeBell, NudgeInbox);`,
    tags: ['nudge-bell', 'nudge-inbox'],
  },
  'nudge-inbox/toasts/react': {
    source: `import { NudgeToasts } from 'nudge-inbox/toasts/react'; console.log(NudgeToasts);`,
    tags: ['nudge-toasts'],
  },
};

// All bundlers in a browser: test/frameworks/more/bundlers.spec.ts
describe('A page bundled by esbuild with an entry that registers tags', () => {
  const sourceOf = (entry: string): string => registrations[entry]?.source ?? `import '${entry}';`;
  const all = Object.keys(registrations);

  it('tests each that package.json lists under sideEffects', () => {
    const files = all.map((entry) => {
      const target = exports[entry.replace('nudge-inbox', '.')];
      return typeof target === 'object' ? target.default : target;
    });
    expect(sideEffects.filter((file) => /^\.\/dist\/(?!cdn)/.test(file)).sort()).toEqual(files.sort());
  });

  it.each<[title: string, entries: readonly string[]]>([
    ...all.map((entry): [string, string[]] => [entry, [entry]]),
    ['all together', all],
  ])('contains the registrations: %s', async (_, entries) => {
    const { code } = await bundleWithEsbuild(entries.map(sourceOf).join('\n'));
    const tags = entries.flatMap((entry) => registrations[entry]?.tags ?? []);
    // The badge, which is counted in bytes, registers itself.
    const isRegistered = (tag: string): boolean =>
      ['register', 'define'].some((name) => code.includes(`${name}("${tag}", `));
    expect(tags.filter((tag) => !isRegistered(tag))).toEqual([]);
  });

  it('contains of zod what is used, and none of its languages', async () => {
    const { modules } = await bundleWithEsbuild(all.map(sourceOf).join('\n'));
    expect(modules.filter((id) => id.endsWith('/zod/v4/core/parse.js'))).not.toEqual([]);
    expect(modules.filter((id) => /\/zod\/.*(locales\/(?!index)|json-schema-processors)/.test(id))).toEqual(
      [],
    );
  });
});

describe('An app with nudge-inbox/define', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('loads no more than a bell at once, of at most 66 kB', async () => {
    // In a test, Vite takes the development build of Lit.
    vi.stubEnv('NODE_ENV', 'production');
    const codes = await bundleMainChunks(`import 'nudge-inbox/define';`);
    expect(codes.reduce((sum, code) => sum + brotliCompressSync(code).length, 0)).toBeLessThan(66_000);
    expect(codes.join()).toContain('nudge-bell');
    expect(codes.join()).not.toContain('"nudge-card"');
  });
});

describe('A server bundled by esbuild', () => {
  it.each<[string, BuildOptions]>([
    ['Node', { platform: 'node' }],
    ['a Cloudflare worker', { conditions: ['workerd', 'worker', 'browser'] }],
    ['Deno', { platform: 'neutral', conditions: ['deno', 'import'] }],
  ])('takes the server entry for %s', async (_, options) => {
    const { code, modules } = await bundleWithEsbuild(importAll('nudge-inbox/server'), options);
    expect(code).toContain('x-client-secret');
    expect(modules.filter(isLit)).toEqual([]);
  });
});

describe('The files for script tags', () => {
  const findFolder = (): string => join(consumer.folder, 'node_modules/nudge-inbox/dist/cdn');

  it('begin, in the module build, with the line that has Chromium compile them while they load', () => {
    const folder = findFolder();
    const files = readdirSync(folder).filter((file) => /-(bell|panel)\.js$/.test(file));
    expect(files).toHaveLength(2);
    for (const file of files)
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  it('have no trace for development', () => {
    const folder = findFolder();
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain(traceText);
  });

  it('are listed with their hashes, and no other file is', () => {
    const folder = findFolder();
    const hash = (file: string): string =>
      `sha384-${createHash('sha384')
        .update(readFileSync(join(folder, file)))
        .digest('base64')}`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    expect(JSON.parse(readFileSync(join(folder, 'sri.json'), 'utf8'))).toEqual(
      Object.fromEntries(files.map((file) => [file, hash(file)])),
    );
  });
});
