import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { accessibilityTree } from '../engine.js';
import {
  addNotifications,
  bellButton,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  renderBell,
  setPageAttribute,
  visibleText,
} from '../support.js';

function renderBellWithCount(unread: number, read = 0): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, unread + read, (index) => ({ isRead: index >= unread }));
  return renderBell(createTestSession(sandbox, { ids }));
}

/** Renders a bell with a number of notifications, without a request for each. */
async function renderBellWithReferences(
  count: number,
  isRead: (index: number) => boolean | undefined,
): Promise<NudgeBell> {
  const references = Array.from({ length: count }, (_, index) => {
    const readState = isRead(index);
    return { id: `n-${index}`, ...(readState !== undefined && { isRead: readState }) };
  });
  const source = { load: () => Promise.resolve({ references }) };
  return renderBell(createTestSession(createEmptySandbox(), { source }));
}

const badgeText = (bell: NudgeBell): string | null => {
  const [badge] = queryAll(bell, '.badge');
  return badge ? visibleText(badge) : null;
};
const buttonName = (bell: NudgeBell): string | null => bellButton(bell).getAttribute('aria-label');

describe('<nudge-bell>', () => {
  for (const [unread, text, label] of [
    [0, null, 'Notifications'],
    [1, '1', 'Notifications, 1 new'],
    [99, '99', 'Notifications, 99 new'],
    [100, '99+', 'Notifications, 100 new'],
    [12_345, '99+', 'Notifications, 12,345 new'],
  ] as const) {
    it(`shows ${text ? `the badge ${text}` : 'no badge'} and is named "${label}" for ${unread} unread notifications`, async () => {
      const bell = await renderBellWithReferences(unread, () => false);
      expect([badgeText(bell), buttonName(bell)]).to.deep.equal([text, label]);
    });
  }

  it('counts the unread records if the page gives no read state', async () => {
    const bell = await renderBellWithCount(3, 2);
    expect([badgeText(bell), buttonName(bell)]).to.deep.equal(['3', 'Notifications, 3 new']);
  });

  it('shows a dot without a number while the read state of some notifications is unknown', async () => {
    const bell = await renderBellWithReferences(40, (index) => (index < 26 ? false : undefined));
    expect([badgeText(bell), buttonName(bell)]).to.deep.equal(['', 'Notifications, at least 26 new']);
    const { width, height } = queryOne(bell, '.badge').getBoundingClientRect();
    expect([width, height]).to.deep.equal([12, 12]);
  });

  it('shows no badge while none is known to be unread', async () => {
    const bell = await renderBellWithReferences(40, (index) => (index < 26 ? true : undefined));
    expect([badgeText(bell), buttonName(bell)]).to.deep.equal([null, 'Notifications']);
  });

  it('shows the number that the source says while more pages wait', async () => {
    const references = [{ id: 'n-0', isRead: false }];
    const source = {
      load: () => Promise.resolve({ references, nextCursor: 'next', unreadCount: 12, unseenCount: 12 }),
    };
    const session = createTestSession(createEmptySandbox(), { source });
    const bell = await renderBell(session);
    expect([badgeText(bell), buttonName(bell)]).to.deep.equal(['12', 'Notifications, 12 new']);
    session.notifications.markRead(['n-0']);
    await bell.updateComplete;
    expect([badgeText(bell), buttonName(bell)]).to.deep.equal(['11', 'Notifications, 11 new']);
  });

  for (const [maxCount, text] of [
    ['9', '9+'],
    ['150', '99+'],
    ['0', '1+'],
    ['-5', '1+'],
    ['9.9', '9+'],
    ['many', '99+'],
    ['', '1+'],
    ['Infinity', '99+'],
  ] as const) {
    it(`shows ${text} for 150 unread notifications with max-count="${maxCount}"`, async () => {
      const bell = await renderBellWithReferences(150, () => false);
      bell.setAttribute('max-count', maxCount);
      await bell.updateComplete;
      expect(badgeText(bell)).to.equal(text);
      bell.removeAttribute('max-count');
      await bell.updateComplete;
      expect(badgeText(bell)).to.equal('99+');
    });
  }

  it('fires nudge-unread-count-change only when the count changes', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const session = createTestSession(sandbox, { ids });
    const counts: unknown[] = [];
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.addEventListener('nudge-unread-count-change', ({ detail }) => counts.push(detail));
    const bell = document.createElement('nudge-bell');
    bell.session = session;
    container.append(bell);
    await nextFrames();
    expect(counts.at(-1)).to.deep.equal({ count: 2, unseenCount: 2, isComplete: true });
    counts.length = 0;
    session.notifications.markRead([ids[0]!]);
    session.notifications.markRead([ids[0]!]);
    await bell.updateComplete;
    expect(counts).to.deep.equal([{ count: 1, unseenCount: 1, isComplete: true }]);
  });

  it('hides the badge from assistive technology and puts the count in the name', async () => {
    const bell = await renderBellWithCount(2);
    expect(queryOne(bell, '.badge').getAttribute('aria-hidden')).to.equal('true');
    bell.badge = 'unread';
    bell.open = true;
    await nextFrames();
    bell.open = false;
    await nextFrames();
    const buttons = (await accessibilityTree()).filter(({ role }) => role === 'button');
    expect(buttons.map((button) => button.name)).to.deep.equal(['Notifications, 2 unread']);
    expect(buttons[0]!.haspopup).to.equal('dialog');
  });

  it('uses the label of the page as its name, and a default if it is blank', async () => {
    const bell = await renderBellWithCount(2);
    bell.label = 'Post';
    await bell.updateComplete;
    expect(buttonName(bell)).to.equal('Post, 2 new');
    bell.open = true;
    await bell.updateComplete;
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Post');
    for (const label of ['', null, undefined]) {
      bell.label = label;
      await bell.updateComplete;
      expect(buttonName(bell)).to.equal('Notifications, 2 new');
    }
  });

  for (const direction of ['ltr', 'rtl'])
    it(`grows its badge outward and upward, never over the bell, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const inner: number[] = [];
      for (const [count, fontSize] of [
        [1, ''],
        [12, ''],
        [150, ''],
        [150, '22px'],
      ] as const) {
        const bell = await renderBellWithReferences(count, () => false);
        const badge = queryOne(bell, '.badge');
        badge.style.fontSize = fontSize;
        const { left, right, bottom } = badge.getBoundingClientRect();
        const button = bellButton(bell).getBoundingClientRect();
        inner.push(direction === 'ltr' ? left - button.left : button.right - right);
        expect(bottom - button.top, 'above the middle of the bell').to.be.at.most(16);
        bell.remove();
      }
      // Firefox has rounding errors far below a thousandth of a pixel.
      expect(Math.max(...inner) - Math.min(...inner), inner.join()).to.be.below(0.001);
      expect(inner[0], 'beyond the middle of the bell').to.be.above(20);
    });
});
