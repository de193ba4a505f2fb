import { get } from 'svelte/store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNotifications, usePreferences, useUnreadCount } from '../../src/client/svelte.js';
import { createTestSession } from './session.js';

// In Node, Svelte is the one for servers: the app in test/frameworks/apps tests the runes.
const inBrowser = () => vi.stubGlobal('document', new EventTarget());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('The Svelte stores', () => {
  it('call their subscribers at once and after each change', async () => {
    const { session } = createTestSession('n1', 'n2');
    inBrowser();
    const counts: number[] = [];
    const unsubscribe = useUnreadCount(session).subscribe((count) => counts.push(count));
    expect(counts).toEqual([0]);
    await expect.poll(() => counts).toEqual([0, 1]);
    session.notifications.markRead(['n1']);
    expect(counts).toEqual([0, 1, 0]);
    unsubscribe();
    session.notifications.markUnread(['n1']);
    expect(counts).toEqual([0, 1, 0]);
  });

  it('are stores to Svelte itself', async () => {
    const { session } = createTestSession('n1');
    inBrowser();
    const preferences = usePreferences(session);
    const unsubscribe = preferences.subscribe(() => undefined);
    await expect.poll(() => get(preferences).groups.map(({ id }) => id)).toEqual(['orders']);
    unsubscribe();
  });

  it('have the value of the moment in current', () => {
    const { session } = createTestSession();
    inBrowser();
    const notifications = useNotifications(session);
    session.notifications.add(['n1']);
    expect(notifications.current).toBe(session.notifications.state);
  });

  it.each([null, undefined])('are empty without a session: %s', (session) => {
    inBrowser();
    expect(useUnreadCount(session).current).toBe(0);
    expect(get(useNotifications(session)).items).toEqual([]);
    expect(get(usePreferences(session)).groups).toEqual([]);
  });

  it('are empty on a server and start nothing', () => {
    const { session, loads } = createTestSession('n1');
    session.notifications.add(['n1']);
    expect(get(useNotifications(session)).items).toEqual([]);
    expect(useNotifications(session).current.items).toEqual([]);
    expect(loads()).toBe(0);
  });
});
