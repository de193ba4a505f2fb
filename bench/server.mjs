// Serves the pages of the bench from memory: the built one-file script as it is, the floor and the probe bundled.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { build } from 'esbuild';

const folder = new URL('page/', import.meta.url).pathname;
const script = new URL('../dist/cdn/nudge-inbox.iife.js', import.meta.url);
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path fill="#7a9" d="M0 0h8v5H0z"/></svg>';

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

async function readFloorStyles() {
  const code = await bundle('floor-styles', { format: 'esm', platform: 'node' });
  const { floorStyles } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return floorStyles.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
}

function page(side) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,">
<style>body { margin: 20px } #place { inline-size: 400px } nudge-inbox, .host { block-size: 680px }</style></head><body>
<div id="place"></div>
<script src="/probe.js"></script>
<script src="/${side}.js"></script>
<script>bench.start()</script>
</body></html>`;
}

/** @returns the server's address, and a function that ends it */
export async function serve() {
  const styles = await readFloorStyles();
  const answers = new Map([
    ['/probe.js', ['text/javascript', await bundle('probe')]],
    [
      '/floor.js',
      ['text/javascript', await bundle('floor', { define: { FLOOR_STYLES: JSON.stringify(styles) } })],
    ],
    ['/ours.js', ['text/javascript', await readFile(script)]],
    ['/picture.svg', ['image/svg+xml', picture]],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const [type, body] = answers.get(pathname) ?? ['text/html', page(searchParams.get('side'))];
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() };
}
