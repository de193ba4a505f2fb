import { expect, vi } from 'vitest';
import type { Random } from './random.js';
import type { Act as ActOf } from './run-acts.js';
import type { Fact } from './site.js';
import type { Tab } from './tab.js';
import type { World } from './world.js';

type Act = ActOf<World, Tab>;

/** What the page knows to be of the customer who acts: of anything else, the device need not remember what was decided. */
function isCertain({ site }: World, tab: Tab, { id, owner }: Fact): boolean {
  return site.signedIn === owner && tab.isFirstVisit && tab.notifications.get(id).status === 'loaded';
}

/** What the customer does is remembered: it must not be lost. */
function decide(world: World, tab: Tab, ids: readonly string[], decided: boolean | null): void {
  for (const id of ids) {
    const fact = world.site.facts.get(id)!;
    fact.decided = isCertain(world, tab, fact) ? decided : null;
    fact.deciders.add(tab);
  }
}

/** A host that stores what is dismissed decides itself, since a save may fail. */
function decideDismissed(world: World, tab: Tab, ids: readonly string[], isDismissed: boolean): void {
  if (world.site.persistsDismissals) return;
  for (const id of ids) {
    const fact = world.site.facts.get(id)!;
    fact.isDismissed = isCertain(world, tab, fact) ? isDismissed : null;
    fact.deciders.add(tab);
  }
}

/** What a page does for a button, which takes a while, and may fail. It ends with the page, and stands still while that is frozen. */
async function workOf(tab: Tab, text: string, random: Random): Promise<string> {
  const isFailing = random.chance(0.2);
  const durationMs = 1000 + random.below(20_000);
  do await new Promise((resolve) => setTimeout(resolve, durationMs));
  while (tab.isFrozen);
  if (tab.isClosed) await new Promise(() => undefined);
  if (isFailing) throw new Error('It could not be done.');
  return text;
}

/** Answers a notification by what the page does at once, or in a while, or by what the host does. */
async function answer(world: World, tab: Tab, id: string, random: Random): Promise<void> {
  const { site } = world;
  const fact = site.facts.get(id)!;
  const action = random.pick(['primary', 'secondary'] as const);
  const text = `${action} ${(world.outcomeCount += 1)}`;
  const isHosts = site.persistsAnswers && random.chance(0.4);
  if (isHosts) site.pressesOf(id).pressed += 1;
  const outcome = isHosts ? undefined : random.chance(0.5) ? text : workOf(tab, text, random);
  try {
    const given = await tab.notifications.answer(id, { action, outcome });
    fact.given.push(given);
    fact.deciders.add(tab);
    if (!isCertain(world, tab, fact)) fact.isAnswerUncertain = true;
    if (site.persistsAnswers || given.text === text) decide(world, tab, [id], true);
  } catch {
    // It was not given.
  }
}

/** What a customer does, who cannot act on a page that is hidden. */
const presses: Record<string, Act> = {
  'marks as read': (world, tab, random) => {
    const ids = random.some(tab.listedIds);
    tab.notifications.markRead(ids);
    decide(world, tab, ids, true);
  },
  'marks as unread': (world, tab, random) => {
    const ids = random.some(tab.listedIds);
    tab.notifications.markUnread(ids);
    decide(world, tab, ids, false);
  },
  'marks all as read': (world, tab) => {
    // What it covers on pages that are not loaded depends on the clock.
    if (world.hasWrongClock) return;
    tab.undo = tab.notifications.markAllRead();
    // Whether it covers what the tab does not know depends on when that was sent.
    decide(world, tab, [...world.site.facts.keys()], null);
    decide(world, tab, tab.listedIds, true);
  },
  'takes that back': (world, tab) => {
    if (!tab.undo) return;
    tab.undo();
    tab.undo = null;
    decide(world, tab, [...world.site.facts.keys()], null);
  },
  dismisses: (world, tab, random) => {
    const ids = random.some(tab.listedIds, 0.1);
    tab.notifications.dismiss(ids);
    tab.dismissed = ids;
    decideDismissed(world, tab, ids, true);
  },
  'clears what is read': (world, tab) => {
    tab.dismissed = tab.notifications.dismissRead();
    decideDismissed(world, tab, tab.dismissed, true);
  },
  'restores one of all that is dismissed': (world, tab, random) => {
    const item = tab.notifications.state.dismissedItems.at(random.below(50));
    if (!item) return;
    tab.notifications.restore([item.id]);
    decideDismissed(world, tab, [item.id], false);
  },
  restores: (world, tab) => {
    tab.notifications.restore(tab.dismissed);
    decideDismissed(world, tab, tab.dismissed, false);
    tab.dismissed = [];
  },
  answers: (world, tab, random) => {
    const [id] = random.some(tab.listedIds, 0.2);
    // It may be under way for long.
    if (id !== undefined) void answer(world, tab, id, random);
  },
  'answers and leaves the page at once': async (world, tab, random) => {
    const [id] = random.some(tab.listedIds, 0.2);
    if (id === undefined) return;
    void answer(world, tab, id, random);
    await Promise.resolve();
    // Without a key, the device may not know yet whose the page is.
    if (!world.site.hasCustomerKey) world.site.facts.get(id)!.isAnswerUncertain = true;
    tab.abortWrites();
    world.reload(tab);
  },
  'sees the list': (_, tab) => {
    tab.notifications.markSeen();
    const { status, unseenCount } = tab.notifications.state;
    if (status === 'ready') expect(unseenCount, 'nothing is new any more').toBe(0);
  },
  scrolls: (_, tab, random) => {
    tab.notifications.setVisible(random.some(tab.listedIds));
    void tab.notifications.loadMore();
  },
  'marks as read and leaves the page at once': (world, tab, random) => {
    const ids = random.some(tab.listedIds);
    tab.notifications.markRead(ids);
    // Without a key, the device may not know yet whose the page is.
    decide(world, tab, ids, world.site.hasCustomerKey ? true : null);
    tab.abortWrites();
    world.reload(tab);
  },
  refreshes: (_, tab) => void tab.notifications.refresh(),
};

/** What a customer does on a page that is there. */
export const customerActs: Record<string, Act> = Object.fromEntries(
  Object.entries(presses).map(([name, press]): [string, Act] => [
    name,
    (world, tab, random) => (tab.isFrozen ? undefined : press(world, tab, random)),
  ]),
);

/** What happens to a page, or at the site. */
export const otherActs: Record<string, Act> = {
  'reloads the page': (world, tab) => world.reload(tab),
  'receives a notification': ({ site }, _, random) => {
    site.emitArrival(site.addFact(random.pick(site.customers)));
  },
  'receives a notification that is dated earlier': ({ site }, _, random) => {
    const customer = random.pick(site.customers);
    // A tab that missed it would not look for it on the pages that it has.
    const ageMs = site.isReceived(customer) ? random.below(60 * 60_000) : 0;
    const fact = site.addFact(customer, ageMs);
    // A tab that is just loading may take it as covered by "mark all as read".
    fact.decided = null;
    site.emitArrival(fact);
  },
  'has a notification withdrawn': ({ site }, _, random) => {
    const customer = random.pick(site.customers);
    const list = site.listOf(customer);
    const fact = list.at(random.below(list.length));
    if (!fact) return;
    fact.isWithdrawn = true;
    fact.isMissed = !site.isReceived(customer);
    site.emit(customer, { type: 'remove', ids: [fact.id] });
  },
  'has an answer taken back': ({ site }, _, random) => {
    const fact = random.pick([...site.facts.values()]);
    if (site.persistsAnswers && fact.answer) site.clearAnswer(fact);
  },
  'goes offline': (world) => world.setOnline(false),
  'is online again': (world) => world.setOnline(true),
  'looks at another window': (world) => world.setVisible(false),
  'comes back': (world) => world.setVisible(true),
  'opens another page': (_, tab) => tab.leave(),
  'goes back': (_, tab) => tab.goBack(),
  'has another customer sign in': (world, _, random) => world.signIn(random.pick(world.site.customers)),
  'has the session of the site end': (world) => world.signIn(null),
  'has the tokens expire': ({ site }) => site.expireTokens(),
  'has the storage emptied': (world) => {
    if (!world.mayLoseStorage) return;
    world.rows.empty();
    world.hasLostStorage = true;
  },
  'has the clock set': (world, _, random) => {
    if (world.hasWrongClock) vi.setSystemTime(Date.now() + (random.below(3) - 1) * 3_600_000);
  },
  'is frozen for an hour': () => vi.advanceTimersByTimeAsync(3_600_000),
  waits: (_, __, random) => vi.advanceTimersByTimeAsync(random.below(30_000)),
};
