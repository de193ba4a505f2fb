import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { loadSnoozing } from '../../../src/inbox/load-snoozing.js';
import { followColorScheme, emulateColorScheme } from '../engine.js';
import {
  addHostStyle,
  clickOn,
  deepActiveElement,
  nextFrames,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  articles,
  articleNames,
  listElement,
  recordAnnouncements,
  renderFeed,
  undoText,
} from './feed-support.js';
import {
  detailButton,
  detailTitle,
  focusedText,
  isListShown,
  isWide,
  openCard,
  renderPage,
  searchField,
  title,
  wholeCard,
} from './page-support.js';

const long = 'A sentence of a long text that no card shows as a whole. '.repeat(20).trim();
const placeholder = 'Select a notification to read it.';

describe('<nudge-inbox layout="page">', () => {
  it('has neither a search nor a detail without the attribute', async () => {
    const { inbox } = await renderFeed(2);
    expect(queryAll(inbox, '[type=search], [part=detail]')).to.have.length(0);
  });

  it('warns once of an unknown layout, and shows the panel', async () => {
    const warnings = recordWarnings();
    const { inbox } = await renderFeed(1);
    inbox.setAttribute('layout', 'book');
    await nextFrames();
    inbox.requestUpdate();
    await nextFrames();
    expect(queryAll(inbox, '[type=search]')).to.have.length(0);
    expect(warnings.filter((text) => text.includes('layout'))).to.deep.equal([
      '[nudge-inbox] <nudge-inbox> cannot use layout book: it uses panel.',
    ]);
  });

  it('becomes a panel again when the attribute is removed', async () => {
    const { inbox } = await renderPage(2);
    await openCard(inbox, 0);
    inbox.setAttribute('layout', 'page');
    inbox.removeAttribute('layout');
    await waitUntil(() => queryAll(inbox, '[type=search], [part=detail]').length === 0);
    expect(articles(inbox)[0]!.hasAttribute('aria-current')).to.be.false;
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

    it('shows the pressed notification as a whole, marks its card, and marks it as read', async () => {
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
      expect(articles(inbox).map((article) => article.getAttribute('aria-current'))).to.deep.equal([
        null,
        'true',
        null,
      ]);
      expect(session.notifications.get(ids[1]!).isRead).to.be.true;
    });

    it('labels the detail by the title, which is a heading', async () => {
      const { inbox } = await renderPage(2);
      await openCard(inbox, 1);
      const region = queryOne(inbox, 'section[part=detail]');
      expect(region.ariaLabel).to.equal('Title 1');
      expect(queryOne(wholeCard(inbox)!, '[role=heading]').ariaLevel).to.equal('3');
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

    it('shows nothing if the page cancels nudge-select', async () => {
      const { inbox, session, ids } = await renderPage(2, {
        overrides: (index) => ({ isRead: false, payload: { title: title(index) } }),
      });
      inbox.addEventListener('nudge-select', (event) => event.preventDefault());
      await clickOn(articles(inbox)[0]!);
      await nextFrames();
      expect(visibleText(queryOne(inbox, '[part=detail]'))).to.equal(placeholder);
      expect(session.notifications.get(ids[0]!).isRead).to.be.false;
    });

    it('moves through the list by arrows and opens by Enter, says what is shown, and is next in the Tab order', async () => {
      const { inbox } = await renderPage(3);
      const announcements = recordAnnouncements(inbox);
      articles(inbox)[0]!.focus();
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => detailTitle(inbox) === 'Title 1');
      await nextFrames();
      expect(focusedText()).to.equal('Title 1');
      expect(deepActiveElement()!.role).to.equal('article');
      expect(announcements).to.deep.equal(['Title 1']);
      for (let step = 0; step < 8 && !queryOne(inbox, '[part=detail]').matches(':focus-within'); step++)
        await sendKeys({ press: 'Tab' });
      expect(focusedText()).to.equal('Mark as unread');
    });

    it('returns to the card on Escape, and still shows the notification', async () => {
      const { inbox } = await renderPage(3);
      await openCard(inbox, 2);
      detailButton(inbox, 'Dismiss')!.focus();
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => deepActiveElement()?.role === 'article');
      expect(focusedText()).to.equal('Title 2');
      expect(detailTitle(inbox)).to.equal('Title 2');
    });

    it('leaves the detail as it is while the viewer of a picture closes on Escape', async () => {
      const { inbox } = await renderPage(1, {
        overrides: (index) => ({
          payload: { title: title(index), attachmentsImage: [{ iconURL: pictureUrl, fallBackName: 'Lamp' }] },
        }),
      });
      await openCard(inbox, 0);
      await clickOn(queryOne(wholeCard(inbox)!, '[part=images] button'));
      await waitUntil(() => queryAll(wholeCard(inbox)!, 'dialog[open]').length === 1);
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => queryAll(wholeCard(inbox)!, 'dialog[open]').length === 0);
      expect(inbox.shadowRoot!.activeElement?.closest('[part=detail]')).to.exist;
    });

    it('shows nothing after the notification is dismissed in it, and focuses the next one', async () => {
      const { inbox } = await renderPage(3);
      await openCard(inbox, 1);
      await clickOn(detailButton(inbox, 'Dismiss')!);
      await waitUntil(() => visibleText(queryOne(inbox, '[part=detail]')) === placeholder);
      await waitUntil(() => focusedText() === 'Title 2');
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
      await waitUntil(() => detailTitle(inbox) === null);
      await waitUntil(() => focusedText() === 'Title 1');
    });

    it('shows nothing after the notification is snoozed in it', async () => {
      await loadSnoozing();
      const { inbox } = await renderPage(2);
      inbox.snooze = true;
      await nextFrames();
      await openCard(inbox, 0);
      await clickOn(detailButton(inbox, 'Snooze…')!);
      await waitUntil(() => queryAll(inbox, 'dialog.menu[open]').length === 1);
      await clickOn(
        queryAll(inbox, 'dialog.menu[open] button').find((button) =>
          visibleText(button).startsWith('Tomorrow'),
        )!,
      );
      await waitUntil(() => detailTitle(inbox) === null);
      await waitUntil(() => articleNames(inbox).join() === 'Title 1');
    });

    it('shows nothing of a customer who has signed out, and forgets what was searched for', async () => {
      const { inbox, session } = await renderPage(3);
      await openCard(inbox, 1);
      searchField(inbox).focus();
      await sendKeys({ type: 'title' });
      await session.signOut();
      await waitUntil(() => detailTitle(inbox) === null);
      await waitUntil(() => searchField(inbox).value === '');
    });

    it('stays with what is shown when another filter leaves it out, unless that is of the dismissed ones', async () => {
      const { inbox } = await renderPage(2, {
        overrides: (index) => ({ isRead: index === 0, payload: { title: title(index) } }),
      });
      await openCard(inbox, 0);
      inbox.filter = 'unread';
      await nextFrames();
      expect(detailTitle(inbox)).to.equal('Title 0');
      inbox.filter = 'dismissed';
      await waitUntil(() => detailTitle(inbox) === null);
    });

    it('shows a revealed notification', async () => {
      const { inbox, ids } = await renderPage(60);
      expect(await inbox.reveal(ids[40]!)).to.be.true;
      await waitUntil(() => detailTitle(inbox) === 'Title 40');
      expect(focusedText()).to.equal('Title 40');
    });

    it('reveals what is named before its code is loaded', async () => {
      const { inbox, ids } = await renderFeed(2);
      inbox.style.width = '1000px';
      inbox.layout = 'page';
      expect(await inbox.reveal(ids[1]!)).to.be.true;
      await waitUntil(() => detailTitle(inbox) === 'Title 1');
    });
  });

  describe('below 900 pixels', () => {
    it('shows the list alone at first', async () => {
      const { inbox } = await renderPage(2, { width: 899 });
      expect(isListShown(inbox)).to.be.true;
      expect(queryAll(inbox, '[part=detail]')).to.have.length(0);
    });

    it('shows the pressed notification in the place of the list, and focuses its heading', async () => {
      const { inbox } = await renderPage(3, { width: 360 });
      await openCard(inbox, 1);
      expect(isListShown(inbox)).to.be.false;
      await waitUntil(() => focusedText() === 'Title 1');
      expect(deepActiveElement()!.role).to.equal('heading');
      const { left, right } = queryOne(inbox, '[part=detail]').getBoundingClientRect();
      expect(right - left).to.be.within(356, 360);
    });

    for (const [name, goBack] of [
      ['the Back button', (inbox) => clickOn(detailButton(inbox, 'Back')!)],
      ['Escape', () => sendKeys({ press: 'Escape' })],
    ] as [string, (inbox: Parameters<typeof isWide>[0]) => Promise<void>][])
      it(`returns to the card by ${name}, where the list was`, async () => {
        const { inbox } = await renderPage(40, { width: 360 });
        listElement(inbox).scrollTop = 1200;
        await nextFrames();
        const { scrollTop } = listElement(inbox);
        const index = articles(inbox).findIndex(
          (article) =>
            article.getBoundingClientRect().top > listElement(inbox).getBoundingClientRect().top + 60,
        );
        await openCard(inbox, index);
        await waitUntil(() => deepActiveElement()!.role === 'heading');
        await goBack(inbox);
        await waitUntil(() => focusedText() === title(index));
        expect(isListShown(inbox)).to.be.true;
        expect(listElement(inbox).scrollTop).to.be.closeTo(scrollTop, 60);
      });

    it('returns to the list after the notification is dismissed, with an undo', async () => {
      const { inbox } = await renderPage(3, { width: 360 });
      await openCard(inbox, 2);
      await clickOn(detailButton(inbox, 'Dismiss')!);
      await waitUntil(() => isListShown(inbox));
      await waitUntil(() => focusedText() === 'Title 1');
      await waitUntil(() => undoText(inbox) === 'Dismissed Undo');
    });

    it('offers the times of snoozing in the detail', async () => {
      await loadSnoozing();
      const { inbox } = await renderPage(2, { width: 360 });
      inbox.snooze = true;
      await nextFrames();
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
      await waitUntil(() => articleNames(inbox).join() === 'Title 1');
      expect(isListShown(inbox)).to.be.true;
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

  it('follows its width, with the focus on what stays in view', async () => {
    const errors = recordUncaughtErrors();
    const { inbox } = await renderPage(3);
    await openCard(inbox, 1);
    articles(inbox)[1]!.focus();
    inbox.style.width = '700px';
    await waitUntil(() => !isListShown(inbox));
    await waitUntil(() => deepActiveElement()!.role === 'heading');
    inbox.style.width = '950px';
    await waitUntil(() => isWide(inbox));
    expect(detailTitle(inbox)).to.equal('Title 1');
    expect(errors).to.deep.equal([]);
  });

  it('hides the detail while the preferences are shown', async () => {
    const { inbox } = await renderPage(2, { groups: [{ id: 'g', name: 'Orders' }] });
    await openCard(inbox, 0);
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, '[part=detail]').length === 0);
    inbox.view = 'inbox';
    await waitUntil(() => detailTitle(inbox) === 'Title 0');
  });

  for (const width of [1000, 360])
    for (const scheme of ['light', 'dark'] as const)
      it(`is accessible at ${width} pixels, ${scheme}, with and without a detail`, async () => {
        await emulateColorScheme(scheme);
        addHostStyle(`:root { ${followColorScheme()} }`);
        const { inbox } = await renderPage(3, {
          width,
          overrides: (index) => ({
            isRead: index > 0,
            payload: { title: title(index), body: long, itemRedirect: index === 0 ? '/orders/1' : null },
          }),
        });
        await expect(inbox).to.be.accessible();
        await openCard(inbox, 0);
        await expect(inbox).to.be.accessible();
        await emulateColorScheme();
      });
});
