// Prints what each file for a script tag weighs beside its budget, and fails where it weighs more, where the README says
// otherwise, or where a file for browsers holds the name of a header that only servers send. The budgets are changed
// here, and only on purpose. With `--write` the README's table is made anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { format } from 'prettier';

/** Brotli, in bytes: an entry counts with all that it imports before it runs. */
const budgets = {
  // 30,000 until the preferences came, which are 3,100 of it; 33,600 until properties of a wrong type were told of.
  'dist/cdn/nudge-inbox.iife.js': 33_750,
  'dist/cdn/nudge-inbox.js': 17_000,
  ...Object.fromEntries(
    readdirSync('dist/cdn/locales')
      .filter((name) => name.endsWith('.js'))
      .map((name) => [`dist/cdn/locales/${name}`, 1_500]),
  ),
};
const serverHeaders = ['x-client-key', 'x-client-secret'];
/** Entries that are not for a customer's browser: the server's, and the service itself for demos and tests. */
const serverEntries = ['dist/server.js', 'dist/sandbox.js'];
const staticImport = /(?:from|import)\s*["'`](\.[^"'`$]+)["'`]/g;
const anyImport = /(?:from|import)\s*\(?\s*["'`](\.[^"'`$]+)["'`]/g;

/** The file and those that it imports, however deep. */
function closure(file, pattern, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(pattern)) {
    closure(join(dirname(file), specifier).replaceAll('\\', '/'), pattern, found);
  }
  return found;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);
const failures = [];

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values(exports)
  .map((target) => target.default?.replace('./', ''))
  .filter((file) => file && !serverEntries.includes(file));
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
}

const isEntry = (file) => file.startsWith('dist/cdn/') || entries.includes(file);
const browserFiles = new Set(files.filter(isEntry).flatMap((file) => [...closure(file, anyImport)]));
for (const file of browserFiles) {
  const code = readFileSync(file, 'utf8').toLowerCase();
  for (const header of serverHeaders) if (code.includes(header)) failures.push(`${file} holds ${header}`);
}

/** What these files weigh together, each compressed by itself, as it is sent. */
function weigh(files) {
  const codes = [...files].map((file) => readFileSync(file));
  return [gzipSync, brotliCompressSync].map((compress) =>
    codes.reduce((sum, code) => sum + compress(code).length, 0),
  );
}

console.log('\nentries, with all that they import before they run');
for (const [entry, budget] of Object.entries(budgets)) {
  const [gzip, brotli] = weigh(closure(entry, staticImport));
  console.log(`${relative('.', entry).padEnd(44)}${kilobytes(gzip)}${kilobytes(brotli)}${kilobytes(budget)}`);
  if (brotli > budget) failures.push(`${entry} weighs ${brotli} bytes, ${brotli - budget} over its budget`);
}

const moduleEntry = 'dist/cdn/nudge-inbox.js';
const first = closure(moduleEntry, staticImport);
const later = [...closure(moduleEntry, anyImport)].filter((file) => !first.has(file));
const needed = (name) => later.filter((file) => file.includes(name));
const languages = Object.keys(budgets).filter((file) => file.includes('/locales/'));
const heaviest = languages.sort((one, other) => weigh([other])[1] - weigh([one])[1])[0];
const sizes = [
  ['the bell, from the module build', first],
  ['what opening it adds', [...needed('panel'), ...needed('schemas'), ...needed('customer-client')]],
  ['what a `customerKey` adds to that', needed('device')],
  ['everything in one file', closure('dist/cdn/nudge-inbox.iife.js', staticImport)],
  ['a language, at most', [heaviest]],
].map(([what, files]) => [what, ...weigh(files).map((bytes) => (bytes / 1000).toFixed(1))]);

const readme = readFileSync('README.md', 'utf8');
const table = /(?<=<!-- sizes -->\n\n)[^]*?(?=\n\n<!-- \/sizes -->)/;
const rows = sizes.map(([what, gzip, brotli]) => `| ${what} | ${brotli} kB | ${gzip} kB |`);
const fresh = await format(['| | brotli | gzip |', '|---|--:|--:|', ...rows].join('\n'), {
  parser: 'markdown',
});
if (process.argv.includes('--write')) writeFileSync('README.md', readme.replace(table, fresh.trim()));
else {
  const numbers = (text) => [...text.matchAll(/[\d.]+(?= kB)/g)].map(Number);
  const told = numbers(table.exec(readme)?.[0] ?? '');
  const real = numbers(fresh);
  // Compressors of different versions differ by a few bytes.
  if (told.length !== real.length || told.some((size, index) => Math.abs(size - real[index]) > 0.11)) {
    failures.push('the sizes in the README are not those of the build: npm run check:bundles -- --write');
  }
}

for (const failure of failures) console.error(`fails: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
