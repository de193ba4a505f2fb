// Each app is built in a folder outside the repository, where it finds only what it has installed.
import { exec, type ExecException } from 'node:child_process';
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
import { promisify } from 'node:util';

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

/** Runs a command and resolves with its output. If it fails, the error ends with the last lines of the output. */
export async function run(command: string, cwd = '.', env = process.env): Promise<string> {
  try {
    return (await promisify(exec)(command, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecException;
    const output = `${stdout}${stderr}`.trim().split('\n').slice(-40);
    throw new Error([`${command} exited with ${code}`, ...output].join('\n'), { cause: error });
  }
}

/** Builds the package and packs it as it would be published. */
export async function pack(): Promise<void> {
  await run('npm run build');
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const [{ filename, shasum }] = JSON.parse(
    await run(`npm pack --json --ignore-scripts --pack-destination "${packed}"`),
  ) as [{ filename: string; shasum: string }];
  // npm does not install a tarball again if it has the same name.
  renameSync(join(packed, filename), join(packed, `nudge-inbox-${shasum}.tgz`));
}

/** The path of the packed package. */
export function findTarball(): string {
  const [name = ''] = readdirSync(packed);
  return join(packed, name);
}

export interface AppSource {
  /** Another app, whose files this one shares. */
  basedOn?: string;
  /** Files of the other app that do not work here. */
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
  for (const file of omits) rmSync(join(folder, file));
  const sources = join(folder, 'src');
  copy('shared', existsSync(sources) ? sources : folder);

  const tarball = findTarball();
  const lock = hash(readFileSync(join(folder, 'package-lock.json')));
  const marker = join(folder, '.installed');
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (installed === `${lock} ${tarball}`) return;
  rmSync(marker, { force: true });
  if (!installed.startsWith(lock)) await run('npm ci --no-audit --no-fund', folder);
  await run(`npm install --no-save --no-package-lock --no-audit --no-fund "${tarball}"`, folder);
  writeFileSync(marker, `${lock} ${tarball}`);
}
