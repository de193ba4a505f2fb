import { describe, expect, it } from 'vitest';
import { eventually, useSite, type Visit } from './site.js';

describe('The module build', () => {
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
      <script type="module" src="/cdn/nudge-inbox.js"></script>
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
    await eventually(() => files).toContain('define-panel.js');
  });

  it('loads neither client nor schemas for a badge that needs no record, beside those of the panel', async () => {
    const { files } = await visitBell({ saveData: true });
    expect(files).not.toContain('requests.js');
    expect(files).not.toContain('schemas.js');
  });

  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
    it(`leaves the panel until the customer reaches for the bell with ${JSON.stringify(connection)}`, async () => {
      const { visit, files } = await visitBell(connection);
      expect(files).not.toContain('define-panel.js');
      await visit.bell.hover();
      await eventually(() => files).toContain('define-panel.js');
    });
  }

  it('loads the panel for the focus, too, where data is saved', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    await visit.bell.focus();
    await eventually(() => files).toContain('define-panel.js');
  });

  it('loads the panel for an inbox that is added later, where data is saved', async () => {
    const { visit, files } = await visitBell({ saveData: true });
    await visit.page.evaluate(() => document.body.append(document.createElement('nudge-inbox')));
    await eventually(() => files).toContain('define-panel.js');
  });
});
