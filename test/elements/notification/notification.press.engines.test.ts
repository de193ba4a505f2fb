import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { selectedText } from '../engine.js';
import { clickOn, preventNavigation, queryOne, recordEvents, renderCard } from '../support.js';
import { hasReadOnce, recordReads, unread } from './press-support.js';

describe('A press on a <nudge-notification>', () => {
  for (const key of ['Enter', ' ']) {
    it(`works by ${key === ' ' ? 'Space' : key}, with the name of its title`, async () => {
      const element = await renderCard({ title: 'Title', body: 'Text' }, unread);
      const reads = recordReads(element);
      const selects = recordEvents(element, 'nudge-select');
      const button = queryOne(element, '.item-button');
      button.focus();
      expect(button.ariaLabelledByElements?.map(({ id }) => id) ?? ['title']).to.deep.equal(['title']);
      await sendKeys({ press: key });
      expect(selects).to.have.length(1);
      expect(reads()).to.deep.equal(hasReadOnce);
    });
  }

  it('follows its link once by Enter', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard({ title: 'Title', itemRedirect: '/there' });
    const events = recordEvents(element, 'nudge-navigate');
    queryOne(element, '.item-link').focus();
    await sendKeys({ press: 'Enter' });
    expect(events).to.have.length(1);
    expect(followedUrls).to.have.length(1);
  });

  it('does not follow its link if it selects text', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard({
      title: 'A title',
      subTitle: 'Some text',
      body: 'Some text',
      itemRedirect: '/x',
    });
    const { left, top, height } = queryOne(element, '.body').getBoundingClientRect();
    const middle = Math.round(top + height / 2);
    await sendMouse({ type: 'move', position: [Math.round(left + 1), middle] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [Math.round(left + 50), middle] });
    await sendMouse({ type: 'up' });
    expect(selectedText(element.shadowRoot!)).to.match(/^Some/);
    expect(followedUrls).to.deep.equal([]);
    getSelection()?.removeAllRanges();
    await clickOn(queryOne(element, '.body'));
    expect(followedUrls).to.have.length(1);
    await resetMouse();
  });

  it('does nothing if it selects text, or with the right or the middle button', async () => {
    const element = await renderCard({ title: 'Title', subTitle: 'Line', body: 'Text' }, unread);
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

describe('An action button of a <nudge-notification>', () => {
  for (const key of ['Enter', ' ']) {
    it(`fires one event on ${key === ' ' ? 'Space' : key}`, async () => {
      const primary = { name: 'Save', onclickAction: 'save' };
      const element = await renderCard({ title: 'Title', actionButtons: { primary } });
      const actions: string[] = [];
      element.addEventListener('nudge-action', ({ detail }) => actions.push(detail.action));
      queryOne(element, '.primary').focus();
      await sendKeys({ press: key });
      expect(actions).to.deep.equal(['primary']);
    });
  }
});
