import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { mount } from '../../src/elements/mount.js';
import type { ErrorDetail } from '../../src/elements/base/events.js';
import type { NotificationSource } from '../../src/index.js';
import { version } from '../../src/version.js';

const { warn } = console;
let warnings: string[];

beforeEach(() => {
  warnings = [];
  console.warn = (message: string) => void warnings.push(message);
});

afterEach(() => (console.warn = warn));

// Without the support of the other tests, which defines every element.
describe('mount() of an inbox', () => {
  async function mountInbox(source: NotificationSource) {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const errors: CustomEvent<ErrorDetail>[] = [];
    container.addEventListener('nudge-error', (event) => errors.push(event));
    const { unmount } = mount(container, {
      element: 'nudge-inbox',
      baseUrl: '/v1/service',
      memoryOnly: true,
      getToken: () => 'token',
      source,
    });
    return { errors, unmount };
  }

  it('requests the list while the code of the inbox loads, and reports its failure', async () => {
    const definitions: unknown[] = [];
    const { errors, unmount } = await mountInbox({
      load: () => {
        definitions.push(customElements.get('nudge-inbox'));
        return Promise.reject(new Error('away'));
      },
    });
    await waitUntil(() => errors.length > 0, 'nudge-error', { timeout: 20_000 });
    expect(definitions).to.deep.equal([undefined]);
    expect(errors.map(({ detail }) => [detail.operation, String(detail.error)])).to.deep.equal([
      ['list', 'Error: away'],
    ]);
    expect(warnings).to.deep.equal(['[nudge-inbox] The source failed: Error: away']);
    unmount();
  });

  it('requests the list once', async () => {
    let loads = 0;
    const { unmount } = await mountInbox({
      load: () => {
        loads += 1;
        return Promise.resolve({ references: [] });
      },
    });
    const findEmpty = () => document.querySelector('nudge-inbox')?.shadowRoot?.querySelector('[part=empty]');
    await waitUntil(findEmpty, 'the empty list', { timeout: 20_000 });
    expect(loads).to.equal(1);
    unmount();
  });
});

describe('The script build', () => {
  it('warns and keeps the first copy if another version is on the page', async () => {
    const first = { version: '9.9.9' };
    Object.assign(globalThis, { NudgeInbox: first });
    await import('../../src/script.js');
    expect(globalThis.NudgeInbox === first).to.be.true;
    expect(warnings).to.deep.equal([
      `[nudge-inbox] Loaded twice on this page: version 9.9.9 is in use, version ${version} is left aside.`,
    ]);
    Reflect.deleteProperty(globalThis, 'NudgeInbox');
  });
});
