import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { queryAll, queryOne, recordUncaughtErrors, renderCard, visibleText } from '../support.js';

const markup = '<b>bold</b> <img src=x onerror=alert(1)> &amp; **not** {{x}} ${y} </div>';
const isolatedSelectors = [
  '.title',
  '.subtitle',
  '.body',
  '.file bdi',
  '.tag bdi',
  '.actions bdi',
  '.image bdi',
];

function fillAllFields(text: string): Record<string, unknown> {
  return {
    title: text,
    subTitle: text,
    body: text,
    avatar: [{ fallBackName: text }],
    attachmentsImage: [{ fallBackName: text }],
    attachments: [{ type: text, fileName: text, url: '' }],
    tags: [{ tagName: text }],
    actionButtons: { primary: { name: text, onclickAction: 'x' } },
  };
}

describe('<nudge-notification> text', () => {
  it('is never interpreted as markup', async () => {
    const element = await renderCard(fillAllFields(markup));
    for (const selector of isolatedSelectors)
      expect(queryOne(element, selector).textContent.trim(), selector).to.equal(markup);
    expect(queryAll(element, 'b, img')).to.have.length(0);
  });

  it('does not affect the direction of its surroundings', async () => {
    const element = await renderCard(fillAllFields('\u202eabc'));
    for (const selector of isolatedSelectors) {
      const { unicodeBidi } = getComputedStyle(queryOne(element, selector));
      expect(['isolate', 'plaintext'], selector).to.include(unicodeBidi);
    }
  });

  it('has the direction of its own content', async () => {
    const element = await renderCard({ title: 'طلبك رقم ١٠٣٨', body: 'hello' }, { isRead: false });
    expect(getComputedStyle(queryOne(element, '.title')).direction).to.equal('rtl');
    expect(getComputedStyle(queryOne(element, '.body')).direction).to.equal('ltr');
  });

  it('is truncated if a field holds one megabyte', async () => {
    const element = await renderCard(fillAllFields('é '.repeat(524_288)));
    expect(queryOne(element, '.card').getBoundingClientRect().height).to.be.above(0);
    expect(queryOne(element, '.title').textContent.trim()).to.have.length.within(290, 302);
    expect(queryOne(element, '.body').textContent).to.have.length.within(3900, 4001);
    expect(queryOne(element, '.tag bdi').textContent).to.have.length.below(102);
  });

  it('is truncated between whole characters', async () => {
    const element = await renderCard({ title: '👩‍🚀'.repeat(100) });
    const text = queryOne(element, '.title').textContent.trim();
    expect(text.replaceAll('👩‍🚀', '')).to.equal('…');
  });

  it('is limited to fifty items of each list at first', async () => {
    const repeatItem = <Item>(item: Item): Item[] => Array.from({ length: 10_000 }, () => item);
    const element = await renderCard({
      tags: repeatItem({ tagName: 'tag' }),
      attachments: repeatItem({ fileName: 'file' }),
      attachmentsImage: repeatItem({ fallBackName: 'image' }),
      avatar: repeatItem({ fallBackName: 'Ann' }),
    });
    const toggles = queryAll(element, '.chips .link-button');
    expect(toggles.map((toggle) => toggle.getAttribute('aria-label'))).to.deep.equal([
      '9,997 more',
      '9,997 more',
    ]);
    for (const toggle of toggles) toggle.click();
    await element.updateComplete;
    expect(queryAll(element, '.tag')).to.have.length(50);
    expect(queryAll(element, '.file')).to.have.length(50);
    expect(queryAll(element, '.image')).to.have.length(2);
    expect(queryAll(element, '.avatar')).to.have.length(2);
    queryOne(element, '.images button').click();
    await element.updateComplete;
    expect(visibleText(queryOne(element, '.caption p'))).to.equal('image 2 of 10,000');
  });

  it('counts as missing if none of it is visible', async () => {
    for (const [what, blank] of Object.entries({
      'white space': ' \n\t\u00a0',
      'zero-width characters': '\u200b\u200d\u2060\ufeff',
      'Hangul fillers': '\u3164\u115f\uffa0',
      'Braille blanks': '\u2800',
      'control characters': '\u0000\u0007',
    })) {
      const element = await renderCard({ ...fillAllFields(blank), avatar: [] }, { createdDate: null });
      expect(queryAll(element, '.subtitle, .body, .tag, .actions'), what).to.have.length(0);
      expect(visibleText(queryOne(element, '.title')), what).to.equal('Notification');
      expect(visibleText(queryOne(element, '.file bdi')), what).to.equal('File');
    }
  });

  it('breaks words that are too long for the card', async () => {
    const element = await renderCard(fillAllFields('W'.repeat(150)));
    element.style.inlineSize = '320px';
    const { scrollWidth, clientWidth } = queryOne(element, '.card');
    expect(scrollWidth).to.equal(clientWidth);
  });
});

describe('<nudge-notification> with an unparsed record', () => {
  const renderRecord = async (record: unknown): Promise<NudgeNotification> => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement('nudge-notification');
    Object.assign(element, { record });
    container.append(element);
    await element.updateComplete;
    return element;
  };

  it('shows its content', async () => {
    const element = await renderRecord({
      id: 'n-1',
      payload: { title: 'Title', tags: null, more: 5 },
      isRead: false,
    });
    expect(visibleText(queryOne(element, '.title'))).to.contain('Title');
    expect(queryAll(element, '.dot')).to.have.length(1);
  });

  it('renders nothing and throws no error if that is invalid', async () => {
    const errors = recordUncaughtErrors();
    for (const record of [
      undefined,
      5,
      'text',
      [],
      {},
      { id: 'n-1' },
      { id: 'n-1', payload: null },
      { payload: {} },
    ]) {
      const element = await renderRecord(record);
      expect(element.shadowRoot!.textContent.trim(), JSON.stringify(record)).to.equal('');
    }
    expect(errors.map(String)).to.deep.equal([]);
  });

  it('shows no time for a date that is none', async () => {
    const element = await renderRecord({ id: 'n-1', payload: { title: 'Title' }, createdDate: '0000-00-00' });
    expect(queryAll(element, 'time')).to.have.length(0);
    expect(visibleText(queryOne(element, '.card'))).to.equal('Title');
  });
});
