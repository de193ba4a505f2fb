import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { all, card, one, seen, settle, uncaught } from '../support.js';

const markup = '<b>bold</b> <img src=x onerror=alert(1)> &amp; **not** {{x}} ${y} </div>';
const isolated = ['.title', '.subtitle', '.body', '.file bdi', '.tag bdi', '.actions bdi', '.image bdi'];

function everywhere(text: string): Record<string, unknown> {
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

describe('text of a nudge-notification', () => {
  it('is literal, whatever it holds', async () => {
    const element = await card(everywhere(markup));
    for (const place of isolated) expect(one(element, place).textContent.trim(), place).to.equal(markup);
    expect(all(element, 'b, img')).to.have.length(0);
  });

  it('turns nothing around it, whatever its direction', async () => {
    const element = await card(everywhere('\u202eabc'));
    for (const place of isolated) {
      const { unicodeBidi } = getComputedStyle(one(element, place));
      expect(['isolate', 'plaintext'], place).to.include(unicodeBidi);
    }
  });

  it('runs in its own direction', async () => {
    const element = await card({ title: 'طلبك رقم ١٠٣٨', body: 'hello' }, { isRead: false });
    expect(getComputedStyle(one(element, '.title')).direction).to.equal('rtl');
    expect(getComputedStyle(one(element, '.body')).direction).to.equal('ltr');
  });

  it('is cut, and shown at once, where a field holds a megabyte', async () => {
    const start = performance.now();
    const element = await card(everywhere('é '.repeat(524_288)));
    expect(one(element, '.card').getBoundingClientRect().height).to.be.above(0);
    expect(performance.now() - start).to.be.below(300);
    expect(one(element, '.title').textContent.trim()).to.have.length.within(290, 302);
    expect(one(element, '.body').textContent).to.have.length.within(3900, 4001);
    expect(one(element, '.tag bdi').textContent).to.have.length.below(102);
  });

  it('is cut between whole characters', async () => {
    const element = await card({ title: '👩‍🚀'.repeat(100) });
    const shown = one(element, '.title').textContent.trim();
    expect(shown.replaceAll('👩‍🚀', '')).to.equal('…');
  });

  it('shows at most fifty of a kind, so that ten thousand tags do not freeze the page', async () => {
    const start = performance.now();
    const many = <Item>(item: Item): Item[] => Array.from({ length: 10_000 }, () => item);
    const element = await card({
      tags: many({ tagName: 'tag' }),
      attachments: many({ fileName: 'file' }),
      attachmentsImage: many({ fallBackName: 'image' }),
      avatar: many({ fallBackName: 'Ann' }),
    });
    expect(all(element, '.tag')).to.have.length(50);
    expect(all(element, '.file')).to.have.length(50);
    expect(all(element, '.image')).to.have.length(2);
    expect(all(element, '.avatar')).to.have.length(3);
    one(element, '.images button').click();
    await element.updateComplete;
    expect(seen(one(element, '.caption p'))).to.equal('image 2 of 50');
    expect(performance.now() - start).to.be.below(500);
  });

  for (const [name, blank] of [
    ['white space', ' \n\t\u00a0'],
    ['zero width', '\u200b\u200d\u2060\ufeff'],
    ['Hangul fillers', '\u3164\u115f\uffa0'],
    ['Braille blanks', '\u2800'],
    ['controls', '\u0000\u0007'],
  ]) {
    it(`of nothing but ${name} counts as none`, async () => {
      const element = await card({ ...everywhere(blank!), avatar: [] }, { createdDate: null });
      expect(all(element, '.subtitle, .body, .tag, .actions')).to.have.length(0);
      expect(seen(one(element, '.title'))).to.equal('Notification');
      expect(seen(one(element, '.file bdi'))).to.equal('File');
    });
  }

  it('breaks a word that is too long for the card', async () => {
    const element = await card(everywhere('W'.repeat(150)));
    element.style.inlineSize = '320px';
    const { scrollWidth, clientWidth } = one(element, '.card');
    expect(scrollWidth).to.equal(clientWidth);
  });
});

describe('a record that a page hands over as it came', () => {
  const shown = async (record: unknown): Promise<NudgeNotification> => {
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement('nudge-notification');
    Object.assign(element, { record });
    place.append(element);
    await settle();
    return element;
  };

  it('shows what it holds', async () => {
    const element = await shown({
      id: 'n-1',
      payload: { title: 'Title', tags: null, more: 5 },
      isRead: false,
    });
    expect(seen(one(element, '.title'))).to.contain('Title');
    expect(all(element, '.dot')).to.have.length(1);
  });

  for (const bad of [5, 'text', [], {}, { id: 'n-1' }, { id: 'n-1', payload: null }, { payload: {} }]) {
    it(`shows nothing, and throws nothing, where it is ${JSON.stringify(bad)}`, async () => {
      const errors = uncaught();
      const element = await shown(bad);
      expect(element.shadowRoot!.textContent.trim()).to.equal('');
      expect(errors.map(String)).to.deep.equal([]);
    });
  }
});

describe('a record that breaks the contract', () => {
  const good = { title: 'Title', body: 'Body' };
  const wrong = [null, undefined, 5, true, 'text', [], {}, [null, 5, 'text', [], {}]];
  const fields = [
    'subTitle',
    'avatar',
    'attachmentsImage',
    'attachments',
    'itemRedirect',
    'tags',
    'actionButtons',
  ];

  for (const field of fields) {
    it(`shows the rest, whatever is in ${field}`, async () => {
      for (const value of wrong) {
        const element = await card({ ...good, [field]: value });
        expect(seen(one(element, '.title')), JSON.stringify(value)).to.equal('Title');
        expect(seen(one(element, '.body'))).to.equal('Body');
        expect(all(element, '.avatar')).not.to.have.length(0);
      }
    });
  }

  it('keeps the good items of a list', async () => {
    const element = await card({
      tags: [null, { tagName: 'Good' }, 'x', { tagName: 5 }, { tagName: 'Too' }],
      attachments: [7, { fileName: 'a.pdf', url: 5 }],
      avatar: [null, { fallBackName: 'Amelia Moss', iconURL: {} }],
    });
    expect(all(element, '.tag').map(seen)).to.deep.equal(['Good', 'Too']);
    expect(all(element, '.file').map(seen)).to.deep.equal(['PDF a.pdf']);
    expect(all(element, '.avatar')).to.have.length(1);
  });

  for (const createdDate of [null, '', 'soon', 5, '0000-00-00', '9'.repeat(400)]) {
    it(`shows no time for the date ${String(createdDate).slice(0, 12)}`, async () => {
      const element = await card(good, { createdDate });
      expect(all(element, 'time')).to.have.length(0);
      expect(seen(one(element, '.card'))).not.to.match(/NaN|Invalid/);
    });
  }
});
