import { expect, fixture, html } from '@open-wc/testing';
import { ifDefined } from 'lit/directives/if-defined.js';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import { memoryStore } from '../../../src/backend/stores/memory/memory-store.js';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  bellButton,
  cardTitles,
  createEmptySandbox,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

/** By when an element has reported missing settings, in milliseconds. */
const configureTimeoutMs = 1000;

let sandbox: Sandbox;
let ids: string[];
/** What the page's own backend was asked. */
let requests: string[];
let respond: (request: Request, path: string) => Response | Promise<Response>;
let streams: FakeEventSource[];

/** The page itself has no such backend. */
class FakeEventSource extends EventTarget {
  readonly readyState = 1;
  onopen: (() => void) | null = null;

  readonly url: string;
  readonly options: EventSourceInit | undefined;

  constructor(url: string, options?: EventSourceInit) {
    super();
    this.url = url;
    this.options = options;
    streams.push(this);
  }

  close(): void {
    // Nothing is open.
  }
}

beforeEach(() => {
  sandbox = createEmptySandbox();
  ids = addNotifications(sandbox, 2);
  [requests, streams] = [[], []];
  const pageFetch = globalThis.fetch;
  stubProperty(globalThis, 'EventSource', FakeEventSource as unknown as typeof EventSource);
  stubProperty(globalThis, 'fetch', (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.url.startsWith(sandbox.baseUrl)) return sandbox.fetch(input, init);
    if (!/^\/(token|list|inbox)\b/.test(pathname)) return pageFetch(input, init);
    requests.push(`${request.method} ${pathname}`);
    // Servers have it, Firefox has not.
    if (typeof init?.body === 'string' && !('body' in request))
      Object.defineProperty(request, 'body', { value: new Blob([init.body]).stream() });
    return Promise.resolve(respond(request, pathname));
  });
});

const bellNames = (bell: NudgeBell) => (): string | null => bellButton(bell).ariaLabel;

describe('backend-url', () => {
  let backend: InboxBackend;

  beforeEach(async () => {
    backend = createInboxBackend({
      store: memoryStore(),
      authenticate: () => 'anna',
      serviceToken: () => sandbox.issueToken(),
      groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
    });
    await backend.deliver(
      'anna',
      ids.map((id) => ({ id })),
    );
    respond = (request) => backend.fetch(request);
  });
  afterEach(() => backend.close());

  it('gives a bell its count, before anything else is requested', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell base-url=${sandbox.baseUrl} backend-url="/inbox" memory-only></nudge-bell>`,
    );
    await expectEventually(bellNames(bell), 'Notifications, 2 new');
    await timers.advance(configureTimeoutMs);
    expect([requests, warnings]).to.deep.equal([['GET /inbox/notifications'], []]);
  });

  it('gives an inbox its list, its token and its groups, and saves what was read', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox base-url=${sandbox.baseUrl} backend-url="/inbox" memory-only></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    await waitUntil(() => requests.includes('GET /inbox/preferences'), 'the groups are loaded');
    expect(requests).to.include('POST /inbox/token');
    queryOne(inbox, '[aria-label="Mark all as read"]').click();
    await waitUntil(() => requests.includes('POST /inbox/read'), 'the read state is saved');
  });

  it('sends the CSRF token with each POST, the one that the element has then, and only to its own origin', async () => {
    const tokens: [string, string | null][] = [];
    respond = (request, path) => {
      tokens.push([`${request.method} ${path}`, request.headers.get('X-CSRFToken')]);
      return backend.fetch(request);
    };
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        backend-url="/inbox"
        csrf-token="forty-two"
        csrf-header="X-CSRFToken"
        memory-only
      ></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    inbox.csrfToken = 'forty-three';
    queryOne(inbox, '[aria-label="Mark all as read"]').click();
    await waitUntil(() => requests.includes('POST /inbox/read'), 'the read state is saved');
    const sent = new Map(tokens);
    expect(sent.get('GET /inbox/notifications')).to.equal(null);
    expect(sent.get('POST /inbox/token')).to.equal('forty-two');
    expect(sent.get('POST /inbox/read')).to.equal('forty-three');

    inbox.backendUrl = 'https://elsewhere.example/inbox';
    const tokenRequests = (): [string, string | null][] =>
      tokens.filter(([request]) => request === 'POST /inbox/token');
    await waitUntil(() => tokenRequests().length === 2, 'the other backend is requested');
    expect(tokenRequests().at(-1)).to.deep.equal(['POST /inbox/token', null]);
  });

  it('gives preferences their groups, and saves a choice', async () => {
    const preferences = await fixture<NudgePreferences>(
      html`<nudge-preferences
        base-url=${sandbox.baseUrl}
        backend-url="/inbox"
        memory-only
      ></nudge-preferences>`,
    );
    await waitUntil(() => queryAll(preferences, '[role="switch"]').length === 1, 'the group is shown');
    queryOne(preferences, '[role="switch"]').click();
    await waitUntil(() => requests.includes('POST /inbox/preferences'), 'the choice is saved');
  });
});

describe('headers and fetch', () => {
  it('go with the requests to the backend, and new headers need no other session', async () => {
    const sent: (string | null)[] = [];
    respond = ({ headers }) => {
      sent.push(headers.get('Authorization'));
      const isRefused = headers.get('Authorization') !== 'Bearer new';
      return isRefused
        ? new Response(null, { status: 401 })
        : Response.json({ references: ids, unreadCount: 2 });
    };
    const calls: string[] = [];
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell
        base-url=${sandbox.baseUrl}
        backend-url="/inbox"
        memory-only
        .headers=${{ Authorization: 'Bearer old' }}
        .fetch=${(url: string, init: RequestInit) => {
          calls.push(url);
          return fetch(url, init);
        }}
      ></nudge-bell>`,
    );
    const session = bell.session;
    await waitUntil(() => session?.notifications.state.problem === 'signed-out', 'it is refused');
    bell.headers = () => Promise.resolve({ Authorization: 'Bearer new' });
    await expectEventually(bellNames(bell), 'Notifications, 2 new');
    expect(bell.session).to.equal(session);
    expect(new Set(sent)).to.deep.equal(new Set(['Bearer old', 'Bearer new']));
    expect(calls).to.include('/inbox/notifications?limit=25');
    expect(streams).to.have.length(0);
  });
});

describe('token-url, list-url and events-url', () => {
  let csrfTokens: (string | null)[];
  let respondToken: () => Response;

  beforeEach(() => {
    csrfTokens = [];
    respondToken = () => new Response(sandbox.issueToken());
    respond = ({ headers }, path) => {
      csrfTokens.push(headers.get('X-CSRFToken'));
      const references = ids.map((id) => ({ id, isRead: false }));
      return path === '/token' ? respondToken() : Response.json({ references, unreadCount: ids.length });
    };
  });

  function renderInbox(): Promise<NudgeInbox> {
    return fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        token-url="/token"
        list-url="/list"
        csrf-token="forty-two"
        csrf-header="X-CSRFToken"
        memory-only
      ></nudge-inbox>`,
    );
  }

  it('give a bell its count, before anything else is requested', async () => {
    const warnings = recordWarnings();
    const timers = installFakeTimers();
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell
        base-url=${sandbox.baseUrl}
        token-url="/token"
        list-url="/list"
        events-url="/events"
        memory-only
      ></nudge-bell>`,
    );
    await expectEventually(bellNames(bell), 'Notifications, 2 new');
    await timers.advance(configureTimeoutMs);
    expect([requests, warnings]).to.deep.equal([['GET /list'], []]);
    expect(streams.map(({ url, options }) => [url, options?.withCredentials])).to.deep.equal([
      ['/events', false],
    ]);
  });

  it('warn that the badge comes back after a reload, unless a customer key names the customer or the list says nothing', async () => {
    const warnings = recordWarnings();
    let references: unknown[] = ids;
    respond = (_, path) => (path === '/token' ? respondToken() : Response.json({ references }));
    const render = (listUrl: string, customerKey?: string) =>
      fixture<NudgeBell>(
        html`<nudge-bell
          base-url=${sandbox.baseUrl}
          token-url="/token"
          list-url=${listUrl}
          customer-key=${ifDefined(customerKey)}
        ></nudge-bell>`,
      );
    await expectEventually(bellNames(await render('/list')), 'Notifications, 2 new');
    references = ids.map((id) => ({ id, isRead: false }));
    await expectEventually(bellNames(await render('/list', 'key of Anna')), 'Notifications, 2 new');
    expect(warnings).to.deep.equal([]);
    // Another session than that of the first bell.
    await render('/list?again');
    await waitUntil(() => warnings.length > 0, 'the console says so');
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The list says what is unread, but nothing saves what was read: after a reload, the badge is back. Save it, or set a customer key.',
    ]);
  });

  it('give two bells with the same attributes one session: one list, one stream, one event', async () => {
    const settings = (bell: NudgeBell): void => {
      const attributes = { 'token-url': '/token', 'list-url': '/list', 'events-url': '/events' };
      for (const [name, value] of Object.entries(attributes)) bell.setAttribute(name, value);
      bell.setAttribute('base-url', sandbox.baseUrl);
      bell.setAttribute('groups', '[{ "id": "g-1", "name": "Offers" }]');
      bell.toggleAttribute('memory-only', true);
    };
    const header = await fixture<HTMLElement>(
      html`<div><nudge-bell></nudge-bell><nudge-bell></nudge-bell></div>`,
    );
    const bells = [...header.querySelectorAll('nudge-bell')];
    const [wide, narrow] = [bells[0]!, bells[1]!];
    const arrivals = recordEvents(document.body, 'nudge-arrival');
    for (const bell of bells) settings(bell);
    await expectEventually(
      () => bells.map((bell) => bellNames(bell)()),
      ['Notifications, 2 new', 'Notifications, 2 new'],
    );
    expect([requests, streams.length]).to.deep.equal([['GET /list'], 1]);
    const added = [sandbox.addNotification({}).id];
    narrow.session!.notifications.add(added);
    await expectEventually(() => arrivals.map(({ detail }) => detail.ids), [added]);
    // The session goes on with the one that is left, and with each as soon as their settings differ.
    wide.remove();
    await expectEventually(bellNames(narrow), 'Notifications, 3 new');
    header.append(wide);
    wide.setAttribute('customer-key', 'somebody-else');
    await waitUntil(() => wide.session !== narrow.session);
    expect(narrow.session!.notifications.isClosed).to.be.false;
  });

  it('give an inbox its cards, and send the CSRF token with the token request only', async () => {
    const inbox = await renderInbox();
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    expect(requests).to.deep.equal(['GET /list', 'POST /token']);
    expect(csrfTokens).to.deep.equal([null, 'forty-two']);
  });

  it('give an inbox its arrivals', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        token-url="/token"
        events-url="/events"
        memory-only
      ></nudge-inbox>`,
    );
    await waitUntil(() => streams[0], 'the stream is opened');
    const [id] = addNotifications(sandbox, 1, () => ({ payload: { title: 'Your parcel is here' } }));
    const data = JSON.stringify({ type: 'add', references: [{ id }] });
    streams[0]?.dispatchEvent(new MessageEvent('message', { data }));
    await expectEventually(() => cardTitles(inbox), ['Unread: Your parcel is here']);
    expect(requests).to.deep.equal(['POST /token']);
  });

  it('say that nobody is signed in at status 401, without a warning, and start over when token-url changes', async () => {
    const warnings = recordWarnings();
    respondToken = () => new Response('<!doctype html>', { status: 401 });
    const inbox = await renderInbox();
    await waitUntil(
      () => visibleText(queryOne(inbox, '.root')).includes('Sign in to see your notifications.'),
      'it says so',
    );
    expect(requests.filter((request) => request === 'POST /token')).to.have.length(1);
    expect(warnings).to.deep.equal([]);
    respondToken = () => new Response(sandbox.issueToken());
    inbox.setAttribute('token-url', '/token?customer=anna');
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
  });

  it('warn once if token-url responds with HTML, and offer to try again', async () => {
    const warnings = recordWarnings();
    respondToken = () => new Response('<!doctype html><title>Sign in</title>');
    const inbox = await renderInbox();
    const findRetry = () => queryAll(inbox, 'button').find((button) => visibleText(button) === 'Try again');
    await waitUntil(findRetry);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] There is no token: NudgeError: token-url responded with HTML. Respond with the token, as text or as { "token": "…" }, or with status 401 if nobody is signed in.',
    ]);
    respondToken = () => new Response(sandbox.issueToken());
    findRetry()?.click();
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
  });

  it('give way to getToken and source', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        token-url="/token"
        list-url="/list"
        memory-only
        .getToken=${() => sandbox.issueToken()}
        .source=${{ load: () => Promise.resolve({ references: [{ id: ids[0]! }] }) }}
      ></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 1, 'the card is shown');
    expect(requests).to.deep.equal([]);
  });
});
