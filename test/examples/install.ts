// Each example is installed in a folder outside the repository, as if the packed package came from the registry.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { generatorFiles, printedFiles } from '../docs/markdown.js';
import { findTarball, installPackages } from '../frameworks/install.js';

const source = resolve('examples');
const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);
const workspace = join(tmpdir(), `nudge-inbox-examples-${hash(source)}`);

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

/**
 * Writes an example into its folder, its own files from the documentation that prints them, and installs its locked dependencies
 * and the packed package.
 */
export async function install(name: string): Promise<void> {
  const folder = exampleFolder(name);
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!['node_modules', '.installed'].includes(entry)) rmSync(join(folder, entry), { recursive: true });
  for (const file of generatorFiles)
    if (existsSync(join(source, name, file))) cpSync(join(source, name, file), join(folder, file));
  for (const [file, code] of printedFiles(name)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }

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
