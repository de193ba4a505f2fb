import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import * as z from 'zod';
import { eventStream } from './event-stream.js';
import type { Shop } from './shop.js';
import { createStaffRoutes } from './staff/routes.js';

const orderInput = z.object({ product: z.string().optional() });
const actionInput = z.object({ id: z.string() });
const readInput = z.object({ ids: z.array(z.string()), isRead: z.boolean() });
const preferenceInput = z.object({ groupId: z.string(), isGroupNotificationOff: z.boolean() });
const simulationInput = z.union([
  z.object({ speed: z.enum(['normal', 'slow']) }),
  z.object({ failNext: z.number() }),
  z.object({ isServiceDown: z.boolean() }),
  z.object({ isSignedOut: z.boolean() }),
  z.object({ isReadStateFailing: z.boolean() }),
  z.object({ expireTokens: z.literal(true) }),
  z.object({ arrivals: z.number(), delay: z.number() }),
  z.object({ reset: z.literal(true) }),
]);
const slowLatencyMs = [1500, 3000] as const;

/** The backend of the shop, its staff pages, and the service. */
export function createRoutes(shop: Shop, folder: string): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>({ strict: false });

  // A real shop gets the token from the service, for the customer of its session cookie.
  routes.post('/shop/token', (context) =>
    shop.isSignedOut
      ? context.text('Sign in first.', 401)
      : context.text(shop.sandbox.issueToken(), 200, { 'Cache-Control': 'no-store' }),
  );

  routes.get('/shop/notifications', (context) => {
    const { limit, cursor } = context.req.query();
    return context.json(shop.page(Math.min(Number(limit) || 25, 100), cursor));
  });

  routes.get('/shop/notification-events', (context) => eventStream(shop, context.req.query('lastEventId')));

  routes.post('/shop/read', async (context) => {
    const { ids, isRead } = readInput.parse(await context.req.json());
    if (shop.isReadStateFailing) return context.body(null, 500);
    shop.setRead(ids, isRead);
    return context.body(null, 204);
  });

  // The service cannot return saved preferences, so the shop stores them.
  routes.get('/shop/groups', (context) => context.json(shop.groups()));

  routes.post('/shop/preferences', async (context) => {
    const { groupId, isGroupNotificationOff } = preferenceInput.parse(await context.req.json());
    shop.storePreference(groupId, isGroupNotificationOff);
    return context.body(null, 204);
  });

  routes.post('/shop/order', async (context) => {
    shop.notify(orderInput.parse(await context.req.json()).product);
    return context.body(null, 204);
  });

  // The action of a notification button, such as to leave the parcel with a neighbour.
  routes.post('/shop/actions', async (context) => {
    const { id } = actionInput.parse(await context.req.json());
    await new Promise((resolve) => setTimeout(resolve, 600));
    shop.setRead([id], true);
    return context.body(null, 204);
  });

  routes.get('/shop/simulation', (context) =>
    context.json({
      speed: shop.sandbox.latency === 0 ? 'normal' : 'slow',
      isServiceDown: shop.sandbox.offline,
      isSignedOut: shop.isSignedOut,
      isReadStateFailing: shop.isReadStateFailing,
    }),
  );

  routes.post('/shop/simulation', async (context) => {
    const change = simulationInput.parse(await context.req.json());
    if ('speed' in change) shop.sandbox.latency = change.speed === 'slow' ? slowLatencyMs : 0;
    else if ('failNext' in change) shop.sandbox.failNext({ status: 500 }, change.failNext);
    else if ('isServiceDown' in change) shop.sandbox.offline = change.isServiceDown;
    else if ('isReadStateFailing' in change) shop.isReadStateFailing = change.isReadStateFailing;
    else if ('expireTokens' in change) shop.sandbox.expireTokens();
    else if ('reset' in change) shop.reset();
    else if ('isSignedOut' in change) {
      shop.isSignedOut = change.isSignedOut;
      shop.sandbox.expireTokens();
    } else {
      setTimeout(() => {
        for (let index = 0; index < change.arrivals; index += 1) shop.notify();
      }, change.delay);
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
      // The sandbox rejects to simulate a lost connection; here the connection itself is closed.
      context.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  });

  routes.onError((error, context) =>
    context.text(error.message, error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500),
  );
  return routes;
}
