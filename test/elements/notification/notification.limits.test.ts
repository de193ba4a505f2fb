import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createRecord,
  createTestSession,
  expectEventually,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  renderCard,
  renderInbox,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';

const longLine = 'A line of text that goes on. '.repeat(8);

async function renderSized(payload: unknown, width = 360): Promise<NudgeNotification> {
  const element = await renderCard(payload);
  element.style.inlineSize = `${width}px`;
  return element;
}

const expandButtons = (element: Element): HTMLElement[] => queryAll(element, '.content > .link-button');

/** Renders a card and waits until it offers to show more. */
async function renderCut(payload: unknown, width?: number): Promise<NudgeNotification> {
  const element = await renderSized(payload, width);
  await expectEventually(() => expandButtons(element).map(visibleText), ['Show more']);
  return element;
}

/** Waits until all cards in view have been measured: one that is rendered last, and is cut, says so. */
async function waitForMeasurement(): Promise<void> {
  const last = await renderCut({ title: longLine });
  last.remove();
}

/** The number of lines that are shown of a text. */
function linesOf(element: NudgeNotification, selector: string): number {
  const text = queryOne(element, selector);
  return Math.round(
    text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
}

const toggleOf = (element: Element, part: string): HTMLElement =>
  queryOne(element, `[part=${part}] .link-button`);

describe('<nudge-notification> limits', () => {
  it('show two lines of a title, one of a subtitle and three of a body, until the user expands them', async () => {
    const element = await renderCut({ title: longLine, subTitle: longLine, body: longLine });
    const lines = (): number[] => ['.title', '.subtitle', '.body'].map((text) => linesOf(element, text));
    expect(lines()).to.deep.equal([2, 1, 3]);
    expect(queryOne(element, '.title').textContent.trim(), 'for assistive technology').to.equal(
      longLine.trim(),
    );
    const [button] = expandButtons(element);
    button!.click();
    await element.updateComplete;
    expect(lines().every((count) => count > 3)).to.be.true;
    expect([visibleText(button!), button!.ariaExpanded]).to.deep.equal(['Show less', 'true']);
    button!.click();
    await element.updateComplete;
    expect(lines()).to.deep.equal([2, 1, 3]);
    expect([visibleText(button!), button!.ariaExpanded]).to.deep.equal(['Show more', 'false']);
  });

  // Chromium aligns the line first, and puts the ellipsis after that: beside the text, if it ends at that side.
  it('show the ellipsis of a text whose direction is not that of the page', async () => {
    setPageAttribute('dir', 'rtl');
    const element = await renderCut({ title: longLine, subTitle: longLine, body: longLine });
    const hidden = ['.title', '.subtitle', '.body'].filter((selector) => {
      const text = queryOne(element, selector);
      const { right, bottom } = text.getBoundingClientRect();
      const isBeside = text.scrollWidth > text.clientWidth;
      return isBeside && element.shadowRoot!.elementFromPoint(right + 3, bottom - 8) !== text;
    });
    expect(hidden).to.deep.equal([]);
  });

  it('offer to show more only of a title, subtitle or body that does not fit', async () => {
    const fits = await renderSized({ title: 'Title', subTitle: 'Short', body: 'Short' });
    for (const field of ['title', 'subTitle', 'body']) await renderCut({ title: 'Title', [field]: longLine });
    expect(expandButtons(fits)).to.have.length(0);
  });

  it('offer to show more of many short lines and of a single long word, which are cut, too', async () => {
    for (const body of ['One\nTwo\nThree\nFour', 'W'.repeat(150)]) await renderCut({ body });
  });

  it('are measured again when the width or the text changes', async () => {
    const errors = recordUncaughtErrors();
    const element = await renderCut({ title: 'Title', body: longLine }, 360);
    element.style.inlineSize = '780px';
    await expectEventually(() => expandButtons(element).length, 0);
    element.style.inlineSize = '360px';
    await expectEventually(() => expandButtons(element).length, 1);
    element.record = { ...element.record!, payload: { ...element.record!.payload, body: 'Short' } };
    await expectEventually(() => expandButtons(element).length, 0);
    expect(errors.map(String)).to.deep.equal([]);
  });

  it('apply again when the record changes', async () => {
    const element = await renderCut({ body: longLine });
    expandButtons(element)[0]!.click();
    await element.updateComplete;
    element.record = createRecord({ body: `Other ${longLine}` }, { id: 'n-2' });
    await expectEventually(() => expandButtons(element).map(visibleText), ['Show more']);
  });

  it('are measured again in a component of the page that has a header of another width', async () => {
    const host = await fixture<HTMLElement>(html`<div style="inline-size: 900px"></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<header style="inline-size: 100px">Page</header>';
    const element = document.createElement('nudge-notification');
    element.record = createRecord({ body: 'A line of text that goes on. '.repeat(8) });
    root.append(element);
    await waitForMeasurement();
    expect(expandButtons(element)).to.have.length(0);
    host.style.inlineSize = '240px';
    await expectEventually(() => expandButtons(element).length, 1);
    await waitForMeasurement();
    host.style.inlineSize = '900px';
    await expectEventually(() => expandButtons(element).length, 0);
  });

  it('do not offer to show more of letters that are taller than their line', async () => {
    const element = await renderSized({ title: 'Z̷̢a̶͠l̸͝g̵̈́o̷͐ 👩‍👩‍👧‍👦 नमस्ते ไม้ไก่', body: 'ﷺ مرحبا' });
    await waitForMeasurement();
    expect(expandButtons(element)).to.have.length(0);
  });

  for (const [part, payload] of [
    ['files', { attachments: Array.from({ length: 60 }, (_, i) => ({ fileName: `${i}.pdf`, url: '/f' })) }],
    ['tags', { tags: Array.from({ length: 60 }, (_, i) => ({ tagName: `Tag ${i}` })) }],
  ] as const) {
    it(`show three of 60 ${part}, more and then all on each press, with the focus on the button`, async () => {
      const element = await renderSized(payload);
      const toggle = toggleOf(element, part);
      const state = (): unknown[] => [
        queryAll(element, `[part=${part}] > li`).length - 1,
        visibleText(toggle),
        toggle.ariaLabel,
        toggle.ariaExpanded,
        element.shadowRoot!.activeElement === toggle,
      ];
      toggle.focus();
      const states: unknown[] = [];
      for (let press = 0; press < 4; press++) {
        states.push(state());
        await sendKeys({ press: 'Enter' });
        await element.updateComplete;
      }
      expect(states).to.deep.equal([
        [3, '+57', '57 more', 'false', true],
        [50, '+10', '10 more', 'true', true],
        [60, 'Show less', null, 'true', true],
        [3, '+57', '57 more', 'false', true],
      ]);
    });
  }

  it('show three files without a button', async () => {
    const attachments = Array.from({ length: 3 }, (_, i) => ({ fileName: `${i}.pdf` }));
    const element = await renderSized({ attachments });
    expect(queryAll(element, '[part=files] > li')).to.have.length(3);
    expect(queryAll(element, '.link-button')).to.have.length(0);
  });

  it('keep tags in one line, of which the last is cut first, until the user shows more', async () => {
    const tags = ['Team offsite', 'Lisbon', 'A name that takes more than one line of a card'].map(
      (tagName) => ({
        tagName,
      }),
    );
    const element = await renderCut({ title: 'Title', tags }, 360);
    const tops = (): number =>
      new Set(queryAll(element, '.tag').map((tag) => tag.getBoundingClientRect().top)).size;
    expect(tops()).to.equal(1);
    const isCut = queryAll(element, '.tag bdi').map((name) => name.scrollHeight > name.clientHeight + 8);
    expect(isCut).to.deep.equal([false, false, true]);
    expandButtons(element)[0]!.click();
    await element.updateComplete;
    expect(tops()).to.be.above(1);
    expect(queryAll(element, '.clamped')).to.have.length(0);
  });

  it('are measured again when a list becomes wider: in view at once, others when they come back', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 12, () => ({ payload: { title: 'Title', body: longLine } }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    inbox.style.inlineSize = '360px';
    inbox.style.blockSize = '400px';
    const expectButtons = (index: number, count: number): Promise<void> =>
      expectEventually(
        () => [cards(inbox).at(index)].map((card) => card && expandButtons(card).length),
        [count],
      );
    await expectButtons(0, 1);
    await waitUntil(() => cards(inbox).length === 12, 'The last card is missing.');
    cards(inbox).at(-1)!.scrollIntoView();
    await expectButtons(-1, 1);
    inbox.style.inlineSize = '780px';
    await expectButtons(-1, 0);
    cards(inbox)[0]!.scrollIntoView();
    await expectButtons(0, 0);
  });
});
