// Prints what each file for a script tag weighs beside its budget, and fails where it weighs more, or where a file for
// browsers holds the name of a header that only servers send. The budgets are changed here, and only on purpose.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Brotli, in bytes: an entry counts with all that it imports before it runs. */
const budgets = {
  'dist/cdn/nudge-inbox.iife.js': 26_000,
  'dist/cdn/nudge-inbox.js': 17_000,
};
const serverHeaders = ['x-client-key', 'x-client-secret'];
const serverFiles = new Set(['dist/server.js', 'dist/sandbox.js']);

/** The file and those that it imports statically, however deep. */
function closure(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, specifier] of code.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    closure(join(dirname(file), specifier), found);
  }
  return found;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);
const failures = [];

const files = ['dist', 'dist/cdn'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);
console.log(`${'file'.padEnd(44)}      gzip    brotli    budget`);
for (const file of files) {
  const code = readFileSync(file);
  console.log(
    `${file.padEnd(44)}${kilobytes(gzipSync(code).length)}${kilobytes(brotliCompressSync(code).length)}`,
  );
  const header = serverHeaders.find((name) => code.toString().toLowerCase().includes(name));
  if (header && ![...serverFiles].some((entry) => existsSync(entry) && closure(entry).has(file))) {
    failures.push(`${file} holds the server's header ${header}`);
  }
}

console.log('\nentries, with all that they import before they run');
for (const [entry, budget] of Object.entries(budgets)) {
  const codes = [...closure(entry)].map((file) => readFileSync(file));
  const [gzip, brotli] = [gzipSync, brotliCompressSync].map((compress) =>
    codes.reduce((sum, code) => sum + compress(code).length, 0),
  );
  console.log(`${relative('.', entry).padEnd(44)}${kilobytes(gzip)}${kilobytes(brotli)}${kilobytes(budget)}`);
  if (brotli > budget) failures.push(`${entry} weighs ${brotli} bytes, ${brotli - budget} over its budget`);
}

for (const failure of failures) console.error(`over: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
