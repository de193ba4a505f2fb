import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import '../../../src/toasts.js';
import { loadSnoozing } from '../../../src/inbox/load-snoozing.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, hoverOver, renderFeed, undoText, type Feed } from './feed-support.js';

const hourMs = 3_600_000;
const title = (index: number): string => `Unread: Title ${index}`;

async function renderSnoozable(count: number, options: Parameters<typeof renderFeed>[2] = {}): Promise<Feed> {
  const feed = await renderFeed(count, undefined, { height: 560, ...options });
  feed.inbox.snooze = true;
  await feed.inbox.updateComplete;
  await nextFrames();
  return feed;
}

const openMenus = (inbox: Element): HTMLElement[] => queryAll(inbox, 'dialog.menu[open]');
const menuOf = (inbox: Element): HTMLElement => queryOne(inbox, 'dialog.menu[open]');
const choices = (inbox: Element): string[] => [...menuOf(inbox).querySelectorAll('button')].map(visibleText);
const choice = (inbox: Element, label: string): HTMLElement =>
  [...menuOf(inbox).querySelectorAll('button')].find((button) => visibleText(button).startsWith(label))!;
const timeField = (inbox: Element): HTMLInputElement => menuOf(inbox).querySelector('input')!;
const tool = (inbox: Element, index: number): HTMLElement =>
  queryOne(cards(inbox)[index]!, '.tools [aria-haspopup]');

/** Opens the choices by the tool of a card. */
async function openChoices(inbox: NudgeInbox, index = 0): Promise<void> {
  await hoverOver(articles(inbox)[index]!);
  await clickOn(tool(inbox, index));
  await waitUntil(() => openMenus(inbox).length === 1);
}

/** What a `datetime-local` field holds for a time, in the local time zone. */
function fieldValue(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const waitForTitles = (inbox: Element, ...indexes: number[]): Promise<void> =>
  waitUntil(() => cardTitles(inbox).join() === indexes.map(title).join(), 'the list does not change');

describe('<nudge-inbox snooze>', () => {
  it('leaves the titles of a narrow list as wide as they are without it', async () => {
    const { inbox } = await renderFeed(1);
    inbox.style.width = '260px';
    await nextFrames();
    const titleWidth = (): number => queryOne(cards(inbox)[0]!, '.title').getBoundingClientRect().width;
    const before = titleWidth();
    inbox.snooze = true;
    await inbox.updateComplete;
    await nextFrames();
    expect(tool(inbox, 0).getBoundingClientRect().width).to.equal(28);
    expect(titleWidth()).to.equal(before);
  });

  // Half past ten on a Tuesday, so that every choice is offered.
  beforeEach(() => {
    const start = performance.now();
    const morning = Number(new Date(2025, 10, 18, 10, 30));
    stubProperty(Date, 'now', () => morning + performance.now() - start);
  });

  it('offers nothing without the attribute', async () => {
    const { inbox } = await renderFeed(1);
    expect(queryAll(cards(inbox)[0]!, '.tools [aria-haspopup]')).to.have.length(0);
    inbox.setAttribute('snooze', '');
    await inbox.updateComplete;
    await nextFrames();
    expect(tool(inbox, 0).ariaLabel).to.equal('Snooze…');
    inbox.filter = 'dismissed';
    await nextFrames();
    inbox.filter = 'all';
    inbox.removeAttribute('snooze');
    await nextFrames();
    expect(queryAll(cards(inbox)[0]!, '.tools [aria-haspopup]')).to.have.length(0);
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
    expect(visibleText(menuOf(inbox).querySelector('p')!)).to.equal('On this device only.');
    expect(timeField(inbox).labels![0]!.textContent.trim()).to.equal('Choose date and time');
    await expect(inbox).to.be.accessible();
  });

  it('takes a notification off the list, which can be undone', async () => {
    const { inbox, session } = await renderSnoozable(3);
    await openChoices(inbox, 1);
    await clickOn(choice(inbox, 'Tomorrow'));
    await waitForTitles(inbox, 0, 2);
    expect(undoText(inbox)).to.match(/^Snoozed until tomorrow\W+(at )?9:00 AM Undo$/);
    expect(session.notifications.state.unreadCount).to.equal(2);
    await clickOn(queryOne(inbox, '.undo button'));
    await waitForTitles(inbox, 0, 1, 2);
    await waitUntil(() => deepActiveElement() === articles(inbox)[1], 'the notification has the focus');
  });

  it('works by the keyboard, and gives the focus back', async () => {
    const { inbox } = await renderSnoozable(3);
    const opener = tool(inbox, 0);
    opener.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => openMenus(inbox).length === 1);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => openMenus(inbox).length === 0);
    expect(deepActiveElement()).to.equal(opener);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => openMenus(inbox).length === 1);
    choice(inbox, 'Next week').focus();
    await sendKeys({ press: 'Enter' });
    await waitForTitles(inbox, 1, 2);
    await waitUntil(() => deepActiveElement() === articles(inbox)[0], 'the next notification has the focus');
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
    const { inbox } = await renderSnoozable(2);
    const card = cards(inbox)[0]!;
    await clickOn(queryOne(card, '.more-button'));
    await waitUntil(() => openMenus(card).length === 1);
    expect(choices(card)).to.deep.equal(['Mark as read', 'Snooze…', 'Dismiss']);
    await clickOn(choice(card, 'Snooze…'));
    await waitUntil(() => openMenus(inbox).length === 1);
    await clickOn(choice(inbox, 'Today'));
    await waitForTitles(inbox, 1);
  });

  it('snoozes until a chosen time', async () => {
    const { inbox } = await renderSnoozable(2);
    await openChoices(inbox);
    timeField(inbox).value = fieldValue(Number(new Date(2025, 11, 24, 18)));
    await clickOn(choice(inbox, 'Snooze'));
    await waitForTitles(inbox, 1);
    expect(undoText(inbox)).to.match(/^Snoozed until December 24, 2025\W+(at )?6:00 PM Undo$/);
  });

  for (const [name, value] of [
    ['in the past', fieldValue(Number(new Date(2025, 10, 18, 10)))],
    ['more than a year ahead', fieldValue(Number(new Date(2027, 0, 1)))],
    ['missing', ''],
  ] as const)
    it(`refuses a chosen time that is ${name}`, async () => {
      const { inbox } = await renderSnoozable(2);
      await openChoices(inbox);
      timeField(inbox).value = value;
      await clickOn(choice(inbox, 'Snooze'));
      await nextFrames();
      expect(timeField(inbox).value).to.equal(value);
      expect(timeField(inbox).validity.valid).to.equal(false);
      expect(cardTitles(inbox)).to.deep.equal([title(0), title(1)]);
      expect(undoText(inbox)).to.equal(null);
    });

  it('says if it has failed, as without a network', async () => {
    const { inbox, session } = await renderSnoozable(1);
    stubProperty(session.notifications, 'snooze', () => Promise.resolve(false));
    await openChoices(inbox);
    await clickOn(choice(inbox, 'Tomorrow'));
    await waitUntil(() => undoText(inbox) === 'Something went wrong. Please try again.');
    expect(cardTitles(inbox)).to.deep.equal([title(0)]);
  });
});

describe('A snoozed notification', () => {
  const inAnHour = (): Date => new Date(Date.now() + hourMs);
  const soon = (): Date => new Date(Date.now() + 300);

  it('comes back on top as an arrival, with the badge', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, (index) => ({
      createdDate: new Date(Date.now() - (index + 1) * 24 * hourMs).toISOString(),
    }));
    const session = createTestSession(sandbox, { ids });
    const bell = await renderBell(session);
    bell.snooze = true;
    await clickOn(bellButton(bell));
    await waitUntil(() => cardTitles(inboxOf(bell)).length === 2);
    await waitUntil(() => session.notifications.state.unseenCount === 0);
    const arrivals = recordEvents(bell, 'nudge-arrival');
    await session.notifications.snooze([ids[1]!], inAnHour());
    await waitForTitles(inboxOf(bell), 0);
    bell.open = false;
    await bell.updateComplete;
    await session.notifications.snooze([ids[1]!], soon());
    await waitUntil(() => arrivals.length === 1, 'it does not arrive');
    expect(arrivals[0]!.detail).to.deep.equal({ ids: [ids[1]] });
    await waitUntil(() => queryAll(bell, '.badge').map(visibleText).join() === '1');
    await clickOn(bellButton(bell));
    await waitForTitles(inboxOf(bell), 1, 0);
    const days = queryAll(inboxOf(bell), '.day').map(visibleText);
    expect(days).to.deep.equal(['Today', 'Yesterday']);
    // Not a time alone, which would be one of today.
    expect(visibleText(queryOne(cards(inboxOf(bell))[0]!, 'time [aria-hidden]'))).to.match(
      /\w+ \d+:\d\d [AP]M/,
    );
    expect(cards(inboxOf(bell))[0]!.isReturned).to.equal(true);
  });

  for (const [name, key] of [
    ['with a customer key', { customerKey: 'snooze' }],
    ['without one', { memoryOnly: false }],
  ] as const)
    it(`stays away after a reload of the page, and comes back if it was closed then, ${name}`, async () => {
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 2);
      const options = { ids, ...key };
      const first = createTestSession(sandbox, options);
      const before = await renderInbox(first);
      await waitForTitles(before, 0, 1);
      await first.notifications.snooze([ids[0]!], inAnHour());
      await waitForTitles(before, 1);
      before.remove();
      first.close();
      const second = createTestSession(sandbox, options);
      const after = await renderInbox(second);
      await waitForTitles(after, 1);
      const until = soon();
      await second.notifications.snooze([ids[0]!], until);
      after.remove();
      second.close();
      await waitUntil(() => Date.now() > Number(until));
      const session = createTestSession(sandbox, options);
      // It may arrive while the inbox renders.
      const arrivals = recordEvents(document.body, 'nudge-arrival');
      const later = await renderInbox(session);
      await waitUntil(() => arrivals.length === 1, 'it does not arrive');
      expect(arrivals[0]!.detail).to.deep.equal({ ids: [ids[0]] });
      await waitForTitles(later, 0, 1);
      await session.signOut();
    });

  it('is away in other tabs, too', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2);
    const options = { ids, customerKey: `snooze ${Math.random()}` };
    const [one, other] = [createTestSession(sandbox, options), createTestSession(sandbox, options)];
    await renderInbox(one);
    const inbox = await renderInbox(other);
    await waitForTitles(inbox, 0, 1);
    await one.notifications.snooze([ids[0]!], inAnHour());
    await waitForTitles(inbox, 1);
    await one.notifications.unsnooze([ids[0]!]);
    await waitForTitles(inbox, 0, 1);
    await one.signOut();
  });

  it('comes back as a toast', async () => {
    const { inbox, session, ids } = await renderFeed(2, (index) => ({
      createdDate: new Date(Date.now() - (index + 1) * 24 * hourMs).toISOString(),
    }));
    const toasts = await fixture<NudgeToasts>(html`<nudge-toasts .session=${session}></nudge-toasts>`);
    // Toasts are for who does not see the list.
    inbox.style.display = 'none';
    await session.notifications.snooze([ids[1]!], soon());
    await waitUntil(
      () =>
        queryAll(toasts, '[role=article]')
          .map(({ ariaLabel }) => ariaLabel)
          .join() === 'Title 1',
      'there is no toast',
    );
  });

  it('ends when it is revealed, whatever menu is open', async () => {
    const { inbox, session, ids } = await renderSnoozable(2);
    await session.notifications.snooze([ids[1]!], inAnHour());
    await waitForTitles(inbox, 0);
    await openChoices(inbox);
    expect(await inbox.reveal(ids[1]!)).to.equal(true);
    expect(openMenus(inbox)).to.deep.equal([]);
    expect(deepActiveElement()).to.equal(articles(inbox)[1]);
  });

  it('is snoozed in this page if storage is blocked', async () => {
    stubProperty(IDBFactory.prototype, 'open', () => {
      throw new DOMException('blocked', 'SecurityError');
    });
    stubProperty(console, 'warn', () => undefined);
    const { inbox, session, ids } = await renderFeed(2, undefined, {
      customerKey: `snooze ${Math.random()}`,
    });
    await session.notifications.snooze([ids[0]!], inAnHour());
    await waitForTitles(inbox, 1);
    await session.notifications.snooze([ids[0]!], soon());
    await waitForTitles(inbox, 0, 1);
  });
});

describe('<nudge-inbox snooze> with a source that has setSnoozed', () => {
  before(() => loadSnoozing());

  const calls: unknown[] = [];
  const renderWith = async (setSnoozed: NotificationSource['setSnoozed']): Promise<Feed> =>
    renderSnoozable(2, { source: { ...(setSnoozed && { setSnoozed }) } });

  it('does not say that it is on this device only', async () => {
    calls.length = 0;
    const { inbox, ids } = await renderWith((...[saved, until]) => {
      calls.push([saved, typeof until]);
      return Promise.resolve();
    });
    await openChoices(inbox);
    expect(menuOf(inbox).querySelector('p')).to.equal(null);
    await clickOn(choice(inbox, 'Tomorrow'));
    await waitForTitles(inbox, 1);
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
    await waitUntil(() => undoText(inbox) === 'Something went wrong. Please try again. Try again');
    expect(cardTitles(inbox)).to.deep.equal([title(0), title(1)]);
    isBroken = false;
    await clickOn(queryOne(inbox, '.undo button'));
    await waitForTitles(inbox, 1);
    expect(undoText(inbox)).to.match(/^Snoozed until tomorrow/);
  });
});
