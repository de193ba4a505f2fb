import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  cards,
  cardTitles,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  installFakeTimers,
  isVisible,
  panelOf,
  queryOne,
  recordEvents,
  recordWarnings,
  waitUntil,
} from '../support.js';
import { emulatePointers, touchScreen } from '../card/card-support.js';
import { renderOpenBell } from './custom-card-support.js';
import {
  articleNames,
  articles,
  hoverOver,
  movePointerAway,
  pressWithModifier,
  recordAnnouncements,
  renderFeed,
  undoText,
  type Feed,
} from './feed-support.js';
import { dismissButton, readButton, undoButton } from './undo-support.js';

const allReadButton = (feed: Feed): HTMLElement => queryOne(feed.inbox, 'header .icon-button');

const waitForUndo = ({ inbox }: Feed, text: string | null): Promise<void> =>
  expectEventually(() => undoText(inbox), text);

async function dismiss(feed: Feed, index: number): Promise<void> {
  dismissButton(feed, index).click();
  await feed.inbox.updateComplete;
}

describe('<nudge-inbox> Undo message', () => {
  it('disappears after 20 seconds', async () => {
    await movePointerAway();
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    await dismiss(feed, 0);
    await timers.advance(19_900);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    await timers.advance(200);
    await waitForUndo(feed, null);
    expect(articles(feed.inbox)).to.have.length(2);
  });

  for (const [subject, startHold, endHold] of [
    ['pointer', (feed: Feed) => hoverOver(queryOne(feed.inbox, '.undo')), () => movePointerAway()],
    ['focus', (feed: Feed) => undoButton(feed).focus(), (feed: Feed) => queryOne(feed.inbox, 'h2').focus()],
  ] as const) {
    it(`stays while it has the ${subject} and disappears later`, async () => {
      const timers = installFakeTimers();
      const feed = await renderFeed(3);
      await dismiss(feed, 0);
      await startHold(feed);
      const focus = deepActiveElement();
      await timers.advance(50_000);
      expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
      expect(deepActiveElement() === focus, 'the focus does not move').to.be.true;
      await endHold(feed);
      await timers.advance(20_100);
      await waitForUndo(feed, null);
    });
  }

  it('disappears on a touch screen after it was touched', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(3);
    await dismiss(feed, 0);
    emulatePointers(...touchScreen);
    // There, what was touched last matches `:hover`.
    await hoverOver(queryOne(feed.inbox, '.undo'));
    await timers.advance(20_100);
    await waitForUndo(feed, null);
  });

  it('is announced once per dismissal', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(4);
    const announcements = recordAnnouncements(feed.inbox);
    await dismiss(feed, 0);
    await expectEventually(() => announcements, ['Dismissed Undo']);
    await dismiss(feed, 0);
    await expectEventually(() => announcements, ['Dismissed Undo', '2 dismissed Undo']);
    await hoverOver(queryOne(feed.inbox, '.undo'));
    await timers.advance(25_000);
    expect(announcements).to.have.length(2);
  });

  it('covers a series of dismissals, which it undoes together', async () => {
    const timers = installFakeTimers();
    const feed = await renderFeed(5);
    const { inbox } = feed;
    const changes = recordEvents(inbox, 'nudge-dismiss-change');
    await dismiss(feed, 0);
    await timers.advance(15_000);
    await dismiss(feed, 0);
    await dismiss(feed, 1);
    await timers.advance(15_000);
    expect(undoText(inbox), 'each message has its own 20 seconds').to.equal('3 dismissed Undo');
    expect(articleNames(inbox)).to.deep.equal(['Unread: Title 2', 'Unread: Title 4']);
    changes.length = 0;
    undoButton(feed).click();
    const all = [0, 1, 2, 3, 4].map((index) => `Unread: Title ${index}`);
    await expectEventually(() => articleNames(inbox), all);
    expect(changes.map(({ detail }) => detail.ids.length)).to.deep.equal([3]);
    await dismiss(feed, 0);
    expect(undoText(inbox), 'a new series').to.equal('Dismissed Undo');
  });

  it('starts another series after another act', async () => {
    const feed = await renderFeed(4);
    await dismiss(feed, 0);
    allReadButton(feed).click();
    await waitForUndo(feed, 'All marked as read Undo');
    await dismiss(feed, 0);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
  });

  it('is about one card while Delete is held down', async () => {
    const feed = await renderFeed(5);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ down: 'Delete' });
    await sendKeys({ down: 'Delete' });
    await sendKeys({ up: 'Delete' });
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
    expect(articles(feed.inbox)).to.have.length(4);
  });

  it('can be undone by Ctrl+Z on a keyboard with other letters', async () => {
    const feed = await renderFeed(2);
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    const options = { ctrlKey: true, bubbles: true, composed: true, cancelable: true };
    const press = async (key: string, code: string): Promise<void> => {
      deepActiveElement()!.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...options }));
      await feed.inbox.updateComplete;
    };
    // On a French keyboard, W is where Z is elsewhere.
    await press('w', 'KeyZ');
    expect(articles(feed.inbox)).to.have.length(1);
    await press('ז', 'KeyZ');
    expect(articles(feed.inbox)).to.have.length(2);
  });

  it('leaves Ctrl+Z to a text field of the page in a card', async () => {
    const feed = await renderFeed(3);
    feed.inbox.renderNotification = () => document.createElement('input');
    articles(feed.inbox)[0]!.focus();
    await sendKeys({ press: 'Delete' });
    feed.inbox.querySelector('input')!.focus();
    await pressWithModifier('Control', 'z');
    expect(articles(feed.inbox)).to.have.length(2);
    expect(undoText(feed.inbox)).to.equal('Dismissed Undo');
  });

  it('is gone with the inbox, and with another session', async () => {
    const feed = await renderFeed(4);
    const { inbox, sandbox, ids } = feed;
    await dismiss(feed, 0);
    const place = inbox.parentElement!;
    inbox.remove();
    place.append(inbox);
    await waitForUndo(feed, null);
    await waitUntil(() => cards(inbox).length === 3);
    await dismiss(feed, 0);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    inbox.session = createTestSession(sandbox, { ids });
    await waitUntil(() => cards(inbox).length === 4);
    expect(undoText(inbox)).to.be.null;
  });
});

describe('<nudge-inbox> Mark all as read', () => {
  it('can be undone without changing what was read before', async () => {
    const feed = await renderFeed(4, (index) => ({ isRead: index === 3 }));
    const { inbox } = feed;
    readButton(feed, 2).click();
    await clickOn(allReadButton(feed));
    await expectEventually(
      () => cardTitles(inbox),
      [0, 1, 2, 3].map((index) => `Title ${index}`),
    );
    expect(undoText(inbox)).to.equal('All marked as read Undo');
    await clickOn(undoButton(feed));
    const before = ['Unread: Title 0', 'Unread: Title 1', 'Title 2', 'Title 3'];
    await expectEventually(() => articleNames(inbox), before);
    expect(undoText(inbox)).to.be.null;
    expect(inbox.matches(':focus-within'), 'the focus is not lost').to.be.true;
  });
});

describe('<nudge-inbox> with a source that rejects setRead()', () => {
  /** A source that rejects until `repair()`, and what it has saved since then. */
  function createBrokenSource(): { source: NotificationSource; saved: unknown[]; repair: () => void } {
    const saved: unknown[] = [];
    let isBroken = true;
    const setRead: NotificationSource['setRead'] = (ids, isRead, { until }) => {
      if (isBroken) return Promise.reject(new Error('no'));
      saved.push([ids, isRead, ...(until === undefined ? [] : [typeof until])]);
      return Promise.resolve();
    };
    return { source: { setRead }, saved, repair: () => (isBroken = false) };
  }

  for (const [subject, act] of [
    ['one notification', (feed: Feed) => readButton(feed, 0).click()],
    ['all notifications', (feed: Feed) => allReadButton(feed).click()],
  ] as const) {
    it(`marks ${subject} unread again and announces the failure`, async () => {
      const warnings = recordWarnings();
      const feed = await renderFeed(2, undefined, { source: createBrokenSource().source });
      const announcements = recordAnnouncements(feed.inbox);
      const errors = recordEvents(feed.inbox, 'nudge-error');
      act(feed);
      await waitForUndo(feed, 'Couldn’t mark as read. Try again');
      expect(articleNames(feed.inbox)).to.deep.equal(['Unread: Title 0', 'Unread: Title 1']);
      expect(announcements.filter((text) => text.startsWith('Couldn’t'))).to.have.length(1);
      expect(errors.map(({ detail }) => detail.operation)).to.deep.equal(['set-read']);
      expect(warnings.filter((text) => text.includes('The source failed'))).to.have.length.at.most(1);
    });
  }

  it('tries again to mark all, the pages that are not loaded too', async () => {
    recordWarnings();
    const { source, saved, repair } = createBrokenSource();
    const load: NotificationSource['load'] = ({ cursor }) =>
      cursor
        ? new Promise(() => undefined)
        : Promise.resolve({ references: [{ id: 'x', isRead: true }], nextCursor: 'more', unreadCount: 2 });
    const session = createTestSession(createEmptySandbox(), { source: { ...source, load } });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await waitUntil(() => session.notifications.state.unreadCount === 2);
    const button = queryOne(inbox, 'header .icon-button');
    await waitUntil(() => button.ariaDisabled === 'false');
    button.click();
    await expectEventually(() => undoText(inbox), 'Couldn’t mark as read. Try again');
    repair();
    queryOne(inbox, '.undo button').click();
    await expectEventually(() => saved, [[[], true, 'string']]);
  });

  it('tries again what could not be saved, without what was dismissed meanwhile', async () => {
    recordWarnings();
    const { source, saved, repair } = createBrokenSource();
    const feed = await renderFeed(3, (index) => ({ isRead: index === 0 }), { source });
    const announcements = recordAnnouncements(feed.inbox);
    readButton(feed, 0).click();
    await waitForUndo(feed, 'Couldn’t mark as unread. Try again');
    undoButton(feed).click();
    await waitUntil(() => announcements.length === 2, 'it failed again');
    allReadButton(feed).click();
    await waitForUndo(feed, 'Couldn’t mark as read. Try again');
    expect(articleNames(feed.inbox)).to.deep.equal(['Title 0', 'Unread: Title 1', 'Unread: Title 2']);
    repair();
    feed.session.notifications.dismiss([feed.ids[1]!]);
    undoButton(feed).click();
    // The first one is read as far as the service knows; the source has not said so.
    await expectEventually(() => saved, [[[feed.ids[0], feed.ids[2]], true]]);
    await expectEventually(() => articleNames(feed.inbox), ['Title 0', 'Title 2']);
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('tries again what could not be saved of those that are dismissed', async () => {
    recordWarnings();
    const { source, saved, repair } = createBrokenSource();
    const feed = await renderFeed(2, undefined, { source });
    feed.session.notifications.dismiss([feed.ids[0]!]);
    feed.inbox.filter = 'dismissed';
    await expectEventually(() => cardTitles(feed.inbox), ['Unread: Title 0']);
    readButton(feed, 0).click();
    await waitForUndo(feed, 'Couldn’t mark as read. Try again');
    repair();
    undoButton(feed).click();
    await expectEventually(() => saved, [[[feed.ids[0]], true]]);
    expect(undoText(feed.inbox)).to.be.null;
  });

  it('says so when the panel of a bell opens again, if that was closed meanwhile', async () => {
    recordWarnings();
    const timers = installFakeTimers();
    let fail: (() => void) | undefined;
    const source: NotificationSource = {
      setRead: () => new Promise((_, reject) => (fail = () => reject(new Error('no')))),
    };
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1), source });
    const [bell, inbox] = await renderOpenBell(session);
    await expectEventually(() => cardTitles(inbox), ['Unread: Title 0']);
    cards(inbox)[0]!.press();
    await waitUntil(() => fail);
    bell.open = false;
    await waitUntil(() => !isVisible(panelOf(bell)));
    fail!();
    await waitUntil(() => session.notifications.state.unreadCount === 1, 'it is rolled back');
    await timers.advance(60_000);
    const announcements = recordAnnouncements(inbox);
    bell.open = true;
    await expectEventually(() => announcements, ['Couldn’t mark as read. Try again']);
    expect(undoText(inbox)).to.equal('Couldn’t mark as read. Try again');
    await timers.advance(20_100);
    await expectEventually(() => undoText(inbox), null);
  });

  it('does not try again on Ctrl+Z', async () => {
    recordWarnings();
    const { source, saved, repair } = createBrokenSource();
    const feed = await renderFeed(2, undefined, { source });
    readButton(feed, 0).click();
    await waitForUndo(feed, 'Couldn’t mark as read. Try again');
    repair();
    articles(feed.inbox)[0]!.focus();
    await pressWithModifier('Control', 'z');
    expect(undoText(feed.inbox)).to.equal('Couldn’t mark as read. Try again');
    expect(saved).to.deep.equal([]);
  });
});
