import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  installFakeTimers,
  nextFrames,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../support.js';

function sessionProperties(sandbox: Sandbox): Partial<NudgeInbox> {
  return {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    memoryOnly: true,
  };
}

/** Creates an inbox and applies the steps one after the other. */
async function createInboxBySteps(...steps: ((inbox: NudgeInbox) => void)[]): Promise<NudgeInbox> {
  const container = fixtureSync<HTMLElement>(html`<div></div>`);
  const inbox = document.createElement('nudge-inbox');
  for (const step of [
    ...steps,
    (element: NudgeInbox) => container.contains(element) || container.append(element),
  ]) {
    step(inbox);
  }
  await nextFrames();
  return inbox;
}

describe('<nudge-inbox> session properties', () => {
  it('have the same effect in any order', async () => {
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
      const inbox = await createInboxBySteps(...steps.slice(first), ...steps.slice(0, first));
      expect(cardTitles(inbox), `from ${first}`).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      inbox.remove();
    }
  });

  it('count as not given if they are null', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const { fetch } = globalThis;
    globalThis.fetch = sandbox.fetch;
    try {
      const none = { fetch: null, source: null, groups: null, customerKey: null };
      const inbox = await createInboxBySteps((element) =>
        Object.assign(element, sessionProperties(sandbox), { ids }, none),
      );
      expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('can be set one by one with updates in between', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await createInboxBySteps();
    for (const [name, value] of Object.entries({ ids, ...sessionProperties(sandbox) })) {
      Object.assign(inbox, { [name]: value });
      await inbox.updateComplete;
    }
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('apply if they are set before the element is defined', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const tag = 'nudge-inbox-of-later';
    const element = document.createElement(tag);
    Object.assign(element, sessionProperties(sandbox), { ids });
    fixtureSync<HTMLElement>(html`<div></div>`).append(element);
    customElements.define(tag, class extends customElements.get('nudge-inbox')! {});
    await nextFrames();
    expect(cardTitles(element)).to.deep.equal(['Unread: Title 0']);
  });

  it('keep the session if only getToken changes, and apply new ids to it', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(sandbox), { ids: [ids[0]] }),
    );
    const session = inbox.activeSession;
    Object.assign(inbox, { getToken: () => sandbox.issueToken(), ids });
    await nextFrames();
    expect(inbox.activeSession === session).to.be.true;
    expect(cardTitles(inbox)).to.have.length(2);
    expect(countRequests(sandbox)).to.equal(2);
  });

  it('request tokens from the current getToken', async () => {
    const sandbox = createEmptySandbox();
    const [first, second] = addNotifications(sandbox, 2);
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(sandbox), { ids: [first] }),
    );
    let calls = 0;
    inbox.getToken = () => {
      calls += 1;
      return sandbox.issueToken();
    };
    await flushTasks();
    sandbox.expireTokens();
    inbox.ids = [second!];
    await nextFrames();
    expect(calls).to.equal(1);
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1']);
  });

  it('create a new session for another base URL and clear the list', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(sandbox), { ids }),
    );
    inbox.baseUrl = 'https://other.example/v1/engagement';
    inbox.ids = [];
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(0);
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('You’re all caught up');
  });

  it('are ignored while the session property is set', async () => {
    const [own, other] = [createEmptySandbox(), createEmptySandbox()];
    const ownIds = addNotifications(own, 1, () => ({ payload: { title: 'Own' } }));
    const otherIds = addNotifications(other, 1, () => ({ payload: { title: 'Other' } }));
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(own), { ids: ownIds }),
    );
    inbox.session = createTestSession(other, { ids: otherIds });
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Other']);
    inbox.session = undefined;
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Own']);
  });

  it('return to their defaults when their attributes are removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await createInboxBySteps((element) => Object.assign(element, sessionProperties(sandbox)));
    for (const [name, value] of [
      ['ids', JSON.stringify(ids)],
      ['heading', 'Messages'],
      ['filter', 'unread'],
    ] as const) {
      inbox.setAttribute(name, value);
    }
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(1);
    expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Messages');
    for (const name of ['ids', 'heading', 'filter']) inbox.removeAttribute(name);
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(0);
    expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    expect(visibleText(queryOne(inbox, '[aria-pressed=true]'))).to.equal('All');
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('New notifications will appear here.');
  });

  it('fall back to the filter "all" for an unknown value', async () => {
    const inbox = await createInboxBySteps((element) => element.setAttribute('filter', 'starred'));
    expect(visibleText(queryOne(inbox, '[aria-pressed=true]'))).to.equal('All');
  });

  it('stop all requests when the element is removed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(sandbox), { ids }),
    );
    inbox.remove();
    await flushTasks();
    const count = countRequests(sandbox);
    expect(sandbox.requests.map(({ status }) => status)).to.deep.equal([null, null, null]);
    await flushTasks();
    expect(countRequests(sandbox)).to.equal(count);
  });
});

describe('Invalid session properties', () => {
  /** Renders an element with these properties, expects no uncaught error and returns the console warnings. */
  async function renderAndRecordWarnings(
    tag: string,
    properties: object,
  ): Promise<[element: HTMLElement, told: string[]]> {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const timers = installFakeTimers();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement(tag);
    Object.assign(element, properties);
    container.append(element);
    if (tag === 'nudge-bell') Object.assign(element, { open: true });
    await flushTasks();
    await timers.advance(1000);
    expect(errors).to.deep.equal([]);
    const inbox = tag === 'nudge-bell' ? queryOne(element, 'nudge-inbox') : element;
    await waitUntil(() => queryAll(inbox, '.empty').length > 0);
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('You’re all caught up');
    return [element, warnings];
  }

  const getToken = (): string => 'token';
  const baseUrl = 'https://sandbox.example/v1/engagement';
  for (const [properties, missing] of [
    [{}, 'base-url, getToken, ids'],
    [{ getToken, ids: [] }, 'base-url'],
    [{ baseUrl, getToken: 'no function', ids: [] }, 'getToken'],
    [{ baseUrl, getToken }, 'ids'],
  ] as const) {
    // The bell comes first: its inbox must not have warned yet.
    for (const tag of ['nudge-bell', 'nudge-inbox']) {
      it(`cause one warning that names ${missing} if a <${tag}> lacks them`, async () => {
        const [, warnings] = await renderAndRecordWarnings(tag, properties);
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.equal(
          `[nudge-inbox] <${tag}> shows nothing: it lacks ${missing}, or a session.`,
        );
      });
    }
  }

  for (const [name, invalidValue] of [
    ['not https', 'ftp://x/v1/y'],
    ['with a user', 'https://a:b@x.example/v1/y'],
    ['incomplete', 'http://'],
    ['a number', 5],
  ] as const) {
    it(`cause at most one warning and no error for a base URL that is ${name}`, async () => {
      const [, warnings] = await renderAndRecordWarnings('nudge-inbox', {
        baseUrl: invalidValue,
        getToken,
        ids: [],
        heading: name,
      });
      expect(warnings.length, warnings.join()).to.be.within(0, 1);
      for (const warning of warnings) {
        expect(warning).to.contain('baseUrl');
        expect(warning).not.to.contain('a:b');
      }
    });
  }

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
    const ids = JSON.stringify([5, id, null, '', { id }, id]);
    const inbox = await createInboxBySteps((element) =>
      Object.assign(element, sessionProperties(sandbox)).setAttribute('ids', ids),
    );
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(warnings).to.deep.equal(['[nudge-inbox] Notifications without an id are left out.']);
  });

  const throwError = (): never => {
    throw new Error('of the host page');
  };
  for (const [name, properties] of [
    ['getToken throws', { getToken: throwError }],
    ['getToken rejects', { getToken: () => Promise.reject(new Error('no')) }],
    ['getToken returns a number', { getToken: () => 5 }],
    ['load() of the source throws', { source: { load: throwError } }],
    ['load() of the source rejects', { source: { load: () => Promise.reject(new Error('no')) } }],
    ['load() of the source resolves with a number', { source: { load: () => Promise.resolve(5) } }],
    ['subscribe() of the source throws', { source: { subscribe: throwError } }],
    ['setRead() of the source throws', { source: { setRead: throwError } }],
    ['a source method is not a function', { source: { load: 5, subscribe: 'x' } }],
    ['the source is not an object', { source: 'source' }],
    ['ids is not a list', { ids: 5 }],
  ] as const) {
    it(`cause no uncaught error if ${name}`, async () => {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 2);
      const errors = recordUncaughtErrors();
      recordWarnings();
      const inbox = await createInboxBySteps((element) =>
        Object.assign(element, sessionProperties(sandbox), { ids }, properties),
      );
      inbox.activeSession?.notifications.markAllRead();
      await nextFrames();
      expect(errors.map(String)).to.deep.equal([]);
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    });
  }
});
