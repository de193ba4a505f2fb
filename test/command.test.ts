import { describe, expect, it } from 'vitest';
import { run, runInstall } from './command.js';

describe('run()', () => {
  it('resolves with the output of the command', async () => {
    expect(await run('echo out && echo err >&2')).toBe('out\n');
  });

  it('rejects with the last lines of a command that fails', async () => {
    await expect(run('echo out && echo err >&2 && exit 3')).rejects.toThrow(
      'echo out && echo err >&2 && exit 3 exited with 3\nout\nerr',
    );
  });
});

describe('runInstall()', () => {
  it('ends an installation that never ends, with all that it has started, and says why', async () => {
    // Each of the two processes keeps the output open.
    const installing = runInstall('sleep 3600 & sleep 3600', { owner: 'the react app', limitMinutes: 0.001 });
    await expect(installing).rejects.toThrow(
      /^sleep 3600 of the react app did not finish within 0\.001 minutes: is the package registry reachable\?$/,
    );
  });

  it('rejects with the output of an installation that fails', async () => {
    await expect(runInstall('echo E404 && exit 1', { owner: 'the react app' })).rejects.toThrow('E404');
  });
});
