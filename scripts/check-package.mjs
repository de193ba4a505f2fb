// Checks package.json and the tarball that would be published. Needs a build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { publishConfig, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (publishConfig?.provenance && !repository) {
  console.error('publishConfig.provenance needs a repository in package.json: npm publish would fail.');
  process.exit(1);
}

const options = { encoding: 'utf8', shell: process.platform === 'win32' };
const check = (...command) =>
  execFileSync('npx', ['--no-install', ...command], { ...options, stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-packed-'));
try {
  // Without its scripts, which would build the package again.
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    options,
  );
  const [{ filename }] = JSON.parse(packed);
  check('publint', '--strict');
  check('attw', join(folder, filename), '--profile', 'esm-only', '--no-emoji');
} catch {
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
