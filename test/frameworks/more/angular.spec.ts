import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import sirv from 'sirv';
import { testApp } from '../app.js';
import { appFolder } from '../install.js';
import { ownInterfaceJourney } from '../journey.js';
import { Visit } from '../visit.js';

testApp('angular', {
  steps: ownInterfaceJourney,
  output: 'dist/browser',
  renderedOutput: 'dist-rendered/browser',
  page: 'angular.md',
  freshOutput: 'dist-fresh/browser',
});

/** Serves the app with zone.js, and a backend with its open event streams. */
async function serveZoneApp(): Promise<{ address: string; streams: Set<NodeJS.WritableStream> }> {
  const streams = new Set<NodeJS.WritableStream>();
  const files = sirv(join(appFolder('angular'), 'dist-zone/browser'));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/inbox/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(':\n\n');
      streams.add(response);
    } else if (pathname === '/inbox/notifications')
      response.end('{"references":[{"id":"a","isRead":false},{"id":"b","isRead":false}]}');
    else if (pathname === '/inbox/preferences') response.end('{"groups":[]}');
    else files(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, streams };
}

test('The angular app with zone.js is stable with two open streams, whose heartbeats it does not check', async ({
  page,
}) => {
  const { address, streams } = await serveZoneApp();
  const visit = new Visit(page);
  const angular = (): Promise<{ checks: number; isStable: boolean }> => page.evaluate('angular');
  await page.goto(address);
  await visit.expectBell('Notifications, 2 new');
  await expect(visit.own.getByText('2 unread')).toBeVisible();
  await expect.poll(async () => (await angular()).isStable, { timeout: 10_000 }).toBe(true);

  await expect.poll(() => streams.size).toBe(2);
  const { checks } = await angular();
  const heartbeats = 'event: ping\ndata: 1\n\n'.repeat(20);
  const arrival = 'event: add\ndata: {"references":[{"id":"c","isRead":false}]}\n\n';
  for (const stream of streams) stream.write(heartbeats + arrival);
  await visit.expectBell('Notifications, 3 new');
  await expect(visit.own.getByText('3 unread')).toBeVisible();
  expect(visit.errors).toEqual([]);
  // Those for the signals of the app's own interface.
  expect((await angular()).checks - checks).toBeLessThan(5);
});
