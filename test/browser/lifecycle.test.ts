import type { CDPSession, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { Session } from '../../src/inbox/session.js';
import { eventually, useSite, type Visit } from './site.js';

interface Counts {
  timers: Set<unknown>;
  frames: Set<unknown>;
  channels: Set<unknown>;
  observers: Map<unknown, Set<unknown>>;
}

declare global {
  var counts: Counts;
  var handed: Session | undefined;
}

/** Counts the active timers, frames, channels and observers of the page. */
function countLife(): void {
  const counts: Counts = { timers: new Set(), frames: new Set(), channels: new Set(), observers: new Map() };
  window.counts = counts;
  const { setTimeout, clearTimeout, requestAnimationFrame } = window;
  const once = (set: Set<unknown>, begin: (run: () => void) => unknown, run: () => void): unknown => {
    const id = begin(() => {
      set.delete(id);
      run();
    });
    set.add(id);
    return id;
  };
  Object.assign(window, {
    setTimeout: (run: () => void, delay?: number) =>
      once(counts.timers, (wrapped) => setTimeout(wrapped, delay), run),
    setInterval: (...all: Parameters<typeof setInterval>) => {
      counts.timers.add(all);
      return 0;
    },
    clearTimeout: (id: number) => {
      counts.timers.delete(id);
      clearTimeout(id);
    },
    requestAnimationFrame: (run: () => void) => once(counts.frames, requestAnimationFrame, run),
  });
  for (const Channel of [BroadcastChannel, EventSource]) {
    const counted = class extends (Channel as typeof BroadcastChannel) {
      constructor(name: string) {
        super(name);
        counts.channels.add(this);
      }
      override close(): void {
        super.close();
        counts.channels.delete(this);
      }
    };
    Object.assign(window, { [Channel.name]: counted });
  }
  for (const Observer of [IntersectionObserver, MutationObserver, ResizeObserver]) {
    const { observe, disconnect } = Observer.prototype;
    Object.assign(Observer.prototype, {
      observe(this: unknown, target: Node, ...rest: unknown[]) {
        const seen = counts.observers.get(this) ?? new Set();
        counts.observers.set(this, seen.add(target));
        Reflect.apply(observe, this, [target, ...rest]);
      },
      disconnect(this: unknown) {
        counts.observers.delete(this);
        Reflect.apply(disconnect, this, []);
      },
    });
    if (Observer === MutationObserver) continue;
    const { unobserve } = IntersectionObserver.prototype;
    const end = Observer === IntersectionObserver ? unobserve : ResizeObserver.prototype.unobserve;
    Object.assign(Observer.prototype, {
      unobserve(this: unknown, target: Node) {
        const seen = counts.observers.get(this);
        seen?.delete(target);
        if (seen?.size === 0) counts.observers.delete(this);
        Reflect.apply(end, this, [target]);
      },
    });
  }
}

interface Part {
  tag: 'nudge-bell' | 'nudge-inbox' | 'nudge-notification';
  isOwn: boolean;
}

/** One life cycle of an element: attached, opened, scrolled, used, closed and removed. */
async function live({ tag, isOwn }: Part): Promise<void> {
  const kit = window.NudgeInbox;
  if (kit?.version === undefined) throw new Error('The script is not there.');
  const settings = {
    baseUrl: '/api/v1/engagement',
    backendUrl: '/shop',
    customerKey: 'ann',
  };
  const until = async (isSo: () => unknown): Promise<void> => {
    for (let frame = 0; !isSo(); frame++) {
      if (frame > 500) throw new Error(`${tag}: ${String(isSo)}`);
      await new Promise(requestAnimationFrame);
    }
  };
  const element = document.createElement(tag) as NudgeBell | NudgeInbox;
  Object.assign(element, isOwn ? settings : { session: (window.handed ??= kit.createSession(settings)) });
  if (tag === 'nudge-notification') element.setAttribute('notification-id', document.body.dataset.id ?? '');
  document.body.append(element);
  if (tag === 'nudge-bell') Object.assign(element, { open: true, titleCount: true, readOnView: true });
  const inbox = (): Element | null | undefined =>
    tag === 'nudge-bell' ? element.shadowRoot?.querySelector('nudge-inbox') : element;
  const part = (name: string): HTMLElement | null | undefined =>
    inbox()?.shadowRoot?.querySelector<HTMLElement>(name);
  if (tag === 'nudge-notification') {
    await until(() => part('.tools button'));
    part('.tools button')?.click();
  } else {
    await until(() => part('nudge-card')?.shadowRoot?.querySelector('.tools button'));
    const list = part('.list');
    list?.scrollTo(0, list.scrollHeight);
    await until(() => (inbox()?.shadowRoot?.querySelectorAll('.feed > .loaded').length ?? 0) > 3);
    list?.scrollTo(0, 0);
    const card = part('nudge-card');
    card?.shadowRoot?.querySelector<HTMLElement>('button.tag')?.click();
    card?.shadowRoot?.querySelector<HTMLElement>('.tools button:last-child')?.click();
    await until(() => part('.undo button'));
    part('.undo button')?.click();
    part('header button')?.click();
  }
  await new Promise(requestAnimationFrame);
  // Moved within the page, removed and attached again.
  document.body.append(document.createElement('main'));
  document.querySelector('main')?.append(element);
  await new Promise(requestAnimationFrame);
  element.remove();
  await new Promise(requestAnimationFrame);
  document.body.append(element);
  await new Promise(requestAnimationFrame);
  if (tag === 'nudge-bell') Object.assign(element, { open: false });
  await new Promise(requestAnimationFrame);
  element.remove();
  document.querySelector('main')?.remove();
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** Counts the objects with the prototype that this expression returns, after a garbage collection. */
async function count(session: CDPSession, prototype: string): Promise<number> {
  // The found objects stay referenced until their group is released.
  const objectGroup = 'count';
  const { result } = await session.send('Runtime.evaluate', { expression: prototype, objectGroup });
  if (result.objectId === undefined) return 0;
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId,
    objectGroup,
  });
  const { result: length } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return Number(length.value);
}

async function measure(page: Page, session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage');
  const found: Record<string, number> = await page.evaluate(() => ({
    timers: counts.timers.size,
    frames: counts.frames.size,
    channels: counts.channels.size,
    observers: counts.observers.size,
  }));
  for (const tag of ['bell', 'inbox', 'card', 'notification', 'avatar'])
    found[tag] = await count(session, `customElements.get('nudge-${tag}')?.prototype`);
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { ...found, nodes, listeners: jsEventListeners };
}

describe('Removed elements', () => {
  const site = useSite();

  async function visit(): Promise<Visit & { session: CDPSession }> {
    const visited = await site.open();
    await visited.page.addInitScript(countLife);
    const id = site.shop.sandbox.notificationIds()[0] ?? '';
    const contentType = 'text/html; charset=utf-8';
    const body = `<!doctype html><html lang="en"><head><title>Bare</title></head>
      <body data-id="${id}"><script src="/cdn/nudge-inbox.iife.js"></script></body></html>`;
    await visited.page.route('**/bare', (route) => route.fulfill({ contentType, body }));
    await visited.page.goto('/bare');
    await visited.page.evaluate(() => customElements.whenDefined('nudge-inbox').then(() => undefined));
    return { ...visited, session: await visited.page.context().newCDPSession(visited.page) };
  }

  it.each([
    { tag: 'nudge-bell', isOwn: true },
    { tag: 'nudge-bell', isOwn: false },
    { tag: 'nudge-inbox', isOwn: true },
    { tag: 'nudge-inbox', isOwn: false },
    { tag: 'nudge-notification', isOwn: true },
    { tag: 'nudge-notification', isOwn: false },
  ] satisfies Part[])(
    'release everything after twenty life cycles: $tag, own session: $isOwn',
    async (part) => {
      const { page, session, errors } = await visit();
      for (let cycle = 0; cycle < 3; cycle++) await page.evaluate(live, part);
      const before = await measure(page, session);
      for (let cycle = 0; cycle < 20; cycle++) await page.evaluate(live, part);
      // Polled, because the last objects may wait for a later collection.
      await eventually(async () => {
        const { nodes, listeners, ...objects } = await measure(page, session);
        // A leak of one per cycle would be twenty. Lit also keeps the templates of what only some cycles show, some forty nodes.
        const leaks = {
          nodes: nodes! >= before.nodes! + 100,
          listeners: listeners! >= before.listeners! + 20,
        };
        return { ...objects, leaks };
      }).toEqual({
        ...{ timers: 0, frames: 0, channels: 0, observers: 0 },
        ...{ bell: 0, inbox: 0, card: 0, notification: 0, avatar: 0 },
        leaks: { nodes: false, listeners: false },
      });
      expect(errors).toEqual([]);
    },
    60_000,
  );
});
