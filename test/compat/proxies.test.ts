// Needed by apps that put a session into their state, as with Vue, Pinia, Alpine, MobX or Valtio, which wraps or copies what is in it.
import { describe, expect, it } from 'vitest';
import { isProxy, reactive, ref } from 'vue';
import { createSession, NotificationStore, PreferenceStore } from '../../src/client.js';
import { CustomerClient } from '../../src/api/customer-client.js';

const createTestSession = () =>
  createSession({
    baseUrl: 'https://api.example.com/v1/service',
    getToken: () => null,
    ids: ['a', 'b'],
    memoryOnly: true,
    groups: [{ id: 'offers', name: 'Offers' }],
  });

describe('ref() and reactive() of Vue', () => {
  it('wrap neither a session nor its stores', () => {
    const session = createTestSession();
    const { notifications, preferences } = session;
    const values = [ref(session).value, reactive({ session }).session];
    expect(values.map((value) => value === session && !isProxy(value))).toEqual([true, true]);
    const stores = reactive({ notifications, preferences });
    expect([isProxy(stores.notifications), isProxy(stores.preferences)]).toEqual([false, false]);
  });

  it('do not wrap a store of its own', () => {
    const unused = () => Promise.reject(new Error('Not called.'));
    const stores = [new NotificationStore({ retrieve: unused }), new PreferenceStore({ save: unused })];
    expect(reactive({ stores }).stores.map((store) => isProxy(store))).toEqual([false, false]);
  });
});

/** Wraps an object and all that it returns, as most libraries do with state. */
function wrap<Value extends object>(value: Value): Value {
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      return typeof inner === 'object' && inner !== null ? wrap(inner) : inner;
    },
  });
}

/** Copies an object, and all in it, into another one of its class, as Valtio does. */
function copy<Value extends object>(value: Value): Value {
  const copied = Object.create(Object.getPrototypeOf(value) as object) as Value;
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const inner: unknown = property.value;
    if (typeof inner === 'object' && inner !== null) property.value = copy(inner);
    Object.defineProperty(copied, key, property);
  }
  return copied;
}

const libraries = { wraps: wrap, copies: copy };

for (const [way, transform] of Object.entries(libraries))
  describe(`A session in state that ${way} what is in it`, () => {
    it('lists and marks notifications, and publishes what changes', () => {
      const session = createTestSession();
      const { notifications } = transform(session);
      const events: string[] = [];
      const unsubscribe = notifications.subscribe(({ type }) => events.push(type));
      notifications.markRead(['a']);
      notifications.add(['c']);
      unsubscribe();
      expect(notifications.state.items.map(({ id, isRead }) => `${id} ${isRead}`)).toEqual(
        session.notifications.state.items.map(({ id, isRead }) => `${id} ${isRead}`),
      );
      expect(session.notifications.state.items.find(({ id }) => id === 'a')?.isRead).toBe(true);
      expect(events).toContain('read-change');
      session.close();
    });

    it('has its preferences and its alerts, and ends', async () => {
      const session = createTestSession();
      const { preferences, alerts, signOut } = transform(session);
      alerts.quietUntil = new Date(Date.now() + 60_000);
      expect(Number(session.alerts.quietUntil)).toBeGreaterThan(Date.now());
      expect(preferences.state.groups.map(({ id }) => id)).toEqual(['offers']);
      expect(await signOut()).toBe(true);
      expect(session.notifications.state.items).toEqual([]);
    });
  });

for (const [way, transform] of Object.entries(libraries))
  it(`A CustomerClient in state that ${way} what is in it sends its requests`, async () => {
    const tokens: string[] = [];
    const client = transform(
      new CustomerClient({
        baseUrl: 'https://api.example.com/v1/service',
        getToken: ({ reason }) => {
          tokens.push(reason);
          return `token-${tokens.length}`;
        },
        fetch: () =>
          Promise.resolve(
            Response.json({ status: 'success', data: { id: 'a', payload: {}, status: 'done' } }),
          ),
      }),
    );
    expect((await client.notifications.retrieve('a')).id).toBe('a');
    client.renewToken();
    await client.preferences.setGroup('offers', { isGroupNotificationOff: true });
    expect(tokens).toEqual(['first', 'expired']);
  });
