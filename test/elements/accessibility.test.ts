import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { Session } from '../../src/inbox/session.js';
import { createSandbox } from '../../src/sandbox.js';
import { emulateColorScheme, followColorScheme } from './engine.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  cards,
  createEmptySandbox,
  createTestSession,
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

/** Creates a session whose cards show everything they can, with pictures from the test server. */
function createFullSession(): Session {
  const sandbox = createSandbox({ pictureBase: `${pictureUrl}?`, fileBase: '/files/' });
  return createTestSession(sandbox, { ids: sandbox.notificationIds().slice(0, 15) });
}

/** Renders these cards with all rows laid out: the contents of skipped rows overlap, which nobody sees but the checks. */
async function renderFullInbox(): Promise<NudgeInbox> {
  const inbox = await renderInbox(createFullSession());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[role=article] { content-visibility: visible !important }');
  inbox.shadowRoot!.adoptedStyleSheets.push(sheet);
  await nextFrames();
  return inbox;
}

const states: Record<string, () => Promise<NudgeInbox>> = {
  empty: () => renderInbox(createTestSession(createEmptySandbox(), { ids: [] })),
  loading: () =>
    renderInbox(
      createTestSession(createEmptySandbox(), { source: { load: () => new Promise(() => undefined) } }),
    ),
  list: renderFullInbox,
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
    const inbox = await renderFullInbox();
    stubProperty(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    await nextFrames();
    return inbox;
  },
};

const modes = { light: ['light', 'ltr'], dark: ['dark', 'ltr'], 'right-to-left': ['light', 'rtl'] } as const;

for (const [mode, [scheme, direction]] of Object.entries(modes)) {
  describe(`Accessibility in ${mode} mode`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => {
      setPageAttribute('dir', direction);
      addHostStyle(`html { ${followColorScheme()}; background: Canvas }`);
    });

    for (const [state, renderState] of Object.entries(states)) {
      it(`has no violations in a <nudge-inbox> with the state "${state}"`, async function () {
        this.timeout(10_000);
        const inbox = await renderState();
        await expect(inbox).to.be.accessible();
      });
    }

    it('has no violations in a closed or open <nudge-bell>', async function () {
      this.timeout(10_000);
      const bell = await renderBell(createFullSession());
      await expect(bell).to.be.accessible();
      bell.open = true;
      await nextFrames();
      await expect(bell).to.be.accessible();
    });

    it('has no violations in hovered elements', async function () {
      this.timeout(30_000);
      const inbox = await renderFullInbox();
      const [card] = cards(inbox);
      for (const target of [
        queryOne(inbox, 'header .icon-button'),
        ...queryAll(inbox, '.filter'),
        ...queryAll(card!, '.button, a.tag, .tools button'),
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
  describe(`The focus in ${scheme} mode`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => addHostStyle(`html { ${followColorScheme()} }`));

    it('is shown by a ring', async () => {
      const bell = await renderBell(createFullSession());
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

describe('The elements', () => {
  it('run no animations with reduced motion', async () => {
    const bell = await renderBell(
      createTestSession(createEmptySandbox(), { source: { load: () => new Promise(() => undefined) } }),
    );
    bell.open = true;
    await bell.updateComplete;
    expect(bell.shadowRoot!.getAnimations()).to.have.length(0);
    expect(inboxOf(bell).shadowRoot!.getAnimations()).to.have.length(0);
  });

  it('fit into 320 pixels with text of double size', async () => {
    const container = await fixture<HTMLElement>(
      html`<div style="width: 320px; --nudge-font-size: 28px"></div>`,
    );
    const inbox = document.createElement('nudge-inbox');
    inbox.session = createFullSession();
    container.append(inbox);
    await nextFrames(5);
    for (const element of [
      queryOne(inbox, '.root'),
      ...cards(inbox).map((card) => queryOne(card, '.card')),
    ]) {
      // Elements far from the viewport have no layout.
      element.scrollIntoView();
      await nextFrames(1);
      expect(element.scrollWidth, visibleText(element).slice(0, 40)).to.equal(element.clientWidth);
    }
  });

  it('fit into 320 pixels with wider text spacing', async () => {
    const inbox = await renderInbox(createFullSession());
    inbox.style.width = '320px';
    for (const root of [inbox, ...cards(inbox)]) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      root.shadowRoot!.adoptedStyleSheets.push(sheet);
    }
    await nextFrames();
    for (const card of cards(inbox)) {
      const element = queryOne(card, '.card');
      expect(element.scrollWidth, visibleText(element).slice(0, 40)).to.equal(element.clientWidth);
    }
  });

  const describeTarget = (target: HTMLElement): string => `${target.className} ${visibleText(target)}`;

  function isTooSmall(target: HTMLElement): boolean {
    const { width, height } = target.getBoundingClientRect();
    return width < 24 || height < 24;
  }

  it('have targets of at least 24 pixels', async () => {
    const sandbox = createSandbox({ pictureBase: `${pictureUrl}?`, fileBase: '/files/' });
    const session = createTestSession(sandbox, {
      ids: sandbox.notificationIds().slice(0, 15),
      groups: sandbox.groups.slice(0, 3).map((group) => ({ ...group, isGroupNotificationOff: false })),
    });
    const bell = await renderBell(session);
    bell.open = true;
    await nextFrames();
    const inbox = inboxOf(bell);
    const targets = [bell, inbox, ...cards(inbox)]
      .flatMap((root) => queryAll(root, ':is(a, button):not(.item-link, .item-button)'))
      .filter((target) => target.checkVisibility());
    const tooSmall = targets.filter(isTooSmall).map(describeTarget);
    inbox.view = 'preferences';
    await nextFrames();
    const preferences = queryAll(queryOne(inbox, 'nudge-preferences'), 'button');
    expect(targets.length).to.be.above(20);
    expect(preferences.filter(({ role }) => role === 'switch')).to.have.length(3);
    expect([...tooSmall, ...preferences.filter(isTooSmall).map(describeTarget)]).to.deep.equal([]);
  });

  it('have a tab order that follows the visual order', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, () => ({ payload: { title: 'Title', itemRedirect: '/there' } }));
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    bell.open = true;
    await nextFrames();
    const order = [
      ...queryAll(inboxOf(bell), 'header button, .filter'),
      ...cards(inboxOf(bell)).flatMap((card) =>
        queryAll(card, ':is(a, button):not(.item-link, .item-button)'),
      ),
    ].filter((element) => element.checkVisibility());
    expect(order.every((element) => element.tabIndex === 0)).to.be.true;
    const tops = order.map((element) => element.getBoundingClientRect().top);
    expect(order).to.have.length(7);
    expect(tops.slice(3, 5).every((top) => top >= tops[1]!)).to.be.true;
    expect(panelOf(bell).contains(bellButton(bell))).to.be.false;
  });
});
