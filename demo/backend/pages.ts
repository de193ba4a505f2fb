import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { catalogue, findProduct, type Product } from './catalogue.js';

export interface Page {
  /** With `{{customerKey}}` in the place of the key of the customer. */
  html: string;
  /** The Content-Security-Policy: https://www.w3.org/TR/CSP3/ */
  policy: string;
  status: 200 | 404;
}

/** The pages that notifications and other pages link to, apart from those of products and orders. */
const linkedPages = new Set([
  '/account/addresses',
  '/account/invoices',
  '/account/security',
  '/collections/lake-house',
  '/custom-orders/77',
  '/custom-orders/77/changes',
  '/journal',
  '/journal/how-we-send',
  '/membership',
  '/messages/saturdays-walk',
  '/new',
  '/offers',
  '/orders',
  '/people',
  '/people/amelia',
  '/people/ann',
  '/people/jonas',
  '/people/lotte',
  '/people/mei',
  '/people/omar',
  '/people/ravi',
  '/pickup-points',
  '/walks',
  '/wish-list',
]);

/** A page whose script imports the package, so that Vite transforms it and reloads it on changes. */
export async function packagePage(server: ViteDevServer, folder: string, file: string): Promise<Page> {
  const html = await loadPage(folder, file);
  const transformed = await server.transformIndexHtml(`/${file}`, html);
  return { html: transformed, policy: policyFor(transformed), status: 200 };
}

/** Any other page of the shop, in the layout of `index.html`, which embeds the widget with a script tag. */
export async function shopPage(folder: string, path: string): Promise<Page> {
  const layout = await loadPage(folder, 'index.html');
  const isHome = path === '/' || path === '/index.html';
  if (isHome) {
    const html = layout.replace('<!-- products -->', renderProducts(catalogue));
    return { html, policy: policyFor(html), status: 200 };
  }
  const main = renderMain(path);
  const name = main ? nameOf(path) : 'Page not found';
  const html = layout
    .replace(/<main>.*<\/main>/s, () => `<main>${main ?? renderNotFound()}</main>`)
    .replace(/(<title>)[^<]*/, () => `<title>${escape(name)} · Harbour &amp; Pine`);
  return { html, policy: policyFor(html), status: main ? 200 : 404 };
}

/** A staff page. Its policy is computed from the layout alone, so no script in the content can run. */
export async function staffPage(folder: string, name: string, main: string): Promise<Omit<Page, 'status'>> {
  const layout = await loadPage(folder, 'staff.html');
  const html = layout
    .replace('<title>', () => `<title>${escape(name)} · `)
    .replace('<!-- main -->', () => main);
  // The staff search is a plain form.
  return { html, policy: policyFor(layout, "'self'") };
}

async function loadPage(folder: string, name: string): Promise<string> {
  const [page, controls] = await Promise.all([
    readFile(join(folder, name), 'utf8'),
    readFile(join(folder, 'try-it.html'), 'utf8'),
  ]);
  return page.replace('<!-- try it -->', () => controls);
}

/** Allows resources of the shop only, and of inline scripts only those of this page. */
function policyFor(html: string, formAction = "'none'"): string {
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Null for an unknown address. */
function renderMain(path: string): string | null {
  const [, section = '', name = '', detail = ''] = path.split('/').map(decode);
  const product = section === 'products' ? findProduct(name) : undefined;
  if (product) return renderProduct(product);
  if (section === 'orders' && /^\d+$/.test(name)) return renderOrder(name, detail);
  if (!linkedPages.has(path)) return null;
  return `<section class="plain">
    <p class="eyebrow">${escape(name ? title(section) : 'Harbour & Pine')}</p>
    <h1>${escape(nameOf(path))}</h1>
    <p>The demo ends here. A real shop would show what the notification is about.</p>
    <p><a class="button" href="/">Back to the shop</a></p>
  </section>`;
}

function renderNotFound(): string {
  return `<section class="plain">
    <p class="eyebrow">Harbour &amp; Pine</p>
    <h1>Page not found</h1>
    <p>The shop has no page with this address.</p>
    <p><a class="button" href="/">Back to the shop</a></p>
  </section>`;
}

function renderProduct(product: Product): string {
  const others = catalogue.filter(({ slug }) => slug !== product.slug).slice(0, 3);
  return `<section class="product">
    <img src="${product.picture}" alt="${escape(product.alt)}" width="600" height="400">
    <div>
      <p class="eyebrow">Made to last</p>
      <h1>${escape(product.name)}</h1>
      <p class="price">£${product.price}</p>
      <p>${escape(product.text)}</p>
      <button class="button primary" type="button" data-order="${product.slug}">Order</button>
    </div>
  </section>
  <section id="questions"><h2>You may also like</h2><ul class="products">${renderProducts(others)}</ul></section>`;
}

function renderOrder(order: string, detail: string): string {
  const steps = ['Ordered', 'Packed', 'On its way', 'Delivered'];
  const isOld = Number(order) < 1042;
  return `<section class="plain">
    <p class="eyebrow">${escape(detail ? title(detail) : 'Your orders')}</p>
    <h1>Order ${escape(order)}</h1>
    <ol class="steps">${steps
      .map((step, index) => `<li${isOld || index < 3 ? ' class="done"' : ''}>${step}</li>`)
      .join('')}</ol>
    <p>Sent to 4 Quay Lane, in the care of Swift Parcel.</p>
    <p><a class="button" href="/">Back to the shop</a></p>
  </section>`;
}

function renderProducts(products: readonly Product[]): string {
  return products
    .map(
      ({ slug, name, price, picture, alt }) => `
        <li>
          <a href="/products/${slug}">
            <img src="${picture}" alt="${escape(alt)}" width="600" height="400" loading="lazy">
            <h3>${escape(name)}</h3>
          </a>
          <p class="price">£${price}</p>
          <button class="button" type="button" data-order="${slug}">Order<span class="visually-hidden"> ${escape(name)}</span></button>
        </li>`,
    )
    .join('');
}

function nameOf(path: string): string {
  const [, section = '', name = section, detail] = path.split('/').map(decode);
  if (section === 'products') return findProduct(name)?.name ?? title(name);
  if (section === 'orders' && name !== section) return `Order ${name}`;
  return title(detail && /^\d+$/.test(name) ? detail : name);
}

function title(slug: string): string {
  const text = slug.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
