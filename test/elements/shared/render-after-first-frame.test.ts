import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { render } from 'lit';
import { renderAfterFirstFrame } from '../../../src/elements/shared/render-after-first-frame.js';

describe('A text by Intl', () => {
  it('follows the first element that shows it when the browser has time, and is there at once from then on', async () => {
    let becomeIdle: (() => void) | undefined;
    // WebKit has none.
    const before = Object.getOwnPropertyDescriptor(window, 'requestIdleCallback');
    window.requestIdleCallback = (callback) => {
      becomeIdle = () => callback({ didTimeout: false, timeRemaining: () => 10 });
      return 0;
    };
    const container = await fixture<HTMLElement>(html`<p></p>`);
    render(
      renderAfterFirstFrame(() => 'today', '…'),
      container,
    );
    await waitUntil(() => becomeIdle, 'it does not wait');
    if (before) Object.defineProperty(window, 'requestIdleCallback', before);
    else Reflect.deleteProperty(window, 'requestIdleCallback');
    expect(container.textContent).to.equal('…');
    becomeIdle?.();
    await waitUntil(() => container.textContent === 'today', 'the text does not follow');
    render(
      renderAfterFirstFrame(() => 'tomorrow', '…'),
      container,
    );
    expect(container.textContent).to.equal('tomorrow');
  });
});
