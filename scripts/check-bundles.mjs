// Fails if a file for browsers contains the name of a header or table that only servers use, if a classic file contains
// anything but ASCII, if the npm package adds too much to an app, or if the sizes in the README are outdated. With `--write`
// it updates the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { format } from 'prettier';
import {
  badgeFiles,
  bundleApp,
  classicFile,
  classicFiles,
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

/** The total size of these codes in bytes, each compressed by itself. */
function totalSize(codes, compress) {
  return codes.reduce((sum, code) => sum + compress(code).length, 0);
}

const read = (files) => files.map((file) => readFileSync(file));

const bell = withStaticImports(moduleFile);
const everything = withAllImports(moduleFile).filter((file) => !languageFiles.includes(file));
const panel = everything.find((file) => file.endsWith(`${version}-panel.js`));
if (!panel) throw new Error('There is no chunk panel.');
const brotliSize = (file) => totalSize(read([file]), brotliCompressSync);
const largestLanguage = languageFiles.toSorted((a, b) => brotliSize(b) - brotliSize(a))[0];
const app = await bundleApp("import 'dist/define.js'");
const reactApp = await bundleApp("import { NudgeBell } from 'dist/react.js'; console.log(NudgeBell)");
const appLimit = 67_000;
for (const code of [app, reactApp])
  if (totalSize(code, brotliCompressSync) > appLimit)
    failures.push(`the npm package adds more than ${appLimit / 1000} kB to an app with a bell`);
const rows = [
  ['module build: a bell with its badge', read(bell)],
  ['module build: what opening it adds', read([panel])],
  ['module build: everything in English', read(everything)],
  ['classic build: everything in English, with toasts', read([classicFile])],
  ['npm: what `nudge-inbox/define` adds to the main chunk of a Vite app', app],
  ['npm: what `NudgeBell` of `nudge-inbox/react` adds to it, without React', reactApp],
  ['the badge alone, as a module', read([badgeFiles[0]])],
  ['a language, at most', read([largestLanguage])],
].map(([name, codes]) => {
  const [brotli, gzip] = [brotliCompressSync, gzipSync].map((compress) =>
    (totalSize(codes, compress) / 1000).toFixed(1),
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
