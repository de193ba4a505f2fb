import { describe, expect, it, vi } from 'vitest';
import {
  createSSRApp,
  effectScope,
  nextTick,
  ref,
  shallowRef,
  type EffectScope,
  type MaybeRefOrGetter,
} from 'vue';
import { renderToString } from 'vue/server-renderer';
import {
  useNotifications,
  usePreferences,
  useUnreadCount,
  type OptionalSession,
} from '../../src/client/vue.js';
import type { Session } from '../../src/client.js';
import { createTestSession } from './session.js';

/** Calls the composables as a component that is mounted. */
async function mount(session: MaybeRefOrGetter<OptionalSession>) {
  const scope: EffectScope = effectScope();
  const values = scope.run(() => ({
    notifications: useNotifications(session),
    unreadCount: useUnreadCount(session),
    preferences: usePreferences(session),
  }))!;
  await nextTick();
  return { ...values, unmount: () => scope.stop() };
}

describe('The Vue composables', () => {
  it('have the state of the session and follow its changes', async () => {
    const { session, loads } = createTestSession('n1', 'n2');
    const { notifications, unreadCount, preferences, unmount } = await mount(session);
    await expect.poll(() => notifications.value.status).toBe('ready');
    expect(notifications.value.items.map(({ id }) => id)).toEqual(['n1', 'n2']);
    expect(unreadCount.value).toBe(1);
    await expect.poll(() => preferences.value.groups.map(({ id }) => id)).toEqual(['orders']);
    session.notifications.markRead(['n1']);
    expect(unreadCount.value).toBe(0);
    expect(loads()).toBe(1);
    unmount();
  });

  it('stop the session when the component is unmounted', async () => {
    const { session, subscriptions } = createTestSession('n1');
    const { unreadCount, unmount } = await mount(session);
    await expect.poll(() => unreadCount.value).toBe(1);
    expect(subscriptions()).toBe(1);
    unmount();
    await expect.poll(() => subscriptions()).toBe(0);
    session.notifications.add([{ id: 'n2', isRead: false }]);
    expect(unreadCount.value).toBe(1);
  });

  it('follow a ref from no session to another and back', async () => {
    const [anna, ravi] = [createTestSession('n1'), createTestSession('n2', 'n3')];
    const session = shallowRef<Session>();
    const { notifications, unreadCount, preferences } = await mount(session);
    expect(notifications.value).toMatchObject({ items: [], status: 'idle' });

    session.value = anna.session;
    await expect.poll(() => unreadCount.value).toBe(1);
    session.value = ravi.session;
    await expect.poll(() => notifications.value.items.map(({ id }) => id)).toEqual(['n2', 'n3']);
    expect([anna.subscriptions(), ravi.subscriptions()]).toEqual([0, 1]);
    anna.session.notifications.add([{ id: 'n4', isRead: false }]);
    expect(notifications.value.items).toHaveLength(2);

    session.value = undefined;
    await nextTick();
    expect([notifications.value.items, unreadCount.value, preferences.value.groups]).toEqual([[], 0, []]);
    await expect.poll(() => ravi.subscriptions()).toBe(0);
  });

  it('do not depend on what the session reads when it starts', async () => {
    const { session, loads } = createTestSession('n1');
    const read = ref(0);
    const subscribe = vi.spyOn(session.notifications, 'subscribe');
    subscribe.mockImplementation(() => {
      read.value.toFixed();
      return () => undefined;
    });
    await mount(session);
    const calls = subscribe.mock.calls.length;
    read.value += 1;
    await nextTick();
    expect(subscribe).toHaveBeenCalledTimes(calls);
    expect(loads()).toBe(0);
  });

  it('render an empty list on a server and start nothing', async () => {
    const { session, loads } = createTestSession('n1');
    session.notifications.add(['n1']);
    const app = createSSRApp({
      setup() {
        const notifications = useNotifications(session);
        const unreadCount = useUnreadCount(session);
        return () => `${notifications.value.items.length} of ${unreadCount.value}`;
      },
    });
    expect(await renderToString(app)).toBe('0 of 0');
    await nextTick();
    expect(loads()).toBe(0);
  });
});

describe('A session within ref()', () => {
  it('works as it does outside', async () => {
    const { session } = createTestSession('n1');
    const held = ref<Session>();
    const { unreadCount } = await mount(held);
    held.value = session;
    await expect.poll(() => unreadCount.value).toBe(1);
    held.value.notifications.markAllRead();
    expect(unreadCount.value).toBe(0);
    expect(await held.value.preferences.set('unlisted', { isGroupNotificationOff: true })).toBe(false);
    expect(await held.value.signOut()).toBe(true);
  });
});
