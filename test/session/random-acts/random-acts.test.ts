import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpStore, tearDown } from '../fakes.js';
import { Random } from './random.js';
import { World, type Tab } from './world.js';

/** The project `random-acts` runs many more. `FIRST_SEED` and `SEEDS` repeat some. */
const seedCount = Number(process.env.SEEDS ?? 30);
const firstSeed = Number(process.env.FIRST_SEED ?? 1);

type Act = (world: World, tab: Tab, random: Random) => unknown;

/** What the customer does is remembered: it must not be lost. */
function decide(world: World, ids: readonly string[], decided: boolean | null): void {
  for (const id of ids) {
    const fact = world.facts.get(id);
    if (fact) fact.decided = decided;
  }
}

/** A host that stores what is dismissed decides itself, since a save may fail. */
function decideDismissed(world: World, ids: readonly string[], isDismissed: boolean): void {
  if (world.persistsDismissals) return;
  for (const id of ids) world.facts.get(id)!.isDismissed = isDismissed;
}

const listedIds = ({ store }: Tab): string[] => store.state.items.map(({ id }) => id);

/** What a customer does, who cannot act on a page that is hidden. */
const customerActs: Record<string, Act> = {
  'marks as read': (world, tab, random) => {
    const ids = random.some(listedIds(tab));
    tab.store.markRead(ids);
    decide(world, ids, true);
  },
  'marks as unread': (world, tab, random) => {
    const ids = random.some(listedIds(tab));
    tab.store.markUnread(ids);
    decide(world, ids, false);
  },
  'marks all as read': (world, tab) => {
    // What it covers on pages that are not loaded depends on the clock.
    if (world.hasWrongClock) return;
    tab.undo = tab.store.markAllRead();
    // Whether it covers what the tab does not know depends on when that was sent.
    decide(world, [...world.facts.keys()], null);
    decide(world, listedIds(tab), true);
  },
  'takes that back': (world, tab) => {
    if (!tab.undo) return;
    tab.undo();
    tab.undo = null;
    decide(world, [...world.facts.keys()], null);
  },
  dismisses: (world, tab, random) => {
    const ids = random.some(listedIds(tab), 0.1);
    tab.store.dismiss(ids);
    tab.dismissed = ids;
    decideDismissed(world, ids, true);
  },
  'clears what is read': (world, tab) => {
    tab.dismissed = tab.store.dismissRead();
    decideDismissed(world, tab.dismissed, true);
  },
  'restores one of all that is dismissed': (world, tab, random) => {
    const item = tab.store.state.dismissedItems.at(random.below(50));
    if (!item) return;
    tab.store.restore([item.id]);
    decideDismissed(world, [item.id], false);
  },
  restores: (world, tab) => {
    tab.store.restore(tab.dismissed);
    decideDismissed(world, tab.dismissed, false);
    tab.dismissed = [];
  },
  'sees the list': (_, tab) => {
    tab.store.markSeen();
    const { status, unseenCount } = tab.store.state;
    if (status === 'ready') expect(unseenCount, 'nothing is new any more').toBe(0);
  },
  scrolls: (_, tab, random) => {
    tab.store.setVisible(random.some(listedIds(tab)));
    void tab.store.loadMore();
  },
  'marks as read and leaves the page at once': (world, tab, random) => {
    const ids = random.some(listedIds(tab));
    tab.store.markRead(ids);
    decide(world, ids, true);
    tab.abortWrites();
    world.reload(world.tabs.indexOf(tab));
  },
  refreshes: (_, tab) => void tab.store.refresh(),
};

const otherActs: Record<string, Act> = {
  'reloads the page': (world, tab) => world.reload(world.tabs.indexOf(tab)),
  'receives a notification': (world) => {
    world.emitArrival(world.addFact());
  },
  'receives a notification that is dated earlier': (world, _, random) => {
    // A tab that missed it would not look for it on the pages that it has.
    const isReceived = world.tabs.every(({ emit }) => emit);
    const ageMs = isReceived ? random.below(60 * 60_000) : 0;
    const fact = world.addFact(ageMs);
    // A tab that is just loading may take it as covered by "mark all as read".
    fact.decided = null;
    world.emitArrival(fact);
  },
  'has a notification withdrawn': (world, _, random) => {
    const fact = world.listed.at(random.below(world.listed.length));
    if (!fact) return;
    fact.isWithdrawn = true;
    fact.isMissed = world.tabs.some(({ emit }) => !emit);
    world.emit({ type: 'remove', ids: [fact.id] });
  },
  'goes offline': (world) => world.browser.setOnline(false),
  'is online again': (world) => world.browser.setOnline(true),
  'looks at another window': (world) => world.setVisible(false),
  'comes back': (world) => world.setVisible(true),
  'leaves the page and comes back': async (world) => {
    world.browser.dispatchPageTransition('pagehide');
    await vi.advanceTimersByTimeAsync(50);
    world.browser.dispatchPageTransition('pageshow');
  },
  'has the storage emptied': (world) => {
    if (!world.mayLoseStorage) return;
    world.storage.row = null;
    world.hasLostStorage = true;
  },
  'has the clock set': (world, _, random) => {
    if (world.hasWrongClock) vi.setSystemTime(Date.now() + (random.below(3) - 1) * 3_600_000);
  },
  'is frozen for an hour': () => vi.advanceTimersByTimeAsync(3_600_000),
  waits: (_, __, random) => vi.advanceTimersByTimeAsync(random.below(30_000)),
};

const acts = { ...customerActs, ...otherActs };

/** What must hold after any acts, once everything works again. */
function check(world: World): void {
  const tabs = world.tabs.map(({ store }) => store);
  for (const store of tabs) {
    const { items, unreadCount, problem } = store.state;
    expect(problem, 'nothing is wrong any more').toBeNull();
    // What was withdrawn while a tab did not listen may stay there, until its page or record is asked for again.
    const existing = items.filter(({ id }) => !world.facts.get(id)?.isMissed);
    expect(
      existing.filter(({ status }) => status !== 'loaded'),
      'every record is there',
    ).toEqual([]);
    expect(unreadCount, 'the count is right').toBe(
      items.filter(({ isRead, status }) => isRead === false && status !== 'missing').length,
    );
    const ids = existing.map(({ id }) => id);
    expect(new Set(ids).size, 'nothing is listed twice').toBe(ids.length);
    if (world.hasLostStorage) continue;
    const kept = world.listed.filter(({ isDismissed }) => !isDismissed).map(({ id }) => id);
    expect(ids.toSorted(), 'everything is listed but what was dismissed').toEqual(kept.toSorted());
  }
  const readStates = tabs.map(({ state }) =>
    Object.fromEntries(
      state.items.filter(({ id }) => !world.facts.get(id)?.isMissed).map(({ id, isRead }) => [id, isRead]),
    ),
  );
  if (world.hasLostStorage) return;
  expect(readStates[0], 'the tabs agree').toEqual(readStates[1]);
  for (const { id, isRead, decided } of world.listed) {
    for (const states of readStates) {
      if (!(id in states)) continue;
      if (world.persistsReadState) expect(states[id], `${id} is as the host has it`).toBe(isRead);
      else if (decided !== null) expect(states[id], `${id} is as the customer decided`).toBe(decided);
    }
  }
}

describe('Two tabs after random acts and faults', () => {
  const errors: unknown[] = [];
  const recordError = (error: unknown): void => void errors.push(error);

  beforeEach(() => {
    setUpStore();
    vi.setSystemTime('2025-11-20T12:00:00Z');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    errors.length = 0;
    process.on('unhandledRejection', recordError);
  });

  afterEach(() => {
    process.off('unhandledRejection', recordError);
    tearDown();
  });

  it.each(Array.from({ length: seedCount }, (_, index) => firstSeed + index))(
    'are as the customer, the host and the service say, with seed %i',
    async (seed) => {
      const random = new Random(seed);
      vi.spyOn(Math, 'random').mockImplementation(() => random.next());
      const world = new World(random);
      const steps: string[] = [];
      try {
        for (let count = 10 + random.below(40); count > 0; count -= 1) {
          const index = random.below(world.tabs.length);
          const name = random.pick(Object.keys(world.isVisible ? acts : otherActs));
          world.failureRate = random.pick([0, 0, 0.3]);
          steps.push(`tab ${index + 1} ${name}`);
          await acts[name]!(world, world.tabs[index]!, random);
          await vi.advanceTimersByTimeAsync(1 + random.below(400));
        }
        const [requests, listRequests] = [world.requests.length, world.listRequestCount];
        await world.settle();
        check(world);
        const limit = 4 * world.facts.size * world.tabs.length;
        expect(world.requests.length - requests, 'there is no storm of requests').toBeLessThanOrEqual(limit);
        expect(world.listRequestCount - listRequests, 'nor of lists').toBeLessThanOrEqual(60);
        await Promise.all(world.tabs.map(({ device }) => device.signOut()));
        expect(world.storage.row, 'a sign-out leaves nothing').toMatchObject({
          reads: [],
          dismissals: [],
          records: [],
        });
        expect(errors, 'no error is uncaught').toEqual([]);
      } catch (error) {
        throw new Error(`Seed ${seed}:\n${steps.join('\n')}`, { cause: error });
      } finally {
        for (const tab of world.tabs) tab.close();
        await vi.advanceTimersByTimeAsync(0);
      }
    },
  );
});
