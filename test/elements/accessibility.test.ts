import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { Session } from '../../src/inbox/session.js';
import { createSandbox } from '../../src/sandbox.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  cards,
  createEmptySandbox,
  createTestSession,
  emulateColorScheme,
  inboxOf,
  installFakeTimers,
  nextFrames,
  panelOf,
  pictureUrl,
  queryAll,
  queryOne,
  renderBell,
  renderInbox,
  setPageAttribute,
  stubProperty,
  visibleText,
} from './support.js';

/** All that a card can hold, with pictures that the test server has. */
function shop(): Session {
  const sandbox = createSandbox({ pictureBase: `${pictureUrl}?`, fileBase: '/files/' });
  return createTestSession(sandbox, { ids: sandbox.notificationIds().slice(0, 15) });
}

const states: Record<string, () => Promise<NudgeInbox>> = {
  empty: () => renderInbox(createTestSession(createEmptySandbox(), { ids: [] })),
  loading: () =>
    renderInbox(
      createTestSession(createEmptySandbox(), { source: { load: () => new Promise(() => undefined) } }),
    ),
  list: () => renderInbox(shop()),
  error: async () => {
    const sandbox = createEmptySandbox();
    const timers = installFakeTimers();
    sandbox.offline = true;
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    await timers.advance(120_000);
    return inbox;
  },
  'no token': () =>
    renderInbox(createTestSession(createEmptySandbox(), { ids: ['n-1'], getToken: () => null })),
  offline: async () => {
    const inbox = await renderInbox(shop());
    stubProperty(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    await nextFrames();
    return inbox;
  },
};

const looks = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;

for (const [look, [scheme, direction]] of Object.entries(looks)) {
  describe(`what axe finds, ${look}`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => {
      setPageAttribute('dir', direction);
      addHostStyle('html { color-scheme: light dark; background: Canvas }');
    });

    for (const [state, show] of Object.entries(states)) {
      it(`is nothing in an inbox: ${state}`, async function () {
        this.timeout(10_000);
        const inbox = await show();
        await expect(inbox).to.be.accessible();
      });
    }

    it('is nothing in a bell, closed and open', async function () {
      this.timeout(10_000);
      const bell = await renderBell(shop());
      await expect(bell).to.be.accessible();
      bell.open = true;
      await nextFrames();
      await expect(bell).to.be.accessible();
    });

    it('is nothing under the pointer', async function () {
      this.timeout(10_000);
      const inbox = await renderInbox(shop());
      const [shown] = cards(inbox);
      for (const target of [
        queryOne(inbox, 'header .icon-button'),
        ...queryAll(inbox, '.filter'),
        ...queryAll(shown!, '.button, a.tag, .tools button'),
      ]) {
        const { left, top, width, height } = target.getBoundingClientRect();
        await sendMouse({
          type: 'move',
          position: [Math.round(left + width / 2), Math.round(top + height / 2)],
        });
        expect(target.matches(':hover'), target.className).to.be.true;
        await expect(inbox).to.be.accessible();
      }
      await resetMouse();
    });
  });
}

for (const scheme of ['light', 'dark'] as const) {
  describe(`what is seen, ${scheme}`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => addHostStyle('html { color-scheme: light dark }'));

    it('shows by a ring where the focus is', async () => {
      const bell = await renderBell(shop());
      bell.open = true;
      await nextFrames();
      const [first] = cards(inboxOf(bell));
      for (const target of [
        queryOne(bell, '[slot=header-actions]'),
        queryOne(inboxOf(bell), 'header .icon-button'),
        queryOne(first!, '.tools button:first-child'),
        queryOne(first!, 'a.tag'),
      ]) {
        target.focus({ focusVisible: true });
        const { outlineStyle, outlineWidth } = getComputedStyle(target);
        expect([outlineStyle, outlineWidth], target.className).to.deep.equal(['solid', '2px']);
      }
    });
  });
}

describe('a reader who', () => {
  it('wants no motion sees none', async () => {
    const bell = await renderBell(
      createTestSession(createEmptySandbox(), { source: { load: () => new Promise(() => undefined) } }),
    );
    bell.open = true;
    await bell.updateComplete;
    expect(bell.shadowRoot!.getAnimations()).to.have.length(0);
    expect(inboxOf(bell).shadowRoot!.getAnimations()).to.have.length(0);
  });

  it('has 320 pixels, and text twice as large, loses nothing', async () => {
    const container = await fixture<HTMLElement>(
      html`<div style="width: 320px; --nudge-font-size: 28px"></div>`,
    );
    const inbox = document.createElement('nudge-inbox');
    inbox.session = shop();
    container.append(inbox);
    await nextFrames(5);
    for (const element of [
      queryOne(inbox, '.root'),
      ...cards(inbox).map((shown) => queryOne(shown, '.card')),
    ]) {
      // What is far from the screen is not laid out.
      element.scrollIntoView();
      await nextFrames(1);
      expect(element.scrollWidth, visibleText(element).slice(0, 40)).to.equal(element.clientWidth);
    }
  });

  it('spaces text wider loses nothing', async () => {
    const inbox = await renderInbox(shop());
    inbox.style.width = '320px';
    for (const root of [inbox, ...cards(inbox)]) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      root.shadowRoot!.adoptedStyleSheets.push(sheet);
    }
    await nextFrames();
    for (const shown of cards(inbox)) {
      const element = queryOne(shown, '.card');
      expect(element.scrollWidth, visibleText(element).slice(0, 40)).to.equal(element.clientWidth);
    }
  });

  it('goes by Tab meets each thing once, in the order in which it is seen', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, () => ({ payload: { title: 'Title', itemRedirect: '/there' } }));
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.open = true;
    await nextFrames();
    const order = [
      ...queryAll(inboxOf(bell), 'header button, .filter'),
      ...cards(inboxOf(bell)).flatMap((shown) => queryAll(shown, 'a, button')),
    ];
    expect(order.every((element) => element.tabIndex === 0)).to.be.true;
    const tops = order.map((element) => element.getBoundingClientRect().top);
    expect(order).to.have.length(9);
    expect(tops.slice(3, 5).every((top) => top >= tops[1]!)).to.be.true;
    expect(panelOf(bell).contains(bellButton(bell))).to.be.false;
  });
});
