import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  bellButton,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  installFakeTimers,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText, type Feed } from './feed-support.js';
import {
  choice,
  choices,
  expectUnread,
  menuOf,
  openChoices,
  openMenus,
  renderSnoozable,
  setClockToMorning,
  snoozeTools,
  timeField,
} from './snooze-support.js';

const hourMs = 3_600_000;
const inAnHour = (): Date => new Date(Date.now() + hourMs);

describe('<nudge-inbox snooze>', () => {
  beforeEach(() => setClockToMorning());

  it('leaves the titles of a narrow list as wide as they are without it', async () => {
    const { inbox } = await renderFeed(1);
    inbox.style.width = '260px';
    await inbox.updateComplete;
    const titleWidth = (): number => queryOne(cards(inbox)[0]!, '.title').getBoundingClientRect().width;
    const before = titleWidth();
    inbox.snooze = true;
    await waitUntil(() => snoozeTools(inbox).length === 1);
    expect(snoozeTools(inbox)[0]!.getBoundingClientRect().width).to.equal(28);
    expect(titleWidth()).to.equal(before);
  });

  it('offers nothing without the attribute', async () => {
    const { inbox } = await renderFeed(1);
    expect(snoozeTools(inbox)).to.have.length(0);
    inbox.setAttribute('snooze', '');
    await waitUntil(() => snoozeTools(inbox).length === 1);
    expect(snoozeTools(inbox)[0]!.ariaLabel).to.equal('Snooze…');
    inbox.removeAttribute('snooze');
    await waitUntil(() => snoozeTools(inbox).length === 0);
    await clickOn(queryOne(inbox, '.panel-menu-button'));
    expect(queryAll(inbox, '.menu button').map(visibleText)).to.deep.equal(['Dismissed']);
  });

  it('offers times, and says that it is on this device', async () => {
    const { inbox } = await renderSnoozable(2);
    await openChoices(inbox);
    expect(choices(inbox)).to.deep.equal([
      'Today 2:00 PM',
      'Tomorrow 9:00 AM',
      'Next week Mon 9:00 AM',
      'Snooze',
    ]);
    expect(visibleText(menuOf(inbox).querySelector('h2')!)).to.equal('Snooze');
    expect(visibleText(menuOf(inbox).querySelector('p')!)).to.equal('On this device only.');
    expect(timeField(inbox).labels![0]!.textContent.trim()).to.equal('Choose date and time');
  });

  it('takes a notification off the list, which can be undone', async () => {
    const { inbox, session } = await renderSnoozable(3);
    await openChoices(inbox, 1);
    await clickOn(choice(inbox, 'Tomorrow'));
    await expectUnread(inbox, 0, 2);
    expect(undoText(inbox)).to.match(/^Snoozed until tomorrow\W+(at )?9:00 AM Undo$/);
    expect(session.notifications.state.unreadCount).to.equal(2);
    await clickOn(queryOne(inbox, '.undo button'));
    await expectUnread(inbox, 0, 1, 2);
    await waitUntil(() => deepActiveElement() === articles(inbox)[1], 'the notification has the focus');
  });

  it('offers the same in the menu of a touch screen', async () => {
    const { matchMedia } = window;
    stubProperty(window, 'matchMedia', (query) => {
      if (!query.includes('hover') && !query.includes('pointer')) return matchMedia.call(window, query);
      return {
        matches: query.includes('coarse'),
        addEventListener: () => undefined,
      } as unknown as MediaQueryList;
    });
    const { inbox } = await renderFeed(2);
    inbox.snooze = true;
    await inbox.updateComplete;
    const card = cards(inbox)[0]!;
    await clickOn(queryOne(card, '.more-button'));
    await waitUntil(() => openMenus(card).length === 1);
    expect(choices(card)).to.deep.equal(['Mark as read', 'Snooze…', 'Dismiss']);
    await clickOn(choice(card, 'Snooze…'));
    await waitUntil(() => openMenus(inbox).length === 1);
    await clickOn(choice(inbox, 'Today'));
    await expectUnread(inbox, 1);
  });

  it('says if it has failed, as without a network', async () => {
    const { inbox, session } = await renderSnoozable(1);
    stubProperty(session.notifications, 'snooze', () => Promise.resolve(false));
    await openChoices(inbox);
    await clickOn(choice(inbox, 'Tomorrow'));
    await expectEventually(() => undoText(inbox), 'Something went wrong. Please try again.');
    await expectUnread(inbox, 0);
  });

  it('ends when the notification is revealed, whatever menu is open', async () => {
    const { inbox, session, ids } = await renderSnoozable(2);
    await session.notifications.snooze([ids[1]!], inAnHour());
    await expectUnread(inbox, 0);
    await openChoices(inbox);
    expect(await inbox.reveal(ids[1]!)).to.equal(true);
    expect(openMenus(inbox)).to.deep.equal([]);
    expect(deepActiveElement()).to.equal(articles(inbox)[1]);
  });
});

describe('A snoozed notification', () => {
  it('comes back on top as an arrival, with the badge', async () => {
    const timers = installFakeTimers();
    const start = Number(new Date(2025, 10, 18, 10, 30));
    let passedMs = 0;
    stubProperty(Date, 'now', () => start + passedMs);
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, (index) => ({
      createdDate: new Date(start - (index + 1) * 24 * hourMs).toISOString(),
    }));
    const session = createTestSession(sandbox, { ids });
    const bell = await fixture<NudgeBell>(html`<nudge-bell .session=${session} snooze></nudge-bell>`);
    await clickOn(bellButton(bell));
    await waitUntil(() => queryAll(bell, 'nudge-inbox').length === 1);
    const inbox = inboxOf(bell);
    await expectUnread(inbox, 0, 1);
    await waitUntil(() => session.notifications.state.unseenCount === 0);
    const arrivals = recordEvents(bell, 'nudge-arrival');
    await session.notifications.snooze([ids[1]!], new Date(start + hourMs));
    await expectUnread(inbox, 0);
    bell.open = false;
    await waitUntil(() => !isVisible(panelOf(bell)));
    passedMs = hourMs;
    await timers.advance(hourMs);
    await expectEventually(() => arrivals.map(({ detail }) => detail), [{ ids: [ids[1]!] }]);
    await expectEventually(() => queryAll(bell, '.badge').map(visibleText), ['1']);
    await clickOn(bellButton(bell));
    await expectUnread(inbox, 1, 0);
    expect(queryAll(inbox, '.day').map(visibleText)).to.deep.equal(['Today', 'Yesterday']);
    // Not a time alone, which would be one of today.
    expect(visibleText(queryOne(cards(inbox)[0]!, 'time [aria-hidden]'))).to.match(/\w+ \d+:\d\d [AP]M/);
  });
});

describe('<nudge-inbox> with snoozed notifications', () => {
  const until = new Date('2027-03-12T09:00:00');
  const filters = (inbox: Element): string[] =>
    queryAll(inbox, '.filter').map((button) => `${visibleText(button)} ${button.ariaPressed}`);

  /** A list of three, of which so many are snoozed. */
  async function renderSnoozed(count: number): Promise<Feed> {
    const feed = await renderFeed(3);
    feed.inbox.snooze = true;
    await feed.session.notifications.snooze(feed.ids.slice(0, count), until);
    await waitUntil(() => articles(feed.inbox).length === 3 - count);
    return feed;
  }

  async function showSnoozed(inbox: NudgeInbox): Promise<void> {
    await clickOn(queryOne(inbox, '.panel-menu-button'));
    await clickOn(queryAll(inbox, '.menu button').find((item) => visibleText(item) === 'Snoozed')!);
    await waitUntil(() => inbox.filter === 'snoozed');
  }

  it('shows them by its menu, each with when it comes back, and goes back by the filter', async () => {
    const { inbox } = await renderSnoozed(2);
    await showSnoozed(inbox);
    await expectUnread(inbox, 0, 1);
    expect(filters(inbox)).to.deep.equal(['All false', 'Unread 1 false', 'Snoozed true']);
    expect(visibleText(deepActiveElement()!), 'the filter has the focus').to.equal('Snoozed');
    const lines = queryAll(inbox, '.snoozed-until').map((line) => visibleText(line).replace('\u202f', ' '));
    expect(lines).to.deep.equal(Array(2).fill('Snoozed until Mar 12, 2027, 9:00 AM'));
    await clickOn(queryAll(inbox, '.filter')[0]!);
    await expectUnread(inbox, 2);
    expect(filters(inbox)).to.deep.equal(['All true', 'Unread 1 false']);
  });

  it('puts one back by the button in the place of Dismiss, which can be undone until the same time', async () => {
    const { inbox, session, ids } = await renderSnoozed(2);
    inbox.filter = 'snoozed';
    await expectUnread(inbox, 0, 1);
    await hoverOver(cards(inbox)[0]!);
    await clickOn(queryOne(cards(inbox)[0]!, '.tools [aria-label=Restore]'));
    await expectUnread(inbox, 1);
    expect(undoText(inbox)).to.equal('Restored Undo');
    expect(session.notifications.state.items.map(({ id }) => id)).to.deep.equal([ids[0], ids[2]]);
    await clickOn(queryOne(inbox, '.undo button'));
    await expectUnread(inbox, 0, 1);
    expect(session.notifications.state.snoozedItems.map(({ snoozedUntil }) => snoozedUntil)).to.deep.equal(
      Array(2).fill(until.toISOString()),
    );
  });

  it('neither dismisses nor snoozes there, whether by keys or by the menu of the panel', async () => {
    const { inbox } = await renderSnoozed(1);
    await showSnoozed(inbox);
    await expectUnread(inbox, 0);
    expect(queryAll(cards(inbox)[0]!, '.tools button').map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Mark as read',
      'Restore',
    ]);
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    expect(articles(inbox)).to.have.length(1);
    expect(queryAll(inbox, '.panel-menu-button')).to.deep.equal([]);
  });

  it('puts back what is selected, and by the shortcut E', async () => {
    const { inbox, session } = await renderSnoozed(3);
    Object.assign(inbox, { selectable: true, shortcuts: true, filter: 'snoozed' });
    await waitUntil(() => queryAll(inbox, '[type=checkbox]').length === 3);
    await clickOn(queryAll(inbox, '[type=checkbox]')[0]!);
    await clickOn(queryAll(inbox, '[type=checkbox]')[1]!);
    await clickOn(queryOne(inbox, '.selection [aria-label=Restore]'));
    await expectEventually(() => undoText(inbox), '2 restored Undo');
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'e' });
    await waitUntil(() => session.notifications.state.snoozedItems.length === 0);
    await expectEventually(() => visibleText(queryOne(inbox, '.empty')), 'Nothing is snoozed.');
  });

  it('shows the time above a card of the page, too', async () => {
    const { inbox } = await renderSnoozed(1);
    inbox.renderNotification = ({ payload }) => `Own: ${payload.title ?? ''}`;
    inbox.filter = 'snoozed';
    await expectEventually(
      () => articles(inbox).map((article) => visibleText(article).replace('\u202f', ' ')),
      ['Snoozed until Mar 12, 2027, 9:00 AM Own: Title 0'],
    );
  });
});

describe('<nudge-inbox snooze> with a source that has setSnoozed', () => {
  beforeEach(() => setClockToMorning());

  const renderWith = (setSnoozed: NonNullable<NotificationSource['setSnoozed']>): Promise<Feed> =>
    renderSnoozable(2, { source: { setSnoozed } });

  it('does not say that it is on this device only', async () => {
    const calls: unknown[] = [];
    const { inbox, ids } = await renderWith((...[saved, until]) => {
      calls.push([saved, typeof until]);
      return Promise.resolve();
    });
    await openChoices(inbox);
    expect(menuOf(inbox).querySelector('p')).to.equal(null);
    await clickOn(choice(inbox, 'Tomorrow'));
    await expectUnread(inbox, 1);
    expect(calls).to.deep.equal([[[ids[0]], 'string']]);
  });

  it('puts the notification back if that rejects, and offers to try again', async () => {
    stubProperty(console, 'warn', () => undefined);
    let isBroken = true;
    const { inbox } = await renderWith(() =>
      isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(),
    );
    await openChoices(inbox);
    await clickOn(choice(inbox, 'Tomorrow'));
    await expectEventually(() => undoText(inbox), 'Something went wrong. Please try again. Try again');
    await expectUnread(inbox, 0, 1);
    isBroken = false;
    await clickOn(queryOne(inbox, '.undo button'));
    await expectUnread(inbox, 1);
    await waitUntil(() => undoText(inbox)?.startsWith('Snoozed until tomorrow'));
  });
});
