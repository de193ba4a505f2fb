import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse, sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { notIn } from '../engine.js';
import { fetchHeld } from '../list/fetch-held.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  cards,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  hoverOver,
  inboxOf,
  installFakeTimers,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';
import {
  badgeText,
  bellName,
  closePanel,
  createSessionOf,
  isPanelVisible,
  narrow,
  openByClick,
  openPanel,
  waitForCards,
  waitForPanel,
  waitUntilClosed,
  wide,
} from './bell-support.js';

describe('<nudge-bell>', () => {
  before(() => setViewport(wide));

  it('starts closed, and requests no notification until it opens', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const source = { load: () => Promise.resolve({ references: ids.map((id) => ({ id, isRead: false })) }) };
    const bell = await renderBell(createTestSession(sandbox, { source }));
    await expectEventually(() => badgeText(bell), '3');
    expect([isPanelVisible(bell), bellButton(bell).getAttribute('aria-expanded')]).to.deep.equal([
      false,
      'false',
    ]);
    expect(countRequests(sandbox)).to.equal(0);
    await openByClick(bell);
    await waitForCards(bell, 3);
  });

  it('focuses its button by focus(), once it has one', async () => {
    document.createElement('nudge-bell').focus();
    const bell = await renderBell(createSessionOf(1));
    bell.focus();
    expect(bell.shadowRoot!.activeElement).to.equal(bellButton(bell));
    bellButton(bell).blur();
  });

  for (const [sign, reach, leave] of [
    ['a pointer', (bell) => hoverOver(bellButton(bell)), () => resetMouse()],
    ['the focus', (bell) => bellButton(bell).focus(), (bell) => bellButton(bell).blur()],
  ] as [string, (bell: NudgeBell) => unknown, (bell: NudgeBell) => unknown][])
    it(`has at most six cards once ${sign} is on it, which a press only shows`, async () => {
      await resetMouse();
      const sandbox = createEmptySandbox();
      const references = addNotifications(sandbox, 9).map((id) => ({ id, isRead: false }));
      const source = { load: () => Promise.resolve({ references }) };
      const session = createTestSession(sandbox, { source });
      const bell = await renderBell(session);
      await expectEventually(() => badgeText(bell), '9');
      await reach(bell);
      await waitUntil(() => countRequests(sandbox) > 0, 'nothing is requested');
      // Whoever only passes by has begun to load what a press would need.
      leave(bell);
      await waitForCards(bell, 6);
      expect(isPanelVisible(bell)).to.be.false;
      expect(session.notifications.state.unseenCount).to.equal(9);
      expect(countRequests(sandbox)).to.equal(8);
      bell.open = true;
      await bell.updateComplete;
      expect(isPanelVisible(bell)).to.be.true;
      expect(cards(inboxOf(bell)).length).to.be.at.least(6);
      await expectEventually(() => countRequests(sandbox), 9);
    });

  it('has its first cards together before a press, and at the press those that there are', async () => {
    await resetMouse();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 4);
    const { fetch, isRequested, release } = fetchHeld(sandbox, ids[2]!);
    const source = { load: () => Promise.resolve({ references: ids.map((id) => ({ id, isRead: false })) }) };
    const session = createTestSession(sandbox, { source, fetch });
    const bell = await renderBell(session);
    await expectEventually(() => badgeText(bell), '4');
    const areOthersLoaded = (): boolean =>
      session.notifications.state.items.filter(({ status }) => status === 'loaded').length === 3;
    await hoverOver(bellButton(bell));
    await waitUntil(() => isRequested() && areOthersLoaded(), 'The others are not loaded.');
    await inboxOf(bell).updateComplete;
    expect(cards(inboxOf(bell))).to.have.length(0);
    bell.open = true;
    await bell.updateComplete;
    await waitForCards(bell, 3);
    release();
    await waitForCards(bell, 4);
  });

  for (const [name, viewport] of [
    ['at the bell', wide],
    ['as a sheet', narrow],
  ] as const)
    it(`is laid out before a press ${name}, out of reach, and nothing scrolls`, async () => {
      await setViewport(viewport);
      await resetMouse();
      const bell = await renderBell(createSessionOf(2));
      const header = document.createElement('header');
      Object.assign(header.style, { overflow: 'auto', transform: 'scale(1)' });
      bell.before(header);
      header.append(bell);
      const scrollSize = (): number[] => [header.scrollWidth, header.scrollHeight];
      const before = scrollSize();
      const cardHeight = (): number => cards(inboxOf(bell))[0]!.getBoundingClientRect().height;
      bellButton(bell).focus();
      await waitUntil(() => queryAll(bell, 'dialog').length === 1, 'The panel is not rendered.');
      await waitForCards(bell, 2);
      await waitUntil(() => cardHeight() > 0, 'The first card is not laid out.');
      const [card] = cards(inboxOf(bell));
      const isTransparent = !card!.checkVisibility({ opacityProperty: true });
      const isClipped = card!.getBoundingClientRect().bottom <= header.getBoundingClientRect().top;
      expect(isTransparent || isClipped, 'nobody sees it').to.be.true;
      expect(panelOf(bell).inert, 'nobody reaches it').to.be.true;
      expect(scrollSize()).to.deep.equal(before);
      bellButton(bell).blur();
      await waitUntil(() => cardHeight() === 0, 'It is still laid out.');
      bellButton(bell).focus();
      await sendKeys({ press: 'Enter' });
      await waitForPanel(bell);
      await setViewport(wide);
    });

  it('shows the cards of a list that comes after it was opened', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    const load = async (): Promise<{ references: { id: string }[] }> => {
      await responded;
      return { references: ids.map((id) => ({ id, isRead: false })) };
    };
    const bell = await renderBell(createTestSession(sandbox, { source: { load } }));
    await openByClick(bell);
    expect(cards(inboxOf(bell))).to.have.length(0);
    respond();
    await waitForCards(bell, 3);
  });

  it('starts open with the open attribute', async () => {
    const bell = await fixture<NudgeBell>(
      html`<nudge-bell .session=${createTestSession(createEmptySandbox())} open></nudge-bell>`,
    );
    await waitForPanel(bell);
  });

  it('opens and closes by property and attribute without firing events', async () => {
    const bell = await renderBell(createSessionOf(1));
    const [opens, closes] = [recordEvents(bell, 'nudge-open'), recordEvents(bell, 'nudge-close')];
    for (const [change, isOpen] of [
      [() => (bell.open = true), true],
      [() => (bell.open = false), false],
      [() => bell.setAttribute('open', ''), true],
      [() => bell.removeAttribute('open'), false],
    ] as const) {
      change();
      await expectEventually(() => [bell.open, isPanelVisible(bell)], [isOpen, isOpen]);
    }
    expect([opens.length, closes.length]).to.deep.equal([0, 0]);
  });

  it('is closed in a copy of the page, and stays open if a script takes off attributes it does not know', async () => {
    for (const isByAttribute of [false, true]) {
      const bell = await renderBell(createSessionOf(1));
      bell.toggleAttribute('open', isByAttribute);
      if (isByAttribute) await waitForPanel(bell);
      if (isByAttribute) await closePanel(bell);
      await openByClick(bell);
      bell.removeAttribute('open');
      await bell.updateComplete;
      bell.after(bell.cloneNode(true));
      const copy = document.querySelectorAll('nudge-bell')[1]!;
      await copy.updateComplete;
      expect([bell.open, copy.open]).to.deep.equal([true, false]);
      bell.remove();
      copy.remove();
    }
  });

  it('stays closed if the page cancels nudge-open', async () => {
    const bell = await renderBell(createSessionOf(1));
    const opens = recordEvents(bell, 'nudge-open');
    bell.addEventListener('nudge-open', (event) => event.preventDefault(), { once: true });
    await clickOn(bellButton(bell));
    await waitUntil(() => opens.length === 1);
    expect([bell.open, isPanelVisible(bell)]).to.deep.equal([false, false]);
    await openByClick(bell);
  });

  it('stays open if the page cancels nudge-close', async () => {
    const bell = await renderBell(createSessionOf(1));
    await openByClick(bell);
    const closes = recordEvents(bell, 'nudge-close');
    bell.addEventListener('nudge-close', (event) => event.preventDefault());
    await sendKeys({ press: 'Escape' });
    await clickOn(bellButton(bell));
    queryOne(bell, '[slot=header-actions]').click();
    await expectEventually(
      () => closes.map(({ detail }) => detail.reason),
      ['escape', 'button', 'close-button'],
    );
    await bell.updateComplete;
    expect([bell.open, isPanelVisible(bell)]).to.deep.equal([true, true]);
  });

  describe('closes, since it would cover what comes,', () => {
    async function openWith(payload: object): Promise<[NudgeBell, HTMLElement]> {
      const bell = await renderBell(createSessionOf(1, () => ({ payload })));
      await openByClick(bell);
      await waitForCards(bell, 1);
      return [bell, cards(inboxOf(bell))[0]!];
    }

    async function expectClosed(bell: NudgeBell, press: () => void): Promise<void> {
      const closes = recordEvents(bell, 'nudge-close');
      press();
      await waitUntilClosed(bell);
      expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'navigate' }]);
    }

    it('when a router of the page follows the link of a card', async () => {
      const [bell, card] = await openWith({ itemRedirect: '/there' });
      const controller = new AbortController();
      document.addEventListener('click', (event) => event.preventDefault(), controller);
      await expectClosed(bell, () => queryOne(card, '.item-link').click());
      controller.abort();
    });

    it('when a link in a slot of the page is pressed, but not for another tab or a file', async () => {
      const [bell] = await openWith({});
      bell.insertAdjacentHTML(
        'beforeend',
        '<p slot="footer"><a href="#all">All</a><a href="#new" target="_blank">New</a><a href="#file" download>File</a></p>',
      );
      const [all, other, file] = bell.querySelectorAll('a');
      const controller = new AbortController();
      document.addEventListener('click', (event) => event.preventDefault(), controller);
      other!.click();
      file!.click();
      all!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
      await bell.updateComplete;
      expect(bell.open).to.equal(true);
      await expectClosed(bell, () => all!.click());
      controller.abort();
    });

    it('when a link in a slot of the page is pressed that keeps the click to itself', async () => {
      const [bell] = await openWith({});
      bell.insertAdjacentHTML('beforeend', '<a slot="footer" href="#all">All</a>');
      const link = bell.querySelector('a')!;
      link.addEventListener('click', (event) => {
        event.preventDefault();
        event.stopPropagation();
      });
      await expectClosed(bell, () => link.click());
    });

    it('when the page cancels nudge-select to show the notification itself', async () => {
      const [bell, card] = await openWith({});
      bell.addEventListener('nudge-select', (event) => event.preventDefault());
      await expectClosed(bell, () => queryOne(card, '.item-button').click());
    });
  });

  it('uses the label of the page as its name, and a default if it is blank', async () => {
    const bell = await renderBell(createSessionOf(2));
    bell.label = 'Post';
    await expectEventually(() => bellName(bell), 'Post, 2 new');
    await openPanel(bell);
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Post');
    for (const label of ['', null, undefined]) {
      bell.label = label;
      await bell.updateComplete;
      expect(panelOf(bell).getAttribute('aria-label')).to.equal('Notifications');
    }
  });

  it('fires nudge-unread-count-change only when the count changes', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const session = createTestSession(sandbox, { ids });
    const changes = recordEvents(document.body, 'nudge-unread-count-change');
    const bell = await renderBell(session);
    await expectEventually(() => changes.at(-1)?.detail, { count: 2, unseenCount: 2, isComplete: true });
    await waitUntil(() => badgeText(bell) === '2');
    const before = changes.length;
    session.notifications.markRead([ids[0]!]);
    session.notifications.markRead([ids[0]!]);
    await bell.updateComplete;
    session.notifications.markRead([ids[1]!]);
    await expectEventually(
      () => changes.slice(before).map(({ detail }) => detail),
      [
        { count: 1, unseenCount: 1, isComplete: true },
        { count: 0, unseenCount: 0, isComplete: true },
      ],
    );
  });

  it('announces one message per burst of arrivals in an element that is there before', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const timers = installFakeTimers();
    const bell = await renderBell(session);
    await expectEventually(() => badgeText(bell), '1');
    const status = queryOne(bell, '.root > [role=status]');
    expect([status.checkVisibility(), status.textContent]).to.deep.equal([true, '']);
    session.notifications.add(addNotifications(sandbox, 1));
    await timers.advance(500);
    session.notifications.add(addNotifications(sandbox, 2));
    await timers.advance(500);
    expect(status.textContent).to.equal('');
    await timers.advance(1000);
    expect(queryOne(bell, '.root > [role=status]').textContent).to.equal('3 new notifications');
    expect(status.isConnected).to.be.true;
  });

  it('leaves the announcement to another one if it is not rendered then, which it finds out once per burst', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
    const timers = installFakeTimers();
    const [first, second] = [await renderBell(session), await renderBell(session)];
    await expectEventually(() => badgeText(second), '1');
    let questions = 0;
    stubProperty(first, 'checkVisibility', () => {
      questions += 1;
      return Element.prototype.checkVisibility.call(first);
    });
    for (let arrival = 0; arrival < 3; arrival++) session.notifications.add(addNotifications(sandbox, 1));
    first.hidden = true;
    await timers.advance(1000);
    const texts = [first, second].map((bell) => queryOne(bell, '.root > [role=status]').textContent);
    expect([texts, questions]).to.deep.equal([['', '3 new notifications'], 1]);
  });

  it('leaves no timers or listeners behind when it is opened, closed and removed', async () => {
    // Away from the bell, which would have a tooltip.
    await resetMouse();
    stubProperty(CSS, 'supports', () => false);
    const timers = installFakeTimers();
    const listeners = countListeners();
    const bell = await renderBell(createSessionOf(3));
    const counts: number[] = [];
    for (let cycle = 0; cycle < 3; cycle++) {
      await openPanel(bell);
      await waitForCards(bell, 3);
      await closePanel(bell);
      bellButton(bell).blur();
      counts.push(listeners.count);
    }
    expect(new Set(counts), counts.join()).to.have.length(1);
    bell.remove();
    await expectEventually(() => [timers.pendingCount, listeners.count], [0, 0]);
  });
});

/** Counts the listeners that are added to the window and the document from now on. */
function countListeners(): { count: number } {
  const state = { count: 0 };
  const targets: EventTarget[] = [window, document];
  const { addEventListener } = EventTarget.prototype;
  const { removeEventListener } = EventTarget.prototype;
  stubProperty(
    EventTarget.prototype,
    'addEventListener',
    function (this: EventTarget | undefined, ...all: unknown[]) {
      const [, , options] = all as [string, unknown, AddEventListenerOptions | undefined];
      if (targets.includes(this ?? window)) {
        state.count += 1;
        options?.signal?.addEventListener('abort', () => (state.count -= 1));
      }
      Reflect.apply(addEventListener, this ?? window, all);
    },
  );
  stubProperty(
    EventTarget.prototype,
    'removeEventListener',
    function (this: EventTarget | undefined, ...all: unknown[]) {
      if (targets.includes(this ?? window)) state.count -= 1;
      Reflect.apply(removeEventListener, this ?? window, all);
    },
  );
  return state;
}

describe('<nudge-bell> sheet', () => {
  beforeEach(() => setViewport(narrow));
  after(() => setViewport(wide));

  it('closes when the customer goes back in the history of the page', async () => {
    const bell = await renderBell(createSessionOf(1));
    await openByClick(bell);
    const closes = recordEvents(bell, 'nudge-close');
    history.pushState(null, '', '#elsewhere');
    history.back();
    await waitUntilClosed(bell);
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['navigate']);
  });

  notIn('webkit', 'it has no moveBefore()')(
    'closes with its surroundings, too, after moveBefore(), with which it stays open',
    async () => {
      const bell = await renderBell(createSessionOf(2));
      const dialog = await openPanel(bell);
      const around = await fixture<HTMLElement>(html`<div></div>`);
      around.moveBefore(bell, null);
      await bell.updateComplete;
      expect([bell.open, dialog.matches(':modal')]).to.deep.equal([true, true]);
      around.hidden = true;
      await expectEventually(() => [bell.open, dialog.matches(':modal')], [false, false]);
    },
  );

  it('reopens if the browser fires close before toggle', async () => {
    const bell = await renderBell(createSessionOf(1));
    await openPanel(bell);
    bell.open = false;
    await bell.updateComplete;
    bell.open = true;
    await bell.updateComplete;
    // Before `toggle`: browsers fire the two events in either order.
    panelOf(bell).dispatchEvent(new Event('close'));
    await waitUntil(() => panelOf(bell).matches(':modal'));
    expect(bell.open).to.be.true;
  });

  it('keeps its place whatever size the page gives the panel', async () => {
    addHostStyle(
      'nudge-bell::part(panel) { inline-size: 200px; block-size: 100px; inset: 5px; margin: 9px }',
    );
    const bell = await renderBell(createSessionOf(1));
    await openPanel(bell);
    const { left, width, bottom } = inboxOf(bell).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height + 1]);
  });

  it('is in its place when the page, left in the middle of a drag, comes back', async () => {
    const bell = await renderBell(createSessionOf(1));
    await openPanel(bell);
    const inbox = inboxOf(bell);
    inbox.setPointerCapture = () => undefined;
    const move = (type: string, clientY: number): void => {
      const options = { bubbles: true, composed: true, isPrimary: true, buttons: 1, clientY };
      queryOne(inbox, 'header').dispatchEvent(new PointerEvent(type, options));
    };
    const { bottom } = inbox.getBoundingClientRect();
    move('pointerdown', 100);
    move('pointermove', 300);
    expect(inbox.getBoundingClientRect().bottom).to.equal(bottom + 200);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(inbox.getBoundingClientRect().bottom).to.equal(bottom);
  });
});

describe('<nudge-bell> panel', () => {
  before(() => setViewport(wide));

  it('is as high as what it shows', async () => {
    const bell = await renderBell(createSessionOf(1));
    await expectEventually(() => badgeText(bell), '1');
    await openPanel(bell);
    await waitForCards(bell, 1);
    expect(inboxOf(bell).offsetHeight).to.be.within(150, 300);
    const longer = await renderBell(createSessionOf(20));
    await expectEventually(() => badgeText(longer), '20');
    await openPanel(longer);
    expect(inboxOf(longer).offsetHeight).to.be.within(500, 600);
  });

  it('keeps its height if it opens while the list is loading', async () => {
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1);
    let respond: () => void = () => undefined;
    const load = (): Promise<{ references: { id: string }[] }> =>
      new Promise((resolve) => (respond = () => resolve({ references: [{ id }] })));
    const bell = await renderBell(createTestSession(sandbox, { source: { load } }));
    await openPanel(bell);
    expect(inboxOf(bell).offsetHeight).to.equal(600);
    respond();
    await waitForCards(bell, 1);
    expect(inboxOf(bell).offsetHeight).to.equal(600);
  });

  it('does not let the end of its list scroll the page, as that of an inline list does', async () => {
    const bell = await renderBell(createSessionOf(3));
    await openPanel(bell);
    const inline = await renderInbox(bell.session);
    const behaviorOf = (inbox: Element): string =>
      getComputedStyle(queryOne(inbox, '.list')).overscrollBehaviorY;
    expect([behaviorOf(inline), behaviorOf(inboxOf(bell))]).to.deep.equal(['auto', 'contain']);
  });
});
