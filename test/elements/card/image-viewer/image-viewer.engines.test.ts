import { expect, fixtureCleanup } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../../src/elements/bell/bell.js';
import type { NudgeNotification } from '../../../../src/elements/notification/notification.js';
import { openByClick } from '../../bell/bell-support.js';
import {
  addNotifications,
  bellButton,
  brokenPictureUrl,
  cards,
  clickOn,
  createEmptySandbox,
  createRecord,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderCard,
  setPageAttribute,
  waitUntil,
} from '../../support.js';
import { deepElementFromPoint } from '../../../deep.js';
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

function centreOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return Math.round((left + right) / 2);
}

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
    // Not its close button, whose tooltip would take the first Escape.
    expect(deepActiveElement() === viewer, 'the viewer has the focus').to.be.true;
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

  it('contains its keys, and leaves those with modifiers to the page', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const pressed: string[] = [];
    element.addEventListener('keydown', ({ key }) => pressed.push(key));
    await openViewer(element, 0);
    await sendKeys({ down: 'Control' });
    await captionsAfterKeys(element, ['ArrowRight', 'End']);
    await sendKeys({ up: 'Control' });
    await captionsAfterKeys(element, ['ArrowDown', 'PageDown', 'Home']);
    expect(pressed).to.deep.equal(['Control', 'ArrowRight', 'End']);
    expect(caption(element)).to.equal('One 1 of 5');
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
        await expectEventually(() => caption(element), expected);
        await expectEventually(() => centreOf(shownImage(element)), innerWidth / 2);
      }
    });
  }

  it('shows the same picture after the window is resized', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    await sendKeys({ press: 'ArrowLeft' });
    await setViewport({ width: 400, height: 700 });
    await expectEventually(() => centreOf(shownImage(element)), 200);
    expect(caption(element)).to.equal('Five 5 of 5');
    await setViewport({ width: 1000, height: 700 });
  });
});

describe('<nudge-notification> picture viewer', () => {
  const closeMethods: Record<string, (element: NudgeNotification) => Promise<unknown>> = {
    Escape: () => sendKeys({ press: 'Escape' }),
    'its close button': (element) => clickOn(viewerButton(element, 'Close')),
    'a click beside the picture': async (element) => {
      const { left, top } = queryOne(element, '.pictures').getBoundingClientRect();
      await sendMouse({ type: 'click', position: [Math.ceil(left) + 120, Math.ceil(top) + 20] });
    },
    'the close() method of its dialog': (element) => {
      queryOne<HTMLDialogElement>(element, '.viewer').close();
      return Promise.resolve();
    },
  };

  for (const [method, close] of Object.entries(closeMethods)) {
    it(`closes by ${method} and returns the focus to the clicked picture`, async () => {
      const element = await renderCard({ attachmentsImage: images });
      await openViewer(element, 1);
      await sendKeys({ press: 'ArrowRight' });
      await close(element);
      await expectEventually(() => viewers(element).length, 0);
      await waitUntil(() => deepActiveElement() === pictureButtons(element)[1], 'The focus is not back.');
      await openViewer(element, 0);
      expect(caption(element), 'it opens again').to.equal('One 1 of 5');
    });
  }

  for (const [place, selector] of [
    ['a broken picture', '.picture[aria-hidden=false]'],
    ['its close button', '.viewer button[aria-label=Close]'],
  ] as const)
    it(`takes the second press of a double click on ${place} from what is below, and then closes`, async () => {
      const element = await renderCard({
        attachmentsImage: [images[0], { ...images[1], iconURL: brokenPictureUrl }, images[2]],
      });
      const viewer = await openViewer(element, 0);
      await sendKeys({ press: 'ArrowRight' });
      await waitUntil(() => queryAll(element, '.picture[aria-hidden=false] img').length === 0);
      const pressed = queryOne(element, selector);
      const { left, right, top } = pressed.getBoundingClientRect();
      pressed.click();
      await element.updateComplete;
      expect(viewer.contains(deepElementFromPoint((left + right) / 2, top + 10))).to.be.true;
      pressed.click();
      await expectEventually(() => viewers(element).length, 0);
    });

  it('keeps the focus and its keys when the focused link disappears', async () => {
    const element = await renderCard({
      attachmentsImage: [images[0], { ...images[1], iconRedirectURL: '/two' }, images[2]],
    });
    const viewer = await openViewer(element, 1);
    queryOne(element, '.viewer a').focus();
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['One 1 of 3']);
    expect(deepActiveElement() === viewer).to.be.true;
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['Three 3 of 3']);
  });

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
    await element.updateComplete;
    expect(viewers(element)).to.have.length(0);
    fixtureCleanup();
    pictureButtons(element)[0]!.click();
    await element.updateComplete;
    expect(viewers(element), 'it does not open while disconnected').to.have.length(0);
  });

  it('closes when the card is hidden, so that the page stays usable', async () => {
    const element = await renderCard({ attachmentsImage: images });
    await openViewer(element, 0);
    element.parentElement!.hidden = true;
    await expectEventually(() => viewers(element).length, 0);
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

  const doubleClick = (image: Element, clientX: number, clientY: number): boolean =>
    image.dispatchEvent(new MouseEvent('dblclick', { clientX, clientY, bubbles: true, composed: true }));
  const sizeOf = (image: Element): number[] => {
    const { width, height } = image.getBoundingClientRect();
    return [width, height];
  };

  it('enlarges a picture on a double click, around the pointer, and makes it fit again on the next', async () => {
    const element = await openPictures([600, 400]);
    const image = shownImage(element);
    const { left, top } = image.getBoundingClientRect();
    doubleClick(image, left + 150, top + 100);
    await expectEventually(() => sizeOf(image), [1500, 1000]);
    await waitUntil(() => {
      const zoomed = image.getBoundingClientRect();
      return Math.abs(zoomed.left + 225 - left) < 20 && Math.abs(zoomed.top + 150 - top) < 20;
    }, 'What was under the pointer has moved.');
    doubleClick(image, 500, 350);
    await expectEventually(() => sizeOf(image), [600, 400]);
  });

  it('enlarges a small picture from its own size', async () => {
    const element = await openPictures([8, 8]);
    const image = shownImage(element);
    expect(sizeOf(image)).to.deep.equal([8, 8]);
    doubleClick(image, 500, 350);
    await expectEventually(() => sizeOf(image), [20, 20]);
  });

  it('reaches every corner of an enlarged picture by dragging and by arrow keys', async () => {
    setPageAttribute('dir', 'rtl');
    const element = await openPictures([4000, 4000], [600, 400]);
    const image = shownImage(element);
    await sendKeys({ press: '+' });
    await expectEventually(() => queryAll(element, '.zoomed').length, 1);
    const box = queryOne(element, '.pictures').getBoundingClientRect();
    const before = image.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [500, 350] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [460, 320] });
    await sendMouse({ type: 'up' });
    const { left, top } = image.getBoundingClientRect();
    expect([left - before.left, top - before.top]).to.deep.equal([-40, -30]);
    for (let press = 0; press < 8; press++) await sendKeys({ press: 'ArrowLeft' });
    for (let press = 0; press < 8; press++) await sendKeys({ press: 'ArrowUp' });
    const start = image.getBoundingClientRect();
    expect(start.left >= box.left && start.top >= box.top).to.be.true;
    for (let press = 0; press < 14; press++) await sendKeys({ press: 'ArrowRight' });
    for (let press = 0; press < 14; press++) await sendKeys({ press: 'ArrowDown' });
    const end = image.getBoundingClientRect();
    expect(end.right <= box.right && end.bottom <= box.bottom).to.be.true;
    expect(caption(element)).to.equal('One 1 of 2');
    expect(queryAll(element, '.zoomed')).to.have.length(1);
    await sendKeys({ press: '-' });
    await expectEventually(() => queryAll(element, '.zoomed').length, 0);
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['Two 2 of 2']);
  });

  it('makes a picture fit again when it moves to another, and keeps its buttons above it', async () => {
    const element = await openPictures([4000, 4000], [600, 400]);
    await sendKeys({ press: '+' });
    await expectEventually(() => queryAll(element, '.zoomed').length, 1);
    await clickOn(viewerButton(element, 'Next'));
    expect(caption(element)).to.equal('Two 2 of 2');
    await clickOn(viewerButton(element, 'Previous'));
    expect(queryAll(element, '.zoomed')).to.have.length(0);
  });

  it('keeps the focus on the picture on show when it moves to another', async () => {
    const element = await openPictures([600, 400], [600, 400]);
    for (let presses = 0; presses < 2; presses += 1) await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === shownImage(element).parentElement).to.be.true;
    expect(await captionsAfterKeys(element, ['ArrowRight'])).to.deep.equal(['Two 2 of 2']);
    expect(deepActiveElement() === shownImage(element).parentElement).to.be.true;
  });

  it('stays open on a click beside an enlarged picture, where a drag may end', async () => {
    const element = await openPictures([600, 400]);
    await sendKeys({ press: '+' });
    await expectEventually(() => queryAll(element, '.zoomed').length, 1);
    queryOne(element, '.zoomed').click();
    await element.updateComplete;
    expect(viewers(element)).to.have.length(1);
  });
});

describe('The picture viewer in a <nudge-bell>', () => {
  afterEach(() => setViewport({ width: 1000, height: 700 }));

  async function openBell(bell: NudgeBell): Promise<void> {
    await openByClick(bell);
    await waitUntil(() => cards(inboxOf(bell)).some((card) => pictureButtons(card).length > 0), 'no card');
  }

  for (const [screen, width] of [
    ['a wide', 1000],
    ['a small', 360],
  ] as const) {
    it(`covers the panel and closes without it on ${screen} screen`, async () => {
      await setViewport({ width, height: 640 });
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 3, () => ({ payload: { attachmentsImage: images } }));
      const bell = await renderBell(createTestSession(sandbox, { ids }));
      await openBell(bell);
      const closeEvents = recordEvents(bell, 'nudge-close');
      const [element] = cards(inboxOf(bell));
      const viewer = await openViewer(element!, 0);
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([true, true]);
      const { left, top } = viewer.getBoundingClientRect();
      expect([left, top, viewer.clientWidth, viewer.clientHeight]).to.deep.equal([0, 0, width, 640]);
      await clickOn(shownImage(element!));
      await clickOn(viewerButton(element!, 'Next'));
      expect(caption(element!)).to.equal('Two 2 of 5');
      await sendKeys({ press: 'Escape' });
      await expectEventually(() => viewers(element!).length, 0);
      await waitUntil(() => deepActiveElement() === pictureButtons(element!)[0], 'not on the picture');
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([true, true]);
      await sendKeys({ press: 'Escape' });
      await expectEventually(() => bell.open, false);
      await waitUntil(() => deepActiveElement() === bellButton(bell), 'not on the bell');
      expect(closeEvents).to.have.length(1);
    });
  }

  it('stays open when notifications arrive and closes with the panel', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, () => ({ payload: { attachmentsImage: images } }));
    const session = createTestSession(sandbox, { ids });
    const bell = await renderBell(session);
    await openBell(bell);
    const [element] = cards(inboxOf(bell));
    const viewer = await openViewer(element!, 0);
    session.notifications.add(addNotifications(sandbox, 2));
    await expectEventually(() => session.notifications.state.items.length, 5);
    expect(viewer.matches(':modal')).to.be.true;
    bell.open = false;
    await expectEventually(() => viewers(element!).length, 0);
    await clickOn(bellButton(bell));
    await expectEventually(() => bell.open, true, 'the page can be clicked');
  });

  it('returns the focus to the bell if the page cancels nudge-navigate', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1, () => ({
      payload: { attachmentsImage: [images[0], { ...images[1], iconRedirectURL: '/there' }, images[2]] },
    }));
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.addEventListener('nudge-navigate', (event) => event.preventDefault());
    await openBell(bell);
    const [element] = cards(inboxOf(bell));
    await openViewer(element!, 1);
    await clickOn(queryOne(element!, '.viewer a'));
    await expectEventually(() => [bell.open, viewers(element!).length], [false, 0]);
    await waitUntil(() => deepActiveElement() === bellButton(bell), 'not on the bell');
  });
});
