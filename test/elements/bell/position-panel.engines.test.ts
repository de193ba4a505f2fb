import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addHostStyle,
  bellButton,
  deepActiveElement,
  expectEventually,
  inboxOf,
  panelOf,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  createTestSession,
  createEmptySandbox,
  setPageAttribute,
  stubProperty,
  waitUntil,
} from '../support.js';
import {
  closePanel,
  createSessionOf,
  narrow,
  openByClick,
  openPanel,
  waitForCards,
  waitUntilClosed,
  wide,
} from './bell-support.js';

/** The lowest window in which the panel is no sheet. */
const low = { width: 640, height: 480 };
/** A window of 1280 × 1024 pixels at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 };

/** Renders a bell with more notifications than fit on the screen. */
const renderBellOfMany = (): Promise<NudgeBell> => renderBell(createSessionOf(20));

/** Which of these elements are not wholly in the window. */
function outOfWindow(...elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isWithin ? [] : [`${element.localName}.${element.className}: ${left} ${top} ${right} ${bottom}`];
  });
}

/** Expects the panel to be wholly in the window, on top, and large enough to read. */
async function expectFullyVisible(bell: NudgeBell): Promise<void> {
  await waitForCards(bell, 20);
  const list = queryOne(inboxOf(bell), '.list');
  await expectEventually(() => outOfWindow(panelOf(bell), inboxOf(bell), list), []);
  expect(list.clientHeight).to.be.at.least(60);
  const { left, top, width } = panelOf(bell).getBoundingClientRect();
  expect(width).to.be.at.least(300);
  const middle = document.elementFromPoint(left + width / 2, top + 20);
  expect(middle?.localName, 'on top of everything').to.equal('nudge-bell');
}

/** Expects the sheet of a low screen to be wholly in the window, with most of the height for the list. */
async function expectUsable(bell: NudgeBell): Promise<void> {
  await waitForCards(bell, 20);
  const root = queryOne(inboxOf(bell), '.root');
  await expectEventually(() => outOfWindow(panelOf(bell), root), []);
  expect(root.clientHeight).to.be.at.least(0.85 * innerHeight);
  root.scrollTo(0, root.scrollHeight);
  const { top, bottom } = queryOne(inboxOf(bell), '.list').getBoundingClientRect();
  expect(top, 'the header scrolls with the list').to.be.below(0);
  expect(bottom).to.be.closeTo(innerHeight, 1);
}

const places = {
  'top left': 'top: 0; left: 0',
  'bottom right': 'bottom: 0; right: 0',
  middle: 'top: 45%; left: 45%',
};

describe('<nudge-bell> panel', () => {
  beforeEach(() => setViewport(wide));
  after(() => setViewport(wide));

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

    for (const [name, place] of Object.entries(places))
      it(`fits a low window from the ${name}, whatever its placement ${mechanism}`, async () => {
        await setViewport(low);
        addHostStyle(`nudge-bell { position: fixed; ${place} }`);
        const errors = recordUncaughtErrors();
        const bell = await renderBellOfMany();
        disableAnchorPositioning(bell);
        for (const placement of ['bottom-end', 'top-start', 'unknown']) {
          bell.setAttribute('placement', placement);
          await openPanel(bell);
          await expectFullyVisible(bell);
          await closePanel(bell);
        }
        expect(errors.map(String)).to.deep.equal([]);
      });

    it(`stays at the button on a page with zoom ${mechanism}`, async () => {
      addHostStyle('nudge-bell { position: fixed; top: 20px; left: 480px }');
      for (const element of [document.documentElement, document.body]) {
        element.style.setProperty('zoom', '1.25');
        try {
          const bell = await renderBellOfMany();
          disableAnchorPositioning(bell);
          const panel = (await openPanel(bell)).getBoundingClientRect();
          const button = bellButton(bell).getBoundingClientRect();
          expect(panel.top - button.bottom, element.localName).to.be.within(0, 12);
          expect(panel.right, element.localName).to.be.closeTo(button.right, 1);
          bell.remove();
        } finally {
          element.style.removeProperty('zoom');
        }
      }
    });

    for (const [name, style] of Object.entries({
      'the page stretches': 'position: fixed; top: 20px; left: 480px; width: 400px',
      'has no box of its own': 'display: contents',
    }))
      it(`stays at the button of a bell that ${name} ${mechanism}`, async () => {
        addHostStyle(`nudge-bell { ${style} }`);
        const page = await fixture<HTMLElement>(html`<div style="padding: 20px 480px"></div>`);
        const bell = await renderBellOfMany();
        page.append(bell);
        disableAnchorPositioning(bell);
        const panel = (await openPanel(bell)).getBoundingClientRect();
        const button = bellButton(bell).getBoundingClientRect();
        expect(panel.top - button.bottom).to.be.within(0, 9);
        expect(panel.right).to.equal(button.right);
      });

    it(`aligns with the end of the button in both directions ${mechanism}`, async () => {
      addHostStyle('nudge-bell { position: fixed; top: 20px; left: 480px }');
      for (const pageDirection of ['ltr', 'rtl']) {
        for (const direction of ['ltr', 'rtl']) {
          setPageAttribute('dir', pageDirection);
          const bell = await renderBellOfMany();
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
      const bell = await renderBellOfMany();
      container.firstElementChild!.append(bell);
      disableAnchorPositioning(bell);
      await openPanel(bell);
      await expectFullyVisible(bell);
    });

    it(`follows the button when the page scrolls ${mechanism}`, async () => {
      const page = await fixture<HTMLElement>(html`<div style="height: 3000px; padding-top: 300px"></div>`);
      const bell = await renderBellOfMany();
      page.append(bell);
      disableAnchorPositioning(bell);
      const panel = await openPanel(bell);
      const { top } = bell.getBoundingClientRect();
      const distance = (): number =>
        Math.round(panel.getBoundingClientRect().top - bell.getBoundingClientRect().top);
      const before = distance();
      window.scrollBy(0, 100);
      await waitUntil(() => bell.getBoundingClientRect().top < top, 'the page has scrolled');
      await expectEventually(distance, before);
      window.scrollTo(0, 0);
    });
  }

  it('is a sheet after it was a popover that a script has positioned', async () => {
    stubProperty(CSS, 'supports', () => false);
    const bell = await renderBellOfMany();
    await openPanel(bell);
    await closePanel(bell);
    await setViewport(narrow);
    const { left, width, bottom } = (await openPanel(bell)).getBoundingClientRect();
    expect([left, width, bottom]).to.deep.equal([0, narrow.width, narrow.height]);
  });

  it('fits the screen in the shadow root of another component, and returns the focus there', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const bell = await renderBellOfMany();
    host.attachShadow({ mode: 'open' }).append(bell);
    await openPanel(bell);
    await waitForCards(bell, 20);
    await expectEventually(() => outOfWindow(panelOf(bell)), []);
    queryOne(bell, '[slot=header-actions]').click();
    await waitUntilClosed(bell);
    expect(deepActiveElement() === bellButton(bell)).to.be.true;
  });

  it('fits the screen in a dialog of the page and closes on Escape before the dialog', async () => {
    const dialog = await fixture<HTMLDialogElement>(html`<dialog aria-label="Host"></dialog>`);
    const bell = await renderBellOfMany();
    dialog.append(bell);
    dialog.showModal();
    await openByClick(bell);
    await expectFullyVisible(bell);
    await sendKeys({ press: 'Escape' });
    await waitUntilClosed(bell);
    expect([bell.open, dialog.open]).to.deep.equal([false, true]);
    dialog.close();
  });

  it('covers everything that the page puts on top', async () => {
    await fixture(html`<div style="position: fixed; inset: 0; z-index: 2147483647; background: red"></div>`);
    const bell = await renderBellOfMany();
    await openPanel(bell);
    await expectFullyVisible(bell);
  });
});

describe('<nudge-bell> on a low screen', () => {
  beforeEach(() => setViewport(zoomed));
  after(() => setViewport(wide));

  for (const { width, height } of [zoomed, { width: 1000, height: 360 }])
    it(`keeps its sheet within a window of ${width} × ${height} pixels`, async () => {
      await setViewport({ width, height });
      const bell = await renderBellOfMany();
      await openPanel(bell);
      await expectUsable(bell);
    });

  it('keeps its panel within the window if the page is zoomed while it is open', async () => {
    await setViewport(wide);
    const bell = await renderBellOfMany();
    await openPanel(bell);
    await setViewport(zoomed);
    await waitUntil(() => panelOf(bell).classList.contains('low'));
    await expectUsable(bell);
  });

  it('keeps the undo button in view', async () => {
    await setViewport({ width: 640, height: 360 });
    const bell = await renderBellOfMany();
    await openPanel(bell);
    await waitForCards(bell, 20);
    queryAll(inboxOf(bell), '[role=article]')[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await waitUntil(() => queryAll(inboxOf(bell), '.undo button').length === 1);
    await expectEventually(() => outOfWindow(queryOne(inboxOf(bell), '.undo button')), []);
  });

  it('scrolls a message that does not fit, so that its button can be reached', async () => {
    recordWarnings();
    const bell = await renderBell(
      createTestSession(createEmptySandbox(), { ids: ['n-1'], getToken: () => 'refused' }),
    );
    await openPanel(bell);
    await waitUntil(() => queryAll(inboxOf(bell), '.empty .button').length === 1);
    const button = queryOne(inboxOf(bell), '.empty .button');
    const root = queryOne(inboxOf(bell), '.root');
    root.scrollTo(0, root.scrollHeight);
    await expectEventually(() => outOfWindow(button), []);
  });

  it('shows its controls and those of its inbox whole', async () => {
    const bell = await renderBellOfMany();
    await openPanel(bell);
    await waitForCards(bell, 20);
    const controls = [
      ...queryAll(bell, '[slot=header-actions]'),
      ...queryAll(inboxOf(bell), 'header button, .filter'),
    ];
    expect(controls.length).to.be.at.least(4);
    expect(outOfWindow(...controls)).to.deep.equal([]);
  });
});
