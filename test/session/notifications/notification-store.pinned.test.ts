import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import type { NotificationReference, ReferencePage } from '../../../src/session/sources/source.js';
import {
  arrivalEvents,
  FakeSource,
  flushPromises,
  itemIds,
  recordEvents,
  setUpStore,
  tearDown,
  type MakeStore,
} from '../fakes.js';

let makeStore: MakeStore;
let source: FakeSource;

beforeEach(() => {
  ({ makeStore } = setUpStore());
  source = new FakeSource();
});
afterEach(tearDown);

/** A reference dated on this day of a month. */
const dated = (day: number, hints: Partial<NotificationReference> = {}): NotificationReference => ({
  id: `d${day}`,
  createdDate: `2025-11-${String(day).padStart(2, '0')}T10:00:00Z`,
  ...hints,
});
const pinned = (day: number): NotificationReference => dated(day, { isPinned: true });
const page = (...references: NotificationReference[]): ReferencePage => ({ references });

interface Visit {
  store: NotificationStore;
  recorder: ReturnType<typeof recordEvents>;
}

/** A store with a subscriber that has loaded the first of these pages. */
async function openStore(...pages: ReferencePage[]): Promise<Visit> {
  source.pages = pages;
  const store = makeStore({ source });
  const recorder = recordEvents(store);
  await flushPromises();
  return { store, recorder };
}

const order = ({ store }: Visit): string => itemIds(store).join(' ');

describe('A pinned notification', () => {
  it('comes before all others, wherever its page lists it', async () => {
    expect(order(await openStore(page(dated(9), pinned(7), dated(5), pinned(3))))).toBe('d7 d3 d9 d5');
    expect(order(await openStore(page(pinned(3), pinned(7), dated(9), dated(5))))).toBe('d7 d3 d9 d5');
  });

  it('says so in its item', async () => {
    const { store } = await openStore(page(pinned(7), dated(5, { importance: 'high' })));
    expect(store.state.items).toMatchObject([{ isPinned: true }, { importance: 'high' }]);
    source.emit({
      type: 'add',
      references: [dated(7, { isPinned: false }), dated(5, { importance: 'normal' })],
    });
    expect(store.state.items).toMatchObject([{ isPinned: false }, { importance: 'normal' }]);
  });

  it('is pinned and unpinned by an event, in its place', async () => {
    const visit = await openStore(page(dated(9), dated(7), dated(5)));
    source.emit({ type: 'add', references: [pinned(5)] });
    expect(order(visit)).toBe('d5 d9 d7');
    source.emit({ type: 'add', references: [{ id: 'd5' }] });
    expect(order(visit)).toBe('d5 d9 d7');
    source.emit({ type: 'add', references: [dated(5, { isPinned: false })] });
    expect(order(visit)).toBe('d9 d7 d5');
    expect(arrivalEvents(visit.recorder)).toEqual([]);
  });

  it('arrives once, by an event and with the next first page', async () => {
    const visit = await openStore(
      page(dated(9)),
      page(pinned(10), dated(9)),
      page(pinned(11), pinned(10), dated(9)),
    );
    source.emit({ type: 'add', references: [pinned(10)] });
    await visit.store.refresh();
    expect(arrivalEvents(visit.recorder)).toEqual([{ type: 'arrival', ids: ['d10'] }]);
    await visit.store.refresh();
    expect(order(visit)).toBe('d11 d10 d9');
    expect(arrivalEvents(visit.recorder)).toHaveLength(2);
  });

  it('takes its place by date once its own page is loaded, and stays there when it is unpinned', async () => {
    const first = { references: [dated(9), dated(8)], nextCursor: '2' };
    const visit = await openStore(
      { ...first, references: [pinned(1), ...first.references] },
      page(dated(2), pinned(1)),
      first,
    );
    expect(order(visit)).toBe('d1 d9 d8');
    await visit.store.loadMore();
    expect(order(visit)).toBe('d1 d9 d8 d2');
    await visit.store.refresh();
    expect(order(visit)).toBe('d9 d8 d2 d1');
    expect(visit.store.state.items.at(-1)?.isPinned).toBe(false);
  });

  it('goes when the first page lists it no more, and no other page does', async () => {
    const first = { references: [dated(9), dated(8)], nextCursor: '2' };
    const visit = await openStore({ ...first, references: [pinned(1), ...first.references] }, first);
    await visit.store.refresh();
    expect(order(visit)).toBe('d9 d8');
  });

  it('does not hide that pages were missed', async () => {
    const visit = await openStore(
      { references: [pinned(1), dated(5), dated(4)], nextCursor: '2' },
      { references: [pinned(1), dated(9), dated(8)], nextCursor: 'gap' },
      page(dated(7), dated(6)),
    );
    await visit.store.refresh();
    await visit.store.loadMore();
    expect(source.cursors).toEqual([undefined, undefined, 'gap']);
    expect(order(visit)).toBe('d1 d9 d8 d7 d6 d5 d4');
  });

  it('does not end the list where a page is full of them', async () => {
    const visit = await openStore({ references: [pinned(9), pinned(8)], nextCursor: '2' }, page(dated(7)));
    await visit.store.loadMore();
    expect(order(visit)).toBe('d9 d8 d7');
  });

  it('is counted once by a host that says how many are unread', async () => {
    const visit = await openStore(
      {
        references: [dated(1, { isPinned: true, isRead: false }), dated(9, { isRead: false })],
        nextCursor: '2',
        unreadCount: 3,
      },
      page(dated(2, { isRead: false }), dated(1, { isPinned: true, isRead: false })),
    );
    expect(visit.store.state.unreadCount).toBe(3);
    await visit.store.loadMore();
    expect(visit.store.state.unreadCount).toBe(3);
  });
});
