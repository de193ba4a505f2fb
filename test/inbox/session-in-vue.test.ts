import { describe, expect, it } from 'vitest';
import { isProxy, reactive, ref } from 'vue';
import { createSession, NotificationStore, PreferenceStore } from '../../src/client.js';

const options = { baseUrl: 'https://api.example.com/v1/service', getToken: () => null };

describe('A session within ref() and reactive() of Vue', () => {
  it('is not wrapped, nor are its stores', () => {
    const session = createSession(options);
    const { notifications, preferences } = session;
    const values = [ref(session).value, reactive({ session }).session];
    expect(values.map((value) => value === session && !isProxy(value))).toEqual([true, true]);
    const stores = reactive({ notifications, preferences });
    expect([isProxy(stores.notifications), isProxy(stores.preferences)]).toEqual([false, false]);
  });

  it('has no further property that can be listed', () => {
    expect(Object.keys(createSession(options)).sort()).toEqual([
      'alerts',
      'close',
      'notifications',
      'preferences',
      'signOut',
    ]);
  });
});

describe('A store of its own within reactive() of Vue', () => {
  it('is not wrapped', () => {
    const unused = () => Promise.reject(new Error('Not called.'));
    const stores = [new NotificationStore({ retrieve: unused }), new PreferenceStore({ save: unused })];
    expect(reactive({ stores }).stores.map((store) => isProxy(store))).toEqual([false, false]);
  });
});
