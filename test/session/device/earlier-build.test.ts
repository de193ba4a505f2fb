import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { Device } from '../../../src/session/device/device.js';
import { parseRow, type RowUpdate } from '../../../src/session/device/stored-row.js';
import { NotificationStore } from '../../../src/session/notifications/notification-store.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  FakeStorage,
  flushPromises,
  makeRecord,
  setUpStore,
  stubSessionStorage,
  tearDown,
} from '../fakes.js';
import * as earlierBuild from './earlier-build/session.js';

/** As the database of this build loads a row: an earlier build has stored less. */
class ParsingStorage extends FakeStorage {
  override update(update: RowUpdate): ReturnType<FakeStorage['update']> {
    return super.update((row) => update(parseRow(row)));
  }
}

const thisBuild = { CustomerIdentity, Device, NotificationStore };

let storage: FakeStorage;
let ends: (() => void)[];

beforeEach(() => {
  setUpStore();
  stubBroadcastChannel();
  storage = new ParsingStorage();
  ends = [];
});

afterEach(async () => {
  for (const end of ends) end();
  await flushPromises();
  tearDown();
});

interface Tab {
  store: NotificationStore;
  device: Device;
  requests: string[];
}

/** Opens a tab whose page has one of the builds. Each tab has a `sessionStorage` of its own. */
async function openTab(build: Pick<typeof earlierBuild, keyof typeof thisBuild>): Promise<Tab> {
  stubSessionStorage();
  const identity = new build.CustomerIdentity();
  const device = new build.Device('key', storage, identity);
  const requests: string[] = [];
  const store = new build.NotificationStore({
    ids: ['a', 'b'],
    device: () => Promise.resolve(device),
    retrieve: (id) => {
      requests.push(id);
      identity.identify('customer-1');
      return Promise.resolve(makeRecord(id));
    },
  });
  ends.push(store.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1000);
  return { store, device, requests };
}

/** What is marked, as a tab shows it. */
const marksOf = ({ store }: Tab): unknown => ({
  read: store.state.items.filter(({ isRead }) => isRead).map(({ id }) => id),
  unseenCount: store.state.unseenCount,
  dismissed: store.state.dismissedItems.map(({ id }) => id),
  snoozed: store.state.snoozedItems.map(({ id, snoozedUntil }) => [id, snoozedUntil]),
});

const acts: Record<string, (store: NotificationStore) => unknown> = {
  'marks as read': (store) => store.markRead(['a']),
  'marks all as read': (store) => store.markAllRead(),
  'sees the list': (store) => store.markSeen(),
  dismisses: (store) => store.dismiss(['a']),
  snoozes: (store) => store.snooze(['a'], new Date(Date.now() + 3_600_000)),
};

describe.each([
  ['this build', thisBuild, 'an earlier one', earlierBuild],
  ['an earlier build', earlierBuild, 'this one', thisBuild],
])('What happens in a tab with %s', (_, build, __, otherBuild) => {
  it.each(Object.entries(acts))('is known to a tab with the other build: %s', async (___, act) => {
    const [tab, other] = [await openTab(build), await openTab(otherBuild)];
    const before = marksOf(tab);
    act(tab.store);
    await vi.advanceTimersByTimeAsync(1000);
    expect(marksOf(other)).toEqual(marksOf(tab));
    expect(marksOf(tab)).not.toEqual(before);
  });

  it.each(Object.entries(acts))('is known to a later visit with the other build: %s', async (___, act) => {
    const tab = await openTab(build);
    act(tab.store);
    await vi.advanceTimersByTimeAsync(1000);
    for (const end of ends.splice(0)) end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(marksOf(await openTab(otherBuild))).toEqual(marksOf(tab));
  });

  it('survives that the page is replaced by the other build before it is stored', async () => {
    const tab = await openTab(build);
    storage.beforeChange = () => new Promise(() => undefined);
    tab.store.markRead(['a']);
    await flushPromises();
    const { sessionStorage } = globalThis;
    storage.beforeChange = null;
    const opening = openTab(otherBuild);
    vi.stubGlobal('sessionStorage', sessionStorage);
    expect(marksOf(await opening)).toMatchObject({ read: ['a'] });
  });

  it('ends in a tab with the other build once the customer signs out', async () => {
    const [tab, other] = [await openTab(build), await openTab(otherBuild)];
    await tab.device.signOut();
    await vi.advanceTimersByTimeAsync(1000);
    expect(other.store.state).toMatchObject({ items: [], problem: 'signed-out' });
  });

  it('need not be fetched again by a tab with the other build', async () => {
    const [tab, other] = [await openTab(build), await openTab(otherBuild)];
    await tab.store.load('c');
    await vi.advanceTimersByTimeAsync(1000);
    await other.store.load('c');
    expect(tab.requests).toContain('c');
    expect(other.requests).not.toContain('c');
  });
});
