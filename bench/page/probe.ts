// Runs in the page under test, before its script. What it measures is called through the global `bench`.
import { native, startCounting, takeActivity } from './activity.js';
import { showCards, showContent, type Content, type PageRequest } from './content.js';
import { createId } from './records.js';

const address = new URLSearchParams(location.search);
const request = {
  side: address.get('side'),
  view: address.get('view'),
  from: address.get('from'),
  hints: address.get('hints'),
  key: address.get('key'),
  count: Number(address.get('count')),
} as PageRequest;

const longTasks: number[] = [];
new PerformanceObserver((entries) => {
  for (const { duration } of entries.getEntries()) longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

let layoutShift = 0;
new PerformanceObserver((entries) => {
  for (const entry of entries.getEntries())
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
      layoutShift += Number(entry.value);
}).observe({ type: 'layout-shift', buffered: true });

/** TypeScript lacks the threshold: https://www.w3.org/TR/event-timing/#sec-modifications-perf-timeline */
const eventTiming: PerformanceObserverInit & { durationThreshold: number } = {
  type: 'event',
  buffered: true,
  durationThreshold: 16,
};
const interactions: { name: string; duration: number }[] = [];
new PerformanceObserver((entries) => {
  for (const { name, duration } of entries.getEntries()) interactions.push({ name, duration });
}).observe(eventTiming);

startCounting();

let content: Content | undefined;
let arrivals = 0;

const findList = (): Element | null => content?.root()?.querySelector('[part~=list]') ?? null;
const findFeed = (): Element | null => findList()?.querySelector('[role=feed]') ?? null;

// The probe looks at as few rows as it can: looking at all of them would cost the sides differently.

/** The rows: articles, and headings of days. */
const getRows = (): HTMLCollection | undefined => findFeed()?.children;

/** Whether a card is below the node, in whichever shadow root. */
function hasCard(node: ParentNode | null): boolean {
  if (!node) return false;
  if (node.querySelector('[part~=card]')) return true;
  return [...node.querySelectorAll('*')].some(({ shadowRoot }) => hasCard(shadowRoot));
}

const findNewestRow = (): Element | null => findFeed()?.querySelector(':scope > [role=article]') ?? null;

const hasFirstCard = (): boolean => hasCard(findNewestRow());

const countCards = (): number => [...(getRows() ?? [])].filter(hasCard).length;

const hasAllCards = (): boolean =>
  (getRows()?.length ?? 0) >= request.count && countCards() === request.count;

const hasAllRows = (): boolean =>
  (findFeed()?.querySelectorAll(':scope > [role=article]').length ?? 0) >= request.count;

/** The index of a row that is not below the top of the screen. */
let topRow = 0;

/** Whether each row on the screen shows its card. */
function isScreenComplete(): boolean {
  const box = findList()?.getBoundingClientRect();
  const rows = getRows();
  if (!box || !rows) return false;
  for (let index = topRow; index < rows.length; index += 1) {
    const row = rows[index];
    if (!row) return false;
    const { top, bottom } = row.getBoundingClientRect();
    if (top >= box.bottom) return true;
    if (bottom <= box.top) topRow = index;
    else if (row.role === 'article' && !hasCard(row)) return false;
    if (bottom >= box.bottom) return true;
  }
  // The last row ends on the screen: it is the end of the list, or further rows follow.
  return hasAllRows();
}

/** What the page waits for now. */
const waits = new Set<string>();

/** Resolves with the time of the first paint for which the condition holds. */
async function whenPainted(description: string, isMet: () => boolean): Promise<number> {
  waits.add(description);
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (isMet()) resolve();
      else native.requestAnimationFrame(check);
    };
    native.requestAnimationFrame(check);
  });
  waits.delete(description);
  // A message that is sent within a frame arrives right after its paint.
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  });
}

const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => void native.requestAnimationFrame(resolve));

/** Counts from the first byte of the page, to leave out how long the browser takes to get there. */
function sinceStart(time: number): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return time - (navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0);
}

/** The requests whose address contains this, the first one first. */
const findRequests = (part: string): PerformanceResourceTiming[] =>
  performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.includes(part));

const container = (): HTMLElement => document.querySelector<HTMLElement>('#container') ?? document.body;

let listPainted: Promise<Record<'firstCard' | 'screen' | 'all', number>> | undefined;

async function watchList(): Promise<Record<'firstCard' | 'screen' | 'all', number>> {
  const firstCard = await whenPainted('the first card', hasFirstCard);
  const screen = await whenPainted('a card in each row on the screen', isScreenComplete);
  const all = request.view === 'eager' ? await whenPainted('all cards', hasAllCards) : NaN;
  return { firstCard: sinceStart(firstCard), screen: sinceStart(screen), all: sinceStart(all) };
}

const bench = {
  /** Shows the content of the page, unless a scenario starts it later. */
  start: (): void => {
    if (request.view === 'cards') return;
    content = showContent(container(), request);
    if (request.view !== 'bell') listPainted = watchList();
  },
  /** The times at which the first card, the whole screen and, in an eager floor, all cards were painted. */
  listPainted: () => listPainted,
  /** Creates the cards of a page without a list. Resolves with the time until they are painted. */
  createCards: async () => {
    const shown = await showCards(container(), request);
    content = shown.content;
    return (await whenPainted('all cards', hasAllCards)) - shown.start;
  },
  /** Scrolls to the end, on by one screen as soon as the current one is complete. */
  readThrough: async () => {
    const start = performance.now();
    const wait = 'the end of the list, read through screen by screen';
    waits.add(wait);
    for (;;) {
      const list = findList();
      if (!list) throw new Error('There is no list.');
      if (isScreenComplete()) {
        const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
        if (isAtEnd && hasAllRows()) break;
        list.scrollTop += list.clientHeight;
      }
      await nextFrame();
    }
    waits.delete(wait);
    return { time: performance.now() - start, count: countCards() };
  },
  scrollToTop: async () => {
    findList()?.scrollTo(0, 0);
    topRow = 0;
    await nextFrame();
    await nextFrame();
  },
  /** Adds a notification at the top, right after a frame, as a response from the network would. */
  addArrival: async () => {
    await nextFrame();
    await new Promise((resolve) => native.setTimeout(resolve, 0));
    const newestBefore = findNewestRow();
    arrivals += 1;
    const id = createId(-arrivals);
    const start = performance.now();
    content?.add(id);
    const returned = performance.now() - start;
    const end = await whenPainted('the card of the arrival', () => {
      const newest = findNewestRow();
      return newest !== newestBefore && hasCard(newest);
    });
    return { returned, painted: end - start };
  },
  /** Resolves with the time from the next click until the first card is painted. */
  bellPainted: () =>
    new Promise<number>((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) =>
          void whenPainted('the first card', hasFirstCard).then((time) => resolve(time - timeStamp)),
        { capture: true, once: true },
      );
    }),
  /** The durations of the long tasks since the last call. */
  longTasks: () => longTasks.splice(0),
  /** The events since the last call, with the time until the next paint. */
  interactions: () => interactions.splice(0),
  takeActivity,
  layoutShift: () => layoutShift,
  /** How many records were requested. */
  recordRequests: () => findRequests('/in-app-notifications/').length,
  /** What happens on the way to the first card, for a list from the network; NaN for a record that was not requested. */
  trace: () => {
    const [list] = findRequests('/list?');
    const records = findRequests('/in-app-notifications/');
    const first = (times: number[]): number => (times.length > 0 ? sinceStart(Math.min(...times)) : NaN);
    return {
      listResponse: sinceStart(list?.responseEnd ?? NaN),
      recordRequest: first(records.map(({ startTime }) => startTime)),
      recordResponse: first(records.map(({ responseEnd }) => responseEnd)),
    };
  },
  hidePage: () => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  },
  /** What the page waits for, and how far its list is. */
  explainWait: () => {
    const list = findList();
    const state = list
      ? `${countCards()} of ${request.count} cards, list of ${list.clientHeight} px scrolled to ${Math.round(list.scrollTop)} of ${list.scrollHeight} px`
      : 'no list';
    return `waiting for ${[...waits].join(' and ') || 'nothing in the page'} (${state})`;
  },
};

Object.assign(globalThis, { bench });
