// What the journeys visit: pages with the built script, and the backend of the demo's shop with its service.
import { readFileSync } from 'node:fs';
import { createServer } from 'vite';
import { newerFeatures } from '../../scripts/newer-features.mjs';

const moduleBuild = '<script type="module" src="/cdn/nudge-inbox.js"></script>';
const classic = '<script async="" src="/cdn/nudge-inbox.iife.js"></script>';
const scripts = {
  module: moduleBuild,
  classic,
  badge: '<script type="module" src="/cdn/nudge-inbox-badge.js"></script>',
  'badge-classic': '<script async="" src="/cdn/nudge-inbox-badge.iife.js"></script>',
  // Chromium runs no modules there: https://crbug.com/717643
  xhtml: compatScript('xhtml') + classic,
  'xhtml-as-it-is': classic,
  older: `<script src="/newer-features.js"></script>${compatScript('older-browser')}${moduleBuild}`,
};

/** What a page has in the place of a bell. */
const linkWithBadge = `<a href="#list">Notifications
  <nudge-badge backend-url="/shop" badge="unread" label="{count} to read"></nudge-badge></a>`;

/** What a page of `test/compat/` has before the script of the inbox. */
function compatScript(name) {
  return `<script src="/test/compat/pages/${name}.js"></script>`;
}

/** The policy of the documentation, which also names the only Trusted Types policy that a page needs to allow. */
const documentation = readFileSync('docs/csp.md', 'utf8');
const [, documented] = /<!-- check: csp policy -->\s+```text\n(.*?)```/s.exec(documentation);
const policy = `${documented.replaceAll('\n', ' ').trim()}; trusted-types lit-html`;
/** An older browser ignores the directives on Trusted Types; one that has them must not enforce them without their API. */
const olderPolicy = documented.replaceAll('\n', ' ').replace("require-trusted-types-for 'script'", '');

/**
 * Serves `/page?build=module`, with the language and the direction of the query, and what the older browser's script takes away. A build of
 * the badge is a page without a bell, and any other one the name of a script in `test/compat/pages/`.
 */
export async function servePages(context, next) {
  if (context.path === '/newer-features.js') {
    context.type = 'js';
    const features = JSON.stringify({ ...newerFeatures, members: [...newerFeatures.members] });
    context.body = `window.newerFeatures = ${features};`;
    return;
  }
  if (context.path !== '/page') return next();
  const { firstPageScript } = await import('../../dist/backend.js');
  const { build, lang = 'en', dir = 'ltr', firstPage } = context.query;
  context.set('Content-Security-Policy', build === 'older' ? olderPolicy : policy);
  context.type = build.startsWith('xhtml') ? 'application/xhtml+xml' : 'html';
  context.body = `<!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A page of the shop</title>
        <link rel="stylesheet" href="/test/journeys/page.css" />
        <script src="/test/journeys/page.js"></script>
        ${scripts[build] ?? compatScript(build) + moduleBuild}
      </head>
      <body>
        <header>
          <button id="sign-out">Sign out</button>
          ${firstPage ? firstPageScript(JSON.parse(firstPage)) : ''}
          <span id="bell"></span>
          ${build.startsWith('badge') ? linkWithBadge : ''}
        </header>
        <main>
          <h1>Our shop</h1>
          <output></output>
        </main>
      </body>
    </html>`;
}

/**
 * Serves the backend of the shop, the service, the built files and the pictures, as the demo does. `/visit/end` responds once no
 * request of a visit is under way, and what its page sends later, as one that is left does, does not reach the shop.
 */
export async function serveShop() {
  const { middlewares } = await createServer({
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
  });
  const visits = new Map();

  /** A page names its visit in its address. */
  function visitOf(context) {
    const referrer = context.get('Referer');
    const id = context.query.visit ?? (referrer && new URL(referrer).searchParams.get('visit'));
    const visit = visits.get(id) ?? { hasEnded: false, requests: new Set() };
    if (id) visits.set(id, visit);
    return visit;
  }

  async function serve(context, { requests }) {
    const { req, res } = context;
    context.respond = false;
    res.statusCode = 200;
    const request = new Promise((resolve) => {
      res.once('close', resolve);
      middlewares(req, res, resolve);
    });
    requests.add(request);
    await request;
    requests.delete(request);
  }

  return async (context, next) => {
    const visit = visitOf(context);
    if (context.path === '/visit/end') {
      visit.hasEnded = true;
      await Promise.all(visit.requests);
      context.status = 204;
    } else if (!/^\/(shop|api|cdn|pictures|files)\//.test(context.path)) await next();
    else if (visit.hasEnded) context.status = 410;
    else await serve(context, visit);
  };
}
