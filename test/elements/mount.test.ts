import { expect, fixture, html } from '@open-wc/testing';
import type { mount as mountFunction } from '../../src/elements/mount.js';
import { register } from '../../src/elements/base/register.js';
import { version } from '../../src/version.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  expectEventually,
  installFakeTimers,
  recordUncaughtErrors,
  recordWarnings,
} from './support.js';

interface Loaded {
  version: string;
  mount: typeof mountFunction;
  queue: { push: (...calls: unknown[]) => void };
}

const own = globalThis as unknown as { NudgeInbox?: Partial<Loaded> | { queue: unknown } };
const loaded = (): Loaded => own.NudgeInbox as Loaded;
const options = (sandbox = createEmptySandbox()): Parameters<typeof mountFunction>[1] => ({
  baseUrl: sandbox.baseUrl,
  memoryOnly: true,
  fetch: sandbox.fetch,
  getToken: () => sandbox.issueToken(),
  ids: addNotifications(sandbox, 2),
});

describe('The script build', () => {
  it('runs the calls queued before it in order, even if one of them fails', async () => {
    const warnings = recordWarnings();
    const errors = recordUncaughtErrors();
    // The bell without a token would warn after a second.
    installFakeTimers();
    await fixture(
      html`<div id="first"></div>
        <div id="second"></div>`,
    );
    const bad = { ...options(), getToken: 5 };
    own.NudgeInbox = {
      queue: [
        ['mount', '#first', options()],
        ['mount', '##', options()],
        'nonsense',
        ['unmount', '#first', {}],
        ['mount', '#second', null],
        ['mount', '#second', bad],
        ['mount', '#nowhere', options()],
        ['mount', '#second', { ...options(), element: 'nudge-inbox' }],
      ],
    };
    await import('../../src/script.js');
    expect(document.querySelectorAll('#first nudge-bell')).to.have.length(1);
    expect([...document.querySelectorAll('#second > *')].map(({ localName }) => localName)).to.deep.equal([
      'nudge-bell',
      'nudge-inbox',
    ]);
    await expectEventually(() => cards(document.querySelector('#second nudge-inbox')!).length, 2);
    expect(errors.map(String)).to.deep.equal([]);
    expect(warnings).to.have.length(3);
    for (const what of ['##', 'Only functions', '#nowhere']) {
      expect(
        warnings.filter((warning) => warning.includes(what)),
        what,
      ).to.have.length(1);
    }
  });

  it('defines one global with its version', () => {
    expect(loaded().version).to.equal(version);
    expect(Object.keys(loaded())).to.deep.equal([
      'version',
      'mount',
      'createSession',
      'backendSource',
      'eventStreamSource',
      'registerMessages',
      'pollingSource',
      'reconnecting',
      'serviceWorkerSource',
      'queue',
    ]);
  });

  it('runs calls queued after it immediately', async () => {
    const container = await fixture<HTMLElement>(html`<div id="late"></div>`);
    loaded().queue.push(['mount', '#late', options()], ['mount', container, options()]);
    expect(container.children).to.have.length(2);
  });
});

describe('mount()', () => {
  it('returns the element and its session, and unmount() removes both', async () => {
    const sandbox = createEmptySandbox();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { element, session, unmount } = loaded().mount(container, options(sandbox));
    expect(container.firstElementChild === element).to.be.true;
    await expectEventually(() => session!.notifications.state.unreadCount, 2);
    unmount();
    expect(container.children).to.have.length(0);
    const count = sandbox.requests.length;
    const [id = ''] = addNotifications(sandbox, 1);
    session!.notifications.add([id]);
    await session!.notifications.load(id).catch(() => undefined);
    expect(sandbox.requests).to.have.length(count);
  });

  it('waits for a target that is not parsed yet', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    Object.defineProperty(document, 'readyState', { configurable: true, value: 'loading' });
    const first = loaded().mount('#later', options());
    const second = loaded().mount('#later', options());
    second.unmount();
    container.id = 'later';
    Reflect.deleteProperty(document, 'readyState');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect([...container.children].map((child) => child === first.element)).to.deep.equal([true]);
  });

  for (const [what, target, given, named] of [
    ['no options', document.body, undefined, 'base-url, getToken, ids'],
    ['a bad address', document.body, { ...options(), baseUrl: 'ftp://x' }, 'baseUrl'],
    ['no ids', document.body, { ...options(), ids: undefined }, 'ids'],
    ['no target', null, options(), 'no element'],
    ['an invalid selector', '%%', options(), '%%'],
    [
      'a misspelt option',
      document.body,
      { ...options(), fistPage: 'x' },
      'no option “fistPage”. Its options: backendUrl, baseUrl, csrf,',
    ],
    ['a property of the element', document.body, { ...options(), maxCount: 9 }, 'no option “maxCount”'],
    ['a text in place of ids', document.body, { ...options(), ids: 'n1' }, 'leaves out ids: it is no array'],
    [
      'an address in place of a source',
      document.body,
      { ...options(), ids: undefined, source: '/list' },
      'leaves out source: it is no object',
    ],
    [
      'an element that does not exist',
      document.body,
      { ...options(), element: 'nudge-bel' },
      'mount cannot use element nudge-bel: it uses nudge-bell.',
    ],
    ['a name that no element can have', document.body, { ...options(), element: '<p>' }, 'element <p>'],
    [
      'a limit that is no number',
      document.body,
      { ...options(), timeout: '5s' },
      'timeout must be milliseconds',
    ],
    ['a text in place of fetch', document.body, { ...options(), fetch: 'x' }, 'fetch must be a function'],
    [
      'a text in place of groups',
      document.body,
      { ...options(), groups: 'offers' },
      'leaves out groups: it is no array',
    ],
  ] as const) {
    it(`warns once instead of throwing with ${what}`, async () => {
      const warnings = recordWarnings();
      const timers = installFakeTimers();
      const mounted = Reflect.apply(loaded().mount, undefined, [target, given]) as ReturnType<
        typeof mountFunction
      >;
      await timers.advance(1000);
      expect(warnings, warnings.join()).to.have.length(1);
      expect(warnings[0]).to.contain(named);
      mounted.unmount();
    });
  }
});

describe('register()', () => {
  const tag = 'nudge-of-two-versions';
  class First extends HTMLElement {
    static version = '0.0.1';
  }
  class Second extends HTMLElement {}

  it('keeps the first definition of a tag and warns once with both versions', () => {
    const warnings = recordWarnings();
    register(tag, First);
    register(tag, First);
    expect(warnings).to.have.length(0);
    register(tag, Second);
    register(tag, Second);
    expect(customElements.get(tag) === First).to.be.true;
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('0.0.1').and.to.contain(version);
  });
});
