// Fails if a file for browsers contains the name of a header or table that only servers use, if the classic file contains
// anything but ASCII, or if the sizes in the README are outdated. With `--write` it updates the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { format } from 'prettier';
import {
  classicFile,
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

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const browserEntries = Object.values(exports)
  .map((target) => target.default?.replace('./', ''))
  .filter((file) => file && !file.includes('*') && !serverEntries.includes(file));
const browserFiles = new Set([...browserEntries, ...listScripts('dist/cdn')].flatMap(withAllImports));
for (const file of browserFiles) {
  const code = readFileSync(file, 'utf8').toLowerCase();
  for (const name of serverNames) if (code.includes(name)) failures.push(`${file} contains ${name}`);
}

// The page decides in which encoding a classic script is read.
if (/[^\0-\x7f]/.test(readFileSync(classicFile, 'utf8'))) failures.push(`${classicFile} is not ASCII`);

/** The total size of these files in bytes, each compressed by itself. */
function totalSize(files, compress) {
  return files.reduce((sum, file) => sum + compress(readFileSync(file)).length, 0);
}

const bell = withStaticImports(moduleFile);
const onDemand = withAllImports(moduleFile).filter((file) => !bell.includes(file));
const chunks = (...names) => onDemand.filter((file) => names.some((name) => file.endsWith(`-${name}.js`)));
const brotliSize = (file) => totalSize([file], brotliCompressSync);
const largestLanguage = languageFiles.toSorted((a, b) => brotliSize(b) - brotliSize(a))[0];
const rows = [
  ['the bell, from the module build', bell],
  [
    'what opening it adds',
    chunks('define-panel', 'preference-store', 'requests', 'request-queue', 'schemas'),
  ],
  ['what remembering on the device adds', chunks('device-code')],
  ['everything in one file', [classicFile]],
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
