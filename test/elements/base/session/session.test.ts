import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../../src/elements/inbox/inbox.js';
import type { Sandbox } from '../../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../../support.js';
import '../../../../src/toasts.js';

/** By when an element has reported missing settings, in milliseconds. */
const configureTimeoutMs = 1000;

function sessionProperties(sandbox: Sandbox): Partial<NudgeInbox> {
  return {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    memoryOnly: true,
  };
}

function createInbox(...properties: object[]): NudgeInbox {
  const inbox = document.createElement('nudge-inbox');
  Object.assign(inbox, ...properties);
  fixtureSync<HTMLElement>(html`<div></div>`).append(inbox);
  return inbox;
}

/** Waits until these are shown, all of them unread. */
const expectTitles = (inbox: Element, ...titles: string[]): Promise<void> =>
  expectEventually(
    () => cardTitles(inbox),
    titles.map((title) => `Unread: ${title}`),
  );

/** What an inbox without notifications shows. */
const emptyText = (inbox: Element): string => queryAll(inbox, '.empty').map(visibleText).join();

describe('<nudge-inbox> session properties', () => {
  it('have the same effect in any order, also with updates in between', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const steps: ((inbox: NudgeInbox) => void)[] = [
      (inbox) => inbox.setAttribute('base-url', sandbox.baseUrl),
      (inbox) => inbox.setAttribute('ids', JSON.stringify(ids)),
      (inbox) => Object.assign(inbox, { getToken: () => sandbox.issueToken() }),
      (inbox) => Object.assign(inbox, { fetch: sandbox.fetch, memoryOnly: true }),
      (inbox) => fixtureSync<HTMLElement>(html`<div></div>`).append(inbox),
    ];
    for (let first = 0; first < steps.length; first++) {
      const inbox = document.createElement('nudge-inbox');
      for (const step of [...steps.slice(first), ...steps.slice(0, first)]) {
        step(inbox);
        if (inbox.isConnected) await inbox.updateComplete;
      }
      await expectTitles(inbox, 'Title 0', 'Title 1');
      inbox.remove();
    }
    expect(countRequests(sandbox)).to.equal(2 * steps.length);
  });

  it('count as not given if they are null', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const { fetch } = globalThis;
    globalThis.fetch = sandbox.fetch;
    try {
      const none = { fetch: null, source: null, groups: null, customerKey: null };
      await expectTitles(createInbox(sessionProperties(sandbox), { ids }, none), 'Title 0');
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('count as not given, too, if they become null: the groups of the source stay', async () => {
    const sandbox = createEmptySandbox();
    const source = { loadGroups: () => Promise.resolve([{ id: 'orders' }]) };
    const inbox = createInbox(sessionProperties(sandbox), { source });
    await inbox.updateComplete;
    Object.assign(inbox, { groups: null });
    await inbox.updateComplete;
    const { preferences } = inbox.session!;
    preferences.loadGroups();
    await expectEventually(() => preferences.state.groups.map(({ id }) => id).join(), 'orders');
  });

  it('apply if they are set before the element is defined', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    await customElements.whenDefined('nudge-inbox');
    const tag = 'nudge-inbox-of-later';
    const element = document.createElement(tag);
    Object.assign(element, sessionProperties(sandbox), { ids });
    fixtureSync<HTMLElement>(html`<div></div>`).append(element);
    customElements.define(tag, class extends customElements.get('nudge-inbox')! {});
    await expectTitles(element, 'Title 0');
  });

  it('keep the session if only getToken changes, request tokens from it, and apply new ids', async () => {
    const sandbox = createEmptySandbox();
    const [first = '', second = ''] = addNotifications(sandbox, 2);
    const inbox = createInbox(sessionProperties(sandbox), { ids: [first] });
    await expectTitles(inbox, 'Title 0');
    const session = inbox.session;
    let calls = 0;
    inbox.getToken = () => {
      calls += 1;
      return sandbox.issueToken();
    };
    await inbox.updateComplete;
    sandbox.expireTokens();
    inbox.ids = [second];
    await expectTitles(inbox, 'Title 1');
    expect([inbox.session === session, calls]).to.deep.equal([true, 1]);
  });

  it('create a new session for another base URL and clear the list', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = createInbox(sessionProperties(sandbox), { ids });
    await expectTitles(inbox, 'Title 0');
    inbox.baseUrl = 'https://other.example/v1/engagement';
    inbox.ids = [];
    await expectTitles(inbox);
    await waitUntil(() => emptyText(inbox).includes('You’re all caught up'));
  });

  it('are ignored while the session property is set', async () => {
    const [own, other] = [createEmptySandbox(), createEmptySandbox()];
    const ownIds = addNotifications(own, 1, () => ({ payload: { title: 'Own' } }));
    const otherIds = addNotifications(other, 1, () => ({ payload: { title: 'Other' } }));
    const inbox = createInbox(sessionProperties(own), { ids: ownIds });
    inbox.session = createTestSession(other, { ids: otherIds });
    await expectTitles(inbox, 'Other');
    inbox.session = undefined;
    await expectTitles(inbox, 'Own');
  });

  it('return to their defaults when their attributes are removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = createInbox(sessionProperties(sandbox));
    for (const [name, value] of [
      ['ids', JSON.stringify(ids)],
      ['heading', 'Messages'],
      ['filter', 'unread'],
    ] as const) {
      inbox.setAttribute(name, value);
    }
    await expectTitles(inbox, 'Title 0');
    expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Messages');
    for (const name of ['ids', 'heading', 'filter']) inbox.removeAttribute(name);
    await expectTitles(inbox);
    expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    expect(visibleText(queryOne(inbox, '[aria-pressed=true]'))).to.equal('All');
    await waitUntil(() => emptyText(inbox).includes('New notifications will appear here.'));
  });

  it('stop all requests when the element is removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    installFakeTimers();
    const inbox = createInbox(sessionProperties(sandbox), { ids });
    await waitUntil(() => countRequests(sandbox) === 3);
    inbox.remove();
    await expectEventually(() => sandbox.requests.map(({ status }) => status), [null, null, null]);
  });
});

describe('The session property', () => {
  const tags = [
    'nudge-bell',
    'nudge-inbox',
    'nudge-notification',
    'nudge-preferences',
    'nudge-toasts',
  ] as const;
  for (const tag of tags)
    it(`of a <${tag}> is the one that it is given, else the one that it has created`, async () => {
      const sandbox = createEmptySandbox();
      const element = document.createElement(tag);
      Object.assign(element, sessionProperties(sandbox), { ids: [], groups: [] });
      fixtureSync<HTMLElement>(html`<div></div>`).append(element);
      await element.updateComplete;
      expect(element.session?.notifications.isClosed).to.be.false;

      const session = createTestSession(sandbox);
      element.session = session;
      await element.updateComplete;
      expect(element.session).to.equal(session);

      Object.assign(element, { session: undefined });
      await element.updateComplete;
      expect(element.session.notifications.isClosed).to.be.false;
      expect(element.session).not.to.equal(session);
    });

  it('may be set to what it returns, which changes nothing', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = createInbox(sessionProperties(sandbox), { ids });
    await expectTitles(inbox, 'Title 0');
    const { session } = inbox;
    Object.assign(inbox, { session, heading: 'News' });
    await inbox.updateComplete;
    expect([inbox.session === session, session?.notifications.isClosed]).to.deep.equal([true, false]);
    inbox.ids = [];
    await expectTitles(inbox);
  });
});

describe('An element whose customer has signed out', () => {
  const renewals: readonly [how: string, renew: (inbox: NudgeInbox) => void][] = [
    ['once session is set to undefined', (inbox) => (inbox.session = undefined)],
    ['once it is attached again', (inbox) => inbox.replaceWith(inbox)],
  ];
  for (const [how, renew] of renewals)
    it(`creates another session from the same settings ${how}`, async () => {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 1);
      const inbox = createInbox(sessionProperties(sandbox), { ids });
      await expectTitles(inbox, 'Title 0');
      const { session } = inbox;
      await session?.signOut();
      await expectTitles(inbox);
      inbox.requestUpdate();
      await inbox.updateComplete;
      expect(inbox.session).to.equal(session);

      renew(inbox);
      await expectTitles(inbox, 'Title 0');
      expect(inbox.session).not.to.equal(session);
    });
});

describe('Invalid session properties', () => {
  const getToken = (): string => 'token';
  const baseUrl = 'https://sandbox.example/v1/engagement';

  // The bell comes first: its inbox must not have warned yet.
  for (const tag of ['nudge-bell', 'nudge-inbox'])
    it(`cause one warning if a <${tag}> lacks them, which names them`, async () => {
      const warnings = recordWarnings();
      const errors = recordUncaughtErrors();
      const timers = installFakeTimers();
      const container = await fixture<HTMLElement>(html`<div></div>`);
      const missing: string[] = [];
      for (const [properties, names] of [
        [{}, 'base-url, getToken, ids'],
        [{ getToken, ids: [] }, 'base-url'],
        [{ baseUrl, getToken: 'no function', ids: [] }, 'getToken'],
        [{ baseUrl, getToken }, 'ids'],
      ] as const) {
        const element = document.createElement(tag);
        container.append(Object.assign(element, properties, { open: true }));
        missing.push(
          `[nudge-inbox] <${tag}> shows nothing: it lacks ${names}, or in their place a backend-url or a session.`,
        );
        const findInbox = (): Element | null | undefined =>
          tag === 'nudge-inbox' ? element : element.shadowRoot?.querySelector('nudge-inbox');
        await waitUntil(() => findInbox()?.shadowRoot?.querySelector('.placeholder, [part=empty]'), names);
      }
      expect(warnings, 'while settings may still come').to.deep.equal([]);
      await timers.advance(configureTimeoutMs);
      expect([warnings, errors]).to.deep.equal([missing, []]);
    });

  it('cause one warning and no error for a base URL that is not usable, without its password', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    for (const invalidUrl of ['https://a:b@x.example/v1/y', 5])
      await createInbox({ baseUrl: invalidUrl, getToken, ids: [] }).updateComplete;
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('baseUrl').and.not.to.contain('a:b');
    expect(errors).to.deep.equal([]);
  });

  it('cause one warning for repeated ids attributes that are not a JSON array', async () => {
    const warnings = recordWarnings();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    for (const invalidValue of ['n-1', '{"a":1}', '[1', '5', '']) {
      const inbox = document.createElement('nudge-inbox');
      inbox.setAttribute('ids', invalidValue);
      container.append(inbox);
      expect(inbox.ids, invalidValue).to.equal(undefined);
    }
    expect(warnings).to.deep.equal(['[nudge-inbox] <nudge-inbox> leaves out ids: it is no array.']);
  });

  it('cause one warning for invalid ids and show the others', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    const inbox = createInbox(sessionProperties(sandbox));
    inbox.setAttribute('ids', JSON.stringify([5, id, null, '', { id }, id]));
    await expectTitles(inbox, 'Title 0');
    expect(warnings).to.deep.equal(['[nudge-inbox] Notifications without an id are left out.']);
  });

  const throwError = (): never => {
    throw new Error('of the host page');
  };
  for (const [name, properties] of [
    ['getToken throws', { getToken: throwError }],
    ['getToken rejects', { getToken: () => Promise.reject(new Error('no')) }],
    ['load() of the source throws', { source: { load: throwError } }],
    ['subscribe() of the source throws', { source: { subscribe: throwError } }],
    ['setRead() of the source throws', { source: { setRead: throwError } }],
    ['a source method is not a function', { source: { load: 5, subscribe: 'x' } }],
  ] as const) {
    it(`cause no uncaught error if ${name}`, async () => {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 2);
      const errors = recordUncaughtErrors();
      recordWarnings();
      const inbox = createInbox(sessionProperties(sandbox), { ids }, properties);
      await waitUntil(() => inbox.session?.notifications.state.status !== 'loading');
      inbox.session?.notifications.markAllRead();
      await inbox.updateComplete;
      expect(errors.map(String)).to.deep.equal([]);
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    });
  }
});
