// Fails if a file for browsers contains the name of a header or table that only servers use, if a classic file contains
// anything but ASCII, if the first one lacks the hash of a part, or if the sizes in the README are outdated. With `--write` it
// updates the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { format } from 'prettier';
import {
  classicFile,
  classicFiles,
  classicLanguageFiles,
  languageFiles,
  listScripts,
  moduleFile,
  withAllImports,
  withStaticImports,
} from './bundles.mjs';

const serverNames = ['x-client-key', 'x-client-secret', 'nudge_inbox_'];
/** Entries that are not for browsers: the server, the backend, and the sandbox, which imitates the service. */
const serverEntries = ['dist/server.js', 'dist/backend.js', 'dist/sandbox.js'];

const failures = [];

const { exports, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const browserEntries = Object.values(exports)
  .map((target) => target.default?.replace('./', ''))
  .filter((file) => file && !file.includes('*') && !serverEntries.includes(file));
const browserFiles = new Set([...browserEntries, ...listScripts('dist/cdn')].flatMap(withAllImports));
for (const file of browserFiles) {
  const code = readFileSync(file, 'utf8').toLowerCase();
  for (const name of serverNames) if (code.includes(name)) failures.push(`${file} contains ${name}`);
}

// The page decides in which encoding a classic script is read.
for (const file of classicFiles)
  if (/[^\0-\x7f]/.test(readFileSync(file, 'utf8'))) failures.push(`${file} is not ASCII`);

const hashes = Object.entries(JSON.parse(readFileSync('dist/cdn/sri.json', 'utf8')));
const first = readFileSync(classicFile, 'utf8');
for (const [file, hash] of hashes)
  if (
    file.startsWith(`nudge-inbox-${version}-`) &&
    file.endsWith('.iife.js') &&
    !first.includes(`"./${file}":["${hash}"`)
  )
    failures.push(`${classicFile} does not contain the hash of ${file}`);

/** The total size of these files in bytes, each compressed by itself. */
function totalSize(files, compress) {
  return files.reduce((sum, file) => sum + compress(readFileSync(file)).length, 0);
}

const bell = withStaticImports(moduleFile);
const everything = withAllImports(moduleFile).filter((file) => !languageFiles.includes(file));
const panel = everything.find((file) => file.endsWith(`${version}-panel.js`));
if (!panel) throw new Error('There is no chunk panel.');
const brotliSize = (file) => totalSize([file], brotliCompressSync);
const largestLanguage = [...languageFiles, ...classicLanguageFiles].toSorted(
  (a, b) => brotliSize(b) - brotliSize(a),
)[0];
const rows = [
  ['a bell with its badge, from the module build', bell],
  ['what opening it adds', [panel]],
  ['everything the module build loads, in English', everything],
  ['the first classic file', [classicFile]],
  ['what opening the panel adds to it', classicFiles.filter((file) => file.endsWith('-panel.iife.js'))],
  ['a language, at most', [largestLanguage]],
].map(([name, files]) => {
  const [brotli, gzip] = [brotliCompressSync, gzipSync].map((compress) =>
    (totalSize(files, compress) / 1000).toFixed(1),
  );
  return `| ${name} | ${brotli} kB | ${gzip} kB |`;
});
const table = await format(['| | brotli | gzip |', '|---|--:|--:|', ...rows].join('\n'), {
  parser: 'markdown',
});
console.log(table);

const readme = readFileSync('README.md', 'utf8');
const tablePattern = /(?<=<!-- sizes -->\n\n)[^]*?(?=\n\n<!-- \/sizes -->)/;
if (process.argv.includes('--write')) {
  writeFileSync('README.md', readme.replace(tablePattern, table.trim()));
} else {
  const sizes = (text) => [...text.matchAll(/[\d.]+(?= kB)/g)].map(Number);
  const written = sizes(tablePattern.exec(readme)?.[0] ?? '');
  const actual = sizes(table);
  // Compressors of different versions differ by a few bytes.
  if (
    written.length !== actual.length ||
    written.some((size, index) => Math.abs(size - actual[index]) > 0.11)
  ) {
    failures.push('the sizes in the README are outdated: npm run check:bundles -- --write');
  }
}

for (const failure of failures) console.error(`fails: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
