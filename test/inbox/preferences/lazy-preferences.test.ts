import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLazyPreferences } from '../../../src/inbox/preferences/lazy-preferences.js';
import { FakeBrowser, tearDown } from '../fakes.js';
import { FakePreferenceService, makeFixture } from './preference-fakes.js';

beforeEach(() => {
  vi.useFakeTimers();
  new FakeBrowser();
});

afterEach(tearDown);

/** Waits for the code to load, and for everything that follows. */
async function waitUntilIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await vi.dynamicImportSettled();
  }
}

const muted = { isGroupNotificationOff: true };

describe('createLazyPreferences()', () => {
  const options = (service: FakePreferenceService) => ({ save: service.save, groups: [{ id: 'a' }] });

  it('have no groups until the code is loaded, and then apply all earlier calls', async () => {
    const service = new FakePreferenceService();
    const preferences = createLazyPreferences(options(service));
    preferences.setGroups([{ id: 'b' }]);
    expect(preferences.state.groups).toEqual([]);
    let changes = 0;
    const stop = preferences.subscribe(() => (changes += 1));
    await waitUntilIdle();
    expect([changes, preferences.state.groups.map((one) => one.id)]).toEqual([1, ['b']]);
    const saving = preferences.set('b', muted);
    await waitUntilIdle();
    await service.lastRequest.succeed();
    expect([await saving, service.sentChoices]).toEqual([true, [['b', true]]]);
    const before = changes;
    stop();
    await waitUntilIdle();
    preferences.setGroups([]);
    await waitUntilIdle();
    expect([changes, preferences.state.groups]).toEqual([before, []]);
  });

  it('apply what was chosen elsewhere before the code is loaded', async () => {
    const preferences = createLazyPreferences(options(new FakePreferenceService()));
    preferences.applySaved('a', muted);
    preferences.subscribe(() => undefined);
    await waitUntilIdle();
    expect(preferences.state.groups).toMatchObject([{ id: 'a', isGroupNotificationOff: true }]);
  });

  it('pass all calls on once the code is loaded', async () => {
    const service = new FakePreferenceService();
    const preferences = createLazyPreferences(options(service));
    const muting = preferences.muteAll();
    await waitUntilIdle();
    await service.lastRequest.fail(new Error('no'));
    const { failed, undo } = await muting;
    expect([failed, await undo()]).toEqual([1, 0]);
    const retrying = preferences.retry('a');
    await waitUntilIdle();
    await service.lastRequest.succeed();
    expect(await retrying).toBe(true);
    preferences.reset();
    await waitUntilIdle();
    expect(preferences.state.groups).toEqual([]);
  });

  it('send nothing if the session was closed or cleared before', async () => {
    const service = new FakePreferenceService();
    const closed = createLazyPreferences(options(service));
    closed.close();
    const cleared = createLazyPreferences(options(service));
    cleared.reset();
    const results = [closed.set('a', muted), cleared.set('a', muted)];
    await waitUntilIdle();
    expect([await Promise.all(results), service.requests.length]).toEqual([[false, false], 0]);
  });

  it('have the same members as PreferenceStore', () => {
    const names = (value: object): string[] =>
      Object.keys(Object.getOwnPropertyDescriptors(value)).toSorted();
    const { store } = makeFixture(new FakePreferenceService());
    const expected = names(Object.getPrototypeOf(store) as object).filter((name) => name !== 'constructor');
    const lazy = createLazyPreferences(options(new FakePreferenceService()));
    expect(Object.keys(lazy).toSorted()).toEqual(expected);
    store.close();
  });
});
