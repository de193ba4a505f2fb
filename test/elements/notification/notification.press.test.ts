import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { selectedText } from '../engine.js';
import {
  clickOn,
  nextFrames,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
} from '../support.js';

const longBody = 'A long text that does not fit into three lines of a card. '.repeat(20);
const unread = { isRead: false };
const hasReadOnce = [{ ids: ['n-1'], isRead: true }];

function recordReads(element: NudgeNotification): () => unknown[] {
  const events = recordEvents(element, 'nudge-read-change');
  return () => events.map(({ detail }) => detail);
}

const isExpanded = (element: NudgeNotification): boolean =>
  queryOne(element, '.body').clientHeight === queryOne(element, '.body').scrollHeight;

async function renderLongCard(fields = {}): Promise<NudgeNotification> {
  const element = await renderCard({ title: 'Title', subTitle: 'Line', body: longBody, ...fields }, unread);
  await nextFrames();
  expect(isExpanded(element)).to.be.false;
  return element;
}

describe('A press on a <nudge-notification>', () => {
  for (const part of ['.title', '.body', 'time', '.avatars']) {
    it(`on its ${part} fires nudge-select, marks it as read and opens its whole text`, async () => {
      const element = await renderLongCard();
      const reads = recordReads(element);
      const selects = recordEvents(document.body, 'nudge-select');
      // Of a mouse that does not hover, as a finger: the tools take the place of the time.
      if (part === 'time') queryOne(element, part).click();
      else await clickOn(queryOne(element, part));
      await nextFrames();
      const { detail, composed, cancelable } = selects[0]!;
      expect([composed, cancelable]).to.deep.equal([true, true]);
      expect(detail).to.deep.equal({ id: 'n-1', notification: element.record });
      expect(selects).to.have.length(1);
      expect(reads()).to.deep.equal(hasReadOnce);
      expect(isExpanded(element)).to.be.true;
      await resetMouse();
    });
  }

  it('marks it as read if nobody knows whether it was', async () => {
    const element = await renderCard({ title: 'Title' }, { isRead: null });
    const reads = recordReads(element);
    await clickOn(queryOne(element, '.title'));
    expect(reads()).to.deep.equal(hasReadOnce);
    await resetMouse();
  });

  it('leaves its text open if it is pressed again', async () => {
    const element = await renderLongCard();
    queryOne(element, '.body').click();
    queryOne(element, '.body').click();
    await nextFrames();
    expect(isExpanded(element)).to.be.true;
  });

  it('follows its link after nudge-select and nudge-navigate, and leaves its text as it is', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderLongCard({ itemRedirect: '/there' });
    const reads = recordReads(element);
    const fired: string[] = [];
    for (const type of ['nudge-select', 'nudge-navigate'] as const)
      element.addEventListener(type, () => fired.push(type));
    await clickOn(queryOne(element, '.title'));
    expect(fired).to.deep.equal(['nudge-select', 'nudge-navigate']);
    expect(followedUrls).to.deep.equal([`${location.origin}/there`]);
    expect(reads()).to.deep.equal(hasReadOnce);
    expect(isExpanded(element)).to.be.false;
    await resetMouse();
  });

  for (const itemRedirect of ['/there', null]) {
    it(`changes nothing if the page cancels nudge-select (link: ${itemRedirect})`, async () => {
      const { followedUrls } = preventNavigation();
      const element = await renderLongCard({ itemRedirect });
      const reads = recordReads(element);
      const navigations = recordEvents(element, 'nudge-navigate');
      element.addEventListener('nudge-select', (event) => event.preventDefault());
      await clickOn(queryOne(element, '.title'));
      await clickOn(queryOne(element, '.body'));
      expect([followedUrls, navigations, reads()]).to.deep.equal([[], [], []]);
      expect(isExpanded(element)).to.be.false;
      await resetMouse();
    });
  }

  it('marks it as read, and no more, if it has neither a link nor a longer text', async () => {
    const element = await renderCard({ title: 'Title', itemRedirect: 'javascript:alert(1)' }, unread);
    const reads = recordReads(element);
    await clickOn(queryOne(element, '.title'));
    expect(reads()).to.deep.equal(hasReadOnce);
    await resetMouse();
  });

  it('fires no nudge-read-change if it is read already', async () => {
    const element = await renderCard({ title: 'Title' });
    const reads = recordReads(element);
    const selects = recordEvents(element, 'nudge-select');
    queryOne(element, '.title').click();
    expect(reads()).to.deep.equal([]);
    expect(selects).to.have.length(1);
  });

  for (const key of ['Enter', ' ']) {
    it(`works by ${key === ' ' ? 'Space' : key}, with the name of its title`, async () => {
      const element = await renderLongCard();
      const reads = recordReads(element);
      const selects = recordEvents(element, 'nudge-select');
      const button = queryOne(element, '.item-button');
      button.focus();
      expect(button.ariaLabelledByElements?.map(({ id }) => id) ?? ['title']).to.deep.equal(['title']);
      await sendKeys({ press: key });
      await nextFrames();
      expect(selects).to.have.length(1);
      expect(reads()).to.deep.equal(hasReadOnce);
      expect(isExpanded(element)).to.be.true;
    });
  }

  it('does nothing if it selects text, or with the right or the middle button', async () => {
    const element = await renderLongCard();
    const selects = recordEvents(element, 'nudge-select');
    const reads = recordReads(element);
    const { left, top, height } = queryOne(element, '.subtitle').getBoundingClientRect();
    const middle = Math.round(top + height / 2);
    await sendMouse({ type: 'move', position: [Math.round(left + 1), middle] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left + 60), middle] });
    await sendMouse({ type: 'up' });
    expect(selectedText(element.shadowRoot!)).to.match(/^Li/);
    getSelection()?.removeAllRanges();
    for (const button of [1, 2]) {
      const options = { bubbles: true, composed: true, button };
      queryOne(element, '.body').dispatchEvent(new MouseEvent('auxclick', options));
    }
    expect([selects, reads()]).to.deep.equal([[], []]);
    await resetMouse();
  });
});

describe('A press on a control of a <nudge-notification>', () => {
  const controls: [name: string, payload: Record<string, unknown>, selector: string][] = [
    ['action button', { actionButtons: { primary: { name: 'Go', onclickAction: 'go' } } }, '.button'],
    ['action link', { actionButtons: { primary: { name: 'Go', url: '/go' } } }, 'a.button'],
    ['tag', { tags: [{ tagName: 'Tag', url: '/tag' }] }, 'a.tag'],
    ['avatar', { avatar: [{ fallBackName: 'Amelia Moss', iconRedirectURL: '/amelia' }] }, 'a.avatars'],
    ['file', { attachments: [{ type: 'pdf', fileName: 'a.pdf', url: '/a.pdf' }] }, 'a.file'],
    ['picture', { attachmentsImage: [{ fallBackName: 'One', iconURL: pictureUrl }] }, 'button.image'],
    ['button for more', { body: longBody }, '.link-button'],
  ];
  for (const [name, payload, selector] of controls) {
    it(`marks it as read, without nudge-select: ${name}`, async () => {
      preventNavigation();
      const element = await renderCard({ title: 'Title', ...payload }, unread);
      await nextFrames();
      const reads = recordReads(element);
      const selects = recordEvents(element, 'nudge-select');
      element.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(Promise.resolve()));
      queryOne(element, selector).click();
      expect(reads()).to.deep.equal(hasReadOnce);
      expect(selects).to.have.length(0);
    });
  }

  it('does not mark it as read if the control does that itself, or a layer of the card is pressed', async () => {
    const images = [{ fallBackName: 'One', iconURL: pictureUrl }];
    const element = await renderCard({ title: 'Title', attachmentsImage: images }, unread);
    const reads = recordReads(element);
    queryOne(element, '.tools button').click();
    expect(reads()).to.deep.equal(hasReadOnce);
    queryOne(element, 'button.image').click();
    await element.updateComplete;
    const count = reads().length;
    queryAll(element, 'dialog button').forEach((button) => button.click());
    expect(reads()).to.have.length(count);
  });
});
