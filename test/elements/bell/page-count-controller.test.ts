import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
// Loaded up front, so that no test waits for the lazy import.
import '../../../src/elements/bell/page-count-controller.js';
import type { Session } from '../../../src/inbox/session.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  nextFrames,
  renderBell,
  stubProperty,
} from '../support.js';

let sessions: Session[] = [];

async function renderBellWithCount(unread: number, ...attributes: string[]): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const session = createTestSession(sandbox, { ids: addNotifications(sandbox, unread) });
  sessions.push(session);
  const bell = await renderBell(session);
  for (const attribute of attributes) bell.setAttribute(attribute, '');
  await nextFrames();
  return bell;
}

/** Stubs `navigator.setAppBadge` and records the numbers that it receives. */
function recordAppBadges(): (number | undefined)[] {
  const counts: (number | undefined)[] = [];
  const setAppBadge = (count?: number): Promise<void> => {
    counts.push(count);
    return Promise.reject(new Error('no installed app'));
  };
  stubProperty(navigator, 'setAppBadge', setAppBadge);
  return counts;
}

const pageTitle = document.title;

beforeEach(() => {
  sessions = [];
  document.title = 'Shop';
});
afterEach(() => (document.title = pageTitle));

describe('<nudge-bell> title count', () => {
  it('is off by default, like the app badge', async () => {
    const badges = recordAppBadges();
    await renderBellWithCount(3);
    expect(document.title).to.equal('Shop');
    expect(badges).to.deep.equal([]);
  });

  it('follows the unread count and disappears when everything is read', async () => {
    const bell = await renderBellWithCount(3, 'title-count');
    bell.badge = 'unread';
    expect(document.title).to.equal('(3) Shop');
    const [session] = sessions;
    session!.notifications.markRead([session!.notifications.state.items[0]!.id]);
    await flushTasks();
    expect(document.title).to.equal('(2) Shop');
    const undo = session!.notifications.markAllRead();
    await flushTasks();
    expect(document.title).to.equal('Shop');
    undo();
    await flushTasks();
    expect(document.title).to.equal('(2) Shop');
  });

  it('is put before each title that a router sets and removed with the bell', async () => {
    const bell = await renderBellWithCount(3, 'title-count');
    for (const title of ['Orders', 'Order (3) of 5', '']) {
      document.title = title;
      await flushTasks();
      expect(document.title).to.equal(`(3) ${title}`.trim());
    }
    document.querySelector('title')!.remove();
    document.head.append(Object.assign(document.createElement('title'), { textContent: 'Afresh' }));
    await flushTasks();
    expect(document.title).to.equal('(3) Afresh');
    document.title = `${document.title} – Basket`;
    await flushTasks();
    expect(document.title).to.equal('(3) Afresh – Basket');
    bell.remove();
    expect(document.title).to.equal('Afresh – Basket');
  });

  it('is removed with the attribute or the bell, even with an update pending', async () => {
    const bell = await renderBellWithCount(3, 'title-count');
    bell.removeAttribute('title-count');
    await flushTasks();
    expect(document.title).to.equal('Shop');
    bell.titleCount = true;
    await flushTasks();
    expect(document.title).to.equal('(3) Shop');
    bell.maxCount = 2;
    bell.remove();
    await flushTasks();
    expect(document.title).to.equal('Shop');
    document.title = 'Orders';
    await flushTasks();
    expect(document.title, 'the title is no longer observed').to.equal('Orders');
    (await fixture<HTMLElement>(html`<div></div>`)).append(bell);
    await nextFrames();
    expect(document.title).to.equal('(2+) Orders');
  });

  it('is shown once if there are two bells', async () => {
    const first = await renderBellWithCount(3, 'title-count');
    const second = await renderBellWithCount(5, 'title-count');
    expect(document.title).to.equal('(3) Shop');
    document.title = 'Orders';
    await flushTasks();
    expect(document.title).to.equal('(3) Orders');
    first.remove();
    expect(document.title).to.equal('(5) Orders');
    second.remove();
    expect(document.title).to.equal('Orders');
  });
});

describe('<nudge-bell> app badge', () => {
  it('follows the unread count and is cleared with the attribute or the bell', async () => {
    const badges = recordAppBadges();
    const bell = await renderBellWithCount(3, 'app-badge');
    bell.badge = 'unread';
    expect(badges.at(-1)).to.equal(3);
    badges.length = 0;
    const { notifications } = sessions[0]!;
    notifications.markRead([notifications.state.items[0]!.id]);
    await flushTasks();
    bell.requestUpdate();
    await flushTasks();
    expect(badges).to.deep.equal([2]);
    bell.removeAttribute('app-badge');
    await flushTasks();
    expect(badges).to.deep.equal([2, 0]);
    bell.appBadge = true;
    await flushTasks();
    bell.maxCount = 7;
    bell.remove();
    await flushTasks();
    expect(badges).to.deep.equal([2, 0, 2, 0]);
    expect(document.title).to.equal('Shop');
  });

  it('is a dot, like that of the title, while the number is not known', async () => {
    const badges = recordAppBadges();
    const references = [{ id: 'n-0', isRead: false }];
    const pages = [{ references, nextCursor: 'next' }, { references: [{ id: 'n-1', isRead: false }] }];
    const source = { load: () => Promise.resolve(pages.shift() ?? { references: [] }) };
    const session = createTestSession(createEmptySandbox(), { source });
    const bell = await renderBell(session);
    bell.appBadge = bell.titleCount = true;
    await nextFrames();
    expect([document.title, badges.at(-1)]).to.deep.equal(['(•) Shop', undefined]);
    expect(badges).not.to.have.length(0);
    await session.notifications.loadMore();
    await nextFrames();
    expect([document.title, badges.at(-1)]).to.deep.equal(['(2) Shop', 2]);
  });

  it('stays while one of two bells has the attribute', async () => {
    const badges = recordAppBadges();
    const first = await renderBellWithCount(3, 'app-badge');
    const second = await renderBellWithCount(5, 'app-badge');
    first.removeAttribute('app-badge');
    await flushTasks();
    expect(badges.at(-1)).to.equal(5);
    second.remove();
    expect(badges.at(-1)).to.equal(0);
  });

  it('throws no error in a browser without the Badging API', async () => {
    const bell = await renderBellWithCount(2, 'app-badge');
    bell.remove();
    expect(document.title).to.equal('Shop');
  });
});
