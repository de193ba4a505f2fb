import { describe, expect, it } from 'vitest';
import type { InboxReference } from '../../../src/backend/stores/inbox-event.js';
import type { NotificationItem } from '../../../src/session/notifications/state/notification-item.js';
import { BackendWorld, type Page } from './backend-world.js';
import type { Random } from './random.js';
import { runActs, seeds, type Act as ActOf } from './run-acts.js';

const minuteMs = 60_000;

type Act = ActOf<BackendWorld, Page>;

const listedIds = ({ store }: Page): string[] => store.state.items.map(({ id }) => id);

/** What a customer does, who cannot act on a page that is hidden. */
const presses: Record<string, Act> = {
  'marks as read': (_, page, random) => page.store.markRead(random.some(listedIds(page))),
  'marks as unread': (_, page, random) => page.store.markUnread(random.some(listedIds(page))),
  'takes that back': (_, page) => {
    page.undo?.();
    page.undo = null;
  },
  dismisses: (_, page, random) => {
    page.dismissed = random.some(listedIds(page), 0.1);
    page.store.dismiss(page.dismissed);
  },
  restores: (_, page) => page.store.restore(page.dismissed),
  snoozes: async (_, page, random) => {
    const until = new Date(Date.now() + (1 + random.below(10)) * minuteMs);
    await page.store.snooze(random.some(listedIds(page), 0.2), until);
  },
  'ends a snooze': (_, page, random) =>
    page.store.unsnooze(random.some(page.store.state.snoozedItems.map(({ id }) => id))),
  'deletes for good': (_, page, random) =>
    void page.store.remove(random.some(page.store.state.dismissedItems.map(({ id }) => id))),
  answers: (world, page, random) => {
    const [id] = random.some(listedIds(page), 0.2);
    // It may be under way for long.
    if (id !== undefined) void world.answer(page, id);
  },
  scrolls: (_, page, random) => {
    page.store.setVisible(random.some(listedIds(page)));
    void page.store.loadMore();
  },
  refreshes: (_, page) => void page.store.refresh(),
};

/** What is about everything that the customer has, also on no page. */
const pressesForAll: Record<string, Act> = {
  'marks all as read': (_, page) => void (page.undo = page.store.markAllRead()),
  'sees the list': (_, page) => page.store.markSeen(),
};

const mapActs = (acts: Record<string, Act>, map: (act: Act) => Act): Record<string, Act> =>
  Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, map(act)]));

const customerActs: Record<string, Act> = {
  ...mapActs(presses, (act) => (world, page, random) => world.press(page, () => act(world, page, random))),
  ...mapActs(
    pressesForAll,
    (act) => (world, page, random) => world.pressForAll(page, () => act(world, page, random)),
  ),
};

const otherActs: Record<string, Act> = {
  'reloads the page': (world, page) => world.reload(world.pages.indexOf(page)),
  'receives a notification': (world, _, random) => world.deliver(random.pick(world.customers)),
  'receives a notification that is dated earlier': (world, _, random) =>
    world.deliver(random.pick(world.customers), random.below(60) * minuteMs),
  'has a notification withdrawn': (world, _, random) => world.withdraw(random.pick(world.customers)),
  'has another customer sign in': (world, page, random) =>
    world.signIn(world.pages.indexOf(page), random.pick(world.customers)),
  'has the session of the site end': (world, page) => world.signIn(world.pages.indexOf(page), null),
  'goes offline': (world) => world.browser.setOnline(false),
  'is online again': (world) => world.browser.setOnline(true),
  'looks at another window': (world) => world.setVisible(false),
  'comes back': (world) => world.setVisible(true),
  'has an instance closed': (world, _, random) => world.restart(random.below(2), false),
  'has an instance killed': (world, _, random) => world.restart(random.below(2), true),
  'has the database away': (world) => void (world.isStoreAway = true),
  'has the database back': (world) => void (world.isStoreAway = false),
  waits: (world, _, random) => world.advance(random.below(2 * minuteMs)),
};

/** An answer as a page shows it, whose clock is right here. */
function toShown(answer: InboxReference['answer']): NotificationItem['answer'] {
  if (answer === null || 'date' in answer) return answer;
  const { action, until } = answer;
  return { action, until };
}

/** What must hold after any acts, once everything works again: each page shows what the backend has of a customer. */
async function check(world: BackendWorld, customer: string): Promise<void> {
  const { references: stored, ...counts } = await world.list(customer);
  const isAway = ({ snoozedUntil }: (typeof stored)[number]): boolean =>
    snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();
  const shown = stored.filter((reference) => !reference.isDismissed && !isAway(reference));
  const away = stored.filter((reference) => !reference.isDismissed && isAway(reference));
  const ids = (references: readonly { id: string }[]): string[] => references.map(({ id }) => id).toSorted();
  const readStates = (references: readonly { id: string; isRead: boolean | null }[]) =>
    Object.fromEntries(references.map(({ id, isRead }) => [id, isRead]));
  const answers = Object.fromEntries(stored.map(({ id, answer }) => [id, toShown(answer)]));
  for (const [id, given] of world.given)
    if (id in answers)
      for (const answer of given)
        expect(answer, `the answer to ${id} is the one that was given`).toEqual(answers[id]);
  for (const [index, { store }] of world.pages.entries()) {
    const { state } = store;
    const name = `page ${index + 1} of ${customer}`;
    expect([state.problem, state.isReconnecting], `${name}: nothing is wrong any more`).toEqual([
      null,
      false,
    ]);
    expect(ids(state.items), `${name} lists what is neither dismissed nor snoozed`).toEqual(ids(shown));
    expect(ids(state.snoozedItems), `${name} knows what is snoozed`).toEqual(ids(away));
    expect(ids(state.dismissedItems), `${name} knows what is dismissed`).toEqual(
      ids(stored.filter(({ isDismissed }) => isDismissed)),
    );
    expect(readStates(state.items), `${name} shows what is read`).toEqual(readStates(shown));
    expect(
      Object.fromEntries(state.items.map(({ id, answer }) => [id, answer])),
      `${name} shows what is answered`,
    ).toEqual(Object.fromEntries(shown.map(({ id }) => [id, answers[id]])));
    const unreadCount = counts.unreadCount - away.filter(({ isRead }) => !isRead).length;
    expect(state.unreadCount, `${name} counts what is unread`).toBe(unreadCount);
  }
}

async function createWorld(random: Random): Promise<BackendWorld> {
  const world = new BackendWorld(random);
  await world.start();
  return world;
}

/** Checks it for each customer, one after the other: what one of them did is still there. */
async function settleAndCheck(world: BackendWorld): Promise<void> {
  for (const customer of world.customers) {
    for (const index of [0, 1]) world.signIn(index, customer);
    await world.settle();
    await check(world, customer);
  }
  expect(world.mixedRows, 'nothing of another customer is stored').toEqual([]);
  expect(world.leaks, 'no act and no text of one customer has reached another').toEqual([]);
}

describe('Two devices of customers who take turns, after random acts, kills and faults', () => {
  it.each(seeds(10))('show what the backend has, with seed %i', (seed) =>
    runActs(
      {
        createWorld,
        getPages: (world) => world.pages,
        customerActs,
        otherActs,
        advance: (world, milliseconds) => world.advance(milliseconds),
        check: settleAndCheck,
        close: (world) => world.close(),
      },
      seed,
    ),
  );
});
