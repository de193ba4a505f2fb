import { expect, fixture, html } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
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
  visibleText,
} from '../support.js';

function bellOf(unread: number, read = 0): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, unread + read, (index) => ({ isRead: index >= unread }));
  return renderBell(createTestSession(sandbox, { ids }));
}

/** A bell that counts so many, without a request for each. */
async function bellCounting(
  count: number,
  isRead: (index: number) => boolean | undefined,
): Promise<NudgeBell> {
  const references = Array.from({ length: count }, (_, index) => {
    const known = isRead(index);
    return { id: `n-${index}`, ...(known !== undefined && { isRead: known }) };
  });
  const source = { load: () => Promise.resolve({ references }) };
  return renderBell(createTestSession(createEmptySandbox(), { source }));
}

const badge = (bell: NudgeBell): string | null => {
  const [found] = queryAll(bell, '.badge');
  return found ? visibleText(found) : null;
};
const name = (bell: NudgeBell): string | null => bellButton(bell).getAttribute('aria-label');

describe('the count of a nudge-bell', () => {
  for (const [unread, text, label] of [
    [0, null, 'Notifications'],
    [1, '1', 'Notifications, 1 unread'],
    [99, '99', 'Notifications, 99 unread'],
    [100, '99+', 'Notifications, 100 unread'],
    [12_345, '99+', 'Notifications, 12,345 unread'],
  ] as const) {
    it(`is ${text} for ${unread}, and in words ${label}`, async () => {
      const bell = await bellCounting(unread, () => false);
      expect([badge(bell), name(bell)]).to.deep.equal([text, label]);
    });
  }

  it('is what the records say where the page says nothing', async () => {
    const bell = await bellOf(3, 2);
    expect([badge(bell), name(bell)]).to.deep.equal(['3', 'Notifications, 3 unread']);
  });

  it('says that there may be more where some are unknown', async () => {
    const bell = await bellCounting(40, (index) => (index < 26 ? false : undefined));
    expect([badge(bell), name(bell)]).to.deep.equal(['26+', 'Notifications, at least 26 unread']);
  });

  for (const [most, text] of [
    ['9', '9+'],
    ['150', '99+'],
    ['0', '1+'],
    ['-5', '1+'],
    ['9.9', '9+'],
    ['many', '99+'],
    ['', '1+'],
    ['Infinity', '99+'],
  ] as const) {
    it(`is ${text} for 150 where the page wants at most ${most || 'nothing'}`, async () => {
      const bell = await bellCounting(150, () => false);
      bell.setAttribute('max-count', most);
      await bell.updateComplete;
      expect(badge(bell)).to.equal(text);
      bell.removeAttribute('max-count');
      await bell.updateComplete;
      expect(badge(bell)).to.equal('99+');
    });
  }

  it('is told to the page as it changes, and not otherwise', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const session = createTestSession(sandbox, { ids });
    const counts: unknown[] = [];
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.addEventListener('nudge-unread-count-change', ({ detail }) => counts.push(detail));
    const bell = document.createElement('nudge-bell');
    bell.session = session;
    place.append(bell);
    await nextFrames();
    expect(counts.at(-1)).to.deep.equal({ count: 2, isComplete: true });
    counts.length = 0;
    session.notifications.markRead([ids[0]!]);
    session.notifications.markRead([ids[0]!]);
    await bell.updateComplete;
    expect(counts).to.deep.equal([{ count: 1, isComplete: true }]);
  });

  it('leaves the badge to the eyes, and the name to the ears', async () => {
    const bell = await bellOf(2);
    expect(queryOne(bell, '.badge').getAttribute('aria-hidden')).to.equal('true');
    bell.open = true;
    await nextFrames();
    bell.open = false;
    await nextFrames();
    const snapshot: (options: object) => Promise<unknown> = a11ySnapshot;
    const tree = (await snapshot({})) as {
      children: { role: string; name: string; haspopup?: string }[];
    };
    const buttons = tree.children.filter(({ role }) => role === 'button');
    expect(buttons.map((button) => button.name)).to.deep.equal(['Notifications, 2 unread']);
    expect(buttons[0]!.haspopup).to.equal('dialog');
  });

  it('has the name that the page gives it', async () => {
    const bell = await bellOf(2);
    bell.label = 'Post';
    await bell.updateComplete;
    expect(name(bell)).to.equal('Post, 2 unread');
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Post');
    for (const label of ['', null, undefined]) {
      bell.label = label;
      await bell.updateComplete;
      expect(name(bell)).to.equal('Notifications, 2 unread');
    }
  });
});
