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

/** More of them than any screen here has room for. */
function manyNotifications(): ReturnType<typeof createTestSession> {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
}

/** Wholly on the screen, and large enough to read in. */
function expectWhole(panel: HTMLElement): void {
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

async function open(bell: NudgeBell): Promise<HTMLDialogElement> {
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

describe('where a nudge-bell opens its panel', () => {
  before(() => setViewport(wide));

  for (const supported of [true, false]) {
    const how = supported ? 'by the browser' : 'by itself';

    /** As in a browser that cannot place it: without the question's answer and without the properties. */
    function withoutAnchors(bell: NudgeBell): void {
      if (supported) return;
      stubProperty(CSS, 'supports', (...query: unknown[]) => query[0] !== 'position-area');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('dialog { position-area: none !important; position-try: none !important; }');
      bell.shadowRoot!.adoptedStyleSheets.push(sheet);
    }

    for (const [corner, place] of Object.entries(corners)) {
      for (const placement of ['bottom-end', 'top-start'] as const) {
        it(`is whole, ${how}, from the ${corner}, ${placement} wanted`, async () => {
          addHostStyle(`nudge-bell { position: fixed; ${place} }`);
          const bell = await renderBell(manyNotifications());
          bell.placement = placement;
          withoutAnchors(bell);
          expectWhole(await open(bell));
        });
      }
    }

    it(`is at the bell's end, ${how}, in both directions`, async () => {
      addHostStyle('nudge-bell { position: fixed; top: 20px; left: 480px }');
      for (const direction of ['ltr', 'rtl']) {
        setPageAttribute('dir', direction);
        const bell = await renderBell(manyNotifications());
        withoutAnchors(bell);
        const panel = (await open(bell)).getBoundingClientRect();
        const button = bellButton(bell).getBoundingClientRect();
        expect(panel.top - button.bottom, direction).to.be.within(0, 9);
        if (direction === 'ltr') expect(panel.right).to.equal(button.right);
        else expect(panel.left).to.equal(button.left);
        bell.remove();
      }
    });

    it(`is whole, ${how}, from inside what clips, scrolls and turns`, async () => {
      const place = await fixture<HTMLElement>(
        html`<div
          style="overflow: hidden; transform: translateX(3px); contain: paint; width: 60px; height: 60px"
        >
          <div style="overflow: auto; height: 50px; filter: blur(0)"></div>
        </div>`,
      );
      const bell = await renderBell(manyNotifications());
      place.firstElementChild!.append(bell);
      await nextFrames();
      withoutAnchors(bell);
      expectWhole(await open(bell));
    });

    it(`follows the bell, ${how}, as the page scrolls`, async () => {
      const page = await fixture<HTMLElement>(html`<div style="height: 3000px; padding-top: 300px"></div>`);
      const bell = await renderBell(manyNotifications());
      page.append(bell);
      withoutAnchors(bell);
      const panel = await open(bell);
      const before = panel.getBoundingClientRect().top - bell.getBoundingClientRect().top;
      window.scrollBy(0, 100);
      await nextFrames();
      expect(panel.getBoundingClientRect().top - bell.getBoundingClientRect().top).to.be.closeTo(before, 1);
      window.scrollTo(0, 0);
    });

    it(`forgets, ${how}, what is no placement`, async () => {
      const errors = recordUncaughtErrors();
      const bell = await renderBell(manyNotifications());
      withoutAnchors(bell);
      for (const placement of ['left', '', null]) {
        if (placement === null) bell.removeAttribute('placement');
        else bell.setAttribute('placement', placement);
        expectWhole(await open(bell));
        bell.open = false;
        await nextFrames();
      }
      expect(errors.map(String)).to.deep.equal([]);
    });
  }

  it("is whole in another component's shadow root", async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const bell = await renderBell(manyNotifications());
    host.attachShadow({ mode: 'open' }).append(bell);
    await nextFrames();
    const panel = await open(bell);
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    expect(left >= 0 && top >= 0 && right <= wide.width && bottom <= wide.height).to.be.true;
    queryOne(bell, '[slot=header-actions]').click();
    await flushTasks();
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
  });

  it('is whole in a dialog of the page, which Escape leaves open', async () => {
    const dialog = await fixture<HTMLDialogElement>(html`<dialog aria-label="Host"></dialog>`);
    const bell = await renderBell(manyNotifications());
    dialog.append(bell);
    dialog.showModal();
    await nextFrames();
    await clickOn(bellButton(bell));
    expectWhole(panelOf(bell));
    await sendKeys({ press: 'Escape' });
    await flushTasks();
    expect([bell.open, dialog.open]).to.deep.equal([false, true]);
    dialog.close();
  });

  it('is above everything that the page puts on top', async () => {
    await fixture(html`<div style="position: fixed; inset: 0; z-index: 2147483647; background: red"></div>`);
    const bell = await renderBell(manyNotifications());
    expectWhole(await open(bell));
  });
});
