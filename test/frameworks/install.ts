// Each app is built in a folder outside the repository, where it finds only what it has installed.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { InstallTimeoutError, runInstall } from '../command.js';
import { packBuild } from '../pack.js';

/** For a test that installs: longer than the limits of its installations. */
export const installTimeoutMs = 600_000;

const source = resolve('test/frameworks/apps');
const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);
const workspace = join(tmpdir(), `nudge-inbox-frameworks-${hash(source)}`);
const packed = join(workspace, 'packed');
const isGenerated = (path: string) => /^(?:node_modules|dist.*|\.angular)$/.test(basename(path));

export const appFolder = (name: string) => join(workspace, name);

/** The scripts in the package.json of an app. */
export function appScripts(name: string): string[] {
  const file = readFileSync(join(source, name, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(file) as { scripts?: object }).scripts ?? {});
}

/** Packs the build as it would be published. */
export function pack(): void {
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const { path, shasum } = packBuild(packed);
  // npm does not install a tarball again if it has the same name.
  renameSync(path, join(packed, `nudge-inbox-${shasum}.tgz`));
}

/** The path of the packed package. */
export function findTarball(): string {
  const name = readdirSync(packed).find((file) => file.endsWith('.tgz')) ?? '';
  return join(packed, name);
}

/**
 * Runs a command of npm that installs packages. Once one of them has reached its limit, all others of the run fail at once,
 * rather than wait for the same registry.
 */
export async function installPackages(
  command: string,
  options: { owner: string; cwd: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const failure = join(packed, 'registry-failure');
  if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
  try {
    await runInstall(command, options);
  } catch (error) {
    if (error instanceof InstallTimeoutError) writeFileSync(failure, error.message);
    throw error;
  }
}

export interface AppSource {
  /** Another app, whose files this one shares. */
  basedOn?: string;
  /** Files of the other app, or of its page of the documentation, that do not work here. */
  omits?: string[];
}

/** Copies an app into its folder and installs its locked dependencies and the packed package. */
export async function install(name: string, { basedOn = name, omits = [] }: AppSource): Promise<void> {
  const folder = appFolder(name);
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!['node_modules', '.installed'].includes(entry)) rmSync(join(folder, entry), { recursive: true });
  const copy = (from: string, to = folder) =>
    cpSync(join(source, from), to, { recursive: true, filter: (path) => !isGenerated(path) });
  copy(basedOn);
  copy(name);
  for (const file of omits) rmSync(join(folder, file), { force: true });
  const sources = join(folder, 'src');
  copy('shared', existsSync(sources) ? sources : folder);

  const tarball = findTarball();
  const lock = hash(readFileSync(join(folder, 'package-lock.json')));
  const marker = join(folder, '.installed');
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (installed === `${lock} ${tarball}`) return;
  rmSync(marker, { force: true });
  const options = { owner: `the ${name} app`, cwd: folder };
  if (!installed.startsWith(lock)) await installPackages('npm ci --no-audit --no-fund', options);
  await installPackages(`npm install --no-save --no-package-lock --no-audit --no-fund "${tarball}"`, options);
  writeFileSync(marker, `${lock} ${tarball}`);
}
