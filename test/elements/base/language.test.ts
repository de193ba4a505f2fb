import { expect, fixture, html } from '@open-wc/testing';
import { observeLanguage, nearestLanguage } from '../../../src/elements/base/language.js';
import type { Messages } from '../../../src/localization/messages.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createRecord,
  createTestSession,
  expectEventually,
  inboxOf,
  panelOf,
  queryAll,
  queryOne,
  renderInbox,
  setPageAttribute,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';
import { bellName, openByClick, waitForCards } from '../bell/bell-support.js';
import { loadLanguages, readButtonName, renderBellWithCount, visibleTime } from './language-support.js';

const day = 24 * 3_600_000;

/** Appends an element to a new shadow root of the host. */
function appendToShadow<Inner extends Element>(
  host: Element,
  inner: Inner,
  mode: ShadowRootMode = 'open',
): Inner {
  host.attachShadow({ mode }).append(inner);
  return inner;
}

describe('nearestLanguage()', () => {
  it('returns the nearest lang, starting with the element itself', async () => {
    const outer = await fixture(
      html`<div lang="de">
        <p lang="fr-CA"><b lang="ja"></b><i></i></p>
      </div>`,
    );
    const found = ['b', 'i', 'p'].map((name) => nearestLanguage(outer.querySelector(name)!));
    expect([...found, nearestLanguage(outer)]).to.deep.equal(['ja', 'fr-CA', 'fr-CA', 'de']);
  });

  it('looks through shadow roots, even closed ones', async () => {
    const outer = await fixture(html`<div lang="pl"><p></p></div>`);
    const middle = appendToShadow(outer.querySelector('p')!, document.createElement('div'), 'closed');
    const inner = appendToShadow(middle, document.createElement('i'));
    expect(nearestLanguage(inner)).to.equal('pl');
    middle.lang = 'he';
    expect(nearestLanguage(inner)).to.equal('he');
  });

  it('skips an empty lang', async () => {
    setPageAttribute('lang', 'it');
    const outer = await fixture(html`<div lang="nl"><p lang=""></p></div>`);
    expect(nearestLanguage(outer.firstElementChild!)).to.equal('nl');
    outer.removeAttribute('lang');
    expect(nearestLanguage(outer.firstElementChild!)).to.equal('it');
  });

  it('returns the browser language if the page has no lang', async () => {
    setPageAttribute('lang', '');
    stubProperty(navigator, 'language', 'tr');
    expect(nearestLanguage(await fixture(html`<p></p>`))).to.equal('tr');
    expect(nearestLanguage(document.createElement('p'))).to.equal('tr');
  });

  it('adds the region of the browser to a lang without one, if the browser prefers that language', async () => {
    const paragraph = await fixture(html`<p></p>`);
    for (const [page, browser, expected] of [
      ['en', ['en-GB', 'en-US', 'en'], 'en-GB'],
      ['en', ['fr-CH', 'en', 'en-AU'], 'en-AU'],
      ['EN', ['en-GB'], 'en-GB'],
      ['es', ['es-419'], 'es-419'],
      ['en-US', ['en-GB'], 'en-US'],
      ['de', ['en-GB'], 'de'],
      ['de', ['de'], 'de'],
      ['en', ['en-US@posix', 'C'], 'en'],
      ['zh', ['zh-TW', 'zh-SG'], 'zh-SG'],
      ['zh-Hant', ['zh-TW'], 'zh-Hant'],
      ['__proto__', ['en-GB'], '__proto__'],
    ] as const) {
      stubProperty(navigator, 'languages', browser);
      paragraph.setAttribute('lang', page);
      expect(nearestLanguage(paragraph), `${page} in ${browser.join()}`).to.equal(expected);
    }
  });
});

describe('observeLanguage()', () => {
  it('does not notify a removed listener', async () => {
    const page = await fixture(
      html`<div lang="en">
        <p></p>
        <i></i>
        <b></b>
      </div>`,
    );
    const [notified, removed, later] = [[] as string[], [] as string[], [] as string[]];
    const observe = (name: string, notifications: string[]): (() => void) =>
      observeLanguage(page.querySelector(name)!, () => notifications.push(page.getAttribute('lang')!));
    const unsubscribe = observe('p', notified);
    observe('i', removed)();
    page.setAttribute('lang', 'fr');
    page.setAttribute('class', 'other');
    await expectEventually(() => notified, ['fr']);
    unsubscribe();
    const unsubscribeLater = observe('b', later);
    page.setAttribute('lang', 'es');
    await expectEventually(() => later, ['es']);
    unsubscribeLater();
    expect([notified, removed]).to.deep.equal([['fr'], []]);
  });
});

describe('Localized elements', () => {
  it('follow a lang that changes on an ancestor outside their shadow root', async () => {
    await loadLanguages('de', 'fr');
    const outer = await fixture(html`<div lang="de"><p></p></div>`);
    const card = document.createElement('nudge-notification');
    card.record = createRecord({ title: 'Title' }, { isRead: false });
    appendToShadow(outer.querySelector('p')!, card);
    await waitUntil(() => card.shadowRoot && queryAll(card, '.tools').length === 1);
    const expectName = (name: string): Promise<void> => expectEventually(() => readButtonName(card), name);
    await expectName('Als gelesen markieren');
    outer.setAttribute('lang', 'fr');
    await expectName('Marquer comme lue');
    expect(queryOne(card, '.title').textContent).to.contain('Non lue: ');
    card.lang = 'de';
    await expectName('Als gelesen markieren');
    card.removeAttribute('lang');
    await expectName('Marquer comme lue');
  });

  it('use the language of the place they move to', async () => {
    await loadLanguages('de', 'fr');
    const page = await fixture(
      html`<div>
        <p lang="de"></p>
        <p lang="fr"></p>
      </div>`,
    );
    const [germanParent, frenchParent] = page.querySelectorAll('p');
    const bell = document.createElement('nudge-bell');
    bell.session = createTestSession(createEmptySandbox());
    germanParent!.append(bell);
    await bell.updateComplete;
    const expectName = (name: string): Promise<void> => expectEventually(() => bellName(bell), name);
    await expectName('Benachrichtigungen');
    frenchParent!.append(bell);
    await expectName('Notifications');
    appendToShadow(germanParent!, document.createElement('div')).append(bell);
    await expectName('Benachrichtigungen');
    germanParent!.lang = 'fr';
    await expectName('Notifications');
  });

  it('update existing rows and day headings', async () => {
    await loadLanguages('es', 'ja');
    setPageAttribute('lang', 'en');
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, (index) => ({
      isRead: false,
      createdDate: new Date(Date.now() - index * day - 1000).toISOString(),
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    const rows = cards(inbox);
    const headings = (): string[] => queryAll(inbox, '.day').slice(0, 2).map(visibleText);
    await expectEventually(headings, ['Today', 'Yesterday']);
    setPageAttribute('lang', 'es');
    await expectEventually(headings, ['Hoy', 'Ayer']);
    expect(rows.map(readButtonName)).to.deep.equal(Array.from({ length: 3 }, () => 'Marcar como leída'));
    expect(visibleTime(rows[0]!)).to.equal('ahora');
    expect(visibleText(queryOne(inbox, '.filters'))).to.equal('Todas Sin leer 3');
    setPageAttribute('lang', 'ja');
    await expectEventually(headings, ['今日', '昨日']);
    expect(cards(inbox).every((card, index) => card === rows[index])).to.be.true;
  });
});

describe('The messages property', () => {
  it('overrides messages of the language, in the panel too, until it is removed', async () => {
    await loadLanguages('de');
    setPageAttribute('lang', 'de');
    const bell = await renderBellWithCount(2);
    bell.badge = 'unread';
    bell.messages = { notifications: 'Neues', bellUnread: { other: '{count} mal {label}' } };
    await expectEventually(() => bellName(bell), '2 mal Neues');
    await openByClick(bell);
    await waitForCards(bell, 2);
    const names = (): string[] => cards(inboxOf(bell)).map(readButtonName);
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Neues');
    expect(visibleText(queryOne(inboxOf(bell), 'h2'))).to.equal('Neues');
    expect(visibleText(queryOne(inboxOf(bell), '.filters'))).to.equal('Alle Ungelesen 2');
    bell.messages = { markRead: 'Gesehen' };
    await expectEventually(names, ['Gesehen', 'Gesehen']);
    expect(bellName(bell)).to.equal('Benachrichtigungen, 2 ungelesen');
    bell.messages = undefined;
    await expectEventually(names, ['Als gelesen markieren', 'Als gelesen markieren']);
  });

  it('also applies after the language changes', async () => {
    await loadLanguages('de');
    setPageAttribute('lang', 'en');
    const bell = await renderBellWithCount(1);
    bell.messages = { notifications: 'Neues' };
    await expectEventually(() => bellName(bell), 'Neues, 1 new');
    setPageAttribute('lang', 'de');
    await expectEventually(() => bellName(bell), 'Neues, 1 neu');
  });

  it('ignores values of a wrong type', async () => {
    setPageAttribute('lang', 'en');
    const bell = await renderBellWithCount(1);
    for (const invalidMessages of [
      { notifications: 5, bellUnseen: 'x' },
      { bellUnseen: { one: 1 } },
      'x',
      5,
      null,
      [],
    ]) {
      bell.messages = invalidMessages as unknown as Partial<Messages>;
      await bell.updateComplete;
      expect(bellName(bell), JSON.stringify(invalidMessages)).to.equal('Notifications, 1 new');
    }
  });
});
