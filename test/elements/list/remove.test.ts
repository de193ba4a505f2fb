import { expect } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  cards,
  clickOn,
  deepActiveElement,
  expectEventually,
  queryAll,
  queryOne,
  recordWarnings,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText } from './feed-support.js';
import { choice, menuOf, openMenus } from './snooze-support.js';

const tools = (inbox: NudgeInbox): HTMLElement[] =>
  cards(inbox).flatMap((card) => queryAll(card, '.tools [aria-label^="Delete for good"]'));

/** The list of what is dismissed, with two notifications. */
async function renderDismissed(remove: (ids: string[]) => Promise<void>): Promise<NudgeInbox> {
  return (await renderDismissedFeed(remove)).inbox;
}

async function renderDismissedFeed(remove: (ids: string[]) => Promise<void>): ReturnType<typeof renderFeed> {
  const feed = await renderFeed(2, undefined, { source: { remove } });
  const { inbox, session, ids } = feed;
  session.notifications.dismiss(ids);
  inbox.removable = true;
  inbox.filter = 'dismissed';
  await waitUntil(() => tools(inbox).length === 2, 'nothing can be deleted');
  return feed;
}

async function openQuestion(inbox: NudgeInbox): Promise<void> {
  await hoverOver(articles(inbox)[0]!);
  await clickOn(tools(inbox)[0]!);
  await waitUntil(() => openMenus(inbox).length === 1, 'nobody asks');
}

describe('<nudge-inbox removable>', () => {
  it('deletes for good what is dismissed, after a question', async () => {
    const removed: string[][] = [];
    const inbox = await renderDismissed((ids) => Promise.resolve(void removed.push(ids)));
    await openQuestion(inbox);
    expect(menuOf(inbox).textContent).to.include('A deleted notification can’t be restored.');
    expect(removed).to.have.length(0);
    await clickOn(choice(inbox, 'Delete for good'));
    await expectEventually(() => articles(inbox).length, 1);
    expect(removed).to.have.length(1);
    await expectEventually(() => undoText(inbox), 'Deleted.');
    expect(inbox.shadowRoot!.contains(deepActiveElement()), 'the focus stays in the inbox').to.be.true;
  });

  it('says what was not deleted, with a button to try again', async () => {
    const warnings = recordWarnings();
    let isAway = true;
    const inbox = await renderDismissed(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    await openQuestion(inbox);
    await clickOn(choice(inbox, 'Delete for good'));
    await waitUntil(() => queryAll(inbox, '.undo button').length === 1, 'there is no button');
    expect(articles(inbox)).to.have.length(2);
    expect(warnings).to.have.length(1);
    isAway = false;
    await clickOn(queryOne(inbox, '.undo button'));
    await expectEventually(() => articles(inbox).length, 1);
  });

  it('deletes nothing by that button that was restored meanwhile', async () => {
    recordWarnings();
    let calls = 0;
    const { inbox, session, ids } = await renderDismissedFeed(() => {
      calls += 1;
      return Promise.reject(new Error('not dismissed'));
    });
    await openQuestion(inbox);
    await clickOn(choice(inbox, 'Delete for good'));
    await waitUntil(() => queryAll(inbox, '.undo button').length === 1, 'there is no button');
    session.notifications.restore(ids);
    await clickOn(queryOne(inbox, '.undo button'));
    await waitUntil(() => queryAll(inbox, '.undo button').length === 0, 'the notice stays');
    expect(calls).to.equal(1);
    expect(undoText(inbox)).not.to.equal('Deleted.');
  });

  it('offers nothing for what is listed, nor without the attribute', async () => {
    const inbox = await renderDismissed(() => Promise.resolve());
    inbox.removable = false;
    await expectEventually(() => tools(inbox).length, 0);
    inbox.removable = true;
    inbox.filter = 'all';
    await inbox.updateComplete;
    expect(tools(inbox)).to.have.length(0);
  });
});
