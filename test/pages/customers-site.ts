import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import {
  createInboxBackend,
  firstPageScript,
  memoryStore,
  nodeHandler,
  type FirstPage,
  type InboxBackend,
} from '../../src/backend.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { blockWith } from '../docs/markdown.js';
import { recordProblems } from './problems.js';

export { expect };

/** Who can sign in to the site. */
export type Customer = 'ann' | 'ben';

/** What the site has received, and whose credentials came with it. */
export interface SiteRequest {
  method: string;
  path: string;
  /** Who is signed in at the site: whose cookie it carries, if it is one to the site's own backend. */
  signedIn: string | null;
  /** Whose token it has carried, if any. */
  token: string | null;
}

/** How a page of the site shows the notifications. */
export interface PageOptions {
  /** Default: `nudge-inbox`. */
  tag?: 'nudge-inbox' | 'nudge-bell';
  /** Whose key the page has. Default: that of whoever is signed in when it is loaded, as in a page that no cache stores. */
  keyOf?: Customer;
  attributes?: string;
  /** Whether the page itself lists the ids of whoever is signed in when it is loaded, in the place of the backend. */
  hasIds?: boolean;
  /** The first page of the list in the HTML: that of whoever is signed in, or that which was printed last, as from a cache. */
  firstPage?: 'own' | 'last';
}

const unreadOf: Record<Customer, string[]> = {
  ann: ['Ann: your invoice', 'Ann: your parcel'],
  ben: ['Ben: your ticket', 'Ben: your refund'],
};

/**
 * A site with a sign-in by cookie, for two customers, and with the drop-in backend. It records each request with the cookie and the
 * token that it has carried, so that a test can say which act has reached whom.
 */
export class CustomersSite {
  readonly sandbox: Sandbox = createSandbox({ seed: 'empty', baseUrl: '/api/v1/engagement' });
  readonly requests: SiteRequest[] = [];
  readonly #backend: InboxBackend;
  readonly #ids: Record<Customer, string[]>;
  readonly #tokens = new Map<string, string>();
  readonly #server: Server;
  /** No script is sent before it resolves. */
  scriptDelay: Promise<unknown> = Promise.resolve();
  #lastFirstPage: FirstPage | null = null;
  #signedIn: Customer | null = null;

  static async open(): Promise<CustomersSite> {
    const site = new CustomersSite();
    await site.#deliver();
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  private constructor() {
    const add = (customer: Customer): string[] =>
      unreadOf[customer].map((title) => this.sandbox.addNotification({ payload: { title } }, customer).id);
    this.#ids = { ann: add('ann'), ben: add('ben') };
    this.#backend = createInboxBackend({
      store: memoryStore(),
      basePath: '/inbox',
      authenticate: (request) => customerOf(request.headers.get('Cookie')),
      serviceToken: ({ customerId }) => this.#issueToken(customerId),
    });
    const handleInbox = nodeHandler(this.#backend);
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://site');
      if (url.pathname.startsWith('/inbox/') || url.pathname.startsWith('/api/')) this.#record(request, url);
      if (url.pathname.startsWith('/inbox/')) void handleInbox(request, response);
      else void this.#handle(request, response, url);
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends a customer another notification, which the backend has as a whole. */
  async deliver(customer: Customer, title: string): Promise<void> {
    const record = this.sandbox.addNotification({ payload: { title } }, customer);
    await this.#backend.deliver(customer, { id: record.id, record });
  }

  /** Signs a customer in at the site, or with null out, in all tabs of a browser; no tab is told. */
  async signIn(context: BrowserContext, customer: Customer | null): Promise<void> {
    this.#signedIn = customer;
    await context.addCookies([
      { name: 'customer', value: customer ?? '', url: this.address, expires: customer ? -1 : 1 },
    ]);
  }

  /** How many notifications a customer has not read, as far as the site knows. */
  async countUnread(customer: Customer): Promise<number | undefined> {
    const response = await this.#backend.fetch(
      new Request('http://site/inbox/notifications?limit=25', {
        headers: { Cookie: `customer=${customer}` },
      }),
    );
    const body = (await response.json()) as { unreadCount?: number };
    return body.unreadCount;
  }

  /** The requests whose credentials are of two customers. */
  get mixedRequests(): SiteRequest[] {
    return this.requests.filter(({ signedIn, token }) => token !== null && token !== signedIn);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #deliver(): Promise<void> {
    await this.#backend.deliver(
      (['ann', 'ben'] as const).map((customerId) => ({
        customerId,
        references: this.#ids[customerId].map((id) => ({ id, isRead: false })),
      })),
    );
  }

  #issueToken(customer: string): string {
    const token = this.sandbox.issueToken(customer);
    this.#tokens.set(token, customer);
    return token;
  }

  #record({ method = 'GET', headers }: IncomingMessage, { pathname }: URL): void {
    const token = headers.authorization?.replace('Bearer ', '');
    this.requests.push({
      method,
      path: pathname,
      // The service gets no cookie.
      signedIn: customerOf(headers.cookie ?? null) ?? this.#signedIn,
      token: token === undefined ? null : (this.#tokens.get(token) ?? 'unknown'),
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname.startsWith('/cdn/')) {
      await this.scriptDelay;
      const script = await readFile(`dist${url.pathname}`);
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    } else if (url.pathname === '/token') {
      const signedIn = customerOf(request.headers.cookie ?? null);
      response
        .writeHead(signedIn === null ? 401 : 200)
        .end(signedIn === null ? '' : this.#issueToken(signedIn));
    } else if (url.pathname.startsWith('/api/')) {
      const headers = new Headers({ Authorization: request.headers.authorization ?? '' });
      const record = await this.sandbox.fetch(new Request(url, { method: request.method ?? 'GET', headers }));
      response
        .writeHead(record.status, { 'Content-Type': 'application/json' })
        .end(Buffer.from(await record.arrayBuffer()));
    } else {
      const html = await this.#renderPage(url.searchParams, customerOf(request.headers.cookie ?? null));
      const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': policy };
      response.writeHead(200, headers).end(html);
    }
  }

  async #renderPage(query: URLSearchParams, signedIn: string | null): Promise<string> {
    if (query.has('other')) return '<!doctype html><title>Another page</title><p>Another page</p>';
    const keyOf = query.get('keyOf') ?? signedIn;
    const key = keyOf === null ? '' : await this.#backend.customerKey(keyOf);
    const ids = signedIn === 'ann' || signedIn === 'ben' ? this.#ids[signedIn] : [];
    const list = query.has('hasIds')
      ? `ids='${JSON.stringify(ids.toReversed())}' token-url="/token"`
      : 'backend-url="/inbox"';
    if (query.get('firstPage') === 'own' && signedIn !== null)
      this.#lastFirstPage = await this.#backend.firstPage(signedIn);
    const tag = query.get('tag') ?? 'nudge-inbox';
    const firstPage = query.has('firstPage') ? firstPageScript(this.#lastFirstPage) : '';
    return `<!doctype html><html lang="en"><head><title>Page</title>
      <script type="module" src="/cdn/nudge-inbox.js"></script></head>
      <body>${firstPage}<${tag} base-url="/api/v1/engagement" ${list} customer-key="${key}"
        ${firstPage && 'first-page="nudge-first-page"'}
        ${query.get('attributes') ?? ''}></${tag}></body></html>`;
  }
}

/** That of the documentation, which allows no inline script. */
const policy = blockWith('csp.md', 'csp policy').replaceAll('\n', ' ').trim();

const customerOf = (cookies: string | null): string | null =>
  /(?:^|; )customer=(\w+)/.exec(cookies ?? '')?.[1] ?? null;

/** A tab with a page of the site. */
export class CustomerTab {
  readonly page: Page;
  readonly #site: CustomersSite;

  constructor(page: Page, site: CustomersSite) {
    this.page = page;
    this.#site = site;
  }

  async open({ tag, keyOf, attributes = '', hasIds = false, firstPage }: PageOptions = {}): Promise<void> {
    const query = new URLSearchParams({
      attributes,
      ...(tag && { tag }),
      ...(keyOf && { keyOf }),
      ...(hasIds && { hasIds: '' }),
      ...(firstPage && { firstPage }),
    });
    // The script may be late.
    await this.page.goto(`${this.#site.address}/page?${query.toString()}`, { waitUntil: 'commit' });
    if (!firstPage) await this.page.waitForLoadState();
  }

  /** Waits until these notifications are listed, and no others. */
  async expectTitles(customer: Customer): Promise<void> {
    const titles = this.page.locator('nudge-inbox nudge-card .title');
    await expect(titles).toHaveText([...unreadOf[customer]].reverse().map((title) => new RegExp(title)));
  }

  /** The customer returns to the tab from another one. */
  async show(): Promise<void> {
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  }

  /** The texts that the browser stores for this site. */
  async loadStored(): Promise<string> {
    return this.page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('nudge-inbox');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The database cannot be opened.'));
      });
      const rows = await new Promise<unknown>((resolve) => {
        const request = database.transaction('customers').objectStore('customers').getAll();
        request.onsuccess = () => resolve(request.result);
      });
      database.close();
      return JSON.stringify([rows, Object.entries(sessionStorage), Object.entries(localStorage)]);
    });
  }
}

interface Fixtures {
  site: CustomersSite;
  tab: CustomerTab;
  /** Another tab of the same browser. */
  otherTab: CustomerTab;
}

/** Runs a test with a tab, in which no error may go unseen. */
async function useTab(
  page: Page,
  site: CustomersSite,
  use: (tab: CustomerTab) => Promise<void>,
): Promise<void> {
  const problems = await recordProblems(page);
  await use(new CustomerTab(page, site));
  expect(problems).toEqual([]);
}

/** A test with a browser of which two customers use the same site, one after the other. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- as Playwright demands it
  site: async ({}, use) => {
    const site = await CustomersSite.open();
    await use(site);
    await site.close();
  },
  tab: async ({ page, site }, use) => useTab(page, site, use),
  otherTab: async ({ context, site }, use) => useTab(await context.newPage(), site, use),
});
