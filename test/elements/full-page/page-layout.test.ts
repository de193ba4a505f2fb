import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  cards,
  clickOn,
  expectEventually,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import { articles, articleNames, listElement, renderFeed, undoText } from '../list/feed-support.js';
import {
  detailButton,
  detailTitle,
  expectDetail,
  expectFocus,
  isListShown,
  openCard,
  renderPage,
  searchField,
  title,
  wholeCard,
} from './page-support.js';

const long = 'A sentence of a long text that no card shows as a whole. '.repeat(20).trim();
const placeholder = 'Select a notification to read it.';

describe('<nudge-inbox layout="page">', () => {
  it('becomes a panel again when the attribute is removed', async () => {
    const { inbox } = await renderPage(2);
    await openCard(inbox, 0);
    inbox.setAttribute('layout', 'page');
    inbox.removeAttribute('layout');
    await waitUntil(() => queryAll(inbox, '[type=search], [part=detail]').length === 0);
    expect(articles(inbox)[0]!.hasAttribute('aria-current')).to.be.false;
  });

  it('hides the detail while the preferences are shown', async () => {
    const { inbox } = await renderPage(2, { groups: [{ id: 'g', name: 'Orders' }] });
    await openCard(inbox, 0);
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, '[part=detail]').length === 0);
    inbox.view = 'inbox';
    await expectDetail(inbox, 'Title 0');
  });

  describe('from 900 pixels', () => {
    it('shows the list at the start and the detail at the end, with calm words at first', async () => {
      const { inbox } = await renderPage(3, { width: 900 });
      const list = listElement(inbox).getBoundingClientRect();
      const detail = queryOne(inbox, '[part=detail]');
      expect(list.width).to.be.within(350, 420);
      expect(detail.getBoundingClientRect().left).to.be.at.least(list.right);
      expect(visibleText(detail)).to.equal(placeholder);
    });

    it('shows them the other way around from right to left', async () => {
      setPageAttribute('dir', 'rtl');
      const { inbox } = await renderPage(3);
      const detail = queryOne(inbox, '[part=detail]').getBoundingClientRect();
      expect(detail.right).to.be.at.most(listElement(inbox).getBoundingClientRect().left);
    });

    it('says nothing beside an empty list', async () => {
      const { inbox } = await renderPage(0);
      expect(visibleText(queryOne(inbox, '[part=detail]'))).to.equal('');
    });

    it('shows the pressed notification as a whole, names it, marks its card, and marks it as read', async () => {
      const { inbox, session, ids } = await renderPage(3, {
        overrides: (index) => ({
          isRead: false,
          payload: {
            title: title(index),
            body: long,
            tags: Array.from({ length: 6 }, (_, tag) => ({ tagName: `Tag ${tag}` })),
            attachments: Array.from({ length: 5 }, (_, file) => ({ fileName: `file-${file}.pdf` })),
            attachmentsImage: Array.from({ length: 4 }, () => ({
              iconURL: pictureUrl,
              fallBackName: 'Lamp',
            })),
            actions: { primaryButtonText: 'Go ahead' },
          },
        }),
      });
      await openCard(inbox, 1);
      const card = wholeCard(inbox)!;
      expect(visibleText(queryOne(card, '[part=body]'))).to.equal(long);
      expect(queryOne(card, '[part=body]').scrollHeight).to.equal(queryOne(card, '[part=body]').clientHeight);
      expect(queryAll(card, '[part=images] button')).to.have.length(4);
      expect(queryAll(card, '[part=tags] li')).to.have.length(6);
      expect(queryAll(card, '[part=files] li')).to.have.length(5);
      expect(queryOne(card, '[role=heading]').ariaLevel).to.equal('3');
      expect(queryOne(inbox, 'section[part=detail]').ariaLabel).to.equal('Title 1');
      expect(articles(inbox).map((article) => article.getAttribute('aria-current'))).to.deep.equal([
        null,
        'true',
        null,
      ]);
      expect(session.notifications.get(ids[1]!).isRead).to.be.true;
    });

    it('shows a notification with a link, which stays a link in the detail', async () => {
      const { followedUrls } = preventNavigation();
      const { inbox } = await renderPage(1, {
        overrides: (index) => ({ payload: { title: title(index), itemRedirect: '/orders/1' } }),
      });
      const selected = recordEvents(inbox, 'nudge-select');
      const navigated = recordEvents(inbox, 'nudge-navigate');
      await openCard(inbox, 0);
      expect(followedUrls).to.deep.equal([]);
      await clickOn(queryOne(wholeCard(inbox)!, 'a'));
      expect(followedUrls).to.deep.equal([`${location.origin}/orders/1`]);
      expect(selected).to.have.length(1);
      expect(navigated.map(({ detail }) => detail.origin)).to.deep.equal(['item']);
    });

    it('shows a title of the same weight when the notification is marked as unread', async () => {
      const { inbox } = await renderPage(1);
      await openCard(inbox, 0);
      const weight = (): string => getComputedStyle(queryOne(wholeCard(inbox)!, '[role=heading]')).fontWeight;
      const before = weight();
      await clickOn(detailButton(inbox, 'Mark as unread')!);
      await waitUntil(() => queryAll(wholeCard(inbox)!, '.unread').length === 1);
      expect(weight()).to.equal(before);
    });

    it('shows an answer in the place of the buttons, in the detail and in the list', async () => {
      const answer = { action: 'primary', text: 'Approved', date: new Date().toISOString() } as const;
      const actionButtons = { primary: { name: 'Approve', onclickAction: 'approve' } };
      const { inbox } = await renderPage(2, {
        overrides: (index) => ({ payload: { title: title(index), actionButtons } }),
        source: { setAnswer: () => Promise.resolve(answer) },
      });
      inbox.addEventListener('nudge-action', ({ detail }) => detail.answer(undefined));
      await openCard(inbox, 0);
      await clickOn(queryOne(wholeCard(inbox)!, '.button.primary'));
      const texts = (): string[][] =>
        [wholeCard(inbox)!, ...cards(inbox).slice(0, 2)].map((card) =>
          queryAll(card, '.answer bdi, .actions .button').map(visibleText),
        );
      await expectEventually(texts, [['Approved'], ['Approved'], ['Approve']]);
    });

    it('shows nothing if the page cancels nudge-select', async () => {
      const { inbox, session, ids } = await renderPage(2, {
        overrides: (index) => ({ isRead: false, payload: { title: title(index) } }),
      });
      const selected = recordEvents(inbox, 'nudge-select');
      inbox.addEventListener('nudge-select', (event) => event.preventDefault());
      await clickOn(articles(inbox)[0]!);
      expect(selected).to.have.length(1);
      await inbox.updateComplete;
      expect(visibleText(queryOne(inbox, '[part=detail]'))).to.equal(placeholder);
      expect(session.notifications.get(ids[0]!).isRead).to.be.false;
    });

    it('shows nothing after the notification is dismissed in it, and focuses the next one', async () => {
      const { inbox } = await renderPage(3);
      await openCard(inbox, 1);
      await clickOn(detailButton(inbox, 'Dismiss')!);
      await expectEventually(() => visibleText(queryOne(inbox, '[part=detail]')), placeholder);
      await expectFocus('Title 2');
      expect(undoText(inbox)).to.equal('Dismissed Undo');
    });

    it('shows nothing after the source has removed the notification', async () => {
      let emit: (event: { type: 'remove'; ids: string[] }) => void = () => undefined;
      const { inbox, ids } = await renderPage(3, {
        source: { subscribe: (emitEvent) => void (emit = emitEvent) },
      });
      await openCard(inbox, 0);
      detailButton(inbox, 'Dismiss')!.focus();
      emit({ type: 'remove', ids: [ids[0]!] });
      // What the host lists itself stays until the host takes it off.
      inbox.session!.notifications.setHostIds(ids.slice(1));
      await expectDetail(inbox, null);
      await expectFocus('Title 1');
    });

    it('shows nothing after the notification is snoozed in it', async () => {
      const { inbox } = await renderPage(2);
      inbox.snooze = true;
      await openCard(inbox, 0);
      await clickOn(detailButton(inbox, 'Snooze…')!);
      await waitUntil(() => queryAll(inbox, 'dialog.menu[open]').length === 1);
      const tomorrow = queryAll(inbox, 'dialog.menu[open] button').find((button) =>
        visibleText(button).startsWith('Tomorrow'),
      );
      await clickOn(tomorrow!);
      await expectDetail(inbox, null);
      await expectEventually(() => articleNames(inbox), ['Title 1']);
    });

    it('shows nothing of a customer who has signed out, and forgets what was searched for', async () => {
      const { inbox, session } = await renderPage(3);
      await openCard(inbox, 1);
      searchField(inbox).focus();
      await sendKeys({ type: 'title' });
      await session.signOut();
      await expectDetail(inbox, null);
      await expectEventually(() => searchField(inbox).value, '');
    });

    it('leaves nothing in a live region of a customer who has signed out', async () => {
      const { inbox, session } = await renderPage(3);
      const names = (): boolean =>
        queryAll(inbox, '[role=status]').some((region) => region.textContent.includes('Title 1'));
      await openCard(inbox, 1);
      await expectEventually(names, true);
      await session.signOut();
      await expectEventually(names, false);
    });

    it('stays with what is shown when another filter leaves it out, unless that is of the dismissed ones', async () => {
      const { inbox } = await renderPage(2, {
        overrides: (index) => ({ isRead: index === 0, payload: { title: title(index) } }),
      });
      await openCard(inbox, 0);
      inbox.filter = 'unread';
      await expectEventually(() => articleNames(inbox), ['Unread: Title 1']);
      expect(detailTitle(inbox)).to.equal('Title 0');
      inbox.filter = 'dismissed';
      await expectDetail(inbox, null);
    });

    it('shows a revealed notification', async () => {
      const { inbox, ids } = await renderPage(60);
      expect(await inbox.reveal(ids[40]!)).to.be.true;
      await expectDetail(inbox, 'Title 40');
      await expectFocus('Title 40');
    });

    it('reveals what is named before its code is loaded', async () => {
      const { inbox, ids } = await renderFeed(2);
      inbox.style.width = '1000px';
      inbox.layout = 'page';
      expect(await inbox.reveal(ids[1]!)).to.be.true;
      await expectDetail(inbox, 'Title 1');
    });
  });

  describe('below 900 pixels', () => {
    it('shows the list alone at first', async () => {
      const { inbox } = await renderPage(2, { width: 899 });
      expect(isListShown(inbox)).to.be.true;
      expect(queryAll(inbox, '[part=detail]')).to.have.length(0);
    });

    it('returns to the list after the notification is dismissed, with an undo', async () => {
      const { inbox } = await renderPage(3, { width: 360 });
      await openCard(inbox, 2);
      await clickOn(detailButton(inbox, 'Dismiss')!);
      await waitUntil(() => isListShown(inbox));
      await expectFocus('Title 1');
      await expectEventually(() => undoText(inbox), 'Dismissed Undo');
    });

    it('offers the times of snoozing in the detail', async () => {
      const { inbox } = await renderPage(2, { width: 360 });
      inbox.snooze = true;
      await openCard(inbox, 0);
      await clickOn(detailButton(inbox, 'Snooze…')!);
      await waitUntil(() => queryAll(inbox, 'dialog.menu[open]')[0]?.getClientRects().length);
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => queryAll(inbox, 'dialog.menu[open]').length === 0);
      expect(detailTitle(inbox)).to.equal('Title 0');
    });

    it('returns to the list when a tag filters it', async () => {
      const { inbox } = await renderPage(3, {
        width: 360,
        overrides: (index) => ({
          payload: { title: title(index), tags: [{ tagName: index === 1 ? 'Boots' : 'Lamps' }] },
        }),
      });
      await openCard(inbox, 1);
      await clickOn(queryOne(wholeCard(inbox)!, '[part=tags] button'));
      await expectEventually(() => articleNames(inbox), ['Title 1']);
      await waitUntil(() => isListShown(inbox));
    });

    it('fits into 320 pixels', async () => {
      const { inbox } = await renderPage(2, {
        width: 320,
        overrides: (index) => ({ payload: { title: title(index), body: long } }),
      });
      for (const part of ['.root', '.list'])
        expect(queryOne(inbox, part).scrollWidth, part).to.be.at.most(320);
      await openCard(inbox, 0);
      expect(queryOne(inbox, '[part=detail]').scrollWidth).to.be.at.most(320);
    });
  });
});
