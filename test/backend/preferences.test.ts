import { describe, expect, it } from 'vitest';
import { createBackend, errorOf, groups } from './backend-support.js';
import { createRequest, eventsOf, post, receiveEvents } from './requests.js';

describe('The preferences', () => {
  const choice = { groupId: 'offers', isGroupNotificationOff: true };

  it('have the choices of the customer', async () => {
    const backend = createBackend({ groups });
    expect((await backend.fetch(post('/preferences', choice))).status).toBe(204);
    const load = async (customer: string): Promise<unknown> =>
      (await backend.fetch(createRequest('/preferences', { customer }))).json();
    expect(await load('anna')).toMatchObject({
      groups: [groups[0], { ...groups[1], isGroupNotificationOff: true }],
    });
    expect(await load('omar')).toMatchObject({ groups });
  });

  it('reach every open page of the customer, and of no other', async () => {
    const backend = createBackend({ groups });
    const [page, other] = await Promise.all([eventsOf(backend), eventsOf(backend, { customer: 'omar' })]);
    await backend.fetch(post('/preferences', choice));
    await backend.savePreference('anna', 'orders', false);
    await backend.savePreference('omar', 'offers', false);
    expect((await receiveEvents(page, 2)).map(({ event }) => event)).toEqual([
      { type: 'preference', ...choice },
      { type: 'preference', groupId: 'orders', isGroupNotificationOff: false },
    ]);
    const [event] = await receiveEvents(other, 1);
    expect(event?.event).toEqual({ type: 'preference', groupId: 'offers', isGroupNotificationOff: false });
  });

  it('of the host are rejected if they name no group', async () => {
    await expect(createBackend().savePreference('anna', '', true)).rejects.toThrow(TypeError);
  });

  it('are not stored if the host cannot save them', async () => {
    const errors: unknown[] = [];
    const backend = createBackend({
      groups: () => Promise.resolve(groups),
      savePreference: () => Promise.reject(new Error('The service is away.')),
      onError: (error) => errors.push(error),
    });
    expect(await errorOf(await backend.fetch(post('/preferences', choice)))).toEqual([502, 'not-saved']);
    expect(await (await backend.fetch(createRequest('/preferences'))).json()).toMatchObject({ groups });
    expect(errors).toHaveLength(1);
  });

  it('reject groups that are unknown or required', async () => {
    const backend = createBackend({ groups });
    const trySet = async (groupId: string) =>
      errorOf(await backend.fetch(post('/preferences', { groupId, isGroupNotificationOff: true })));
    expect(await trySet('unknown')).toEqual([404, 'unknown-group']);
    expect(await trySet('orders')).toEqual([409, 'required-group']);
  });

  it('are an empty list without groups', async () => {
    const response = await createBackend().fetch(createRequest('/preferences'));
    expect(await response.json()).toHaveProperty('groups', []);
  });
});
