import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import * as z from 'zod';
import { eventStream } from './event-stream.js';
import type { Shop } from './shop.js';
import { createStaffRoutes } from './staff/routes.js';

const orderInput = z.object({ product: z.string().optional() });
const answerInput = z.object({ id: z.string() });
const readInput = z.object({ ids: z.array(z.string()), isRead: z.boolean() });
const preferenceInput = z.object({ groupId: z.string(), isGroupNotificationOff: z.boolean() });
const leverInput = z.union([
  z.object({ speed: z.enum(['normal', 'slow']) }),
  z.object({ failNext: z.number() }),
  z.object({ isServiceDown: z.boolean() }),
  z.object({ isSignedOut: z.boolean() }),
  z.object({ isForgetful: z.boolean() }),
  z.object({ expireTokens: z.literal(true) }),
  z.object({ arrivals: z.number(), delay: z.number() }),
  z.object({ reset: z.literal(true) }),
]);
const slow = [1500, 3000] as const;

/** The shop's own little backend, with the pages for its staff, and beside it the service. */
export function createRoutes(shop: Shop, folder: string): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>({ strict: false });

  // A real shop mints this token by what it agreed with the service, for the customer of its own session cookie.
  routes.post('/shop/token', (context) =>
    shop.isSignedOut
      ? context.text('Sign in first.', 401)
      : context.text(shop.sandbox.issueToken(), 200, { 'Cache-Control': 'no-store' }),
  );

  routes.get('/shop/notifications', (context) => {
    const { limit, cursor } = context.req.query();
    return context.json(shop.page(Math.min(Number(limit) || 25, 100), cursor));
  });

  routes.get('/shop/notification-events', (context) =>
    eventStream(shop, context.req.header('Last-Event-ID')),
  );

  routes.post('/shop/read', async (context) => {
    const { ids, isRead } = readInput.parse(await context.req.json());
    if (shop.isForgetful) return context.body(null, 500);
    shop.setRead(ids, isRead);
    return context.body(null, 204);
  });

  // The service cannot be asked what was chosen, so the page tells the shop, which gives it back.
  routes.get('/shop/groups', (context) => context.json(shop.groups()));

  routes.post('/shop/preferences', async (context) => {
    const { groupId, isGroupNotificationOff } = preferenceInput.parse(await context.req.json());
    shop.keepPreference(groupId, isGroupNotificationOff);
    return context.body(null, 204);
  });

  routes.post('/shop/order', async (context) => {
    shop.notify(orderInput.parse(await context.req.json()).product);
    return context.body(null, 204);
  });

  // What a button of a notification asks for, such as to leave the parcel with a neighbour.
  routes.post('/shop/answers', async (context) => {
    const { id } = answerInput.parse(await context.req.json());
    await new Promise((resolve) => setTimeout(resolve, 600));
    shop.setRead([id], true);
    return context.body(null, 204);
  });

  routes.get('/shop/levers', (context) =>
    context.json({
      speed: shop.sandbox.latency === 0 ? 'normal' : 'slow',
      isServiceDown: shop.sandbox.offline,
      isSignedOut: shop.isSignedOut,
      isForgetful: shop.isForgetful,
    }),
  );

  routes.post('/shop/levers', async (context) => {
    const lever = leverInput.parse(await context.req.json());
    if ('speed' in lever) shop.sandbox.latency = lever.speed === 'slow' ? slow : 0;
    else if ('failNext' in lever) shop.sandbox.failNext({ status: 500 }, lever.failNext);
    else if ('isServiceDown' in lever) shop.sandbox.offline = lever.isServiceDown;
    else if ('isForgetful' in lever) shop.isForgetful = lever.isForgetful;
    else if ('expireTokens' in lever) shop.sandbox.expireTokens();
    else if ('reset' in lever) shop.reset();
    else if ('isSignedOut' in lever) {
      shop.isSignedOut = lever.isSignedOut;
      shop.sandbox.expireTokens();
    } else {
      setTimeout(() => {
        for (let index = 0; index < lever.arrivals; index += 1) shop.notify();
      }, lever.delay);
    }
    return context.body(null, 204);
  });

  routes.route('/staff', createStaffRoutes(shop, folder));

  routes.all('/api/v1/engagement/*', async (context) => {
    const { raw, method } = context.req;
    const { signal, headers } = raw;
    const body = method === 'GET' || method === 'HEAD' ? null : await raw.arrayBuffer();
    try {
      return await shop.sandbox.fetch(raw.url, { method, headers, body, signal });
    } catch {
      // The sandbox speaks of a lost connection by rejecting; here the connection itself is lost.
      context.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  });

  routes.onError((error, context) =>
    context.text(error.message, error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500),
  );
  return routes;
}
