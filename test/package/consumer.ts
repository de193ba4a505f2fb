import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { inject } from 'vitest';
import { runInstall } from '../command.js';

/** A project outside the repository with only the packed package and its dependencies installed. */
export interface Consumer {
  folder: string;
  /** Writes a file of the project and returns its absolute path. */
  write(name: string, content: string): string;
  /** Compiles these files by name, library types included, and returns the compiler's errors. */
  compile(sources: Readonly<Record<string, string>>, options: object): string;
  remove(): void;
}

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nudge-inbox-consumer-'));
}

/** Installs the packed package offline, together with the named packages. */
export function createConsumer(...others: string[]): Consumer {
  const folder = createFolder();
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'nudge-inbox');
  mkdirSync(installed, { recursive: true });
  const { path } = inject('packed');
  execFileSync('tar', ['-xzf', path, '-C', installed, '--strip-components=1']);

  // The published dependencies, and the Node types, which consumers install themselves.
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), '@types/node', ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return useFolder(folder);
}

/** The versions that a project installs. Those of `overrides` are dependencies of dependencies. */
export interface Versions {
  dependencies: Readonly<Record<string, string>>;
  overrides?: Readonly<Record<string, string>>;
}

/** Installs the packed package from the registry, with these versions of other packages. */
export async function installConsumer({ dependencies, overrides = {} }: Versions): Promise<Consumer> {
  const folder = createFolder();
  const manifest = {
    type: 'module',
    dependencies: { 'nudge-inbox': `file:${inject('packed').path}`, ...dependencies },
    overrides,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await runInstall('npm install --no-audit --no-fund --loglevel=error', {
    owner: 'a consumer of the package',
    cwd: folder,
  });
  return useFolder(folder);
}

function useFolder(folder: string): Consumer {
  cpSync('test/package/consumer', folder, { recursive: true });

  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  return {
    folder,
    write,
    compile(sources, options) {
      for (const [name, source] of Object.entries(sources)) write(name, source);
      const compilerOptions = {
        target: 'es2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        ...options,
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, files: Object.keys(sources) }));
      try {
        const compiler = resolve('node_modules/typescript/bin/tsc');
        return execFileSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
