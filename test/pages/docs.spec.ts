import { existsSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { transform } from 'esbuild';
import { createSandbox } from '../../src/sandbox.js';
import { blockWith, parsePage } from '../docs/markdown.js';
import { expect, test, type Visit } from './site.js';

const origin = 'http://shop.localhost';

type Response = Parameters<Route['fulfill']>[0];

/** Opens a page whose requests are all handled by the test. */
async function open(
  { page }: Visit,
  html: string,
  handle: (route: Route, path: string) => Promise<void>,
): Promise<void> {
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : handle(route, pathname);
  });
  await page.goto(origin);
}

/** Opens the page of Getting started, with the package as it is built. */
function openFirstPage(visit: Visit): Promise<void> {
  return open(visit, blockWith('getting-started.md', 'run sandbox-page'), (route, path) => {
    const [, file] = /^\/node_modules\/nudge-inbox\/(dist\/[\w./-]+)$/.exec(path) ?? [];
    // Playwright derives the content type from the name.
    return route.fulfill(file && existsSync(file) ? { path: file } : { status: 404 });
  });
}

test('The first page of the documentation shows a bell with notifications, and one more after five seconds', async ({
  visit,
}) => {
  const { page, bell, panel } = visit;
  await page.clock.install();
  await openFirstPage(visit);
  await expect(bell).toHaveAccessibleName(/, \d+ unread$/);
  await page.clock.runFor(5000);
  await bell.click();
  await expect(panel.getByText('Hello from the sandbox')).toBeVisible();
  const picture = panel.locator('nudge-card img').first();
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
});

test.describe('The Playwright test of the documentation', () => {
  test.use({ baseURL: origin });
  test('passes on the first page of the documentation', async ({ visit }) => {
    await openFirstPage(visit);
    const { code } = await transform(
      blockWith('testing.md', 'run bell.spec.ts').replaceAll(/^import .*$/gm, ''),
      {
        loader: 'ts',
      },
    );
    let printed: ((fixtures: { page: Page }) => Promise<void>) | undefined;
    const register = (_: string, body: typeof printed): void => void (printed = body);
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
    const run = new Function('test', 'expect', code) as (...values: unknown[]) => void;
    run(register, expect);
    await printed?.({ page: visit.page });
    expect(printed).toBeDefined();
  });
});

const documentation = parsePage('docs/troubleshooting.md').text;
const html: Response = {
  contentType: 'text/html',
  body: '<!doctype html><html><body>Not here</body></html>',
};

/** What a page does, and what its server and the service respond. */
interface Situation {
  options?: string;
  token?: Response;
  list?: Response;
  service?: Response;
}

/** Opens such a page, and its panel. */
async function openWith(visit: Visit, { options = '', token, list, service }: Situation): Promise<void> {
  const sandbox = createSandbox();
  const page = `<!doctype html><html lang="en"><body><div id="bell"></div>
    <script src="/cdn/nudge-inbox.iife.js"></script>
    <script>
      NudgeInbox.mount('#bell', {
        baseUrl: '/v1/engagement',
        getToken: () => fetch('/token', { method: 'POST' }).then((response) => response.ok ? response.text() : null),
        source: NudgeInbox.pollingSource('/list'),
        ${options}
      });
    </script></body></html>`;
  await open(visit, page, async (route, path) => {
    if (path.startsWith('/cdn/')) return route.fulfill({ path: `dist${path}` });
    if (path === '/token') return route.fulfill(token ?? { body: sandbox.issueToken() });
    if (path === '/list') return route.fulfill(list ?? { json: { references: [{ id: 'parcel' }] } });
    return route.fulfill(service ?? html);
  });
  await visit.bell.click();
}

test.describe('A page of which the documentation says what it shows', () => {
  for (const [what, situation, text, ...warnings] of [
    [
      'whose token is HTML',
      { token: html },
      'Please sign in again.',
      'There is no token: NudgeError: getToken returned something other',
    ],
    [
      'whose list is HTML',
      { list: html },
      'Can’t load your notifications right now.',
      'The source failed: SyntaxError: The list of notifications responded with no JSON. Check its address',
    ],
    [
      'with a service that is HTML',
      { service: html },
      'Couldn’t load this notification.',
      'ResponseError: GET /nudge/in-app-notifications/{inAppNotificationId}: the response is not an envelope of the service',
    ],
    ['for which nobody is signed in', { token: { status: 401 } }, 'Sign in to see your notifications.'],
    [
      'with a service that is down',
      { service: { status: 500 } },
      'Can’t connect. Trying again…',
      'Nothing has loaded from base-url yet:',
    ],
  ] satisfies [string, Situation, string, ...string[]][])
    test(`${what} shows that, and ${warnings.length > 0 ? 'warns once' : 'has no warning'}`, async ({
      visit,
    }) => {
      await openWith(visit, situation);
      await expect(visit.panel.getByText(text).first()).toBeVisible();
      await visit.expectWarnings(...warnings.map((warning) => `[nudge-inbox] ${warning}`));
      for (const warning of warnings) expect(documentation).toContain(`[nudge-inbox] ${warning}`);
      expect(documentation).toContain(text.replace(/\.$/, ''));
    });

  test('without a base URL shows placeholders only, and warns once', async ({ visit }) => {
    await openWith(visit, { options: 'baseUrl: undefined' });
    const warning = '[nudge-inbox] <nudge-bell> shows nothing: it lacks';
    await visit.expectWarnings(warning);
    await expect(visit.panel.locator('.placeholder')).toHaveCount(4);
    await expect(visit.panel.locator('[part=list]')).toHaveText('');
    await expect(visit.panel.locator('[role=status]').filter({ hasText: /./ })).toHaveCount(0);
    expect(documentation).toContain(warning);
    expect(documentation).toContain('Without a session, it shows placeholders only.');
  });
});
