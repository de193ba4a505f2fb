import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  isVisible,
  panelOf,
  renderBell,
  renderInbox,
  waitUntil,
} from '../support.js';
import { fetchHeld } from '../list/fetch-held.js';
import { articles, layOut, listElement, renderFeed } from '../list/feed-support.js';
import { focusedName, isInView } from './reveal-support.js';

/** The payload of a card that is higher than its placeholder. */
const createHigh = (index: number): { payload: object } => ({
  payload: {
    title: `Title ${index}`,
    body: 'One line of a longer text. '.repeat(8),
    attachments: [{ fileName: 'one.pdf' }, { fileName: 'two.pdf' }],
  },
});

describe('<nudge-inbox> reveal()', () => {
  it('scrolls to a notification far below, focuses it and marks it as read', async () => {
    const { inbox, ids, session } = await renderFeed(120);
    expect(await inbox.reveal(ids[100]!)).to.be.true;
    expect(focusedName()).to.equal('Title 100');
    // What comes into view around it moves it, until it is scrolled back.
    await waitUntil(() => isInView(inbox, deepActiveElement()!), 'the notification is partly out of view');
    expect(session.notifications.get(ids[100]!).isRead).to.be.true;
  });

  it('shows the whole of a high one between notifications that are not loaded', async () => {
    const { inbox, ids } = await renderFeed(60, createHigh);
    // How high a card is depends on the width.
    inbox.style.width = '400px';
    expect(await inbox.reveal(ids[30]!)).to.be.true;
    const article = deepActiveElement()!;
    await waitUntil(() =>
      articles(inbox)
        .slice(28, 33)
        .every((row) => row.querySelector('nudge-card')),
    );
    await waitUntil(() => isInView(inbox, article), 'the notification is partly out of view');
    expect(article.getBoundingClientRect().height).to.be.above(140);
    expect(focusedName()).to.equal('Title 30');
  });

  it('keeps one in view that grows again as soon as the list has scrolled for it', async () => {
    const { inbox, ids } = await renderFeed(40);
    inbox.renderNotification = ({ payload }, { previous }) => {
      const card = previous ?? Object.assign(document.createElement('div'), { textContent: payload.title });
      // As high as the placeholders around it.
      if (!previous) card.setAttribute('style', 'height: 110px');
      return card;
    };
    await waitUntil(() => inbox.querySelector('div'));
    expect(await inbox.reveal(ids[20]!)).to.be.true;
    const article = articles(inbox)[20]!;
    const findCard = (): HTMLElement | undefined =>
      [...inbox.querySelectorAll('div')].find(({ textContent }) => textContent === 'Title 20');
    await waitUntil(() => findCard());
    const card = findCard()!;
    await layOut(inbox);
    const { height } = listElement(inbox).getBoundingClientRect();
    const grow = (share: number): string => (card.style.height = `${height * share}px`);
    listElement(inbox).addEventListener('scroll', () => grow(0.85), { once: true });
    grow(0.75);
    await waitUntil(() => article.getBoundingClientRect().height > height * 0.8, 'it has not grown');
    await waitUntil(() => isInView(inbox, article), 'it is partly out of view');
  });

  describe('while the one above it loads', () => {
    /** Reveals a notification. `loadOther` loads the one above it. */
    async function revealFirst(): Promise<{ inbox: NudgeInbox; loadOther: () => Promise<void> }> {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 60, createHigh);
      const { fetch, isRequested, release } = fetchHeld(sandbox, ids[29]!);
      const inbox = await renderInbox(createTestSession(sandbox, { ids, fetch }));
      inbox.style.height = '310px';
      expect(await inbox.reveal(ids[30]!)).to.be.true;
      await waitUntil(isRequested);
      await waitUntil(() => isInView(inbox, articles(inbox)[30]!));
      const loadOther = async (): Promise<void> => {
        release();
        await waitUntil(() => articles(inbox)[29]!.querySelector('nudge-card') !== null);
      };
      return { inbox, loadOther };
    }

    it('keeps it in view', async () => {
      const { inbox, loadOther } = await revealFirst();
      await loadOther();
      expect(focusedName()).to.equal('Title 30');
      await waitUntil(() => isInView(inbox, deepActiveElement()!), 'it is scrolled out of view');
    });

    it('lets the customer move away', async () => {
      const { inbox, loadOther } = await revealFirst();
      await sendKeys({ press: 'Home' });
      await loadOther();
      expect(focusedName()).to.equal('Unread: Title 0');
      expect(listElement(inbox).scrollTop).to.be.below(100);
    });
  });

  it('leaves the focus in a field of the page to which the customer has gone meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const { fetch, release } = fetchHeld(sandbox, ids[30]!);
    const session = createTestSession(sandbox, { ids, fetch });
    const inbox = await renderInbox(session);
    inbox.style.height = '400px';
    const field = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    const revealed = inbox.reveal(ids[30]!);
    field.focus();
    release();
    expect(await revealed).to.be.true;
    expect(deepActiveElement() === field).to.be.true;
    await waitUntil(() => isInView(inbox, articles(inbox)[30]!));
    expect(session.notifications.get(ids[30]!).isRead).to.be.true;
  });
});

describe('<nudge-bell> reveal()', () => {
  it('opens the panel at the notification, and the next time at the top', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 60);
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    expect(await bell.reveal(ids[40]!)).to.be.true;
    expect(bell.open).to.be.true;
    expect(panelOf(bell).matches(':popover-open, :modal')).to.be.true;
    expect(focusedName()).to.equal('Title 40');
    await waitUntil(() => isInView(inboxOf(bell), deepActiveElement()!));
    await layOut(inboxOf(bell));
    bell.open = false;
    await waitUntil(() => !isVisible(panelOf(bell)));
    await layOut(inboxOf(bell));
    bell.open = true;
    await waitUntil(() => isVisible(panelOf(bell)) && listElement(inboxOf(bell)).scrollTop === 0);
  });

  it('lists nothing, and stays closed, if the panel is closed meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const { id } = sandbox.addNotification();
    const { fetch, isRequested, release } = fetchHeld(sandbox, id);
    const session = createTestSession(sandbox, { ids, fetch });
    const bell = await renderBell(session);
    const revealed = bell.reveal(id);
    await waitUntil(isRequested);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !isVisible(panelOf(bell)));
    release();
    expect(await revealed).to.be.false;
    expect(session.notifications.state.items.map((item) => item.id)).to.deep.equal(ids);
    expect(bell.open).to.be.false;
  });
});
