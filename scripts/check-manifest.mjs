// Makes the custom elements manifest anew, and all that follows from it; they must be what the repository holds.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { generators } from './manifest/generators.mjs';

const files = ['custom-elements.json', ...Object.keys(generators)];
const contents = () => files.map((file) => existsSync(file) && readFileSync(file, 'utf8'));

const before = contents();
const { status } = spawnSync('npm', ['run', '--silent', 'manifest'], { stdio: 'inherit', shell: true });
const after = contents();
const outdated = files.filter((_, index) => before[index] !== after[index]);
for (const file of outdated)
  console.error(`${file} was out of date: it has been made anew and wants to be committed.`);
process.exitCode = status === 0 && outdated.length === 0 ? 0 : 1;
