import { once } from 'node:events';
import { createServer as createProbe } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openTestStore } from '../../demo/backend/open-store.js';
import { Shop } from '../../demo/backend/shop.js';
import type { InboxStore } from '../../src/backend.js';
import { demoConfig } from '../../demo/config.js';
import { CustomerClient } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { browserArguments, findBrowser } from '../../scripts/find-browser.mjs';

/** A customer's visit to a page of the shop. */
export interface Visit {
  page: Page;
  bell: Locator;
  /** The panel that the bell opens. */
  panel: Locator;
  cards: Locator;
  /** Uncaught errors and rejections. */
  errors: string[];
  /** Violations of the page's Content-Security-Policy. */
  violations: string[];
  warnings: string[];
}

const violation = 'Content Security Policy violation: ';

/** Vite writes its port into pages before it has been assigned one, so a free port is chosen first. */
async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free.');
  return address.port;
}

export class Site {
  #shop: Shop | undefined;
  #server: ViteDevServer | undefined;
  #browser: Browser | undefined;

  /**
   * @param args further arguments of the browser
   * @param store where the shop stores what its inbox holds
   */
  async start(args: readonly string[] = [], store: InboxStore = openTestStore()): Promise<void> {
    this.#shop = await Shop.open(store, { onError: () => undefined });
    const config = demoConfig(this.#shop);
    const server = { ...config.server, port: await freePort(), strictPort: true, open: false };
    this.#server = await createServer({ ...config, configFile: false, logLevel: 'error', server });
    await this.#server.listen();
    const executablePath = findBrowser();
    this.#browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...browserArguments, ...args],
    });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.close();
  }

  async leave(): Promise<void> {
    await Promise.all(this.#browser?.contexts().map((context) => context.close()) ?? []);
    // Requests that are still open belong to the shop before the reset.
    await expect.poll(() => this.#countConnections(), { timeout: 12_000 }).toBe(0);
    await this.shop.reset();
  }

  #countConnections(): Promise<number> {
    return new Promise((resolve, reject) => {
      if (!this.#server?.httpServer) resolve(0);
      else this.#server.httpServer.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  get shop(): Shop {
    if (!this.#shop) throw new Error('The shop is not open.');
    return this.#shop;
  }

  get address(): string {
    const port = this.#server?.config.server.port;
    if (port === undefined) throw new Error('The server is not running.');
    return `http://127.0.0.1:${port}`;
  }

  /** Opens a blank page in a new browser context. */
  async open(options: BrowserContextOptions = {}): Promise<Visit> {
    if (!this.#browser) throw new Error('The browser is not running.');
    const context = await this.#browser.newContext({
      baseURL: this.address,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const errors: string[] = [];
    const violations: string[] = [];
    const warnings: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.text().startsWith(violation)) violations.push(message.text());
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.addInitScript((prefix) => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, sourceFile, blockedURI }) => {
          console.info(`${prefix}${violatedDirective} ${blockedURI} ${sourceFile}`);
        },
      );
    }, violation);
    // These visits follow what is unread. By default the badge counts what is new, until the panel opens.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        for (const bell of document.querySelectorAll('nudge-bell:not([badge])'))
          bell.setAttribute('badge', 'unread');
      }).observe(document, { childList: true, subtree: true });
    });
    // A card of the list may have a dialog, too.
    const panel = page.locator('nudge-bell dialog').first();
    return {
      page,
      bell: page.getByRole('button', { name: /^Notifications/ }),
      panel,
      cards: panel.locator('nudge-card .card'),
      errors,
      violations,
      warnings,
    };
  }

  async visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = await this.open(options);
    await visit.page.goto(path);
    return visit;
  }

  /** Visits a minimal page with this body. */
  async visitBare(body: string, encoding = 'utf-8'): Promise<Visit> {
    const visit = await this.open();
    const html = `<!doctype html><html lang="en"><head><title>Bare</title></head><body>${body}</body></html>`;
    const contentType = `text/html; charset=${encoding}`;
    await visit.page.route('**/bare', (route) => route.fulfill({ contentType, body: html }));
    await visit.page.goto('/bare');
    return visit;
  }

  /** Counts the unread among these notifications in a sandbox of its own, which keeps the request log of the visit clean. */
  async countUnread(ids: readonly string[]): Promise<number> {
    const sandbox = createSandbox();
    const client = new CustomerClient({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    const records = await Promise.all(ids.map((id) => client.notifications.retrieve(id)));
    return records.filter(({ isRead }) => isRead === false).length;
  }

  /** The ids requested so far, in order. */
  get requestedIds(): string[] {
    return this.shop.sandbox.requests.map(({ path }) => path.split('/').at(-1) ?? path);
  }
}

/**
 * Starts a shop for the tests of one file and resets it after each.
 *
 * @param args further arguments of the browser
 */
export function useSite(...args: string[]): Site {
  return useSiteWith(() => Promise.resolve(openTestStore()), args);
}

/** Starts a shop with this store. */
export function useSiteWith(openStore: () => Promise<InboxStore>, args: readonly string[] = []): Site {
  const site = new Site();
  beforeAll(async () => site.start(args, await openStore()));
  afterEach(() => site.leave());
  afterAll(() => site.stop());
  return site;
}

/** Polls until the expectation holds. */
export function eventually<T>(read: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 12_000, interval: 50 });
}

/** Describes the focused element, through all shadow roots. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return `${element?.localName ?? ''}${element?.id ? `#${element.id}` : ''}${
      element?.classList.length ? `.${[...element.classList].join('.')}` : ''
    }`;
  });
}

/** The current announcements for screen readers. */
export async function announcements(page: Page): Promise<string[]> {
  const texts = await page.getByRole('status').allTextContents();
  return texts.map((text) => text.trim()).filter(Boolean);
}
