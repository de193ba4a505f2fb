import { expect, fixtureCleanup } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  clickOn,
  createRecord,
  deepActiveElement,
  flushTasks,
  nextFrames,
  pictureUrl,
  queryAll,
  queryOne,
  renderCard,
  setPageAttribute,
  waitUntil,
} from '../support.js';
import {
  caption,
  captionsAfterKeys,
  images,
  loadPicture,
  openViewer,
  pictureButtons,
  shownImage,
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
    const image = shownImage(element);
    expect([image.alt, new URL(image.src).search]).to.deep.equal(['One', '?One']);
    expect(image.getAttribute('referrerpolicy')).to.equal('no-referrer');
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
    await loadPicture(image, address);
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
    await clickOn(shownImage(element));
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
    const before = shownImage(element);
    await sendKeys({ press: 'ArrowRight' });
    await flushTasks();
    expect(shownImage(element) === before).to.be.false;
  });

  for (const direction of ['ltr', 'rtl'] as const) {
    it(`moves to the picture that is scrolled into view, as by a swipe, in ${direction} direction`, async () => {
      const element = await renderCard({ attachmentsImage: images });
      element.dir = direction;
      await openViewer(element, 0);
      const pictures = queryOne(element, '.pictures');
      const next = direction === 'rtl' ? -1 : 1;
      for (const [distance, expected] of [
        [0.6, 'Two 2 of 5'],
        [1, 'Three 3 of 5'],
        [-0.6, 'Two 2 of 5'],
      ] as const) {
        pictures.scrollBy({ left: distance * next * pictures.clientWidth, behavior: 'instant' });
        await nextFrames();
        expect(caption(element)).to.equal(expected);
        const { left, right } = shownImage(element).getBoundingClientRect();
        expect(Math.round((left + right) / 2), 'the picture is centred').to.equal(innerWidth / 2);
      }
    });
  }

  it('shows the same picture after the window is resized', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    await sendKeys({ press: 'ArrowLeft' });
    await setViewport({ width: 400, height: 700 });
    await nextFrames();
    expect(caption(element)).to.equal('Five 5 of 5');
    const { left, right } = shownImage(element).getBoundingClientRect();
    expect((left + right) / 2).to.equal(200);
    await setViewport({ width: 1000, height: 700 });
  });

  it('does not load pictures that are far from the one on show', async () => {
    const element = await renderCard({ attachmentsImage: images });
    // The buffer of entries may be full.
    performance.clearResourceTimings();
    const isRequested = (name: string): boolean =>
      performance.getEntriesByName(new URL(`${pictureUrl}?far-${name}`, location.href).href).length > 0;
    element.record = createRecord({
      attachmentsImage: images.map((image) => ({
        ...image,
        iconURL: `${pictureUrl}?far-${image.fallBackName}`,
      })),
    });
    await openViewer(element, 0);
    await waitUntil(() => isRequested('One'));
    expect([isRequested('Four'), isRequested('Five')]).to.deep.equal([false, false]);
    await sendKeys({ press: 'End' });
    await waitUntil(() => isRequested('Five'));
  });

  it('hides the pictures that are not on show from assistive technology', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 1);
    expect(queryAll(element, '.picture').map((picture) => picture.getAttribute('aria-hidden'))).to.deep.equal(
      ['true', 'false', 'true', 'true', 'true'],
    );
  });

  it('renders more than 50 pictures only once the user comes to them', async () => {
    const many = Array.from({ length: 60 }, () => images[0]);
    const element = await renderCard({ attachmentsImage: many });
    await openViewer(element, 1);
    expect(queryAll(element, '.picture')).to.have.length(50);
    expect(await captionsAfterKeys(element, ['End', 'ArrowRight', 'ArrowLeft'])).to.deep.equal([
      'One 60 of 60',
      'One 1 of 60',
      'One 60 of 60',
    ]);
    expect(shownImage(element).getBoundingClientRect().left).to.be.within(0, innerWidth);
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
    'a click beside a small picture': async (element) => {
      const { left, top } = queryOne(element, '.pictures').getBoundingClientRect();
      await sendMouse({ type: 'click', position: [Math.ceil(left) + 120, Math.ceil(top) + 20] });
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
    for (const part of [shownImage(element), queryOne(element, '.caption p')]) await clickOn(part);
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

describe('The picture viewer', () => {
  const svg = (width: number, height: number): string =>
    URL.createObjectURL(
      new Blob([`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`], {
        type: 'image/svg+xml',
      }),
    );

  /** Opens the viewer with pictures of these sizes. */
  async function openPictures(...sizes: (readonly [number, number])[]): Promise<NudgeNotification> {
    const element = await renderCard({ attachmentsImage: images.slice(0, sizes.length) });
    await openViewer(element, 0);
    for (const [index, image] of queryAll<HTMLImageElement>(element, '.picture img').entries()) {
      image.loading = 'eager';
      await loadPicture(image, svg(...sizes[index]!));
    }
    return element;
  }

  const doubleClick = async (image: Element, clientX: number, clientY: number): Promise<void> => {
    image.dispatchEvent(new MouseEvent('dblclick', { clientX, clientY, bubbles: true, composed: true }));
    await nextFrames();
  };
  const sizeOf = (image: Element): number[] => {
    const { width, height } = image.getBoundingClientRect();
    return [width, height];
  };

  it('enlarges a picture on a double click, around the pointer, and makes it fit again on the next', async () => {
    const element = await openPictures([600, 400]);
    const image = shownImage(element);
    const { left, top } = image.getBoundingClientRect();
    await doubleClick(image, left + 150, top + 100);
    expect(sizeOf(image)).to.deep.equal([1500, 1000]);
    const zoomed = image.getBoundingClientRect();
    expect(zoomed.left + 375).to.be.closeTo(left + 150, 20);
    expect(zoomed.top + 250).to.be.closeTo(top + 100, 20);
    await doubleClick(image, 500, 350);
    expect(sizeOf(image)).to.deep.equal([600, 400]);
  });

  it('enlarges a small picture from its own size', async () => {
    const element = await openPictures([8, 8]);
    const image = shownImage(element);
    expect(sizeOf(image)).to.deep.equal([8, 8]);
    await doubleClick(image, 500, 350);
    expect(sizeOf(image)).to.deep.equal([20, 20]);
  });

  it('reaches every corner of an enlarged picture by dragging and by arrow keys', async () => {
    setPageAttribute('dir', 'rtl');
    const element = await openPictures([4000, 4000], [600, 400]);
    const image = shownImage(element);
    await sendKeys({ press: '+' });
    await flushTasks();
    const box = queryOne(element, '.pictures').getBoundingClientRect();
    const before = image.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [500, 350] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [460, 320] });
    await sendMouse({ type: 'up' });
    const { left, top } = image.getBoundingClientRect();
    expect([left - before.left, top - before.top]).to.deep.equal([-40, -30]);
    for (let press = 0; press < 20; press++) await sendKeys({ press: 'ArrowLeft' });
    for (let press = 0; press < 20; press++) await sendKeys({ press: 'ArrowUp' });
    const start = image.getBoundingClientRect();
    expect(start.left >= box.left && start.top >= box.top).to.be.true;
    for (let press = 0; press < 30; press++) await sendKeys({ press: 'ArrowRight' });
    for (let press = 0; press < 30; press++) await sendKeys({ press: 'ArrowDown' });
    const end = image.getBoundingClientRect();
    expect(end.right <= box.right && end.bottom <= box.bottom).to.be.true;
    expect(caption(element)).to.equal('One 1 of 2');
    expect(queryAll(element, '.zoomed')).to.have.length(1);
    await sendKeys({ press: '-' });
    await flushTasks();
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['Two 2 of 2']);
  });

  it('makes a picture fit again when it moves to another, and keeps its buttons above it', async () => {
    const element = await openPictures([4000, 4000], [600, 400]);
    await sendKeys({ press: '+' });
    await flushTasks();
    await clickOn(viewerButton(element, 'Next'));
    expect(caption(element)).to.equal('Two 2 of 2');
    await clickOn(viewerButton(element, 'Previous'));
    expect(queryAll(element, '.zoomed')).to.have.length(0);
  });

  it('keeps the focus on the picture on show when it moves to another', async () => {
    const element = await openPictures([600, 400], [600, 400]);
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === shownImage(element).parentElement).to.be.true;
    expect(await captionsAfterKeys(element, ['ArrowRight'])).to.deep.equal(['Two 2 of 2']);
    expect(deepActiveElement() === shownImage(element).parentElement).to.be.true;
    await expect(element).to.be.accessible();
  });

  it('stays open on a click beside an enlarged picture, where a drag may end', async () => {
    const element = await openPictures([600, 400]);
    await sendKeys({ press: '+' });
    await flushTasks();
    queryOne(element, '.zoomed').click();
    await flushTasks();
    expect(viewers(element)).to.have.length(1);
    await expect(element).to.be.accessible();
  });
});
