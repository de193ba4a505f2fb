import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device } from '../../../src/inbox/device/device.js';
import type { PreferenceStoreOptions } from '../../../src/inbox/preferences/preference-state.js';
import { FakeNetwork, FakeStorage, refused, settled, tearDown } from '../fakes.js';
import { FakeSaves, hear, type Heard } from './preference-fakes.js';

let saves: FakeSaves;
let network: FakeNetwork;
let storage: FakeStorage;
let visits: Heard[];

beforeEach(() => {
  vi.useFakeTimers();
  network = new FakeNetwork();
  saves = new FakeSaves();
  saves.answer = () => ({ status: 'saved' });
  storage = new FakeStorage();
  visits = [];
});

afterEach(async () => {
  for (const { store } of visits) store.close();
  await Promise.resolve();
  tearDown();
});

/** A visit on this device that has heard what is kept. */
async function visit(options: Partial<PreferenceStoreOptions> = {}): Promise<Heard> {
  const device = new Device('key', storage);
  const heard = hear(saves, {
    groups: [{ id: 'a' }, { id: 'b' }],
    device: () => Promise.resolve(device),
    ...options,
  });
  visits.push(heard);
  await settled();
  return heard;
}

/** A visit that saved this, ended a minute ago. */
async function visited(isOff: boolean): Promise<void> {
  const heard = await visit();
  await heard.choose('a', isOff);
  await settled();
  heard.store.close();
  await vi.advanceTimersByTimeAsync(60_000);
}

/** Lets what one tab told reach the others, for which the real clock has to go on. */
async function channelled(): Promise<void> {
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 30));
}

describe('a later visit', () => {
  it('remembers what was saved, as a hint until it is saved again', async () => {
    await visited(true);
    const later = await visit();
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: true, isRemembered: true });
    expect(later.group('b')).toMatchObject({ isGroupNotificationOff: null, isRemembered: false });
    expect(later.events).toEqual([]);
    const before = saves.sent.length;
    await later.choose('a', true);
    expect(saves.sent).toHaveLength(before + 1);
    expect(later.group('a').isRemembered).toBe(false);
  });

  it('does not remember what failed', async () => {
    const first = await visit();
    saves.answer = () => {
      throw refused(500);
    };
    await first.choose('a', true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.preferences ?? []).toEqual([]);
  });

  it('believes the host more, before and after', async () => {
    await visited(true);
    const told = await visit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    expect(told.group('a')).toMatchObject({ isGroupNotificationOff: false, isRemembered: false });
    const untold = await visit();
    untold.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(untold.group('a')).toMatchObject({ isGroupNotificationOff: false, isRemembered: false });
  });

  it('remembers for groups that the host names later', async () => {
    await visited(true);
    const later = await visit({ groups: [] });
    later.store.setGroups([{ id: 'a' }]);
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: true, isRemembered: true });
  });

  it('does not hide a choice that was made before the device answered', async () => {
    await visited(true);
    const storedBefore = storage.change.bind(storage);
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    storage.change = (make) => waiting.then(() => storedBefore(make));
    const later = await visit();
    await later.choose('a', false);
    answer();
    await settled();
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: false, isRemembered: false });
  });

  it('of another customer remembers nothing', async () => {
    await visited(true);
    storage.row = { ...storage.row!, uniqueCustomerId: 'customer-1' };
    const other = hear(saves, { device: () => Promise.resolve(new Device('key', storage)) });
    visits.push(other);
    other.store.meet('customer-2');
    await settled();
    expect(other.group('b').isGroupNotificationOff).toBeNull();
    const stranger = await visit();
    expect(stranger.group('a').isGroupNotificationOff).toBe(true);
    stranger.store.meet('customer-2');
    expect(stranger.store.state.groups).toEqual([]);
  });
});

describe('the device', () => {
  it('keeps choices beside what else it keeps, and whose they are', async () => {
    const heard = await visit();
    heard.store.meet('customer-1');
    await heard.choose('a', true);
    await vi.advanceTimersByTimeAsync(200);
    expect(storage.row).toMatchObject({
      uniqueCustomerId: 'customer-1',
      preferences: [{ id: 'a', value: true }],
      reads: [],
    });
  });

  it.each([
    ['could not be had', () => Promise.resolve(null)],
    ['never comes', () => new Promise<null>(() => undefined)],
  ])('that %s costs only what it would have kept', async (_, device) => {
    const heard = await visit({ device });
    expect(await heard.choose('a', true)).toBe(true);
    expect(heard.shown('a')).toEqual([true, 'settled']);
  });

  it('is let go with the last who looks, and as the page leaves', async () => {
    const close = vi.spyOn(BroadcastChannel.prototype, 'close');
    const heard = await visit();
    network.cache('pagehide');
    expect(close).toHaveBeenCalledTimes(1);
    network.cache('pageshow');
    await settled();
    heard.stop();
    await settled();
    expect([close.mock.calls.length, network.listeners]).toEqual([2, 0]);
  });

  it('that comes after the last who looked has gone is not heard', async () => {
    let open: (device: Device) => void = () => undefined;
    const heard = await visit({ device: () => new Promise((resolve) => (open = resolve)) });
    heard.store.close();
    open(new Device('key', storage));
    await settled();
    expect(storage.changes).toBe(0);
  });
});

describe('a device that opens after the customer has gone', () => {
  it('keeps nothing of theirs', async () => {
    const device = new Device('key', storage);
    let open: (device: Device) => void = () => undefined;
    const heard = await visit({ device: () => new Promise((resolve) => (open = resolve)) });
    await heard.choose('a', true);
    heard.store.meet('customer-1');
    heard.store.meet('customer-2');
    open(device);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toBeNull();
  });
});

describe('two tabs', () => {
  it('agree on what is saved, which is more than a hint', async () => {
    const one = await visit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    const other = await visit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    await vi.advanceTimersByTimeAsync(10);
    await one.choose('a', true);
    await channelled();
    expect(other.group('a')).toMatchObject({ isGroupNotificationOff: true, isRemembered: false });
    expect([other.events, saves.sent.length]).toEqual([[], 1]);
  });

  it('do not undo what the other saved since', async () => {
    const one = await visit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    const other = await visit({ groups: [{ id: 'a' }] });
    const { undo } = await one.store.muteAll();
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', false);
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', true);
    await channelled();
    expect([await undo(), one.shown('a')]).toEqual([0, [true, 'settled']]);
  });

  it('each send their own last choice', async () => {
    saves.answer = null;
    const one = await visit();
    const other = await visit();
    await vi.advanceTimersByTimeAsync(10);
    void one.choose('a', true);
    void other.choose('a', false);
    await saves.sent[0]!.succeed();
    await channelled();
    expect(other.shown('a')).toEqual([false, 'saving']);
    vi.useFakeTimers({ now: Date.now() + 10 });
    await saves.sent[1]!.succeed();
    await channelled();
    expect([one.shown('a'), other.shown('a')]).toEqual([
      [false, 'settled'],
      [false, 'settled'],
    ]);
  });

  it('of two customers with one key hear nothing of each other', async () => {
    const one = await visit();
    const other = await visit();
    one.store.meet('customer-1');
    other.store.meet('customer-2');
    await vi.advanceTimersByTimeAsync(10);
    await one.choose('a', true);
    await channelled();
    expect(other.shown('a')).toEqual([null, 'settled']);
  });

  it('are both emptied and ended by signing out in one, also where something waits unseen', async () => {
    const other = await visit();
    network.set(false);
    void other.choose('a', true);
    other.stop();
    await settled();
    new Device('key', storage).signOut();
    await channelled();
    network.set(true);
    expect([other.store.state.groups, saves.sent.length]).toEqual([[], 0]);
    other.store.setGroups([{ id: 'a' }]);
    expect(await other.choose('a', true)).toBe(false);
  });

  it('catch up with what they missed in the back/forward cache', async () => {
    const one = await visit();
    network.cache('pagehide');
    const other = hear(saves, { device: () => Promise.resolve(new Device('key', storage)) });
    visits.push(other);
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', true);
    await vi.advanceTimersByTimeAsync(200);
    expect(one.shown('a')[0]).toBeNull();
    network.cache('pageshow');
    await settled();
    expect(one.shown('a')[0]).toBe(true);
  });
});
