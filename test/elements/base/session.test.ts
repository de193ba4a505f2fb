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
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  visibleText,
} from '../support.js';

function settingsOf(sandbox: Sandbox): Partial<NudgeInbox> {
  return { baseUrl: sandbox.baseUrl, fetch: sandbox.fetch, getToken: () => sandbox.issueToken() };
}

/** An inbox of its own settings, set one after the other as the steps say. */
async function inboxBy(...steps: ((inbox: NudgeInbox) => void)[]): Promise<NudgeInbox> {
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

describe('settings of an element', () => {
  it('give the same, in whatever order they come', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const steps: ((inbox: NudgeInbox) => void)[] = [
      (inbox) => inbox.setAttribute('base-url', sandbox.baseUrl),
      (inbox) => inbox.setAttribute('ids', JSON.stringify(ids)),
      (inbox) => Object.assign(inbox, { getToken: () => sandbox.issueToken() }),
      (inbox) => Object.assign(inbox, { fetch: sandbox.fetch }),
      (inbox) => fixtureSync<HTMLElement>(html`<div></div>`).append(inbox),
    ];
    for (let first = 0; first < steps.length; first++) {
      const inbox = await inboxBy(...steps.slice(first), ...steps.slice(0, first));
      expect(cardTitles(inbox), `from ${first}`).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      inbox.remove();
    }
  });

  it('may come one by one, with rendering between', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await inboxBy();
    for (const [name, value] of Object.entries({ ids, ...settingsOf(sandbox) })) {
      Object.assign(inbox, { [name]: value });
      await inbox.updateComplete;
    }
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(countRequests(sandbox)).to.equal(1);
  });

  it('count where they were set before the tag was known', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const tag = 'nudge-inbox-of-later';
    const element = document.createElement(tag);
    Object.assign(element, settingsOf(sandbox), { ids });
    fixtureSync<HTMLElement>(html`<div></div>`).append(element);
    customElements.define(tag, class extends customElements.get('nudge-inbox')! {});
    await nextFrames();
    expect(cardTitles(element)).to.deep.equal(['Unread: Title 0']);
  });

  it('keep the session where only the function for tokens changed, and follow the ids all the same', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(sandbox), { ids: [ids[0]] }));
    const session = inbox.activeSession;
    Object.assign(inbox, { getToken: () => sandbox.issueToken(), ids });
    await nextFrames();
    expect(inbox.activeSession === session).to.be.true;
    expect(cardTitles(inbox)).to.have.length(2);
    expect(countRequests(sandbox)).to.equal(2);
  });

  it('ask the function for tokens that is set now', async () => {
    const sandbox = createEmptySandbox();
    const [first, second] = addNotifications(sandbox, 2);
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(sandbox), { ids: [first] }));
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

  it('make another session for another address, and show nothing of the former', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(sandbox), { ids }));
    inbox.baseUrl = 'https://other.example/v1/engagement';
    inbox.ids = [];
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(0);
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('You’re all caught up');
  });

  it('give way to a session that is handed over, and come back after it', async () => {
    const [own, other] = [createEmptySandbox(), createEmptySandbox()];
    const ownIds = addNotifications(own, 1, () => ({ payload: { title: 'Own' } }));
    const otherIds = addNotifications(other, 1, () => ({ payload: { title: 'Other' } }));
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(own), { ids: ownIds }));
    inbox.session = createTestSession(other, { ids: otherIds });
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Other']);
    inbox.session = undefined;
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Own']);
  });

  it('go back to what is usual as their attribute goes', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(sandbox)));
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
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('New notifications will show up here.');
  });

  it('show all where the filter is none that there is', async () => {
    const inbox = await inboxBy((element) => element.setAttribute('filter', 'starred'));
    expect(visibleText(queryOne(inbox, '[aria-pressed=true]'))).to.equal('All');
  });

  it('end with the element: nothing is asked once it is gone', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    sandbox.latency = 1000;
    const inbox = await inboxBy((element) => Object.assign(element, settingsOf(sandbox), { ids }));
    inbox.remove();
    await flushTasks();
    const count = countRequests(sandbox);
    expect(sandbox.requests.map(({ status }) => status)).to.deep.equal([null, null, null]);
    await flushTasks();
    expect(countRequests(sandbox)).to.equal(count);
  });
});

describe('settings that cannot be used', () => {
  /** An element of these settings, with nothing that reaches the window; what the console was told. */
  async function toldOf(tag: string, settings: object): Promise<[element: HTMLElement, told: string[]]> {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const timers = installFakeTimers();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement(tag);
    Object.assign(element, settings);
    container.append(element);
    if (tag === 'nudge-bell') Object.assign(element, { open: true });
    await timers.advance(1000);
    expect(errors).to.deep.equal([]);
    const inbox = tag === 'nudge-bell' ? queryOne(element, 'nudge-inbox') : element;
    expect(visibleText(queryOne(inbox, '.empty'))).to.contain('You’re all caught up');
    return [element, warnings];
  }

  const getToken = (): string => 'token';
  const baseUrl = 'https://sandbox.example/v1/engagement';
  for (const [settings, missing] of [
    [{}, 'base-url, getToken, ids'],
    [{ getToken, ids: [] }, 'base-url'],
    [{ baseUrl, getToken: 'no function', ids: [] }, 'getToken'],
    [{ baseUrl, getToken }, 'ids'],
  ] as const) {
    // The bell first: what its inbox would say twice is not said yet.
    for (const tag of ['nudge-bell', 'nudge-inbox']) {
      it(`of a ${tag} without ${missing}: one warning that names it`, async () => {
        const [, told] = await toldOf(tag, settings);
        expect(told).to.have.length(1);
        expect(told[0]).to.equal(`[nudge-inbox] <${tag}> shows nothing: it lacks ${missing}, or a session.`);
      });
    }
  }

  for (const [name, bad] of [
    ['not https', 'ftp://x/v1/y'],
    ['with a user', 'https://a:b@x.example/v1/y'],
    ['no address at all', 'http://'],
    ['a number', 5],
  ] as const) {
    it(`as a base URL that is ${name}: one warning, nothing thrown`, async () => {
      const [, told] = await toldOf('nudge-inbox', { baseUrl: bad, getToken, ids: [], heading: name });
      expect(told.length, told.join()).to.be.within(0, 1);
      for (const warning of told) {
        expect(warning).to.contain('baseUrl');
        expect(warning).not.to.contain('a:b');
      }
    });
  }

  it('as ids that are no JSON array: one warning, however often', async () => {
    const warnings = recordWarnings();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    for (const bad of ['n-1', '{"a":1}', '[1', '5', '']) {
      const inbox = document.createElement('nudge-inbox');
      inbox.setAttribute('ids', bad);
      container.append(inbox);
      expect(inbox.ids, bad).to.equal(undefined);
    }
    expect(warnings).to.deep.equal(['[nudge-inbox] <nudge-inbox> leaves out ids: it is no array.']);
  });

  it('as ids some of which are none: the others are shown, with one warning', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    const [id] = addNotifications(sandbox, 1);
    const ids = JSON.stringify([5, id, null, '', { id }, id]);
    const inbox = await inboxBy((element) =>
      Object.assign(element, settingsOf(sandbox)).setAttribute('ids', ids),
    );
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(warnings).to.deep.equal(['[nudge-inbox] Notifications without an id are left out.']);
  });

  const thrower = (): never => {
    throw new Error('of the host page');
  };
  for (const [name, settings] of [
    ['getToken throws', { getToken: thrower }],
    ['getToken rejects', { getToken: () => Promise.reject(new Error('no')) }],
    ['getToken answers nonsense', { getToken: () => 5 }],
    ['load of the source throws', { source: { load: thrower } }],
    ['load of the source rejects', { source: { load: () => Promise.reject(new Error('no')) } }],
    ['load of the source answers nonsense', { source: { load: () => Promise.resolve(5) } }],
    ['subscribe of the source throws', { source: { subscribe: thrower } }],
    ['setRead of the source throws', { source: { setRead: thrower } }],
    ['a part of the source is no function', { source: { load: 5, subscribe: 'x' } }],
    ['the source is no object', { source: 'source' }],
    ['ids are no list', { ids: 5 }],
  ] as const) {
    it(`where ${name}: the page hears of no error`, async () => {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 2);
      const errors = recordUncaughtErrors();
      recordWarnings();
      const inbox = await inboxBy((element) =>
        Object.assign(element, settingsOf(sandbox), { ids }, settings),
      );
      inbox.activeSession?.notifications.markAllRead();
      await nextFrames();
      expect(errors.map(String)).to.deep.equal([]);
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    });
  }
});
