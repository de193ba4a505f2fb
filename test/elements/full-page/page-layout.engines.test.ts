import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  clickOn,
  deepActiveElement,
  expectEventually,
  pictureUrl,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  waitUntil,
} from '../support.js';
import { articles, listElement, recordAnnouncements, scrollListTo } from '../list/feed-support.js';
import {
  detailButton,
  detailTitle,
  expectDetail,
  expectFocus,
  focusedText,
  isListShown,
  isWide,
  openCard,
  renderPage,
  title,
  wholeCard,
} from './page-support.js';

const setHash = (hash: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
const deepLink = 'notification';

describe('<nudge-inbox layout="page"> from 900 pixels', () => {
  it('moves through the list by arrows and opens by Enter, says what is shown, and is next in the Tab order', async () => {
    const { inbox } = await renderPage(3);
    const announcements = recordAnnouncements(inbox);
    articles(inbox)[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await expectDetail(inbox, 'Title 1');
    await expectEventually(() => announcements, ['Title 1']);
    expect(focusedText()).to.equal('Title 1');
    expect(deepActiveElement()!.role).to.equal('article');
    for (let step = 0; step < 8 && !queryOne(inbox, '[part=detail]').matches(':focus-within'); step++)
      await sendKeys({ press: 'Tab' });
    expect(focusedText()).to.equal('Mark as unread');
  });

  it('returns to the card on Escape, and still shows the notification', async () => {
    const { inbox } = await renderPage(3);
    await openCard(inbox, 2);
    detailButton(inbox, 'Dismiss')!.focus();
    await sendKeys({ press: 'Escape' });
    await expectFocus('Title 2');
    expect(deepActiveElement()!.role).to.equal('article');
    expect(detailTitle(inbox)).to.equal('Title 2');
  });

  it('returns to the card on Escape in a dialog of the page, which stays open', async () => {
    const { inbox } = await renderPage(2);
    const dialog = await fixture<HTMLDialogElement>(
      html`<dialog aria-label="Host" style="max-width: none"></dialog>`,
    );
    dialog.append(inbox);
    dialog.showModal();
    await openCard(inbox, 1);
    detailButton(inbox, 'Dismiss')!.focus();
    await sendKeys({ press: 'Escape' });
    await expectFocus('Title 1');
    expect([deepActiveElement()!.role, dialog.open]).to.deep.equal(['article', true]);
    dialog.close();
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

  it('follows its width, with the focus on what stays in view', async () => {
    const errors = recordUncaughtErrors();
    const { inbox } = await renderPage(3);
    await openCard(inbox, 1);
    articles(inbox)[1]!.focus();
    inbox.style.width = '700px';
    await waitUntil(() => !isListShown(inbox));
    await expectEventually(() => deepActiveElement()?.role, 'heading');
    inbox.style.width = '950px';
    await waitUntil(() => isWide(inbox));
    expect(detailTitle(inbox)).to.equal('Title 1');
    expect(errors).to.deep.equal([]);
  });
});

describe('<nudge-inbox layout="page"> below 900 pixels', () => {
  it('shows the pressed notification in the place of the list, and focuses its heading', async () => {
    const { inbox } = await renderPage(3, { width: 360 });
    await openCard(inbox, 1);
    expect(isListShown(inbox)).to.be.false;
    expect(deepActiveElement()!.role).to.equal('heading');
    expect(focusedText()).to.equal('Title 1');
    const { left, right } = queryOne(inbox, '[part=detail]').getBoundingClientRect();
    expect(right - left).to.be.within(356, 360);
  });

  it('returns to the card by the Back button, where the list was', async () => {
    const { inbox } = await renderPage(40, { width: 360 });
    const list = listElement(inbox);
    await scrollListTo(inbox, 1200);
    const { scrollTop } = list;
    const { top } = list.getBoundingClientRect();
    const index = articles(inbox).findIndex((article) => article.getBoundingClientRect().top > top + 60);
    await openCard(inbox, index);
    await clickOn(detailButton(inbox, 'Back')!);
    await expectFocus(title(index));
    expect(isListShown(inbox)).to.be.true;
    expect(list.scrollTop).to.be.closeTo(scrollTop, 60);
  });
});

describe('<nudge-inbox layout="page" deep-link> and the history of the browser', () => {
  beforeEach(() => setHash(''));
  afterEach(() => setHash(''));

  it('has entries through which Back and Forward move', async () => {
    const { inbox } = await renderPage(3, { deepLink });
    await openCard(inbox, 0);
    await openCard(inbox, 2);
    history.back();
    await expectDetail(inbox, 'Title 0');
    history.back();
    await expectDetail(inbox, null);
    expect(location.hash).to.equal('');
    history.forward();
    await expectDetail(inbox, 'Title 0');
    history.forward();
    await expectDetail(inbox, 'Title 2');
  });

  it('leads back to the list on a narrow page, with the focus on the card', async () => {
    const { inbox } = await renderPage(3, { width: 360, deepLink });
    await openCard(inbox, 1);
    history.back();
    await waitUntil(() => isListShown(inbox));
    await expectFocus('Title 1');
  });

  it('is where it was after the Back button, so that Forward shows the notification', async () => {
    const { inbox } = await renderPage(3, { width: 360, deepLink });
    await openCard(inbox, 1);
    const { length } = history;
    await clickOn(detailButton(inbox, 'Back')!);
    await waitUntil(() => isListShown(inbox) && location.hash === '');
    expect(history.length).to.equal(length);
    history.forward();
    await expectDetail(inbox, 'Title 1');
  });

  it('gets an entry for the list by Escape after a deep link', async () => {
    const { inbox, ids } = await renderPage(3, { width: 360 });
    setHash(`#notification=${ids[2]!}`);
    inbox.deepLink = deepLink;
    await expectDetail(inbox, 'Title 2');
    await expectFocus('Title 2');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => isListShown(inbox));
    expect(location.hash).to.equal('');
    history.back();
    await expectDetail(inbox, 'Title 2');
  });
});
