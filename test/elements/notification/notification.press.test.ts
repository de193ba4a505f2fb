import { expect } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { accessibilityTree } from '../engine.js';
import {
  clickOn,
  expectEventually,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
  waitUntil,
} from '../support.js';
import { hasReadOnce, recordReads, unread } from './press-support.js';

const longBody = 'A long text that does not fit into three lines of a card. '.repeat(20);

const isExpanded = (element: NudgeNotification): boolean =>
  queryOne(element, '.body').clientHeight === queryOne(element, '.body').scrollHeight;

async function renderLongCard(fields = {}): Promise<NudgeNotification> {
  const element = await renderCard({ title: 'Title', subTitle: 'Line', body: longBody, ...fields }, unread);
  await waitUntil(() => queryAll(element, '.link-button').length > 0, 'no button to show more');
  expect(isExpanded(element)).to.be.false;
  return element;
}

describe('A press on a <nudge-notification>', () => {
  for (const part of ['.body', '.avatars']) {
    it(`on its ${part} fires nudge-select, marks it as read and opens its whole text`, async () => {
      const element = await renderLongCard();
      const reads = recordReads(element);
      const selects = recordEvents(document.body, 'nudge-select');
      await clickOn(queryOne(element, part));
      await expectEventually(() => isExpanded(element), true);
      const { detail, composed, cancelable } = selects[0]!;
      expect([composed, cancelable]).to.deep.equal([true, true]);
      expect(detail).to.deep.equal({ id: 'n-1', notification: element.record });
      expect(selects).to.have.length(1);
      expect(reads()).to.deep.equal(hasReadOnce);
      await resetMouse();
    });
  }

  it('is offered to screen readers by a button that is its title, which is there once', async () => {
    await renderCard({ title: 'Title', body: 'Text' }, unread);
    const nodes = (await accessibilityTree()).filter(({ name }) => /Title|Text/.test(name));
    expect(nodes.map(({ role, name }) => `${role}: ${name}`)).to.deep.equal([
      'button: Unread: Title',
      'StaticText: Text',
    ]);
  });

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
    await element.updateComplete;
    queryOne(element, '.body').click();
    await element.updateComplete;
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

  it('has the pointer of a link only if it leads on: to a link, or to the rest of its text', async () => {
    const cursorsOf = (element: Element): string[] =>
      queryAll(element, '.card, .item-button').map((part) => getComputedStyle(part).cursor);
    const plain = await renderCard({ title: 'Title', body: 'Short' });
    expect(cursorsOf(plain)).to.deep.equal(['auto', 'auto']);
    expect(cursorsOf(await renderCard({ title: 'Title', itemRedirect: '/there' }))).to.deep.equal([
      'pointer',
    ]);
    const long = await renderCard({ title: 'Title', body: 'word '.repeat(300) });
    await expectEventually(() => cursorsOf(long), ['pointer', 'pointer']);
    queryOne(long, '.link-button').click();
    await expectEventually(() => cursorsOf(long), ['auto', 'auto']);
  });

  it('fires no nudge-read-change if it is read already', async () => {
    const element = await renderCard({ title: 'Title' });
    const reads = recordReads(element);
    const selects = recordEvents(element, 'nudge-select');
    queryOne(element, '.title').click();
    expect(reads()).to.deep.equal([]);
    expect(selects).to.have.length(1);
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
  it('marks it as read, without nudge-select', async () => {
    preventNavigation();
    for (const [name, payload, selector] of controls) {
      const element = await renderCard({ title: 'Title', ...payload }, unread);
      element.scrollIntoView();
      await waitUntil(() => queryAll(element, selector).length > 0, name);
      const reads = recordReads(element);
      const selects = recordEvents(element, 'nudge-select');
      element.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(Promise.resolve()));
      queryOne(element, selector).click();
      expect(reads(), name).to.deep.equal(hasReadOnce);
      expect(selects, name).to.have.length(0);
    }
  });

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
