import { expect } from '@open-wc/testing';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  queryAll,
  queryOne,
  renderBell,
  visibleText,
} from '../support.js';
import { badgeText } from '../bell/bell-support.js';
import { addArrivals, articles, arrivalsText, renderFeed } from '../list/feed-support.js';

/** Replaces every text node by elements, as the translator of a browser does. */
function translate(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (!(node instanceof Text)) {
      translate(node);
    } else if (node.data.trim()) {
      const translation = document.createElement('span');
      translation.textContent = node.data;
      node.replaceWith(translation);
    }
  }
}

describe('A count that the translator of the browser has replaced', () => {
  it('is updated in the badge', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const bell = await renderBell(session);
    await expectEventually(() => badgeText(bell), '1');
    translate(bell.shadowRoot!);
    session.notifications.add(addNotifications(sandbox, 1).map((id) => ({ id, isRead: false })));
    await expectEventually(() => badgeText(bell), '2');
  });

  it('is updated in the filter and in the button of the arrivals', async () => {
    const feed = await renderFeed(4);
    const { inbox } = feed;
    articles(inbox)[1]!.focus();
    addArrivals(feed, 'New 1');
    await expectEventually(() => arrivalsText(inbox), '1 new notification');
    const count = (): string => visibleText(queryOne(inbox, '.count'));
    expect(count()).to.equal('5');
    translate(inbox.shadowRoot!);
    addArrivals(feed, 'New 2');
    await expectEventually(() => arrivalsText(inbox), '2 new notifications');
    await expectEventually(count, '6');
  });
});

it('Badges, counts, times and initials are not translated', async () => {
  const { inbox } = await renderFeed(1, () => ({
    payload: { title: 'Hello', avatar: [{ fallBackName: 'Zoë Smith' }] },
  }));
  const card = queryOne(inbox, 'nudge-card');
  const parts = [queryOne(inbox, '.count'), ...queryAll(card, 'time'), ...queryAll(card, '.avatar')];
  expect(parts.map(({ translate }) => translate)).to.deep.equal([false, false, false]);
});
