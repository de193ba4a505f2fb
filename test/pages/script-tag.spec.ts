import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { version } from '../../src/version.js';
import { blockWith } from '../docs/markdown.js';
import { expect, shopOptions, test, type Visit } from './site.js';

const classic = '<script src="/cdn/nudge-inbox.iife.js"></script>';
const module = '<script type="module" src="/cdn/nudge-inbox.js"></script>';
const queue = 'if (!window.NudgeInbox?.queue) window.NudgeInbox = { queue: [] };';
const mountBell = `<div id="bell"></div>
  <script>${queue} NudgeInbox.queue.push(['mount', '#bell', { ${shopOptions} }]);</script>`;

/** The hashes of the files. */
const loadHashes = () => JSON.parse(readFileSync('dist/cdn/sri.json', 'utf8')) as Record<string, string>;

/** The attributes of a tag that loads a file by its hash. */
const withHash = (file: string) => `integrity="${loadHashes()[file]!}" crossorigin="anonymous"`;

/** An import map with the hashes of all files that a script imports. */
function importMap(folder = '/cdn'): string {
  const hashes = Object.entries(loadHashes()).map(([file, hash]) => [`${folder}/${file}`, hash]);
  return `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(hashes) as object })}</script>`;
}

const german = (visit: Visit) => visit.page.getByRole('button', { name: 'Benachrichtigungen, 12 ungelesen' });

/** Expects that the page is in German, and that its panel opens. */
async function expectGerman(visit: Visit): Promise<void> {
  await german(visit).click();
  await expect(visit.cards.first()).toBeVisible();
  await visit.expectWarnings();
}

/** The printed lines that load the files of the module build at once. */
const preloads = () => readFileSync('dist/cdn/preload.html', 'utf8').replaceAll('/assets/', '/cdn/');
const inbox = `<nudge-inbox></nudge-inbox><script>${queue} NudgeInbox.queue.push(() =>
  Object.assign(document.querySelector('nudge-inbox'), { ${shopOptions} }));</script>`;
const chunkNames = ['bell', 'panel'].map((name) => `nudge-inbox-${version}-${name}.js`);

/** The hash of an empty file. */
const hashOfNothing = `sha384-${createHash('sha384').digest('base64')}`;

const inboxCard = (visit: Visit) => visit.page.locator('nudge-inbox nudge-card').first();

test.describe('The module build', () => {
  test('loads its files at once, each once, with the printed lines and a query on the address of the script', async ({
    visit,
  }) => {
    const { page } = visit;
    let reportAll = (): void => undefined;
    const allRequested = new Promise<void>((resolve) => (reportAll = resolve));
    const requested = new Set<string>();
    // None comes before all were requested, so that none of them can have waited for another one.
    await page.route('**/cdn/*.js*', async (route) => {
      requested.add(new URL(route.request().url()).pathname);
      if (requested.size === 3) reportAll();
      await allRequested;
      await route.continue();
    });
    await visit.gotoPageWith(
      `${preloads()}${inbox}<script type="module" src="/cdn/nudge-inbox.js?ver=6.5"></script>`,
    );
    await expect(inboxCard(visit)).toBeVisible();
    for (const name of chunkNames) expect(visit.files.filter((file) => file.includes(name))).toEqual([name]);
    await visit.expectWarnings();
  });

  test('runs no file that a line of an earlier version has loaded', async ({ visit }) => {
    await visit.page.route('**/nudge-inbox-0.0.9-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'globalThis.hasEarlier = true;' }),
    );
    const earlier = preloads()
      .replaceAll(version, '0.0.9')
      .replace(/ integrity="[^"]*"/g, '');
    await visit.gotoPageWith(earlier + inbox + module);
    await expect(inboxCard(visit)).toBeVisible();
    expect(await visit.page.evaluate(() => 'hasEarlier' in globalThis)).toBe(false);
  });

  test('does not run a file of which a printed line has another hash, as the console says', async ({
    visit,
  }) => {
    const errors: string[] = [];
    visit.page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const [hash = ''] = /sha384-[^"]+/.exec(preloads()) ?? [];
    await visit.gotoPageWith(`${preloads().replace(hash, hashOfNothing)}${mountBell}${module}`);
    await expect.poll(() => errors.join()).toContain(chunkNames[0]);
    expect(await visit.page.evaluate(() => customElements.get('nudge-bell') === undefined)).toBe(true);
  });

  test('requests the panel of an inbox before the code of the bell runs', async ({ visit }) => {
    await visit.page.addInitScript(() => {
      const define = customElements.define.bind(customElements);
      customElements.define = (tag, ...rest) => {
        performance.mark(tag);
        define(tag, ...rest);
      };
    });
    await visit.gotoPageWith(inbox + module);
    await expect(inboxCard(visit)).toBeVisible();
    const [requestedAt, definedAt] = await visit.page.evaluate((file) => {
      const entries = performance.getEntriesByType('resource');
      const panel = entries.find(({ name }) => name.endsWith(file!));
      return [panel?.startTime, performance.getEntriesByName('nudge-bell')[0]?.startTime];
    }, chunkNames[1]);
    expect(requestedAt).toBeLessThan(definedAt!);
  });
});

test.describe('The script', () => {
  for (const [how, script] of [
    ['deferred', '<script defer src="/cdn/nudge-inbox.iife.js"></script>'],
    [
      'injected',
      `<script>document.body.append(Object.assign(document.createElement('script'), { src: '/cdn/nudge-inbox.iife.js' }));</script>`,
    ],
  ] as const)
    test(`works when it is ${how}`, async ({ visit }) => {
      await visit.gotoPageWith(mountBell + script);
      await visit.openPanel();
      await visit.expectUnread(12);
      await visit.expectWarnings();
    });

  test("works in a srcdoc frame, whose origin is the page's", async ({ visit }) => {
    const content = `<!doctype html>${mountBell}${classic}`
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;');
    await visit.gotoPageWith(`<iframe title="Frame" width="600" height="600" srcdoc="${content}"></iframe>`);
    const frame = visit.page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Notifications, 12 unread' }).click();
    await expect(frame.locator('nudge-card .title').first()).toBeVisible();
    await visit.expectWarnings();
  });

  test('works from another origin by its hash, in the language of the page', async ({ visit }) => {
    await visit.page.route('http://cdn.localhost/**', (route) =>
      route.fulfill({
        path: `dist/cdn${new URL(route.request().url()).pathname}`,
        headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' },
      }),
    );
    const script = `<script src="http://cdn.localhost/nudge-inbox.iife.js" ${withHash('nudge-inbox.iife.js')}></script>`;
    await visit.gotoPageWith(importMap('http://cdn.localhost') + mountBell + script, { lang: 'de' });
    await expectGerman(visit);
  });

  test('works from a CDN that serves it for the name of the package alone', async ({ visit }) => {
    const address = 'http://cdn.localhost/npm/nudge-inbox@0.1.0';
    await visit.page.route(`${address}**`, (route) => {
      const [, file = '/nudge-inbox.iife.js'] = /dist\/cdn(\/.+)$/.exec(route.request().url()) ?? [];
      return route.fulfill({ path: `dist/cdn${file}`, contentType: 'text/javascript' });
    });
    await visit.gotoPageWith(`${mountBell}<script src="${address}"></script>`);
    await visit.openPanel();
    await visit.expectWarnings();
  });

  test('works with the hashes of the module build in an import map, in the language of the page', async ({
    visit,
  }) => {
    await visit.gotoPageWith(importMap() + mountBell + module, { lang: 'de' });
    await expectGerman(visit);
  });

  for (const [build, createScripts] of [
    [
      'classic file',
      () =>
        `${importMap()}<script src="/cdn/nudge-inbox.iife.js" ${withHash('nudge-inbox.iife.js')}></script>`,
    ],
    ['module build', () => importMap() + module],
  ] as const)
    test(`does not execute a language that was tampered with, if the page of the ${build} has its hash`, async ({
      visit,
    }) => {
      const language = /\/cdn\/.*\bde\b.*\.js$/;
      await visit.page.route(language, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'globalThis.isTamperedWith = true;' }),
      );
      const isLoaded = visit.page.waitForResponse(language);
      await visit.gotoPageWith(createScripts() + mountBell, { lang: 'de' });
      await isLoaded;
      await visit.openPanel();
      await visit.expectUnread(12);
      expect(await visit.page.evaluate(() => 'isTamperedWith' in globalThis)).toBe(false);
    });

  test('shows its texts correctly on a page with another encoding', async ({ visit, shop }) => {
    await shop.inbox.deleteCustomer(shop.sandbox.uniqueCustomerId);
    await visit.gotoPageWith(mountBell + classic, { encoding: 'windows-1252' });
    await visit.bell.click();
    await expect(visit.panel.getByText('You’re all caught up')).toBeVisible();
  });

  test('stays in English if the file of the language is missing, and says so', async ({ visit }) => {
    const language = /\/cdn\/.*\bfr\b.*\.js$/;
    await visit.page.route(language, (route) => route.fulfill({ status: 404 }));
    const isMissing = visit.page.waitForResponse(language);
    await visit.gotoPageWith(mountBell + classic, { lang: 'fr' });
    await isMissing;
    await visit.openPanel();
    await visit.expectUnread(12);
    await visit.expectWarnings('The texts of fr could not be loaded, and are English: TypeError: ');
  });

  test('has sessions in a content script, and says why it has no elements', async ({ page }) => {
    const world = await page.context().newCDPSession(page);
    const { frameTree } = await world.send('Page.getFrameTree');
    const { executionContextId: contextId } = await world.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const expression = `${readFileSync('dist/cdn/nudge-inbox.iife.js', 'utf8')}\ntypeof NudgeInbox.createSession`;
    const { result } = await world.send('Runtime.evaluate', { expression, contextId });
    expect(result.value).toBe('function');
    const reason = 'customElements is null, as in a content script';
    await expect
      .poll(() => warnings)
      .toEqual([`[nudge-inbox] There are no elements here, only createSession(): ${reason}.`]);
  });

  test('adds its global, the marks of its libraries and the mounted element to the page', async ({
    visit,
  }) => {
    await visit.gotoPageWith(
      `<script>document.globals = Object.getOwnPropertyNames(window);</script>${mountBell}${classic}`,
    );
    await visit.openPanel();
    const findAdded = () =>
      visit.page.evaluate(() => {
        const { globals } = document as Document & { globals?: string[] };
        return {
          globals: Object.getOwnPropertyNames(window)
            .filter((name) => !globals?.includes(name))
            .sort(),
          head: document.head.innerHTML,
          body: [...document.body.children].map(({ localName }) => localName),
          mounted: [...(document.querySelector('#bell')?.children ?? [])].map(({ localName }) => localName),
          sheets: document.adoptedStyleSheets.length,
        };
      });
    const documented = [...blockWith('csp.md', 'csp globals').matchAll(/^\w+$/gm)].map(([name]) => name);
    expect(await findAdded()).toEqual({
      globals: documented,
      head: '<title>Page</title>',
      body: ['script', 'div', 'script', 'script'],
      mounted: ['nudge-bell'],
      sheets: 0,
    });
  });

  test('is installed beside a frame of another site with its name', async ({ visit }) => {
    const frame = '<iframe name="NudgeInbox" src="data:text/html,x"></iframe>';
    await visit.gotoPageWith(
      `${frame}<div id="bell"></div>${classic}<script>NudgeInbox.mount('#bell', { ${shopOptions} });</script>`,
    );
    await visit.expectUnread(12);
    await visit.expectWarnings();
  });

  test('runs what the snippet of the documentation has queued beside a form with its name as id', async ({
    visit,
  }) => {
    const [snippet] = /^ *.*window\.NudgeInbox = .*$/m.exec(blockWith('html.md', 'html first')) ?? [];
    expect(snippet).toContain(queue);
    await visit.gotoPageWith(`<form id="NudgeInbox"><input name="version"></form>${mountBell}${classic}`);
    await visit.expectUnread(12);
    await visit.expectWarnings();
  });

  test('leaves the page as it is if it does not load', async ({ visit }) => {
    await visit.page.route('**/cdn/**', (route) => route.abort());
    await visit.gotoPageWith(`${mountBell}<nudge-inbox></nudge-inbox>${classic}<p>The rest of the page</p>`);
    await expect(visit.page.getByText('The rest of the page')).toBeVisible();
    await expect(visit.page.locator('#bell')).toBeEmpty();
  });

  test('of a second version leaves the first in use, with a warning', async ({ visit }) => {
    const file = readFileSync('dist/cdn/nudge-inbox.iife.js', 'utf8');
    await visit.gotoPageWith(`${mountBell}<script src="/older.js"></script>${module}`, {
      scripts: { '/older.js': file.replaceAll(version, '0.0.9') },
    });
    await visit.openPanel();
    await expect(visit.page.locator('nudge-bell')).toHaveCount(1);
    await visit.expectWarnings(`version 0.0.9 is in use, version ${version} is left aside`);
  });
});

test.describe('The elements of a page with the script', () => {
  test('have the properties that were set before it loaded', async ({ visit }) => {
    await visit.gotoPageWith(`<nudge-bell label="News"></nudge-bell><nudge-inbox heading="All news"></nudge-inbox>
      <script>
        for (const element of document.querySelectorAll('nudge-bell, nudge-inbox'))
          Object.assign(element, { ${shopOptions} });
      </script>${classic}`);
    const { page } = visit;
    await expect(page.getByRole('button', { name: 'News, 12 unread' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All news' })).toBeVisible();
    await expect(page.locator('body > nudge-inbox nudge-card .card').first()).toBeVisible();
    await visit.expectWarnings();
  });

  for (const [how, body] of [
    [
      'is mounted',
      `<main></main>${classic}<script>NudgeInbox.mount('main', { element: 'nudge-inbox', ${shopOptions} });</script>`,
    ],
    [
      'is in the page',
      `<nudge-inbox base-url="/api/v1/engagement" backend-url="/shop"></nudge-inbox>${classic}`,
    ],
  ] as const)
    test(`show an inbox that ${how} although the page is never idle`, async ({ visit }) => {
      await visit.gotoPageWith(`<script>requestIdleCallback = () => 0;</script>${body}`);
      await expect(visit.page.locator('nudge-inbox nudge-card .card').first()).toBeVisible();
    });

  test('fire the events of a panel that opened before its code was loaded on the bell', async ({ visit }) => {
    await visit.gotoPageWith(`${mountBell}<script>
        const sources = [];
        document.addEventListener('nudge-read-change', (event) => sources.push(event.composedPath()[0].localName));
        NudgeInbox.queue.push(() => { document.querySelector('nudge-bell').open = true; });
      </script>${module}`);
    await expect(visit.cards.first()).toBeVisible();
    await visit.pressOnCard('Mark as read');
    await visit.expectUnread(11);
    expect(await visit.page.evaluate('sources')).toEqual(['nudge-bell']);
  });
});

test.describe('The tag of the toasts', () => {
  const toasts = '<script src="/cdn/nudge-inbox-toasts.iife.js"></script>';
  const element = '<nudge-toasts base-url="/api/v1/engagement" backend-url="/shop"></nudge-toasts>';

  for (const [order, scripts] of [
    ['before', toasts + classic],
    ['after', classic + toasts],
  ] as const)
    test(`${order} that of the script shows an arrival as a toast`, async ({ visit, shop }) => {
      const isConnected = visit.page.waitForResponse('**/shop/events*');
      await visit.gotoPageWith(element + scripts);
      await isConnected;
      await shop.notify('tent');
      await expect(visit.page.locator('nudge-toast').getByText('Two-person tent · £310.00')).toBeVisible();
      await visit.expectWarnings();
    });

  test('warns on a page without the other one', async ({ visit }) => {
    await visit.gotoPageWith(toasts);
    await visit.expectWarnings('works only beside nudge-inbox.iife.js');
  });

  test('warns on a page with the module build that it needs the other one', async ({ visit }) => {
    await visit.gotoPageWith(toasts + module);
    await visit.expectWarnings('works only beside nudge-inbox.iife.js');
  });
});
