import { describe, expect, it, vi } from 'vitest';
import { runActs, seeds, type Act as ActOf } from './run-acts.js';
import { World, type Tab } from './world.js';

type Act = ActOf<World, Tab>;

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

/** Ends all faults, and checks that everything comes right without a storm of requests. */
async function settleAndCheck(world: World): Promise<void> {
  const [requests, listRequests] = [world.requests.length, world.listRequestCount];
  await world.settle();
  check(world);
  const limit = 4 * world.facts.size * world.tabs.length;
  expect(world.requests.length - requests, 'there is no storm of requests').toBeLessThanOrEqual(limit);
  expect(world.listRequestCount - listRequests, 'nor of lists').toBeLessThanOrEqual(60);
  await Promise.all(world.tabs.map(({ device }) => device.signOut()));
  const nothing = { reads: [], dismissals: [], records: [] };
  expect(world.storage.row, 'a sign-out leaves nothing').toMatchObject(nothing);
}

describe('Two tabs after random acts and faults', () => {
  it.each(seeds(30))('are as the customer, the host and the service say, with seed %i', (seed) =>
    runActs(
      {
        createWorld: (random) => new World(random),
        getPages: (world) => world.tabs,
        customerActs,
        otherActs,
        advance: (_, milliseconds) => vi.advanceTimersByTimeAsync(milliseconds),
        check: settleAndCheck,
        close: (world) => world.tabs.forEach((tab) => tab.close()),
      },
      seed,
    ),
  );
});
