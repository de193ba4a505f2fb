import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('npm publish', () => {
  let folder: string;
  const check = (manifest: object, environment = {}) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return spawnSync(process.execPath, [resolve('scripts/check-publish.mjs')], {
      cwd: folder,
      env: { ...process.env, npm_config_dry_run: undefined, ...environment },
      encoding: 'utf8',
    });
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-publish-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused without a repository', () => {
    expect(check({})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no repository') as string,
    });
  });

  it('says the same in a dry run, which goes on', () => {
    expect(check({}, { npm_config_dry_run: 'true' })).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('has no repository') as string,
    });
  });

  it('goes on with a repository', () => {
    expect(check({ repository: 'github:owner/nudge-inbox' })).toMatchObject({ status: 0, stderr: '' });
  });
});
