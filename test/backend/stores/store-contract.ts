import { beforeAll, describe, expect, it } from 'vitest';
import type { InboxReference, NumberedEvent } from '../../../src/backend/stores/inbox-event.js';
import type {
  EventLimits,
  InboxMark,
  InboxStore,
  ListQuery,
  MissedEvents,
  Retention,
} from '../../../src/backend/stores/inbox-store.js';

const day = 86_400_000;

/** A reference that is `age` days old. */
export function reference(id: string, age = 0, rest: Partial<InboxReference> = {}): InboxReference {
  const createdDate = new Date(Date.now() - age * day).toISOString();
  return {
    id,
    createdDate,
    isRead: false,
    isSeen: false,
    isDismissed: false,
    snoozedUntil: null,
    answer: null,
    ...rest,
  };
}

const marks: { title: string; mark: InboxMark; expected: Partial<InboxReference> }[] = [
  {
    title: 'read',
    mark: { type: 'read', ids: ['a'], isRead: true },
    expected: { isRead: true, isSeen: true },
  },
  { title: 'seen', mark: { type: 'seen', ids: ['a'] }, expected: { isSeen: true } },
  {
    title: 'dismissed',
    mark: { type: 'dismiss', ids: ['a'], isDismissed: true },
    expected: { isDismissed: true },
  },
];

const limits: EventLimits = { events: 100, ids: 1000, bytes: 100_000, timeoutMs: 60_000 };

/** What a page of the customer has missed since this event. */
async function missedAfter(
  store: InboxStore,
  customerId: string,
  after: number,
  other: Partial<EventLimits> = {},
): Promise<MissedEvents | undefined> {
  return (await store.eventsOf([{ customerId, after }], { ...limits, ...other })).get(customerId);
}

/** The notifications of a customer that have not expired, newest first. */
export const storedOf = async (
  store: InboxStore,
  customerId: string,
  query: ListQuery = { limit: 100 },
): Promise<InboxReference[]> => (await store.list(customerId, query)).references;

/** How many notifications of a customer are unread and unseen: a list and the counts alone say the same. */
async function countsOf(store: InboxStore, customerId: string) {
  const { unreadCount, unseenCount, lastEvent } = await store.list(customerId, { limit: 1 });
  const none = { unreadCount: 0, unseenCount: 0, lastEvent: 0 };
  const alone = (await store.counts([customerId])).get(customerId) ?? none;
  expect(alone).toMatchObject({ unreadCount, unseenCount, lastEvent });
  return { unreadCount, unseenCount };
}

const eventsAfter = async (store: InboxStore, customerId: string, after: number): Promise<NumberedEvent[]> =>
  (await missedAfter(store, customerId, after))?.events ?? [];

/** Whether the events after this one can be replayed. */
const isReplayable = async (store: InboxStore, customerId: string, after: number): Promise<boolean> =>
  (await missedAfter(store, customerId, after))?.events !== null;

const lastEventOf = async (store: InboxStore, customerId: string): Promise<number> =>
  (await store.lastEvents([customerId])).get(customerId) ?? 0;

let customers = 0;
/** A customer of whom no other test knows. */
export function newCustomer(): string {
  customers += 1;
  return `customer ${process.pid} ${customers}`;
}

/** Waits until the clock shows another time: stores number and prune events by it. */
async function waitForNextMillisecond(): Promise<void> {
  const before = Date.now();
  while (Date.now() - before < 2) await new Promise((resolve) => setImmediate(resolve));
}

/** What every store must do, whatever it stores in. */
export function describeStore(
  name: string,
  createStore: (retention?: Retention) => Promise<InboxStore>,
): void {
  describe(name, () => {
    let store: InboxStore;
    let anna: string;
    let omar: string;
    beforeAll(async () => {
      store = await createStore();
    });

    const names = (): void => {
      anna = newCustomer();
      omar = newCustomer();
    };
    const idsOf = async (customerId: string): Promise<string[]> =>
      (await storedOf(store, customerId, { limit: 100 })).map(({ id }) => id);
    const pinnedOf = async (customerId: string): Promise<string[]> =>
      (await store.list(customerId, { limit: 1 })).pinned.map(({ id }) => id);
    const eventsOf = async (customerId: string) =>
      (await eventsAfter(store, customerId, 0)).map(({ event }) => event);

    it('finds one notification of the customer, as the list has it, until it expires', async () => {
      names();
      const record = { id: 'a', payload: { title: 'Hello' } };
      const expiresDate = new Date(Date.now() + day).toISOString();
      await store.add(anna, [
        reference('a', 1, { record, isPinned: true, expiresDate, importance: 'high' }),
        reference('expired', 1, { expiresDate: new Date(Date.now() - day).toISOString() }),
      ]);
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
      const [listed] = await storedOf(store, anna);
      expect(listed).toMatchObject({ record, isRead: true });
      expect(await store.find(anna, 'a')).toEqual(listed);
      expect(await store.find(anna, 'expired')).toBeNull();
      expect(await store.find(anna, 'b')).toBeNull();
      expect(await store.find(omar, 'a')).toBeNull();
    });

    it('lists the notifications of a customer, newest first', async () => {
      names();
      await store.add(anna, [reference('old', 2), reference('new', 0), reference('middle', 1)]);
      expect(await idsOf(anna)).toEqual(['new', 'middle', 'old']);
      expect(await idsOf(omar)).toEqual([]);
    });

    it('returns a notification as it was added, with its record', async () => {
      names();
      const record = { id: 'a', payload: { title: 'ä \u0000 👩‍🚀 \ud800', z: null, a: [1, 2.5] } };
      const added = reference('a', 1, { record });
      await store.add(anna, [added]);
      expect(await storedOf(store, anna, { limit: 1 })).toEqual([added]);
      expect(JSON.stringify((await storedOf(store, anna, { limit: 1 }))[0]?.record)).toBe(
        JSON.stringify(record),
      );
    });

    it('returns a notification with its importance, its pin and its date', async () => {
      names();
      const expiresDate = '9999-12-31T23:59:59.999Z';
      const added = reference('a', 1, { importance: 'high', isPinned: true, expiresDate });
      await store.add(anna, [added]);
      expect(await storedOf(store, anna, { limit: 1 })).toEqual([added]);
      expect(await eventsOf(anna)).toEqual([{ type: 'add', references: [added] }]);
    });

    it('neither lists nor counts what has expired, and deletes it', async () => {
      names();
      const expired = { expiresDate: new Date(Date.now() - 1000).toISOString() };
      const expiring = { expiresDate: new Date(Date.now() + day).toISOString() };
      await store.add(anna, [
        reference('a', 0, { ...expired, isPinned: true }),
        reference('b', 1, expiring),
        reference('c', 2),
        reference('d', 3, { ...expired, isRead: true, isSeen: true }),
        reference('e', 4, { ...expired, isDismissed: true }),
      ]);
      expect(await idsOf(anna)).toEqual(['b', 'c']);
      expect(await pinnedOf(anna)).toEqual([]);
      expect(await countsOf(store, anna)).toEqual({ unreadCount: 2, unseenCount: 2 });
      await store.prune();
      expect(await store.remove(anna, ['a', 'd', 'e'])).toBe(false);
      expect(await store.remove(anna, ['b'])).toBe(true);
    });

    it('counts the notifications of several customers at once, without those who never had any', async () => {
      names();
      const nobody = newCustomer();
      await store.add(anna, [
        reference('a'),
        reference('b', 1, { isSeen: true }),
        reference('c', 2, { isRead: true, isSeen: true }),
        reference('d', 3, { isDismissed: true }),
      ]);
      await store.add(omar, [reference('a', 0, { isRead: true, isSeen: true })]);
      const counts = await store.counts([omar, nobody, anna]);
      expect([...counts.keys()].toSorted()).toEqual([anna, omar].toSorted());
      const rest = { changesInMs: null };
      expect(counts.get(anna)).toEqual({
        unreadCount: 2,
        unseenCount: 1,
        lastEvent: await lastEventOf(store, anna),
        ...rest,
      });
      expect(counts.get(omar)).toEqual({
        unreadCount: 0,
        unseenCount: 0,
        lastEvent: await lastEventOf(store, omar),
        ...rest,
      });
    });

    it('says when the counts change by themselves: what counts expires, or what is snoozed comes back', async () => {
      const hour = 3_600_000;
      const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
      const changesInHours = async () => {
        const ms = (await store.counts([anna])).get(anna)?.changesInMs;
        return typeof ms === 'number' ? Math.round(ms / hour) : ms;
      };
      names();
      await store.add(anna, [
        reference('read', 0, { isRead: true, isSeen: true, expiresDate: inHours(1) }),
        reference('dismissed', 0, { isDismissed: true, expiresDate: inHours(2) }),
        reference('expired', 0, { expiresDate: inHours(-1) }),
        reference('snoozed', 0, { isRead: true, isSeen: true }),
        reference('back', 0, { isRead: true, isSeen: true }),
        reference('unread', 0, { isSeen: true, expiresDate: inHours(9) }),
      ]);
      const snooze = (id: string, hours: number) =>
        store.mark(anna, { type: 'snooze', ids: [id], snoozedUntil: inHours(hours) });
      await snooze('back', -1);
      expect(await changesInHours()).toBe(9);
      await snooze('snoozed', 5);
      expect(await changesInHours()).toBe(5);
      await store.mark(anna, { type: 'dismiss', ids: ['snoozed'], isDismissed: true });
      expect(await changesInHours()).toBe(9);
      await store.mark(anna, { type: 'read', ids: ['unread'], isRead: true });
      expect(await changesInHours()).toBeNull();
    });

    it('counts the unread ones of each tag, unless the tags of one are unknown', async () => {
      names();
      const expiresDate = new Date(Date.now() - 1000).toISOString();
      await store.add(anna, [
        reference('a', 0, { tags: ['order', '__proto__'] }),
        reference('b', 1, { tags: ['order', 'ä "\\'] }),
        reference('c', 2, { tags: [] }),
        reference('read', 3, { tags: ['order'], isRead: true }),
        reference('dismissed', 4, { tags: ['order'], isDismissed: true }),
        reference('expired', 5, { tags: ['order'], expiresDate }),
        reference('unknown', 6, { isRead: true }),
      ]);
      await store.add(omar, [reference('a', 0, { tags: ['order'] })]);
      const load = async () => (await store.list(anna, { limit: 1, countsByTag: true })).unreadCountByTag;
      const counts = async () => new Map(await load());
      const all = new Map([
        ['order', 2],
        ['__proto__', 1],
        ['ä "\\', 1],
      ]);
      expect(await counts()).toEqual(all);
      await store.mark(anna, { type: 'read', ids: ['b'], isRead: true });
      expect((await counts()).get('order')).toBe(1);
      await store.mark(anna, { type: 'read', ids: ['unknown'], isRead: false });
      expect(await load()).toBeNull();
      expect((await storedOf(store, anna, { limit: 1 }))[0]).not.toHaveProperty('tags');
    });

    it('loads the pinned ones of a customer, newest first, without the dismissed ones', async () => {
      names();
      const isPinned = true;
      await store.add(anna, [
        reference('old', 9, { isPinned }),
        reference('other', 1),
        reference('new', 0, { isPinned }),
        reference('dismissed', 3, { isPinned, isDismissed: true }),
      ]);
      await store.add(omar, [reference('secret', 0, { isPinned })]);
      expect(await pinnedOf(anna)).toEqual(['new', 'old']);
      const many = Array.from({ length: 30 }, (_, index) => reference(`n${index}`, index, { isPinned }));
      await store.add(anna, many);
      expect(await pinnedOf(anna)).toHaveLength(25);
    });

    it('knows whether a list goes on, and what its last event is', async () => {
      names();
      const load = async (limit: number) => {
        const { hasMore, lastEvent } = await store.list(anna, { limit });
        return { hasMore, lastEvent };
      };
      expect(await load(1)).toEqual({ hasMore: false, lastEvent: 0 });
      await store.add(anna, [reference('a'), reference('b', 1)]);
      const lastEvent = await lastEventOf(store, anna);
      expect(await load(1)).toEqual({ hasMore: true, lastEvent });
      expect(await load(2)).toEqual({ hasMore: false, lastEvent });
      const [after] = await storedOf(store, anna);
      expect(await store.list(anna, { limit: 1, after })).toMatchObject({ hasMore: false, lastEvent });
    });

    it('lists what belongs together while others are added', async () => {
      names();
      const pages = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          await store.add(anna, [reference(`n${index}`, index)]);
          return store.list(anna, { limit: 100 });
        }),
      );
      const events = await eventsAfter(store, anna, 0);
      for (const { references, unreadCount, lastEvent } of pages) {
        expect(unreadCount).toBe(references.length);
        expect(events.filter(({ number }) => number <= lastEvent)).toHaveLength(references.length);
      }
    });

    it('continues a list after a position, also among equal dates', async () => {
      names();
      const createdDate = new Date().toISOString();
      await store.add(
        anna,
        ['a', 'B', 'ä', 'b', 'c'].map((id) => reference(id, 0, { createdDate })),
      );
      const all = await storedOf(store, anna, { limit: 10 });
      const found: string[] = [];
      let after: InboxReference | undefined;
      do {
        [after] = await storedOf(store, anna, { limit: 1, after });
        if (after) found.push(after.id);
      } while (after);
      expect(found).toEqual(all.map(({ id }) => id));
      expect(found).toHaveLength(5);
    });

    it('continues after a notification that was removed meanwhile', async () => {
      names();
      await store.add(anna, [reference('new', 0), reference('middle', 1), reference('old', 2)]);
      const [, after] = await storedOf(store, anna, { limit: 2 });
      await store.remove(anna, ['middle']);
      const page = await storedOf(store, anna, { limit: 2, after });
      expect(page.map(({ id }) => id)).toEqual(['old']);
    });

    it('adds a notification once, and keeps its state', async () => {
      names();
      expect(await store.add(anna, [reference('a')])).toBe(true);
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
      expect(await store.add(anna, [reference('a')])).toBe(false);
      expect(await storedOf(store, anna, { limit: 5 })).toMatchObject([{ id: 'a', isRead: true }]);
      expect(await eventsOf(anna)).toMatchObject([{ type: 'add' }, { type: 'read' }]);
    });

    it('adds the first of several with the same id, once', async () => {
      names();
      await store.add(anna, [reference('a', 1, { isRead: true }), reference('b', 2), reference('a', 0)]);
      const references = [{ id: 'a', isRead: true }, { id: 'b' }];
      expect(await storedOf(store, anna)).toMatchObject(references);
      expect(await eventsOf(anna)).toMatchObject([{ type: 'add', references }]);
      const small = await createStore({ maxPerCustomer: 2 });
      await small.add(omar, [reference('old', 3), reference('new', 1), reference('new', 0)]);
      expect((await storedOf(small, omar)).map(({ id }) => id)).toEqual(['new', 'old']);
    });

    it.each(marks)('marks a notification as $title, once', async ({ mark, expected }) => {
      names();
      await store.add(anna, [reference('a'), reference('b')]);
      expect(await store.mark(anna, mark)).toEqual(['a']);
      expect(await store.mark(anna, mark)).toEqual([]);
      const [a, b] = ['a', 'b'].map(
        (id) => async () => (await storedOf(store, anna, { limit: 5 })).find((n) => n.id === id),
      );
      expect(await a!()).toMatchObject(expected);
      expect(await b!()).toMatchObject({ isRead: false, isSeen: false, isDismissed: false });
      expect((await eventsOf(anna)).slice(1)).toEqual([mark]);
    });

    it.each(marks)('does not mark what belongs to another customer as $title', async ({ mark }) => {
      names();
      await store.add(anna, [reference('a')]);
      await store.add(omar, [reference('b')]);
      expect(await store.mark(omar, mark)).toEqual([]);
      expect(await store.remove(omar, ['a'])).toBe(false);
      expect(await storedOf(store, anna, { limit: 5 })).toMatchObject([
        { id: 'a', isRead: false, isSeen: false, isDismissed: false },
      ]);
      expect(await eventsOf(omar)).toHaveLength(1);
    });

    it('removes what is dismissed, only if all of it is', async () => {
      names();
      await store.add(anna, [reference('a'), reference('b', 1), reference('c', 2)]);
      await store.mark(anna, { type: 'dismiss', ids: ['a', 'b'], isDismissed: true });
      const last = await lastEventOf(store, anna);
      expect(await store.removeDismissed(anna, ['a', 'c'])).toBe(false);
      expect(await idsOf(anna)).toEqual(['a', 'b', 'c']);
      expect(await lastEventOf(store, anna)).toBe(last);
      expect(await store.removeDismissed(anna, ['a', 'unknown'])).toBe(true);
      expect(await idsOf(anna)).toEqual(['b', 'c']);
      expect((await eventsAfter(store, anna, last)).map(({ event }) => event)).toEqual([
        { type: 'remove', ids: ['a'] },
      ]);
    });

    it('removes nothing of another customer, whatever they have dismissed', async () => {
      names();
      for (const customerId of [anna, omar]) await store.add(customerId, [reference('a')]);
      await store.mark(anna, { type: 'dismiss', ids: ['a'], isDismissed: true });
      expect(await store.removeDismissed(omar, ['a'])).toBe(false);
      expect(await store.removeDismissed(newCustomer(), ['a'])).toBe(true);
      expect([await idsOf(anna), await idsOf(omar)]).toEqual([['a'], ['a']]);
    });

    it('removes what is dismissed, or keeps it if it is restored at the same moment', async () => {
      names();
      const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
      await store.add(
        anna,
        ids.map((id) => reference(id)),
      );
      await store.mark(anna, { type: 'dismiss', ids, isDismissed: true });
      const acts = await Promise.all(
        ids.map(async (id) => {
          const [restored, isRemoved] = await Promise.all([
            store.mark(anna, { type: 'dismiss', ids: [id], isDismissed: false }),
            store.removeDismissed(anna, [id]),
          ]);
          return { id, isRestored: restored.length > 0, isRemoved };
        }),
      );
      for (const { isRestored, isRemoved } of acts) expect(isRemoved).toBe(!isRestored);
      const restored = acts.flatMap(({ id, isRestored }) => (isRestored ? id : []));
      expect((await idsOf(anna)).toSorted()).toEqual(restored);
    });

    describe('snoozes notifications', () => {
      const hour = 3_600_000;
      const soon = () => new Date(Date.now() + hour).toISOString();
      const over = () => new Date(Date.now() - hour).toISOString();
      const only = async () => (await storedOf(store, anna, { limit: 1 }))[0];
      const snooze = (snoozedUntil: string | null) =>
        store.mark(anna, { type: 'snooze', ids: ['a', 'unknown'], snoozedUntil });
      async function addRead(): Promise<void> {
        names();
        await store.add(anna, [reference('a', 0, { isRead: true, isSeen: true })]);
      }

      it('once, which is an event that says what is stored now', async () => {
        await addRead();
        const until = soon();
        expect(await snooze(until)).toEqual(['a']);
        expect(await snooze(until)).toEqual([]);
        expect(await only()).toMatchObject({ snoozedUntil: until, isRead: true, isSeen: true });
        expect((await eventsOf(anna)).slice(1)).toMatchObject([
          { type: 'add', references: [{ id: 'a', snoozedUntil: until }] },
        ]);
        expect(await snooze(null)).toEqual(['a']);
        expect(await only()).toMatchObject({ snoozedUntil: null, isRead: true, isSeen: true });
        expect(await countsOf(store, anna)).toEqual({ unreadCount: 0, unseenCount: 0 });
      });

      it('that come back as unread and unseen, until they are marked', async () => {
        await addRead();
        await snooze(over());
        expect(await only()).toMatchObject({ isRead: false, isSeen: false });
        expect(await countsOf(store, anna)).toEqual({ unreadCount: 1, unseenCount: 1 });
        expect(await store.mark(anna, { type: 'read', ids: ['a'], isRead: false })).toEqual([]);
        expect(await store.mark(anna, { type: 'seen', ids: ['a'] })).toEqual(['a']);
        expect(await countsOf(store, anna)).toEqual({ unreadCount: 1, unseenCount: 0 });
        expect(await store.mark(anna, { type: 'read', ids: ['a'], isRead: true })).toEqual(['a']);
        expect(await only()).toMatchObject({ isRead: true, isSeen: true });
        expect(await countsOf(store, anna)).toEqual({ unreadCount: 0, unseenCount: 0 });
      });

      it('that are not unseen while they are away, whatever is marked as seen then', async () => {
        await addRead();
        await snooze(soon());
        expect(await countsOf(store, anna)).toEqual({ unreadCount: 0, unseenCount: 0 });
        expect(await store.mark(anna, { type: 'seen', ids: ['a'], until: soon() })).toEqual([]);
        await snooze(over());
        expect(await only()).toMatchObject({ isSeen: false });
      });

      it('that stay as the customer marks them while they are away', async () => {
        await addRead();
        await snooze(soon());
        await store.mark(anna, { type: 'read', ids: ['a'], isRead: false });
        await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
        await snooze(null);
        await snooze(soon());
        expect(await only()).toMatchObject({ isRead: true });
        expect(await countsOf(store, anna)).toMatchObject({ unreadCount: 0 });
      });

      describe('and names on the first of several pages', () => {
        const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
        const snoozeUntil = (id: string, snoozedUntil: string) =>
          store.mark(anna, { type: 'snooze', ids: [id], snoozedUntil });
        const namedOn = async (query: ListQuery) =>
          (await store.list(anna, query)).snoozed.map(({ id }) => id);
        /** A page of two, with others behind it. */
        async function addBehind(ids: string[], rest: Partial<InboxReference> = {}): Promise<void> {
          names();
          await store.add(anna, [
            reference('first', 1),
            reference('second', 2),
            ...ids.map((id) => reference(id, 3, rest)),
          ]);
        }

        it('those of the others that come back, or came back after its last one was created', async () => {
          await addBehind(['away', 'back', 'long back', 'never away']);
          await snoozeUntil('first', at(hour));
          await snoozeUntil('away', at(hour));
          await snoozeUntil('back', at(-1.5 * 86_400));
          await snoozeUntil('long back', at(-2.5 * 86_400));
          expect(await namedOn({ limit: 2 })).toEqual(['back', 'away']);
          const { references } = await store.list(anna, { limit: 2 });
          expect(await namedOn({ limit: 2, after: references[1] })).toEqual([]);
          expect(await namedOn({ limit: 9 })).toEqual([]);
          expect((await store.list(omar, { limit: 2 })).snoozed).toEqual([]);
        });

        it('what comes back next, however much has come back, and what came back last', async () => {
          const numbers = Array.from({ length: 150 }, (_, number) => number);
          await addBehind(numbers.flatMap((number) => [`away ${number}`, `back ${number}`]));
          for (const number of numbers) {
            await snoozeUntil(`away ${number}`, at(hour + number));
            await snoozeUntil(`back ${number}`, at(-1 - number));
          }
          const named = await namedOn({ limit: 2 });
          const ids = (prefix: string) => numbers.slice(0, 100).map((number) => `${prefix} ${number}`);
          expect(named).toEqual([...ids('back').toReversed(), ...ids('away')]);
        });

        it('none that is pinned, which the page has anyway, or expired', async () => {
          await addBehind(['pinned'], { isPinned: true });
          await store.add(anna, [reference('expired', 3, { expiresDate: at(-1) })]);
          for (const id of ['pinned', 'expired']) await snoozeUntil(id, at(hour));
          expect(await namedOn({ limit: 2 })).toEqual([]);
          expect(await pinnedOf(anna)).toEqual(['pinned']);
        });
      });
    });

    it('marks as unread and restores', async () => {
      names();
      await store.add(anna, [reference('a', 0, { isRead: true, isSeen: true, isDismissed: true })]);
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: false });
      await store.mark(anna, { type: 'dismiss', ids: ['a'], isDismissed: false });
      expect(await storedOf(store, anna, { limit: 5 })).toMatchObject([
        { isRead: false, isSeen: true, isDismissed: false },
      ]);
    });

    it.each([
      { flag: 'isSeen', count: 'unseenCount', change: { type: 'seen' } },
      { flag: 'isRead', count: 'unreadCount', change: { type: 'read', isRead: true } },
    ] as const)(
      'marks everything up to a date as $change.type, and reports what it marked',
      async ({ flag, count, change }) => {
        names();
        const [newest, middle, oldest] = [0, 1, 2].map((age) => reference(`${age} days`, age));
        await store.add(anna, [newest!, middle!, oldest!, reference('before', 3, { [flag]: true })]);
        await store.add(omar, [reference('other', 5)]);
        const mark: InboxMark = { ...change, ids: [], until: middle!.createdDate };
        const ids = ['1 days', '2 days'];
        expect((await store.mark(anna, mark)).toSorted()).toEqual(ids);
        expect(await store.mark(anna, mark)).toEqual([]);
        expect((await storedOf(store, anna, { limit: 5 })).map((listed) => listed[flag])).toEqual([
          false,
          true,
          true,
          true,
        ]);
        expect(await countsOf(store, omar)).toMatchObject({ [count]: 1 });
        const [, event] = await eventsOf(anna);
        expect(event).toEqual({ ...change, ids: expect.arrayContaining(ids) as unknown });
        expect(event).toHaveProperty('ids.length', 2);
        expect(await store.mark(anna, { ...mark, ids: ['0 days', 'unknown'] })).toEqual(['0 days']);
        expect(await countsOf(store, anna)).toMatchObject({ [count]: 0 });
      },
    );

    it('lets two customers have a notification with the same id', async () => {
      names();
      await store.add(anna, [reference('a')]);
      await store.add(omar, [reference('a')]);
      await store.mark(omar, { type: 'read', ids: ['a'], isRead: true });
      expect(await storedOf(store, anna, { limit: 5 })).toMatchObject([{ isRead: false }]);
    });

    it('counts what is unread and unseen, but not what is dismissed', async () => {
      names();
      await store.add(
        anna,
        ['a', 'b', 'c', 'd'].map((id) => reference(id)),
      );
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
      await store.mark(anna, { type: 'seen', ids: ['b'] });
      await store.mark(anna, { type: 'dismiss', ids: ['c'], isDismissed: true });
      expect(await countsOf(store, anna)).toEqual({ unreadCount: 2, unseenCount: 1 });
      expect(await countsOf(store, omar)).toEqual({ unreadCount: 0, unseenCount: 0 });
    });

    it('replays the events after a number, in order', async () => {
      names();
      await store.add(anna, [reference('a'), reference('b')]);
      const first = await lastEventOf(store, anna);
      await store.mark(anna, { type: 'seen', ids: ['a', 'b'] });
      await store.mark(anna, { type: 'dismiss', ids: ['a'], isDismissed: true });
      await store.remove(anna, ['b', 'unknown']);
      const events = await eventsAfter(store, anna, first);
      expect(events.map(({ event }) => event.type)).toEqual(['seen', 'dismiss', 'remove']);
      expect(events[2]?.event).toEqual({ type: 'remove', ids: ['b'] });
      expect(events.at(-1)?.number).toBe(await lastEventOf(store, anna));
      const numbers = events.map(({ number }) => number);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(await missedAfter(store, anna, first)).toMatchObject({
        hasMore: false,
        lastEvent: numbers.at(-1),
      });
    });

    it('knows the last events of several customers', async () => {
      names();
      await store.add(anna, [reference('a')]);
      expect(await store.lastEvents([anna, omar])).toEqual(new Map([[anna, await lastEventOf(store, anna)]]));
    });

    it('replays nothing after an event that it does not know, such as of a customer who was deleted', async () => {
      names();
      await store.add(anna, [reference('a')]);
      const last = await lastEventOf(store, anna);
      await store.saveChoice(anna, 'offers', true);
      expect(await eventsAfter(store, anna, last)).toHaveLength(1);
      expect(await isReplayable(store, anna, last - 1)).toBe(false);
      await store.deleteCustomer(anna);
      expect(await missedAfter(store, anna, last)).toBeUndefined();
      await waitForNextMillisecond();
      await store.add(anna, [reference('b')]);
      expect(await isReplayable(store, anna, last)).toBe(false);
      expect(await eventsAfter(store, anna, 0)).toHaveLength(1);
    });

    it('replays the events of several customers, each after a position of their own', async () => {
      names();
      await store.add(anna, [reference('a')]);
      await store.add(omar, [reference('b')]);
      const last = await lastEventOf(store, omar);
      await store.mark(omar, { type: 'seen', ids: ['b'] });
      const positions = [
        { customerId: anna, after: 0 },
        { customerId: omar, after: last },
        { customerId: newCustomer(), after: 0 },
      ];
      const missed = await store.eventsOf(positions, limits);
      const types = [...missed].map(([id, { events }]) => [id, events?.map(({ event }) => event.type)]);
      expect(new Map(types as [string, string[]][])).toEqual(
        new Map([
          [anna, ['add']],
          [omar, ['seen']],
        ]),
      );
    });

    it('replays a notification once, in the last event that adds it', async () => {
      names();
      await store.add(anna, [reference('a'), reference('b', 1)]);
      for (const day of ['2098', '2099'])
        await store.mark(anna, { type: 'snooze', ids: ['a'], snoozedUntil: `${day}-01-01T00:00:00.000Z` });
      expect(await eventsOf(anna)).toMatchObject([
        { type: 'add', references: [{ id: 'b' }] },
        { type: 'add', references: [] },
        { type: 'add', references: [{ id: 'a', snoozedUntil: '2099-01-01T00:00:00.000Z' }] },
      ]);
    });

    it('replays no more bytes at once than it may, and goes on after them', async () => {
      names();
      const record = { text: 'x'.repeat(2000) };
      for (const id of ['a', 'b', 'c']) await store.add(anna, [reference(id, 0, { record })]);
      await store.mark(anna, { type: 'read', ids: ['a', 'b', 'c'], isRead: true });
      const types: string[][] = [];
      let missed: MissedEvents | undefined;
      for (let after = 0; missed?.hasMore !== false; after = missed?.events?.at(-1)?.number ?? 0) {
        missed = await missedAfter(store, anna, after, { bytes: 5000 });
        types.push(missed?.events?.map(({ event }) => event.type) ?? []);
      }
      expect(types).toEqual([
        ['add', 'add'],
        ['add', 'read'],
      ]);
      // Ids are few bytes: they are sent, however many they are.
      expect(await missedAfter(store, anna, await lastEventOf(store, anna), { bytes: 1 })).toMatchObject({
        events: [],
      });
    });

    it('replays neither more events nor more ids than it may, nor an arrival that alone has more bytes', async () => {
      names();
      const ids = ['a', 'b', 'c'];
      await store.add(
        anna,
        ids.map((id) => reference(id, 0, { record: 'x'.repeat(1000) })),
      );
      await store.mark(anna, { type: 'seen', ids });
      const missed = async (other: Partial<EventLimits>) =>
        (await missedAfter(store, anna, 0, other))?.events?.length ?? null;
      expect(await missed({ events: 2, ids: 6, bytes: 4500 })).toBe(2);
      expect(await missed({ events: 1 })).toBeNull();
      expect(await missed({ ids: 5 })).toBeNull();
      expect(await missed({ bytes: 3000 })).toBeNull();
    });

    it('replays an arrival with what is stored now', async () => {
      names();
      await store.add(anna, [reference('a', 1, { record: { id: 'a' } }), reference('b')]);
      await store.mark(anna, { type: 'read', ids: ['a'], isRead: true });
      await store.remove(anna, ['b']);
      const [event] = await eventsOf(anna);
      expect(event).toMatchObject({
        type: 'add',
        references: [{ id: 'a', isRead: true, record: { id: 'a' } }],
      });
    });

    it('numbers the events of a customer who was deleted and came back beyond the earlier ones', async () => {
      names();
      await store.add(anna, [reference('a')]);
      const before = await lastEventOf(store, anna);
      await store.deleteCustomer(anna);
      await waitForNextMillisecond();
      await store.add(anna, [reference('a')]);
      expect(await lastEventOf(store, anna)).toBeGreaterThan(before);
    });

    it('records every change of two that happen at once', async () => {
      names();
      await store.add(
        anna,
        Array.from({ length: 20 }, (_, index) => reference(`n${index}`)),
      );
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.mark(anna, { type: 'read', ids: [`n${index}`], isRead: true }),
        ),
      );
      const events = await eventsAfter(store, anna, 0);
      expect(events).toHaveLength(21);
      expect(new Set(events.map(({ number }) => number)).size).toBe(21);
    });

    it('stores the choices of a customer', async () => {
      names();
      await store.saveChoice(anna, 'offers', true);
      await store.saveChoice(anna, 'news', true);
      await store.saveChoice(anna, 'offers', false);
      expect(new Map(await store.choices(anna))).toEqual(
        new Map([
          ['offers', false],
          ['news', true],
        ]),
      );
      expect(new Map(await store.choices(omar))).toEqual(new Map());
    });

    it('reports a choice that is another one as an event, also of a customer without notifications', async () => {
      names();
      expect(await store.saveChoice(anna, 'offers', true)).toBe(true);
      expect(await store.saveChoice(anna, 'offers', true)).toBe(false);
      await store.add(anna, [reference('a')]);
      expect(await store.saveChoice(anna, 'offers', false)).toBe(true);
      expect(await eventsOf(anna)).toEqual([
        { type: 'preference', groupId: 'offers', isGroupNotificationOff: true },
        { type: 'add', references: [expect.objectContaining({ id: 'a' })] },
        { type: 'preference', groupId: 'offers', isGroupNotificationOff: false },
      ]);
      expect(await eventsOf(omar)).toEqual([]);
    });

    it('deletes everything about a customer, and nothing of another', async () => {
      names();
      for (const customerId of [anna, omar]) {
        await store.add(customerId, [reference('a')]);
        await store.saveChoice(customerId, 'offers', true);
      }
      await store.deleteCustomer(anna);
      expect(await idsOf(anna)).toEqual([]);
      expect(await missedAfter(store, anna, 0)).toBeUndefined();
      expect(await lastEventOf(store, anna)).toBe(0);
      expect((await store.choices(anna)).size).toBe(0);
      expect(await idsOf(omar)).toEqual(['a']);
      expect((await store.choices(omar)).size).toBe(1);
    });

    it('deletes what is older than the retention', async () => {
      names();
      const short = await createStore({ maxDays: 30, maxEventHours: 0 });
      await short.add(anna, [reference('old', 31), reference('new', 29)]);
      await waitForNextMillisecond();
      await short.prune();
      expect((await storedOf(short, anna, { limit: 5 })).map(({ id }) => id)).toEqual(['new']);
      const last = await lastEventOf(short, anna);
      expect(await isReplayable(short, anna, 0)).toBe(false);
      expect(await missedAfter(short, anna, last)).toMatchObject({ events: [] });
      await short.add(anna, [reference('newer')]);
      expect(await eventsAfter(short, anna, last)).toHaveLength(1);
      expect(await isReplayable(short, anna, 0)).toBe(false);
    });

    describe('retains by what is on the list', () => {
      const dateIn = (days: number) => new Date(Date.now() + days * day).toISOString();
      const snoozeUntil = (limited: InboxStore, id: string, days: number) =>
        limited.mark(anna, { type: 'snooze', ids: [id], snoozedUntil: dateIn(days) });
      const idsIn = async (limited: InboxStore) => (await storedOf(limited, anna)).map(({ id }) => id);

      it('what is snoozed, until its return is too long ago', async () => {
        names();
        const short = await createStore({ maxDays: 30 });
        await short.add(anna, [reference('away', 40), reference('back', 40), reference('long back', 80)]);
        await snoozeUntil(short, 'away', 300);
        await snoozeUntil(short, 'back', -29);
        await snoozeUntil(short, 'long back', -31);
        await short.prune();
        expect((await idsIn(short)).toSorted()).toEqual(['away', 'back']);
      });

      it('the newest 25 that are pinned, however old they are', async () => {
        names();
        const short = await createStore({ maxDays: 30 });
        const pinned = Array.from({ length: 27 }, (_, index) =>
          reference(`pinned ${index}`, 31 + index, { isPinned: true }),
        );
        await short.add(anna, [...pinned, reference('other', 31)]);
        await short.mark(anna, { type: 'dismiss', ids: ['pinned 0'], isDismissed: true });
        await short.prune();
        expect(await idsIn(short)).toEqual(pinned.slice(1, 26).map(({ id }) => id));
      });

      it('as many as it may, of which the longest on the list goes first', async () => {
        names();
        const small = await createStore({ maxPerCustomer: 3 });
        await small.add(anna, [reference('a', 5), reference('b', 4), reference('c', 3)]);
        await snoozeUntil(small, 'a', 1);
        await small.add(anna, [reference('d')]);
        expect(await idsIn(small)).toEqual(['d', 'c', 'a']);
      });

      it('as many as it may, also after others were removed', async () => {
        names();
        const small = await createStore({ maxPerCustomer: 3 });
        await small.add(anna, [reference('a', 9), reference('b', 8), reference('c', 7)]);
        await small.remove(anna, ['a', 'b']);
        await small.add(anna, [reference('d', 6)]);
        await small.add(anna, [reference('e', 5)]);
        expect(await idsIn(small)).toEqual(['e', 'd', 'c']);
        await small.saveChoice(anna, 'offers', true);
        await small.add(anna, [reference('f', 4), reference('old', 10)]);
        expect(await idsIn(small)).toEqual(['f', 'e', 'd']);
      });

      it('as many as it may beside what has expired', async () => {
        names();
        const small = await createStore({ maxPerCustomer: 3 });
        const expired = ['x', 'y', 'z'].map((id) => reference(id, 0, { expiresDate: dateIn(-1) }));
        await small.add(anna, [...expired, reference('a', 3), reference('b', 2), reference('c', 1)]);
        expect(await idsIn(small)).toEqual(['c', 'b', 'a']);
      });

      it('the newest 25 that are pinned, also if there may be fewer', async () => {
        names();
        const small = await createStore({ maxPerCustomer: 3 });
        const pinned = Array.from({ length: 27 }, (_, index) =>
          reference(`pinned ${index}`, 1 + index, { isPinned: true }),
        );
        await small.add(anna, pinned);
        expect(await small.add(anna, [reference('new')])).toBe(false);
        expect(await idsIn(small)).toEqual(pinned.slice(0, 25).map(({ id }) => id));
      });
    });

    it('keeps the newest notifications of a customer who has too many', async () => {
      names();
      const small = await createStore({ maxPerCustomer: 3 });
      await small.add(omar, [reference('other', 9)]);
      for (const age of [5, 4, 3, 2]) await small.add(anna, [reference(`${age} days`, age)]);
      await small.add(anna, [reference('2 days', 2)]);
      await small.add(anna, [reference('1 day', 1)]);
      expect((await storedOf(small, anna, { limit: 9 })).map(({ id }) => id)).toEqual([
        '1 day',
        '2 days',
        '3 days',
      ]);
      expect(await storedOf(small, omar, { limit: 9 })).toHaveLength(1);
    });

    it('deletes nothing newer in favour of older ones that are added later', async () => {
      names();
      const small = await createStore({ maxPerCustomer: 3 });
      for (const age of [3, 2, 1]) await small.add(anna, [reference(`${age} days`, age)]);
      await small.add(anna, [reference('8 days', 8), reference('9 days', 9)]);
      expect((await storedOf(small, anna, { limit: 3 })).map(({ id }) => id)).toEqual([
        '1 days',
        '2 days',
        '3 days',
      ]);
    });

    it('keeps the newest of many that are added at once, and none that is older', async () => {
      names();
      const small = await createStore({ maxPerCustomer: 3 });
      const ages = [1, 2, 3, 4, 5];
      await small.add(
        anna,
        ages.map((age) => reference(`${age} days`, age)),
      );
      expect(await small.add(anna, [reference('old', 9)])).toBe(false);
      expect(await small.add(anna, [reference('new'), reference('1 days', 1)])).toBe(true);
      expect((await storedOf(small, anna, { limit: 9 })).map(({ id }) => id)).toEqual([
        'new',
        '1 days',
        '2 days',
      ]);
      const events = (await eventsAfter(small, anna, 0)).map(({ event }) => event);
      expect(events).toMatchObject([
        { type: 'add', references: [{ id: '1 days' }, { id: '2 days' }] },
        { type: 'remove', ids: ['3 days'] },
        { type: 'add', references: [{ id: 'new' }] },
      ]);
    });

    it('keeps as many notifications as it may although they are added at once', async () => {
      names();
      const small = await createStore({ maxPerCustomer: 3 });
      await Promise.all(Array.from({ length: 10 }, (_, age) => small.add(anna, [reference(`n${age}`, age)])));
      expect((await storedOf(small, anna, { limit: 9 })).map(({ id }) => id)).toEqual(['n0', 'n1', 'n2']);
    });

    it('numbers no event that changes nothing', async () => {
      names();
      await store.add(anna, [reference('a')]);
      await store.saveChoice(anna, 'offers', true);
      const last = await lastEventOf(store, anna);
      await store.add(anna, [reference('a')]);
      await store.saveChoice(anna, 'offers', true);
      await store.remove(anna, ['unknown']);
      expect(await lastEventOf(store, anna)).toBe(last);
      expect((await eventsAfter(store, anna, 0)).at(-1)?.number).toBe(last);
    });

    it('adds notifications for several customers, and names those to whom it added any', async () => {
      names();
      await store.add(omar, [reference('a')]);
      const third = newCustomer();
      const added = await store.addAll([
        { customerId: anna, references: [reference('a'), reference('b', 1)] },
        { customerId: omar, references: [reference('a')] },
        { customerId: third, references: [reference('a')] },
      ]);
      expect(added.toSorted()).toEqual([anna, third].toSorted());
      expect(await idsOf(anna)).toEqual(['a', 'b']);
      expect(await eventsOf(anna)).toMatchObject([{ type: 'add', references: [{ id: 'a' }, { id: 'b' }] }]);
      expect(await eventsOf(omar)).toHaveLength(1);
      expect(await eventsOf(third)).toHaveLength(1);
    });

    it('adds everything that is added to several customers at once', async () => {
      names();
      const small = await createStore({ maxPerCustomer: 5 });
      await Promise.all(
        Array.from({ length: 10 }, (_, age) => {
          const customerIds = age % 2 > 0 ? [anna, omar] : [omar, anna];
          const references = [reference(`n${age}`, age)];
          return small.addAll(customerIds.map((customerId) => ({ customerId, references })));
        }),
      );
      for (const customerId of [anna, omar])
        expect((await storedOf(small, customerId, { limit: 9 })).map(({ id }) => id)).toEqual(
          Array.from({ length: 5 }, (_, age) => `n${age}`),
        );
    });

    it('treats ids as text, whatever they contain', async () => {
      names();
      const ids = [
        `'; DROP TABLE nudge_inbox_notifications; --`,
        '{"a":1}',
        '$1',
        '%',
        '\\',
        ' ',
        '__proto__',
        '👩‍🚀',
      ];
      await store.add(
        anna,
        ids.map((id) => reference(id)),
      );
      await store.mark(anna, { type: 'read', ids, isRead: true });
      const found = await storedOf(store, anna, { limit: 20 });
      expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(found.every(({ isRead }) => isRead)).toBe(true);
    });

    it('tells how much it holds', async () => {
      names();
      const before = await store.stats();
      await store.add(anna, [reference('a'), reference('b')]);
      expect(await store.stats()).toEqual({
        customers: before.customers + 1,
        notifications: before.notifications + 2,
      });
    });
  });
}
