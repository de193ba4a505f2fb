// Makes the custom elements manifest anew; it must be what the repository holds.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const file = 'custom-elements.json';
const before = readFileSync(file, 'utf8');
const { status } = spawnSync('npm', ['run', '--silent', 'manifest'], { stdio: 'inherit', shell: true });
const isUnchanged = status === 0 && readFileSync(file, 'utf8') === before;
if (!isUnchanged) console.error(`${file} was out of date: it has been made anew and wants to be committed.`);
process.exitCode = isUnchanged ? 0 : 1;
