import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { emulateColorScheme } from '../engine.js';
import {
  addNotifications,
  bellButton,
  brokenPictureUrl,
  cards,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  inboxOf,
  isVisible,
  nextFrames,
  panelOf,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderCard,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  caption,
  captionsAfterKeys,
  images,
  openViewer,
  pictureButtons,
  shownImage,
  viewerButton,
  viewers,
} from './image-viewer-support.js';

describe('<nudge-notification> picture viewer', () => {
  const imagesWithLinks = images.map((image, index) => ({
    ...image,
    iconRedirectURL: ['javascript:alert(1)', '/two', 'https://example.com/three', '', ''][index],
  }));

  it('shows a link if the record has a safe one', async () => {
    const element = await renderCard({ attachmentsImage: imagesWithLinks });
    await openViewer(element, 0);
    const links: unknown[] = [];
    for (let index = 0; index < 4; index++) {
      const [link] = queryAll<HTMLAnchorElement>(element, '.viewer a');
      links.push(link ? [visibleText(link), link.href, link.target, link.rel, link.ariaLabel] : null);
      await sendKeys({ press: 'ArrowRight' });
      await flushTasks();
    }
    expect(links).to.deep.equal([
      null,
      ['Open link', `${location.origin}/two`, '', '', 'Open link'],
      [
        'Open link',
        'https://example.com/three',
        '_blank',
        'noopener noreferrer',
        'Open link (opens in a new tab)',
      ],
      null,
    ]);
  });

  it('fires nudge-navigate before following its link and closes if the event is cancelled', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard({ attachmentsImage: imagesWithLinks });
    const events = recordEvents(document.body, 'nudge-navigate');
    await openViewer(element, 1);
    await clickOn(queryOne(element, '.viewer a'));
    expect(followedUrls).to.deep.equal([`${location.origin}/two`]);
    expect(viewers(element)).to.have.length(1);
    element.addEventListener('nudge-navigate', (event) => event.preventDefault());
    await clickOn(queryOne(element, '.viewer a'));
    expect(events.map(({ detail: { origin, url } }) => [origin, url])).to.deep.equal([
      ['image', `${location.origin}/two`],
      ['image', `${location.origin}/two`],
    ]);
    expect(followedUrls).to.have.length(1);
    expect(viewers(element)).to.have.length(0);
  });

  it('keeps the focus and its keys when the focused link disappears', async () => {
    const element = await renderCard({ attachmentsImage: imagesWithLinks });
    const viewer = await openViewer(element, 1);
    queryOne(element, '.viewer a').focus();
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['One 1 of 5']);
    expect(deepActiveElement() === viewer).to.be.true;
    expect(await captionsAfterKeys(element, ['ArrowLeft'])).to.deep.equal(['Five 5 of 5']);
  });

  it('shows a message if the picture could not be loaded', async () => {
    const element = await renderCard({
      attachmentsImage: [images[0], { ...images[1], iconURL: brokenPictureUrl }, images[2]],
    });
    await openViewer(element, 0);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => queryAll(element, '.picture[aria-hidden=false] img').length === 0);
    expect(visibleText(queryOne(element, '.picture[aria-hidden=false] [role=alert]'))).to.equal(
      'Couldn’t load this picture.',
    );
    expect(caption(element)).to.equal('Two 2 of 3');
    await expect(element).to.be.accessible();
    expect(await captionsAfterKeys(element, ['ArrowRight'])).to.deep.equal(['Three 3 of 3']);
    expect(shownImage(element).alt).to.equal('Three');
  });

  it('announces the picture that it moves to', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const viewer = await openViewer(element, 0);
    expect(viewer.getAttribute('aria-label')).to.equal('One');
    const status = queryOne(element, '.viewer [role=status]');
    await sendKeys({ press: 'ArrowRight' });
    await flushTasks();
    expect(queryOne(element, '.viewer [role=status]') === status).to.be.true;
    expect(visibleText(status)).to.equal('Two 2 of 5');
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`is accessible in ${scheme} mode with and without a name`, async () => {
      await emulateColorScheme(scheme);
      const element = await renderCard({
        attachmentsImage: [imagesWithLinks[0], { ...images[1], fallBackName: null }],
      });
      await openViewer(element, 0);
      await expect(element).to.be.accessible();
      await sendKeys({ press: 'ArrowRight' });
      await flushTasks();
      expect(queryOne(element, '.viewer').getAttribute('aria-label')).to.equal('Pictures');
      await expect(element).to.be.accessible();
      await emulateColorScheme();
    });
  }

  it('has targets of at least 44 pixels that fit the smallest screen', async () => {
    await setViewport({ width: 320, height: 480 });
    const element = await renderCard({
      attachmentsImage: [
        images[0],
        { ...imagesWithLinks[1], fallBackName: 'A name that goes on '.repeat(5) },
        images[2],
      ],
    });
    await openViewer(element, 1);
    const targets = queryAll(element, '.viewer :is(a, button)');
    expect(targets).to.have.length(4);
    for (const target of targets) {
      const { left, right, top, bottom } = target.getBoundingClientRect();
      expect(Math.min(right - left, bottom - top), target.className).to.be.at.least(44);
      expect(left >= 0 && right <= 320 && top >= 0 && bottom <= 480).to.be.true;
    }
    await setViewport({ width: 1000, height: 700 });
  });
});

describe('The picture viewer in a <nudge-bell>', () => {
  afterEach(() => setViewport({ width: 1000, height: 700 }));

  for (const [screen, width] of [
    ['a wide', 1000],
    ['a small', 360],
  ] as const) {
    it(`covers the panel and closes without it on ${screen} screen`, async () => {
      await setViewport({ width, height: 640 });
      const sandbox = createEmptySandbox();
      const ids = addNotifications(sandbox, 3, () => ({ payload: { attachmentsImage: images } }));
      const bell = await renderBell(createTestSession(sandbox, { ids }));
      await clickOn(bellButton(bell));
      await nextFrames();
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
      await flushTasks();
      expect(viewers(element!)).to.have.length(0);
      expect([bell.open, isVisible(panelOf(bell))]).to.deep.equal([true, true]);
      expect(deepActiveElement() === pictureButtons(element!)[0]).to.be.true;
      await sendKeys({ press: 'Escape' });
      await flushTasks();
      expect(bell.open).to.be.false;
      expect(closeEvents).to.have.length(1);
      expect(deepActiveElement() === bellButton(bell)).to.be.true;
    });
  }

  it('stays open when notifications arrive and closes with the panel', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3, () => ({ payload: { attachmentsImage: images } }));
    const session = createTestSession(sandbox, { ids });
    const bell = await renderBell(session);
    await clickOn(bellButton(bell));
    await nextFrames();
    const [element] = cards(inboxOf(bell));
    const viewer = await openViewer(element!, 0);
    session.notifications.add(addNotifications(sandbox, 2));
    await nextFrames();
    expect(viewer.matches(':modal')).to.be.true;
    bell.open = false;
    await nextFrames();
    expect(viewers(element!)).to.have.length(0);
    await clickOn(bellButton(bell));
    expect(bell.open, 'the page can be clicked').to.be.true;
  });

  it('returns the focus to the bell if the page cancels nudge-navigate', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1, () => ({
      payload: { attachmentsImage: [images[0], { ...images[1], iconRedirectURL: '/there' }, images[2]] },
    }));
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.addEventListener('nudge-navigate', (event) => event.preventDefault());
    await clickOn(bellButton(bell));
    await nextFrames();
    const [element] = cards(inboxOf(bell));
    await openViewer(element!, 1);
    await clickOn(queryOne(element!, '.viewer a'));
    await flushTasks();
    expect([bell.open, viewers(element!).length]).to.deep.equal([false, 0]);
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
  });
});
