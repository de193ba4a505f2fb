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
});
