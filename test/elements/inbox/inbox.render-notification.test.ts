import { expect, fixture, html } from '@open-wc/testing';
import { html as litHtml } from 'lit';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  installFakeTimers,
  nextFrames,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  visibleText,
} from '../support.js';
import { articleNames, articles, renderFeed } from './feed-support.js';

function createSlotted(slot: string, text: string): HTMLElement {
  const element = document.createElement('p');
  element.slot = slot;
  element.textContent = text;
  return element;
}

/** Renders the element that the page puts its slots into, and the inbox that shows them. */
const renderers: Record<
  string,
  (session: ReturnType<typeof createTestSession>) => Promise<[HTMLElement, NudgeInbox]>
> = {
  '<nudge-inbox>': async (session) => {
    const inbox = await renderInbox(session);
    return [inbox, inbox];
  },
  '<nudge-bell>': async (session) => {
    const bell = await fixture<NudgeBell>(html`<nudge-bell .session=${session} open></nudge-bell>`);
    await nextFrames();
    return [bell, inboxOf(bell)];
  },
};

for (const [tag, renderOwner] of Object.entries(renderers)) {
  describe(`${tag} slots`, () => {
    const slotTexts = { header: 'Post', empty: 'No post', error: 'Alas', footer: 'Settings' };

    it('replace the heading and the empty message and add a footer', async () => {
      const [owner, inbox] = await renderOwner(createTestSession(createEmptySandbox(), { ids: [] }));
      const list = queryOne(inbox, '.list');
      const before = list.getBoundingClientRect().height;
      expect(queryOne(inbox, '[part=empty]').checkVisibility()).to.be.true;
      for (const [name, text] of Object.entries(slotTexts)) owner.append(createSlotted(name, text));
      await nextFrames();
      const [header, empty, error, footer] = [...owner.querySelectorAll('p')];
      expect(header!.checkVisibility() && empty!.checkVisibility() && footer!.checkVisibility()).to.be.true;
      expect(error!.checkVisibility(), 'there is no error').to.be.false;
      expect(queryOne(inbox, '[part=empty]').checkVisibility()).to.be.false;
      expect(list.getBoundingClientRect().height).not.to.equal(before);
      const { top } = footer!.getBoundingClientRect();
      expect(top >= list.getBoundingClientRect().bottom - 1).to.be.true;
      for (const element of [...owner.querySelectorAll('p')]) element.remove();
      await nextFrames();
      expect(queryOne(inbox, '[part=empty]').checkVisibility()).to.be.true;
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
    });

    it('replace the error message only while there is an error', async () => {
      const timers = installFakeTimers();
      const sandbox = createEmptySandbox();
      sandbox.offline = true;
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
      const [owner, inbox] = await renderOwner(session);
      await timers.advance(120_000);
      expect(visibleText(queryOne(inbox, '[part=empty]')).length).to.be.greaterThan(10);
      owner.append(createSlotted('error', 'Alas'));
      await nextFrames();
      expect(owner.querySelector('p')!.checkVisibility()).to.be.true;
      expect(queryAll(inbox, '[part=empty] p').filter((text) => text.checkVisibility())).to.have.length(0);
      sandbox.offline = false;
      void session.notifications.refresh();
      await timers.advance(1000);
      await nextFrames();
      expect(owner.querySelector('p')!.checkVisibility()).to.be.false;
      expect(cardTitles(inbox)).to.have.length(2);
    });
  });
}

describe('renderNotification()', () => {
  async function renderCustomCards(render: NudgeInbox['renderNotification'], count = 2): Promise<NudgeInbox> {
    const { inbox } = await renderFeed(count);
    inbox.renderNotification = render;
    await nextFrames();
    return inbox;
  }
  const articleTexts = (inbox: NudgeInbox): string[] =>
    articles(inbox).map(({ textContent }) => textContent.trim());

  it('may return an element, text, a template or an array, shown in a named article', async function () {
    this.timeout(10_000);
    for (const [render, text] of [
      [(title: string) => Object.assign(document.createElement('p'), { textContent: title }), 'Title'],
      [(title: string) => title, 'Title'],
      [(title: string) => litHtml`<p>${title}</p>`, 'Title'],
      [(title: string) => [litHtml`<b>One</b>`, title], 'OneTitle'],
    ] as const) {
      const inbox = await renderCustomCards(({ payload }) => render(payload.title!));
      expect(articleTexts(inbox)).to.deep.equal([`${text} 0`, `${text} 1`]);
      expect(articleNames(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(cards(inbox)).to.have.length(0);
      await expect(inbox).to.be.accessible();
    }
  });

  it('falls back to the default card if it returns null or undefined', async () => {
    for (const emptyResult of [null, undefined]) {
      const inbox = await renderCustomCards(({ payload }) =>
        payload.title === 'Title 0' ? emptyResult : 'Own',
      );
      expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
      expect(articleTexts(inbox)[1]).to.equal('Own');
    }
  });

  it('falls back to the default card with one warning if it throws', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    const inbox = await renderCustomCards(() => {
      throw new Error('own card');
    }, 5);
    expect(cardTitles(inbox)).to.have.length(5);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('own card');
    expect(errors).to.deep.equal([]);
  });

  it('falls back to the default card if it is not a function or its result cannot be rendered', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    for (const bad of ['string', () => Symbol('own'), () => litHtml`<b .title=${{ toString: null }}></b>`]) {
      const inbox = await renderCustomCards(bad as unknown as NudgeInbox['renderNotification']);
      expect(cardTitles(inbox), String(bad)).to.have.length(2);
    }
    expect(warnings).to.have.length.within(1, 3);
    expect(errors).to.deep.equal([]);
  });

  it('runs again when it is replaced or the record changes', async () => {
    const { inbox, session, ids } = await renderFeed(2);
    inbox.renderNotification = ({ payload, isRead }) => `${payload.title!} ${isRead ? 'old' : 'new'}`;
    await nextFrames();
    expect(articleTexts(inbox)).to.deep.equal(['Title 0 new', 'Title 1 new']);
    session.notifications.markRead([ids[1]!]);
    await nextFrames();
    expect(articleTexts(inbox)).to.deep.equal(['Title 0 new', 'Title 1 old']);
    inbox.renderNotification = () => 'Other';
    await nextFrames();
    expect(articleTexts(inbox)).to.deep.equal(['Other', 'Other']);
    inbox.renderNotification = null;
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('also renders the cards in the panel of a <nudge-bell>', async () => {
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 2) }));
    bell.open = true;
    bell.renderNotification = ({ payload }) => `Own ${payload.title!}`;
    await nextFrames();
    const inbox = inboxOf(bell);
    expect(articleTexts(inbox)).to.deep.equal(['Own Title 0', 'Own Title 1']);
    bell.renderNotification = undefined;
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
  });

  it('renders cards that can be dismissed and restored', async () => {
    const inbox = await renderCustomCards(({ payload }) => payload.title);
    articles(inbox)[0]!.focus();
    articles(inbox)[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    await nextFrames();
    expect(articleTexts(inbox)).to.deep.equal(['Title 1']);
    await clickOn(queryOne(inbox, '.undo button'));
    await nextFrames();
    expect(articleTexts(inbox)).to.deep.equal(['Title 0', 'Title 1']);
  });
});

describe('<nudge-inbox>', () => {
  it('renders the documented parts', async () => {
    const { inbox, session, sandbox } = await renderFeed(3);
    articles(inbox)[0]!.focus();
    session.notifications.add([sandbox.addNotification({ payload: { title: 'New' } }).id]);
    queryOne(cards(inbox)[0]!, '.tools button:last-child').click();
    await nextFrames();
    for (const part of ['header', 'heading', 'filters', 'list', 'day', 'arrivals', 'undo'])
      expect(queryOne(inbox, `[part=${part}]`).checkVisibility(), part).to.be.true;
  });
});
