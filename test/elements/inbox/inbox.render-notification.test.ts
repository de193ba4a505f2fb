import { expect, fixture, html } from '@open-wc/testing';
import { html as litHtml } from 'lit';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  all,
  bellWith,
  cards,
  clock,
  emptySandbox,
  frames,
  inboxOf,
  inboxWith,
  one,
  press,
  seen,
  sessionOf,
  titles,
  uncaught,
  warnings,
} from '../support.js';
import { articles, feedOf, names } from './feed-support.js';

function piece(slot: string, text: string): HTMLElement {
  const element = document.createElement('p');
  element.slot = slot;
  element.textContent = text;
  return element;
}

/** Puts what the page gives into an inbox, or into a bell that shows one. */
const places: Record<string, (session: ReturnType<typeof sessionOf>) => Promise<[HTMLElement, NudgeInbox]>> =
  {
    'an inbox': async (session) => {
      const inbox = await inboxWith(session);
      return [inbox, inbox];
    },
    'a bell': async (session) => {
      const bell = await fixture<NudgeBell>(html`<nudge-bell .session=${session} open></nudge-bell>`);
      await frames();
      return [bell, inboxOf(bell)];
    },
  };

for (const [what, place] of Object.entries(places)) {
  describe(`what the page puts into ${what}`, () => {
    const own = { header: 'Post', empty: 'No post', error: 'Alas', footer: 'Settings' };

    it('stands in place of the heading and of the words for an empty list, and below', async () => {
      const [owner, inbox] = await place(sessionOf(emptySandbox(), { ids: [] }));
      const before = inbox.getBoundingClientRect().height;
      expect(one(inbox, '[part=empty]').checkVisibility()).to.be.true;
      for (const [name, text] of Object.entries(own)) owner.append(piece(name, text));
      await frames();
      const [header, empty, error, footer] = [...owner.querySelectorAll('p')];
      expect(header!.checkVisibility() && empty!.checkVisibility() && footer!.checkVisibility()).to.be.true;
      expect(error!.checkVisibility(), 'nothing is wrong').to.be.false;
      expect(one(inbox, '[part=empty]').checkVisibility()).to.be.false;
      expect(inbox.getBoundingClientRect().height).not.to.equal(before);
      const { top } = footer!.getBoundingClientRect();
      expect(top >= one(inbox, '.stage').getBoundingClientRect().bottom - 1).to.be.true;
      for (const element of [...owner.querySelectorAll('p')]) element.remove();
      await frames();
      expect(one(inbox, '[part=empty]').checkVisibility()).to.be.true;
      expect(seen(one(inbox, 'h2'))).to.equal('Notifications');
    });

    it('stands in place of what is said where nothing can be shown, and of that alone', async () => {
      const time = clock();
      const sandbox = emptySandbox();
      sandbox.offline = true;
      const session = sessionOf(sandbox, { ids: addNotifications(sandbox, 2) });
      const [owner, inbox] = await place(session);
      await time.pass(120_000);
      expect(seen(one(inbox, '[part=empty]')).length).to.be.greaterThan(10);
      owner.append(piece('error', 'Alas'));
      await frames();
      expect(owner.querySelector('p')!.checkVisibility()).to.be.true;
      expect(all(inbox, '[part=empty] p').filter((text) => text.checkVisibility())).to.have.length(0);
      sandbox.offline = false;
      void session.notifications.refresh();
      await time.pass(1000);
      await frames();
      expect(owner.querySelector('p')!.checkVisibility()).to.be.false;
      expect(titles(inbox)).to.have.length(2);
    });
  });
}

describe('a card of the page’s own', () => {
  async function own(render: NudgeInbox['renderNotification'], count = 2): Promise<NudgeInbox> {
    const { inbox } = await feedOf(count);
    inbox.renderNotification = render;
    await frames();
    return inbox;
  }
  const shown = (inbox: NudgeInbox): string[] => articles(inbox).map(({ textContent }) => textContent.trim());

  it('is an element, text, a template or several, in an article with its name', async function () {
    this.timeout(10_000);
    for (const [render, text] of [
      [(title: string) => Object.assign(document.createElement('p'), { textContent: title }), 'Title'],
      [(title: string) => title, 'Title'],
      [(title: string) => litHtml`<p>${title}</p>`, 'Title'],
      [(title: string) => [litHtml`<b>One</b>`, title], 'OneTitle'],
    ] as const) {
      const inbox = await own(({ payload }) => render(payload.title!));
      expect(shown(inbox)).to.deep.equal([`${text} 0`, `${text} 1`]);
      expect(names(inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(cards(inbox)).to.have.length(0);
      await expect(inbox).to.be.accessible();
    }
  });

  it('is the usual one where the page gives none', async () => {
    for (const nothing of [null, undefined]) {
      const inbox = await own(({ payload }) => (payload.title === 'Title 0' ? nothing : 'Own'));
      expect(titles(inbox)).to.deep.equal(['Unread: Title 0']);
      expect(shown(inbox)[1]).to.equal('Own');
    }
  });

  it('is the usual one where making it throws, with one warning', async () => {
    const told = warnings();
    const errors = uncaught();
    const inbox = await own(() => {
      throw new Error('own card');
    }, 5);
    expect(titles(inbox)).to.have.length(5);
    expect(told).to.have.length(1);
    expect(told[0]).to.include('own card');
    expect(errors).to.deep.equal([]);
  });

  it('is the usual one where what should make it is no function, and where it cannot be rendered', async () => {
    const told = warnings();
    const errors = uncaught();
    for (const bad of ['string', () => Symbol('own'), () => litHtml`<b .title=${{ toString: null }}></b>`]) {
      const inbox = await own(bad as unknown as NudgeInbox['renderNotification']);
      expect(titles(inbox), String(bad)).to.have.length(2);
    }
    expect(told).to.have.length.within(1, 3);
    expect(errors).to.deep.equal([]);
  });

  it('changes live, with what makes it and with the record', async () => {
    const { inbox, session, ids } = await feedOf(2);
    inbox.renderNotification = ({ payload, isRead }) => `${payload.title!} ${isRead ? 'old' : 'new'}`;
    await frames();
    expect(shown(inbox)).to.deep.equal(['Title 0 new', 'Title 1 new']);
    session.notifications.markRead([ids[1]!]);
    await frames();
    expect(shown(inbox)).to.deep.equal(['Title 0 new', 'Title 1 old']);
    inbox.renderNotification = () => 'Other';
    await frames();
    expect(shown(inbox)).to.deep.equal(['Other', 'Other']);
    inbox.renderNotification = null;
    await frames();
    expect(titles(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1']);
  });

  it('is made by the bell’s panel, too', async () => {
    const sandbox = emptySandbox();
    const bell = await bellWith(sessionOf(sandbox, { ids: addNotifications(sandbox, 2) }));
    bell.open = true;
    bell.renderNotification = ({ payload }) => `Own ${payload.title!}`;
    await frames();
    const inbox = inboxOf(bell);
    expect(shown(inbox)).to.deep.equal(['Own Title 0', 'Own Title 1']);
    bell.renderNotification = undefined;
    await frames();
    expect(titles(inbox)).to.have.length(2);
  });

  it('is dismissed and undone like any other', async () => {
    const inbox = await own(({ payload }) => payload.title);
    articles(inbox)[0]!.focus();
    articles(inbox)[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    await frames();
    expect(shown(inbox)).to.deep.equal(['Title 1']);
    await press(one(inbox, '.undo button'));
    await frames();
    expect(shown(inbox)).to.deep.equal(['Title 0', 'Title 1']);
  });
});

describe('the parts of an inbox', () => {
  it('are where they are documented to be', async () => {
    const { inbox, session, sandbox } = await feedOf(3);
    articles(inbox)[0]!.focus();
    session.notifications.add([sandbox.addNotification({ payload: { title: 'New' } }).id]);
    one(cards(inbox)[0]!, '.tools button:last-child').click();
    await frames();
    for (const part of ['header', 'heading', 'filters', 'list', 'day', 'arrivals', 'undo'])
      expect(one(inbox, `[part=${part}]`).checkVisibility(), part).to.be.true;
  });
});
