import { describe, expect, it } from 'vitest';
import { eventually, useSite, type Visit } from './site.js';

describe.each([
  {
    build: 'module',
    script: '<script type="module" src="/cdn/nudge-inbox.js"></script>',
    panelFile: 'define-panel.js',
  },
  {
    build: 'classic',
    script: '<script src="/cdn/nudge-inbox.iife.js"></script>',
    panelFile: 'panel.iife.js',
  },
])('The $build build', ({ build, script, panelFile }) => {
  const site = useSite();

  /** Visits a page with a bell, over a connection as the browser reports it. Returns the names of the files it loads. */
  async function visitBell(connection: object): Promise<{ visit: Visit; files: string[] }> {
    const visit = await site.open();
    const { page } = visit;
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url().replace(/.*\/(nudge-inbox-[\d.]+-)?/, '')));
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    const html = `<!doctype html><html lang="en"><head><title>Bell</title></head><body><main></main>
      ${script}
      <script type="module">
        const references = [{ id: 'n1', isRead: false }];
        NudgeInbox.mount('main', {
          baseUrl: '/api/v1/engagement',
          getToken: () => 'token',
          source: { load: async () => ({ references, unreadCount: 1 }) },
        });
      </script></body></html>`;
    await page.route('**/bell', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('/bell');
    await eventually(() => visit.bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
    return { visit, files };
  }

  it('loads the panel when the page is idle', async () => {
    const { files } = await visitBell({ saveData: false, effectiveType: '4g' });
    await eventually(() => files).toContain(panelFile);
  });

  it('loads neither client nor schemas for a badge that needs no record, beside those of the panel', async () => {
    const { files } = await visitBell({ saveData: true });
    expect(files).not.toContain('request-code.js');
    expect(files).not.toContain('schemas.js');
  });

  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
    it(`leaves the panel until the customer reaches for the bell with ${JSON.stringify(connection)}`, async () => {
      const { visit, files } = await visitBell(connection);
      expect(files).not.toContain(panelFile);
      await visit.bell.hover();
      await eventually(() => files).toContain(panelFile);
    });
  }

  it('loads the panel for the focus, too, where data is saved', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    await visit.bell.focus();
    await eventually(() => files).toContain(panelFile);
  });

  it('loads the panel for an inbox that is added later, where data is saved', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    await visit.page.evaluate(() => document.body.append(document.createElement('nudge-inbox')));
    await eventually(() => files).toContain(panelFile);
  });

  it('reveals a notification before the panel is loaded', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    const { page } = visit;
    const [id = ''] = site.shop.sandbox.notificationIds();
    await page.goto('/');
    await visit.bell.waitFor();
    expect(files).not.toContain(panelFile);
    const isShown = page.evaluate((id) => document.querySelector('nudge-bell')?.reveal(id), id);
    expect(await isShown).toBe(true);
    await visit.panel.locator('[role=article]:focus').waitFor();
  });

  for (const leave of ['Escape', 'Tab'])
    it(`opens no panel after ${leave}, pressed while it loads`, async () => {
      const { visit } = await visitBell({ saveData: true });
      const { page, bell, panel } = visit;
      let load: (() => void) | undefined;
      await page.route(`**/*${panelFile}`, async (route) => {
        await new Promise<void>((resolve) => (load = resolve));
        await route.continue();
      });
      await page.evaluate(() => document.body.append(document.createElement('input')));
      await bell.press('Enter');
      await eventually(() => load).toBeTypeOf('function');
      await page.keyboard.press(leave);
      expect(await bell.getAttribute('aria-expanded')).toBe('false');
      load?.();
      await page.waitForFunction(() => customElements.get('nudge-inbox'));
      // It is created closed when the page is idle.
      await eventually(() => panel.count()).toBe(1);
      expect(await panel.isVisible()).toBe(false);
      expect(await bell.getAttribute('aria-expanded')).toBe('false');
    });

  it('closes a panel that does not load, and opens it with the next press', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    const { page, bell, panel, warnings } = visit;
    let fail: (() => void) | undefined;
    await page.route(`**/*${panelFile}`, async (route) => {
      await new Promise<void>((resolve) => (fail = resolve));
      await route.abort();
    });
    await page.evaluate(() => {
      document.addEventListener('nudge-close', ({ detail }) => document.body.append(` ${detail.reason}`));
    });
    await bell.click();
    expect(await bell.getAttribute('aria-busy')).toBe('true');
    // An update meanwhile changes nothing.
    await page.evaluate(() => document.querySelector('nudge-bell')?.setAttribute('max-count', '9'));
    await eventually(() => fail).toBeTypeOf('function');
    fail?.();
    await page.getByText('browser').waitFor();
    expect(await bell.getAttribute('aria-expanded')).toBe('false');
    expect(await bell.getAttribute('aria-busy')).toBe('false');
    await page.getByRole('status').getByText('Can’t load your notifications right now.').waitFor();
    expect(await page.evaluate(() => document.body.lastChild?.textContent)).toBe(' browser');
    expect(await page.getByText('browser browser').count()).toBe(0);
    expect(warnings.join()).toContain('The panel could not be loaded; a press tries again.');
    await page.unroute(`**/*${panelFile}`);
    await bell.click();
    await panel.waitFor();
    expect(files).toContain(panelFile);
  });

  // The first classic file contains their code.
  if (build === 'module')
    it('says that the notifications do not load, and loads them when asked to try again', async () => {
      const { visit } = await visitBell({ saveData: false });
      const { page, bell, panel } = visit;
      await page.route('**/*notification-store.js', (route) => route.abort());
      await page.reload();
      await bell.click();
      await panel.getByText('Can’t load your notifications right now.').waitFor();
      await page.unroute('**/*notification-store.js');
      await panel.getByRole('button', { name: 'Try again' }).click();
      await panel.locator('[role=article]').first().waitFor();
    });
});
