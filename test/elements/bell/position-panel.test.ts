import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  flushTasks,
  nextFrames,
  panelOf,
  queryOne,
  recordUncaughtErrors,
  renderBell,
  setPageAttribute,
  stubProperty,
} from '../support.js';

const wide = { width: 1000, height: 700 };

/** Creates a session with more notifications than fit on the screen. */
function createSessionOfMany(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
}

/** Expects the panel to be fully on the screen, on top, and large enough to read. */
function expectFullyVisible(panel: HTMLElement): void {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  expect(
    [left >= 0, right <= clientWidth, top >= 0, bottom <= clientHeight].join(),
    `${left} ${top} ${right} ${bottom}`,
  ).to.equal('true,true,true,true');
  expect(right - left).to.be.at.least(300);
  expect(bottom - top).to.be.at.least(160);
  const middle = document.elementFromPoint((left + right) / 2, top + 20);
  expect(middle?.localName, 'on top of everything').to.equal('nudge-bell');
}

async function openPanel(bell: NudgeBell): Promise<HTMLDialogElement> {
  bell.open = true;
  await nextFrames();
  return panelOf(bell);
}

const corners = {
  'top left': 'top: 0; left: 0',
  'top right': 'top: 0; right: 0',
  'bottom left': 'bottom: 0; left: 0',
  'bottom right': 'bottom: 0; right: 0',
  middle: 'top: 45%; left: 45%',
};

describe('<nudge-bell> panel', () => {
  before(() => setViewport(wide));

  for (const supported of [true, false]) {
    const mechanism = supported ? '(anchor positioning)' : '(fallback)';

    /** Simulates a browser without anchor positioning: `CSS.supports` returns false, the properties have no effect. */
    function disableAnchorPositioning(bell: NudgeBell): void {
      if (supported) return;
      stubProperty(CSS, 'supports', (...condition: unknown[]) => condition[0] !== 'position-area');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        'dialog { position-area: none !important; position-try: none !important; place-self: auto !important }',
      );
      bell.shadowRoot!.adoptedStyleSheets.push(sheet);
    }

    for (const [corner, place] of Object.entries(corners)) {
      for (const placement of ['bottom-end', 'top-start'] as const) {
        it(`fits the screen from the ${corner} with placement ${placement} ${mechanism}`, async () => {
          addHostStyle(`nudge-bell { position: fixed; ${place} }`);
          const bell = await renderBell(createSessionOfMany());
          bell.placement = placement;
          disableAnchorPositioning(bell);
          expectFullyVisible(await openPanel(bell));
        });
      }
    }

    it(`aligns with the end of the button in both directions ${mechanism}`, async () => {
      addHostStyle('nudge-bell { position: fixed; top: 20px; left: 480px }');
      for (const pageDirection of ['ltr', 'rtl']) {
        for (const direction of ['ltr', 'rtl']) {
          setPageAttribute('dir', pageDirection);
          const bell = await renderBell(createSessionOfMany());
          bell.dir = direction;
          disableAnchorPositioning(bell);
          const panel = (await openPanel(bell)).getBoundingClientRect();
          const button = bellButton(bell).getBoundingClientRect();
          const directions = `${direction} in ${pageDirection}`;
          expect(panel.top - button.bottom, directions).to.be.within(0, 9);
          if (direction === 'ltr') expect(panel.right, directions).to.equal(button.right);
          else expect(panel.left, directions).to.equal(button.left);
          bell.remove();
        }
      }
    });

    it(`fits the screen inside containers that clip, scroll and transform ${mechanism}`, async () => {
      const container = await fixture<HTMLElement>(
        html`<div
          style="overflow: hidden; transform: translateX(3px); contain: paint; width: 60px; height: 60px"
        >
          <div style="overflow: auto; height: 50px; filter: blur(0)"></div>
        </div>`,
      );
      const bell = await renderBell(createSessionOfMany());
      container.firstElementChild!.append(bell);
      await nextFrames();
      disableAnchorPositioning(bell);
      expectFullyVisible(await openPanel(bell));
    });

    it(`follows the button when the page scrolls ${mechanism}`, async () => {
      const page = await fixture<HTMLElement>(html`<div style="height: 3000px; padding-top: 300px"></div>`);
      const bell = await renderBell(createSessionOfMany());
      page.append(bell);
      disableAnchorPositioning(bell);
      const panel = await openPanel(bell);
      const before = panel.getBoundingClientRect().top - bell.getBoundingClientRect().top;
      window.scrollBy(0, 100);
      await nextFrames();
      expect(panel.getBoundingClientRect().top - bell.getBoundingClientRect().top).to.be.closeTo(before, 1);
      window.scrollTo(0, 0);
    });

    it(`ignores an unknown placement ${mechanism}`, async () => {
      const errors = recordUncaughtErrors();
      const bell = await renderBell(createSessionOfMany());
      disableAnchorPositioning(bell);
      for (const placement of ['left', '', null]) {
        if (placement === null) bell.removeAttribute('placement');
        else bell.setAttribute('placement', placement);
        expectFullyVisible(await openPanel(bell));
        bell.open = false;
        await nextFrames();
      }
      expect(errors.map(String)).to.deep.equal([]);
    });
  }

  it('fits the screen in the shadow root of another component', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const bell = await renderBell(createSessionOfMany());
    host.attachShadow({ mode: 'open' }).append(bell);
    await nextFrames();
    const panel = await openPanel(bell);
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    expect(left >= 0 && top >= 0 && right <= wide.width && bottom <= wide.height).to.be.true;
    queryOne(bell, '[slot=header-actions]').click();
    await flushTasks();
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
  });

  it('fits the screen in a dialog of the page and closes on Escape before the dialog', async () => {
    const dialog = await fixture<HTMLDialogElement>(html`<dialog aria-label="Host"></dialog>`);
    const bell = await renderBell(createSessionOfMany());
    dialog.append(bell);
    dialog.showModal();
    await nextFrames();
    await clickOn(bellButton(bell));
    expectFullyVisible(panelOf(bell));
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect([bell.open, dialog.open]).to.deep.equal([false, true]);
    dialog.close();
  });

  it('covers everything that the page puts on top', async () => {
    await fixture(html`<div style="position: fixed; inset: 0; z-index: 2147483647; background: red"></div>`);
    const bell = await renderBell(createSessionOfMany());
    expectFullyVisible(await openPanel(bell));
  });
});
