import { describe, expect, it } from 'vitest';
import { createBackend, errorOf } from './backend-support.js';
import { createRequest, post } from './requests.js';

describe('One notification', () => {
  const record = { id: 'a', payload: { title: 'Hello' }, isRead: false, uniqueCustomerId: 'anna' };
  const find = (id: string, options?: Parameters<typeof createRequest>[1]): Request =>
    createRequest(`/notifications/${encodeURIComponent(id)}`, options);

  it('is its record, as the customer has left it, and whose it is', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', record });
    const customer = await backend.customerKey('anna');
    for (const isRead of [false, true]) {
      await backend.markRead('anna', 'a', isRead);
      const response = await backend.fetch(find('a'));
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toEqual({ customer, record: { ...record, isRead } });
    }
  });

  it.each(['a/b', 'ä %20?#', '{id}', '%', 'notifications'])('has any id, such as %j', async (id) => {
    const backend = createBackend();
    await backend.deliver('anna', { id, record: { ...record, id } });
    expect(await (await backend.fetch(find(id))).json()).toMatchObject({ record: { id } });
  });

  it('is found beyond the first page, dismissed or snoozed, but not once it has expired', async () => {
    const backend = createBackend();
    const ids = ['dismissed', 'snoozed', 'old'];
    await backend.deliver('anna', [
      ...ids.map((id) => ({ id, record: { ...record, id }, createdDate: '2026-01-01T00:00:00Z' })),
      { id: 'expired', record: { ...record, id: 'expired' }, expiresDate: '2026-01-01T00:00:00Z' },
    ]);
    await backend.deliver(
      'anna',
      Array.from({ length: 30 }, (_, index) => ({ id: `new ${index}` })),
    );
    await backend.fetch(post('/dismissed', { ids: ['dismissed'], isDismissed: true }));
    await backend.fetch(post('/snoozed', { ids: ['snoozed'], until: '2099-01-01T00:00:00.000Z' }));
    for (const id of ids) expect((await backend.fetch(find(id))).status, id).toBe(200);
    expect(await errorOf(await backend.fetch(find('expired')))).toEqual([404, 'not-found']);
  });

  it('is 404 with a code of its own if it was delivered without a record', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    expect(await errorOf(await backend.fetch(find('a')))).toEqual([404, 'no-record']);
  });

  it('of another customer does not exist, and neither does an id that is none', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a', record });
    for (const request of [find('a', { customer: 'omar' }), find('b'), find('x'.repeat(257)), find('\0')])
      expect(await errorOf(await backend.fetch(request))).toEqual([404, 'not-found']);
    expect((await backend.fetch(createRequest('/notifications/%FF'))).status).toBe(404);
    expect((await backend.fetch(createRequest('/notifications/a/b'))).status).toBe(404);
  });

  it('is limited by the rate of its route, whose name has no id', async () => {
    const routes: string[] = [];
    const backend = createBackend({ rateLimit: ({ route }) => routes.push(route) - 1 });
    await backend.deliver('anna', { id: 'a', record });
    expect((await backend.fetch(find('a'))).status).toBe(200);
    expect((await backend.fetch(find('a'))).status).toBe(429);
    expect(routes).toEqual(['GET /notifications/{id}', 'GET /notifications/{id}']);
  });
});
