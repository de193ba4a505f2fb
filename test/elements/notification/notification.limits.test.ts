import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  renderCard,
  renderInbox,
  visibleText,
} from '../support.js';

const longLine = 'A line of text that goes on. '.repeat(8);

async function renderSized(payload: unknown, width = 360): Promise<NudgeNotification> {
  const element = await renderCard(payload);
  element.style.inlineSize = `${width}px`;
  await nextFrames();
  return element;
}

/** The number of lines that are shown of a text. */
function linesOf(element: NudgeNotification, selector: string): number {
  const text = queryOne(element, selector);
  return Math.round(
    text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
}

const expandButtons = (element: Element): HTMLElement[] => queryAll(element, '.content > .link-button');
const toggleOf = (element: Element, part: string): HTMLElement =>
  queryOne(element, `[part=${part}] .link-button`);

describe('<nudge-notification> limits', () => {
  it('show two lines of a title, one of a subtitle and three of a body, until the user expands them', async () => {
    const element = await renderSized({ title: longLine, subTitle: longLine, body: longLine });
    const lines = (): number[] => ['.title', '.subtitle', '.body'].map((text) => linesOf(element, text));
    expect(lines()).to.deep.equal([2, 1, 3]);
    expect(queryOne(element, '.title').textContent.trim(), 'for assistive technology').to.equal(
      longLine.trim(),
    );
    const [button] = expandButtons(element);
    button!.click();
    await element.updateComplete;
    expect(lines().every((count) => count > 3)).to.be.true;
    expect(button!.ariaExpanded).to.equal('true');
    await expect(element).to.be.accessible();
  });

  for (const field of ['title', 'subTitle', 'body']) {
    it(`offer to show more only if the ${field} does not fit`, async () => {
      const fits = await renderSized({ title: 'Title', [field]: 'Short' });
      expect(expandButtons(fits)).to.have.length(0);
      const isCut = await renderSized({ title: 'Title', [field]: longLine });
      expect(expandButtons(isCut).map(visibleText)).to.deep.equal(['Show more']);
    });
  }

  it('offer to show more of many short lines and of a single long word, which are cut, too', async () => {
    for (const body of ['One\nTwo\nThree\nFour', 'W'.repeat(150)])
      expect(expandButtons(await renderSized({ body })), body.slice(0, 9)).to.have.length(1);
  });

  it('are measured again when the width or the text changes', async () => {
    const errors = recordUncaughtErrors();
    const element = await renderSized({ title: 'Title', body: longLine }, 360);
    expect(expandButtons(element)).to.have.length(1);
    element.style.inlineSize = '780px';
    await nextFrames();
    expect(expandButtons(element)).to.have.length(0);
    element.style.inlineSize = '360px';
    await nextFrames();
    expect(expandButtons(element)).to.have.length(1);
    element.record = { ...element.record!, payload: { ...element.record!.payload, body: 'Short' } };
    await nextFrames();
    expect(expandButtons(element)).to.have.length(0);
    expect(errors.map(String)).to.deep.equal([]);
  });

  it('do not offer to show more of letters that are taller than their line', async () => {
    const element = await renderSized({ title: 'Z̷̢a̶͠l̸͝g̵̈́o̷͐ 👩‍👩‍👧‍👦 नमस्ते ไม้ไก่', body: 'ﷺ مرحبا' });
    expect(expandButtons(element)).to.have.length(0);
  });

  for (const [part, payload] of [
    ['files', { attachments: Array.from({ length: 5 }, (_, i) => ({ fileName: `${i}.pdf`, url: '/f' })) }],
    ['tags', { tags: Array.from({ length: 5 }, (_, i) => ({ tagName: `Tag ${i}` })) }],
  ] as const) {
    it(`show three ${part} until the user asks for the rest, and keep the focus on the button`, async () => {
      const element = await renderSized(payload);
      const items = (): number => queryAll(element, `[part=${part}] > li`).length - 1;
      const toggle = toggleOf(element, part);
      expect([items(), visibleText(toggle), toggle.ariaLabel, toggle.ariaExpanded]).to.deep.equal([
        3,
        '+2',
        '2 more',
        'false',
      ]);
      toggle.focus();
      toggle.click();
      await element.updateComplete;
      expect([items(), visibleText(toggle), toggle.ariaLabel, toggle.ariaExpanded]).to.deep.equal([
        5,
        'Show less',
        null,
        'true',
      ]);
      expect(element.shadowRoot!.activeElement === toggle).to.be.true;
      await expect(element).to.be.accessible();
      toggle.click();
      await element.updateComplete;
      expect(items()).to.equal(3);
    });
  }

  for (const [part, payload] of [
    ['files', { attachments: Array.from({ length: 60 }, (_, i) => ({ fileName: `${i}.pdf`, url: '/f' })) }],
    ['tags', { tags: Array.from({ length: 60 }, (_, i) => ({ tagName: `Tag ${i}` })) }],
  ] as const) {
    it(`show every one of 60 ${part} after a second press, with the focus on the button`, async () => {
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
    const element = await renderSized({ title: 'Title', tags }, 360);
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

  it('are not measured before a card comes into view', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40, () => ({
      payload: { title: 'Title', body: longLine.repeat(3) },
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    inbox.style.blockSize = '400px';
    await nextFrames(6);
    const all = cards(inbox);
    expect(expandButtons(all[0]!)).to.have.length(1);
    const last = all.at(-1)!;
    expect(expandButtons(last)).to.have.length(0);
    last.scrollIntoView();
    await nextFrames(6);
    expect(expandButtons(last)).to.have.length(1);
  });

  it('are measured again when a list becomes narrower: in view at once, others when they come back', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 12, () => ({ payload: { title: 'Title', body: longLine } }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    inbox.style.inlineSize = '780px';
    inbox.style.blockSize = '400px';
    const [first, last] = [0, -1].map((index) => () => cards(inbox).at(index));
    await waitUntil(() => first!());
    await nextFrames(6);
    last!()!.scrollIntoView();
    await nextFrames(6);
    expect([first, last].map((card) => expandButtons(card!()!).length)).to.deep.equal([0, 0]);
    inbox.style.inlineSize = '360px';
    await waitUntil(() => expandButtons(last!()!).length === 1, 'The last one is cut.');
    first!()!.scrollIntoView();
    await waitUntil(() => expandButtons(first!()!).length === 1, 'The first one is cut.');
  });
});
