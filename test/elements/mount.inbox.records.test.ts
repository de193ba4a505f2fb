import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { mount } from '../../src/elements/mount.js';

// Without the support of the other tests, which defines every element.
describe('mount() of an inbox', () => {
  it('requests the first records while the code of the inbox loads', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const references = Array.from({ length: 9 }, (_, index) => ({ id: `n${index}`, isRead: true }));
    const isDefined: boolean[] = [];
    const { unmount } = mount(container, {
      element: 'nudge-inbox',
      baseUrl: '/v1/service',
      memoryOnly: true,
      getToken: () => 'token',
      fetch: () => {
        isDefined.push(customElements.get('nudge-inbox') !== undefined);
        return Promise.resolve(Response.json({}, { status: 404 }));
      },
      source: { load: () => Promise.resolve({ references }) },
    });
    await waitUntil(() => isDefined.length >= 8, 'requests', { timeout: 20_000 });
    // The other two follow a response, for which the code does not wait.
    expect(isDefined.slice(0, 6)).to.deep.equal(Array.from({ length: 6 }, () => false));
    unmount();
  });
});
