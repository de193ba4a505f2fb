import { show, showCards, type Request, type Shown } from './sides.js';

const address = new URLSearchParams(location.search);
const request = {
  side: address.get('side'),
  kind: address.get('kind'),
  count: Number(address.get('count')),
} as Request;

const longTasks: number[] = [];
new PerformanceObserver((entries) => {
  for (const { duration } of entries.getEntries()) longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

/** Its type lacks the threshold: https://www.w3.org/TR/event-timing/#sec-modifications-perf-timeline */
const eventTiming: PerformanceObserverInit & { durationThreshold: number } = {
  type: 'event',
  buffered: true,
  durationThreshold: 16,
};
const interactions: { name: string; duration: number }[] = [];
new PerformanceObserver((entries) => {
  for (const { name, duration } of entries.getEntries()) interactions.push({ name, duration });
}).observe(eventTiming);

/** What the page leaves running, and what it did meanwhile; the probe's own frames are not counted. */
const kept = { timers: new Map<number, number>(), fired: 0, frames: 0 };
const nativeFrame = globalThis.requestAnimationFrame.bind(globalThis);
const nativeTimeout = globalThis.setTimeout.bind(globalThis);
const nativeInterval = globalThis.setInterval.bind(globalThis);

function countTimers(): void {
  const { clearTimeout: clear } = globalThis;
  const wrap =
    (set: (run: () => void, delay: number) => unknown, isOnce: boolean) =>
    (run: () => void, delay = 0): number => {
      const timer = Number(
        set(() => {
          if (isOnce) kept.timers.delete(timer);
          kept.fired += 1;
          run();
        }, delay),
      );
      kept.timers.set(timer, delay);
      return timer;
    };
  const end = (timer?: number): void => {
    kept.timers.delete(Number(timer));
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: wrap(nativeTimeout, true),
    setInterval: wrap(nativeInterval, false),
    clearTimeout: end,
    clearInterval: end,
    requestAnimationFrame: (run: FrameRequestCallback) => {
      kept.frames += 1;
      return nativeFrame(run);
    },
  });
}
countTimers();

let shown: Shown | undefined;

const list = (): Element | null => shown?.root()?.querySelector('.list') ?? null;

/** The rows, of which the probe looks at as few as it can: a look through all would cost the sides differently. */
const rows = (): HTMLCollection | undefined => list()?.querySelector('.feed')?.children;

const isEnded = (): boolean => !list()?.lastElementChild?.classList.contains('end');

function hasCard(row: Element | null | undefined): boolean {
  if (!row?.classList.contains('loaded')) return false;
  const content = row.firstElementChild;
  return Boolean(content?.shadowRoot?.querySelector('.card') ?? row.querySelector('.card'));
}

/** The newest, below the heading of its day. */
function firstRow(): Element | null {
  const first = rows()?.[0];
  return first?.classList.contains('day') ? first.nextElementSibling : (first ?? null);
}

const hasFirst = (): boolean => hasCard(firstRow());

const countCards = (): number => [...(rows() ?? [])].filter(hasCard).length;

/** Of the rows, the first that may be on the screen; those before it have been scrolled past. */
let firstSeen = 0;

/** Whether every row on the screen shows its record. */
function isScreenWhole(): boolean {
  const box = list()?.getBoundingClientRect();
  const all = rows();
  if (!box || !all) return false;
  for (let index = firstSeen; index < all.length; index += 1) {
    const { top, bottom } = all[index]?.getBoundingClientRect() ?? box;
    if (top >= box.bottom) return true;
    if (bottom <= box.top) firstSeen = index;
    else if (all[index]?.classList.contains('pending')) return false;
  }
  return (
    all.length > 0 &&
    (isEnded() || (list()?.lastElementChild?.getBoundingClientRect().top ?? 0) >= box.bottom)
  );
}

/** The time at which the frame was painted that first has it. */
function whenPainted(isThere: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isThere()) {
        nativeFrame(look);
        return;
      }
      // A message sent within a frame comes right after its painting.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    nativeFrame(look);
  });
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => void nativeFrame(resolve));

/** From the first byte of the page, so that how long the browser takes to get there is left out. */
const sinceStart = (time: number): number => {
  const [navigation] = performance.getEntriesByType('navigation');
  return time - (navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0);
};

const place = (): HTMLElement => document.querySelector<HTMLElement>('#place') ?? document.body;

const hasAll = (): boolean => (rows()?.length ?? 0) >= request.count && countCards() === request.count;

let painted: Promise<Record<'first' | 'screen' | 'all', number>> | undefined;

async function watch(): Promise<Record<'first' | 'screen' | 'all', number>> {
  const first = await whenPainted(hasFirst);
  const screen = await whenPainted(isScreenWhole);
  const all = request.kind === 'eager' ? await whenPainted(hasAll) : NaN;
  return { first: sinceStart(first), screen: sinceStart(screen), all: sinceStart(all) };
}

const bench = {
  /** Shows the page's list; called by the page itself. */
  start: (): void => {
    if (request.kind === 'cards') return;
    shown = show(place(), request);
    if (request.kind !== 'bell') painted = watch();
  },
  /** When the first card was painted, the screen was whole and, of an eager floor, all cards were there. */
  painted: () => painted,
  cards: async () => {
    const [cards, began] = await showCards(place(), request);
    shown = cards;
    return (await whenPainted(hasAll)) - began;
  },
  /** Reads the list through as fast as it lets one: on by a screen as soon as this one is whole. */
  readThrough: async () => {
    const start = performance.now();
    for (;;) {
      const box = list();
      if (!box) throw new Error('There is no list.');
      const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      if (isScreenWhole()) {
        if (isAtEnd && isEnded()) break;
        box.scrollTop += box.clientHeight;
      }
      await nextFrame();
    }
    return { time: performance.now() - start, count: countCards() };
  },
  toTop: async () => {
    list()?.scrollTo(0, 0);
    firstSeen = 0;
    await nextFrame();
    await nextFrame();
  },
  /** One more on top of the list, told right after a frame, as an answer of the network would come. */
  arrive: async () => {
    await nextFrame();
    await new Promise((resolve) => nativeTimeout(resolve, 0));
    const start = performance.now();
    const before = firstRow();
    shown?.add('n-9');
    const told = performance.now() - start;
    const seen = await whenPainted(() => {
      const newest = firstRow();
      return newest !== before && hasCard(newest);
    });
    return { told, painted: seen - start };
  },
  /** From the press on the bell until its first card is painted. */
  opened: () =>
    new Promise<number>((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => void whenPainted(hasFirst).then((time) => resolve(time - timeStamp)),
        { capture: true, once: true },
      );
    }),
  longTasks: () => longTasks.splice(0),
  interactions: () => interactions.splice(0),
  /** Timers of less than ten seconds that wait, and what went on since the last call. */
  running: () => {
    const waiting = [...kept.timers.values()];
    const { fired, frames } = kept;
    Object.assign(kept, { fired: 0, frames: 0 });
    const animations = document.getAnimations().filter(({ playState }) => playState === 'running').length;
    return {
      short: waiting.filter((delay) => delay < 10_000).length,
      waiting: waiting.length,
      fired,
      frames,
      animations,
    };
  },
  hide: () => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  },
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
