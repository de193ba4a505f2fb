import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { packagePage, shopPage } from './pages.js';
import { createRoutes } from './routes.js';
import type { Shop } from './shop.js';

const here = resolve(import.meta.dirname, '..');
const build = resolve(here, '../dist/cdn');

/** The server of the shop: its backend, the service, the built widget as a CDN would serve it, and the pages. */
export function shopServer(shop: Shop): Plugin {
  return {
    name: 'shop-server',
    configureServer(server) {
      const handle = getRequestListener(createRoutes(shop, here).fetch, { overrideGlobalObjects: false });
      server.middlewares.use((request, response, next) => {
        if (/^\/((shop|api)\/|staff(?![^/?]))/.test(request.url ?? '')) void handle(request, response);
        else next();
      });
      server.middlewares.use('/cdn', serveBuild);
      server.middlewares.use(servePages(server, shop));
    },
  };
}

/** Bypasses Vite, which would transform the scripts: the page gets the same file as from a CDN. */
const serveBuild: Connect.NextHandleFunction = (request, response, next) => {
  const [name = ''] = (request.url ?? '').slice(1).split('?');
  if (!/^(locales\/)?[\w.-]+\.js(\.map)?$/.test(name)) {
    next();
    return;
  }
  readFile(join(build, name)).then(
    (file) => {
      response.setHeader('Content-Type', name.endsWith('.map') ? 'application/json' : 'text/javascript');
      response.setHeader('Cache-Control', 'no-cache');
      response.end(file);
    },
    () => {
      response.statusCode = 404;
      response.end('Run `npm run build` first.');
    },
  );
};

/** The files of the pages that import the package. */
const packageFiles = new Map([
  ['/account', 'npm.html'],
  ['/npm.html', 'npm.html'],
  ['/notifications', 'page.html'],
  ['/send', 'send.html'],
]);

function servePages(server: ViteDevServer, shop: Shop): Connect.NextHandleFunction {
  return (request, response, next) => {
    const address = new URL(request.url ?? '/', 'http://shop.example');
    const isPage = request.method === 'GET' && /(^\/index|^\/npm|\/[^/.]*)(\.html)?$/.test(address.pathname);
    if (!isPage || address.pathname.startsWith('/@')) {
      next();
      return;
    }
    const file = packageFiles.get(address.pathname);
    const page = file ? packagePage(server, here, file) : shopPage(here, address.pathname);
    Promise.all([page, shop.customerKey()]).then(
      ([{ html, policy, status }, customerKey]) => {
        response.statusCode = status;
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.setHeader('Content-Security-Policy', policy);
        response.setHeader('Cache-Control', 'no-store');
        response.end(html.replace('{{customerKey}}', customerKey));
      },
      (error: unknown) => next(error),
    );
  };
}
