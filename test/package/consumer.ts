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

/** Packs the built package and installs it offline, together with the named packages. */
export function createConsumer(...others: string[]): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-consumer-'));
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'nudge-inbox');
  mkdirSync(installed, { recursive: true });

  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [tarball] = JSON.parse(packed) as { filename: string; files: PackageFile[] }[];
  if (!tarball) throw new Error('npm pack created no tarball');
  execFileSync('tar', ['-xzf', tarball.filename, '-C', installed, '--strip-components=1'], { cwd: folder });

  // The published dependencies, and the Node types, which consumers install themselves.
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), '@types/node', ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync('test/package/consumer', folder, { recursive: true });

  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  return {
    folder,
    files: tarball.files.map(({ path }) => path),
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
