import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeAvatar } from '../../../src/elements/avatar/avatar.js';
import { initials } from '../../../src/elements/avatar/render-avatar.js';
import {
  brokenPictureUrl,
  pictureUrl,
  queryAll,
  queryOne,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

function renderAvatar(name: unknown, src?: unknown): Promise<NudgeAvatar> {
  return fixture<NudgeAvatar>(html`<nudge-avatar .name=${name} .src=${src}></nudge-avatar>`);
}

describe('<nudge-avatar>', () => {
  it('loads its picture lazily and without a referrer', async () => {
    const element = await renderAvatar('Amelia Moss', pictureUrl);
    const image = queryOne<HTMLImageElement>(element, 'img');
    await waitUntil(() => image.naturalWidth > 0);
    expect(image.getAttribute('loading')).to.equal('lazy');
    expect(image.getAttribute('referrerpolicy')).to.equal('no-referrer');
    expect(image.alt).to.equal('');
    expect(image.getBoundingClientRect().width).to.equal(40);
    expect(visibleText(queryOne(element, '.avatar'))).to.equal('');
  });

  it('shows initials of the same size if the picture is broken', async () => {
    const element = await renderAvatar('Amelia Moss', brokenPictureUrl);
    const before = element.getBoundingClientRect();
    await waitUntil(() => queryAll(element, 'img').length === 0);
    expect(visibleText(queryOne(element, '.avatar'))).to.equal('AM');
    expect(element.getBoundingClientRect()).to.deep.equal(before);
    expect([before.width, before.height]).to.deep.equal([40, 40]);
  });

  it('loads a new picture after a broken one', async () => {
    const element = await renderAvatar('Amelia Moss', brokenPictureUrl);
    await waitUntil(() => queryAll(element, 'img').length === 0);
    element.src = pictureUrl;
    await element.updateComplete;
    await waitUntil(() => queryOne<HTMLImageElement>(element, 'img').naturalWidth > 0);
  });

  it('needs no segmenter without a name, nor for a letter of the usual scripts', () => {
    stubProperty(Intl, 'Segmenter', undefined as unknown as typeof Intl.Segmenter);
    expect(['', 'Amelia Moss', 'مريم سعيد', '王'].map(initials)).to.deep.equal(['', 'AM', 'مس', '王']);
  });

  it('shows a person without a picture or a visible name', async () => {
    for (const name of [undefined, null, '   ', '\u200b\u200b']) {
      const element = await renderAvatar(name);
      expect(queryAll<SVGElement>(element, 'svg'), JSON.stringify(name)).to.have.length(1);
      expect(visibleText(queryOne(element, '.avatar')), JSON.stringify(name)).to.equal('');
    }
  });

  it('shows no picture from an unsafe URL', async () => {
    const element = await renderAvatar('Amelia Moss', 'javascript:alert(1)');
    expect(queryAll(element, 'img')).to.have.length(0);
    expect(visibleText(queryOne(element, '.avatar'))).to.equal('AM');
  });

  it('is hidden from assistive technology', async () => {
    const element = await renderAvatar('Amelia Moss');
    expect(queryOne(element, '.avatar').getAttribute('aria-hidden')).to.equal('true');
  });

  it('gives equal names equal colours', async () => {
    const colours = await Promise.all(
      ['Amelia Moss', 'Amelia Moss', 'Ravi Kumar'].map(
        async (name) => getComputedStyle(queryOne(await renderAvatar(name), '.avatar')).backgroundColor,
      ),
    );
    expect(colours[0]).to.equal(colours[1]);
    expect(colours[0]).not.to.equal(colours[2]);
  });

  it('takes its size and radius from custom properties', async () => {
    const element = await renderAvatar('Amelia Moss');
    element.style.setProperty('--nudge-avatar-size', '64px');
    element.style.setProperty('--nudge-avatar-radius', '4px');
    expect(element.getBoundingClientRect().width).to.equal(64);
    expect(getComputedStyle(queryOne(element, '.avatar')).borderRadius).to.equal('4px');
  });
});

describe('initials()', () => {
  it('returns the first letters of the first and the last word, or a short word in capitals', () => {
    for (const [name, expected] of [
      ['Amelia Moss', 'AM'],
      ['amelia moss', 'AM'],
      ['Amelia van der Moss', 'AM'],
      ['  Amelia \u00a0 Moss ', 'AM'],
      ['SHOP', 'S'],
      ['BBC', 'BBC'],
      ['HP', 'HP'],
      ['Harbour & Pine', 'HP'],
      ['Ann', 'A'],
      ['👩‍🚀 Ann', '👩‍🚀A'],
      ['عمر حداد', 'عح'],
      ['ß', 'SS'],
      ['e\u0301va', 'E\u0301'],
      ['李小龍', '李'],
      ['<b>Ann</b>', '<'],
    ] as const)
      expect(initials(name), name).to.equal(expected);
  });
});
