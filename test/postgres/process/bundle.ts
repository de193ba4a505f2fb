import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A script of this folder that Node runs as a process. */
interface BundledProcess {
  file: string;
  remove: () => void;
}

/** Bundles a script of this folder, with the packages that it imports as they are installed. */
export async function bundleProcess(name: string): Promise<BundledProcess> {
  const cache = join('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, `${name}-`));
  const file = join(folder, 'process.mjs');
  await build({
    entryPoints: [`test/postgres/process/${name}.ts`],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
