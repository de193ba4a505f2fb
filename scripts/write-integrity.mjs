// Writes dist/cdn/sri.json: the hash of each file for script tags, in the form of the `integrity` attribute. And dist/cdn/preload.html: the
// lines for the head of a page that load what the module build imports at the same time as its script.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('dist', 'cdn');
const hashes = readdirSync(folder, { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.js'))
  .sort()
  .map((file) => [
    file,
    `sha384-${createHash('sha384')
      .update(readFileSync(join(folder, file)))
      .digest('base64')}`,
  ]);
writeFileSync(join(folder, 'sri.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);

const lines = hashes
  .filter(([file]) => /-(bell|panel)\.js$/.test(file))
  .map(([file, hash]) => `<link rel="modulepreload" href="/assets/${file}" integrity="${hash}" />\n`);
writeFileSync(join(folder, 'preload.html'), lines.join(''));
