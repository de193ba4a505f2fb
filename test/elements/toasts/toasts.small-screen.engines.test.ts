import { expect } from '@open-wc/testing';
import { resetMouse, setViewport } from '@web/test-runner-commands';
import { arrive, moreText, renderToasts, rowsOf, waitForToasts } from './toasts-support.js';

describe('Toasts on a small screen', () => {
  before(async () => {
    // WebKit's driver cannot release the buttons of a mouse that is outside of the window.
    await resetMouse();
    await setViewport({ width: 360, height: 640 });
  });
  after(() => setViewport({ width: 800, height: 600 }));

  it('come one at a time, over the whole width, and the others are counted', async () => {
    const page = await renderToasts();
    arrive(page, 'Third', 'Second', 'First');
    await waitForToasts(page.toasts, 'Third');
    expect(moreText(page.toasts)).to.equal('2 more notifications');
    const { left, right } = rowsOf(page.toasts)[0]!.getBoundingClientRect();
    expect([left, right]).to.deep.equal([16, 344]);
  });
});
