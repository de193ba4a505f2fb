// Needed by apps that put a session into their state: Vue, Pinia and Alpine wrap what is in it in proxies.
import { describe, expect, it } from 'vitest';
import { isProxy, reactive, ref } from 'vue';
import { createSession, NotificationStore, PreferenceStore } from '../../src/client.js';

describe('ref() and reactive() of Vue', () => {
  it('wrap neither a session nor its stores', () => {
    const session = createSession({ baseUrl: 'https://api.example.com/v1/service', getToken: () => null });
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
