// What is measured, each in a page of its own. A scenario gives a number for each of its names.
import { setTimeout as wait } from 'node:timers/promises';

/** So long after the last act the page has come to rest, in milliseconds. */
const rest = 400;

const call = (visit, name) => visit.page.evaluate(`bench.${name}()`);
const longest = async (visit) => Math.max(0, ...(await call(visit, 'longTasks')));

/** What the page's main thread has done so far, in milliseconds. */
async function workOf({ client }) {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

async function memoryOf({ client }) {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const value = (name) => metrics.find((metric) => metric.name === name).value;
  return { heap: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes') };
}

/** The list as it loads with so many ids, and how it is read through to the end. */
async function readList(visit, count) {
  await visit.go('list', count);
  const { first, screen } = await call(visit, 'painted');
  await wait(rest);
  const work = await workOf(visit);
  const longestTask = await longest(visit);
  const read = await call(visit, 'readThrough');
  if (read.count !== count) throw new Error(`${read.count} of ${count} cards are there.`);
  const after = await workOf(visit);
  return { first, screen, work, longestTask, readTime: read.time, readWork: after - work };
}

export const compared = {
  'list 24': async (visit) => {
    await visit.go('list', 24);
    const { first, screen } = await call(visit, 'painted');
    await wait(rest);
    return { first, screen, work: await workOf(visit), longestTask: await longest(visit) };
  },
  'list 24, told': async (visit) => {
    await visit.go(visit.side === 'floor' ? 'list' : 'told', 24);
    const { first } = await call(visit, 'painted');
    return { first };
  },
  'list 100': (visit) => readList(visit, 100),
  'list 1000': async (visit) => {
    const read = await readList(visit, 1000);
    const memory = await memoryOf(visit);
    await call(visit, 'toTop');
    await wait(rest);
    await call(visit, 'longTasks');
    const before = await workOf(visit);
    const { told, painted } = await call(visit, 'arrive');
    await wait(rest);
    const arriveWork = (await workOf(visit)) - before;
    return { ...read, ...memory, told, arrived: painted, arriveWork };
  },
  'eager 100': (visit) => showEagerly(visit, 100),
  'eager 1000': (visit) => showEagerly(visit, 1000),
  'cards 100': (visit) => showCards(visit, 100),
  'cards 1000': (visit) => showCards(visit, 1000),
};

/** A plain list makes all cards at once, ours the first of its portions: when each can be read. */
async function showEagerly(visit, count) {
  await visit.go(visit.side === 'floor' ? 'eager' : 'list', count);
  const { screen, all } = await call(visit, 'painted');
  return { usable: visit.side === 'floor' ? all : screen };
}

async function showCards(visit, count) {
  await visit.go('cards', count);
  await wait(rest);
  return { painted: await call(visit, 'cards') };
}

export const ours = {
  'bell 24': async (visit) => {
    await visit.go('bell', 24);
    await wait(rest * 2);
    const atLoad = await longest(visit);
    const opened = call(visit, 'opened');
    await visit.page.locator('nudge-bell button').first().click();
    const time = await opened;
    await wait(rest);
    return { atLoad, opened: time, atOpening: await longest(visit) };
  },
  'acts 200': async (visit) => {
    await visit.go('list', 200);
    await call(visit, 'painted');
    await call(visit, 'readThrough');
    await call(visit, 'toTop');
    const filters = visit.page.locator('nudge-inbox .filter');
    const acts = {
      markRead: () => visit.page.locator('nudge-inbox .tools button').first().click(),
      filter: () => filters.nth(1).click(),
      unfilter: () => filters.nth(0).click(),
    };
    const times = {};
    for (const [name, act] of Object.entries(acts)) {
      await wait(rest);
      await call(visit, 'interactions');
      await act();
      await wait(rest * 2);
      const pressed = (await call(visit, 'interactions')).filter((entry) =>
        /^(pointer|mouse|click)/.test(entry.name),
      );
      // Shorter ones than 16 ms are not told.
      times[name] = Math.max(16, ...pressed.map(({ duration }) => duration));
    }
    return times;
  },
  idle: async (visit) => {
    await visit.go('list', 200);
    await call(visit, 'painted');
    await wait(2000);
    await call(visit, 'running');
    await wait(3000);
    const { frames, fired, short, animations } = await call(visit, 'running');
    await call(visit, 'hide');
    await wait(1000);
    const { waiting } = await call(visit, 'running');
    return { frames, fired, short, animations, hidden: waiting };
  },
};
