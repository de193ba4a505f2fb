import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import * as z from 'zod';
import { delay } from '../../src/common/time.js';
import type { Shop } from './shop.js';
import { createStaffRoutes } from './staff/routes.js';

const orderInput = z.object({ product: z.string().optional() });
const sendInput = z.object({
  title: z.string().min(1),
  body: z.string(),
  product: z.string(),
  delayMs: z.coerce.number().int().min(0).max(60_000),
});
const actionInput = z.object({ id: z.string() });
const simulationInput = z.union([
  z.object({ speed: z.enum(['normal', 'slow']) }),
  z.object({ failNext: z.number() }),
  z.object({ isUnreachable: z.boolean() }),
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

  routes.post('/shop/order', async (context) => {
    await shop.notify(orderInput.parse(await context.req.json()).product);
    return context.body(null, 204);
  });

  // What somebody has written on the page `/send`.
  routes.post('/shop/send', async (context) => {
    const { delayMs, ...content } = sendInput.parse(await context.req.json());
    await delay(delayMs);
    await shop.send(content);
    return context.body(null, 204);
  });

  // The action of a notification button that is no answer.
  routes.post('/shop/actions', async (context) => {
    const { id } = actionInput.parse(await context.req.json());
    await delay(600);
    await shop.markRead(id);
    return context.body(null, 204);
  });

  routes.get('/shop/simulation', (context) =>
    context.json({
      speed: shop.sandbox.latency === 0 ? 'normal' : 'slow',
      isUnreachable: shop.isUnreachable,
      isSignedOut: shop.isSignedOut,
      isReadStateFailing: shop.isReadStateFailing,
    }),
  );

  routes.post('/shop/simulation', async (context) => {
    const change = simulationInput.parse(await context.req.json());
    if ('speed' in change) shop.sandbox.latency = change.speed === 'slow' ? slowLatencyMs : 0;
    else if ('failNext' in change) shop.sandbox.failNext({ status: 500 }, change.failNext);
    else if ('isUnreachable' in change) shop.sandbox.offline = shop.isUnreachable = change.isUnreachable;
    else if ('isReadStateFailing' in change) shop.isReadStateFailing = change.isReadStateFailing;
    else if ('expireTokens' in change) shop.sandbox.expireTokens();
    else if ('reset' in change) await shop.reset();
    else if ('isSignedOut' in change) {
      shop.isSignedOut = change.isSignedOut;
      shop.sandbox.expireTokens();
    } else {
      setTimeout(() => {
        for (let index = 0; index < change.arrivals; index += 1) void shop.notify();
      }, change.delay);
    }
    return context.body(null, 204);
  });

  for (const change of ['read', 'seen', 'dismissed', 'answer'])
    routes.post(`/shop/${change}`, (context, next) =>
      shop.isReadStateFailing ? Promise.resolve(context.body(null, 500)) : next(),
    );

  routes.all('/shop/*', (context) => {
    if (!shop.isUnreachable) return shop.inbox.fetch(context.req.raw);
    context.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
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
