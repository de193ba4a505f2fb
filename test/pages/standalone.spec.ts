import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test as base, type Browser } from '@playwright/test';
import { browserArguments, ensureBrowser } from '../../scripts/find-browser.mjs';
import { Visit } from '../frameworks/visit.js';
import { freePort } from '../free-port.js';

/** How long a busy machine may take to create a database on its disk. */
const startTimeoutMs = 240_000;

/** The server of `examples/standalone`, with its database on the disk. */
class StandaloneServer {
  port = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-standalone-'));
  #process: ChildProcess | undefined;
  #output = '';

  constructor() {
    for (const file of ['server.js', 'index.html', 'package.json'])
      cpSync(join('examples/standalone', file), join(this.#folder, file));
    const modules = join(this.#folder, 'node_modules');
    mkdirSync(join(modules, '@electric-sql'), { recursive: true });
    symlinkSync(resolve('.'), join(modules, 'nudge-inbox'));
    symlinkSync(resolve('node_modules/@electric-sql/pglite'), join(modules, '@electric-sql/pglite'));
  }

  /** Starts it as `npm start` does, and resolves once it serves its page. */
  async start(): Promise<void> {
    this.port = String(await freePort());
    const env = { ...process.env, PORT: this.port, NODE_ENV: undefined };
    this.#process = spawn(process.execPath, ['server.js'], { cwd: this.#folder, env });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    await expect(async () => {
      if (this.#process?.exitCode !== null) throw new Error(`It does not start:\n${this.#output}`);
      expect((await fetch(`http://localhost:${this.port}`)).status).toBe(200);
    }).toPass({ timeout: startTimeoutMs });
  }

  /** Ends it as Ctrl+C does. */
  async stop(): Promise<void> {
    if (this.#process?.exitCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

const test = base.extend<{ server: StandaloneServer }>({
  // eslint-disable-next-line no-empty-pattern -- as Playwright demands it
  server: async ({}, use) => {
    const server = new StandaloneServer();
    await use(server);
    await server.stop();
    server.remove();
  },
});

test.use({
  launchOptions: {
    executablePath: await ensureBrowser(),
    // A phone in the same network visits the server by an address of plain http, which browsers do not trust.
    args: [...browserArguments, '--host-resolver-rules=MAP phone.test 127.0.0.1'],
  },
});

/** A window of its own browser profile, and what it has requested. */
async function openWindow(browser: Browser, address: string): Promise<{ visit: Visit; paths: string[] }> {
  const visit = new Visit(await (await browser.newContext()).newPage());
  const paths: string[] = [];
  visit.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await visit.page.goto(address);
  return { visit, paths };
}

test('An inbox without a service: what its form sends arrives in two windows, is read in both, and is there after a restart', async ({
  browser,
  server,
}) => {
  test.setTimeout(3 * startTimeoutMs);
  await server.start();
  const desktop = await openWindow(browser, `http://localhost:${server.port}`);
  const phone = await openWindow(browser, `http://phone.test:${server.port}`);
  expect(await phone.visit.page.evaluate(() => isSecureContext)).toBe(false);
  for (const { visit } of [desktop, phone]) await visit.expectBell('Notifications');

  await phone.visit.page.getByLabel('Title').fill('Sent by myself');
  await phone.visit.page.getByRole('button', { name: 'Send a notification' }).click();
  // Before either is opened: what is seen in one is seen in the other.
  for (const { visit } of [desktop, phone]) await visit.expectBell('Notifications, 1 new');
  for (const { visit } of [desktop, phone]) {
    await visit.open();
    await expect(visit.panel.getByRole('article', { name: 'Unread: Sent by myself' })).toBeVisible();
  }
  const card = desktop.visit.card('Sent by myself');
  await card.hover();
  await card.getByRole('button', { name: 'Mark as read' }).click();
  for (const { visit } of [desktop, phone])
    await expect(visit.panel.getByRole('article', { name: 'Sent by myself', exact: true })).toBeVisible();

  const requested = [...desktop.paths, ...phone.paths];
  expect(requested.filter((path) => path.startsWith('/v1') || path.endsWith('/token'))).toEqual([]);
  expect([...desktop.visit.errors, ...phone.visit.errors]).toEqual([]);
  expect(desktop.visit.warnings).toEqual([]);
  expect(phone.visit.warnings).toEqual([expect.stringContaining('The page was loaded by http.')]);
  for (const { visit } of [desktop, phone]) await visit.page.context().close();

  await server.stop();
  await server.start();
  const later = await openWindow(browser, `http://localhost:${server.port}`);
  await later.visit.open();
  await expect(later.visit.panel.getByRole('article', { name: 'Sent by myself', exact: true })).toBeVisible();
  expect([...later.visit.errors, ...later.visit.warnings]).toEqual([]);
  await later.visit.page.context().close();
});

test('The other elements need no service either: toasts, one notification by its id, and preferences', async ({
  browser,
  server,
}) => {
  test.setTimeout(3 * startTimeoutMs);
  await server.start();
  const origin = `http://localhost:${server.port}`;
  const { visit, paths } = await openWindow(browser, origin);
  const { page } = visit;
  await visit.expectBell('Notifications');
  const append = (html: string) =>
    page.evaluate((text) => {
      const template = document.createElement('template');
      template.innerHTML = text;
      document.body.append(template.content);
    }, html);
  await append('<nudge-toasts backend-url="/inbox" duration="0"></nudge-toasts>');
  await page.addScriptTag({ type: 'module', url: '/assets/nudge-inbox-toasts.js' });
  await page.getByLabel('Title').fill('Shown by each');
  await page.getByRole('button', { name: 'Send a notification' }).click();
  await expect(page.locator('nudge-toasts').getByText('Shown by each')).toBeVisible();

  const list = (await (await fetch(`${origin}/inbox/notifications`)).json()) as {
    references: { id: string }[];
  };
  const { id } = list.references[0]!;
  await visit.open();
  await visit.page.keyboard.press('Escape');
  await append(`<nudge-notification backend-url="/inbox/" notification-id="${id}"></nudge-notification>
    <nudge-preferences backend-url="/inbox"></nudge-preferences>`);
  await expect(page.locator('body > nudge-notification').getByText('Shown by each')).toBeVisible();
  expect(paths).toContain(`/inbox/notifications/${id}`);
  const choice = page.locator('body > nudge-preferences').getByRole('switch', { name: 'Offers' });
  await choice.click();
  await expect
    .poll(async (): Promise<unknown> => (await fetch(`${origin}/inbox/preferences`)).json())
    .toMatchObject({ groups: [{ id: 'offers', isGroupNotificationOff: true }] });
  expect(paths.filter((path) => path.startsWith('/v1') || path.endsWith('/token'))).toEqual([]);
  expect([...visit.errors, ...visit.warnings]).toEqual([]);
});
