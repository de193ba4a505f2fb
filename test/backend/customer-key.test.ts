import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createBackend, errorOf, groups } from './backend-support.js';
import { createRequest, eventsOf, listOf, post } from './requests.js';

describe('Whose it is', () => {
  const ids = ['a'];
  const changes = [
    ['/read', { ids, isRead: true }],
    ['/read', { ids: [], isRead: true, until: '2099-01-01T00:00:00.000Z' }],
    ['/seen', { ids }],
    ['/dismissed', { ids, isDismissed: true }],
    ['/snoozed', { ids, until: '2099-01-01T00:00:00.000Z' }],
    ['/removed', { ids: ['dismissed'] }],
    ['/answer', { id: 'a', action: 'primary', text: 'Done' }],
    ['/preferences', { groupId: 'offers', isGroupNotificationOff: true }],
    ['/token', {}],
  ] as const;

  async function createInstances(): Promise<InboxBackend[]> {
    const store = memoryStore();
    const instances = [1, 2].map(() => createBackend({ store, groups, allowRemoval: true }));
    for (const customer of ['anna', 'omar']) {
      await instances[0]!.deliver(customer, [{ id: 'a' }, { id: 'dismissed' }]);
      const dismissed = post('/dismissed', { ids: ['dismissed'], isDismissed: true }, { customer });
      await instances[0]!.fetch(dismissed);
    }
    return instances;
  }

  /** Everything that pages of the customer get. */
  async function stateOf(backend: InboxBackend, customer: string): Promise<unknown> {
    const preferences: unknown = await (
      await backend.fetch(createRequest('/preferences', { customer }))
    ).json();
    return { list: await listOf(backend, {}, customer), preferences };
  }

  it('is said by each page of the list, the preferences and the first message of a stream, at every instance alike', async () => {
    const [first, second] = await createInstances();
    const customer = await first!.customerKey('anna');
    expect(customer).not.toBe(await first!.customerKey('omar'));
    for (const backend of [first!, second!]) {
      await backend.deliver('anna', { id: 'b' });
      const page = await listOf(backend, { limit: '1' });
      const next = await listOf(backend, { limit: '1', cursor: page.nextCursor! });
      const preferences: unknown = await (await backend.fetch(createRequest('/preferences'))).json();
      expect([page, next, preferences]).toMatchObject([{ customer }, { customer }, { customer }]);
      const stream = await eventsOf(backend);
      expect((await stream.read()).value).toBe(`event: customer\ndata: {"customer":"${customer}"}\n\n`);
    }
  });

  it('stays the same in later versions, and is not the plain hash of the id', async () => {
    expect(await createBackend().customerKey('anna')).toBe(
      createHash('sha256').update('nudge-inbox customer anna').digest('hex'),
    );
  });

  it.each(changes)(
    'comes back with POST %s %o: one of another customer is 409 and does nothing',
    async (path, input) => {
      const backends = await createInstances();
      const before = await stateOf(backends[0]!, 'omar');
      const customer = await backends[0]!.customerKey('anna');
      for (const backend of backends) {
        const refused = await backend.fetch(post(path, { ...input, customer }, { customer: 'omar' }));
        expect(await errorOf(refused)).toEqual([409, 'other-customer']);
      }
      expect(await stateOf(backends[1]!, 'omar')).toEqual(before);
      for (const known of [customer, null, undefined]) {
        const own = await backends[1]!.fetch(post(path, { ...input, customer: known }));
        expect(own.ok).toBe(true);
      }
    },
  );

  it('is what the host says, if it has a function', async () => {
    const backend = createBackend({ customerKey: (customerId) => Promise.resolve(`key of ${customerId}`) });
    expect([await backend.customerKey('anna'), await listOf(backend)]).toMatchObject([
      'key of anna',
      { customer: 'key of anna' },
    ]);
    const input = { ids, isRead: true, customer: 'key of omar' };
    expect(await errorOf(await backend.fetch(post('/read', input)))).toEqual([409, 'other-customer']);
    await expect(backend.customerKey('')).rejects.toThrow(
      'customerId must be a string of 1 to 256 characters.',
    );
  });

  it('is 503 if the function of the host returns no text, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const customerKey = () => undefined as never;
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna', customerKey });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(warn.mock.calls.flat().join()).toContain(
      'customerKey() must return a string of 1 to 256 characters.',
    );
  });
});
