import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page, type Route } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserArguments, findBrowser } from '../../scripts/find-browser.mjs';
import { createSandbox } from '../../src/sandbox.js';
import { blockWith, parsePage } from '../docs/markdown.js';
import { eventually } from './site.js';

const origin = 'http://shop.localhost';

type Reply = Parameters<Route['fulfill']>[0];

let browser: Browser;

beforeAll(async () => {
  const executablePath = findBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArguments });
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(() => browser.close());

interface Visit {
  page: Page;
  warnings: string[];
  errors: string[];
}

/** Visits a page whose requests are all handled by the test. */
async function visit(html: string, handle: (route: Route, url: URL) => Promise<void>): Promise<Visit> {
  const page = await browser.newPage();
  const warnings: string[] = [];
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    return url.pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : handle(route, url);
  });
  await page.goto(origin);
  return { page, warnings, errors };
}

describe('The first page of the documentation', () => {
  it('shows a bell with notifications, and one more after five seconds', async () => {
    const html = blockWith('getting-started.md', 'run sandbox-page');
    const { page, errors } = await visit(html, (route, { pathname }) => {
      const [, file] = /^\/node_modules\/nudge-inbox\/(dist\/[\w./-]+)$/.exec(pathname) ?? [];
      // Playwright derives the content type from the name.
      return route.fulfill(file && existsSync(file) ? { path: file } : { status: 404 });
    });
    const bell = page.getByRole('button', { name: /^Notifications, / });
    await eventually(() => bell.getAttribute('aria-label')).toMatch(/\d+ new/);
    const before = await bell.getAttribute('aria-label');
    await eventually(() => bell.getAttribute('aria-label')).not.toBe(before);
    await bell.click();
    await page.getByText('Hello from the sandbox').waitFor();
    const picture = page.locator('nudge-card img:not([src*=no-picture])').first();
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    expect(errors).toEqual([]);
  });
});

const sandbox = createSandbox();
const token = sandbox.issueToken();
const references = sandbox
  .notificationIds()
  .slice(0, 3)
  .map((id) => ({ id }));
const html: Reply = { contentType: 'text/html', body: '<!doctype html><html><body>Not here</body></html>' };

interface Situation {
  options?: string;
  target?: string;
  token?: Reply;
  list?: Reply;
  service?: Reply;
}

/** Visits a page of a host that makes a mistake, and opens its bell. */
async function visitWith({ options = '', target = '#bell', ...replies }: Situation): Promise<Visit> {
  const body = `<!doctype html><html lang="en"><body><div id="bell"></div><script src="/cdn/nudge-inbox.iife.js"></script><script>
    const options = {
      baseUrl: '/v1/engagement',
      getToken: () => fetch('/token', { method: 'POST' }).then((response) => response.ok ? response.text() : null),
      source: NudgeInbox.pollingSource('/list'),
    };
    NudgeInbox.mount('${target}', { ...options, ${options} });
  </script></body></html>`;
  const visited = await visit(body, async (route, { pathname }) => {
    if (pathname.startsWith('/cdn/')) return route.fulfill({ path: `dist${pathname}` });
    if (pathname === '/token') return route.fulfill(replies.token ?? { body: token });
    if (pathname === '/list') return route.fulfill(replies.list ?? { json: { references } });
    if (replies.service) return route.fulfill(replies.service);
    const headers = { authorization: route.request().headers().authorization ?? '' };
    const response = await sandbox.fetch(pathname, { headers });
    return route.fulfill({
      status: response.status,
      contentType: 'application/json',
      body: await response.text(),
    });
  });
  const bell = visited.page.getByRole('button', { name: /^Notifications/ });
  if (target === '#bell') await bell.click();
  return visited;
}

const { text } = parsePage('docs/troubleshooting.md');

describe('A page with a mistake', () => {
  it.each<[string, Situation, string, string]>([
    [
      'a token that is HTML',
      { token: html },
      'There is no token: NudgeError: getToken returned something other',
      'Please sign in again.',
    ],
    [
      'a token as JSON',
      { token: { json: { token } } },
      'There is no token: NudgeError: getToken returned something other',
      'Please sign in again.',
    ],
    [
      'a token in quotes',
      { token: { json: token } },
      'There is no token: NudgeError: getToken returned something other',
      'Please sign in again.',
    ],
    [
      'a token with Bearer',
      { token: { body: `Bearer ${token}` } },
      'There is no token: NudgeError: getToken returned something other',
      'Please sign in again.',
    ],
    [
      'an outdated token',
      { token: { body: 'outdated' } },
      'There is no token: NudgeError: getToken returned the rejected',
      'Please sign in again.',
    ],
    [
      'a list that is HTML',
      { list: html },
      'The source failed: SyntaxError: Unexpected token \'<\', "<!doctype "... is not valid JSON',
      'Can’t load your notifications right now.',
    ],
    [
      'no list',
      { list: { ...html, status: 404 } },
      'The source failed: ApiError: The list of notifications responded with status 404.',
      'Can’t load your notifications right now.',
    ],
    [
      'a list that is an array',
      { list: { json: references } },
      'The source failed: TypeError: The source did not return { references: […], nextCursor? }.',
      'Can’t load your notifications right now.',
    ],
    [
      'ids that are numbers',
      { list: { json: { references: [{ id: 1 }] } } },
      'Notifications without an id are left out.',
      'You’re all caught up',
    ],
    [
      'a service that is HTML',
      { service: html },
      'ResponseError: GET /nudge/in-app-notifications/{inAppNotificationId}: the response is not an envelope of the service',
      'Couldn’t load this notification.',
    ],
    [
      'no base URL',
      { options: 'baseUrl: undefined' },
      '<nudge-bell> shows nothing: it lacks base-url, or a session.',
      'You’re all caught up',
    ],
    [
      'an unsafe base URL',
      { options: "baseUrl: 'http://api.example.com/v1/engagement'" },
      '<nudge-bell> shows nothing: RequestError: baseUrl must be',
      'You’re all caught up',
    ],
    [
      'no source',
      { options: 'source: undefined' },
      'mount has neither ids nor a source: nothing shows until ids are added.',
      'You’re all caught up',
    ],
  ])('with %s warns and shows what the documentation says', async (_, situation, warning, shown) => {
    const { page, warnings, errors } = await visitWith(situation);
    await page.getByText(shown).first().waitFor();
    await eventually(() => warnings.length).toBe(1);
    expect(warnings[0]).toContain(`[nudge-inbox] ${warning}`);
    expect(errors).toEqual([]);
    // The settings that are missing differ from page to page.
    const documented = warning.replace(/ base-url, or.*/, ' ');
    expect(text).toContain(`[nudge-inbox] ${documented}`);
    expect(text).toContain(shown.replace(/\.$/, ''));
  });

  it('warns of a selector that matches nothing', async () => {
    const { warnings } = await visitWith({ target: '#nowhere' });
    await eventually(() => warnings).toEqual(['[nudge-inbox] mount found no element for #nowhere.']);
  });

  it.each<[string, Situation, string]>([
    ['nobody is signed in', { token: { status: 401 } }, 'Sign in to see your notifications.'],
    [
      'no notification exists',
      { service: { ...html, status: 404 } },
      'This notification is no longer available.',
    ],
    ['the service is down', { service: { status: 500 } }, 'Can’t connect. Trying again…'],
  ])('shows what the documentation says without a warning if %s', async (_, situation, shown) => {
    const { page, warnings } = await visitWith(situation);
    await page.getByText(shown).first().waitFor();
    expect(warnings).toEqual([]);
    expect(text).toContain(shown.replace(/\.$/, ''));
  });
});
