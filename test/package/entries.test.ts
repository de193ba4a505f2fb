import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildWithEsbuild } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build as buildWithVite, type Rolldown } from 'vite';
import { type Consumer, createConsumer } from './consumer.js';

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entries = Object.entries(exports).map(([entry, target]) => ({
  name: entry.replace('.', 'nudge-inbox').replace('locales/*', 'locales/de').replace('cdn/*', 'cdn/sri.json'),
  conditions: typeof target === 'string' ? ['default'] : Object.keys(target),
}));
const withCode = (condition: string): string[] =>
  entries
    .filter(({ name, conditions }) => conditions.includes(condition) && !name.endsWith('.json'))
    .map(({ name }) => name);
const anywhere = withCode('default');
const inNode = [...anywhere, ...withCode('node')];
const asJson = entries.map(({ name }) => name).filter((name) => name.endsWith('.json'));

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer('react', 'react-dom', 'vue', 'svelte', '@angular/core');
});
afterAll(() => consumer.remove());

const run = (script: string): string =>
  execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    cwd: consumer.folder,
    encoding: 'utf8',
  }).trim();

/** Bundles into one file: with code splitting, bundlers also write chunks that no remaining code loads. */
async function withVite(source: string): Promise<string[]> {
  const { output } = (await buildWithVite({
    configFile: false,
    root: consumer.folder,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        input: consumer.write('entry.js', source),
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  // The list also has modules that were shaken out completely.
  return output.flatMap((file) =>
    file.type === 'chunk'
      ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
      : [],
  );
}

async function withEsbuild(source: string): Promise<string[]> {
  const { metafile } = await buildWithEsbuild({
    entryPoints: [consumer.write('entry.js', source)],
    outdir: join(consumer.folder, 'out'),
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([id, { bytesInOutput }]) => (bytesInOutput > 0 ? [id] : [])),
  );
}

const bundlers = [
  ['Vite', withVite],
  ['esbuild', withEsbuild],
] as const;
const lit = /node_modules\/(?:lit|lit-html|lit-element|@lit)\//;

describe('The packed package', () => {
  it.each(inNode)('exports %s to Node', (name) => {
    expect(run(`console.log(Object.keys(await import('${name}')).length >= 0)`)).toBe('true');
  });

  it.each(asJson)('exports %s to Node', (name) => {
    const script = `const { default: json } = await import('${name}', { with: { type: 'json' } }); console.log(typeof json)`;
    expect(run(script)).toBe('object');
  });

  describe.each(bundlers)('bundled by %s', (_, bundle) => {
    it.each([...anywhere, ...asJson])('exports %s', async (name) => {
      const modules = await bundle(`import * as all from '${name}'; console.log(all);`);
      expect(modules.filter((module) => module.includes('nudge-inbox')).length).toBeGreaterThan(0);
    });

    it.each([
      ['the client alone', `import * as client from 'nudge-inbox/client'; console.log(client);`],
      ['a session alone', `import { createSession } from 'nudge-inbox'; console.log(createSession);`],
      ['the React hooks', `import * as hooks from 'nudge-inbox/client/react'; console.log(hooks);`],
      ['the Vue composables', `import * as hooks from 'nudge-inbox/client/vue'; console.log(hooks);`],
      ['the Svelte stores', `import * as hooks from 'nudge-inbox/client/svelte'; console.log(hooks);`],
      ['the Angular signals', `import * as hooks from 'nudge-inbox/client/angular'; console.log(hooks);`],
      ['a language', `import { de } from 'nudge-inbox/locales/de'; console.log(de);`],
    ])('includes no Lit in %s', async (_name, source) => {
      const modules = await bundle(source);
      expect(modules.length).toBeGreaterThan(0);
      expect(modules.filter((module) => lit.test(module))).toEqual([]);
    });

    it('registers the tags only through nudge-inbox/define', async () => {
      const litOf = async (name: string): Promise<string[]> =>
        (await bundle(`import '${name}';`)).filter((module) => lit.test(module));
      expect(await litOf('nudge-inbox')).toEqual([]);
      expect((await litOf('nudge-inbox/define')).length).toBeGreaterThan(0);
    });
  });

  it('lists the hash of every file for script tags and no other', () => {
    const folder = join(consumer.folder, 'node_modules/nudge-inbox/dist/cdn');
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
