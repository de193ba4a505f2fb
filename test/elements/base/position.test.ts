import { expect, fixture, html } from '@open-wc/testing';
import { placeBeside } from '../../../src/elements/base/position.js';
import { waitUntil } from '../support.js';

describe('placeBeside()', () => {
  for (const { mode, doctype } of [
    { mode: 'CSS1Compat', doctype: '<!doctype html>' },
    // Without a doctype, the root element is as high as its content.
    { mode: 'BackCompat', doctype: '' },
  ])
    it(`keeps a box within the window of its document in the mode ${mode}`, async () => {
      const content = `${doctype}<body style="height: 3000px">
        <button style="position: fixed; bottom: 4px; left: 20px">Anchor</button>
        <p popover="manual" style="inset: auto">Box</p>`;
      // A frame with `srcdoc` is never in quirks mode.
      const url = URL.createObjectURL(new Blob([content], { type: 'text/html' }));
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe title="Page" src=${url} width="300" height="200"></iframe>`,
      );
      await waitUntil(() => frame.contentDocument?.querySelector('p'));
      const page = frame.contentDocument!;
      expect(page.compatMode).to.equal(mode);
      const box = page.querySelector('p')!;
      const button = page.querySelector('button')!;
      box.showPopover();
      placeBeside(box, button, { align: 'start' });
      expect(box.getBoundingClientRect().bottom).to.be.closeTo(button.getBoundingClientRect().top, 1);
    });

  for (const [direction, edge] of [
    ['ltr', 'right: 10px'],
    ['rtl', 'left: 10px'],
  ] as const)
    it(`shows a box that is too high for both sides of its anchor as a whole beside it, in a page that is ${direction}`, async () => {
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe
          title="Page"
          width="600"
          height="300"
          srcdoc=${`<!doctype html><html dir="${direction}">
          <button style="position: fixed; top: 120px; ${edge}">Anchor</button>
          <p popover="manual" style="inset: auto; block-size: 220px; box-sizing: border-box">Box</p>`}
        ></iframe>`,
      );
      await waitUntil(() => frame.contentDocument?.querySelector('p'));
      const box = frame.contentDocument!.querySelector('p')!;
      const button = frame.contentDocument!.querySelector('button')!;
      box.showPopover();
      placeBeside(box, button, { align: 'end' });
      const { left, right, top, bottom, height } = box.getBoundingClientRect();
      const anchor = button.getBoundingClientRect();
      expect(height).to.equal(220);
      expect([top >= 8, bottom <= 292], `${top} ${bottom}`).to.deep.equal([true, true]);
      if (direction === 'ltr') expect(right).to.be.closeTo(anchor.left, 1);
      else expect(left).to.be.closeTo(anchor.right, 1);
    });

  it('centres a box whose width is no whole number on its anchor, wherever it is', async () => {
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe
        title="Page"
        width="900"
        height="300"
        srcdoc=${`<!doctype html>
        <button style="position: fixed; top: 20px; right: 100px">Anchor</button>
        <p popover="manual" style="inset: auto; inline-size: 40.4px; padding: 0; border: 0">Box</p>`}
      ></iframe>`,
    );
    await waitUntil(() => frame.contentDocument?.querySelector('p'));
    const box = frame.contentDocument!.querySelector('p')!;
    const button = frame.contentDocument!.querySelector('button')!;
    box.showPopover();
    placeBeside(box, button, { align: 'center' });
    const [boxRect, anchor] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
    expect(boxRect.left + boxRect.width / 2).to.be.closeTo(anchor.left + anchor.width / 2, 1);
    expect(boxRect.top).to.be.closeTo(anchor.bottom, 0.5);
  });
});
