import { describe, expect, it } from 'vitest';
import { createCursor } from '../../src/backend/http/cursor.js';
import type { DeliveredNotification } from '../../src/backend/delivery.js';
import { createBackend, errorOf } from './backend-support.js';
import { createRequest, listOf, post } from './requests.js';

describe('The list', () => {
  it('has hints, counts and records', async () => {
    const backend = createBackend();
    await backend.deliver('anna', [
      { id: 'old', createdDate: '2026-11-19T10:00:00Z', isRead: true },
      { id: 'new', createdDate: new Date('2026-11-20T10:00:00Z'), record: { id: 'new' } },
    ]);
    expect(await listOf(backend)).toEqual({
      references: [
        {
          id: 'new',
          createdDate: '2026-11-20T10:00:00.000Z',
          isRead: false,
          isSeen: false,
          isDismissed: false,
          snoozedUntil: null,
          answer: null,
          record: { id: 'new' },
        },
        {
          id: 'old',
          createdDate: '2026-11-19T10:00:00.000Z',
          isRead: true,
          isSeen: true,
          isDismissed: false,
          snoozedUntil: null,
          answer: null,
        },
      ],
      customer: await backend.customerKey('anna'),
      unreadCount: 1,
      unseenCount: 1,
      lastEventId: '1',
    });
  });

  it('says how many are unread with each tag if it is to, as delivered or of the record', async () => {
    const deliveries: DeliveredNotification[] = [
      { id: 'a', tags: ['order', 'order', ''] },
      { id: 'b', record: { payload: { tags: [{ tagName: 'order' }, { tagName: null }, 5] } } },
      { id: 'c', record: { payload: null } },
    ];
    for (const countsByTag of [true, false]) {
      const backend = createBackend({ countsByTag });
      await backend.deliver('anna', deliveries);
      const expected = countsByTag ? { order: 2 } : undefined;
      expect((await listOf(backend)).unreadCountByTag).toEqual(expected);
      await backend.deliver('anna', { id: 'without' });
      expect(await listOf(backend)).not.toHaveProperty('unreadCountByTag');
    }
  });

  it('begins with the pinned ones, wherever they belong, and has them on their own page, too', async () => {
    const backend = createBackend();
    await backend.deliver('anna', [
      {
        id: 'new',
        createdDate: '2026-11-20T10:00:00Z',
        importance: 'high',
        expiresDate: '9999-01-01T00:00:00Z',
      },
      { id: 'middle', createdDate: '2026-11-19T10:00:00Z', importance: 'normal', isPinned: true },
      { id: 'other', createdDate: '2026-11-18T10:00:00Z', isPinned: false },
      { id: 'old', createdDate: '2026-11-17T10:00:00Z', isPinned: true },
      { id: 'over', isPinned: true, expiresDate: new Date(Date.now() - 1000) },
    ]);
    const { references, nextCursor, unreadCount } = await listOf(backend, { limit: '2' });
    expect(references).toMatchObject([
      { id: 'middle', isPinned: true },
      { id: 'old', isPinned: true },
      { id: 'new', importance: 'high', expiresDate: '9999-01-01T00:00:00.000Z' },
    ]);
    expect(unreadCount).toBe(4);
    const next = await listOf(backend, { limit: '2', cursor: nextCursor ?? '' });
    expect(next.references.map(({ id }) => id)).toEqual(['other', 'old']);
  });

  it('goes on with the cursor until the last page', async () => {
    const backend = createBackend();
    const createdDate = '2026-11-20T10:00:00Z';
    await backend.deliver(
      'anna',
      ['a', 'b', 'c', 'd', 'ä/?&='].map((id) => ({ id, createdDate })),
    );
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listOf(backend, { limit: '2', ...(cursor && { cursor }) });
      ids.push(...page.references.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(['ä/?&=', 'd', 'c', 'b', 'a']);
  });

  it('names on the first of several pages what is snoozed on the others, or came back to its top', async () => {
    const backend = createBackend();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const dates = ids.map((id, day) => ({ id, createdDate: new Date(2020, 1, 9 - day).toISOString() }));
    await backend.deliver('anna', dates);
    const snooze = (names: string[], until: string) => backend.fetch(post('/snoozed', { ids: names, until }));
    await snooze(['a', 'd'], '2099-01-01T00:00:00.000Z');
    await snooze(['e'], new Date(2020, 1, 8, 1).toISOString());
    await snooze(['c'], new Date(2020, 1, 7, 1).toISOString());
    const snoozedOn = async (query: Record<string, string>) => {
      const { nextCursor, snoozed } = await listOf(backend, query);
      return { nextCursor, ids: snoozed?.map(({ id }) => id) };
    };
    const first = await snoozedOn({ limit: '2' });
    expect(first.ids).toEqual(['e', 'd']);
    expect((await snoozedOn({ limit: '2', cursor: first.nextCursor! })).ids).toBeUndefined();
    expect((await snoozedOn({ limit: '5' })).ids).toBeUndefined();
  });

  it('costs no body while it is the same', async () => {
    const backend = createBackend();
    await backend.deliver('anna', { id: 'a' });
    const first = await backend.fetch(createRequest('/notifications'));
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const second = await backend.fetch(createRequest('/notifications', { headers }));
    expect(second.status).toBe(304);
    const weak = { 'If-None-Match': `"other", W/${headers['If-None-Match']}` };
    expect((await backend.fetch(createRequest('/notifications', { headers: weak }))).status).toBe(304);
    await backend.markRead('anna', 'a');
    expect((await backend.fetch(createRequest('/notifications', { headers }))).status).toBe(200);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(second.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('has 100 notifications at most', async () => {
    const backend = createBackend();
    await backend.deliver(
      'anna',
      Array.from({ length: 150 }, (_, index) => ({ id: `n${index}` })),
    );
    expect((await listOf(backend, { limit: '10000' })).references).toHaveLength(100);
    expect((await listOf(backend)).references).toHaveLength(25);
  });

  it.each(['0', 'many', '1.5'])('rejects the limit %s', async (limit) => {
    const response = await createBackend().fetch(createRequest(`/notifications?limit=${limit}`));
    expect(await errorOf(response)).toEqual([400, 'invalid-limit']);
  });

  it('rejects a cursor of another customer, an altered one, and one of a later version', async () => {
    const backend = createBackend();
    for (const customerId of ['anna', 'omar']) await backend.deliver(customerId, [{ id: 'a' }, { id: 'b' }]);
    const { nextCursor = '' } = await listOf(backend, { limit: '1' });
    const tryCursor = async (cursor: string, customer = 'anna') =>
      errorOf(
        await backend.fetch(
          createRequest(`/notifications?${new URLSearchParams({ cursor }).toString()}`, { customer }),
        ),
      );
    // So that the page finds out that it is another customer's.
    const ofAnother = [409, 'other-customer'];
    expect(await tryCursor(nextCursor, 'omar')).toEqual(ofAnother);
    expect(await tryCursor(nextCursor.replace(/\.\d+\./, '.9999999999999.'))).toEqual(ofAnother);
    const refused = [400, 'invalid-cursor'];
    expect(await tryCursor(`v2:${nextCursor}`)).toEqual(refused);
    expect(await tryCursor(`${'0'.repeat(16)}.-999999999999999.b`)).toEqual(refused);
    expect(await tryCursor('x'.repeat(5000))).toEqual(refused);
    // What creates a checksum is no secret.
    for (const createdDate of ['+010000-01-01T00:00:00.000Z', '1969-01-01T00:00:00.000Z'])
      expect(await tryCursor(await createCursor('anna', { createdDate, id: 'a' }))).toEqual(refused);
  });
});
