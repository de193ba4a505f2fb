import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { createInboxBackend, type InboxBackend } from '../../../src/backend/inbox-backend.js';
import { memoryStore } from '../../../src/backend/memory-store.js';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { Sandbox } from '../../../src/sandbox.js';
import { addNotifications, cardTitles, createEmptySandbox, recordWarnings, reportedMs } from '../support.js';

const { fetch: pageFetch, EventSource: PageEventSource } = globalThis;
let sandbox: Sandbox;
let backend: InboxBackend;
let requests: string[];

beforeEach(async () => {
  sandbox = createEmptySandbox();
  requests = [];
  backend = createInboxBackend({
    store: memoryStore(),
    authenticate: () => 'anna',
    serviceToken: () => sandbox.issueToken(),
    groups: [{ id: 'offers', name: 'Offers', isGroupNotificationOff: false }],
  });
  await backend.deliver(
    'anna',
    addNotifications(sandbox, 2).map((id) => ({ id })),
  );
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/inbox/')) return sandbox.fetch(input, init);
    requests.push(`${request.method} ${pathname}`);
    // Servers have it, Firefox has not.
    if (typeof init?.body === 'string' && !('body' in request))
      Object.defineProperty(request, 'body', { value: new Blob([init.body]).stream() });
    return backend.fetch(request);
  };
  // The page itself has no such backend.
  globalThis.EventSource = class extends EventTarget {
    readonly readyState = 1;
    close(): void {
      // Nothing is open.
    }
  } as unknown as typeof EventSource;
});
afterEach(() => {
  globalThis.fetch = pageFetch;
  globalThis.EventSource = PageEventSource;
  backend.close();
});

describe('backend-url', () => {
  it('gives a bell its count, before anything else is requested', async () => {
    const warnings = recordWarnings();
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell base-url=${sandbox.baseUrl} backend-url="/inbox" memory-only></nudge-bell>`,
    );
    await waitUntil(
      () => bell.shadowRoot?.querySelector('button')?.getAttribute('aria-label')?.includes('2'),
      'the count is shown',
    );
    await aTimeout(reportedMs);
    expect(requests).to.deep.equal(['GET /inbox/notifications']);
    expect(warnings).to.deep.equal([]);
  });

  it('gives an inbox its list, its token and its groups, and saves what was read', async () => {
    const inbox = await fixture<NudgeInbox>(
      html`<nudge-inbox base-url=${sandbox.baseUrl} backend-url="/inbox" memory-only></nudge-inbox>`,
    );
    await waitUntil(() => cardTitles(inbox).length === 2, 'the cards are shown');
    await waitUntil(() => requests.includes('GET /inbox/preferences'), 'the groups are loaded');
    expect(requests).to.include('POST /inbox/token');
    inbox.shadowRoot?.querySelector<HTMLElement>('[aria-label="Mark all as read"]')?.click();
    await waitUntil(() => requests.includes('POST /inbox/read'), 'the read state is saved');
    const response = await backend.fetch(new Request('http://localhost/inbox/notifications'));
    expect(((await response.json()) as { unreadCount: number }).unreadCount).to.equal(0);
  });

  it('gives preferences their groups, and saves a choice', async () => {
    const preferences = await fixture<NudgePreferences>(
      html`<nudge-preferences
        base-url=${sandbox.baseUrl}
        backend-url="/inbox"
        memory-only
      ></nudge-preferences>`,
    );
    await waitUntil(() => preferences.shadowRoot?.querySelector('[role="switch"]'), 'the group is shown');
    preferences.shadowRoot?.querySelector<HTMLElement>('[role="switch"]')?.click();
    await waitUntil(() => requests.includes('POST /inbox/preferences'), 'the choice is saved');
    const response = await backend.fetch(new Request('http://localhost/inbox/preferences'));
    const { groups } = (await response.json()) as { groups: unknown[] };
    expect(groups).to.deep.equal([{ id: 'offers', name: 'Offers', isGroupNotificationOff: true }]);
  });
});
