import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import { renderAfterFirstFrame } from '../../../src/elements/shared/render-after-first-frame.js';
import { waitUntil } from '../support.js';

describe('A text by Intl', () => {
  it('follows one frame after the first element that shows it, and is there at once from then on', async () => {
    const container = await fixture<HTMLElement>(html`<p></p>`);
    render(
      renderAfterFirstFrame(() => 'today', '…'),
      container,
    );
    expect(container.textContent).to.equal('…');
    await waitUntil(() => container.textContent === 'today', 'the text does not follow');
    render(
      renderAfterFirstFrame(() => 'tomorrow', '…'),
      container,
    );
    expect(container.textContent).to.equal('tomorrow');
  });
});
