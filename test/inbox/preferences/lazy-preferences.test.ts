import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLazyPreferences } from '../../../src/inbox/preferences/lazy-preferences.js';
import { FakeBrowser, tearDown, waitUntil } from '../fakes.js';
import { FakePreferenceService } from './preference-fakes.js';

let service: FakePreferenceService;

beforeEach(() => {
  vi.useFakeTimers();
  new FakeBrowser();
  service = new FakePreferenceService();
});

afterEach(tearDown);

const muted = { isGroupNotificationOff: true };
const makePreferences = () => createLazyPreferences({ save: service.save, groups: [{ id: 'a' }] });
const waitForRequests = (count: number): Promise<unknown> =>
  waitUntil(() => expect(service.requests).toHaveLength(count));

describe('Preferences whose code is not loaded yet', () => {
  it('have no groups until then, and then apply all earlier calls', async () => {
    const preferences = makePreferences();
    preferences.setGroups([{ id: 'b' }]);
    preferences.applySaved('b', muted);
    expect(preferences.state.groups).toEqual([]);
    let changes = 0;
    const stop = preferences.subscribe(() => (changes += 1));
    await waitUntil(() =>
      expect(preferences.state.groups).toMatchObject([{ id: 'b', isGroupNotificationOff: true }]),
    );
    expect(changes).toBe(1);
    stop();
    preferences.setGroups([]);
    expect([preferences.state.groups, changes]).toEqual([[], 1]);
  });

  it('save what is chosen before, and after', async () => {
    const preferences = makePreferences();
    const muting = preferences.muteAll();
    await waitForRequests(1);
    await service.lastRequest.fail(new Error('no'));
    const { failed, undo } = await muting;
    expect([failed, await undo()]).toEqual([1, 0]);
    const retrying = preferences.retry('a');
    await waitForRequests(2);
    await service.lastRequest.succeed();
    expect(await retrying).toBe(true);
    const saving = preferences.set('a', { isGroupNotificationOff: false });
    await waitForRequests(3);
    await service.lastRequest.succeed();
    expect(await saving).toBe(true);
    preferences.reset();
    expect(preferences.state.groups).toEqual([]);
  });

  it('send nothing if the session was closed or cleared before', async () => {
    const [closed, cleared] = [makePreferences(), makePreferences()];
    closed.close();
    cleared.reset();
    expect(await Promise.all([closed.set('a', muted), cleared.set('a', muted)])).toEqual([false, false]);
    expect(service.requests).toEqual([]);
  });
});
