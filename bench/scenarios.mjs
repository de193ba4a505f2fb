// What is measured. Each scenario opens a page of its own and returns a number for each of its metrics.
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './statistics.mjs';

/** Loads a list of so many ids and scrolls through it to the end. */
async function readThroughList(visit, count) {
  await visit.open('list', count);
  const { firstCard, screen } = await visit.call('listPainted');
  await visit.waitUntilIdle();
  const loadWork = await visit.mainThreadTime();
  const longestTask = await visit.longestTask();
  const result = await visit.call('readThrough');
  if (result.count !== count) throw new Error(`The list has ${result.count} of ${count} cards.`);
  const readWork = (await visit.mainThreadTime()) - loadWork;
  const memory = await visit.memory();
  return { firstCard, screen, loadWork, longestTask, readTime: result.time, readWork, ...memory };
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

/** The duration of a press, from the input to the next paint, in milliseconds. */
async function measurePress(visit, press) {
  await visit.waitUntilIdle();
  await visit.call('interactions');
  await press();
  await visit.waitUntilIdle(2);
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
      await visit.open(visit.isFloor ? 'list' : 'source', 24);
      const { firstCard } = await visit.call('listPainted');
      return { firstCard };
    },
  },
  { name: 'list 100', measure: (visit) => readThroughList(visit, 100) },
  {
    name: 'list 1000',
    measure: async (visit) => ({ ...(await readThroughList(visit, 1000)), ...(await addArrivals(visit)) }),
  },
  { name: 'eager 100', measure: (visit) => loadEagerly(visit, 100) },
  { name: 'eager 1000', measure: (visit) => loadEagerly(visit, 1000) },
  { name: 'cards 100', measure: (visit) => createCards(visit, 100) },
  { name: 'cards 1000', measure: (visit) => createCards(visit, 1000) },
  {
    name: 'bell 24',
    isInboxOnly: true,
    async measure(visit) {
      await visit.open('bell', 24);
      await visit.waitUntilIdle(2);
      const longestTaskAtLoad = await visit.longestTask();
      const before = await visit.mainThreadTime();
      const painted = visit.call('bellPainted');
      const [opened] = await Promise.all([painted, visit.press('nudge-bell button')]);
      await visit.waitUntilIdle();
      const openingWork = (await visit.mainThreadTime()) - before;
      return { longestTaskAtLoad, opened, openingWork, longestTaskAtOpening: await visit.longestTask() };
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
