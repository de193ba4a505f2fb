import { expect, fixture, html } from '@open-wc/testing';
import { html as litHtml } from 'lit';
import type { Notification } from '../../../src/api/schemas/notification.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { createSlotted, renderElements } from './custom-card-support.js';
import { articleNames, articles, renderFeed } from './feed-support.js';

describe('<nudge-inbox> slots', () => {
  it('replace the heading and the empty message while they have content', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }));
    const empty = queryOne(inbox, '[part=empty]');
    expect(empty.checkVisibility()).to.be.true;
    const contents = ['header', 'empty'].map((name) => createSlotted(name));
    inbox.append(...contents);
    await waitUntil(() => contents.every((content) => content.checkVisibility()));
    expect(empty.checkVisibility()).to.be.false;
    for (const content of contents) content.remove();
    await waitUntil(() => empty.checkVisibility());
    expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
  });

  it('replace the error message only while there is an error', async () => {
    const timers = installFakeTimers();
    const sandbox = createEmptySandbox();
    sandbox.offline = true;
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(async () => {
      await timers.advance(10_000);
      return queryAll(inbox, '[part=empty] p').length > 0;
    });
    const error = createSlotted('error');
    inbox.append(error);
    await waitUntil(() => error.checkVisibility());
    expect(queryAll(inbox, '[part=empty] p').filter((text) => text.checkVisibility())).to.have.length(0);
    sandbox.offline = false;
    void session.notifications.refresh();
    await waitUntil(() => cardTitles(inbox).length === 2);
    expect(error.checkVisibility()).to.be.false;
  });
});

describe('renderNotification()', () => {
  /** The texts of the articles, with what is slotted into them. */
  const articleTexts = (inbox: NudgeInbox): string[] =>
    articles(inbox).map((article) => {
      const slotted = [...article.querySelectorAll('slot')].flatMap((slot) => slot.assignedElements());
      return [article, ...slotted].map(({ textContent }) => textContent.trim()).join('');
    });

  it('may return an element, text, a template or an array, shown in a named article', async () => {
    const { inbox } = await renderFeed(2);
    for (const [render, text] of [
      [(title: string) => Object.assign(document.createElement('p'), { textContent: title }), 'Title'],
      [(title: string) => `Own ${title}`, 'Own Title'],
      [(title: string) => litHtml`<p>${title}</p>`, 'Title'],
      [(title: string) => [litHtml`<b>One</b>`, title], 'OneTitle'],
    ] as const) {
      inbox.renderNotification = ({ payload }: Notification) => render(payload.title!);
      await expectEventually(() => articleTexts(inbox), [`${text} 0`, `${text} 1`]);
      expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(cards(inbox)).to.have.length(0);
    }
  });

  it('may return a <nudge-notification>, which leaves the unread dot and the tools to the row', async () => {
    const { inbox } = await renderFeed(1);
    inbox.renderNotification = (record) =>
      Object.assign(document.createElement('nudge-notification'), { record });
    const dots = (): boolean[] =>
      [inbox.querySelector('nudge-notification')!, inbox].map((element) =>
        element.shadowRoot!.querySelector('.dot')!.checkVisibility(),
      );
    await waitUntil(() => inbox.querySelector('nudge-notification')?.shadowRoot?.querySelector('.dot'));
    expect(dots()).to.deep.equal([false, true]);
    const tools = inbox.querySelector('nudge-notification')!.shadowRoot!.querySelectorAll('.when button');
    expect(tools).not.to.have.length(0);
    expect([...tools].some((tool) => tool.checkVisibility())).to.be.false;
  });

  it('may return a <nudge-notification>, whose press is left to the page', async () => {
    const { inbox, session, ids } = await renderFeed(1);
    inbox.renderNotification = (record) =>
      Object.assign(document.createElement('nudge-notification'), { record });
    await waitUntil(() => queryPressable() !== null, 'the card is not rendered');
    const changes = recordEvents(inbox, 'nudge-read-change');
    queryPressable()!.click();
    expect(changes.map(({ detail }) => detail)).to.deep.equal([{ ids, isRead: true }]);
    expect(session.notifications.get(ids[0]!).isRead).to.be.false;

    function queryPressable(): HTMLElement | null {
      return inbox.querySelector('nudge-notification')?.shadowRoot?.querySelector('.item-button') ?? null;
    }
  });

  it('adds one menu to the Tab order, that of the row in it', async () => {
    const { inbox } = await renderFeed(3);
    inbox.renderNotification = ({ payload }) => payload.title;
    const tabIndexes = (): number[] => queryAll(inbox, '.row-menu').map(({ tabIndex }) => tabIndex);
    await expectEventually(tabIndexes, [0, -1, -1]);
    articles(inbox)[1]!.focus();
    expect(tabIndexes()).to.deep.equal([-1, 0, -1]);
  });

  it('falls back to the default card if it returns null or undefined', async () => {
    const { inbox } = await renderFeed(3);
    inbox.renderNotification = ({ payload }) => ({ 'Title 0': null, 'Title 1': 'Own' })[payload.title ?? ''];
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 2']);
    expect(articleTexts(inbox)[1]).to.equal('Own');
  });

  it('falls back to the default card with one warning if it throws', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const { inbox } = await renderFeed(5);
    let callCount = 0;
    inbox.renderNotification = () => {
      callCount += 1;
      throw new Error('own card');
    };
    await waitUntil(() => callCount === 5);
    await inbox.updateComplete;
    expect(cardTitles(inbox)).to.have.length(5);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('own card');
    expect(errors).to.deep.equal([]);
  });

  it('falls back to the default card if it is not a function or its result cannot be rendered', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const { inbox } = await renderFeed(2);
    const promise = Promise.resolve('card');
    for (const bad of [
      'string',
      () => Symbol('own'),
      () => litHtml`<b .title=${{ toString: null }}></b>`,
      () => true,
      () => promise,
      () => ({ type: 'div', props: {} }),
      () => () => 'card',
      () => document.body,
    ]) {
      inbox.renderNotification = () => 'Own';
      await expectEventually(() => articleTexts(inbox), ['Own', 'Own']);
      inbox.renderNotification = bad as unknown as NudgeInbox['renderNotification'];
      await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Unread: Title 1'], String(bad));
    }
    expect(warnings).to.have.length.within(1, 8);
    expect(errors).to.deep.equal([]);
  });

  it('runs again when it is replaced or the record changes', async () => {
    const { inbox, session, ids } = await renderFeed(2);
    inbox.renderNotification = ({ payload, isRead }) => `${payload.title!} ${isRead ? 'old' : 'new'}`;
    await expectEventually(() => articleTexts(inbox), ['Title 0 new', 'Title 1 new']);
    session.notifications.markRead([ids[1]!]);
    await expectEventually(() => articleTexts(inbox), ['Title 0 new', 'Title 1 old']);
    inbox.renderNotification = null;
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0', 'Title 1']);
  });

  it('removes its element when it returns another element, text, or null', async () => {
    let next: unknown;
    const { inbox, session, ids, find, signals } = await renderElements('nudge-inbox', (card, { isRead }) =>
      isRead ? next : card,
    );
    next = Object.assign(document.createElement('p'), { className: 'own-card', textContent: 'Other' });
    session.notifications.markRead([ids[0]!]);
    await waitUntil(() => find().some(({ localName }) => localName === 'p'));
    expect(find().map(({ localName }) => localName)).to.have.members(['div', 'div', 'p']);
    expect(signals.get(ids[0]!)!.aborted).to.be.false;
    next = 'Text';
    session.notifications.markRead([ids[1]!]);
    await waitUntil(() => find().length === 2);
    next = null;
    session.notifications.markRead([ids[2]!]);
    await waitUntil(() => find().length === 1);
    expect(find()[0]!.localName).to.equal('p');
    expect(articles(inbox)[1]!.textContent.trim()).to.equal('Text');
    await expectEventually(() => cardTitles(inbox), ['Title 2']);
    expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([false, true, true]);
  });

  it('has an element shown once that it returns for two notifications, with one warning', async () => {
    const warnings = recordWarnings();
    const single = document.createElement('p');
    const { inbox } = await renderElements('nudge-inbox', () => single);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 1', 'Unread: Title 2']);
    expect(single.checkVisibility()).to.be.true;
    expect(warnings).to.have.length(1);
  });
});
