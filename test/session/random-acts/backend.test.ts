import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpStore, tearDown } from '../fakes.js';
import { BackendWorld, type Page } from './backend-world.js';
import { Random } from './random.js';

/** The project `random-acts` runs many more. `FIRST_SEED` and `SEEDS` repeat some. */
const seedCount = Number(process.env.SEEDS ?? 10);
const firstSeed = Number(process.env.FIRST_SEED ?? 1);

const minuteMs = 60_000;

type Act = (world: BackendWorld, page: Page, random: Random) => unknown;

const listedIds = ({ store }: Page): string[] => store.state.items.map(({ id }) => id);

/** What a customer does, who cannot act on a page that is hidden. */
const customerActs: Record<string, Act> = {
  'marks as read': (_, page, random) => page.store.markRead(random.some(listedIds(page))),
  'marks as unread': (_, page, random) => page.store.markUnread(random.some(listedIds(page))),
  'marks all as read': (_, page) => void (page.undo = page.store.markAllRead()),
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
  'deletes for good': (_, page, random) => void page.store.remove(random.some(listedIds(page), 0.1)),
  'sees the list': (_, page) => page.store.markSeen(),
  scrolls: (_, page, random) => {
    page.store.setVisible(random.some(listedIds(page)));
    void page.store.loadMore();
  },
  refreshes: (_, page) => void page.store.refresh(),
};

const otherActs: Record<string, Act> = {
  'reloads the page': (world, page) => world.reload(world.pages.indexOf(page)),
  'receives a notification': (world) => world.deliver(),
  'receives a notification that is dated earlier': (world, _, random) =>
    world.deliver(random.below(60) * minuteMs),
  'has a notification withdrawn': (world) => world.withdraw(),
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

const acts = { ...customerActs, ...otherActs };

/** What must hold after any acts, once everything works again: each page shows what the backend has. */
async function check(world: BackendWorld): Promise<void> {
  const stored = await world.list();
  const counts = await world.count();
  const isAway = ({ snoozedUntil }: (typeof stored)[number]): boolean =>
    snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();
  const shown = stored.filter((reference) => !reference.isDismissed && !isAway(reference));
  const away = stored.filter((reference) => !reference.isDismissed && isAway(reference));
  const ids = (references: readonly { id: string }[]): string[] => references.map(({ id }) => id).toSorted();
  const readStates = (references: readonly { id: string; isRead: boolean | null }[]) =>
    Object.fromEntries(references.map(({ id, isRead }) => [id, isRead]));
  for (const [index, { store }] of world.pages.entries()) {
    const { state } = store;
    const name = `page ${index + 1}`;
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
    const unreadCount = counts.unreadCount - away.filter(({ isRead }) => !isRead).length;
    expect(state.unreadCount, `${name} counts what is unread`).toBe(unreadCount);
  }
}

describe('Two devices with two instances of a backend after random acts, kills and faults', () => {
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
    'show what the backend has, with seed %i',
    async (seed) => {
      const random = new Random(seed);
      vi.spyOn(Math, 'random').mockImplementation(() => random.next());
      const world = new BackendWorld(random);
      const steps: string[] = [];
      try {
        await world.start();
        for (let count = 10 + random.below(40); count > 0; count -= 1) {
          const index = random.below(world.pages.length);
          const name = random.pick(Object.keys(world.isVisible ? acts : otherActs));
          world.failureRate = random.pick([0, 0, 0.3]);
          steps.push(`page ${index + 1} ${name}`);
          await acts[name]!(world, world.pages[index]!, random);
          await world.advance(1 + random.below(400));
        }
        await world.settle();
        await check(world);
        expect(errors.map(String), 'no error is uncaught').toEqual([]);
      } catch (error) {
        throw new Error(`Seed ${seed}:\n${steps.join('\n')}`, { cause: error });
      } finally {
        world.close();
        await vi.advanceTimersByTimeAsync(0);
      }
    },
    20_000,
  );
});
