import { expect, fixture, html } from '@open-wc/testing';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import { memoryStore } from '../../../src/backend/stores/memory/memory-store.js';
import '../../../src/badge.js';
import { pauseMs, pauses } from '../../../src/common/pauses.js';
import type { NudgeBadge } from '../../../src/elements/badge/badge.js';
import { parseCounts } from '../../../src/elements/badge/counts.js';
import { pageStores } from '../../../src/session/page-stores.js';
import { createSession } from '../../../src/session/session.js';
import { countCases } from '../../session/sources/count-cases.js';
import { accessibilityTree, notIn } from '../engine.js';
import { queryOne, recordUncaughtErrors, recordWarnings, stubProperty, waitUntil } from '../support.js';

/** Connections that a test opens, loses and refuses. What they receive comes from the backend. */
class BackendEventSource extends EventTarget {
  static opened: BackendEventSource[] = [];
  readyState = 0;
  readonly url: string;
  onerror: (() => void) | null = null;
  readonly #controller = new AbortController();

  constructor(url: string) {
    super();
    this.url = url;
    BackendEventSource.opened.push(this);
    this.#run().catch(() => undefined);
  }

  close(): void {
    this.readyState = 2;
    this.#controller.abort();
  }

  receive(name: string, data: unknown): void {
    if (this.readyState !== 2) this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** Ends as a lost connection does, or as one that was refused. */
  fail(isRefused: boolean): void {
    this.readyState = isRefused ? 2 : 0;
    this.onerror?.();
  }

  async #run(): Promise<void> {
    const { signal } = this.#controller;
    const { body } = await backend.fetch(new Request(this.url, { signal }));
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (text) => {
          for (const [, name = '', data = ''] of text.matchAll(/event: (.+)\ndata: (.+)\n\n/g))
            this.receive(name, JSON.parse(data));
        },
      }),
      { signal },
    );
  }
}

/** The timers of more than a second, which run when a test says so. */
class LongTimers {
  readonly #waiting = new Map<number, { run: () => void; ms: number }>();
  #lastId = 1_000_000;

  constructor() {
    const { setTimeout: set, clearTimeout: clear } = window;
    const setLong = (run: () => void, ms = 0, ...rest: unknown[]): number => {
      if (ms <= 1000) return set(run, ms, ...rest);
      this.#waiting.set((this.#lastId += 1), { run, ms });
      return this.#lastId;
    };
    const clearLong = (id: number): void => {
      if (!this.#waiting.delete(id)) clear(id);
    };
    stubProperty(window, 'setTimeout', setLong as unknown as typeof window.setTimeout);
    stubProperty(window, 'clearTimeout', clearLong as unknown as typeof window.clearTimeout);
  }

  /** Those of the badge: the backend has others, of 5 and 30 seconds and of 10 minutes. */
  get times(): number[] {
    const isOwn = (ms: number): boolean => ![5000, 30_000].includes(ms) && ms < 600_000;
    return [...this.#waiting.values()].map(({ ms }) => ms).filter(isOwn);
  }

  /** Runs those of this time, and fails if there is none. */
  run(from: number, to = from): void {
    const due = [...this.#waiting].filter(([, { ms }]) => ms >= from && ms <= to);
    expect(due, `a timer of ${from} to ${to} ms among ${this.times.join()}`).not.to.be.empty;
    for (const [id, { run }] of due) {
      this.#waiting.delete(id);
      run();
    }
  }
}

const openMs = 3000;
const silenceMs = 45_000;
let backend: InboxBackend;
let customer: string | null;
let requests: string[];
let timers: LongTimers;
/** Responds in the place of the backend. */
let respond: ((path: string) => Response | Promise<Response>) | undefined;
/** Another for each test, so that nothing of an earlier one is there. */
let mount = 0;
let basePath: string;

beforeEach(() => {
  customer = 'anna';
  requests = [];
  respond = undefined;
  mount += 1;
  basePath = `/inbox-${mount}`;
  BackendEventSource.opened = [];
  backend = createInboxBackend({ store: memoryStore(), basePath, authenticate: () => customer });
  stubProperty(window, 'EventSource', BackendEventSource as unknown as typeof EventSource);
  stubProperty(window, 'fetch', async (input, options) => {
    const address = input instanceof Request ? input.url : input;
    const request = new Request(new URL(address, document.baseURI), { ...options, signal: null });
    const path = request.url.slice(location.origin.length);
    requests.push(path);
    return (await respond?.(path)) ?? backend.fetch(request);
  });
  timers = new LongTimers();
});
afterEach(() => backend.close());

const stream = (): BackendEventSource => BackendEventSource.opened.at(-1)!;
const openCount = (): number => BackendEventSource.opened.filter(({ readyState }) => readyState !== 2).length;
const numberOf = (badge: Element): string => queryOne(badge, '.badge').textContent;
const labelOf = (badge: Element): string => queryOne(badge, '.label').textContent;
const isShown = (badge: Element): boolean => getComputedStyle(badge).display !== 'none';

const createBadge = (): Promise<NudgeBadge> =>
  fixture<NudgeBadge>(html`<nudge-badge backend-url=${basePath}></nudge-badge>`);

async function createShownBadge(): Promise<NudgeBadge> {
  const badge = await createBadge();
  await waitUntil(() => isShown(badge), 'the number shows');
  return badge;
}

/** A badge whose stream is open. */
async function createLiveBadge(): Promise<NudgeBadge> {
  const badge = await createShownBadge();
  timers.run(openMs);
  await waitUntil(() => stream().readyState === 0, 'the stream opens');
  return badge;
}

function setVisible(isVisible: boolean): void {
  stubProperty(document, 'visibilityState', isVisible ? 'visible' : 'hidden');
  stubProperty(document, 'hidden', !isVisible);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

const leave = (): boolean => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
const comeBack = (): boolean => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

describe('<nudge-badge>', () => {
  it('shows how many are unseen, after one request and without a stream', async () => {
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }, { id: 'c', isRead: true }]);
    const badge = await createShownBadge();
    expect([numberOf(badge), labelOf(badge)]).to.deep.equal(['2', '2 new']);
    expect(requests).to.deep.equal([`${basePath}/count`]);
    expect(openCount()).to.equal(0);
  });

  it('takes no room while there are none', async () => {
    const badge = await createBadge();
    await waitUntil(() => timers.times.includes(openMs), 'the response has come');
    expect(isShown(badge)).to.equal(false);
    expect(badge.getBoundingClientRect().width).to.equal(0);
    expect(labelOf(badge)).to.equal('');
  });

  it('counts all that is unread, up to a number, and says the exact one in the words of the page', async () => {
    await backend.deliver(
      'anna',
      Array.from({ length: 120 }, (_, index) => ({ id: `n${index}` })),
    );
    const badge = await createShownBadge();
    expect([numberOf(badge), labelOf(badge)]).to.deep.equal(['99+', '120 new']);
    badge.setAttribute('badge', 'unread');
    badge.setAttribute('max-count', '9');
    expect([numberOf(badge), labelOf(badge)]).to.deep.equal(['9+', '120 unread']);
    badge.setAttribute('label', 'Ungelesen: {count}');
    expect(labelOf(badge)).to.equal('Ungelesen: 120');
  });

  notIn(['firefox', 'webkit'], 'its accessibility tree cannot be read')(
    'is part of the name of the link around it, in words',
    async () => {
      await backend.deliver('anna', [{ id: 'a' }, { id: 'b' }]);
      const link = await fixture(
        html`<a href="/list">Messages <nudge-badge backend-url=${basePath}></nudge-badge></a>`,
      );
      await waitUntil(() => isShown(link.querySelector('nudge-badge')!), 'the number shows');
      const links = (await accessibilityTree()).filter(({ role }) => role === 'link');
      expect(links.map(({ name }) => name)).to.deep.equal(['Messages 2 new']);
    },
  );

  it('receives an arrival by a stream of counts, without a request', async () => {
    await backend.deliver('anna', { id: 'a' });
    const badge = await createLiveBadge();
    expect(stream().url).to.equal(`${location.origin}${basePath}/events?only=counts`);
    await backend.deliver('anna', { id: 'b' });
    await waitUntil(() => numberOf(badge) === '2', 'the arrival is counted');
    await backend.markRead('anna', ['a', 'b']);
    await waitUntil(() => !isShown(badge), 'nothing is left');
    expect(requests).to.deep.equal([`${basePath}/count`]);
  });

  it('passes over a message that is no JSON', async () => {
    await backend.deliver('anna', { id: 'a' });
    const badge = await createLiveBadge();
    const errors = recordUncaughtErrors();
    stream().dispatchEvent(new MessageEvent('counts', { data: '<!doctype html>' }));
    stream().receive('counts', { unreadCount: 4 });
    await waitUntil(() => numberOf(badge) === '4', 'the next message counts');
    expect(errors).to.deep.equal([]);
  });

  it('shares its request and its stream with others of the page', async () => {
    await backend.deliver('anna', { id: 'a' });
    const first = await createShownBadge();
    const second = await createShownBadge();
    timers.run(openMs);
    await backend.deliver('anna', { id: 'b' });
    await waitUntil(() => [first, second].every((badge) => numberOf(badge) === '2'), 'both count it');
    expect([requests.length, openCount()]).to.deep.equal([1, 1]);
    first.remove();
    await Promise.resolve();
    expect(openCount()).to.equal(1);
    second.remove();
    await Promise.resolve();
    expect([openCount(), timers.times]).to.deep.equal([0, []]);
  });

  it('loads anew when what was snoozed comes back, as it is told beforehand', async () => {
    const expiresDate = new Date(Date.now() + 3_600_000);
    await backend.deliver('anna', [{ id: 'a' }, { id: 'b', expiresDate }]);
    await createShownBadge();
    timers.run(3_590_000, 3_610_000);
    await waitUntil(() => requests.length === 2, 'the counts are loaded again');
  });

  describe('of whom', () => {
    it('drops the number at once when the stream is of another customer', async () => {
      await backend.deliver('anna', { id: 'a' });
      const badge = await createLiveBadge();
      stream().receive('customer', { customer: 'another' });
      expect([isShown(badge), numberOf(badge)]).to.deep.equal([false, '']);
      stream().receive('counts', { unreadCount: 7, unseenCount: 7, lastEventId: '9' });
      expect(numberOf(badge)).to.equal('7');
    });

    it('is hidden once nobody is signed in, and shows the number of whoever is next', async () => {
      await backend.deliver('anna', { id: 'a' });
      await backend.deliver('omar', [{ id: 'a' }, { id: 'b' }]);
      const badge = await createLiveBadge();
      customer = null;
      setVisible(false);
      setVisible(true);
      await waitUntil(() => !isShown(badge), 'it hides');
      expect([openCount(), timers.times]).to.deep.equal([0, []]);
      customer = 'omar';
      setVisible(false);
      setVisible(true);
      await waitUntil(() => numberOf(badge) === '2', 'the number of the next customer');
    });

    it('is hidden on a page that is left, and that comes back, until a response says whose it is', async () => {
      await backend.deliver('anna', { id: 'a' });
      const badge = await createLiveBadge();
      leave();
      expect([isShown(badge), openCount()]).to.deep.equal([false, 0]);
      comeBack();
      expect(isShown(badge)).to.equal(false);
      await waitUntil(() => isShown(badge), 'it is confirmed');
    });

    it('stores nothing on the device', async () => {
      const stored = () => [localStorage.length, sessionStorage.length, document.cookie];
      const before = stored();
      await backend.deliver('anna', { id: 'a' });
      await createLiveBadge();
      expect(stored()).to.deep.equal(before);
    });
  });

  describe('in a hidden page', () => {
    it('has no stream and no timer, and requests the number when the page is shown again', async () => {
      await backend.deliver('anna', { id: 'a' });
      const badge = await createLiveBadge();
      setVisible(false);
      expect([openCount(), timers.times, numberOf(badge)]).to.deep.equal([0, [], '1']);
      await backend.deliver('anna', { id: 'b' });
      setVisible(true);
      await waitUntil(() => numberOf(badge) === '2', 'the number is new');
      expect(requests).to.have.length(2);
    });
  });

  describe('beside a session on the same backend', () => {
    it('shows its number, closes its own stream, and takes over when the session ends', async () => {
      await backend.deliver('anna', { id: 'a' });
      const badge = await createLiveBadge();
      const own = stream();
      const session = createSession({
        baseUrl: '/v1/x',
        backendUrl: new URL(`${basePath}/`, location.href).href,
        memoryOnly: true,
      });
      const stop = session.notifications.subscribe(() => undefined);
      expect(own.readyState).to.equal(2);
      await waitUntil(() => numberOf(badge) === '1', 'the number of the session');
      requests = [];
      session.notifications.markRead(['a']);
      expect(isShown(badge)).to.equal(false);
      stop();
      session.close();
      await waitUntil(() => requests.includes(`${basePath}/count`), 'it loads the number itself');
    });

    it('goes over to a newer session, so that one without a bell stops', async () => {
      await backend.deliver('anna', { id: 'a' });
      const first = createSession({ backendUrl: basePath, memoryOnly: true });
      const stopFirst = first.notifications.subscribe(() => undefined);
      const badge = await createShownBadge();
      // As where a page replaces its bell.
      stopFirst();
      customer = 'omar';
      await backend.deliver('omar', [{ id: 'b' }, { id: 'c' }]);
      const second = createSession({ backendUrl: basePath, memoryOnly: true });
      const stopSecond = second.notifications.subscribe(() => undefined);
      await waitUntil(() => numberOf(badge) === '2', 'the number of the newer session');
      expect([...pageStores().backendUrls.keys()]).to.deep.equal([second.notifications]);
      stopSecond();
      second.close();
    });

    it('is hidden once the session is signed out, until the page is shown again', async () => {
      await backend.deliver('anna', { id: 'a' });
      const session = createSession({ backendUrl: basePath, memoryOnly: true });
      const stop = session.notifications.subscribe(() => undefined);
      const badge = await createShownBadge();
      const before = requests.length;
      await session.signOut();
      stop();
      await Promise.resolve();
      expect([isShown(badge), requests.length - before, timers.times]).to.deep.equal([false, 0, []]);
      customer = 'omar';
      await backend.deliver('omar', [{ id: 'a' }, { id: 'b' }]);
      setVisible(false);
      setVisible(true);
      await waitUntil(() => numberOf(badge) === '2', 'the number of the next customer');
    });

    it('opens no stream of its own if the session is there first', async () => {
      await backend.deliver('anna', { id: 'a' });
      const session = createSession({ baseUrl: '/v1/x', backendUrl: basePath, memoryOnly: true });
      const stop = session.notifications.subscribe(() => undefined);
      await createShownBadge();
      expect(requests).not.to.include(`${basePath}/count`);
      stop();
      session.close();
    });
  });

  describe('while something fails', () => {
    it('opens a lost stream again after the pauses of a source, and closes one that is silent', async () => {
      await backend.deliver('anna', { id: 'a' });
      stubProperty(Math, 'random', () => 0.5);
      await createLiveBadge();
      for (const failures of [1, 2, 3]) {
        stream().fail(false);
        timers.run(pauseMs(pauses.connection, failures));
        const before = BackendEventSource.opened.length;
        await waitUntil(() => BackendEventSource.opened.length > before, 'the stream opens again');
      }
      stream().receive('ping', 1);
      stream().fail(false);
      timers.run(pauseMs(pauses.connection, 1));
      const before = BackendEventSource.opened.length;
      await waitUntil(() => BackendEventSource.opened.length > before, 'a heartbeat was a success');
      timers.run(silenceMs);
      expect(openCount()).to.equal(0);
    });

    it('loads the number every 5 minutes while its stream is refused', async () => {
      await backend.deliver('anna', { id: 'a' });
      stubProperty(Math, 'random', () => 0.5);
      const badge = await createLiveBadge();
      stream().fail(true);
      expect([openCount(), isShown(badge)]).to.deep.equal([0, true]);
      requests = [];
      timers.run(pauseMs(pauses.refused, 1));
      await waitUntil(() => requests.length === 1, 'the number is loaded');
    });

    it('waits as long as a busy backend demands, and at once when there is a network', async () => {
      respond = () => new Response(null, { status: 503, headers: { 'Retry-After': '100' } });
      stubProperty(Math, 'random', () => 0.5);
      const badge = await createBadge();
      await waitUntil(() => timers.times.length === 1, 'it failed');
      expect(timers.times).to.deep.equal([105_000]);
      respond = undefined;
      await backend.deliver('anna', { id: 'a' });
      dispatchEvent(new Event('online'));
      await waitUntil(() => isShown(badge), 'the number shows');
    });

    it('requests the number once although the page is shown again while it is requested', async () => {
      respond = () => new Response(null, { status: 503 });
      stubProperty(Math, 'random', () => 0.5);
      const badge = await createBadge();
      await waitUntil(() => timers.times.length === 1, 'it failed');
      let release: (response: Response) => void = () => undefined;
      respond = () => new Promise((resolve) => (release = resolve));
      dispatchEvent(new Event('online'));
      setVisible(true);
      comeBack();
      expect(requests).to.have.length(2);
      release(Response.json({ unreadCount: 3 }));
      await waitUntil(() => isShown(badge), 'the number shows');
    });
  });

  describe('with count-url', () => {
    const createOther = () =>
      fixture<NudgeBadge>(html`<nudge-badge count-url="/count-${mount}" badge="unread"></nudge-badge>`);

    it('polls the counts of a backend of the page, of which the unread are enough', async () => {
      respond = () => Response.json({ unreadCount: '3' });
      stubProperty(Math, 'random', () => 0.5);
      const badge = await createOther();
      await waitUntil(() => numberOf(badge) === '3', 'the number shows');
      expect([openCount(), timers.times]).to.deep.equal([0, [pauseMs(pauses.polling, 0)]]);
      badge.setAttribute('badge', 'unseen');
      expect(numberOf(badge)).to.equal('3');
      respond = () => new Response(null, { status: 500 });
      timers.run(pauseMs(pauses.polling, 0));
      await waitUntil(() => timers.times[0] === pauseMs(pauses.polling, 1), 'the pause is longer');
      expect(numberOf(badge)).to.equal('3');
    });

    it('warns of a response without counts, and shows no number', async () => {
      const warnings = recordWarnings();
      respond = () => Response.json({ unread: 3 });
      const badge = await createOther();
      await waitUntil(() => timers.times.length === 1, 'it is tried again later');
      expect(isShown(badge)).to.equal(false);
      expect(warnings.join()).to.include(`/count-${mount} has no unreadCount.`);
    });

    it('shows no number for what is no count, such as a page for signing in', async () => {
      respond = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
      const badge = await createOther();
      await waitUntil(() => timers.times.length === 1, 'it is tried again later');
      expect(isShown(badge)).to.equal(false);
    });
  });

  for (const name of ['backend-url', 'count-url'])
    it(`warns of a ${name} that is no address, and throws nothing`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const badge = await fixture<NudgeBadge>(html`<nudge-badge></nudge-badge>`);
      badge.setAttribute(name, 'https://');
      expect(warnings.join()).to.include('https:// is no address.');
      expect(errors).to.deep.equal([]);
    });

  for (const [value, count] of countCases)
    it(`takes ${JSON.stringify(value)} as a list takes it`, () => {
      expect(parseCounts({ unreadCount: 5, unseenCount: value }).counts?.unseen).to.equal(count ?? 5);
      expect(parseCounts({ unreadCount: value }).counts?.unread).to.equal(count);
    });
});
