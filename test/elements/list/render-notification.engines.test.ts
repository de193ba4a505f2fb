import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  visibleText,
  waitUntil,
} from '../support.js';
import { createSlotted, renderElements, renderOpenBell, type OwnerTag } from './custom-card-support.js';
import { articleNames, articles, listElement } from './feed-support.js';

describe('<nudge-bell> slots', () => {
  it('replace the heading and the empty message of the panel, and add a footer', async () => {
    const [bell, inbox] = await renderOpenBell(createTestSession(createEmptySandbox(), { ids: [] }));
    const contents = ['header', 'empty', 'error', 'footer'].map(createSlotted);
    bell.append(...contents);
    const [header, empty, error, footer] = contents;
    await waitUntil(() => [header, empty, footer].every((content) => content!.checkVisibility()));
    expect(error!.checkVisibility(), 'there is no error').to.be.false;
    expect(queryOne(inbox, '[part=empty]').checkVisibility()).to.be.false;
    const { bottom } = listElement(inbox).getBoundingClientRect();
    expect(footer!.getBoundingClientRect().top).to.be.at.least(bottom - 1);
  });

  it('add buttons to the header of the panel, also while that shows the preferences', async () => {
    const [bell, inbox] = await renderOpenBell(createTestSession(createEmptySandbox(), { ids: [] }));
    const action = createSlotted('header-actions');
    bell.append(action);
    await waitUntil(() => action.checkVisibility());
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, 'nudge-preferences').length === 1 && action.checkVisibility());
  });
});

for (const tag of ['nudge-inbox', 'nudge-bell'] satisfies OwnerTag[]) {
  describe(`renderNotification() of <${tag}>, if it returns an element`, () => {
    it('shows it in its row, with the styles of the page', async () => {
      await fixture(
        html`<style>
          .own-card {
            color: rgb(1 2 3);
          }
        </style>`,
      );
      const { owner, inbox, find } = await renderElements(tag);
      // WebKit lays out what comes into view a frame later.
      const isLaidOut = (card: HTMLElement): boolean => card.getBoundingClientRect().height > 0;
      await waitUntil(() => find().filter(isLaidOut).length === 3);
      expect(find().map((card) => card.parentElement === owner)).to.deep.equal([true, true, true]);
      for (const card of find()) {
        const id = card.querySelector('input')!.ariaLabel!;
        const row = articles(inbox)
          .find(({ dataset }) => dataset.id === id)!
          .getBoundingClientRect();
        const { top, bottom } = card.getBoundingClientRect();
        expect(top >= row.top && bottom <= row.bottom, id).to.be.true;
        expect(getComputedStyle(card).color).to.equal('rgb(1, 2, 3)');
      }
      expect(cards(inbox)).to.have.length(0);
    });

    it('leaves the row its unread dot, its tint and its menu', async () => {
      const { inbox, session, ids } = await renderElements(tag);
      session.notifications.markRead([ids[1]!]);
      const frames = (): HTMLElement[] => queryAll(inbox, '.custom-content');
      const dotCounts = (): number[] =>
        frames().map((frame) => queryAll(inbox, '.dot').filter((dot) => frame.contains(dot)).length);
      await expectEventually(dotCounts, [1, 0, 1]);
      const tints = frames().map((frame) => getComputedStyle(frame).backgroundColor);
      expect([tints[0] === tints[2], tints[0] === tints[1]]).to.deep.equal([true, false]);

      const opener = queryAll(inbox, '.custom-content .row-menu')[0]!;
      opener.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => queryAll<HTMLDialogElement>(inbox, '.menu')[0]?.open, 'The menu is closed.');
      const items = queryAll(inbox, '.menu button');
      expect(items.map(visibleText)).to.deep.equal(['Mark as read', 'Dismiss']);
      await clickOn(items[0]!);
      await expectEventually(dotCounts, [0, 0, 1]);
      expect(session.notifications.get(ids[0]!).isRead).to.be.true;
      expect(deepActiveElement() === opener).to.be.true;
    });

    it('puts it back if a script that morphs the page has removed it, and leaves out that of a copy', async () => {
      const { owner, find, signals } = await renderElements(tag);
      const before = find();
      const copy = before[0]!.cloneNode(true);
      owner.replaceChildren();
      await waitUntil(() => find().length === 3, 'the cards are not back');
      expect([
        before.every((card) => find().includes(card)),
        [...signals.values()].some(({ aborted }) => aborted),
      ]).to.deep.equal([true, false]);
      owner.renderNotification = null;
      await waitUntil(() => find().length === 0, 'the cards do not go');
      owner.append(copy);
      owner.renderNotification = ({ id }) => before.find((card) => card.slot.endsWith(id)) ?? null;
      await waitUntil(() => find().length === 3 && !copy.isConnected, 'the cards are not shown alone');
    });

    it('removes it with its row, also the last one, and aborts its signal', async () => {
      const { session, ids, find, signals, owner } = await renderElements(tag);
      session.notifications.dismiss([ids[0]!]);
      await waitUntil(() => find().length === 2);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([true, false, false]);
      session.notifications.dismiss(ids);
      await waitUntil(() => find().length === 0);
      expect(ids.map((id) => signals.get(id)!.aborted)).to.deep.equal([true, true, true]);
      expect(owner.querySelectorAll(':scope > :not([slot="header-actions"])')).to.have.length(0);
    });
  });
}

describe('An element that renderNotification() returns', () => {
  it('keeps its focus and what was typed when it is returned again', async () => {
    const { inbox, session, ids, find } = await renderElements('nudge-inbox');
    const field = find()[1]!.querySelector('input')!;
    field.focus();
    field.value = 'typed';
    session.notifications.markRead([ids[1]!]);
    await waitUntil(() => find()[1]!.querySelector('p')!.textContent === 'Title 1 old');
    session.notifications.dismiss([ids[0]!]);
    await waitUntil(() => find().length === 2);
    expect(find()[0]!.querySelector('input') === field).to.be.true;
    expect([field.value, document.activeElement === field]).to.deep.equal(['typed', true]);
    expect(articles(inbox)).to.have.length(2);
  });

  it('is given back once the inbox is removed, not when it is moved, and rendered anew in a later place', async () => {
    const { owner, inbox, ids, find, signals } = await renderElements('nudge-inbox');
    const before = find();
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(owner);
    await inbox.updateComplete;
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

  it('passes the focus within it to the next row when it goes', async () => {
    const { inbox, session, ids, find } = await renderElements('nudge-inbox');
    find()[1]!.querySelector('button')!.focus();
    session.notifications.dismiss([ids[1]!]);
    await waitUntil(() => find().length === 2);
    expect(inbox.shadowRoot!.activeElement === articles(inbox)[1]).to.be.true;
    expect(articleNames(inbox)[1]).to.equal('Unread: Title 2');
  });
});
