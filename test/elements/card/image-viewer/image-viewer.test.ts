import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import {
  brokenPictureUrl,
  clickOn,
  createRecord,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
  visibleText,
  waitUntil,
} from '../../support.js';
import {
  caption,
  captionsAfterKeys,
  images,
  openViewer,
  shownImage,
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
    expect(await captionsAfterKeys(element, ['ArrowRight'])).to.deep.equal(['Three 3 of 3']);
    expect(shownImage(element).alt).to.equal('Three');
  });

  it('announces the picture that it moves to', async () => {
    const element = await renderCard({ attachmentsImage: images });
    const viewer = await openViewer(element, 0);
    expect(viewer.getAttribute('aria-label')).to.equal('One');
    const status = queryOne(element, '.viewer [role=status]');
    await sendKeys({ press: 'ArrowRight' });
    expect(queryOne(element, '.viewer [role=status]') === status).to.be.true;
    expect(visibleText(status)).to.equal('Two 2 of 5');
    expect(
      queryAll(element, '.picture').map(({ ariaHidden }) => ariaHidden),
      'the others are hidden from assistive technology',
    ).to.deep.equal(['true', 'false', 'true', 'true', 'true']);
  });

  it('is named by its purpose if the picture has no name', async () => {
    const element = await renderCard({ attachmentsImage: [{ ...images[0], fallBackName: null }] });
    const viewer = await openViewer(element, 0);
    expect(viewer.ariaLabel).to.equal('Pictures');
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

  it('keeps the position of a picture on one line, however long its name is', async () => {
    await setViewport({ width: 320, height: 480 });
    const names = Array.from({ length: 20 }, (_, index) => 'n'.repeat(15 + index));
    const element = await renderCard({
      attachmentsImage: names.map((fallBackName) => ({ iconURL: pictureUrl, fallBackName })),
    });
    await openViewer(element, 0);
    const broken: string[] = [];
    for (const [index, name] of names.entries()) {
      const position = `${index + 1} of 20`;
      await waitUntil(() => visibleText(queryOne(element, '.caption')).endsWith(` ${position}`), position);
      const lines = queryOne(element, '.caption bdi + bdi').getClientRects();
      if (lines.length > 1) broken.push(name);
      await sendKeys({ press: 'ArrowRight' });
    }
    expect(broken).to.deep.equal([]);
    await setViewport({ width: 1000, height: 700 });
  });
});
