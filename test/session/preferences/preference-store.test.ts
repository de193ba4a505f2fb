import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import {
  FakeBrowser,
  makeIds,
  networkError,
  apiError,
  flushPromises,
  tearDown,
  unauthorizedError,
} from '../fakes.js';
import { SignedOutError } from '../../../src/api/errors.js';
import { Act, type ConfirmCustomer } from '../../../src/session/acts/act.js';
import type { NotificationGroup } from '../../../src/session/sources/source.js';
import { FakePreferenceService, makeFixture, peek, type PreferenceFixture } from './preference-fakes.js';

let service: FakePreferenceService;
let browser: FakeBrowser;
let fixture: PreferenceFixture;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
  service = new FakePreferenceService();
  fixture = makeFixture(service);
});

/** From now on nothing responds, and the browser says so. */
function loseNetwork(): void {
  service.respond = () => {
    throw networkError();
  };
  browser.setOnline(false);
}

function regainNetwork(): void {
  service.respond = null;
  service.requests.length = 0;
  browser.setOnline(true);
}

afterEach(() => {
  fixture.store.close();
  tearDown();
});

describe('PreferenceStore.applySaved()', () => {
  it('shows what was chosen elsewhere, without an event of its own', () => {
    fixture.store.applySaved('a', { isGroupNotificationOff: true });
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
    expect(fixture.events).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  it('does not replace a choice that is being saved here', async () => {
    void fixture.choose('a', true);
    void fixture.choose('a', false);
    fixture.store.applySaved('a', { isGroupNotificationOff: true });
    expect(fixture.displayed('a')).toEqual([false, 'saving']);
    await service.lastRequest.succeed();
    await service.lastRequest.succeed();
    expect(fixture.displayed('a')).toEqual([false, 'idle']);
    expect(service.sentChoices).toEqual([
      ['a', true],
      ['a', false],
    ]);
  });

  it('is not overruled by groups that were requested before', async () => {
    let respond: (groups: NotificationGroup[]) => void = () => undefined;
    const loadGroups = () => new Promise<NotificationGroup[]>((resolve) => (respond = resolve));
    const { store, displayed, stop } = makeFixture(service, { groups: [{ id: 'a' }], loadGroups });
    store.loadGroups();
    vi.advanceTimersByTime(10);
    store.applySaved('a', { isGroupNotificationOff: true });
    respond([{ id: 'a', isGroupNotificationOff: false }]);
    await flushPromises();
    expect(displayed('a')).toEqual([true, 'idle']);
    stop();
  });
});

describe('PreferenceStore.loadGroups()', () => {
  it('loads them again when the page is visible again, until one succeeds', async () => {
    let value = false;
    const loadGroups = vi.fn(() => Promise.resolve([{ id: 'a', isGroupNotificationOff: value }]));
    const { store, displayed, stop } = makeFixture(service, { groups: [], loadGroups });
    browser.setVisible(false);
    browser.setVisible(true);
    expect(loadGroups).not.toHaveBeenCalled();
    store.loadGroups();
    await flushPromises();
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    loadGroups.mockRejectedValueOnce(networkError());
    for (const expected of [false, true]) {
      browser.setVisible(false);
      value = true;
      vi.advanceTimersByTime(10);
      browser.setVisible(true);
      await flushPromises();
      expect(displayed('a')).toEqual([expected, 'idle']);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(loadGroups).toHaveBeenCalledTimes(3);
    stop();
  });

  it('loads them again when there is a network, not when it is lost', async () => {
    const loadGroups = vi.fn(() => Promise.resolve([{ id: 'a' }]));
    const { store, stop } = makeFixture(service, { groups: [], loadGroups });
    store.loadGroups();
    await flushPromises();
    browser.setOnline(false);
    expect(loadGroups).toHaveBeenCalledTimes(1);
    browser.setOnline(true);
    expect(loadGroups).toHaveBeenCalledTimes(2);
    stop();
  });

  it('loads them for another customer only if they were requested', async () => {
    const loadGroups = vi.fn(() => Promise.resolve([{ id: 'a' }]));
    const { store, stop } = makeFixture(service, { groups: undefined, loadGroups });
    store.resetChoices();
    expect(loadGroups).not.toHaveBeenCalled();
    store.loadGroups();
    store.resetChoices();
    expect(loadGroups).toHaveBeenCalledTimes(2);
    await flushPromises();
    store.resetChoices();
    expect(loadGroups).toHaveBeenCalledTimes(3);
    stop();
  });

  it('waits until somebody is signed in, without a warning', async () => {
    const warn = vi.spyOn(console, 'warn');
    const loadGroups = vi.fn(() => Promise.resolve([{ id: 'a', isGroupNotificationOff: true }]));
    const { store, displayed, stop } = makeFixture(service, { groups: [], loadGroups });
    loadGroups.mockRejectedValueOnce(new SignedOutError('refused', null, { status: 401 }));
    store.loadGroups();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([loadGroups.mock.calls.length, store.state.status]).toEqual([1, 'failed']);
    expect(warn).not.toHaveBeenCalled();
    store.resume();
    await flushPromises();
    expect(displayed('a')).toEqual([true, 'idle']);
    store.resume();
    expect(loadGroups).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('PreferenceStore.setGroups()', () => {
  it('replaces the groups of a backend, also while they are being loaded', async () => {
    let respond: (groups: NotificationGroup[]) => void = () => undefined;
    const loadGroups = vi.fn(() => new Promise<NotificationGroup[]>((resolve) => (respond = resolve)));
    const { store, stop } = makeFixture(service, { groups: [], loadGroups });
    store.loadGroups();
    store.setGroups([{ id: 'given' }]);
    respond([{ id: 'loaded' }]);
    await flushPromises();
    expect(store.state.groups.map(({ id }) => id)).toEqual(['given']);
    expect(store.state.status).toBe('ready');
    store.resetChoices();
    store.loadGroups();
    expect(store.state.groups.map(({ id }) => id)).toEqual(['given']);
    expect(loadGroups).toHaveBeenCalledTimes(1);
    stop();
  });

  it('lists the groups in the order of the host, with null for missing fields', () => {
    fixture.store.setGroups([
      { id: 'x', name: 'Offers', description: 'Now and then', section: 'Shop', isRequired: true },
      { id: 'a', name: '  ', isGroupNotificationOff: true },
    ]);
    const defaults = { isFromDevice: false, status: 'idle', failedChoice: null };
    expect(fixture.store.state.groups).toEqual([
      {
        id: 'x',
        name: 'Offers',
        description: 'Now and then',
        section: 'Shop',
        isRequired: true,
        isGroupNotificationOff: null,
        ...defaults,
      },
      {
        id: 'a',
        name: null,
        description: null,
        section: null,
        isRequired: false,
        isGroupNotificationOff: true,
        ...defaults,
      },
    ]);
  });

  it('leaves out invalid groups with one warning, and keeps the first of two with one id', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    for (const id of ['', 5, null, undefined, 'a']) {
      fixture.store.setGroups([{ id: 'a', name: 'First' }, { id, name: 'Second' } as never]);
      expect(fixture.store.state.groups.map(({ name }) => name)).toEqual(['First']);
    }
    fixture.store.setGroups([null, 'a', { id: 'b' }] as never);
    expect(fixture.store.state.groups.map(({ id }) => id)).toEqual(['b']);
    for (const groups of [null, 'a', {}]) {
      fixture.store.setGroups(groups as never);
      expect(fixture.store.state.groups, JSON.stringify(groups)).toEqual([]);
    }
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('ignores a choice of a wrong type', () => {
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: 'no' as never }, { id: 'c' }]);
    expect([fixture.displayed('a')[0], fixture.displayed('c')[0]]).toEqual([false, null]);
  });

  it('publishes a new state object on each change, and the same one between changes', () => {
    const { state } = fixture.store;
    expect(fixture.store.state).toBe(state);
    fixture.store.setGroups([]);
    expect(fixture.store.state).not.toBe(state);
  });

  it('does not override a choice by repeating the value from before it', async () => {
    void fixture.choose('a', true);
    await service.lastRequest.succeed();
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: true }]);
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(fixture.displayed('a')).toEqual([false, 'idle']);
    expect(service.requests).toHaveLength(1);
  });
});

describe('PreferenceStore.set()', () => {
  it('shows the choice at once and saves it', async () => {
    const saving = fixture.choose('a', true);
    expect(fixture.displayed('a')).toEqual([true, 'saving']);
    expect(service.sentChoices).toEqual([['a', true]]);
    await service.lastRequest.succeed();
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
    expect(fixture.events).toEqual([{ type: 'saved', groupId: 'a', isGroupNotificationOff: true }]);
    expect(await saving).toBe(true);
  });

  it('sends nothing if the value is known to be the same', async () => {
    expect(await fixture.choose('a', false)).toBe(true);
    expect(service.requests).toEqual([]);
    expect(fixture.displayed('a')).toEqual([false, 'idle']);
  });

  it.each([[null], ['Paused.']])('counts as saved if the service responds with %j', async (status) => {
    const saving = fixture.choose('a', true);
    await service.lastRequest.succeed(status);
    expect([await saving, ...fixture.displayed('a')]).toEqual([true, true, 'idle']);
  });

  it('fails if the service responds with the opposite', async () => {
    const saving = fixture.choose('b', true);
    await service.lastRequest.succeed('on');
    expect(fixture.group('b')).toMatchObject({
      isGroupNotificationOff: false,
      status: 'failed',
      failedChoice: true,
    });
    expect(await saving).toBe(false);
    expect(fixture.events).toMatchObject([{ type: 'error', operation: 'set-preference', groupId: 'b' }]);
  });

  it('reverts and publishes a failed choice, and retry() sends it again', async () => {
    const saving = fixture.choose('a', true);
    await service.lastRequest.fail(apiError(500));
    expect(fixture.group('a')).toMatchObject({
      isGroupNotificationOff: false,
      status: 'failed',
      failedChoice: true,
    });
    expect(await saving).toBe(false);
    expect(fixture.events).toMatchObject([
      { type: 'error', error: { status: 500 }, operation: 'set-preference', groupId: 'a' },
    ]);
    const retrying = fixture.store.retry('a');
    expect(fixture.group('a')).toMatchObject({ status: 'saving', failedChoice: null });
    await service.lastRequest.succeed();
    expect([await retrying, ...fixture.displayed('a')]).toEqual([true, true, 'idle']);
  });

  it('sends the known value after a failure, because the state at the service is unknown', async () => {
    void fixture.choose('a', true);
    await service.lastRequest.fail(apiError(500));
    void fixture.choose('a', false);
    expect(service.sentChoices).toEqual([
      ['a', true],
      ['a', false],
    ]);
  });

  it.each([
    ['not listed by the host', 'z', true],
    ['required', 'c', true],
    ['set to no boolean', 'a', 'off' as never],
  ])('is refused if the group is %s', async (_, id, isOff) => {
    fixture.store.setGroups([{ id: 'a' }, { id: 'c', isRequired: true }]);
    expect(await fixture.choose(id, isOff)).toBe(false);
    expect(service.requests).toEqual([]);
  });

  it('leaves nothing for retry() if nothing failed', async () => {
    expect([await fixture.store.retry('a'), await fixture.store.retry('b')]).toEqual([true, false]);
    expect(service.requests).toEqual([]);
  });
});

describe('PreferenceStore.set() called several times', () => {
  it('sends one request at a time, and then only the last choice', async () => {
    const results = [true, false, true, false].map((isOff) => fixture.choose('a', isOff));
    void fixture.choose('b', true);
    expect(service.sentChoices).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(fixture.displayed('a')).toEqual([false, 'saving']);
    await service.requests[0]!.succeed();
    expect(service.sentChoices[2]).toEqual(['a', false]);
    expect(fixture.displayed('a')).toEqual([false, 'saving']);
    await service.lastRequest.succeed();
    expect(fixture.displayed('a')).toEqual([false, 'idle']);
    expect(service.requests).toHaveLength(3);
    expect(await Promise.all(results)).toEqual([true, false, false, true]);
  });

  it('sends no second request if the last choice equals the first', async () => {
    const results = [true, false, true].map((isOff) => fixture.choose('a', isOff));
    await service.lastRequest.succeed();
    expect(service.sentChoices).toEqual([['a', true]]);
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
    expect(await Promise.all(results)).toEqual([true, false, true]);
  });

  it('shares one result between two equal choices', async () => {
    const [one, other] = [fixture.choose('a', true), fixture.choose('a', true)];
    await service.lastRequest.succeed();
    expect([await one, await other, service.requests.length]).toEqual([true, true, 1]);
  });

  it('does not publish a failure that a later choice has replaced', async () => {
    const [first, last] = [fixture.choose('a', true), fixture.choose('a', false)];
    await service.lastRequest.fail(apiError(500));
    expect(fixture.displayed('a')).toEqual([false, 'saving']);
    expect(service.sentChoices[1]).toEqual(['a', false]);
    await service.lastRequest.succeed();
    expect([await first, await last, ...fixture.displayed('a')]).toEqual([false, true, false, 'idle']);
    expect(fixture.events).toEqual([{ type: 'saved', groupId: 'a', isGroupNotificationOff: false }]);
  });

  it('falls back on the value saved last, not on the first known one', async () => {
    void fixture.choose('a', true);
    void fixture.choose('a', false);
    await service.lastRequest.succeed();
    await service.lastRequest.fail(apiError(500));
    expect(fixture.group('a')).toMatchObject({
      isGroupNotificationOff: true,
      status: 'failed',
      failedChoice: false,
    });
  });

  it('keeps groups independent, whatever the order of the responses', async () => {
    void fixture.choose('a', true);
    void fixture.choose('b', true);
    await service.requests[1]!.fail(apiError(500));
    expect([fixture.displayed('a'), fixture.displayed('b')]).toEqual([
      [true, 'saving'],
      [null, 'failed'],
    ]);
    await service.requests[0]!.succeed();
    expect([fixture.displayed('a'), fixture.displayed('b')]).toEqual([
      [true, 'idle'],
      [null, 'failed'],
    ]);
  });
});

describe('PreferenceStore without a network', () => {
  it('saves a choice although the browser says so', async () => {
    browser.setOnline(false);
    const saved = fixture.choose('a', true);
    await service.lastRequest.succeed();
    expect([await saved, fixture.displayed('a')]).toEqual([true, [true, 'idle']]);
  });

  it('sends a choice again if no event says that there is one', async () => {
    loseNetwork();
    void fixture.choose('a', true);
    await flushPromises();
    expect([fixture.displayed('a'), fixture.events]).toEqual([[true, 'waiting'], []]);
    service.respond = () => ({ status: 'saved' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
  });

  it('delays a choice, and sends the last one when the network returns', async () => {
    loseNetwork();
    const results = [fixture.choose('b', false), fixture.choose('b', true)];
    await flushPromises();
    expect(fixture.displayed('b')).toEqual([true, 'waiting']);
    expect(await peek(results[1]!)).toBe('pending');
    regainNetwork();
    await flushPromises();
    expect(fixture.displayed('b')).toEqual([true, 'saving']);
    await service.lastRequest.succeed();
    expect(service.sentChoices).toEqual([['b', true]]);
    expect([await Promise.all(results), fixture.events.length]).toEqual([[false, true], 1]);
  });

  it('also delays a choice that was being saved', async () => {
    void fixture.choose('a', true);
    browser.setOnline(false);
    await service.lastRequest.fail(networkError());
    expect([fixture.displayed('a'), fixture.events]).toEqual([[true, 'waiting'], []]);
    browser.setOnline(true);
    await flushPromises();
    await service.lastRequest.succeed();
    expect([fixture.displayed('a'), service.requests.length]).toEqual([[true, 'idle'], 2]);
  });

  it('keeps a choice after the last subscriber left, and releases everything once it is saved', async () => {
    loseNetwork();
    void fixture.choose('a', true);
    fixture.stop();
    await flushPromises();
    expect(browser.listenerCount).toBeGreaterThan(0);
    regainNetwork();
    await flushPromises();
    await service.lastRequest.succeed();
    expect([service.requests.length, browser.listenerCount]).toEqual([1, 0]);
  });

  it('keeps waiting after retry()', async () => {
    loseNetwork();
    void fixture.choose('a', true);
    await flushPromises();
    void fixture.store.retry('a');
    await flushPromises();
    expect([fixture.displayed('a'), service.requests.length]).toEqual([[true, 'waiting'], 2]);
  });
});

describe('PreferenceStore without a token', () => {
  it('delays a choice and publishes the error once', async () => {
    const saving = fixture.choose('a', true);
    void fixture.choose('b', true);
    await service.requests[0]!.fail(unauthorizedError());
    await service.requests[1]!.fail(unauthorizedError());
    expect([fixture.displayed('a'), fixture.displayed('b')]).toEqual([
      [true, 'waiting'],
      [true, 'waiting'],
    ]);
    expect(fixture.events).toMatchObject([{ type: 'error', error: { status: 401 }, groupId: 'a' }]);
    expect([await peek(saving), service.requests.length]).toEqual(['pending', 2]);
  });

  it('sends all waiting choices after one that succeeds', async () => {
    void fixture.choose('a', true);
    await service.lastRequest.fail(unauthorizedError());
    void fixture.choose('b', true);
    await service.lastRequest.succeed();
    expect(service.sentChoices.slice(2)).toEqual([['a', true]]);
    await service.lastRequest.succeed();
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
  });

  const showPage = (): void => {
    browser.setVisible(false);
    browser.setVisible(true);
  };
  const reconnect = (): void => {
    browser.setOnline(false);
    browser.setOnline(true);
  };

  it.each<[string, () => unknown]>([
    ['the page becomes visible', showPage],
    ['a record has loaded', () => fixture.identify('customer-1')],
    ['retry() is called', () => fixture.store.retry('a')],
    ['the network returns', reconnect],
  ])('sends a waiting choice when %s', async (_, act) => {
    void fixture.choose('a', true);
    await service.lastRequest.fail(unauthorizedError());
    act();
    await flushPromises();
    expect([fixture.displayed('a'), service.requests.length]).toEqual([[true, 'saving'], 2]);
    await service.lastRequest.fail(unauthorizedError());
    expect(fixture.displayed('a')).toEqual([true, 'waiting']);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'retry()',
      () => {
        void fixture.store.retry('a');
        return flushPromises();
      },
    ],
    [
      'another choice was saved',
      async () => {
        void fixture.choose('b', true);
        await service.lastRequest.succeed();
      },
    ],
  ])('publishes the error again after %s', async (_, act) => {
    void fixture.choose('a', true);
    await service.lastRequest.fail(unauthorizedError());
    await act();
    await service.lastRequest.fail(unauthorizedError());
    expect(fixture.events.filter(({ type }) => type === 'error')).toHaveLength(2);
  });

  it('fails a choice that is forbidden (403)', async () => {
    void fixture.choose('a', true);
    await service.lastRequest.fail(Object.assign(unauthorizedError(), { status: 403 }));
    expect(fixture.displayed('a')).toEqual([false, 'failed']);
  });
});

describe('PreferenceStore that checks for whom it saves', () => {
  let confirm: Mock<ConfirmCustomer>;

  beforeEach(async () => {
    fixture.store.close();
    confirm = vi.fn(() => Promise.resolve());
    fixture = makeFixture(service, { bindAct: (options) => new Act('customer-1', confirm, options) });
    void fixture.choose('a', true);
    await service.lastRequest.fail(unauthorizedError());
  });

  it('checks again, after growing pauses, until the service responds', async () => {
    expect(fixture.store.state.isSignedOut).toBe(true);
    confirm.mockRejectedValue(apiError(502, 600));
    fixture.store.resume();
    await flushPromises();
    expect(fixture.displayed('a')).toEqual([true, 'waiting']);
    expect(fixture.store.state.isSignedOut).toBe(false);
    await vi.advanceTimersByTimeAsync(590_000);
    expect(confirm).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(confirm).toHaveBeenCalledTimes(2);
    browser.setVisible(false);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(confirm).toHaveBeenCalledTimes(2);
    confirm.mockRejectedValueOnce(networkError());
    browser.setVisible(true);
    await flushPromises();
    confirm.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fixture.displayed('a')).toEqual([true, 'saving']);
    await service.lastRequest.succeed();
    expect([fixture.displayed('a'), vi.getTimerCount()]).toEqual([[true, 'idle'], 0]);
  });

  it('leaves no timer after close()', async () => {
    confirm.mockRejectedValue(networkError());
    fixture.store.resume();
    await flushPromises();
    expect(vi.getTimerCount()).toBe(1);
    fixture.store.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a sign-in while the token is refused, without a timer', async () => {
    confirm.mockRejectedValue(unauthorizedError());
    fixture.store.resume();
    await flushPromises();
    expect([fixture.displayed('a'), vi.getTimerCount()]).toEqual([[true, 'waiting'], 0]);
    expect([fixture.store.state.isSignedOut, fixture.events.length]).toEqual([true, 1]);
  });

  it('checks it although the browser says that there is no network', async () => {
    browser.setOnline(false);
    fixture.store.resume();
    await flushPromises();
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});

describe('PreferenceStore.setGroups() during a save', () => {
  it('does not abort the save of a removed group, and ignores its failure', async () => {
    const saving = fixture.choose('a', true);
    fixture.store.setGroups([{ id: 'b' }]);
    expect(service.lastRequest.signal.aborted).toBe(false);
    await service.lastRequest.fail(apiError(500));
    expect([await saving, fixture.events, fixture.store.state.groups.length]).toEqual([false, [], 1]);
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(fixture.displayed('a')).toEqual([false, 'idle']);
  });

  it('shows the saved value of a group that was removed and added again', async () => {
    void fixture.choose('a', true);
    fixture.store.setGroups([]);
    await service.lastRequest.succeed();
    expect(fixture.store.state.groups).toEqual([]);
    fixture.store.setGroups([{ id: 'a', isGroupNotificationOff: false }]);
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
  });

  it('does not override the choice, and sets the value to fall back on', async () => {
    fixture.store.setGroups([{ id: 'b' }]);
    void fixture.choose('b', true);
    fixture.store.setGroups([{ id: 'b', isGroupNotificationOff: false, name: 'Renamed' }]);
    expect([fixture.displayed('b'), fixture.group('b').name]).toEqual([[true, 'saving'], 'Renamed']);
    await service.lastRequest.fail(apiError(500));
    expect(fixture.displayed('b')).toEqual([false, 'failed']);
    fixture.store.setGroups([{ id: 'b', isGroupNotificationOff: true }]);
    expect(fixture.displayed('b')).toEqual([true, 'idle']);
  });

  it('still sends a waiting choice of a removed group', async () => {
    loseNetwork();
    void fixture.choose('a', true);
    await flushPromises();
    fixture.store.setGroups([]);
    regainNetwork();
    await flushPromises();
    expect(service.sentChoices).toEqual([['a', true]]);
  });
});

describe('PreferenceStore.muteAll()', () => {
  const groups = [
    { id: 'on', isGroupNotificationOff: false },
    { id: 'off', isGroupNotificationOff: true },
    { id: 'unknown' },
    { id: 'required', isRequired: true },
    { id: 'bad', isGroupNotificationOff: false },
  ];

  it('mutes every group it can, returns how many failed, and can be undone', async () => {
    fixture.store.setGroups(groups);
    const muting = fixture.store.muteAll();
    expect(service.sentChoices).toEqual([
      ['on', true],
      ['unknown', true],
      ['bad', true],
    ]);
    await service.requests[0]!.succeed();
    await service.requests[1]!.succeed();
    expect(await peek(muting)).toBe('pending');
    await service.requests[2]!.fail(apiError(500));
    const { failed, undo } = await muting;
    expect(failed).toBe(1);
    const undoing = undo();
    expect(service.sentChoices.slice(3)).toEqual([['on', false]]);
    await service.lastRequest.succeed();
    expect(await undoing).toBe(0);
    expect(groups.map(({ id }) => fixture.displayed(id)[0])).toEqual([false, true, true, null, false]);
  });

  const manyGroups = makeIds(20).map((id) => ({ id, isGroupNotificationOff: false }));

  it('sends everything in the task of the press, and undo() too', async () => {
    fixture.store.setGroups(manyGroups);
    const muting = fixture.store.muteAll();
    expect(service.requests).toHaveLength(20);
    for (const { succeed } of service.requests) await succeed();
    const { failed, undo } = await muting;
    expect([failed, fixture.events.filter(({ type }) => type === 'saved').length]).toEqual([0, 20]);
    void undo();
    expect(service.requests).toHaveLength(40);
  });

  it('gives up a service that stays busy, and retry() begins again', async () => {
    fixture.store.setGroups(manyGroups);
    service.respond = () => {
      throw apiError(429);
    };
    const muting = fixture.store.muteAll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await muting).failed).toBe(20);
    // Those of the press, and then one at a time.
    expect(service.requests.length).toBeLessThan(20 + 10);
    expect(fixture.displayed('n20')).toEqual([false, 'failed']);
    service.respond = () => ({ status: 'saved' });
    const retrying = fixture.store.retry('n20');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await retrying).toBe(true);
  });

  it('reports a refused token once, and the choices wait for another', async () => {
    fixture.store.setGroups(manyGroups);
    service.respond = () => {
      throw unauthorizedError();
    };
    const { failed } = await fixture.store.muteAll();
    expect([failed, fixture.displayed('n20')]).toEqual([0, [true, 'waiting']]);
    expect(fixture.events).toHaveLength(1);
    service.respond = () => ({ status: 'saved' });
    fixture.store.resume();
    await flushPromises();
    expect(fixture.displayed('n20')).toEqual([true, 'idle']);
  });

  it('lets choices wait whose requests are under way when the network goes away', async () => {
    fixture.store.setGroups(manyGroups);
    const muting = fixture.store.muteAll();
    browser.setOnline(false);
    for (const { fail } of [...service.requests]) await fail(networkError());
    expect((await muting).failed).toBe(0);
    expect(service.requests).toHaveLength(20);
    service.respond = () => ({ status: 'saved' });
    browser.setOnline(true);
    await flushPromises();
    expect(fixture.displayed('n20')).toEqual([true, 'idle']);
  });

  it('does not undo later choices, and undo() returns how many groups failed', async () => {
    fixture.store.setGroups([...groups, { id: 'other', isGroupNotificationOff: false }]);
    service.respond = () => ({ status: 'saved' });
    const { undo } = await fixture.store.muteAll();
    await fixture.choose('on', false);
    await fixture.choose('on', true);
    await fixture.choose('other', false);
    const before = service.requests.length;
    service.respond = () => {
      throw apiError(500);
    };
    expect(await undo()).toBe(1);
    expect(service.sentChoices.slice(before)).toEqual([['bad', false]]);
    expect(fixture.displayed('bad')).toEqual([true, 'failed']);
  });

  it('undoes what the host only reports as saved', async () => {
    fixture.store.setGroups(groups);
    service.respond = () => ({ status: 'saved' });
    const { undo } = await fixture.store.muteAll();
    fixture.store.applySaved('on', { isGroupNotificationOff: true });
    expect([await undo(), fixture.displayed('on')[0]]).toEqual([0, false]);
  });

  it('does not undo what the host has set since', async () => {
    const [off, on] = [true, false].map((isOff) => [{ id: 'a', isGroupNotificationOff: isOff }]);
    service.respond = () => ({ status: 'saved' });
    const { undo } = await fixture.store.muteAll();
    fixture.store.setGroups(off!);
    fixture.store.setGroups(on!);
    fixture.store.setGroups(off!);
    const before = service.requests.length;
    expect([await undo(), service.requests.length, fixture.displayed('a')[0]]).toEqual([0, before, true]);
  });

  it('does not wait for the network, and can be undone before it returns', async () => {
    fixture.store.setGroups(groups);
    loseNetwork();
    const { failed, undo } = await fixture.store.muteAll();
    expect([failed, fixture.displayed('on')]).toEqual([0, [true, 'waiting']]);
    expect(await undo()).toBe(0);
    expect(fixture.displayed('on')).toEqual([false, 'waiting']);
    await flushPromises();
    regainNetwork();
    await flushPromises();
    expect(service.sentChoices.toSorted()).toEqual([
      ['bad', false],
      ['on', false],
      ['unknown', true],
    ]);
  });

  it('ends when the customer signs out meanwhile', async () => {
    fixture.store.setGroups(groups);
    const muting = fixture.store.muteAll();
    fixture.store.reset();
    const { failed, undo } = await muting;
    expect([failed, await undo()]).toEqual([0, 0]);
  });

  it('does nothing if all groups are off', async () => {
    fixture.store.setGroups([{ id: 'off', isGroupNotificationOff: true }]);
    const { failed, undo } = await fixture.store.muteAll();
    expect([failed, await undo(), service.requests.length]).toEqual([0, 0, 0]);
  });
});

describe('PreferenceStore during a save', () => {
  it('ignores the response and drops waiting choices after reset()', async () => {
    const results = [fixture.choose('b', true)];
    await service.lastRequest.fail(unauthorizedError());
    results.push(fixture.choose('a', true), fixture.choose('a', false));
    fixture.store.reset();
    expect(service.lastRequest.signal.aborted).toBe(true);
    fixture.store.resume();
    await service.lastRequest.succeed();
    expect([await Promise.all(results), fixture.store.state.groups]).toEqual([[false, false, false], []]);
    expect([fixture.events.length, service.requests.length]).toEqual([1, 2]);
    fixture.store.setGroups([{ id: 'a' }]);
    expect(fixture.displayed('a')).toEqual([null, 'idle']);
    void fixture.choose('a', true);
    await service.lastRequest.succeed();
    expect(fixture.displayed('a')).toEqual([true, 'idle']);
  });

  it('removes its listeners, reverts unsaved choices and refuses new ones after close()', async () => {
    void fixture.choose('b', true);
    await service.lastRequest.fail(unauthorizedError());
    void fixture.choose('a', true);
    fixture.store.close();
    expect([service.lastRequest.signal.aborted, browser.listenerCount]).toEqual([true, 0]);
    expect([fixture.displayed('a'), fixture.displayed('b')]).toEqual([
      [false, 'idle'],
      [null, 'idle'],
    ]);
    browser.setOnline(true);
    expect([await fixture.choose('a', true), service.requests.length]).toEqual([false, 2]);
    fixture.store.subscribe(() => undefined);
    expect(browser.listenerCount).toBe(0);
  });

  it('forgets the choices of the first customer when a record of another arrives', async () => {
    fixture.identify('customer-1');
    void fixture.choose('a', true);
    fixture.identify(null);
    fixture.identify('customer-1');
    expect(fixture.displayed('a')).toEqual([true, 'saving']);
    fixture.identify('customer-2');
    expect([service.lastRequest.signal.aborted, fixture.store.state.groups]).toEqual([true, []]);
    await service.lastRequest.succeed();
    expect(fixture.events).toEqual([]);
  });
});
