import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FirstPage } from '../../src/backend/first-page.js';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';
import { createSession, type Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { pollingSource } from '../../src/session/sources/polling-source.js';
import { currentPage, FakeRows, rowNameOf, stubCrypto } from './random-acts/fake-database.js';
import { FakeBrowser, itemIds, makeRecord, recordEvents, waitUntil } from './fakes.js';

vi.mock('../../src/session/device/database.js', async () => ({
  Database: (await import('./random-acts/fake-database.js')).FakeDatabase,
}));

const origin = 'http://localhost';
/** Whose cookie the browser has. */
let customer: 'anna' | 'omar';
let backend: InboxBackend;
let browser: FakeBrowser;
/** The paths of the requests, and the addresses of the streams, in order. */
let requests: string[];
/** The changes that pages have sent, each with the customer whom it names. */
let sent: { path: string; status: number; customer: unknown }[];
let sessions: Session[];
/** Resolves the frames for which something waits. */
let paint: () => void;

/** Connections of the page to the backend: Node has none of its own. */
class BackendEventSource extends EventTarget {
  readyState = 0;
  readonly #controller = new AbortController();

  constructor(url: string) {
    super();
    requests.push(url);
    void this.#run(url);
  }

  close(): void {
    this.readyState = 2;
    this.#controller.abort();
  }

  async #run(url: string): Promise<void> {
    const { signal } = this.#controller;
    const { body } = await backend.fetch(new Request(new URL(url, origin), { signal }));
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    signal.addEventListener('abort', () => void reader.cancel());
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const message of part.value.split('\n\n').filter(Boolean)) this.#receive(message);
  }

  #receive(message: string): void {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
    const options = { data: field('data'), lastEventId: field('id') ?? '' };
    this.dispatchEvent(new MessageEvent(field('event') ?? 'message', options));
  }
}

beforeEach(async () => {
  customer = 'anna';
  requests = [];
  sent = [];
  sessions = [];
  browser = new FakeBrowser();
  backend = createInboxBackend({
    store: memoryStore(),
    authenticate: () => customer,
    serviceToken: ({ customerId }) => `token-of-${customerId}`,
  });
  for (const name of ['anna', 'omar'])
    await backend.deliver(name, [
      deliveredOf(name, 2, '2026-11-20T10:00:00Z'),
      deliveredOf(name, 1, '2026-11-19T10:00:00Z'),
    ]);
  vi.stubGlobal('EventSource', BackendEventSource);
  vi.stubGlobal('fetch', async (input: string, options: RequestInit & { body?: string }) => {
    requests.push(input);
    if (input.includes('/v1/')) return Response.json(respondAsService(input));
    const response = await backend.fetch(new Request(new URL(input, origin), options));
    if (options.method === 'POST') {
      const body = JSON.parse(options.body ?? '') as { customer?: unknown };
      sent.push({ path: input, status: response.status, customer: body.customer });
    }
    return response;
  });
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  const showFrame = (): void => frames.splice(0).forEach((callback) => callback());
  // The frame after it shows that it is on the screen.
  paint = () => [1, 2].forEach(showFrame);
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

afterEach(() => {
  for (const session of sessions) session.close();
  vi.restoreAllMocks();
  backend.close();
  vi.unstubAllGlobals();
});

/** The service, whose token is that of whoever is signed in. */
const respondAsService = (address: string) => {
  const data = makeRecord(address.split('/').at(-1) ?? '', { uniqueCustomerId: customer });
  return { status: 'success', message: '', data, metaData: null, error: null };
};

const deliveredOf = (name: string, number: number, createdDate = new Date().toISOString()) => {
  const id = `${name}-${number}`;
  return { id, createdDate, record: makeRecord(id, { createdDate, uniqueCustomerId: name }) };
};

/** The first page as it comes out of the HTML. */
async function printFor(name: string, age = 0): Promise<FirstPage> {
  const page = await backend.firstPage(name);
  const loadedDate = new Date(Date.now() - age).toISOString();
  return JSON.parse(JSON.stringify({ ...page, loadedDate })) as FirstPage;
}

function openSession(options: Partial<SessionOptions> = {}): Session {
  const session = createSession({ baseUrl: `${origin}/v1/inbox`, backendUrl: '/inbox', ...options });
  sessions.push(session);
  return session;
}

const streamAfter = (lastEventId: string | undefined): string => `/inbox/events?lastEventId=${lastEventId}`;
const titlesOf = ({ notifications }: Session): (string | undefined)[] =>
  notifications.state.items.map(({ record }) => record?.payload.title ?? undefined);
const showAll = ({ notifications }: Session): void =>
  notifications.setVisible(notifications.state.items.map(({ id }) => id));

describe('A session with a first page', () => {
  it('has its notifications and counts at once, and opens the stream after it once they are on the screen', async () => {
    const firstPage = await printFor('anna');
    const session = openSession({ firstPage });
    const { events } = recordEvents(session.notifications);
    showAll(session);
    expect(titlesOf(session)).toEqual(['Title of anna-2', 'Title of anna-1']);
    expect(session.notifications.state).toMatchObject({
      status: 'ready',
      unreadCount: 2,
      isUnreadCountComplete: true,
      unseenCount: 2,
      isUnseenCountComplete: true,
    });
    await Promise.resolve();
    expect(requests).toEqual([]);
    paint();
    await waitUntil(() => expect(requests).toEqual([streamAfter(firstPage.lastEventId)]));
    await backend.deliver('anna', deliveredOf('anna', 3));
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['anna-3', 'anna-2', 'anna-1']));
    expect(requests).toEqual([streamAfter(firstPage.lastEventId)]);
    expect(events).toEqual([{ type: 'arrival', ids: ['anna-3'] }]);
  });

  it('gets once what has arrived since it was printed', async () => {
    const firstPage = await printFor('anna');
    await backend.deliver('anna', deliveredOf('anna', 3));
    await backend.markRead('anna', 'anna-1');
    const session = openSession({ firstPage });
    const { events } = recordEvents(session.notifications);
    paint();
    await waitUntil(() =>
      expect(session.notifications.state.items.map(({ id, isRead }) => [id, isRead])).toEqual([
        ['anna-3', false],
        ['anna-2', false],
        ['anna-1', true],
      ]),
    );
    expect(session.notifications.state).toMatchObject({ unreadCount: 2, unseenCount: 2 });
    expect(events.filter(({ type }) => type === 'arrival')).toEqual([{ type: 'arrival', ids: ['anna-3'] }]);
    expect(requests).toEqual([streamAfter(firstPage.lastEventId)]);
  });

  it('goes on with its next page', async () => {
    const page = await backend.firstPage('anna', { limit: 1 });
    const session = openSession({ firstPage: page });
    recordEvents(session.notifications);
    expect(session.notifications.state.hasMore).toBe(true);
    await session.notifications.loadMore();
    expect(itemIds(session.notifications)).toEqual(['anna-2', 'anna-1']);
  });

  it('loads the list of another source once it is on the screen', async () => {
    const firstPage = await printFor('anna');
    await backend.deliver('anna', deliveredOf('anna', 3));
    const session = openSession({ firstPage, source: pollingSource('/inbox/notifications') });
    recordEvents(session.notifications);
    expect(itemIds(session.notifications)).toEqual(['anna-2', 'anna-1']);
    await Promise.resolve();
    expect(requests).toEqual([]);
    paint();
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['anna-3', 'anna-2', 'anna-1']));
  });

  it('names the customer in what it sends before anybody else does', async () => {
    const firstPage = await printFor('anna');
    const session = openSession({ firstPage });
    recordEvents(session.notifications);
    session.notifications.markRead(['anna-1']);
    await waitUntil(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([{ path: '/inbox/read', status: 204, customer: firstPage.customer }]);
  });

  it.each<[string, (session: Session) => void]>([
    ['its stream', () => paint()],
    ['what it saves', ({ notifications }) => notifications.markRead(['anna-1'])],
  ])('drops all of it for the customer who is signed in, as %s says', async (_, act) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const firstPage = await printFor('anna');
    customer = 'omar';
    const session = openSession({ firstPage });
    const { events } = recordEvents(session.notifications);
    showAll(session);
    expect(titlesOf(session)).toHaveLength(2);
    act(session);
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['omar-2', 'omar-1']));
    showAll(session);
    await waitUntil(() => expect(titlesOf(session)).toEqual(['Title of omar-2', 'Title of omar-1']));
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
    expect((await backend.firstPage('omar'))?.unreadCount).toBe(2);
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('goes on with the customer whom a notification names before that, who need not sign in again', async () => {
    const firstPage = await printFor('anna');
    customer = 'omar';
    const source = pollingSource('/inbox/notifications');
    const session = openSession({ firstPage, source, getToken: () => 'token-of-omar' });
    recordEvents(session.notifications);
    showAll(session);
    await session.notifications.load('omar-1').catch(() => undefined);
    expect(session.notifications.state).toMatchObject({ problem: null, items: [] });
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['omar-2', 'omar-1']));
  });
});

describe('A first page is not shown, and the list is requested,', () => {
  async function expectNotShown(firstPage: FirstPage | null, options: Partial<SessionOptions> = {}) {
    requests = [];
    const session = openSession({ firstPage, ...options });
    recordEvents(session.notifications);
    expect(itemIds(session.notifications)).toEqual([]);
    await waitUntil(() => expect(requests).toContain('/inbox/notifications?limit=25'));
    return session;
  }

  it.each<[string, number]>([
    ['once it is older than five minutes', 301_000],
    ['if the clock of the device is that far behind', -301_000],
  ])('%s', async (_, age) => {
    await expectNotShown(await printFor('anna', age));
  });

  it('if it has another customer than the key of the page', async () => {
    const customerKey = await backend.customerKey('omar');
    customer = 'omar';
    await expectNotShown(await printFor('anna'), { customerKey });
  });

  it('if the customer has signed out since', async () => {
    const first = openSession({ firstPage: await printFor('anna') });
    recordEvents(first.notifications);
    const firstPage = await printFor('anna', 1000);
    await first.signOut();
    await expectNotShown(firstPage);
  });

  it('if the customer has signed out since, on a device whose clock is slow', async () => {
    const firstPage = await printFor('anna', -290_000);
    const first = openSession({ firstPage: await printFor('anna', -290_000) });
    recordEvents(first.notifications);
    await first.signOut();
    await expectNotShown(firstPage);
  });

  it('if the device has seen another customer since', async () => {
    const firstPage = await printFor('anna', 1000);
    customer = 'omar';
    const other = openSession();
    recordEvents(other.notifications);
    await waitUntil(() => expect(itemIds(other.notifications)).toHaveLength(2));
    const session = await expectNotShown(firstPage);
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['omar-2', 'omar-1']));
  });

  it('a second time in the same document', async () => {
    const firstPage = await printFor('anna');
    const first = openSession({ firstPage });
    recordEvents(first.notifications);
    expect(itemIds(first.notifications)).toHaveLength(2);
    first.close();
    await expectNotShown(firstPage);
  });

  it('in a page that returns from the back/forward cache', async () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const session = openSession({ firstPage: await printFor('anna') });
    recordEvents(session.notifications);
    browser.dispatchPageTransition('pagehide');
    browser.setVisible(true);
    browser.dispatchPageTransition('pageshow');
    expect(itemIds(session.notifications)).toEqual([]);
    await waitUntil(() => expect(requests).toContain('/inbox/notifications?limit=25'));
  });

  it.each<[string, unknown, string]>([
    [
      'if it does not say whose it is, or from when',
      { references: [], customer: 'a' },
      'no customer, or no loadedDate',
    ],
    ['if it is no page', '{}', 'cannot be used. TypeError'],
  ])('with a warning %s', async (_, value, warning) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await expectNotShown(value as FirstPage);
    expect(warn.mock.calls.flat().join()).toContain(warning);
  });
});

describe('What the device stores', () => {
  /** A session that runs, with a device. */
  const openOnDevice = (rows: FakeRows, options: Partial<SessionOptions>): Session =>
    currentPage.run({ rows, isAborted: false }, () => {
      const session = openSession(options);
      recordEvents(session.notifications);
      return session;
    });

  it.each([{ customerKey: undefined }, { customerKey: 'of the page' }])(
    'is nothing before the customer is confirmed, and then what they did until then: $customerKey',
    async ({ customerKey }) => {
      stubCrypto();
      const rows = new FakeRows();
      const firstPage = await printFor('anna');
      const row = rows.get(
        rowNameOf(customerKey ? `customer key ${firstPage.customer}` : `${origin}/v1/inbox anna`),
      );
      const session = openOnDevice(rows, {
        firstPage,
        ...(customerKey && { customerKey: firstPage.customer }),
      });
      showAll(session);
      session.notifications.markRead(['anna-1']);
      await waitUntil(() => expect(sent).toHaveLength(1));
      expect(row.changeCount).toBe(0);
      paint();
      await waitUntil(() => expect(row.row?.reads).toMatchObject([{ id: 'anna-1', value: true }]));
    },
  );

  it('is nothing, if the first page is that of another customer', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    stubCrypto();
    const rows = new FakeRows();
    const get = vi.spyOn(rows, 'get');
    const firstPage = await printFor('anna');
    customer = 'omar';
    const session = openOnDevice(rows, { firstPage, customerKey: firstPage.customer });
    showAll(session);
    session.notifications.dismiss(['anna-1']);
    paint();
    await waitUntil(() => expect(itemIds(session.notifications)).toEqual(['omar-2', 'omar-1']));
    session.notifications.dismiss(['omar-1']);
    await waitUntil(() => expect(sent.map(({ status }) => status)).toContain(204));
    expect(get).not.toHaveBeenCalled();
  });
});

describe('What is known of the last customer', () => {
  it('is not stored with memoryOnly', async () => {
    const setItem = vi.spyOn(localStorage, 'setItem');
    const session = openSession({ memoryOnly: true });
    recordEvents(session.notifications);
    await waitUntil(() => expect(itemIds(session.notifications)).toHaveLength(2));
    await session.signOut();
    expect(setItem).not.toHaveBeenCalled();
  });
});
