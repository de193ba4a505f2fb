// Each app is built in a folder outside the repository, so that it finds nothing but what it has installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { differences } from './differences.mjs';

const source = resolve('demo/frameworks');
const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 12);
const workshop = join(tmpdir(), `nudge-inbox-frameworks-${hashOf(source)}`);
/** Made by tools; beside these, a folder is as the repository has it. */
const made = /^(?:node_modules|dist.*|\.angular)$/;

export const names = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => name);

/** Runs a command to its end; the end of its output is told where it fails. */
export function run(command, folder, environment = {}) {
  const [program, ...parameters] = command;
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    const told = `${stdout}${stderr}`.trim().split('\n').slice(-40);
    throw new Error([`${command.join(' ')} ended with ${error?.message ?? status}`, ...told].join('\n'));
  }
  return stdout;
}

/** Builds the package and packs it as it would be published. Returns the tarball, named by what is in it. */
export function pack() {
  run(['npm', 'run', 'build']);
  const folder = join(workshop, 'packed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [{ filename, shasum }] = JSON.parse(run(['npm', 'pack', '--json', '--pack-destination', folder]));
  // By the same name npm would take what it has installed before.
  const tarball = join(folder, `nudge-inbox-${shasum}.tgz`);
  cpSync(join(folder, filename), tarball);
  return tarball;
}

/** Puts the app into its folder, with what its lock names and the tarball. Returns the folder. */
export function install(name, tarball) {
  const folder = join(workshop, name);
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!['node_modules', '.installed'].includes(entry)) rmSync(join(folder, entry), { recursive: true });
  const { basedOn = name, leavesOut = [] } = differences[name] ?? {};
  const copy = (from, to = folder) =>
    cpSync(join(source, from), to, { recursive: true, filter: (path) => !made.test(basename(path)) });
  copy(basedOn);
  copy(name);
  for (const file of leavesOut) rmSync(join(folder, file));
  const sources = join(folder, 'src');
  copy('shared', existsSync(sources) ? sources : folder);

  const lock = join(folder, 'package-lock.json');
  const marker = join(folder, '.installed');
  const wanted = `${hashOf(readFileSync(lock))} ${basename(tarball)}`;
  const found = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (found === wanted) return folder;
  rmSync(marker, { force: true });
  if (found.split(' ')[0] !== wanted.split(' ')[0]) run(['npm', 'ci', '--no-audit', '--no-fund'], folder);
  run(['npm', 'install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', tarball], folder);
  writeFileSync(marker, wanted);
  return folder;
}
