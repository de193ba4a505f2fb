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

describe('<nudge-notification> picture viewer', () => {
  it('renders on click only, as a modal over the whole page', async () => {
    const element = await renderCard({ title: 'Title', attachmentsImage: images });
    expect(viewers(element)).to.have.length(0);
    const viewer = await openViewer(element, 0);
    expect(viewer.matches(':modal')).to.be.true;
    const { left, top, width, height } = viewer.getBoundingClientRect();
    expect([left, top, width, height]).to.deep.equal([0, 0, innerWidth, innerHeight]);
    const renderedImages = queryAll<HTMLImageElement>(element, '.viewer img');
    expect(renderedImages.map(({ alt, src }) => [alt, new URL(src).search])).to.deep.equal([['One', '?One']]);
    expect(renderedImages[0]!.getAttribute('referrerpolicy')).to.equal('no-referrer');
    expect(caption(element)).to.equal('One 1 of 5');
    expect(deepActiveElement()?.getAttribute('aria-label')).to.equal('Close');
  });

  it('opens at the picture with the number of further ones', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 1);
    expect(caption(element)).to.equal('Two 2 of 5');
  });

  it('shows the picture at its natural size, or scaled down to fit', async () => {
    const large = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"/>`;
    const address = URL.createObjectURL(await (await fetch(large)).blob());
    const element = await renderCard({ attachmentsImage: images.slice(0, 1) });
    await openViewer(element, 0);
    const image = queryOne<HTMLImageElement>(element, '.viewer img');
    await image.decode();
    expect([image.width, image.height]).to.deep.equal([8, 8]);
    image.src = address;
    await image.decode();
    const { left, right, top, bottom } = image.getBoundingClientRect();
    expect(left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight).to.be.true;
    expect(bottom - top).to.be.above(innerHeight * 0.75);
    URL.revokeObjectURL(address);
  });

  it('moves by buttons and wraps around at the ends', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    const captions: string[] = [];
    for (const name of ['Next', 'Next', 'Previous', 'Previous', 'Previous']) {
      await clickOn(viewerButton(element, name));
      captions.push(caption(element));
    }
    expect(captions).to.deep.equal(['Two 2 of 5', 'Three 3 of 5', 'Two 2 of 5', 'One 1 of 5', 'Five 5 of 5']);
  });

  it('has no navigation buttons for a single picture', async () => {
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

  it('moves by keys, also after a click on the picture', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    await clickOn(queryOne(element, '.viewer img'));
    expect(
      await captionsAfterKeys(element, ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']),
    ).to.deep.equal(['Two 2 of 5', 'Five 5 of 5', 'One 1 of 5', 'Five 5 of 5', 'One 1 of 5']);
  });

  it('mirrors its keys and buttons in right-to-left direction', async () => {
    const element = await renderCard({ attachmentsImage: images });
    element.dir = 'rtl';
    await openViewer(element, 0);
    expect(await captionsAfterKeys(element, ['ArrowLeft', 'ArrowRight'])).to.deep.equal([
      'Two 2 of 5',
      'One 1 of 5',
    ]);
    const [next, previous] = [viewerButton(element, 'Next'), viewerButton(element, 'Previous')];
    expect(next.getBoundingClientRect().left).to.be.below(previous.getBoundingClientRect().left);
    const tipPosition = (of: Element): number => {
      const path = of.querySelector('path')!;
      return path.getPointAtLength(path.getTotalLength() / 2).x;
    };
    expect(tipPosition(next), 'points to the left').to.be.below(tipPosition(previous));
  });

  it('stops its key events and ignores keys with modifiers', async () => {
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

  it('replaces the image element while the next picture loads', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    const before = queryOne(element, '.viewer img');
    await sendKeys({ press: 'ArrowRight' });
    await flushTasks();
    expect(queryOne(element, '.viewer img') === before).to.be.false;
  });

  it('counts at most 50 pictures', async () => {
    const many = Array.from({ length: 60 }, () => images[0]);
    const element = await renderCard({ attachmentsImage: many });
    await openViewer(element, 1);
    expect(await captionsAfterKeys(element, ['End', 'ArrowRight'])).to.deep.equal([
      'One 50 of 50',
      'One 1 of 50',
    ]);
  });

  it('isolates the text direction of a name', async () => {
    const element = await renderCard({
      attachmentsImage: [{ ...images[0], fallBackName: '\u202elamp <b>' }, images[1]],
    });
    await openViewer(element, 0);
    const isolated = queryAll(element, '.caption bdi').map(({ textContent }) => textContent);
    expect(isolated).to.deep.equal(['\u202elamp <b>', '1 of 2']);
  });
});

describe('<nudge-notification> picture viewer', () => {
  const closeMethods: Record<string, (element: NudgeNotification) => Promise<unknown>> = {
    Escape: () => sendKeys({ press: 'Escape' }),
    'its close button': (element) => clickOn(viewerButton(element, 'Close')),
    'a click beside the picture': (element) => {
      const viewer = queryOne(element, '.viewer');
      viewer.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      return flushTasks();
    },
    'the close() method of its dialog': (element) => {
      const viewer = queryOne<HTMLDialogElement>(element, '.viewer');
      viewer.close();
      return flushTasks();
    },
  };

  for (const [method, close] of Object.entries(closeMethods)) {
    it(`closes by ${method} and returns the focus to the clicked picture`, async () => {
      const element = await renderCard({ attachmentsImage: images });
      await openViewer(element, 1);
      await sendKeys({ press: 'ArrowRight' });
      await close(element);
      await flushTasks();
      expect(viewers(element)).to.have.length(0);
      expect(deepActiveElement() === pictureButtons(element)[1]).to.be.true;
      await openViewer(element, 0);
      expect(caption(element), 'it opens again').to.equal('One 1 of 5');
    });
  }

  it('stays open on a click on the picture or its caption', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const viewer = await openViewer(element, 0);
    for (const part of ['.viewer img', '.caption p']) await clickOn(queryOne(element, part));
    expect(viewer.open).to.be.true;
  });

  it('closes when the card shows another record, but not when the same record changes', async () => {
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

  it('closes when the card is removed and stays closed when it returns', async () => {
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
    expect(viewers(element), 'it does not open while disconnected').to.have.length(0);
  });

  it('closes when the card is hidden, so that the page stays usable', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    element.parentElement!.hidden = true;
    await nextFrames();
    expect(viewers(element)).to.have.length(0);
  });
});
