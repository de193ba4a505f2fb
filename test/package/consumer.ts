import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface PackageFile {
  path: string;
}

/** A project outside the repository with only the packed package and its dependencies installed. */
export interface Consumer {
  folder: string;
  /** The files in the tarball. */
  files: string[];
  /** Writes a file of the project and returns its absolute path. */
  write(name: string, content: string): string;
  /** Compiles these files by name, library types included, and returns the compiler's errors. */
  compile(sources: Readonly<Record<string, string>>, options: object): string;
  remove(): void;
}

interface Packed {
  /** The absolute path of the tarball. */
  path: string;
  files: string[];
}

/** Packs the build into this folder. */
function pack(folder: string): Packed {
  // Without its scripts, which would build the package again.
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [tarball] = JSON.parse(packed) as { filename: string; files: PackageFile[] }[];
  if (!tarball) throw new Error('npm pack created no tarball');
  return { path: join(folder, tarball.filename), files: tarball.files.map(({ path }) => path) };
}

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nudge-inbox-consumer-'));
}

/** Packs the built package and installs it offline, together with the named packages. */
export function createConsumer(...others: string[]): Consumer {
  const folder = createFolder();
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'nudge-inbox');
  mkdirSync(installed, { recursive: true });
  const { path, files } = pack(folder);
  execFileSync('tar', ['-xzf', path, '-C', installed, '--strip-components=1']);

  // The published dependencies, and the Node types, which consumers install themselves.
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), '@types/node', ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return useFolder(folder, files);
}

/** The versions that a project installs. Those of `overrides` are dependencies of dependencies. */
export interface Versions {
  dependencies: Readonly<Record<string, string>>;
  overrides?: Readonly<Record<string, string>>;
}

/** Packs the built package and installs it from the registry, with these versions of other packages. */
export function installConsumer({ dependencies, overrides = {} }: Versions): Consumer {
  const folder = createFolder();
  const { path, files } = pack(folder);
  const manifest = {
    type: 'module',
    dependencies: { 'nudge-inbox': `file:${path}`, ...dependencies },
    overrides,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return useFolder(folder, files);
}

function useFolder(folder: string, files: string[]): Consumer {
  cpSync('test/package/consumer', folder, { recursive: true });

  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  return {
    folder,
    files,
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
