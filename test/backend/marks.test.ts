import { describe, expect, it, vi } from 'vitest';
import { createBackend, errorOf } from './backend-support.js';
import { createRequest, listOf, post } from './requests.js';

describe('What the customer does', () => {
  it.each([
    ['/read', { isRead: true }, { isRead: true, isSeen: true }],
    ['/seen', {}, { isSeen: true }],
    ['/dismissed', { isDismissed: true }, { isDismissed: true }],
    ['/snoozed', { until: '2099-01-01T00:00:00.000Z' }, { snoozedUntil: '2099-01-01T00:00:00.000Z' }],
  ])('is stored by POST %s', async (path, input, expected) => {
    const backend = createBackend();
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    expect((await backend.fetch(post(path, { ids: ['a'], ...input }))).status).toBe(204);
    const { references } = await listOf(backend);
    expect(references.find(({ id }) => id === 'a')).toMatchObject(expected);
    expect(references.find(({ id }) => id === 'b')).toMatchObject({ isRead: false, isSeen: false });
  });

  it('deletes for good by POST /removed, only if the backend allows it', async () => {
    for (const [allowRemoval, status, ids] of [
      [false, 404, ['a']],
      [true, 204, []],
    ] as const) {
      const backend = createBackend({ allowRemoval });
      await backend.deliver('anna', { id: 'a' });
      await backend.fetch(post('/dismissed', { ids: ['a'], isDismissed: true }));
      expect((await backend.fetch(post('/removed', { ids: ['a', 'b'] }))).status).toBe(status);
      expect((await listOf(backend)).references.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('deletes nothing by POST /removed if one of it is not dismissed', async () => {
    const backend = createBackend({ allowRemoval: true });
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
    await backend.fetch(post('/dismissed', { ids: ['a'], isDismissed: true }));
    expect(await errorOf(await backend.fetch(post('/removed', { ids: ['a', 'b'] })))).toEqual([
      409,
      'not-dismissed',
    ]);
    expect((await listOf(backend)).references).toHaveLength(2);
  });

  it('behaves for ids of another customer as for ids that do not exist', async () => {
    const backend = createBackend();
    await backend.deliver('omar', { id: 'secret' });
    for (const [path, input] of [
      ['/read', { isRead: true }],
      ['/seen', {}],
      ['/dismissed', { isDismissed: true }],
    ] as const) {
      const answers = await Promise.all(
        ['secret', 'unknown'].map(async (id) => {
          const response = await backend.fetch(post(path, { ids: [id], ...input }));
          return [response.status, await response.text()];
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    }
    const { references } = await listOf(backend, {}, 'omar');
    expect(references).toMatchObject([{ isRead: false, isSeen: false, isDismissed: false }]);
  });

  it.each([
    ['1,001 ids', { ids: Array.from({ length: 1001 }, () => 'a'), isRead: true }, [413, 'too-many-ids']],
    ['more than 64 kB', { ids: ['a'], isRead: true, more: 'x'.repeat(65_536) }, [413, 'too-large']],
    ['an id that is too long', { ids: ['x'.repeat(257)], isRead: true }, [400, 'invalid-input']],
    ['an id with a null character', { ids: ['\0'], isRead: true }, [400, 'invalid-input']],
    ['an id that is a number', { ids: [1], isRead: true }, [400, 'invalid-input']],
    ['no ids', { isRead: true }, [400, 'invalid-input']],
    ['a read state that is none', { ids: ['a'], isRead: 'yes' }, [400, 'invalid-input']],
  ])('is rejected with %s', async (_, input, expected) => {
    expect(await errorOf(await createBackend().fetch(post('/read', input)))).toEqual(expected);
  });

  it('is read up to a date by POST /read, which names what it marked', async () => {
    const backend = createBackend();
    const dates = ['2026-11-18T10:00:00.000Z', '2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    await backend.deliver(
      'anna',
      dates.map((createdDate, index) => ({ id: `n${index}`, createdDate })),
    );
    await backend.deliver('omar', { id: 'other', createdDate: dates[0]! });
    const response = await backend.fetch(post('/read', { ids: [], isRead: true, until: dates[1] }));
    expect([response.status, await response.json()]).toEqual([200, { ids: ['n0', 'n1'] }]);
    expect(await listOf(backend)).toMatchObject({ unreadCount: 1 });
    expect(await listOf(backend, {}, 'omar')).toMatchObject({ unreadCount: 1 });
  });

  it('is never unread up to a date', async () => {
    const input = { ids: [], isRead: false, until: '2026-11-19T10:00:00.000Z' };
    expect(await errorOf(await createBackend().fetch(post('/read', input)))).toEqual([400, 'invalid-input']);
  });

  it.each([
    'yesterday',
    '1969-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00.000Z',
    '2025-02-31T10:00:00.000Z',
    '+012025-02-01T10:00:00.000Z',
    7,
  ])('is rejected with the date %s', async (until) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const response = await createBackend().fetch(post('/seen', { ids: [], until }));
    expect(await errorOf(response)).toEqual([400, 'invalid-input']);
    // The log would tell the host to send another one.
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['{"ids":["a"', 'application/json', [400, 'invalid-json']],
    ['', 'application/json', [400, 'invalid-json']],
    ['{"ids":["a"],"isRead":true}', 'text/plain', [415, 'not-json']],
  ])('is rejected as %s of type %s', async (body, type, expected) => {
    const request = createRequest('/read', { method: 'POST', body, headers: { 'Content-Type': type } });
    expect(await errorOf(await createBackend().fetch(request))).toEqual(expected);
  });
});
