// Each example is installed in a folder outside the repository, as if the packed package came from the registry.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { findTarball, installPackages } from '../frameworks/install.js';

const source = resolve('examples');
const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);
const workspace = join(tmpdir(), `nudge-inbox-examples-${hash(source)}`);
const generated = ['node_modules', 'dist', 'build', '.next', '.nuxt', '.output', '.svelte-kit', '.astro'];

export const exampleFolder = (name: string) => join(workspace, name);

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}

export function loadManifest(name: string): Manifest {
  return JSON.parse(readFileSync(join(source, name, 'package.json'), 'utf8')) as Manifest;
}

/** The environment of an example's commands. The test runner sets `NODE_ENV`, which changes what frameworks build. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: undefined,
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** Copies an example into its folder and installs its locked dependencies and the packed package. */
export async function install(name: string): Promise<void> {
  const folder = exampleFolder(name);
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!['node_modules', '.installed'].includes(entry)) rmSync(join(folder, entry), { recursive: true });
  const example = join(source, name);
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => path === example || !generated.includes(basename(path)),
  });

  const tarball = findTarball();
  const manifest = loadManifest(name);
  manifest.dependencies['nudge-inbox'] = `file:${tarball}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));

  const marker = join(folder, '.installed');
  const wanted = `${hash(readFileSync(join(folder, 'package-lock.json')))} ${tarball}`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  rmSync(marker, { force: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  await installPackages('npm install --no-audit --no-fund', {
    owner: `the ${name} example`,
    cwd: folder,
    env: environment,
  });
  writeFileSync(marker, wanted);
}
