import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from './command.js';
import { parsePage } from './docs/markdown.js';

describe('The README', () => {
  it('begins with the two commands, before any other', () => {
    const { text, blocks } = parsePage('README.md');
    const [first] = blocks;
    expect(first?.language).toBe('sh');
    const commands = first?.code.trim().replaceAll(/ +#.*$/gm, '');
    expect(commands).toBe('npm ci && npm start\nnpm ci && npm test');
    expect(text.indexOf('npm ci && npm start')).toBeLessThan(text.indexOf('npm pack'));
  });
});

describe('A clone without installed packages', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-clone-'));
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'scripts'])
      cpSync(path, join(folder, path), { recursive: true });
    return () => rmSync(folder, { recursive: true });
  });

  it.each(['npm start', 'npm test', 'npm run test:all', 'npm run storybook', 'npm run build', 'npm pack'])(
    '%s says to run npm ci first, and nothing else of its own',
    async (command) => {
      const failure = await run(`${command} --silent`, { cwd: folder }).catch((error: unknown) =>
        String(error),
      );
      expect(failure).toBe(
        `Error: ${command} --silent exited with 1\nThe packages are not installed: run npm ci first.`,
      );
    },
  );
});
