import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
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

async function bellOf(unread: number, ...attributes: string[]): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  const session = createTestSession(sandbox, { ids: addNotifications(sandbox, unread) });
  sessions.push(session);
  const bell = await renderBell(session);
  for (const attribute of attributes) bell.setAttribute(attribute, '');
  await nextFrames();
  return bell;
}

/** The number on the app's icon, as the page sets it. */
function appBadge(): number[] {
  const set: number[] = [];
  const setAppBadge = (count = -1): Promise<void> => {
    set.push(count);
    return Promise.reject(new Error('no installed app'));
  };
  stubProperty(navigator, 'setAppBadge', setAppBadge);
  return set;
}

const pageTitle = document.title;

beforeEach(() => {
  sessions = [];
  document.title = 'Shop';
});
afterEach(() => (document.title = pageTitle));

describe('the count in the title of the page', () => {
  it('is off unless the page wants it, as is the one on the icon', async () => {
    const badges = appBadge();
    await bellOf(3);
    expect(document.title).to.equal('Shop');
    expect(badges).to.deep.equal([]);
  });

  it('follows the number of unread ones, and is none where all is read', async () => {
    await bellOf(3, 'title-count');
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

  it('stands before each title that a router sets, which stays the page’s own', async () => {
    const bell = await bellOf(3, 'title-count');
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

  it('goes with the attribute, and with the bell, whatever was under way', async () => {
    const bell = await bellOf(3, 'title-count');
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
    expect(document.title, 'nobody watches the title any more').to.equal('Orders');
    (await fixture<HTMLElement>(html`<div></div>`)).append(bell);
    await nextFrames();
    expect(document.title).to.equal('(2+) Orders');
  });

  it('stands there once where there are two bells, which is no quarrel', async () => {
    const first = await bellOf(3, 'title-count');
    const second = await bellOf(5, 'title-count');
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

describe('the count on the icon of the app', () => {
  it('follows the number of unread ones, and is taken away with the attribute or the bell', async () => {
    const badges = appBadge();
    const bell = await bellOf(3, 'app-badge');
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

  it('stays for as long as one of two bells wants it', async () => {
    const badges = appBadge();
    const first = await bellOf(3, 'app-badge');
    const second = await bellOf(5, 'app-badge');
    first.removeAttribute('app-badge');
    await flushTasks();
    expect(badges.at(-1)).to.equal(5);
    second.remove();
    expect(badges.at(-1)).to.equal(0);
  });

  it('is no error where the browser has none', async () => {
    const bell = await bellOf(2, 'app-badge');
    bell.remove();
    expect(document.title).to.equal('Shop');
  });
});
