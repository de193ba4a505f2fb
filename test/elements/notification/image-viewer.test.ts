import { expect, fixtureCleanup } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { all, card, focused, frames, one, press, recordOf, settle } from '../support.js';
import { button, caption, images, openAt, pictureButtons, shownBy, viewers } from './image-viewer-support.js';

describe('a picture of a nudge-notification', () => {
  it('opens larger over everything, and nothing of that is there before', async () => {
    const element = await card({ title: 'Title', attachmentsImage: images });
    expect(viewers(element)).to.have.length(0);
    const viewer = await openAt(element, 0);
    expect(viewer.matches(':modal')).to.be.true;
    const { left, top, width, height } = viewer.getBoundingClientRect();
    expect([left, top, width, height]).to.deep.equal([0, 0, innerWidth, innerHeight]);
    const shown = all<HTMLImageElement>(element, '.viewer img');
    expect(shown.map(({ alt, src }) => [alt, new URL(src).search])).to.deep.equal([['One', '?One']]);
    expect(shown[0]!.getAttribute('referrerpolicy')).to.equal('no-referrer');
    expect(caption(element)).to.equal('One 1 of 5');
    expect(focused()?.getAttribute('aria-label')).to.equal('Close');
  });

  it('opens at the one that stands for the rest', async () => {
    const element = await card({ attachmentsImage: images });
    await openAt(element, 1);
    expect(caption(element)).to.equal('Two 2 of 5');
  });

  it('is as large as fits, and no larger than it is', async () => {
    const large = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"/>`;
    const address = URL.createObjectURL(await (await fetch(large)).blob());
    const element = await card({ attachmentsImage: images.slice(0, 1) });
    await openAt(element, 0);
    const shown = one<HTMLImageElement>(element, '.viewer img');
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
    const element = await card({ attachmentsImage: images });
    await openAt(element, 0);
    const shown: string[] = [];
    for (const name of ['Next', 'Next', 'Previous', 'Previous', 'Previous']) {
      await press(button(element, name));
      shown.push(caption(element));
    }
    expect(shown).to.deep.equal(['Two 2 of 5', 'Three 3 of 5', 'Two 2 of 5', 'One 1 of 5', 'Five 5 of 5']);
  });

  it('has no buttons to go on where it is alone', async () => {
    const element = await card({ attachmentsImage: images.slice(0, 1) });
    await openAt(element, 0);
    expect(all(element, '.viewer button')).to.have.length(1);
    expect(caption(element)).to.equal('One');
    expect(await shownBy(element, ['ArrowRight', 'ArrowLeft', 'End'])).to.deep.equal(['One', 'One', 'One']);
  });

  it('goes on and back by keys, also after a press on it', async () => {
    const element = await card({ attachmentsImage: images });
    await openAt(element, 0);
    await press(one(element, '.viewer img'));
    expect(await shownBy(element, ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home'])).to.deep.equal([
      'Two 2 of 5',
      'Five 5 of 5',
      'One 1 of 5',
      'Five 5 of 5',
      'One 1 of 5',
    ]);
  });

  it('goes on to the left where the page runs from right to left, its buttons too', async () => {
    const element = await card({ attachmentsImage: images });
    element.dir = 'rtl';
    await openAt(element, 0);
    expect(await shownBy(element, ['ArrowLeft', 'ArrowRight'])).to.deep.equal(['Two 2 of 5', 'One 1 of 5']);
    const [next, previous] = [button(element, 'Next'), button(element, 'Previous')];
    expect(next.getBoundingClientRect().left).to.be.below(previous.getBoundingClientRect().left);
    const tip = (of: Element): number => {
      const path = of.querySelector('path')!;
      return path.getPointAtLength(path.getTotalLength() / 2).x;
    };
    expect(tip(next), 'points to the left').to.be.below(tip(previous));
  });

  it('keeps its keys from what is around it, and leaves those of the browser alone', async () => {
    const element = await card({ attachmentsImage: images });
    const pressed: string[] = [];
    element.addEventListener('keydown', ({ key }) => pressed.push(key));
    await openAt(element, 0);
    await sendKeys({ down: 'Control' });
    await shownBy(element, ['ArrowRight', 'End']);
    await sendKeys({ up: 'Control' });
    await shownBy(element, ['ArrowDown', 'PageDown', 'Home']);
    expect(pressed).to.deep.equal([]);
    expect(caption(element)).to.equal('One 1 of 5');
  });

  it('shows nothing of the one before while the next is on its way', async () => {
    const element = await card({ attachmentsImage: images });
    await openAt(element, 0);
    const before = one(element, '.viewer img');
    await sendKeys({ press: 'ArrowRight' });
    await settle();
    expect(one(element, '.viewer img') === before).to.be.false;
  });

  it('counts no more pictures than a card may have', async () => {
    const many = Array.from({ length: 60 }, () => images[0]);
    const element = await card({ attachmentsImage: many });
    await openAt(element, 1);
    expect(await shownBy(element, ['End', 'ArrowRight'])).to.deep.equal(['One 50 of 50', 'One 1 of 50']);
  });

  it('has a name that turns nothing around', async () => {
    const element = await card({
      attachmentsImage: [{ ...images[0], fallBackName: '\u202elamp <b>' }, images[1]],
    });
    await openAt(element, 0);
    const isolated = all(element, '.caption bdi').map(({ textContent }) => textContent);
    expect(isolated).to.deep.equal(['\u202elamp <b>', '1 of 2']);
  });
});

describe('closing a picture', () => {
  const ways: Record<string, (element: NudgeNotification) => Promise<unknown>> = {
    Escape: () => sendKeys({ press: 'Escape' }),
    'its button': (element) => press(button(element, 'Close')),
    'a press beside it': (element) => {
      const viewer = one(element, '.viewer');
      viewer.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      return settle();
    },
    "the browser's own way": (element) => {
      const viewer = one<HTMLDialogElement>(element, '.viewer');
      viewer.close();
      return settle();
    },
  };

  for (const [way, close] of Object.entries(ways)) {
    it(`by ${way} gives the focus back to the one that was pressed`, async () => {
      const element = await card({ attachmentsImage: images });
      await openAt(element, 1);
      await sendKeys({ press: 'ArrowRight' });
      await close(element);
      await settle();
      expect(viewers(element)).to.have.length(0);
      expect(focused() === pictureButtons(element)[1]).to.be.true;
      await openAt(element, 0);
      expect(caption(element), 'and it opens again').to.equal('One 1 of 5');
    });
  }

  it('takes a press on the picture or its name for none', async () => {
    const element = await card({ attachmentsImage: images });
    const viewer = await openAt(element, 0);
    for (const part of ['.viewer img', '.caption p']) await press(one(element, part));
    expect(viewer.open).to.be.true;
  });

  it('happens as the card gets another record, and not as its own changes', async () => {
    const element = await card({ attachmentsImage: images });
    await openAt(element, 0);
    element.record = recordOf({ attachmentsImage: images }, { isRead: false });
    await element.updateComplete;
    expect(viewers(element).map((viewer) => viewer.matches(':modal'))).to.deep.equal([true]);
    element.record = recordOf({ attachmentsImage: images }, { id: 'n-2' });
    await element.updateComplete;
    expect(viewers(element)).to.have.length(0);
    expect(focused() === pictureButtons(element)[0]).to.be.true;
  });

  it('happens as the card leaves the page, and it comes back closed', async () => {
    const element = await card({ attachmentsImage: images });
    const { parentElement } = element;
    await openAt(element, 0);
    element.remove();
    parentElement!.append(element);
    await settle();
    expect(viewers(element)).to.have.length(0);
    fixtureCleanup();
    pictureButtons(element)[0]!.click();
    await settle();
    expect(viewers(element), 'nor does it open where there is no page').to.have.length(0);
  });

  it('happens as the card is hidden: nothing of the page could be pressed', async () => {
    const element = await card({ attachmentsImage: images });
    await openAt(element, 0);
    element.parentElement!.hidden = true;
    await frames();
    expect(viewers(element)).to.have.length(0);
  });
});
