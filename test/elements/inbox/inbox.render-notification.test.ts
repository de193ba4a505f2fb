import { expect, fixture, html } from '@open-wc/testing';
import { html as litHtml } from 'lit';
import { sendKeys } from '@web/test-runner-commands';
import type { Notification } from '../../../src/api/schemas/notification.js';
import { NudgeBell } from '../../../src/elements/bell/bell.js';
import { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
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
  waitUntil,
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
  /** The texts of the articles, with what is slotted into them. */
  const articleTexts = (inbox: NudgeInbox): string[] =>
    articles(inbox).map((article) => {
      const slotted = [...article.querySelectorAll('slot')].flatMap((slot) => slot.assignedElements());
      return [article, ...slotted].map(({ textContent }) => textContent.trim()).join('');
    });

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
      const inbox = await renderCustomCards(bad as unknown as NudgeInbox['renderNotification']);
      expect(cardTitles(inbox), String(bad)).to.have.length(2);
    }
    expect(warnings).to.have.length.within(1, 8);
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

for (const [tag, renderOwner] of Object.entries(renderers)) {
  describe(`renderNotification() of ${tag}, if it returns an element`, () => {
    interface CustomCards {
      owner: HTMLElement;
      inbox: NudgeInbox;
      session: ReturnType<typeof createTestSession>;
      ids: string[];
      /** The cards on the page, as its scripts find them. */
      find: () => HTMLElement[];
      signals: Map<string, AbortSignal>;
    }

    /** Renders the cards of a page that returns the same element for the same notification. */
    async function renderElements(
      update: (card: HTMLElement, record: Notification) => unknown = (card) => card,
    ): Promise<CustomCards> {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 3);
      const session = createTestSession(sandbox, { ids });
      const [owner, inbox] = await renderOwner(session);
      const signals = new Map<string, AbortSignal>();
      if (!(owner instanceof NudgeBell || owner instanceof NudgeInbox)) throw new Error('no owner');
      owner.renderNotification = (record, { previous, signal }) => {
        const card = previous instanceof HTMLElement ? previous : document.createElement('div');
        if (!previous) card.innerHTML = '<p></p><input><button>Own</button>';
        card.className = 'own-card';
        card.querySelector('p')!.textContent = `${record.payload.title!} ${record.isRead ? 'old' : 'new'}`;
        card.querySelector('input')!.ariaLabel = record.id;
        signals.set(record.id, signal);
        return update(card, record);
      };
      await nextFrames();
      const find = (): HTMLElement[] => [...owner.querySelectorAll<HTMLElement>('.own-card')];
      return { owner, inbox, session, ids, find, signals };
    }

    it('shows it in its row, with the styles of the page', async () => {
      await fixture(
        html`<style>
          .own-card {
            color: rgb(1 2 3);
          }
        </style>`,
      );
      const { owner, inbox, find } = await renderElements();
      // WebKit lays out what comes into view a frame later.
      const isLaidOut = (card: HTMLElement): boolean => card.getBoundingClientRect().height > 0;
      await waitUntil(() => find().filter(isLaidOut).length === 3);
      expect(find().map((card) => card.parentElement === owner)).to.deep.equal([true, true, true]);
      for (const [index, card] of find().entries()) {
        const row = articles(inbox)[index]!.getBoundingClientRect();
        const { top, bottom, height } = card.getBoundingClientRect();
        expect(height > 0 && top >= row.top && bottom <= row.bottom, String(index)).to.be.true;
        expect(getComputedStyle(card).color).to.equal('rgb(1, 2, 3)');
      }
      expect(cards(inbox)).to.have.length(0);
      await expect(owner).to.be.accessible();
    });

    it('keeps its focus and what was typed when the same element is returned again', async () => {
      const { inbox, session, ids, find } = await renderElements();
      const field = find()[1]!.querySelector('input')!;
      field.focus();
      field.value = 'typed';
      session.notifications.markRead([ids[1]!]);
      await nextFrames();
      expect(find()[1]!.querySelector('p')!.textContent).to.equal('Title 1 old');
      session.notifications.dismiss([ids[0]!]);
      await waitUntil(() => find().length === 2);
      expect(find()[0]!.querySelector('input') === field).to.be.true;
      expect([field.value, document.activeElement === field]).to.deep.equal(['typed', true]);
      expect(articles(inbox)).to.have.length(2);
    });

    it('removes it with its row, also the last one, and aborts its signal', async () => {
      const { session, ids, find, signals, owner } = await renderElements();
      session.notifications.dismiss([ids[0]!]);
      await waitUntil(() => find().length === 2);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([true, false, false]);
      session.notifications.dismiss(ids);
      await waitUntil(() => find().length === 0);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([true, true, true]);
      expect(owner.querySelectorAll(':scope > :not([slot="header-actions"])')).to.have.length(0);
    });

    it('is given back once the owner is removed, not when it is moved, and shown anew in a later place', async () => {
      const { owner, inbox, ids, find, signals } = await renderElements();
      const before = find();
      const place = await fixture<HTMLElement>(html`<div></div>`);
      place.append(owner);
      await nextFrames();
      expect(find()).to.deep.equal(before);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([false, false, false]);
      owner.remove();
      await waitUntil(() => find().length === 0);
      expect(before.map(({ isConnected }) => isConnected)).to.deep.equal([false, false, false]);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([true, true, true]);
      place.append(owner);
      await waitUntil(() => find().length === 3);
      expect(find().some((card) => before.includes(card))).to.be.false;
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([false, false, false]);
      await waitUntil(() => articles(inbox).every((row) => row.getBoundingClientRect().height > 0));
    });

    it('removes it when the page returns another element, text, or null', async () => {
      let next: unknown;
      const { inbox, session, ids, find, signals } = await renderElements((card, { isRead }) =>
        isRead ? next : card,
      );
      next = Object.assign(document.createElement('p'), { className: 'own-card', textContent: 'Other' });
      session.notifications.markRead([ids[0]!]);
      await nextFrames();
      expect(find().map(({ localName }) => localName)).to.have.members(['div', 'div', 'p']);
      expect(signals.get(ids[0]!)!.aborted).to.be.false;
      next = 'Text';
      session.notifications.markRead([ids[1]!]);
      await nextFrames();
      next = null;
      session.notifications.markRead([ids[2]!]);
      await nextFrames();
      expect(find().map(({ localName }) => localName)).to.deep.equal(['p']);
      expect(articles(inbox)[1]!.textContent).to.equal('Text');
      expect(cardTitles(inbox)).to.deep.equal(['Title 2']);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([false, true, true]);
    });

    it('shows an element that is returned for two notifications once, and warns once', async () => {
      const warnings = recordWarnings();
      const single = document.createElement('p');
      const { inbox } = await renderElements(() => single);
      await waitUntil(() => cardTitles(inbox).every(Boolean));
      expect(single.checkVisibility()).to.be.true;
      expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 1', 'Unread: Title 2']);
      // Once a page.
      expect(warnings).to.have.length(tag === '<nudge-inbox>' ? 1 : 0);
    });

    it('moves the focus from it by the keys of the list, and to the next row when it goes', async () => {
      const { inbox, session, ids, find } = await renderElements();
      find()[0]!.querySelector('button')!.focus();
      await sendKeys({ press: 'ArrowDown' });
      expect(inbox.shadowRoot!.activeElement === articles(inbox)[1]).to.be.true;
      find()[1]!.querySelector('button')!.focus();
      session.notifications.dismiss([ids[1]!]);
      await waitUntil(() => find().length === 2);
      expect(inbox.shadowRoot!.activeElement === articles(inbox)[1]).to.be.true;
      expect(articleNames(inbox)[1]).to.equal('Unread: Title 2');
    });
  });
}

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
