import { describe, expect, it, vi } from 'vitest';
import { createInboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createBackend, errorOf, groups } from './backend-support.js';
import { createRequest, listOf, post } from './requests.js';

describe('Every request', () => {
  const routes = [
    createRequest('/notifications', { customer: null }),
    createRequest('/notifications/a', { customer: null }),
    createRequest('/events', { customer: null }),
    createRequest('/preferences', { customer: null }),
    post('/token', {}, { customer: null }),
    post('/read', { ids: ['a'], isRead: true }, { customer: null }),
    post('/seen', { ids: ['a'] }, { customer: null }),
    post('/dismissed', { ids: ['a'], isDismissed: true }, { customer: null }),
    post('/preferences', { groupId: 'offers', isGroupNotificationOff: true }, { customer: null }),
  ];

  it.each(routes.map((request) => [`${request.method} ${new URL(request.url).pathname}`, request] as const))(
    'is 401 if nobody is signed in: %s',
    async (_, request) => {
      expect(await errorOf(await createBackend({ groups }).fetch(request))).toEqual([401, 'signed-out']);
    },
  );

  it.each([
    ['POST', { 'Sec-Fetch-Site': 'cross-site' }],
    ['POST', { 'Sec-Fetch-Site': 'same-site' }],
    ['POST', { 'Sec-Fetch-Site': 'none' }],
    ['POST', { Origin: 'https://evil.example' }],
    ['POST', { Origin: 'null' }],
    ['GET', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('that another site has caused is refused: %s %o', async (method, headers) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const request =
      method === 'GET'
        ? createRequest('/notifications', { headers })
        : post('/read', { ids: ['a'], isRead: true }, { headers });
    expect(await errorOf(await createBackend().fetch(request))).toEqual([403, 'other-origin']);
  });

  it('of a site whose proxy has replaced Host is refused, and the log says once what differs and what to do', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    const headers = { Origin: 'http://behind-a-proxy.example' };
    for (let count = 0; count < 2; count += 1)
      expect((await backend.fetch(post('/seen', { ids: ['a'] }, { headers }))).status).toBe(403);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] A request of a page on http://behind-a-proxy.example was refused, because it came for http://localhost. If that is your own page, let your proxy pass on its Host, or name http://behind-a-proxy.example in allowedOrigins.',
      ],
    ]);
    const allowing = createBackend({ allowedOrigins: ['http://behind-a-proxy.example'] });
    expect((await allowing.fetch(post('/seen', { ids: ['a'] }, { headers }))).status).toBe(204);
  });

  it('of many other sites does not fill the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    for (let count = 0; count < 50; count += 1) {
      const headers = { Origin: `http://site-${count}.example` };
      await backend.fetch(post('/seen', { ids: ['a'] }, { headers }));
    }
    await backend.fetch(post('/seen', { ids: ['a'] }, { headers: { Origin: 'null' } }));
    expect(warn).toHaveBeenCalledTimes(10);
  });

  it('of another site for many hosts does not fill the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createBackend();
    const headers = { Origin: 'https://one-site.example' };
    for (let count = 0; count < 50; count += 1)
      await backend.fetch(new Request(`http://host-${count}.example/inbox/notifications`, { headers }));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('may have a slash at the end of its path, which some sites add by a redirect', async () => {
    const backend = createBackend({ groups });
    await backend.deliver('anna', [{ id: 'a' }]);
    expect((await backend.fetch(createRequest('/notifications/?limit=5'))).status).toBe(200);
    expect((await backend.fetch(createRequest('/preferences/'))).status).toBe(200);
    expect((await backend.fetch(post('/read/', { ids: ['a'], isRead: true }))).ok).toBe(true);
    expect((await listOf(backend)).unreadCount).toBe(0);
    expect((await backend.fetch(createRequest('/notifications//'))).status).toBe(404);
  });

  it.each([
    ['POST', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://shop.example' }],
    ['POST', { Origin: 'http://localhost' }],
    ['GET', { 'Sec-Fetch-Site': 'none' }],
  ])('of the own site is accepted: %s %o', async (method, headers) => {
    const request =
      method === 'GET'
        ? createRequest('/notifications', { headers })
        : post('/seen', { ids: ['a'] }, { headers });
    expect((await createBackend().fetch(request)).ok).toBe(true);
  });

  it('of an allowed origin is accepted, and answered so that its page sees the response', async () => {
    const origin = 'https://www.example.com';
    const backend = createBackend({ allowedOrigins: [origin] });
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-site' };
    const response = await backend.fetch(post('/seen', { ids: ['a'] }, { headers }));
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    const wanted = { ...headers, 'Access-Control-Request-Headers': 'authorization,content-type' };
    const preflight = await backend.fetch(
      createRequest('/seen', { method: 'OPTIONS', headers: wanted, customer: null }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('authorization,content-type');
    vi.spyOn(console, 'warn').mockReturnValue();
    const other = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await backend.fetch(createRequest('/seen', { method: 'OPTIONS', headers: other }))).status).toBe(
      403,
    );
  });

  it.each<[string, number, Request, Partial<InboxBackendOptions>?]>([
    ['a list', 200, createRequest('/notifications')],
    ['only the head of a list', 200, createRequest('/notifications', { method: 'HEAD' })],
    ['a stream', 200, createRequest('/events')],
    ['a token', 200, post('/token', {})],
    ['nothing', 204, post('/seen', { ids: ['a'] })],
    ['a refusal', 401, createRequest('/notifications', { customer: null })],
    ['a failure', 503, createRequest('/notifications'), { customerKey: () => '', onError: () => undefined }],
    [
      'what a preflight requests',
      204,
      createRequest('/seen', { method: 'OPTIONS', headers: { Origin: 'https://www.example.com' } }),
      { allowedOrigins: ['https://www.example.com'] },
    ],
  ])('gets %s as what the response says that it is, by no guess', async (_, status, request, options) => {
    const response = await createBackend(options).fetch(request);
    expect(response.status).toBe(status);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it.each(['https://www.example.com/', 'HTTPS://WWW.Example.com:443'])(
    'of an allowed origin sees why it is refused, however the origin is written: %s',
    async (written) => {
      const origin = 'https://www.example.com';
      const backend = createBackend({ allowedOrigins: [written] });
      for (const [method, path] of [
        ['GET', '/unknown'],
        ['DELETE', '/notifications'],
      ] as const) {
        const response = await backend.fetch(createRequest(path, { method, headers: { Origin: origin } }));
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      }
    },
  );

  it.each(['/notifications', '/events'])('HEAD %s has no body, and leaves no stream open', async (path) => {
    const backend = createBackend();
    const response = await backend.fetch(createRequest(path, { method: 'HEAD' }));
    expect([response.status, response.body, (await backend.stats()).openStreams]).toEqual([200, null, 0]);
    expect(response.headers.get('Content-Type')).toMatch(/json|event-stream/);
  });

  it.each([
    ['GET', '/unknown', 404],
    ['GET', '/../secrets', 404],
    ['GET', '/', 404],
    ['GET', '/read', 405],
    ['DELETE', '/notifications', 405],
    ['POST', '/notifications/a', 405],
    ['GET', '/read/a', 404],
    ['OPTIONS', '/notifications', 405],
  ])('%s %s is %i', async (method, path, status) => {
    expect((await createBackend().fetch(createRequest(path, { method }))).status).toBe(status);
  });

  it.each([
    ['inbox', '/inbox'],
    ['/inbox/', '/inbox'],
    ['api/inbox', '/api/inbox'],
    ['/', ''],
    ['', ''],
    ['/höhle', '/h%C3%B6hle'],
  ])('is found below the base path %j', async (basePath, path) => {
    const headers = { 'X-Customer': 'anna' };
    const request = new Request(`http://localhost${path}/notifications`, { headers });
    expect((await createBackend({ basePath }).fetch(request)).status).toBe(200);
  });

  it('is refused where the host limits the rate', async () => {
    const routes: string[] = [];
    const backend = createBackend({
      rateLimit: ({ customerId, route }) => routes.push(`${customerId} ${route}`) && 2.5,
    });
    const response = await backend.fetch(createRequest('/notifications'));
    expect(response.headers.get('Retry-After')).toBe('3');
    expect(await errorOf(response)).toEqual([429, 'rate-limit']);
    expect(routes).toEqual(['anna GET /notifications']);
  });

  it('is refused after 600 of the same customer in a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const backend = createBackend();
    const statusOf = async (customer?: string): Promise<number> =>
      (await backend.fetch(createRequest('/preferences', { customer: customer ?? 'anna' }))).status;
    for (let count = 0; count < 600; count += 1) expect(await statusOf()).toBe(200);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 0, 45));
    const response = await backend.fetch(createRequest('/preferences'));
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '15']);
    expect(await statusOf('omar')).toBe(200);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 1));
    expect(await statusOf()).toBe(200);
  });

  it('is refused if it has more than 20,000 ids with the others of the same customer in a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) });
    const backend = createBackend({ allowRemoval: true });
    const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const until = '2099-01-01T00:00:00.000Z';
    // All heads come before the first body.
    const marking = Array.from({ length: 30 }, () => backend.fetch(post('/snoozed', { ids, until })));
    const statuses = (await Promise.all(marking)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await backend.fetch(post('/removed', { ids: ['a'] }));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    // What names no id goes on, and so does another customer.
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(200);
    expect((await backend.fetch(post('/seen', { ids }, { customer: 'omar' }))).status).toBe(204);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 0, 1));
    expect((await backend.fetch(post('/removed', { ids: ['a'] }))).status).toBe(204);
  });

  it.each(['', 'x'.repeat(300)])('is 503 if the host names the customer %s', async (customer) => {
    const errors: unknown[] = [];
    const backend = createBackend({
      authenticate: () => customer,
      onError: (error) => errors.push(error),
    });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(String(errors)).not.toContain(customer || '""');
  });

  it('is 503 if the host names the customer 42, and the log says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 42 as never });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    expect(warn.mock.calls).toEqual([
      [
        '[nudge-inbox] The inbox backend failed: GET /notifications: TypeError: authenticate() must return a string of 1 to 256 characters, or null.',
      ],
    ]);
  });

  it('is 401 if the host names undefined as the customer', async () => {
    const backend = createBackend({ authenticate: () => undefined });
    expect(await errorOf(await backend.fetch(createRequest('/notifications')))).toEqual([401, 'signed-out']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('The log is away.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The log is away.'))],
  ])('is a response although onError %s', async (_, onError) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const authenticate = () => Promise.reject(new Error('The sessions are away.'));
    const backend = createBackend({ authenticate, onError });
    expect((await backend.fetch(createRequest('/notifications'))).status).toBe(503);
    await expect
      .poll(() => warn.mock.calls)
      .toEqual([['[nudge-inbox] The inbox backend failed: onError: Error']]);
  });

  it('is 503 with a pause if the store is away, and logs no personal datum', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const away = (): never => {
      throw Object.assign(new Error('Key (customer_id)=(anna) already exists.'), { code: '08006' });
    };
    const store: InboxStore = { ...memoryStore(), list: away, mark: away, lastEvents: away };
    const backend = createInboxBackend({ store, authenticate: () => 'anna' });
    for (const request of [
      createRequest('/notifications'),
      createRequest('/events'),
      post('/read', { ids: ['n1'], isRead: true }),
    ]) {
      const response = await backend.fetch(request);
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await errorOf(response)).toEqual([503, 'unavailable']);
    }
    expect(warn.mock.calls.flat()).toEqual(
      ['GET /notifications', 'GET /events', 'POST /read'].map(
        (route) => `[nudge-inbox] The inbox backend failed: ${route}: Error 08006`,
      ),
    );
    warn.mockRestore();
  });
});
