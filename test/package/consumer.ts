import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface PackageFile {
  path: string;
}

/** A project outside the repository that has the packed package installed, and nothing that it was not promised. */
export interface Consumer {
  folder: string;
  /** What the tarball holds. */
  files: string[];
  /** Writes a file of the project and gives its whole path. */
  write(name: string, content: string): string;
  remove(): void;
}

/** Packs the built package and unpacks it as an installation without a network would. */
export function createConsumer(): Consumer {
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
  if (!tarball) throw new Error('npm pack made no tarball');
  execFileSync('tar', ['-xzf', tarball.filename, '-C', installed, '--strip-components=1'], { cwd: folder });

  // What the published manifest asks for, and the types of Node, which are the consumer's own.
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync('test/package/consumer', folder, { recursive: true });

  return {
    folder,
    files: tarball.files.map(({ path }) => path),
    write(name, content) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
