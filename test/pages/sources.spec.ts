import type { Route } from '@playwright/test';
import { blockWith } from '../docs/markdown.js';
import { expect, shopOptions, test, type Visit } from './site.js';

test('The service worker of the documentation passes a push to the open page, which shows the new notification', async ({
  visit,
  shop,
  context,
  baseURL,
}) => {
  await visit.gotoPageWith(`<div id="bell"></div>
    <script src="/cdn/nudge-inbox.iife.js"></script>
    <script>
      NudgeInbox.mount('#bell', {
        ${shopOptions},
        source: NudgeInbox.serviceWorkerSource({ pageUrl: '/shop/notifications' }),
      });
    </script>`);
  await visit.expectUnread(12);

  const devtools = await context.newCDPSession(visit.page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const worker = blockWith('sources.md', 'run service-worker.js');
  await context.route('**/service-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: worker }),
  );
  await visit.page.evaluate(() =>
    navigator.serviceWorker.register('/service-worker.js').then(() => undefined),
  );
  const registrationId = await registered;

  const { id } = shop.sandbox.addNotification();
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL!,
    registrationId,
    data: JSON.stringify({ id, title: 'Your parcel is on its way' }),
  });
  await visit.expectUnread(13);
  await visit.expectWarnings('The list says what is unread, but nothing saves what was read');
});

test.describe('A page with an event stream', () => {
  /** Opens the shop with streams to which the test responds. Returns their queries, and when a response arrived. */
  async function open(visit: Visit, respond: (route: Route) => Promise<void>) {
    const { page } = visit;
    const streams: string[] = [];
    let responses = 0;
    page.on('response', (response) => (responses += Number(response.url().includes('/shop/events'))));
    await page.route('**/shop/events*', (route) => {
      streams.push(new URL(route.request().url()).search);
      return respond(route);
    });
    await page.clock.install();
    await visit.goto();
    await visit.expectUnread(12);
    // A clock that runs ahead of a request or its response would end the wait for it, and the stream would be opened again.
    const wait = async (seconds: number): Promise<void> => {
      await page.clock.fastForward(seconds * 1000);
      await page.evaluate(() => fetch('/').then(() => undefined));
    };
    return { streams, countResponses: () => responses, wait };
  }

  test('ends it at the status 204', async ({ visit }) => {
    const { streams, countResponses, wait } = await open(visit, (route) => route.fulfill({ status: 204 }));
    while (streams.length < 2) await wait(1);
    await expect.poll(countResponses).toBe(2);
    await wait(0);
    for (let minutes = 0; minutes < 10; minutes += 1) await wait(60);
    expect(streams).toHaveLength(2);
  });

  test('opens one that is cut again, and resumes after the last event', async ({ visit }) => {
    const { streams, wait } = await open(visit, (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'id: 17\ndata: {}\n\n' }),
    );
    while (streams.length < 3) await wait(1);
    const [first, ...others] = streams;
    // The list says what its last event is.
    expect(first).toMatch(/^\?lastEventId=\d+$/);
    expect(new Set(others)).toEqual(new Set(['?lastEventId=17']));
  });
});
