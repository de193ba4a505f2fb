import { describe, expect, it } from 'vitest';
import { readmeExamples } from '../package/readme.js';
import { eventually, useSite } from './site.js';

describe('The service worker of the README', () => {
  const site = useSite();

  it('passes a push to the open page, which shows the new notification', async () => {
    const worker = readmeExamples('Where the ids come from', 'js').find((code) => code.includes("'push'"));
    const { page, bell, errors, warnings } = await site.visitBare(`
      <div id="bell"></div>
      <script src="/cdn/nudge-inbox.iife.js"></script>
      <script>
        NudgeInbox.mount('#bell', {
          baseUrl: '/api/v1/engagement',
          getToken: () => fetch('/shop/token', { method: 'POST' }).then((answer) => answer.text()),
          source: NudgeInbox.serviceWorkerSource({ pageUrl: '/shop/notifications' }),
        });
      </script>`);
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, at least 8 unread');

    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated');
        if (active) resolve(active.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await page
      .context()
      .route('**/service-worker.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: worker ?? '' }),
      );
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js').then(() => undefined));
    const registrationId = await registered;

    const { id } = site.shop.sandbox.addNotification();
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: site.address,
      registrationId,
      data: JSON.stringify({ id, title: 'Your parcel is on its way' }),
    });
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, at least 9 unread');
    expect(site.requestedIds).toContain(id);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('A page with a polling source', () => {
  const site = useSite();

  it('shows an arrival after the next poll, without an event stream', async () => {
    const { page, bell, errors, violations } = await site.open();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/shop/notification')) asked.push(pathname);
    });
    await page.clock.install();
    await page.goto('/?source=polling');
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, at least 8 unread');
    site.shop.notify();
    expect(asked).toEqual(['/shop/notifications']);
    await page.clock.fastForward(11_000);
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, at least 9 unread');
    expect(asked).toEqual(['/shop/notifications', '/shop/notifications']);
    expect(errors).toEqual([]);
    expect(violations).toEqual([]);
  });
});
