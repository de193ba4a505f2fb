import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import { followLanguage, nearestLanguage } from '../../../src/elements/base/language.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
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

/** Waits until the words of this language are at hand, as on a page where it was used before. */
async function bring(...languages: string[]): Promise<void> {
  for (const language of languages)
    await waitUntil(() => localizationFor(language).locale === language, `${language} has come`);
}

function bellOf(unread: number): Promise<NudgeBell> {
  const sandbox = createEmptySandbox();
  return renderBell(
    createTestSession(sandbox, { ids: addNotifications(sandbox, unread, () => ({ isRead: false })) }),
  );
}

const nameOf = (bell: NudgeBell): string => bellButton(bell).getAttribute('aria-label')!;
const toolOf = (shown: NudgeNotification): string =>
  queryOne(shown, '.tools button:first-child').getAttribute('aria-label')!;
const timeOf = (shown: NudgeNotification): string => visibleText(queryOne(shown, 'time > [aria-hidden]'));

/** An element within a shadow root in the element. */
function within<Inner extends Element>(host: Element, inner: Inner, mode: ShadowRootMode = 'open'): Inner {
  host.attachShadow({ mode }).append(inner);
  return inner;
}

describe('the language of an element', () => {
  it('is that of the nearest lang, its own first', async () => {
    const outer = await fixture(
      html`<div lang="de">
        <p lang="fr-CA"><b lang="ja"></b><i></i></p>
      </div>`,
    );
    const found = ['b', 'i', 'p'].map((name) => nearestLanguage(outer.querySelector(name)!));
    expect([...found, nearestLanguage(outer)]).to.deep.equal(['ja', 'fr-CA', 'fr-CA', 'de']);
  });

  it('is found through shadow roots, closed ones too', async () => {
    const outer = await fixture(html`<div lang="pl"><p></p></div>`);
    const middle = within(outer.querySelector('p')!, document.createElement('div'), 'closed');
    const inner = within(middle, document.createElement('i'));
    expect(nearestLanguage(inner)).to.equal('pl');
    middle.lang = 'he';
    expect(nearestLanguage(inner)).to.equal('he');
  });

  it('is that of the page around a lang that says nothing', async () => {
    setPageAttribute('lang', 'it');
    const outer = await fixture(html`<div lang="nl"><p lang=""></p></div>`);
    expect(nearestLanguage(outer.firstElementChild!)).to.equal('nl');
    outer.removeAttribute('lang');
    expect(nearestLanguage(outer.firstElementChild!)).to.equal('it');
  });

  it('is what the browser prefers where the page says nothing', async () => {
    setPageAttribute('lang', '');
    stubProperty(navigator, 'language', 'tr');
    expect(nearestLanguage(await fixture(html`<p></p>`))).to.equal('tr');
    expect(nearestLanguage(document.createElement('p'))).to.equal('tr');
  });

  it('is English where the tag is none', async () => {
    for (const tag of ['x', '-', 'de-', 'toString', '__proto__']) {
      setPageAttribute('lang', tag);
      const bell = await bellOf(1);
      expect(nameOf(bell), tag).to.equal('Notifications, 1 unread');
    }
  });
});

describe('the words of an element', () => {
  it('come as they are first wanted', async () => {
    setPageAttribute('lang', 'ko-KR');
    const bell = await bellOf(2);
    await waitUntil(() => nameOf(bell) === '알림, 읽지 않음 2개');
    await expect(bell).to.be.accessible();
  });

  it('follow a lang that changes around it, outside a shadow root', async () => {
    await bring('de', 'fr');
    const outer = await fixture(html`<div lang="de"><p></p></div>`);
    const shown = document.createElement('nudge-notification');
    shown.record = createRecord({ title: 'Title' }, { isRead: false });
    within(outer.querySelector('p')!, shown);
    await flushTasks();
    expect(toolOf(shown)).to.equal('Als gelesen markieren');
    outer.setAttribute('lang', 'fr');
    await flushTasks();
    expect(toolOf(shown)).to.equal('Marquer comme lue');
    expect(queryOne(shown, '.title').textContent).to.contain('Non lue: ');
    shown.lang = 'de';
    await flushTasks();
    expect(toolOf(shown)).to.equal('Als gelesen markieren');
    shown.removeAttribute('lang');
    await flushTasks();
    expect(toolOf(shown)).to.equal('Marquer comme lue');
  });

  it('follow it to another place', async () => {
    await bring('de', 'fr');
    const page = await fixture(
      html`<div>
        <p lang="de"></p>
        <p lang="fr"></p>
      </div>`,
    );
    const [german, french] = page.querySelectorAll('p');
    const bell = document.createElement('nudge-bell');
    bell.session = createTestSession(createEmptySandbox());
    for (const [place, name] of [
      [german!, 'Benachrichtigungen'],
      [french!, 'Notifications'],
      [within(german!, document.createElement('div')), 'Benachrichtigungen'],
    ] as const) {
      place.append(bell);
      await flushTasks();
      expect(nameOf(bell)).to.equal(name);
    }
    german!.lang = 'fr';
    await flushTasks();
    expect(nameOf(bell)).to.equal('Notifications');
  });

  it('change in rows that are there already, with the headings of the days', async () => {
    await bring('es', 'ja');
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
    expect(rows.map(toolOf)).to.deep.equal(Array.from({ length: 3 }, () => 'Marcar como leída'));
    expect(timeOf(rows[0]!)).to.equal('ahora');
    expect(visibleText(queryOne(inbox, '.filters'))).to.equal('Todas Sin leer 3');
    setPageAttribute('lang', 'ja');
    await nextFrames();
    expect(headings().slice(0, 2)).to.deep.equal(['今日', '昨日']);
    expect(cards(inbox).every((shown, index) => shown === rows[index])).to.be.true;
    expect(timeOf(rows[0]!)).to.equal('今');
    await expect(inbox).to.be.accessible();
  });

  it('change in an open panel', async () => {
    await bring('nl');
    setPageAttribute('lang', 'en');
    const bell = await bellOf(1);
    await clickOn(bellButton(bell));
    await nextFrames();
    setPageAttribute('lang', 'nl');
    await nextFrames();
    expect(panelOf(bell).getAttribute('aria-label')).to.equal('Meldingen');
    expect(queryOne(inboxOf(bell), 'h2').textContent.trim()).to.equal('Meldingen');
    expect(toolOf(cards(inboxOf(bell))[0]!)).to.equal('Als gelezen markeren');
    expect(queryOne(bell, '[slot=header-actions]').getAttribute('aria-label')).to.equal('Sluiten');
  });

  it('count in the plural forms and digits of the language', async () => {
    await bring('ar');
    setPageAttribute('lang', 'ar-EG');
    for (const [count, name] of [
      [1, 'الإشعارات، واحد غير مقروء'],
      [2, 'الإشعارات، اثنان غير مقروءين'],
      [3, 'الإشعارات، ٣ غير مقروءة'],
      [11, 'الإشعارات، ١١ غير مقروء'],
    ] as const) {
      const bell = await bellOf(count);
      expect(nameOf(bell)).to.equal(name);
      expect(visibleText(queryOne(bell, '.badge'))).to.equal(count.toLocaleString('ar-EG'));
    }
  });

  it('say when, as the language does', async () => {
    await bring('de', 'pl');
    const shown = await renderCard(
      { title: 'Title' },
      { createdDate: new Date(Date.now() - 5 * minute).toISOString() },
    );
    for (const [tag, short, full] of [
      ['en-GB', '5 mins', /^\w+day, \d+ \w+ \d{4} at /],
      ['de', '5 Min.', /^\p{L}+, \d+\. \p{L}+ \d{4} um /u],
      ['pl', '5 min', /^\p{L}+, \d+ \p{L}+ \d{4} /u],
    ] as const) {
      shown.lang = tag;
      await flushTasks();
      expect(timeOf(shown)).to.equal(short);
      expect(queryOne(shown, 'time').title).to.match(full);
    }
  });

  it('turn with the direction of the page, at once', async () => {
    await bring('he');
    const page = await fixture(html`<div lang="he" dir="rtl"></div>`);
    const shown = document.createElement('nudge-notification');
    shown.record = createRecord({ title: 'Title' });
    page.append(shown);
    await flushTasks();
    const isRightToLeft = (): boolean =>
      queryOne(shown, '.avatars').getBoundingClientRect().left >
      queryOne(shown, '.content').getBoundingClientRect().left;
    expect(isRightToLeft()).to.be.true;
    page.setAttribute('dir', 'ltr');
    expect(isRightToLeft()).to.be.false;
    page.setAttribute('dir', 'rtl');
    expect(isRightToLeft()).to.be.true;
  });
});

describe('the property messages', () => {
  it('puts words in place of those of the language, and its removal puts them back', async () => {
    await bring('de');
    setPageAttribute('lang', 'de');
    const bell = await bellOf(2);
    bell.messages = { notifications: 'Neues', bellUnread: { other: '{count} mal {label}' } };
    await flushTasks();
    expect(nameOf(bell)).to.equal('2 mal Neues');
    await clickOn(bellButton(bell));
    await nextFrames();
    expect(queryOne(inboxOf(bell), 'h2').textContent.trim()).to.equal('Neues');
    expect(visibleText(queryOne(inboxOf(bell), '.filters'))).to.equal('Alle Ungelesen 2');
    bell.messages = { markRead: 'Gesehen' };
    await nextFrames();
    expect(nameOf(bell)).to.equal('Benachrichtigungen, 2 ungelesen');
    expect(cards(inboxOf(bell)).map(toolOf)).to.deep.equal(['Gesehen', 'Gesehen']);
    bell.messages = undefined;
    await nextFrames();
    expect(cards(inboxOf(bell)).map(toolOf)).to.deep.equal([
      'Als gelesen markieren',
      'Als gelesen markieren',
    ]);
  });

  it('counts in whatever language comes later', async () => {
    await bring('de');
    setPageAttribute('lang', 'en');
    const bell = await bellOf(1);
    bell.messages = { notifications: 'Neues' };
    setPageAttribute('lang', 'de');
    await flushTasks();
    expect(nameOf(bell)).to.equal('Neues, 1 ungelesen');
  });

  it('takes what is set before the element is in the page', async () => {
    const bell = document.createElement('nudge-bell');
    bell.messages = { notifications: 'News' };
    bell.session = createTestSession(createEmptySandbox());
    (await fixture(html`<div lang="en"></div>`)).append(bell);
    await flushTasks();
    expect(nameOf(bell)).to.equal('News');
  });

  it('passes over what is no text', async () => {
    setPageAttribute('lang', 'en');
    const bell = await bellOf(1);
    for (const given of [
      { notifications: 5, bellUnread: 'x' },
      { bellUnread: { one: 1 } },
      'x',
      5,
      null,
      [],
    ]) {
      bell.messages = given as unknown as Partial<Messages>;
      await flushTasks();
      expect(nameOf(bell), JSON.stringify(given)).to.equal('Notifications, 1 unread');
    }
  });
});

describe('what follows the language', () => {
  /** How many observers of a `lang` are at work from now on, and how often the nearest one was looked for. */
  function count(): { observers: number; searches: number } {
    const counted = { observers: 0, searches: 0 };
    const { observe, disconnect } = MutationObserver.prototype;
    const { closest } = Element.prototype;
    const working = new Set<MutationObserver>();
    stubProperty(MutationObserver.prototype, 'observe', function (this: MutationObserver, target, options) {
      if (options?.attributeFilter?.includes('lang')) working.add(this);
      counted.observers = working.size;
      observe.call(this, target, options);
    });
    stubProperty(MutationObserver.prototype, 'disconnect', function (this: MutationObserver) {
      working.delete(this);
      counted.observers = working.size;
      disconnect.call(this);
    });
    const search = function (this: Element, selectors: string): Element | null {
      if (selectors.includes('[lang]')) counted.searches++;
      return closest.call(this, selectors);
    };
    stubProperty(Element.prototype, 'closest', search as typeof closest);
    return counted;
  }

  it('is one observer for all, and none once the last is gone', async () => {
    const counted = count();
    const page = await fixture(html`<div lang="de"><p></p></div>`);
    const bells = Array.from({ length: 3 }, () => document.createElement('nudge-bell'));
    for (let cycle = 0; cycle < 20; cycle++) {
      for (const bell of bells) {
        bell.session ??= createTestSession(createEmptySandbox());
        page.append(bell);
      }
      await flushTasks(1);
      expect(counted.observers).to.equal(1);
      bells.pop()?.remove();
      expect(counted.observers).to.equal(bells.length > 0 ? 1 : 0);
      for (const bell of bells) bell.remove();
      expect(counted.observers).to.equal(0);
      bells.push(document.createElement('nudge-bell'));
    }
  });

  it('does nothing for one that was removed', async () => {
    const page = await fixture(
      html`<div lang="en">
        <p></p>
        <i></i>
      </div>`,
    );
    const [told, removed] = [[] as string[], [] as string[]];
    const end = followLanguage(page.querySelector('p')!, () => told.push(page.getAttribute('lang')!));
    const endOther = followLanguage(page.querySelector('i')!, () => removed.push('told'));
    endOther();
    page.setAttribute('lang', 'fr');
    page.setAttribute('class', 'other');
    await flushTasks();
    end();
    page.setAttribute('lang', 'es');
    await flushTasks();
    expect([told, removed]).to.deep.equal([['fr'], []]);
  });

  it('is looked for once in an inbox, not by each card', async () => {
    setPageAttribute('lang', 'en');
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
    const counted = count();
    const inbox = await renderInbox(session);
    expect(cards(inbox)).to.have.length(20);
    const searches = counted.searches;
    expect(searches).to.be.lessThan(20);
    session.notifications.add(addNotifications(sandbox, 10));
    await nextFrames();
    expect(cards(inbox)).to.have.length(30);
    counted.searches = 0;
    for (const shown of cards(inbox)) shown.requestUpdate();
    await flushTasks();
    expect(counted.searches).to.equal(0);
  });
});
