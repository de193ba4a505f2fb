import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { observeLanguage, nearestLanguage } from '../../../src/elements/base/language.js';
import { localizationFor } from '../../../src/localization/localization.js';
import type { Messages } from '../../../src/localization/messages.js';
import {
  addNotifications,
  bellButton,
  cards,
  clickOn,
  createEmptySandbox,
  createRecord,
  createTestSession,
  flushTasks,
  inboxOf,
  nextFrames,
  panelOf,
  queryOne,
  renderBell,
  renderCard,
  renderInbox,
  setPageAttribute,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Waits until the messages of these languages are loaded, as on a page that has used them before. */
async function loadLanguages(...languages: string[]): Promise<void> {
  for (const language of languages)
    await waitUntil(() => localizationFor(language).locale === language, `${language} is loaded`);
}

function renderBellWithCount(unread: number): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  return renderBell(
    createTestSession(sandbox, { ids: addNotifications(sandbox, unread, () => ({ isRead: false })) }),
  );
}

const bellName = (bell: NudgeBell): string => bellButton(bell).getAttribute('aria-label')!;
const readButtonName = (card: Element): string =>
  queryOne(card, '.tools button:first-child').getAttribute('aria-label')!;
const visibleTime = (card: Element): string => visibleText(queryOne(card, 'time > [aria-hidden]'));

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
    it(`returns ${expected} for the lang ${page} in a browser that prefers ${browser.join(', ')}`, async () => {
      stubProperty(navigator, 'languages', browser);
      expect(nearestLanguage(await fixture(html`<p lang=${page}></p>`))).to.equal(expected);
    });
  }

  it('leads to English for an invalid tag', async () => {
    for (const tag of ['x', '-', 'de-', 'toString', '__proto__']) {
      setPageAttribute('lang', tag);
      const bell = await renderBellWithCount(1);
      expect(bellName(bell), tag).to.equal('Notifications, 1 new');
    }
  });
});

describe('Localized elements', () => {
  it('load messages on first use', async () => {
    setPageAttribute('lang', 'ko-KR');
    const bell = await renderBellWithCount(2);
    await waitUntil(() => bellName(bell) === '알림, 새 알림 2개');
    await expect(bell).to.be.accessible();
  });

  it('follow a lang that changes on an ancestor outside their shadow root', async () => {
    await loadLanguages('de', 'fr');
    const outer = await fixture(html`<div lang="de"><p></p></div>`);
    const card = document.createElement('nudge-notification');
    card.record = createRecord({ title: 'Title' }, { isRead: false });
    appendToShadow(outer.querySelector('p')!, card);
    await flushTasks();
    expect(readButtonName(card)).to.equal('Als gelesen markieren');
    outer.setAttribute('lang', 'fr');
    await flushTasks();
    expect(readButtonName(card)).to.equal('Marquer comme lue');
    expect(queryOne(card, '.title').textContent).to.contain('Non lue: ');
    card.lang = 'de';
    await flushTasks();
    expect(readButtonName(card)).to.equal('Als gelesen markieren');
    card.removeAttribute('lang');
    await flushTasks();
    expect(readButtonName(card)).to.equal('Marquer comme lue');
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
    for (const [place, name] of [
      [germanParent!, 'Benachrichtigungen'],
      [frenchParent!, 'Notifications'],
      [appendToShadow(germanParent!, document.createElement('div')), 'Benachrichtigungen'],
    ] as const) {
      place.append(bell);
      await flushTasks();
      expect(bellName(bell)).to.equal(name);
    }
    germanParent!.lang = 'fr';
    await flushTasks();
    expect(bellName(bell)).to.equal('Notifications');
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
    const headings = (): string[] => [...inbox.shadowRoot!.querySelectorAll('.day')].map(visibleText);
    expect(headings().slice(0, 2)).to.deep.equal(['Today', 'Yesterday']);
    setPageAttribute('lang', 'es');
    await nextFrames();
    expect(headings().slice(0, 2)).to.deep.equal(['Hoy', 'Ayer']);
    expect(rows.map(readButtonName)).to.deep.equal(Array.from({ length: 3 }, () => 'Marcar como leída'));
    expect(visibleTime(rows[0]!)).to.equal('ahora');
    expect(visibleText(queryOne(inbox, '.filters'))).to.equal('Todas Sin leer 3');
    setPageAttribute('lang', 'ja');
    await nextFrames();
    expect(headings().slice(0, 2)).to.deep.equal(['今日', '昨日']);
    expect(cards(inbox).every((card, index) => card === rows[index])).to.be.true;
    expect(visibleTime(rows[0]!)).to.equal('今');
    await expect(inbox).to.be.accessible();
  });

  it('update an open panel', async () => {
    await loadLanguages('nl');
    setPageAttribute('lang', 'en');
    const bell = await renderBellWithCount(1);
    await clickOn(bellButton(bell));
    await nextFrames();
    setPageAttribute('lang', 'nl');
    await nextFrames();
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Meldingen');
    expect(queryOne(inboxOf(bell), 'h2').textContent.trim()).to.equal('Meldingen');
    expect(readButtonName(cards(inboxOf(bell))[0]!)).to.equal('Als gelezen markeren');
    expect(queryOne(bell, '[slot=header-actions]').getAttribute('aria-label')).to.equal('Sluiten');
  });

  it('use the plural forms and digits of the language', async () => {
    await loadLanguages('ar');
    setPageAttribute('lang', 'ar-EG');
    for (const [unread, name] of [
      [1, 'الإشعارات، واحد غير مقروء'],
      [2, 'الإشعارات، اثنان غير مقروءين'],
      [3, 'الإشعارات، ٣ غير مقروءة'],
      [11, 'الإشعارات، ١١ غير مقروء'],
    ] as const) {
      const bell = await renderBellWithCount(unread);
      bell.badge = 'unread';
      await bell.updateComplete;
      expect(bellName(bell)).to.equal(name);
      expect(visibleText(queryOne(bell, '.badge'))).to.equal(unread.toLocaleString('ar-EG'));
    }
  });

  it('format times for the language', async () => {
    await loadLanguages('de', 'pl');
    const card = await renderCard(
      { title: 'Title' },
      { createdDate: new Date(Date.now() - 5 * minute).toISOString() },
    );
    for (const [tag, short, full] of [
      ['en-GB', '5 mins', /^\w+day, \d+ \w+ \d{4} at /],
      ['de', '5 Min.', /^\p{L}+, \d+\. \p{L}+ \d{4} um /u],
      ['pl', '5 min', /^\p{L}+, \d+ \p{L}+ \d{4} /u],
    ] as const) {
      card.lang = tag;
      await flushTasks();
      expect(visibleTime(card)).to.equal(short);
      expect(queryOne(card, 'time').title).to.match(full);
    }
  });

  it('format times for the region of the browser if the page names none', async () => {
    stubProperty(navigator, 'languages', ['en-GB', 'en']);
    const createdDate = new Date(2024, 4, 26, 14, 30).toISOString();
    const card = await renderCard({ title: 'Title' }, { createdDate });
    const times: string[] = [];
    for (const tag of ['en', 'en-US']) {
      card.lang = tag;
      await flushTasks();
      times.push(visibleTime(card), queryOne(card, 'time').title);
    }
    // Punctuation and spaces differ among versions of the locale data.
    expect(times.map((time) => time.replace(/[\s,]+/g, ' '))).to.deep.equal([
      '26 May 2024',
      'Sunday 26 May 2024 at 14:30',
      'May 26 2024',
      'Sunday May 26 2024 at 2:30 PM',
    ]);
  });

  it('follow the direction of the page immediately', async () => {
    await loadLanguages('he');
    const page = await fixture(html`<div lang="he" dir="rtl"></div>`);
    const card = document.createElement('nudge-notification');
    card.record = createRecord({ title: 'Title' });
    page.append(card);
    await flushTasks();
    const isRightToLeft = (): boolean =>
      queryOne(card, '.avatars').getBoundingClientRect().left >
      queryOne(card, '.content').getBoundingClientRect().left;
    expect(isRightToLeft()).to.be.true;
    page.setAttribute('dir', 'ltr');
    expect(isRightToLeft()).to.be.false;
    page.setAttribute('dir', 'rtl');
    expect(isRightToLeft()).to.be.true;
  });
});

describe('The messages property', () => {
  it('overrides messages of the language until it is removed', async () => {
    await loadLanguages('de');
    setPageAttribute('lang', 'de');
    const bell = await renderBellWithCount(2);
    bell.badge = 'unread';
    bell.messages = { notifications: 'Neues', bellUnread: { other: '{count} mal {label}' } };
    await flushTasks();
    expect(bellName(bell)).to.equal('2 mal Neues');
    await clickOn(bellButton(bell));
    await nextFrames();
    expect(queryOne(inboxOf(bell), 'h2').textContent.trim()).to.equal('Neues');
    expect(visibleText(queryOne(inboxOf(bell), '.filters'))).to.equal('Alle Ungelesen 2');
    bell.messages = { markRead: 'Gesehen' };
    await nextFrames();
    expect(bellName(bell)).to.equal('Benachrichtigungen, 2 ungelesen');
    expect(cards(inboxOf(bell)).map(readButtonName)).to.deep.equal(['Gesehen', 'Gesehen']);
    bell.messages = undefined;
    await nextFrames();
    expect(cards(inboxOf(bell)).map(readButtonName)).to.deep.equal([
      'Als gelesen markieren',
      'Als gelesen markieren',
    ]);
  });

  it('also applies after the language changes', async () => {
    await loadLanguages('de');
    setPageAttribute('lang', 'en');
    const bell = await renderBellWithCount(1);
    bell.messages = { notifications: 'Neues' };
    setPageAttribute('lang', 'de');
    await flushTasks();
    expect(bellName(bell)).to.equal('Neues, 1 neu');
  });

  it('applies if it is set before the element is connected', async () => {
    const bell = document.createElement('nudge-bell');
    bell.messages = { notifications: 'News' };
    bell.session = createTestSession(createEmptySandbox());
    (await fixture(html`<div lang="en"></div>`)).append(bell);
    await flushTasks();
    expect(bellName(bell)).to.equal('News');
  });

  it('ignores values that are not strings', async () => {
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
      await flushTasks();
      expect(bellName(bell), JSON.stringify(invalidMessages)).to.equal('Notifications, 1 new');
    }
  });
});

describe('Language tracking', () => {
  /** Counts the active observers of `lang` and the searches for the nearest `lang` from now on. */
  function trackLanguageLookups(): { observers: number; searchers: Set<Element> } {
    const counters = { observers: 0, searchers: new Set<Element>() };
    const { observe, disconnect } = MutationObserver.prototype;
    const { closest } = Element.prototype;
    const activeObservers = new Set<MutationObserver>();
    stubProperty(MutationObserver.prototype, 'observe', function (this: MutationObserver, target, options) {
      if (options?.attributeFilter?.includes('lang')) activeObservers.add(this);
      counters.observers = activeObservers.size;
      observe.call(this, target, options);
    });
    stubProperty(MutationObserver.prototype, 'disconnect', function (this: MutationObserver) {
      activeObservers.delete(this);
      counters.observers = activeObservers.size;
      disconnect.call(this);
    });
    const search = function (this: Element, selectors: string): Element | null {
      if (selectors.includes('[lang]')) counters.searchers.add(this);
      return closest.call(this, selectors);
    };
    stubProperty(Element.prototype, 'closest', search as typeof closest);
    return counters;
  }

  it('uses one observer for all elements and none after the last is removed', async () => {
    const counters = trackLanguageLookups();
    const page = await fixture(html`<div lang="de"><p></p></div>`);
    const bells = Array.from({ length: 3 }, () => document.createElement('nudge-bell'));
    for (let cycle = 0; cycle < 20; cycle++) {
      for (const bell of bells) {
        bell.session ??= createTestSession(createEmptySandbox());
        page.append(bell);
      }
      await flushTasks(1);
      expect(counters.observers).to.equal(1);
      bells.pop()?.remove();
      expect(counters.observers).to.equal(bells.length > 0 ? 1 : 0);
      for (const bell of bells) bell.remove();
      expect(counters.observers).to.equal(0);
      bells.push(document.createElement('nudge-bell'));
    }
  });

  it('does not notify a removed listener', async () => {
    const page = await fixture(
      html`<div lang="en">
        <p></p>
        <i></i>
      </div>`,
    );
    const [notified, removed] = [[] as string[], [] as string[]];
    const unsubscribe = observeLanguage(page.querySelector('p')!, () =>
      notified.push(page.getAttribute('lang')!),
    );
    const unsubscribeOther = observeLanguage(page.querySelector('i')!, () => removed.push('notified'));
    unsubscribeOther();
    page.setAttribute('lang', 'fr');
    page.setAttribute('class', 'other');
    await flushTasks();
    unsubscribe();
    page.setAttribute('lang', 'es');
    await flushTasks();
    expect([notified, removed]).to.deep.equal([['fr'], []]);
  });

  it('searches from each inbox, not from each card', async () => {
    setPageAttribute('lang', 'en');
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
    const counters = trackLanguageLookups();
    const inbox = await renderInbox(session);
    await waitUntil(() => cards(inbox).length === 20);
    expect([...counters.searchers]).to.deep.equal([inbox]);
    session.notifications.add(addNotifications(sandbox, 10));
    await waitUntil(() => cards(inbox).length === 30);
    await nextFrames(6);
    counters.searchers.clear();
    for (const card of cards(inbox)) card.requestUpdate();
    await flushTasks();
    expect([...counters.searchers]).to.deep.equal([]);
  });
});
