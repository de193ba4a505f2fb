import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';
import { blockWith } from '../docs/markdown.js';
import { eventually, useSite, type Visit } from './site.js';

const hashes = JSON.parse(readFileSync('dist/cdn/sri.json', 'utf8')) as Record<string, string>;
const policy = blockWith('csp.md', 'csp policy').replaceAll('\n', ' ');
const trustedTypes = blockWith('csp.md', 'csp trusted-types').trim();
const classicFile = '/cdn/nudge-inbox.iife.js';
/** The options that the bell needs to show the notifications of the shop. */
const options = `{
  baseUrl: '/api/v1/engagement',
  backendUrl: '/shop',
}`;
const setup = `if (!window.NudgeInbox?.queue) window.NudgeInbox = { queue: [] };
  NudgeInbox.queue.push(() => NudgeInbox.mount('#bell', ${options}));`;
const unread = 'Notifications, 12 unread';

/** Bundles a script that renders with a Lit of its own. */
async function bundleHostWithLit(): Promise<string> {
  const contents = `import { html, render } from 'lit';
    render(html\`<b>Rendered by the Lit of the page</b>\`, document.querySelector('#host'));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
  });
  return outputFiles[0]!.text;
}

describe('An embedding page', () => {
  const site = useSite();

  /** Visits a page with this body, with further files by their paths and an optional policy. */
  async function visit(body: string, files: Record<string, string> = {}, csp = ''): Promise<Visit> {
    const visit = await site.open();
    const headers = csp ? { 'Content-Security-Policy': csp } : undefined;
    const html = `<!doctype html><html lang="en"><head><title>Page</title></head><body>${body}</body></html>`;
    for (const [path, text] of Object.entries({ '/page': html, ...files })) {
      const contentType = text === html ? 'text/html' : 'text/javascript';
      await visit.page.route(path, (route) =>
        route.fulfill({ contentType, body: text, ...(headers && { headers }) }),
      );
    }
    await visit.page.goto('/page');
    return visit;
  }

  it.each([
    ['the classic file', `<script async src="${classicFile}"></script>`],
    ['the module build', '<script type="module" src="/cdn/nudge-inbox.js"></script>'],
  ])('runs %s under the Content-Security-Policy of the documentation', async (_, script) => {
    const { page, bell, cards, panel, errors, violations } = await visit(
      `<div id="bell"></div><script src="/setup.js"></script>${script}`,
      { '/setup.js': setup },
      policy,
    );
    await eventually(() => bell.getAttribute('aria-label')).toBe(unread);
    await bell.click();
    await cards.first().locator('img').first().waitFor();
    await panel.getByRole('button', { name: /^Unread( \d+)?$/ }).click();
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await eventually(() => page.locator('nudge-bell .badge').count()).toBe(0);
    expect([...violations, ...errors]).toEqual([]);
  });

  describe('without a script of its own, under the Content-Security-Policy of the documentation', () => {
    /** Visits the page of the documentation, whose addresses are others than those of the shop. */
    async function visitWithoutScript(token: {
      status?: number;
      body: string;
    }): Promise<Visit & { tokenRequests: Record<string, string>[] }> {
      const visit = await site.open();
      const tokenRequests: Record<string, string>[] = [];
      const html = `<!doctype html><html lang="en"><head><title>Page</title></head><body>${blockWith('html.md', 'csp no-script-page')}</body></html>`;
      const addresses: [string, string][] = [
        ['/assets/', '/cdn/'],
        ['/v1/', '/api/v1/'],
        ['/notifications', '/shop/notifications'],
        ['/notification-events', '/shop/events'],
      ];
      for (const [from, to] of addresses)
        await visit.page.route(`${site.address}${from}**`, (route) =>
          route.continue({ url: route.request().url().replace(from, to) }),
        );
      await visit.page.route('/notification-token', async (route) => {
        tokenRequests.push({ method: route.request().method(), ...(await route.request().allHeaders()) });
        await route.fulfill({ status: 200, contentType: 'text/html', ...token });
      });
      await visit.page.route('/page', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: html,
          headers: { 'Content-Security-Policy': policy },
        }),
      );
      await visit.page.context().addCookies([{ name: 'session', value: 'anna', url: site.address }]);
      await visit.page.goto('/page');
      return { ...visit, tokenRequests };
    }

    it('shows the list and its arrivals with a token that it got by cookie and CSRF token', async () => {
      const body = JSON.stringify({ token: site.shop.sandbox.issueToken() });
      const { bell, cards, errors, violations, warnings, tokenRequests } = await visitWithoutScript({ body });
      await eventually(() => bell.getAttribute('aria-label')).toBe(unread);
      await bell.click();
      await cards.first().locator('img').first().waitFor();
      await site.shop.notify();
      await eventually(() => cards.first().textContent()).toContain('Your parcel was delivered');
      expect(tokenRequests).toHaveLength(1);
      expect(tokenRequests[0]).toMatchObject({
        method: 'POST',
        cookie: 'session=anna',
        'x-csrf-token': '5f4dcc3b5aa765d61d8327deb882cf99',
      });
      expect([...errors, ...violations, ...warnings]).toEqual([]);
    });

    it('says in the panel that the customer should sign in, and once why, if a login page comes instead', async () => {
      const body = '<!doctype html><title>Sign in</title>';
      const { bell, panel, errors, violations, warnings } = await visitWithoutScript({ body });
      await bell.click();
      await panel.getByText('Please sign in again.').waitFor();
      await panel.getByRole('button', { name: 'Try again' }).click();
      await panel.getByText('Please sign in again.').waitFor();
      expect(warnings).toEqual([expect.stringContaining('token-url responded with HTML.') as string]);
      expect([...errors, ...violations]).toEqual([]);
    });
  });

  describe.each([
    ['the classic file', `<script async src="${classicFile}"></script>`],
    ['the module build', '<script type="module" src="/cdn/nudge-inbox.js"></script>'],
  ])('with %s and a list of Trusted Types policies', (_, script) => {
    const body = `<div id="bell"></div><script>${setup}</script>${script}`;

    it('works if the list contains nudge-inbox', async () => {
      const csp = "trusted-types nudge-inbox; require-trusted-types-for 'script'";
      const { bell, cards, errors, violations, warnings } = await visit(body, {}, csp);
      await bell.click();
      await cards.first().waitFor();
      expect([...errors, ...violations, ...warnings]).toEqual([]);
    });

    it('works beside a Lit of the page, with the list of the documentation', async () => {
      const { page, bell, cards, errors, violations } = await visit(
        `<p id="host"></p><script src="/host.js"></script>${body}`,
        { '/host.js': await bundleHostWithLit() },
        trustedTypes,
      );
      await bell.click();
      await cards.first().waitFor();
      expect(await page.getByText('Rendered by the Lit of the page').isVisible()).toBe(true);
      expect([...errors, ...violations]).toEqual([]);
    });

    it('warns once that it was loaded twice', async () => {
      const twice = "trusted-types nudge-inbox; require-trusted-types-for 'script'";
      const { bell, cards, errors, warnings } = await visit(
        `${body}<script src="${classicFile}"></script><script src="${classicFile}?again"></script>`,
        {},
        twice,
      );
      await bell.click();
      await cards.first().waitFor();
      expect(errors).toEqual([]);
      expect(new Set(warnings.map((warning) => warning.includes('Loaded twice')))).toEqual(new Set([true]));
    });

    it.each(["'none'", 'lit-html'])('throws nothing and warns once if the list is %s', async (list) => {
      const { page, errors, warnings } = await visit(
        `${body}<nudge-inbox></nudge-inbox><p>The rest of the page</p>`,
        {},
        `trusted-types ${list}; require-trusted-types-for 'script'`,
      );
      await eventually(() => warnings.join()).toContain('trusted-types nudge-inbox');
      await page.evaluate(`NudgeInbox.mount('#bell', { element: 'nudge-preferences', ...${options} })`);
      await page.waitForTimeout(1500);
      expect(await page.getByText('The rest of the page').isVisible()).toBe(true);
      expect(await page.evaluate(() => customElements.get('nudge-inbox') === undefined)).toBe(true);
      expect(errors).toEqual([]);
      expect(warnings).toHaveLength(1);
    });
  });

  it('fires the events of a panel that opened before its code was loaded on the bell', async () => {
    const { page, cards, panel } = await visit(
      `<div id="bell"></div><script>${setup}
        NudgeInbox.queue.push(() => { document.querySelector('nudge-bell').open = true; });
        const sources = [];
        document.addEventListener('nudge-read-change', (event) => sources.push(event.composedPath()[0].localName));
      </script><script type="module" src="/cdn/nudge-inbox.js"></script>`,
    );
    await cards.first().waitFor();
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    // One is about what is loaded, one about the other pages.
    expect(new Set(await page.evaluate<string[]>('sources'))).toEqual(new Set(['nudge-bell']));
  });

  it.each([
    ['mounted', `<div id="inbox"></div><script src="${classicFile}"></script>`],
    ['in the page', `<nudge-inbox></nudge-inbox><script src="${classicFile}"></script>`],
  ])('shows an inbox that is %s without waiting for the page to be idle', async (how, body) => {
    const start =
      how === 'mounted'
        ? `NudgeInbox.mount('#inbox', { element: 'nudge-inbox', ...${options} });`
        : `Object.assign(document.querySelector('nudge-inbox'), ${options});`;
    const { page } = await visit(
      `<script>requestIdleCallback = () => 0;</script>${body}<script>${start}</script>`,
    );
    await page.locator('nudge-inbox nudge-card .card').first().waitFor({ timeout: 5000 });
  });

  it.each(['script-src', 'img-src', 'connect-src'])('needs %s in that policy', async (name) => {
    const less = policy.replace(new RegExp(`${name} 'self';`), '');
    expect(less).not.toBe(policy);
    const { page, violations } = await visit(
      `<div id="bell"></div><script src="/setup.js"></script><script src="${classicFile}"></script>`,
      { '/setup.js': setup },
      less,
    );
    if (name === 'img-src') await page.getByRole('button', { name: unread }).click();
    await eventually(() => violations.join()).toContain(name);
  });

  it('loads the file with its integrity hash from sri.json', async () => {
    const { bell, errors } = await visit(
      `<div id="bell"></div><script>${setup}</script>
      <script src="${classicFile}" integrity="${hashes['nudge-inbox.iife.js']}" crossorigin="anonymous"></script>`,
    );
    await eventually(() => bell.getAttribute('aria-label')).toBe(unread);
    expect(errors).toEqual([]);
  });

  it('finds the panel and the languages if a CDN serves the file for the name of the package alone', async () => {
    const address = '/npm/nudge-inbox@0.1.0';
    const files = ['panel', 'de'].map((name) => `/dist/cdn/nudge-inbox-${version}-${name}.iife.js`);
    const { page, cards, errors } = await visit(
      `<div id="bell"></div><script>document.documentElement.lang = 'de';${setup}</script>
      <script src="${address}"></script>`,
      {
        [address]: readFileSync('dist/cdn/nudge-inbox.iife.js', 'utf8'),
        ...Object.fromEntries(files.map((file) => [address + file, readFileSync(`.${file}`, 'utf8')])),
      },
    );
    await page.getByRole('button', { name: /^Benachrichtigungen, / }).click();
    await cards.first().waitFor();
    expect(errors).toEqual([]);
  });

  describe('with the module build and the import map of the documentation', () => {
    const script = `<script type="module" src="/cdn/nudge-inbox.js" integrity="${hashes['nudge-inbox.js']}"></script>`;
    const setupFiles = `<div id="bell"></div><script>${setup}</script>`;

    /** Visits a page in German whose import map has these hashes. */
    async function visitWithHashes(changed: Record<string, string>): Promise<Visit> {
      const integrity = Object.fromEntries(
        Object.entries({ ...hashes, ...changed }).map(([file, hash]) => [`/cdn/${file}`, hash]),
      );
      return visit(`<script type="importmap">${JSON.stringify({ integrity })}</script>
        ${setupFiles}${script}<script>document.documentElement.lang = 'de';</script>`);
    }

    it('loads every further file, also that of a language', async () => {
      const { page, cards, errors } = await visitWithHashes({});
      await page.getByRole('button', { name: /^Benachrichtigungen, / }).click();
      await cards.first().waitFor();
      expect(errors).toEqual([]);
    });

    it('does not run a language file that was changed', async () => {
      const { page, bell, cards, errors } = await visitWithHashes({
        'locales/de.js': hashes['locales/fr.js']!,
      });
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/locales/de.js')),
      );
      await bell.click();
      await cards.first().waitFor();
      expect(await bell.getAttribute('aria-label')).toMatch(/^Notifications, /);
      expect(errors).toEqual([]);
    });
  });

  it.each([
    ['its integrity hash is wrong', `integrity="${hashes['nudge-inbox.js']}"`, ''],
    ['the policy forbids the script', '', "default-src 'none'; script-src 'unsafe-inline'"],
    ['the script cannot be fetched', '', ''],
  ])('stays intact if %s', async (why, attribute, csp) => {
    const src = why === 'the script cannot be fetched' ? '/nowhere.js' : classicFile;
    const { page, errors } = await visit(
      `<div id="bell"></div><nudge-inbox></nudge-inbox><script>${setup}</script>
      <script src="${src}" ${attribute}></script><p>The rest of the page</p>`,
      {},
      csp,
    );
    expect(await page.getByText('The rest of the page').isVisible()).toBe(true);
    expect(await page.evaluate(() => customElements.get('nudge-inbox') === undefined)).toBe(true);
    expect(await page.evaluate(() => document.querySelector('#bell')?.childElementCount)).toBe(0);
    expect(errors).toEqual([]);
  });

  it.each([
    ['the classic file', { src: classicFile }],
    ['the module build', { src: '/cdn/nudge-inbox.js', type: 'module' }],
  ])('can create elements and set their properties before %s loads', async (_, script) => {
    const { page, errors, warnings } = await visit(`
      <nudge-bell label="News" base-url="/api/v1/engagement"></nudge-bell>
      <nudge-inbox heading="All news"></nudge-inbox>`);
    await page.evaluate(async (late) => {
      const baseUrl = '/api/v1/engagement';
      const getToken = async (): Promise<string> => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch('/shop/token', { method: 'POST', headers, body: '{}' })).text();
      };
      const page = (await (await fetch('/shop/notifications?limit=3')).json()) as {
        references: { id: string }[];
      };
      const ids = page.references.map(({ id }) => id);
      Object.assign(document.querySelector('nudge-bell')!, { getToken, ids });
      Object.assign(document.querySelector('nudge-inbox')!, { baseUrl, getToken, ids });
      document.body.append(Object.assign(document.createElement('script'), late));
    }, script);
    await page.getByRole('button', { name: /^News, \d unread$/ }).waitFor();
    await eventually(() => page.locator('body > nudge-inbox nudge-card .card').count()).toBe(3);
    await page.getByRole('heading', { name: 'All news' }).waitFor();
    expect([...errors, ...warnings]).toEqual([]);
  });

  it.each([
    ['classic file', `<script src="/older.js"></script><script src="${classicFile}"></script>`],
    [
      'module build',
      '<script src="/older.js"></script><script type="module" src="/cdn/nudge-inbox.js"></script>',
    ],
  ])('keeps the first of two versions and warns about the second, loaded as %s', async (_, scripts) => {
    const older = readFileSync('dist/cdn/nudge-inbox.iife.js', 'utf8').replaceAll(version, '0.0.9');
    const panel = readFileSync(`dist/cdn/nudge-inbox-${version}-panel.iife.js`, 'utf8');
    const { page, bell, cards, errors, warnings } = await visit(
      `<div id="bell"></div><script>${setup}</script>${scripts}`,
      { '/older.js': older, '/nudge-inbox-0.0.9-panel.iife.js': panel },
    );
    await bell.click();
    await cards.first().waitFor();
    expect(await page.locator('nudge-bell').count()).toBe(1);
    await eventually(() => warnings.length).toBe(1);
    expect(warnings[0]).toContain(`version 0.0.9 is in use, version ${version} is left aside`);
    expect(errors).toEqual([]);
  });
});
