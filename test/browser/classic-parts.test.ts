import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/version.js';
import { eventually, useSite, type Visit } from './site.js';

const hashes = JSON.parse(readFileSync('dist/cdn/sri.json', 'utf8')) as Record<string, string>;
const firstFile = '/cdn/nudge-inbox.iife.js';
const integrity = `integrity="${hashes['nudge-inbox.iife.js']}"`;
const first = `<script src="${firstFile}"></script>`;
const verified = `<script src="${firstFile}" ${integrity}></script>`;
const nameOf = (part: string): string => `nudge-inbox-${version}-${part}.iife.js`;
const fileOf = (name: string): string => readFileSync(`dist/cdn/${name}`, 'utf8');
const mount = `if (!window.NudgeInbox?.queue) window.NudgeInbox = { queue: [] };
  NudgeInbox.queue.push(['mount', '#bell', { baseUrl: '/api/v1/engagement', backendUrl: '/shop' }]);`;
const bellAndSetup = `<div id="bell"></div><script nonce="once">${mount}</script>`;
const notLoaded = '[nudge-inbox] The panel could not be loaded; a press tries again.';

describe('The parts of the classic build', () => {
  const site = useSite();

  /** Visits a page with this body and an optional policy. `prepare` may replace files. */
  async function visit(
    body: string,
    {
      csp = '',
      lang = 'en',
      prepare,
    }: { csp?: string; lang?: string; prepare?: (visit: Visit) => unknown } = {},
  ): Promise<Visit & { requests: string[] }> {
    const visit = await site.open();
    const requests: string[] = [];
    visit.page.on('request', (request) => requests.push(request.url().replace(/.*\//, '')));
    const html = `<!doctype html><html lang="${lang}"><head><title>Page</title></head><body>${body}</body></html>`;
    const headers = csp ? { 'Content-Security-Policy': csp } : {};
    await visit.page.route('**/page', (route) =>
      route.fulfill({ contentType: 'text/html', body: html, headers }),
    );
    await prepare?.(visit);
    await visit.page.goto('/page');
    return { ...visit, requests };
  }

  /** Replaces a part by one that also marks the page, as whoever controls a CDN could. */
  const tamperWith = (part: string) => (visit: Visit) =>
    visit.page.route(`**/${nameOf(part)}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `globalThis.isTamperedWith = true;${fileOf(nameOf(part))}`,
      }),
    );
  const isTamperedWith = ({ page }: Visit): Promise<boolean> =>
    page.evaluate(() => 'isTamperedWith' in globalThis);

  /** The scripts of the page that it does not have from its own HTML: each stays until it is loaded. */
  const addedScripts = ({ page }: Visit): Promise<number> =>
    page.evaluate((name) => document.querySelectorAll(`script[src*="nudge-inbox-${name}"]`).length, version);

  it('are not requested for a bell with its badge before the page is idle or the customer reaches for it', async () => {
    const visited = await visit(bellAndSetup + first, {
      prepare: ({ page }) => page.addInitScript('requestIdleCallback = () => 0;'),
    });
    const { bell, cards, requests } = visited;
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    expect(requests.filter((name) => name.endsWith('.js'))).toEqual(['nudge-inbox.iife.js']);
    await bell.click();
    await cards.first().waitFor();
    expect(requests.filter((name) => name === nameOf('panel'))).toHaveLength(1);
    await eventually(() => addedScripts(visited)).toBe(0);
  });

  it('run as they are if the tag of the first file has no integrity attribute', async () => {
    const visited = await visit(bellAndSetup + first, { prepare: tamperWith('panel') });
    await visited.bell.click();
    await visited.cards.first().waitFor();
    expect(await isTamperedWith(visited)).toBe(true);
  });

  it('do not run if they were tampered with and the tag has an integrity attribute', async () => {
    const visited = await visit(bellAndSetup + verified, { prepare: tamperWith('panel') });
    const { bell, panel, errors, warnings } = visited;
    await bell.click();
    await eventually(() => warnings).toContain(notLoaded);
    expect(await isTamperedWith(visited)).toBe(false);
    expect(await panel.count()).toBe(0);
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    await eventually(() => addedScripts(visited)).toBe(0);
    expect(errors).toEqual([]);
  });

  it('leave the bell in English if a language was tampered with and the tag has an integrity attribute', async () => {
    const visited = await visit(bellAndSetup + verified, { lang: 'de', prepare: tamperWith('de') });
    const { bell, cards, errors, requests } = visited;
    await eventually(() => requests).toContain(nameOf('de'));
    await bell.click();
    await cards.first().waitFor();
    expect(await bell.getAttribute('aria-label')).toMatch(/^Notifications, /);
    expect(await isTamperedWith(visited)).toBe(false);
    expect(errors).toEqual([]);
  });

  it.each(['with', 'without'])('load from another origin %s an integrity attribute', async (how) => {
    const cdn = 'http://cdn.localhost';
    const attributes = how === 'with' ? `${integrity} crossorigin="anonymous"` : '';
    const { page, cards, errors } = await visit(
      `${bellAndSetup}<script src="${cdn}/nudge-inbox.iife.js" ${attributes}></script>`,
      {
        lang: 'de',
        prepare: (visit) =>
          visit.page.route(`${cdn}/*`, (route) =>
            route.fulfill({
              contentType: 'text/javascript',
              body: fileOf(new URL(route.request().url()).pathname.slice(1)),
              headers: how === 'with' ? { 'Access-Control-Allow-Origin': '*' } : {},
            }),
          ),
      },
    );
    await page.getByRole('button', { name: /^Benachrichtigungen, / }).click();
    await cards.first().waitFor();
    expect(errors).toEqual([]);
  });

  it.each([
    ['names a nonce', "script-src 'nonce-once'", `<script nonce="once" src="${firstFile}"></script>`],
    [
      'trusts what a script with a nonce loads',
      "script-src 'nonce-once' 'strict-dynamic'",
      `<script nonce="once" src="${firstFile}"></script>`,
    ],
    [
      'names the hash of the first file',
      `script-src 'nonce-once' '${hashes['nudge-inbox.iife.js']}' 'strict-dynamic'`,
      verified,
    ],
    [
      'names the Trusted Types policy',
      "trusted-types nudge-inbox; require-trusted-types-for 'script'",
      verified,
    ],
  ])('load on a page whose policy %s', async (_, csp, script) => {
    const { page, cards, errors, violations, warnings } = await visit(bellAndSetup + script, {
      csp,
      lang: 'de',
    });
    await page.getByRole('button', { name: /^Benachrichtigungen, / }).click();
    await cards.first().waitFor();
    expect([...errors, ...violations, ...warnings]).toEqual([]);
  });

  it('load on the next press after one that failed', async () => {
    let requests = 0;
    const visited = await visit(bellAndSetup + first, {
      prepare: ({ page }) =>
        page.route(`**/${nameOf('panel')}`, (route) => {
          requests += 1;
          return requests === 1 ? route.abort() : route.continue();
        }),
    });
    const { bell, cards, errors, warnings } = visited;
    await eventually(() => warnings).toEqual([notLoaded]);
    await eventually(() => addedScripts(visited)).toBe(0);
    await bell.click();
    await cards.first().waitFor();
    expect(requests).toBe(2);
    await eventually(() => addedScripts(visited)).toBe(0);
    expect(errors).toEqual([]);
  });

  it('are not found by a script without an address, which says what to do', async () => {
    const { page, bell, errors, warnings } = await visit(bellAndSetup);
    await page.evaluate((text) => {
      document.body.append(Object.assign(document.createElement('script'), { text }));
    }, fileOf('nudge-inbox.iife.js'));
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    await eventually(() => warnings).toEqual([
      expect.stringContaining('load nudge-inbox.iife.js by a <script> with src') as string,
      notLoaded,
    ]);
    expect(errors).toEqual([]);
  });

  describe.each([
    ['before', (toasts: string) => toasts + first],
    ['after', (toasts: string) => first + toasts],
  ])('with the tag of the toasts %s that of the first file', (_, order) => {
    const toasts = '<script src="/cdn/nudge-inbox-toasts.iife.js"></script>';
    const element = '<nudge-toasts base-url="/api/v1/engagement" backend-url="/shop"></nudge-toasts>';

    it('show an arrival as a toast', async () => {
      const visited = await visit(element + order(toasts));
      const { page, errors, warnings } = visited;
      await page.locator('nudge-toasts:defined').waitFor({ state: 'attached' });
      await eventually(async () => {
        await site.shop.notify();
        return page.locator('nudge-toast').count();
      }).toBeGreaterThan(0);
      await eventually(() => addedScripts(visited)).toBe(0);
      expect([...errors, ...warnings]).toEqual([]);
    });

    it('warn once if the toasts do not load', async () => {
      const { errors, warnings } = await visit(element + order(toasts), {
        prepare: ({ page }) => page.route(`**/${nameOf('script-toasts')}`, (route) => route.abort()),
      });
      await eventually(() => warnings).toEqual(['[nudge-inbox] The toasts could not be loaded.']);
      expect(errors).toEqual([]);
    });
  });

  it('warn that the toasts need the first file on a page with the module build', async () => {
    const { warnings } = await visit(
      `<script src="/cdn/nudge-inbox-toasts.iife.js"></script><script type="module" src="/cdn/nudge-inbox.js"></script>`,
    );
    await eventually(() => warnings.join()).toContain('works only beside nudge-inbox.iife.js');
  });
});
