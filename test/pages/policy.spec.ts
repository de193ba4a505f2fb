import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { blockWith } from '../docs/markdown.js';
import { expect, shopOptions, test, type Visit } from './site.js';

const classicFile = '/cdn/nudge-inbox.iife.js';
const classic = `<script src="${classicFile}"></script>`;
const builds = {
  'the classic file': classic,
  'the module build': '<script type="module" src="/cdn/nudge-inbox.js"></script>',
};
const mountBell = `<div id="bell"></div>
  <script nonce="once">window.NudgeInbox = { queue: [['mount', '#bell', { ${shopOptions} }]] };</script>`;

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

test.describe('A page whose policy', () => {
  test('names a nonce shows the bell and its panel in its language', async ({ visit }) => {
    await visit.gotoPageWith(`${mountBell}<script nonce="once" src="${classicFile}"></script>`, {
      lang: 'de',
      csp: `script-src 'nonce-once'`,
    });
    await visit.page.getByRole('button', { name: 'Benachrichtigungen, 12 ungelesen' }).click();
    await expect(visit.cards.first()).toBeVisible();
    await visit.expectWarnings();
  });

  test('names the hash of the script shows the bell and its panel', async ({ visit }) => {
    const hashes = JSON.parse(readFileSync('dist/cdn/sri.json', 'utf8')) as Record<string, string>;
    const hash = hashes['nudge-inbox.iife.js']!;
    await visit.gotoPageWith(`${mountBell}<script src="${classicFile}" integrity="${hash}"></script>`, {
      csp: `script-src 'nonce-once' '${hash}'`,
    });
    await visit.openPanel();
    await visit.expectWarnings();
  });

  for (const [build, script] of Object.entries(builds)) {
    test(`lists the Trusted Types policies of the documentation shows ${build} beside a Lit of the page`, async ({
      visit,
    }) => {
      await visit.gotoPageWith(`<p id="host"></p><script src="/host.js"></script>${mountBell}${script}`, {
        csp: blockWith('csp.md', 'csp trusted-types').trim(),
        scripts: { '/host.js': await bundleHostWithLit() },
      });
      await visit.openPanel();
      await expect(visit.page.getByText('Rendered by the Lit of the page')).toBeVisible();
      await visit.expectWarnings();
    });

    test(`does not list the Trusted Types policy of ${build} stays as it was, with an error that names it`, async ({
      visit,
    }) => {
      const { page } = visit;
      await visit.gotoPageWith(
        `${mountBell}${script}<nudge-inbox></nudge-inbox><p>The rest of the page</p>`,
        {
          csp: "trusted-types other; require-trusted-types-for 'script'",
        },
      );
      const error = blockWith('troubleshooting.md', 'error policy').trim();
      await expect
        .poll(() => visit.problems.toSorted())
        .toEqual([expect.stringContaining('trusted-types'), expect.stringContaining(error)]);
      visit.problems.length = 0;
      await expect(page.getByText('The rest of the page')).toBeVisible();
      expect(await page.evaluate(() => customElements.get('nudge-inbox') === undefined)).toBe(true);
    });
  }

  test('allows its Trusted Types policy once shows the bell of the first of two scripts', async ({
    visit,
  }) => {
    await visit.gotoPageWith(`${mountBell}${classic}<script src="${classicFile}?again"></script>`, {
      csp: "trusted-types lit-html; require-trusted-types-for 'script'",
    });
    await visit.openPanel();
    expect(visit.problems.splice(0).join()).toContain('trusted-types');
  });
});

test.describe('The page of the documentation without a script of its own', () => {
  /** Opens it under the policy of the documentation, with its addresses led to those of the shop. */
  async function open(visit: Visit, token: string): Promise<Record<string, string>[]> {
    const { page } = visit;
    const tokenRequests: Record<string, string>[] = [];
    for (const [from, to] of [
      ['/assets/', '/cdn/'],
      ['/v1/', '/api/v1/'],
      ['/notifications', '/shop/notifications'],
      ['/notification-events', '/shop/events'],
    ] as const)
      await page.route(
        (url) => url.pathname.startsWith(from),
        (route) => route.continue({ url: route.request().url().replace(from, to) }),
      );
    await page.route('/notification-token', async (route) => {
      const request = route.request();
      tokenRequests.push({ method: request.method(), ...(await request.allHeaders()) });
      await route.fulfill({ json: { token } });
    });
    await visit.gotoPageWith(blockWith('html.md', 'csp no-script-page'), {
      csp: blockWith('csp.md', 'csp policy').replaceAll('\n', ' '),
    });
    return tokenRequests;
  }

  test('shows the list and its arrivals with a token that it got by cookie and CSRF token', async ({
    visit,
    shop,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'session', value: 'anna', url: baseURL! }]);
    const tokenRequests = await open(visit, shop.sandbox.issueToken());
    await visit.expectUnread(12);
    await visit.openPanel();
    await expect(visit.cards.first().locator('img').first()).toBeVisible();
    await shop.notify('tent');
    await expect(visit.cards.first()).toContainText('Two-person tent');
    expect(tokenRequests).toHaveLength(1);
    expect(tokenRequests[0]).toMatchObject({
      method: 'POST',
      cookie: 'session=anna',
      'x-csrf-token': '5f4dcc3b5aa765d61d8327deb882cf99',
    });
    await visit.expectWarnings('The list says what is unread, but nothing saves what was read');
  });
});
