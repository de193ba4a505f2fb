import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { blockWith } from '../docs/markdown.js';
import { eventually, useSite } from './site.js';

describe('The service worker of the documentation', () => {
  const site = useSite();

  it('passes a push to the open page, which shows the new notification', async () => {
    const worker = blockWith('sources.md', 'run service-worker.js');
    const { page, bell, errors, warnings } = await site.visitBare(`
      <div id="bell"></div>
      <script src="/cdn/nudge-inbox.iife.js"></script>
      <script>
        NudgeInbox.mount('#bell', {
          baseUrl: '/api/v1/engagement',
          getToken: NudgeInbox.backendSource('/shop').getToken,
          source: NudgeInbox.serviceWorkerSource({ pageUrl: '/shop/notifications' }),
        });
      </script>`);
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');

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
        route.fulfill({ contentType: 'text/javascript', body: worker }),
      );
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js').then(() => undefined));
    const registrationId = await registered;

    const { id } = site.shop.sandbox.addNotification();
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: site.address,
      registrationId,
      data: JSON.stringify({ id, title: 'Your parcel is on its way' }),
    });
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 13 unread');
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
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    await site.shop.notify();
    expect(asked).toEqual(['/shop/notifications']);
    await page.clock.fastForward(11_000);
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 13 unread');
    expect(asked).toEqual(['/shop/notifications', '/shop/notifications']);
    expect(errors).toEqual([]);
    expect(violations).toEqual([]);
  });
});

describe('A page with an event stream', () => {
  const site = useSite();

  /** Opens the shop with streams that the test responds to. */
  async function visit(respond: (route: Route) => Promise<void>, setClock: (page: Page) => Promise<void>) {
    const opened = await site.open();
    const { page, bell } = opened;
    const streams: URL[] = [];
    let responses = 0;
    let lists = 0;
    page.on('request', (request) => (lists += Number(request.url().includes('/shop/notifications?'))));
    page.on('response', (response) => (responses += Number(response.url().includes('/shop/events'))));
    await page.route('**/shop/events*', (route) => {
      streams.push(new URL(route.request().url()));
      return respond(route);
    });
    await setClock(page);
    await page.goto('/');
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 12 unread');
    return { ...opened, streams, countResponses: () => responses, countLists: () => lists };
  }

  it('requests the list once at the start', async () => {
    const { bell, countResponses, countLists } = await visit(
      (route) => route.continue(),
      (page) => page.clock.setFixedTime('2026-11-20T10:00:00Z'),
    );
    await eventually(countResponses).toBe(1);
    // An event shows that the page has seen the stream open.
    await site.shop.notify();
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 13 unread');
    expect(countLists()).toBe(1);
  });

  it('ends the stream at the status 204', async () => {
    const { page, streams, countResponses, errors } = await visit(
      (route) => route.fulfill({ status: 204 }),
      (page) => page.clock.install(),
    );
    while (streams.length < 2) await page.clock.runFor(1000);
    // A clock that runs ahead of the response would end the wait for it, and the stream would be opened again.
    await eventually(countResponses).toBe(2);
    await page.evaluate(() => fetch('/').then(() => undefined));
    for (let minutes = 0; minutes < 10; minutes += 1) await page.clock.fastForward(60_000);
    expect(streams).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it('opens a stream that is cut again, and resumes after the last event', async () => {
    const { page, streams, countLists, errors } = await visit(
      (route) => route.fulfill({ contentType: 'text/event-stream', body: 'id: 17\ndata: {}\n\n' }),
      (page) => page.clock.install(),
    );
    while (streams.length < 4) await page.clock.runFor(1000);
    const [first, ...others] = streams.map(({ search }) => search);
    // The list says what its last event is.
    expect(first).toMatch(/^\?lastEventId=\d+$/);
    expect(others).toEqual(Array(3).fill('?lastEventId=17'));
    expect(countLists()).toBeLessThanOrEqual(5);
    expect(errors).toEqual([]);
  });
});
