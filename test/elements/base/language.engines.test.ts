import { expect, fixture, html } from '@open-wc/testing';
import {
  createRecord,
  expectEventually,
  queryAll,
  queryOne,
  renderCard,
  setPageAttribute,
  stubProperty,
  waitUntil,
} from '../support.js';
import { badgeText, bellName } from '../bell/bell-support.js';
import { loadLanguages, renderBellWithCount, visibleTime } from './language-support.js';

describe('Localized elements', () => {
  it('load messages on first use', async () => {
    setPageAttribute('lang', 'ko-KR');
    const bell = await renderBellWithCount(2);
    await expectEventually(() => bellName(bell), '알림, 새 알림 2개');
  });

  it('use the plural forms and digits of the language', async () => {
    await loadLanguages('ar');
    setPageAttribute('lang', 'ar-EG');
    const bell = await renderBellWithCount(11);
    bell.badge = 'unread';
    await expectEventually(() => [badgeText(bell), bellName(bell)], ['١١', 'الإشعارات، ١١ غير مقروء']);
  });

  it('format times for the region of the browser if the page names none', async () => {
    stubProperty(navigator, 'languages', ['en-GB', 'en']);
    const createdDate = new Date(2024, 4, 26, 14, 30).toISOString();
    const card = await renderCard({ title: 'Title' }, { createdDate });
    // Punctuation and spaces differ among versions of the locale data.
    const times = (): string[] =>
      [visibleTime(card), queryOne(card, 'time').title].map((time) => time.replace(/[\s,]+/g, ' '));
    for (const [tag, short, full] of [
      ['en', '26 May 2024', 'Sunday 26 May 2024 at 14:30'],
      ['en-US', 'May 26 2024', 'Sunday May 26 2024 at 2:30 PM'],
    ] as const) {
      card.lang = tag;
      await expectEventually(times, [short, full]);
    }
  });

  it('follow the direction of the page immediately', async () => {
    await loadLanguages('he');
    const page = await fixture(html`<div lang="he" dir="rtl"></div>`);
    const card = document.createElement('nudge-notification');
    card.record = createRecord({ title: 'Title' });
    page.append(card);
    await waitUntil(() => card.shadowRoot && queryAll(card, '.content').length === 1);
    const isRightToLeft = (): boolean =>
      queryOne(card, '.avatars').getBoundingClientRect().left >
      queryOne(card, '.content').getBoundingClientRect().left;
    expect(isRightToLeft()).to.be.true;
    page.setAttribute('dir', 'ltr');
    expect(isRightToLeft()).to.be.false;
  });
});
