import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import type { Device } from '../../../src/session/device/device.js';
import type { PreferenceStoreOptions } from '../../../src/session/preferences/preference-store.js';
import type { NotificationGroup } from '../../../src/session/sources/source.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import {
  FakeBrowser,
  FakeStorage,
  apiError,
  flushPromises,
  makeDevice,
  networkError,
  stubSessionStorage,
  tearDown,
  unauthorizedError,
} from '../fakes.js';
import { FakePreferenceService, makeFixture, type PreferenceFixture } from './preference-fakes.js';

let service: FakePreferenceService;
let browser: FakeBrowser;
let storage: FakeStorage;
let visits: PreferenceFixture[];

beforeEach(() => {
  vi.useFakeTimers();
  stubBroadcastChannel();
  browser = new FakeBrowser();
  service = new FakePreferenceService();
  service.respond = () => ({ status: 'saved' });
  storage = new FakeStorage();
  visits = [];
});

afterEach(async () => {
  for (const { store } of visits) store.close();
  await Promise.resolve();
  tearDown();
});

/** A store on this device that has loaded the stored choices. */
async function startVisit(options: Partial<PreferenceStoreOptions> = {}): Promise<PreferenceFixture> {
  const identity = new CustomerIdentity();
  const device = makeDevice(storage, identity);
  const fixture = makeFixture(
    service,
    { groups: [{ id: 'a' }, { id: 'b' }], device: () => Promise.resolve(device), ...options },
    identity,
  );
  visits.push(fixture);
  await flushPromises();
  return fixture;
}

/** Saves a choice in a visit that ended a minute ago. */
async function saveInEarlierVisit(isOff: boolean): Promise<void> {
  const fixture = await startVisit();
  await fixture.choose('a', isOff);
  await flushPromises();
  fixture.store.close();
  await vi.advanceTimersByTimeAsync(60_000);
}

describe('PreferenceStore on a later visit', () => {
  it('restores a saved choice as a hint until it is saved again', async () => {
    await saveInEarlierVisit(true);
    const later = await startVisit();
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: true, isFromDevice: true });
    expect(later.group('b')).toMatchObject({ isGroupNotificationOff: null, isFromDevice: false });
    expect(later.events).toEqual([]);
    const before = service.requests.length;
    await later.choose('a', true);
    expect(service.requests).toHaveLength(before + 1);
    expect(later.group('a').isFromDevice).toBe(false);
  });

  it('does not restore a choice that failed', async () => {
    const first = await startVisit();
    service.respond = () => {
      throw apiError(500);
    };
    await first.choose('a', true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row?.preferences ?? []).toEqual([]);
  });

  it('does not restore a choice that has waited for the network until the page was closed', async () => {
    const first = await startVisit();
    browser.setOnline(false);
    service.respond = () => {
      throw networkError();
    };
    void first.choose('a', true);
    await flushPromises();
    expect(first.group('a')).toMatchObject({ isGroupNotificationOff: true, status: 'waiting' });
    expect(storage.row?.preferences ?? []).toEqual([]);
  });

  it('prefers the value of the host, early or late', async () => {
    await saveInEarlierVisit(true);
    const early = await startVisit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    expect(early.group('a')).toMatchObject({ isGroupNotificationOff: false, isFromDevice: false });
    const late = await startVisit();
    late.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(late.group('a')).toMatchObject({ isGroupNotificationOff: false, isFromDevice: false });
  });

  it('restores a choice that was saved right before the page was left', async () => {
    stubSessionStorage();
    const first = await startVisit();
    storage.beforeChange = () => new Promise(() => undefined);
    await first.choose('a', true);
    await flushPromises();
    first.store.close();
    storage.beforeChange = null;
    const later = await startVisit();
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: true, isFromDevice: true });
  });

  it('restores choices for groups that the host adds later', async () => {
    await saveInEarlierVisit(true);
    const later = await startVisit({ groups: [] });
    later.store.setGroups([{ id: 'a' }]);
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: true, isFromDevice: true });
  });

  it('does not override a choice made before the device responded', async () => {
    await saveInEarlierVisit(true);
    const change = storage.update.bind(storage);
    let respond: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (respond = resolve));
    storage.update = (update) => waiting.then(() => change(update));
    const later = await startVisit();
    await later.choose('a', false);
    respond();
    await flushPromises();
    expect(later.group('a')).toMatchObject({ isGroupNotificationOff: false, isFromDevice: false });
  });

  it('restores nothing of another customer', async () => {
    await saveInEarlierVisit(true);
    storage.row = { ...storage.row!, uniqueCustomerId: 'customer-1' };
    const other = makeFixture(service, { device: () => Promise.resolve(makeDevice(storage)) });
    visits.push(other);
    other.identify('customer-2');
    await flushPromises();
    expect(other.group('b').isGroupNotificationOff).toBeNull();
    const unidentified = await startVisit();
    expect(unidentified.group('a').isGroupNotificationOff).toBe(true);
    unidentified.identify('customer-2');
    expect(unidentified.store.state.groups).toEqual([]);
  });
});

describe('PreferenceStore with a device', () => {
  it('stores choices beside the other state, and their customer', async () => {
    const fixture = await startVisit();
    fixture.identify('customer-1');
    await fixture.choose('a', true);
    await vi.advanceTimersByTimeAsync(200);
    expect(storage.row).toMatchObject({
      uniqueCustomerId: 'customer-1',
      preferences: [{ id: 'a', value: true }],
      reads: [],
    });
  });

  it.each([
    ['is unavailable', () => Promise.resolve(null)],
    ['never opens', () => new Promise<null>(() => undefined)],
  ])('works without persistence if the device %s', async (_, device) => {
    const fixture = await startVisit({ device });
    expect(await fixture.choose('a', true)).toBe(true);
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
  });

  it('closes its channel with the last subscriber and on pagehide', async () => {
    const close = vi.spyOn(BroadcastChannel.prototype, 'close');
    const fixture = await startVisit();
    browser.dispatchPageTransition('pagehide');
    expect(close).toHaveBeenCalledTimes(1);
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    fixture.stop();
    await flushPromises();
    expect([close.mock.calls.length, browser.listenerCount]).toEqual([2, 0]);
  });

  it('ignores a device that opens after the last subscriber left', async () => {
    let open: (device: Device) => void = () => undefined;
    const fixture = await startVisit({ device: () => new Promise((resolve) => (open = resolve)) });
    fixture.store.close();
    open(makeDevice(storage));
    await flushPromises();
    expect(storage.changeCount).toBe(0);
  });
});

describe('PreferenceStore with a device that opens after the customer has changed', () => {
  it('stores nothing of the previous customer', async () => {
    const device = makeDevice(storage);
    let open: (device: Device) => void = () => undefined;
    const fixture = await startVisit({ device: () => new Promise((resolve) => (open = resolve)) });
    await fixture.choose('a', true);
    fixture.identify('customer-1');
    fixture.identify('customer-2');
    open(device);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storage.row).toBeNull();
  });
});

describe('PreferenceStore in two tabs', () => {
  it('shares a saved choice, as a known value', async () => {
    const one = await startVisit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    const other = await startVisit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    await vi.advanceTimersByTimeAsync(10);
    await one.choose('a', true);
    await flushPromises();
    expect(other.group('a')).toMatchObject({ isGroupNotificationOff: true, isFromDevice: false });
    expect([other.events, service.requests.length]).toEqual([[], 1]);
  });

  it('does not undo what the other tab has saved since', async () => {
    const one = await startVisit({ groups: [{ id: 'a', isGroupNotificationOff: false }] });
    const other = await startVisit({ groups: [{ id: 'a' }] });
    const { undo } = await one.store.muteAll();
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', false);
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', true);
    await flushPromises();
    expect([await undo(), one.displayed('a')]).toEqual([0, [true, 'idle']]);
  });

  it('sends the last choice of each tab', async () => {
    service.respond = null;
    const one = await startVisit();
    const other = await startVisit();
    await vi.advanceTimersByTimeAsync(10);
    void one.choose('a', true);
    void other.choose('a', false);
    await service.requests[0]!.succeed();
    await flushPromises();
    expect(other.displayed('a')).toEqual([false, 'saving']);
    await vi.advanceTimersByTimeAsync(10);
    await service.requests[1]!.succeed();
    await flushPromises();
    expect([one.displayed('a'), other.displayed('a')]).toEqual([
      [false, 'idle'],
      [false, 'idle'],
    ]);
  });

  /** A tab in which a choice waits, because there is no token, and another one. */
  async function startWithWaitingChoice(): Promise<[one: PreferenceFixture, other: PreferenceFixture]> {
    const [one, other] = [await startVisit(), await startVisit()];
    service.respond = () => {
      throw unauthorizedError();
    };
    void one.choose('a', true);
    await flushPromises();
    expect(one.displayed('a')).toEqual([true, 'waiting']);
    service.respond = () => ({ status: 'saved' });
    service.requests.length = 0;
    await vi.advanceTimersByTimeAsync(10);
    return [one, other];
  }

  it('does not send a choice that waits when the other tab has saved a later one', async () => {
    const [one, other] = await startWithWaitingChoice();
    browser.setVisible(false);
    await other.choose('a', false);
    await flushPromises();
    browser.setVisible(true);
    one.store.resume();
    await flushPromises();
    expect(service.sentChoices).toEqual([['a', false]]);
    expect([one.displayed('a'), other.displayed('a')]).toEqual([
      [false, 'idle'],
      [false, 'idle'],
    ]);
  });

  it('sends a choice that waits when the other tab has saved an earlier one', async () => {
    const [one, other] = [await startVisit(), await startVisit()];
    service.respond = null;
    void other.choose('a', false);
    await vi.advanceTimersByTimeAsync(10);
    void one.choose('a', true);
    await service.lastRequest.fail(unauthorizedError());
    await service.requests[0]!.succeed();
    await vi.advanceTimersByTimeAsync(10);
    service.respond = () => ({ status: 'saved' });
    one.store.resume();
    await flushPromises();
    expect(service.sentChoices).toEqual([
      ['a', false],
      ['a', true],
      ['a', true],
    ]);
    expect([one.displayed('a'), other.displayed('a')]).toEqual([
      [true, 'idle'],
      [true, 'idle'],
    ]);
  });

  it('does not send a choice that waits when it returns from the back/forward cache to a later one', async () => {
    const [one] = await startWithWaitingChoice();
    browser.dispatchPageTransition('pagehide');
    const device = makeDevice(storage);
    const other = makeFixture(service, { groups: [{ id: 'a' }], device: () => Promise.resolve(device) });
    visits.push(other);
    await other.choose('a', false);
    await flushPromises();
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect(service.sentChoices).toEqual([['a', false]]);
    expect(one.displayed('a')).toEqual([false, 'idle']);
  });

  it('repeats the later choice after an earlier one whose request was under way when it was saved', async () => {
    const [one, other] = [await startVisit(), await startVisit()];
    service.respond = null;
    void one.choose('a', true);
    await vi.advanceTimersByTimeAsync(10);
    void other.choose('a', false);
    await service.requests[1]!.succeed();
    expect(one.displayed('a')).toEqual([false, 'saving']);
    for (const index of [0, 2]) {
      await vi.advanceTimersByTimeAsync(10);
      await service.requests[index]!.succeed();
    }
    expect(service.sentChoices).toEqual([
      ['a', true],
      ['a', false],
      ['a', false],
    ]);
    expect([one.displayed('a'), other.displayed('a')]).toEqual([
      [false, 'idle'],
      [false, 'idle'],
    ]);
  });

  it('drops a choice that waits from before the clock was set back by a day', async () => {
    const [one, other] = await startWithWaitingChoice();
    vi.setSystemTime(Date.now() - 86_400_000);
    await other.choose('a', false);
    await flushPromises();
    one.store.resume();
    await flushPromises();
    expect(service.sentChoices).toEqual([['a', false]]);
  });

  it('shows what the other tab saves after the clock was set back by a day', async () => {
    const [one, other] = [await startVisit(), await startVisit()];
    await one.choose('a', true);
    await flushPromises();
    vi.setSystemTime(Date.now() - 86_400_000);
    await one.choose('a', false);
    await flushPromises();
    expect(other.displayed('a')).toEqual([false, 'idle']);
  });

  it('shares nothing between two customers with one key', async () => {
    const one = await startVisit();
    const other = await startVisit();
    one.identify('customer-1');
    other.identify('customer-2');
    await vi.advanceTimersByTimeAsync(10);
    await one.choose('a', true);
    await flushPromises();
    expect(other.displayed('a')).toEqual([null, 'idle']);
  });

  it('clears and closes both tabs on sign-out in one, also while a choice waits without a subscriber', async () => {
    const other = await startVisit();
    service.respond = () => {
      throw unauthorizedError();
    };
    void other.choose('a', true);
    other.stop();
    await flushPromises();
    await makeDevice(storage).signOut();
    await flushPromises();
    browser.setOnline(true);
    expect([other.store.state.groups, service.requests.length]).toEqual([[], 1]);
    other.store.setGroups([{ id: 'a' }]);
    expect(await other.choose('a', true)).toBe(false);
  });

  it('shows no groups that come after a sign-out in another tab', async () => {
    let respond: (groups: NotificationGroup[]) => void = () => undefined;
    const loadGroups = vi.fn(() => new Promise<NotificationGroup[]>((resolve) => (respond = resolve)));
    const { store } = await startVisit({ groups: undefined, loadGroups });
    store.loadGroups();
    await makeDevice(storage).signOut();
    await flushPromises();
    respond([{ id: 'a', isGroupNotificationOff: true }]);
    await flushPromises();
    store.loadGroups();
    expect([store.state.groups, loadGroups.mock.calls.length]).toEqual([[], 1]);
  });

  it('catches up after the back/forward cache', async () => {
    const one = await startVisit();
    browser.dispatchPageTransition('pagehide');
    const other = makeFixture(service, { device: () => Promise.resolve(makeDevice(storage)) });
    visits.push(other);
    await vi.advanceTimersByTimeAsync(10);
    await other.choose('a', true);
    await vi.advanceTimersByTimeAsync(200);
    expect(one.displayed('a')[0]).toBeNull();
    browser.dispatchPageTransition('pageshow');
    await flushPromises();
    expect(one.displayed('a')[0]).toBe(true);
  });
});
