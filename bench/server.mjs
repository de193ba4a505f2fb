// Serves the benchmark pages from memory: the builds as they are, the hand-written list and the probe bundled. For what is
// measured over the network, it is the host's backend and the service, too.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';

const folder = new URL('page/', import.meta.url).pathname;
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path fill="#7a9" d="M0 0h8v5H0z"/></svg>';

/** How long the host's backend and the service take to respond, in milliseconds. */
const responseDelayMs = 40;

async function bundle(name, options) {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${name}.ts`],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    logLevel: 'error',
    ...options,
  });
  return outputFiles[0].text;
}

async function importModule(name) {
  const code = await bundle(name, { format: 'esm', platform: 'node' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

async function loadFloorStyles() {
  const { floorStyles } = await importModule('floor-styles');
  return floorStyles.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
}

function renderPage(side) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,">
<style>body { margin: 20px } #container { inline-size: 400px } nudge-inbox, .host { block-size: 680px }</style></head><body>
<div id="container"></div>
<script src="/probe.js"></script>
<script src="/${side}/nudge-inbox.iife.js"></script>
<script>bench.start()</script>
</body></html>`;
}

/** @returns the classic files of a build, with their names */
async function loadScripts(path) {
  const names = (await readdir(path)).filter((name) => name.endsWith('.iife.js'));
  return Promise.all(names.map(async (name) => [name, await readFile(join(path, name))]));
}

/** @returns the address of the server, and a function that closes it */
export async function serve(sides) {
  const files = new Map([
    ['/probe.js', ['text/javascript', await bundle('probe')]],
    ['/picture.svg', ['image/svg+xml', picture]],
    // An inbox takes more memory than this.
    ['/empty', ['text/html', '<!doctype html><title>Empty</title>']],
  ]);
  for (const { name, script } of sides) {
    // A build loads its parts from beside its first file.
    const scripts = script
      ? await loadScripts(dirname(script))
      : [
          [
            'nudge-inbox.iife.js',
            await bundle('floor', { define: { FLOOR_STYLES: JSON.stringify(await loadFloorStyles()) } }),
          ],
        ];
    for (const [file, code] of scripts) files.set(`/${name}/${file}`, ['text/javascript', code]);
  }
  const { baseUrl, respondWithList, respondWithRecord } = await importModule('records');
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/list' || pathname.startsWith(baseUrl)) {
      await delay(responseDelayMs);
      const body =
        pathname === '/list'
          ? respondWithList(searchParams.get('hints'), Number(searchParams.get('count')))
          : respondWithRecord(pathname);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
      return;
    }
    const [type, body] = files.get(pathname) ?? ['text/html', renderPage(searchParams.get('side'))];
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
