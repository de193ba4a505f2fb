// What is measured. Each scenario opens a page of its own and returns a number for each of its metrics.
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './statistics.mjs';

/** Loads a list of so many ids and scrolls through it to the end. */
async function readThroughList(visit, count) {
  await visit.openEmpty();
  const empty = await visit.memory();
  await visit.open('list', count);
  const { firstCard, screen } = await visit.call('listPainted');
  await visit.waitUntilIdle();
  const loadWork = await visit.mainThreadTime();
  const longestTask = await visit.longestTask();
  const result = await visit.call('readThrough');
  if (result.count !== count) throw new Error(`The list has ${result.count} of ${count} cards.`);
  const readWork = (await visit.mainThreadTime()) - loadWork;
  const { heap, nodes } = await visit.memory();
  const readTime = result.time;
  return {
    firstCard,
    screen,
    loadWork,
    longestTask,
    readTime,
    readWork,
    heap: heap - empty.heap,
    nodes,
  };
}

/** The costs of one arrival: the medians of several, because a single one is too short to measure well. */
async function addArrivals(visit) {
  await visit.call('scrollToTop');
  await visit.waitUntilIdle();
  const arrivals = [];
  for (let count = 0; count < 5; count += 1) {
    const before = await visit.mainThreadTime();
    const { returned, painted } = await visit.call('addArrival');
    await visit.waitUntilIdle();
    arrivals.push({ returned, painted, work: (await visit.mainThreadTime()) - before });
  }
  const medianOf = (metric) => median(arrivals.map((arrival) => arrival[metric]));
  return {
    arrivalReturned: medianOf('returned'),
    arrivalPainted: medianOf('painted'),
    arrivalWork: medianOf('work'),
  };
}

/** The floor creates all cards at once, the inbox its first batch: when each is usable. */
async function loadEagerly(visit, count) {
  await visit.open(visit.isFloor ? 'eager' : 'list', count);
  const { screen, all } = await visit.call('listPainted');
  return { usable: visit.isFloor ? all : screen };
}

async function createCards(visit, count) {
  await visit.open('cards', count);
  await visit.waitUntilIdle();
  return { painted: await visit.call('createCards') };
}

/** Loads a list of 24 from the network, whose references say this much. */
async function loadFromNetwork(visit, hints) {
  await visit.open('list', 24, { from: 'network', hints });
  const { firstCard, screen } = await visit.call('listPainted');
  await visit.waitUntilIdle();
  const { listResponse, recordRequest, recordResponse } = await visit.call('trace');
  // With the records in the list, the card follows the list.
  const lastResponse = Number.isFinite(recordResponse) ? recordResponse : listResponse;
  return {
    listResponse,
    untilRequest: recordRequest - listResponse,
    untilResponse: recordResponse - recordRequest,
    untilPaint: firstCard - lastResponse,
    firstCard,
    screen,
    layoutShift: await visit.call('layoutShift'),
  };
}

/** How many records a bell requests that nobody opens. */
async function countRequests(visit, options) {
  await visit.open('bell', 24, { from: 'network', ...options });
  await visit.waitUntilIdle(2);
  return visit.call('recordRequests');
}

/** Loads a page with a bell and opens the panel. */
async function openBell(visit, count) {
  await visit.open('bell', count);
  await visit.waitUntilIdle(2);
  const longestTaskAtLoad = await visit.longestTask();
  await visit.call('interactions');
  const before = await visit.mainThreadTime();
  const painted = visit.call('bellPainted');
  const [opened] = await Promise.all([painted, visit.press('nudge-bell button')]);
  await visit.waitUntilIdle();
  const openingWork = (await visit.mainThreadTime()) - before;
  const nextPaint = await takeLongestPress(visit);
  return {
    longestTaskAtLoad,
    opened,
    nextPaint,
    openingWork,
    longestTaskAtOpening: await visit.longestTask(),
  };
}

/** The duration of a press, from the input to the next paint, in milliseconds. */
async function measurePress(visit, press) {
  await visit.waitUntilIdle();
  await visit.call('interactions');
  await press();
  await visit.waitUntilIdle(2);
  return takeLongestPress(visit);
}

/** The longest duration of a press since the last call. */
async function takeLongestPress(visit) {
  const interactions = await visit.call('interactions');
  const presses = interactions.filter(({ name }) => /^(pointer|mouse|click)/.test(name));
  // Event Timing reports nothing shorter than 16 ms.
  return Math.max(16, ...presses.map(({ duration }) => duration));
}

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {(visit: import('./visit.mjs').Visit) => Promise<Record<string, number>>} measure
 * @property {boolean} [isInboxOnly] The floor does not have what is measured.
 * @property {boolean} [isCount] The result is a count that does not vary: one sample is enough.
 */

/** @type {Scenario[]} */
export const scenarios = [
  {
    name: 'list 24',
    async measure(visit) {
      await visit.open('list', 24);
      const { firstCard, screen } = await visit.call('listPainted');
      await visit.waitUntilIdle();
      const loadWork = await visit.mainThreadTime();
      return { firstCard, screen, loadWork, longestTask: await visit.longestTask() };
    },
  },
  {
    name: 'source 24',
    async measure(visit) {
      await visit.open('list', 24, { from: 'source' });
      const { firstCard } = await visit.call('listPainted');
      return { firstCard };
    },
  },
  { name: 'network ids', measure: (visit) => loadFromNetwork(visit, 'none') },
  { name: 'network dates', measure: (visit) => loadFromNetwork(visit, 'dates') },
  { name: 'network records', measure: (visit) => loadFromNetwork(visit, 'records') },
  { name: 'list 100', measure: (visit) => readThroughList(visit, 100) },
  {
    name: 'list 1000',
    measure: async (visit) => ({ ...(await readThroughList(visit, 1000)), ...(await addArrivals(visit)) }),
  },
  { name: 'eager 100', measure: (visit) => loadEagerly(visit, 100) },
  { name: 'eager 1000', measure: (visit) => loadEagerly(visit, 1000) },
  { name: 'cards 100', measure: (visit) => createCards(visit, 100) },
  { name: 'cards 1000', measure: (visit) => createCards(visit, 1000) },
  { name: 'bell 24', isInboxOnly: true, measure: (visit) => openBell(visit, 24) },
  { name: 'bell 200', isInboxOnly: true, measure: (visit) => openBell(visit, 200) },
  { name: 'bell 100000', isInboxOnly: true, measure: (visit) => openBell(visit, 100_000) },
  {
    name: 'requests 24',
    isInboxOnly: true,
    isCount: true,
    async measure(visit) {
      const without = { none: 0, dates: 0, counts: 0, records: 0 };
      for (const hints of Object.keys(without)) without[hints] = await countRequests(visit, { hints });
      await countRequests(visit, { hints: 'none', key: 'c1' });
      // Until the device has stored the records.
      await delay(2000);
      return { ...without, secondVisit: await countRequests(visit, { hints: 'none', key: 'c1' }) };
    },
  },
  {
    name: 'actions 200',
    isInboxOnly: true,
    async measure(visit) {
      await visit.open('list', 200);
      await visit.call('listPainted');
      await visit.call('readThrough');
      await visit.call('scrollToTop');
      const filter = 'nudge-inbox [part~=filters] button';
      await visit.hover('nudge-inbox [role=article]');
      return {
        markRead: await measurePress(visit, () =>
          visit.press('nudge-inbox button[aria-label="Mark as read"]'),
        ),
        showUnread: await measurePress(visit, () => visit.press(filter, 1)),
        showAll: await measurePress(visit, () => visit.press(filter, 0)),
      };
    },
  },
  {
    name: 'idle 200',
    isInboxOnly: true,
    isCount: true,
    async measure(visit) {
      await visit.open('list', 200);
      await visit.call('listPainted');
      await delay(2000);
      await visit.call('takeActivity');
      await delay(3000);
      const { frames, timersFired, shortTimers, animations } = await visit.call('takeActivity');
      await visit.call('hidePage');
      await delay(1000);
      const { timers } = await visit.call('takeActivity');
      return { frames, timersFired, shortTimers, animations, timersWhenHidden: timers };
    },
  },
];

/** @param {string[]} names Names of scenarios, or the first words of some: `list` selects every list. */
export function chooseScenarios(names) {
  const isMatch = (scenario, name) => scenario.name === name || scenario.name.startsWith(`${name} `);
  const unknown = names.find((name) => !scenarios.some((scenario) => isMatch(scenario, name)));
  if (unknown) {
    const known = scenarios.map((scenario) => scenario.name).join(', ');
    throw new Error(`There is no scenario "${unknown}". There are: ${known}.`);
  }
  if (names.length === 0) return scenarios;
  return scenarios.filter((scenario) => names.some((name) => isMatch(scenario, name)));
}
