import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxBackend } from '../../src/backend.js';
import { addressesOf } from '../../src/check/check-backend.js';
import type { Finding, Report } from '../../src/check/report.js';
import { createDropIn, editEvents, editJson, pathOf, runCheck, type Fault } from './drop-in.js';

let backend: InboxBackend;
beforeEach(() => {
  // The backend reports the foreign origin that the check sends.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  backend.close();
  vi.restoreAllMocks();
});

const rulesOf = ({ findings }: Report, severity: Finding['severity']): string[] =>
  findings.filter((finding) => finding.severity === severity).map(({ rule }) => rule);

/** What the check has to restore. */
async function statesOf(): Promise<unknown[]> {
  const page = await backend.firstPage('anna');
  if (!page) throw new Error('There is no list.');
  return page.references.map(({ id, isRead, isDismissed, snoozedUntil }) => [
    id,
    isRead,
    isDismissed,
    snoozedUntil,
  ]);
}

describe('The check of the backend that drops in', () => {
  it('finds nothing wrong, and restores what it has changed', async () => {
    backend = await createDropIn();
    const before = await statesOf();
    const report = await runCheck(backend, { deliver: () => backend.deliver('anna', { id: 'n4' }) });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(report.isPassed).toBe(true);
    expect(rulesOf(report, 'ok')).toHaveLength(36);
    expect(await statesOf()).toEqual(before);
  });

  it('names what is left out, and that the elements get on without it', async () => {
    backend = await createDropIn({ hasToken: false, allowRemoval: false });
    const report = await runCheck(backend, { deliver: () => backend.deliver('anna', { id: 'n4' }) });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    // There is no heartbeat within the time of this test.
    expect(rulesOf(report, 'missing')).toEqual(['token', 'removed', 'heartbeat']);
  });

  it('says what it cannot check', async () => {
    backend = await createDropIn({ authenticate: () => 'anna' });
    await backend.remove('anna', ['n1', 'n2', 'n3']);
    const report = await runCheck(backend, { headers: {} });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'note')).toEqual([
      'signed-out',
      'paging',
      'read-stored',
      'dismissed-stored',
      'snoozed-stored',
      'read-until',
      'delivery',
    ]);
  });

  it('checks what a page of another origin needs', async () => {
    const origin = 'https://shop.example';
    backend = await createDropIn();
    expect(rulesOf(await runCheck(backend, { origin }), 'wrong')).toEqual(['cors']);
    backend.close();
    backend = await createDropIn({ allowedOrigins: [origin] });
    expect(rulesOf(await runCheck(backend, { origin }), 'wrong')).toEqual([]);
  });

  it('checks the addresses of attributes, too, where nothing saves what is read', async () => {
    backend = await createDropIn();
    const { list, events, token } = addressesOf('http://localhost/inbox');
    const addresses = { ...(list && { list }), ...(events && { events }), ...(token && { token }) };
    expect(rulesOf(await runCheck(backend, { addresses }), 'wrong')).toEqual(['read-not-saved']);
  });
});

const onlyFor =
  (path: string, fault: Fault): Fault =>
  (request, next) =>
    pathOf(request) === path ? fault(request, next) : next(request);

const respondWith =
  (status: number): Fault =>
  () =>
    Promise.resolve(new Response(null, { status }));

/** Changes a field of the body of a request. */
const editBody =
  (edit: (body: Record<string, unknown>) => object): Fault =>
  async (request, next) => {
    const body = (await request.json()) as Record<string, unknown>;
    return next(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify(edit(body)),
      }),
    );
  };

/** Changes a header of the response. */
const setHeader =
  (name: string, value: string): Fault =>
  async (request, next) => {
    const response = await next(request);
    response.headers.set(name, value);
    return response;
  };

type Reference = Record<string, unknown>;
const editReferences = (edit: (reference: Reference) => object): Fault =>
  onlyFor(
    '/notifications',
    editJson((page) => ({ ...page, references: (page.references as Reference[]).map(edit) })),
  );

const faults: [title: string, rules: string[], fault: Fault][] = [
  [
    'a list that caches may keep',
    ['list-cache'],
    onlyFor('/notifications', setHeader('Cache-Control', 'public, max-age=60')),
  ],
  [
    'names in another style',
    ['list-names'],
    editReferences(({ createdDate, ...others }) => ({ ...others, created_date: createdDate })),
  ],
  [
    'dates in seconds',
    ['list-dates'],
    editReferences(({ createdDate, ...others }) => ({
      ...others,
      createdDate: new Date(String(createdDate)).getTime() / 1000,
    })),
  ],
  [
    'ids that are numbers',
    ['list-fields'],
    editReferences(({ id, ...others }) => (id === 'n1' ? { ...others, id: 1 } : { ...others, id })),
  ],
  [
    'the oldest first',
    ['list-order'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, references: (page.references as Reference[]).toReversed() })),
    ),
  ],
  [
    'a cursor that is ignored',
    ['paging'],
    onlyFor('/notifications', (request, next) => {
      const url = new URL(request.url);
      url.searchParams.delete('cursor');
      return next(new Request(url, request));
    }),
  ],
  [
    'a count of the page alone',
    ['unread-count'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, unreadCount: 0 })),
    ),
  ],
  [
    'a sign-in page in place of 401',
    ['signed-out'],
    async (request, next) => {
      const response = await next(request);
      return response.status === 401
        ? new Response(null, { status: 302, headers: { Location: '/sign-in' } })
        : response;
    },
  ],
  [
    'changes from forms of other sites',
    ['form'],
    onlyFor('/read', async (request, next) => {
      const headers = new Headers(request.headers);
      headers.set('Content-Type', 'application/json');
      return next(new Request(request.url, { method: 'POST', headers, body: await request.text() }));
    }),
  ],
  [
    'any origin allowed with cookies',
    ['foreign-origin'],
    async (request, next) => {
      const response = await next(request);
      response.headers.set('Access-Control-Allow-Origin', request.headers.get('Origin') ?? '*');
      response.headers.set('Access-Control-Allow-Credentials', 'true');
      return response;
    },
  ],
  [
    'read state that is not stored',
    ['read-stored'],
    onlyFor('/read', async (request, next) => {
      const { isRead, ids } = (await request.clone().json()) as Record<string, unknown>;
      const isIgnored = isRead === false && Array.isArray(ids) && ids[0] === 'n2';
      return isIgnored ? new Response(null, { status: 204 }) : next(request);
    }),
  ],
  [
    'changes of a page that is older than the sign-in',
    ['dismissed-customer'],
    onlyFor(
      '/dismissed',
      editBody((body) => ({ ...body, customer: undefined })),
    ),
  ],
  [
    'unknown ids refused',
    ['unknown-id'],
    onlyFor('/read', async (request, next) => {
      const text = await request.clone().text();
      return text.includes('unknown"]') ? new Response(null, { status: 404 }) : next(request);
    }),
  ],
  [
    'a crash on a body of another shape',
    ['invalid-body'],
    onlyFor('/read', async (request, next) => {
      const response = await next(request);
      return response.status === 400 ? new Response(null, { status: 500 }) : response;
    }),
  ],
  [
    '“Mark all as read” that does not name what it has marked',
    ['read-until'],
    onlyFor('/read', async (request, next) => {
      const response = await next(request);
      return response.status === 200 ? new Response(null, { status: 204 }) : response;
    }),
  ],
  [
    'no “Dismiss”, which the list does not say',
    ['dismissed-offered'],
    onlyFor('/dismissed', respondWith(404)),
  ],
  [
    'no read state, and a list that says what is unread',
    ['read-not-saved'],
    onlyFor('/read', respondWith(404)),
  ],
  ['a stream of another type', ['stream'], onlyFor('/events', setHeader('Content-Type', 'application/json'))],
  [
    'a stream that does not say whose it is',
    ['stream-customer'],
    onlyFor(
      '/events',
      editEvents((text) => text.replace(/event: customer\ndata: .*\n\n/, ': open\n\n')),
    ),
  ],
  [
    'a stream without what was read elsewhere',
    ['read-event'],
    onlyFor(
      '/events',
      editEvents((text) => text.replaceAll(/id: \d+\ndata: {"type":"read".*\n\n/g, '')),
    ),
  ],
  [
    'events of no type',
    ['events'],
    onlyFor(
      '/events',
      editEvents((text) => text.replaceAll('"type":"preference"', '"type":"preferences"')),
    ),
  ],
  [
    'a stream that begins with what is new, whatever a page has missed',
    ['replay'],
    onlyFor('/events', (request, next) => next(new Request(request.url.replace(/\?.*/, ''), request))),
  ],
  [
    'a token in JSON',
    ['token'],
    onlyFor('/token', async (request, next) => {
      const { status, headers } = await next(request);
      return new Response('{"token":"…"}', { status, headers });
    }),
  ],
  [
    'a choice that is not stored',
    ['preference-stored'],
    (request, next) =>
      request.method === 'POST' && pathOf(request) === '/preferences'
        ? respondWith(204)(request, next)
        : next(request),
  ],
];

describe('The check of a wrong backend', () => {
  it.each(faults)('names %s, and nothing else', async (_, rules, fault) => {
    backend = await createDropIn();
    const before = await statesOf();
    const report = await runCheck(backend, { fault });
    expect(report.findings.filter(({ severity }) => severity === 'wrong').map(({ rule }) => rule)).toEqual(
      rules,
    );
    expect(await statesOf()).toEqual(before);
  });

  it('names an arrival that does not come, and one that is not on the list', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { deliver: () => Promise.resolve() });
    expect(rulesOf(report, 'wrong')).toEqual(['delivery-event', 'delivery-list']);
  });

  it('names a backend that is not there', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
    expect(rulesOf(report, 'wrong')).toEqual(['no-response']);
  });

  it('names a customer who is not signed in', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { headers: {} });
    expect(report.findings).toMatchObject([
      { rule: 'list', message: expect.stringContaining('--header') as string },
    ]);
  });
});

describe('A list with saves', () => {
  const saves =
    (names: string[]): Fault =>
    async (request, next) => {
      const path = pathOf(request);
      if (['/dismissed', '/snoozed', '/seen', '/answer'].includes(path))
        return new Response(null, { status: 404 });
      return path === '/notifications'
        ? editJson((page) => ({ ...page, saves: names }))(request, next)
        : next(request);
    };

  it('may leave out what the backend does not save', async () => {
    backend = await createDropIn();
    const deliver = () => backend.deliver('anna', { id: 'n4' });
    const report = await runCheck(backend, { fault: saves(['read']), deliver });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'missing')).toEqual(['dismissed', 'snoozed', 'seen', 'answered', 'heartbeat']);
  });

  it('must not name what the backend does not save', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { fault: saves(['read', 'dismissed']) });
    expect(rulesOf(report, 'wrong')).toEqual(['dismissed-offered']);
  });
});
