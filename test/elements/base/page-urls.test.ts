import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  bellButton,
  cardTitles,
  createEmptySandbox,
  queryAll,
  recordWarnings,
  reportedMs,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

let sandbox: Sandbox;
let ids: string[];
/** What the page's own backend was asked, with the CSRF token in the header of its choice. */
let requests: string[];
let respondToken: () => Response | Promise<Response>;
let streams: FakeEventSource[];

/** The page itself has no such backend. */
class FakeEventSource extends EventTarget {
  readonly readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;

  readonly url: string;
  readonly options: EventSourceInit;

  constructor(url: string, options: EventSourceInit) {
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
  requests = [];
  streams = [];
  respondToken = () => new Response(sandbox.issueToken());
  const pageFetch = globalThis.fetch;
  stubProperty(globalThis, 'EventSource', FakeEventSource as unknown as typeof EventSource);
  stubProperty(globalThis, 'fetch', async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.url.startsWith(sandbox.baseUrl)) return sandbox.fetch(input, init);
    if (!/^\/(token|list)$/.test(pathname)) return pageFetch(input, init);
    requests.push(`${request.method} ${pathname} ${request.headers.get('X-CSRFToken') ?? ''}`.trim());
    if (pathname === '/token') return respondToken();
    return Response.json({ references: ids.map((id) => ({ id, isRead: false })), unreadCount: ids.length });
  });
});

function renderInbox(): Promise<NudgeInbox> {
  return fixture<NudgeInbox>(
    html`<nudge-inbox
      base-url=${sandbox.baseUrl}
      token-url="/token"
      list-url="/list"
      memory-only
    ></nudge-inbox>`,
  );
}

const listText = (inbox: Element): string => visibleText(queryAll(inbox, '.root')[0]!);

describe('token-url, list-url and events-url', () => {
  it('give a bell its count, before anything else is requested', async () => {
    const warnings = recordWarnings();
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell
        base-url=${sandbox.baseUrl}
        token-url="/token"
        list-url="/list"
        events-url="/events"
        memory-only
      ></nudge-bell>`,
    );
    await waitUntil(() => bellButton(bell).ariaLabel?.includes('2'), 'the count is shown');
    await aTimeout(reportedMs);
    expect(requests).to.deep.equal(['GET /list']);
    expect(streams.map(({ url, options }) => [url, options.withCredentials])).to.deep.equal([
      ['/events', false],
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it('give an inbox its cards and its arrivals', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        token-url="/token"
        events-url="/events"
        memory-only
      ></nudge-inbox>`,
    );
    await waitUntil(() => streams[0]?.onmessage, 'the stream is opened');
    const [id] = addNotifications(sandbox, 1, () => ({ payload: { title: 'Your parcel is here' } }));
    const data = JSON.stringify({ type: 'add', references: [{ id }] });
    streams[0]?.onmessage?.(new MessageEvent('message', { data }));
    await waitUntil(
      () => cardTitles(inbox).some((title) => title.includes('Your parcel is here')),
      'the arrival is shown',
    );
    expect(requests).to.deep.equal(['POST /token']);
  });

  it('give a single notification its token', async () => {
    const notification = await fixture<NudgeNotification>(
      html`<nudge-notification
        notification-id=${ids[0]!}
        base-url=${sandbox.baseUrl}
        token-url="/token"
        memory-only
      ></nudge-notification>`,
    );
    await waitUntil(() => queryAll(notification, '.title').length === 1, 'the notification is shown');
    expect(requests).to.deep.equal(['POST /token']);
  });

  it('send the CSRF token with the token request only, in the header of that name', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox
        base-url=${sandbox.baseUrl}
        token-url="/token"
        list-url="/list"
        csrf-token="forty-two"
        csrf-header="X-CSRFToken"
        memory-only
      ></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    expect(requests).to.have.members(['GET /list', 'POST /token forty-two']);
  });

  it('get another token when the service rejects the first one', async () => {
    let count = 0;
    respondToken = () => Response.json({ token: (count += 1) === 1 ? 'expired' : sandbox.issueToken() });
    const inbox = await renderInbox();
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    expect(requests.filter((request) => request === 'POST /token')).to.have.length(2);
  });

  it('say that nobody is signed in if token-url responds with status 401, without a warning', async () => {
    const warnings = recordWarnings();
    respondToken = () => new Response('<!doctype html>', { status: 401 });
    const inbox = await renderInbox();
    await waitUntil(() => listText(inbox).includes('Sign in to see your notifications.'), 'it says so');
    expect(requests.filter((request) => request === 'POST /token')).to.have.length(1);
    expect(warnings).to.deep.equal([]);
  });

  it('warn once if token-url responds with HTML, and offer to try again', async () => {
    const warnings = recordWarnings();
    respondToken = () => new Response('<!doctype html><title>Sign in</title>');
    const inbox = await renderInbox();
    await waitUntil(() => queryAll(inbox, 'button').some((button) => visibleText(button) === 'Try again'));
    expect(warnings).to.deep.equal([
      '[nudge-inbox] There is no token: NudgeError: token-url responded with HTML. Respond with the token, as text or as { "token": "…" }, or with status 401 if nobody is signed in.',
    ]);
    respondToken = () => new Response(sandbox.issueToken());
    queryAll(inbox, 'button')
      .find((button) => visibleText(button) === 'Try again')
      ?.click();
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
  });

  it('start over when token-url changes', async () => {
    respondToken = () => new Response(null, { status: 401 });
    const inbox = await renderInbox();
    await waitUntil(() => listText(inbox).includes('Sign in to see your notifications.'));
    respondToken = () => new Response(sandbox.issueToken());
    inbox.setAttribute('token-url', '/token?customer=anna');
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
