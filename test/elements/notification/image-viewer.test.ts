import { expect, fixtureCleanup } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  clickOn,
  createRecord,
  deepActiveElement,
  flushTasks,
  nextFrames,
  queryAll,
  queryOne,
  renderCard,
} from '../support.js';
import {
  caption,
  captionsAfterKeys,
  images,
  openViewer,
  pictureButtons,
  viewerButton,
  viewers,
} from './image-viewer-support.js';

describe('a picture of a nudge-notification', () => {
  it('opens larger over everything, and nothing of that is there before', async () => {
    const element = await renderCard({ title: 'Title', attachmentsImage: images });
    expect(viewers(element)).to.have.length(0);
    const viewer = await openViewer(element, 0);
    expect(viewer.matches(':modal')).to.be.true;
    const { left, top, width, height } = viewer.getBoundingClientRect();
    expect([left, top, width, height]).to.deep.equal([0, 0, innerWidth, innerHeight]);
    const shown = queryAll<HTMLImageElement>(element, '.viewer img');
    expect(shown.map(({ alt, src }) => [alt, new URL(src).search])).to.deep.equal([['One', '?One']]);
    expect(shown[0]!.getAttribute('referrerpolicy')).to.equal('no-referrer');
    expect(caption(element)).to.equal('One 1 of 5');
    expect(deepActiveElement()?.getAttribute('aria-label')).to.equal('Close');
  });

  it('opens at the one that stands for the rest', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 1);
    expect(caption(element)).to.equal('Two 2 of 5');
  });

  it('is as large as fits, and no larger than it is', async () => {
    const large = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"/>`;
    const address = URL.createObjectURL(await (await fetch(large)).blob());
    const element = await renderCard({ attachmentsImage: images.slice(0, 1) });
    await openViewer(element, 0);
    const shown = queryOne<HTMLImageElement>(element, '.viewer img');
    await shown.decode();
    expect([shown.width, shown.height]).to.deep.equal([8, 8]);
    shown.src = address;
    await shown.decode();
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    expect(left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight).to.be.true;
    expect(bottom - top).to.be.above(innerHeight * 0.75);
    URL.revokeObjectURL(address);
  });

  it('goes on and back by buttons, and around the ends', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    const shown: string[] = [];
    for (const name of ['Next', 'Next', 'Previous', 'Previous', 'Previous']) {
      await clickOn(viewerButton(element, name));
      shown.push(caption(element));
    }
    expect(shown).to.deep.equal(['Two 2 of 5', 'Three 3 of 5', 'Two 2 of 5', 'One 1 of 5', 'Five 5 of 5']);
  });

  it('has no buttons to go on where it is alone', async () => {
    const element = await renderCard({ attachmentsImage: images.slice(0, 1) });
    await openViewer(element, 0);
    expect(queryAll(element, '.viewer button')).to.have.length(1);
    expect(caption(element)).to.equal('One');
    expect(await captionsAfterKeys(element, ['ArrowRight', 'ArrowLeft', 'End'])).to.deep.equal([
      'One',
      'One',
      'One',
    ]);
  });

  it('goes on and back by keys, also after a press on it', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    await clickOn(queryOne(element, '.viewer img'));
    expect(
      await captionsAfterKeys(element, ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']),
    ).to.deep.equal(['Two 2 of 5', 'Five 5 of 5', 'One 1 of 5', 'Five 5 of 5', 'One 1 of 5']);
  });

  it('goes on to the left where the page runs from right to left, its buttons too', async () => {
    const element = await renderCard({ attachmentsImage: images });
    element.dir = 'rtl';
    await openViewer(element, 0);
    expect(await captionsAfterKeys(element, ['ArrowLeft', 'ArrowRight'])).to.deep.equal([
      'Two 2 of 5',
      'One 1 of 5',
    ]);
    const [next, previous] = [viewerButton(element, 'Next'), viewerButton(element, 'Previous')];
    expect(next.getBoundingClientRect().left).to.be.below(previous.getBoundingClientRect().left);
    const tip = (of: Element): number => {
      const path = of.querySelector('path')!;
      return path.getPointAtLength(path.getTotalLength() / 2).x;
    };
    expect(tip(next), 'points to the left').to.be.below(tip(previous));
  });

  it('keeps its keys from what is around it, and leaves those of the browser alone', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const pressed: string[] = [];
    element.addEventListener('keydown', ({ key }) => pressed.push(key));
    await openViewer(element, 0);
    await sendKeys({ down: 'Control' });
    await captionsAfterKeys(element, ['ArrowRight', 'End']);
    await sendKeys({ up: 'Control' });
    await captionsAfterKeys(element, ['ArrowDown', 'PageDown', 'Home']);
    expect(pressed).to.deep.equal([]);
    expect(caption(element)).to.equal('One 1 of 5');
  });

  it('shows nothing of the one before while the next is on its way', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    const before = queryOne(element, '.viewer img');
    await sendKeys({ press: 'ArrowRight' });
    await flushTasks();
    expect(queryOne(element, '.viewer img') === before).to.be.false;
  });

  it('counts no more pictures than a card may have', async () => {
    const many = Array.from({ length: 60 }, () => images[0]);
    const element = await renderCard({ attachmentsImage: many });
    await openViewer(element, 1);
    expect(await captionsAfterKeys(element, ['End', 'ArrowRight'])).to.deep.equal([
      'One 50 of 50',
      'One 1 of 50',
    ]);
  });

  it('has a name that turns nothing around', async () => {
    const element = await renderCard({
      attachmentsImage: [{ ...images[0], fallBackName: '\u202elamp <b>' }, images[1]],
    });
    await openViewer(element, 0);
    const isolated = queryAll(element, '.caption bdi').map(({ textContent }) => textContent);
    expect(isolated).to.deep.equal(['\u202elamp <b>', '1 of 2']);
  });
});

describe('closing a picture', () => {
  const ways: Record<string, (element: NudgeNotification) => Promise<unknown>> = {
    Escape: () => sendKeys({ press: 'Escape' }),
    'its button': (element) => clickOn(viewerButton(element, 'Close')),
    'a press beside it': (element) => {
      const viewer = queryOne(element, '.viewer');
      viewer.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      return flushTasks();
    },
    "the browser's own way": (element) => {
      const viewer = queryOne<HTMLDialogElement>(element, '.viewer');
      viewer.close();
      return flushTasks();
    },
  };

  for (const [way, close] of Object.entries(ways)) {
    it(`by ${way} gives the focus back to the one that was pressed`, async () => {
      const element = await renderCard({ attachmentsImage: images });
      await openViewer(element, 1);
      await sendKeys({ press: 'ArrowRight' });
      await close(element);
      await flushTasks();
      expect(viewers(element)).to.have.length(0);
      expect(deepActiveElement() === pictureButtons(element)[1]).to.be.true;
      await openViewer(element, 0);
      expect(caption(element), 'and it opens again').to.equal('One 1 of 5');
    });
  }

  it('takes a press on the picture or its name for none', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const viewer = await openViewer(element, 0);
    for (const part of ['.viewer img', '.caption p']) await clickOn(queryOne(element, part));
    expect(viewer.open).to.be.true;
  });

  it('happens as the card gets another record, and not as its own changes', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    element.record = createRecord({ attachmentsImage: images }, { isRead: false });
    await element.updateComplete;
    expect(viewers(element).map((viewer) => viewer.matches(':modal'))).to.deep.equal([true]);
    element.record = createRecord({ attachmentsImage: images }, { id: 'n-2' });
    await element.updateComplete;
    expect(viewers(element)).to.have.length(0);
    expect(deepActiveElement() === pictureButtons(element)[0]).to.be.true;
  });

  it('happens as the card leaves the page, and it comes back closed', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const { parentElement } = element;
    await openViewer(element, 0);
    element.remove();
    parentElement!.append(element);
    await flushTasks();
    expect(viewers(element)).to.have.length(0);
    fixtureCleanup();
    pictureButtons(element)[0]!.click();
    await flushTasks();
    expect(viewers(element), 'nor does it open where there is no page').to.have.length(0);
  });

  it('happens as the card is hidden: nothing of the page could be pressed', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    element.parentElement!.hidden = true;
    await nextFrames();
    expect(viewers(element)).to.have.length(0);
  });
});
