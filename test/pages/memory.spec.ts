import type { CDPSession, Page } from '@playwright/test';
import type { Session } from '../../src/session/session.js';
import { expect, test } from './site.js';

interface Counts {
  timers: Set<unknown>;
  frames: Set<unknown>;
  channels: Set<unknown>;
  observers: Map<unknown, Set<unknown>>;
}

declare global {
  var counts: Counts;
  var sharedSession: Session | undefined;
}

/** Counts the active timers, frames, channels and observers of the page. */
function countLife(): void {
  const counts: Counts = { timers: new Set(), frames: new Set(), channels: new Set(), observers: new Map() };
  window.counts = counts;
  const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
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
    cancelAnimationFrame: (id: number) => {
      counts.frames.delete(id);
      cancelAnimationFrame(id);
    },
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

/** One life of each element: attached, opened, scrolled, used, moved, closed and removed. */
async function live(isSessionShared: boolean): Promise<void> {
  const kit = window.NudgeInbox;
  if (kit?.version === undefined) throw new Error('The script is not there.');
  const settings = {
    baseUrl: '/api/v1/engagement',
    backendUrl: '/shop',
    customerKey: document.documentElement.dataset.customerKey,
  };
  const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
  const until = async <T>(find: () => T | null | undefined | false): Promise<T> => {
    for (;;) {
      const found = find();
      if (found) return found;
      await nextFrame();
    }
  };
  for (const tag of ['nudge-bell', 'nudge-inbox', 'nudge-notification'] as const) {
    const element = document.createElement(tag);
    const session = (): Session => (globalThis.sharedSession ??= kit.createSession(settings));
    Object.assign(element, isSessionShared ? { session: session() } : settings);
    if (tag === 'nudge-bell') Object.assign(element, { open: true, titleCount: true, readOnView: true });
    if (tag === 'nudge-notification') element.setAttribute('notification-id', document.body.id);
    document.body.append(element);
    const inbox = (): Element | null | undefined =>
      tag === 'nudge-bell' ? element.shadowRoot?.querySelector('nudge-inbox') : element;
    const part = (selector: string): HTMLElement | null | undefined =>
      inbox()?.shadowRoot?.querySelector<HTMLElement>(selector);
    if (tag === 'nudge-notification') {
      (await until(() => part('.tools button'))).click();
    } else {
      await until(() => part('nudge-card')?.shadowRoot?.querySelector('.tools button'));
      const list = part('.list')!;
      list.scrollTo(0, list.scrollHeight);
      await until(() => (inbox()?.shadowRoot?.querySelectorAll('.feed > .loaded').length ?? 0) > 3);
      list.scrollTo(0, 0);
      const card = part('nudge-card')?.shadowRoot;
      card?.querySelector<HTMLElement>('button.tag')?.click();
      card?.querySelector<HTMLElement>('.tools button:last-child')?.click();
      (await until(() => part('.undo button'))).click();
      part('header button')?.click();
    }
    await nextFrame();
    const main = document.createElement('main');
    document.body.append(main);
    main.append(element);
    await nextFrame();
    element.remove();
    await nextFrame();
    document.body.append(element);
    await nextFrame();
    if (tag === 'nudge-bell') Object.assign(element, { open: false });
    await nextFrame();
    element.remove();
    main.remove();
    await nextFrame();
  }
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

test.describe('Elements that were removed', () => {
  for (const [sessions, isSessionShared] of [
    ['sessions of their own', false],
    ['a session that goes on', true],
  ] as const)
    test(`leave nothing behind after ten lives with ${sessions}`, async ({ visit, shop, context }) => {
      test.slow();
      const { page } = visit;
      await page.addInitScript(countLife);
      await visit.gotoPageWith('<script src="/cdn/nudge-inbox.iife.js"></script>');
      await page.evaluate(
        ([id, customerKey]) => {
          document.body.id = id;
          document.documentElement.dataset.customerKey = customerKey;
          return customElements.whenDefined('nudge-inbox').then(() => undefined);
        },
        // Not the first one, which each life dismisses and restores.
        [shop.sandbox.notificationIds()[5]!, await shop.customerKey()] as const,
      );
      const session = await context.newCDPSession(page);
      for (let lives = 0; lives < 3; lives += 1) await page.evaluate(live, isSessionShared);
      const before = await measure(page, session);
      for (let lives = 0; lives < 10; lives += 1) await page.evaluate(live, isSessionShared);
      // Polled, because the last objects may wait for a later collection.
      await expect
        .poll(async () => {
          const { nodes, listeners, ...objects } = await measure(page, session);
          // A leak of one in each life would be ten. Lit also keeps the templates of what only some lives show.
          const leaks = {
            nodes: nodes! >= before.nodes! + 100,
            listeners: listeners! >= before.listeners! + 10,
          };
          return { ...objects, leaks };
        })
        .toEqual({
          ...{ timers: 0, frames: 0, channels: 0, observers: 0 },
          ...{ bell: 0, inbox: 0, card: 0, notification: 0, avatar: 0 },
          leaks: { nodes: false, listeners: false },
        });
    });
});
