import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { Session } from '../../../src/session/session.js';
import type { NotificationSource, SourceEvent } from '../../../src/session/sources/source.js';
import { accessibilityTree } from '../engine.js';
import {
  addNotifications,
  bellButton,
  cards,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  renderBell,
  renderInbox,
  setPageAttribute,
  stubProperty,
  waitUntil,
} from '../support.js';
import {
  badgeText,
  bellName,
  closePanel,
  createSessionOf,
  openByClick,
  waitForCards,
} from './bell-support.js';

/** Creates a session with a number of notifications that it knows without a request for each. */
function createSessionOfReferences(
  count: number,
  isRead: (index: number) => boolean | undefined = () => false,
): Session {
  const references = Array.from({ length: count }, (_, index) => {
    const readState = isRead(index);
    return { id: `n-${index}`, ...(readState !== undefined && { isRead: readState }) };
  });
  const source = { load: () => Promise.resolve({ references }) };
  return createTestSession(createEmptySandbox(), { source });
}

const badgeAndName = (bell: NudgeBell) => (): (string | null)[] => [badgeText(bell), bellName(bell)];

describe('<nudge-bell> badge', () => {
  for (const [count, text, name] of [
    [0, null, 'Notifications'],
    [99, '99', 'Notifications, 99 new'],
    [100, '99+', 'Notifications, 100 new'],
  ] as const) {
    it(`${text ? `is ${text}` : 'does not exist'} for ${count} new notifications, in words in the name of the bell`, async () => {
      const session = createSessionOfReferences(count);
      const bell = await renderBell(session);
      await waitUntil(() => session.notifications.state.status !== 'loading');
      await expectEventually(badgeAndName(bell), [text, name]);
    });
  }

  it('stays at the button where the page gives the bell more room', async () => {
    const bell = await renderBell(createSessionOfReferences(3));
    bell.style.cssText = 'display: block; inline-size: 300px';
    await expectEventually(() => badgeText(bell), '3');
    const button = bellButton(bell).getBoundingClientRect();
    expect(queryOne(bell, '.badge').getBoundingClientRect().left).to.be.within(button.left, button.right);
  });

  it('counts the unread records if the page gives no read state', async () => {
    const bell = await renderBell(createSessionOf(5, (index) => ({ isRead: index >= 3 })));
    await expectEventually(badgeAndName(bell), ['3', 'Notifications, 3 new']);
  });

  it('is a dot without a number while the read state of some notifications is unknown', async () => {
    const bell = await renderBell(createSessionOfReferences(40, (index) => (index < 26 ? false : undefined)));
    await expectEventually(badgeAndName(bell), ['', 'Notifications, at least 26 new']);
    const { width, height } = queryOne(bell, '.badge').getBoundingClientRect();
    expect([width, height]).to.deep.equal([12, 12]);
  });

  it('shows the number that the source says while more pages wait', async () => {
    const references = [{ id: 'n-0', isRead: false }];
    const source = {
      load: () => Promise.resolve({ references, nextCursor: 'next', unreadCount: 12, unseenCount: 12 }),
    };
    const bell = await renderBell(createTestSession(createEmptySandbox(), { source }));
    await expectEventually(badgeAndName(bell), ['12', 'Notifications, 12 new']);
  });

  it('shows a plus above max-count, which is from 1 to 99', async () => {
    const warnings = recordWarnings();
    const bell = await renderBell(createSessionOfReferences(150));
    await expectEventually(() => badgeText(bell), '99+');
    for (const [maxCount, text] of [
      ['9', '9+'],
      ['150', '99+'],
      ['0', '1+'],
      ['9.9', '9+'],
      ['many', '99+'],
    ] as const) {
      bell.setAttribute('max-count', maxCount);
      await bell.updateComplete;
      expect(badgeText(bell), maxCount).to.equal(text);
    }
    expect(warnings).to.deep.equal(['[nudge-inbox] <nudge-bell> cannot use max-count many: it uses 99.']);
    bell.maxCount = 5;
    bell.removeAttribute('max-count');
    await bell.updateComplete;
    expect(badgeText(bell), 'without the attribute').to.equal('99+');
  });

  it('is hidden from assistive technology, which reads the count in the name', async () => {
    const bell = await renderBell(createSessionOf(2));
    bell.badge = 'unread';
    await expectEventually(badgeAndName(bell), ['2', 'Notifications, 2 unread']);
    expect(queryOne(bell, '.badge').getAttribute('aria-hidden')).to.equal('true');
    const buttons = (await accessibilityTree()).filter(({ role }) => role === 'button');
    expect(buttons.map(({ name, haspopup }) => [name, haspopup])).to.deep.equal([
      ['Notifications, 2 unread', 'dialog'],
    ]);
  });

  for (const direction of ['ltr', 'rtl'])
    it(`grows outward and upward, never over the bell, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const inner: number[] = [];
      for (const [count, fontSize] of [
        [1, ''],
        [150, ''],
        [150, '22px'],
      ] as const) {
        const bell = await renderBell(createSessionOfReferences(count));
        await waitUntil(() => badgeText(bell));
        const badge = queryOne(bell, '.badge');
        badge.style.fontSize = fontSize;
        const { left, right, bottom } = badge.getBoundingClientRect();
        const button = bellButton(bell).getBoundingClientRect();
        inner.push(direction === 'ltr' ? left - button.left : button.right - right);
        expect(bottom - button.top, 'above the middle of the bell').to.be.at.most(16);
        bell.remove();
      }
      // Browsers may have rounding errors far below a thousandth of a pixel.
      expect(Math.max(...inner) - Math.min(...inner), inner.join()).to.be.below(0.001);
      expect(inner[0], 'beyond the middle of the bell').to.be.above(20);
    });
});

describe('What is seen', () => {
  function createService() {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const seen: string[][] = [];
    let emit: (event: SourceEvent) => void = () => undefined;
    const source = {
      subscribe: (emitEvent: typeof emit) => {
        emit = emitEvent;
        return undefined;
      },
      setSeen: (seenIds: string[]) => {
        seen.push(seenIds);
        return Promise.resolve();
      },
    };
    const arrive = (): void => {
      const { id } = sandbox.addNotification({ payload: { title: 'Arrival' } });
      emit({ type: 'add', references: [{ id }] });
    };
    return { session: createTestSession(sandbox, { ids, source }), ids, seen, arrive };
  }

  /** Waits until observers that were there before know it, too. */
  function waitUntilOffScreen(element: Element): Promise<void> {
    return new Promise((resolve) => {
      const observer = new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        // Browsers call the observers of a frame in any order.
        setTimeout(resolve);
      });
      observer.observe(element);
    });
  }

  it('leaves the badge of a bell when its panel opens, while the dots of the unread ones stay', async () => {
    const { session, ids, seen } = createService();
    const bell = await renderBell(session);
    await expectEventually(badgeAndName(bell), ['3', 'Notifications, 3 new']);
    expect(seen, 'loading marks nothing').to.deep.equal([]);
    const changes = recordEvents(document.body, 'nudge-seen-change');
    await openByClick(bell);
    await expectEventually(badgeAndName(bell), [null, 'Notifications']);
    await waitForCards(bell, 3);
    expect(queryAll(cards(inboxOf(bell))[0]!, '.dot')).to.have.length(1);
    expect(session.notifications.state).to.include({ unreadCount: 3, unseenCount: 0 });
    expect(seen).to.deep.equal([ids]);
    expect(changes.map(({ detail }) => detail)).to.deep.equal([{ ids }]);
    bell.badge = 'unread';
    await expectEventually(badgeAndName(bell), ['3', 'Notifications, 3 unread']);
  });

  it('is what arrives in an open panel, but not what arrives after it was closed', async () => {
    const { session, arrive } = createService();
    const bell = await renderBell(session);
    await openByClick(bell);
    await waitForCards(bell, 3);
    arrive();
    await waitForCards(bell, 4);
    await expectEventually(() => badgeText(bell), null);
    await closePanel(bell);
    await waitUntilOffScreen(inboxOf(bell));
    arrive();
    await expectEventually(badgeAndName(bell), ['1', 'Notifications, 1 new']);
  });

  it('is not what arrives while the panel fades out', async () => {
    const { session, arrive } = createService();
    const bell = await renderBell(session);
    await openByClick(bell);
    await waitForCards(bell, 3);
    await expectEventually(() => badgeText(bell), null);
    bell.open = false;
    await bell.updateComplete;
    arrive();
    await expectEventually(badgeAndName(bell), ['1', 'Notifications, 1 new']);
    await waitUntilOffScreen(inboxOf(bell));
    expect(badgeText(bell)).to.equal('1');
  });

  it('is not what arrives in a hidden page, until the customer returns to the open panel', async () => {
    const { session, arrive } = createService();
    const bell = await renderBell(session);
    await openByClick(bell);
    await expectEventually(() => badgeText(bell), null);
    stubProperty(document, 'visibilityState', 'hidden');
    arrive();
    await expectEventually(() => badgeText(bell), '1');
    await waitForCards(bell, 4);
    expect(badgeText(bell)).to.equal('1');
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await expectEventually(() => badgeText(bell), null);
  });

  it('is what an inbox lists once it is in the viewport', async () => {
    const { session, seen, ids } = createService();
    const spacer = await fixture<HTMLElement>(html`<div style="height: 3000px"></div>`);
    const inbox = await renderInbox(session);
    spacer.after(inbox);
    await waitUntil(() => session.notifications.state.unreadCount === 3);
    expect([seen, session.notifications.state.unseenCount]).to.deep.equal([[], 3]);
    inbox.scrollIntoView();
    await expectEventually(() => [seen, session.notifications.state.unseenCount], [[ids], 0]);
  });

  it('is not what arrives while an inbox shows the preferences', async () => {
    const { session, arrive } = createService();
    const inbox = await renderInbox(session);
    await expectEventually(() => session.notifications.state.unseenCount, 0);
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, 'nudge-preferences').length === 1);
    arrive();
    await waitUntil(() => session.notifications.state.items[0]?.record?.payload.title === 'Arrival');
    expect(session.notifications.state.unseenCount).to.equal(1);
    inbox.view = 'inbox';
    await expectEventually(() => session.notifications.state.unseenCount, 0);
  });
});

const pageTitle = document.title;

describe('<nudge-bell> title count', () => {
  beforeEach(() => (document.title = 'Shop'));
  afterEach(() => (document.title = pageTitle));

  async function renderWithTitle(unread: number): Promise<NudgeBell> {
    const bell = await renderBell(createSessionOf(unread));
    bell.titleCount = true;
    await waitUntil(() => badgeText(bell) === String(unread));
    return bell;
  }
  const expectTitle = (title: string): Promise<void> => expectEventually(() => document.title, title);

  it('follows the unread count and disappears when everything is read', async () => {
    const bell = await renderWithTitle(3);
    await expectTitle('(3) Shop');
    bell.badge = 'unread';
    const { notifications } = bell.session!;
    notifications.markRead([notifications.state.items[0]!.id]);
    await expectTitle('(2) Shop');
    const undo = notifications.markAllRead();
    await expectTitle('Shop');
    undo();
    await expectTitle('(2) Shop');
  });

  it('is put before each title that a router sets and removed with the bell', async () => {
    const bell = await renderWithTitle(3);
    await expectTitle('(3) Shop');
    for (const title of ['Orders', 'Order (3) of 5', '']) {
      document.title = title;
      await expectTitle(`(3) ${title}`.trim());
    }
    document.querySelector('title')!.remove();
    document.head.append(Object.assign(document.createElement('title'), { textContent: 'Afresh' }));
    await expectTitle('(3) Afresh');
    document.title = `${document.title} – Basket`;
    await expectTitle('(3) Afresh – Basket');
    bell.remove();
    expect(document.title).to.equal('Afresh – Basket');
  });

  it('is removed with the attribute or the bell, even with an update pending', async () => {
    const bell = await renderWithTitle(3);
    await expectTitle('(3) Shop');
    bell.titleCount = false;
    await expectTitle('Shop');
    bell.titleCount = true;
    await expectTitle('(3) Shop');
    bell.maxCount = 2;
    bell.remove();
    await bell.updateComplete;
    expect(document.title).to.equal('Shop');
    document.title = 'Orders';
    (await fixture<HTMLElement>(html`<div></div>`)).append(bell);
    await expectTitle('(2+) Orders');
  });

  it('is shown once if there are two bells', async () => {
    const first = await renderWithTitle(3);
    await expectTitle('(3) Shop');
    const second = await renderWithTitle(5);
    document.title = 'Orders';
    await expectTitle('(3) Orders');
    first.remove();
    await expectTitle('(5) Orders');
    second.remove();
    expect(document.title).to.equal('Orders');
  });
});

describe('<nudge-bell> app badge', () => {
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

  it('follows the count of the bell and is cleared with the attribute or the bell', async () => {
    const badges = recordAppBadges();
    const bell = await renderBell(createSessionOf(3));
    bell.badge = 'unread';
    await waitUntil(() => badgeText(bell) === '3');
    bell.appBadge = true;
    await expectEventually(() => badges, [3]);
    const { notifications } = bell.session!;
    notifications.markRead([notifications.state.items[0]!.id]);
    await expectEventually(() => badges, [3, 2]);
    bell.appBadge = false;
    await expectEventually(() => badges, [3, 2, 0]);
    bell.appBadge = true;
    await expectEventually(() => badges, [3, 2, 0, 2]);
    bell.maxCount = 7;
    bell.remove();
    await bell.updateComplete;
    expect(badges).to.deep.equal([3, 2, 0, 2, 0]);
    expect(document.title, 'the title is another matter').to.equal(pageTitle);
  });

  it('stays as the last visit has left it until the list is known, or nobody is signed in', async () => {
    const badges = recordAppBadges();
    const source: NotificationSource = { load: () => new Promise(() => undefined) };
    const session = createTestSession(createEmptySandbox(), { source });
    const bell = await renderBell(session);
    bell.appBadge = true;
    await bell.updateComplete;
    expect(badges).to.deep.equal([]);
    await session.signOut();
    await expectEventually(() => badges, [0]);
    bell.remove();
  });

  it('is a dot, like that of the title, while the number is not known', async () => {
    document.title = 'Shop';
    const badges = recordAppBadges();
    // The service has them: what it does not know would go with the first request for a record.
    const sandbox = createEmptySandbox();
    const [first, second] = addNotifications(sandbox, 2).map((id) => [{ id, isRead: false }]);
    const pages = [{ references: first!, nextCursor: 'next' }, { references: second! }];
    const source = { load: () => Promise.resolve(pages.shift() ?? { references: [] }) };
    const session = createTestSession(sandbox, { source });
    const bell = await renderBell(session);
    bell.appBadge = bell.titleCount = true;
    await expectEventually(() => [document.title, badges], ['(•) Shop', [undefined]]);
    await session.notifications.loadMore();
    await expectEventually(() => [document.title, badges], ['(2) Shop', [undefined, 2]]);
    bell.remove();
    document.title = pageTitle;
  });

  it('stays while one of two bells has the attribute', async () => {
    const badges = recordAppBadges();
    const [first, second] = [await renderBell(createSessionOf(3)), await renderBell(createSessionOf(5))];
    await waitUntil(() => badgeText(first) === '3' && badgeText(second) === '5');
    first.appBadge = true;
    await expectEventually(() => badges, [3]);
    second.appBadge = second.titleCount = true;
    // Its count shows in the title only.
    await waitUntil(() => document.title.startsWith('(5)'));
    first.appBadge = false;
    await expectEventually(() => badges, [3, 5]);
    second.remove();
    expect(badges).to.deep.equal([3, 5, 0]);
  });
});
