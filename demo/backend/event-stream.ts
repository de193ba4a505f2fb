import type { NumberedEvent, Shop } from './shop.js';

/** Proxies close idle connections. */
const heartbeatMs = 15_000;

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function eventStream(shop: Shop, lastEventId: string | undefined): Response {
  const encoder = new TextEncoder();
  const after = lastEventId === undefined || !/^\d+$/.test(lastEventId) ? undefined : Number(lastEventId);
  let close: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => controller.enqueue(encoder.encode(`${text}\n\n`));
      send(': open');
      const unsubscribe = shop.subscribe(({ number, event }: NumberedEvent) => {
        send(`id: ${number}\ndata: ${JSON.stringify(event)}`);
      }, after);
      const timer = setInterval(() => send(': still here'), heartbeatMs);
      close = () => {
        clearInterval(timer);
        unsubscribe();
      };
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}
