import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { openTestStore } from '../../demo/backend/open-store.js';
import { Shop } from '../../demo/backend/shop.js';
import { demoConfig } from '../../demo/config.js';
import type { InboxStore } from '../../src/backend.js';
import { recordProblems } from './problems.js';

export { expect };

/** The demo's shop, served on a free port. */
export class Site {
  readonly shop: Shop;
  readonly #vite: ViteDevServer;
  readonly #server: Server;

  /** @param store where the shop stores what its inbox holds */
  static async open(store: InboxStore): Promise<Site> {
    const shop = await Shop.open(store, { onError: () => undefined });
    const server = createHttpServer();
    const vite = await createServer({
      ...demoConfig(shop),
      configFile: false,
      logLevel: 'error',
      server: { middlewareMode: true, ws: { server }, watch: null },
      // Two workers must not write the same cache.
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    server.on('request', vite.middlewares).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Site(shop, vite, server);
  }

  private constructor(shop: Shop, vite: ViteDevServer, server: Server) {
    this.shop = shop;
    this.#vite = vite;
    this.#server = server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The ids of the notifications that were requested from the service, in order. */
  get requestedIds(): string[] {
    return this.shop.sandbox.requests.map(({ path }) => path.split('/').at(-1) ?? path);
  }

  /** Starts over, once no request of an earlier visit is under way. */
  async reset(): Promise<void> {
    await expect.poll(() => this.#countConnections()).toBe(0);
    await this.shop.reset();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#vite.close();
  }

  /** How many connections are in use. */
  #countConnections(): Promise<number> {
    this.#server.closeIdleConnections();
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }
}

/** What differs from a plain page. */
interface PageOptions {
  lang?: string;
  encoding?: string;
  /** The Content-Security-Policy. */
  csp?: string;
  /** Scripts by their paths. */
  scripts?: Record<string, string>;
  /** The address at which it is opened, relative to the site. */
  address?: string;
}

/** The options that a script tag's bell needs to show the notifications of the shop. */
export const shopOptions = `baseUrl: '/api/v1/engagement', backendUrl: '/shop'`;

/** A customer's visit to a page with a bell. */
export class Visit {
  readonly page: Page;
  /** Uncaught errors, and violations of the page's Content-Security-Policy. A visit with any fails its test. */
  readonly problems: string[];
  /** What the package has told the developer in the console. */
  readonly warnings: string[] = [];
  /** The names of the requested files. */
  readonly files: string[] = [];

  constructor(page: Page, problems: string[]) {
    this.page = page;
    this.problems = problems;
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'warning' && text.startsWith('[nudge-inbox]')) this.warnings.push(text);
    });
    page.on('request', (request) => this.files.push(new URL(request.url()).pathname.replace(/.*\//, '')));
  }

  get bell(): Locator {
    return this.page.locator('nudge-bell').getByRole('button', { name: /^Notifications/ });
  }

  /** The panel that the bell opens. */
  get panel(): Locator {
    // A card of the list may have a dialog, too.
    return this.page.locator('nudge-bell dialog').first();
  }

  /** The cards of the panel. */
  get cards(): Locator {
    return this.panel.locator('nudge-card .card');
  }

  /** Opens a page of the shop. */
  async goto(path = '/'): Promise<void> {
    await this.page.goto(path);
  }

  /** Opens a page that has no more than this body. */
  async gotoPageWith(body: string, options: PageOptions = {}): Promise<void> {
    const { lang = 'en', encoding = 'utf-8', csp, scripts = {}, address = '/page' } = options;
    const html = `<!doctype html><html lang="${lang}"><head><title>Page</title></head><body>${body}</body></html>`;
    await this.page.route('**/page', (route) =>
      route.fulfill({
        contentType: `text/html; charset=${encoding}`,
        body: html,
        headers: csp === undefined ? {} : { 'Content-Security-Policy': csp },
      }),
    );
    for (const [path, script] of Object.entries(scripts))
      await this.page.route(path, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await this.goto(address);
  }

  /** Opens the panel and waits for its first card. */
  async openPanel(): Promise<void> {
    await this.bell.click();
    await expect(this.cards.first()).toBeVisible();
  }

  /** Presses a button of a card in the open panel. */
  async pressOnCard(name: string, index = 0): Promise<void> {
    const card = this.cards.nth(index);
    await card.hover();
    await card.getByRole('button', { name }).click();
  }

  async expectUnread(count: number): Promise<void> {
    await expect(this.bell).toHaveAccessibleName(
      count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
    );
  }

  /** Expects exactly these warnings. */
  async expectWarnings(...texts: string[]): Promise<void> {
    await expect.poll(() => this.warnings).toEqual(texts.map((text) => expect.stringContaining(text)));
  }
}

/** Has each badge count what is unread. By default it counts what is new, until the panel opens. */
function countUnread(): void {
  new MutationObserver(() => {
    for (const bell of document.querySelectorAll('nudge-bell:not([badge])'))
      bell.setAttribute('badge', 'unread');
  }).observe(document, { childList: true, subtree: true });
}

/** Runs a test with a visit, during which no error may go unseen. */
async function useVisit(page: Page, use: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = new Visit(page, await recordProblems(page));
  await page.addInitScript(countUnread);
  await use(visit);
  expect(visit.problems).toEqual([]);
}

interface TestFixtures {
  shop: Shop;
  visit: Visit;
  /** A visit of the same customer in another browser, with which it shares nothing. */
  otherVisit: Visit;
}

interface WorkerFixtures {
  store: InboxStore;
  site: Site;
}

/** A test of pages of the shop, which starts anew after each. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  store: [openTestStore(), { scope: 'worker', option: true }],
  site: [
    async ({ store }, use) => {
      const site = await Site.open(store);
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Automatic, so that all pages are closed before the shop is reset.
  shop: [
    async ({ site }, use) => {
      await use(site.shop);
      await site.reset();
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site.address),
  visit: ({ page }, use) => useVisit(page, use),
  otherVisit: async ({ browser }, use) => {
    const context = await browser.newContext();
    await useVisit(await context.newPage(), use);
    await context.close();
  },
});
