import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { Session } from '../../../src/inbox/session.js';
import {
  addNotifications,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  recordWarnings,
  renderBell,
  stubProperty,
} from '../support.js';

const wide = { width: 1000, height: 700 };
/** A window of 1280 × 1024 pixels at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 };

const places = {
  'top left': 'top: 0; left: 0',
  'top right': 'top: 0; right: 0',
  'bottom left': 'bottom: 0; left: 0',
  'bottom middle': 'bottom: 0; left: 45%',
  middle: 'top: 45%; left: 45%',
};

function createSessionOfTen(): Session {
  const sandbox = createEmptySandbox();
  return createTestSession(sandbox, { ids: addNotifications(sandbox, 10) });
}

async function renderBellAt(place: string, session = createSessionOfTen()): Promise<NudgeBell> {
  const bell = await renderBell(session);
  bell.style.cssText = `position: fixed; ${place}`;
  return bell;
}

async function open(bell: NudgeBell): Promise<void> {
  bell.open = true;
  await nextFrames();
}

function expectWithinWindow(element: Element): void {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const name = `${element.localName}.${element.className}: ${[left, top, right, bottom].join(' ')}`;
  expect(left, name).to.be.at.least(0);
  expect(top, name).to.be.at.least(0);
  expect(right, name).to.be.at.most(innerWidth);
  expect(bottom, name).to.be.at.most(innerHeight);
}

/** Checks that the whole panel is in the window and has room for a list; in a low window, most of the height. */
function expectUsable(bell: NudgeBell): void {
  const root = queryOne(inboxOf(bell), '.root');
  const list = queryOne(inboxOf(bell), '.list');
  for (const element of [panelOf(bell), root]) expectWithinWindow(element);
  if (innerHeight < 480) {
    expect(root.clientHeight).to.be.at.least(0.85 * innerHeight);
    root.scrollTo(0, root.scrollHeight);
    const { top, bottom } = list.getBoundingClientRect();
    expect(top, 'the header scrolls with the list').to.be.below(0);
    expect(bottom).to.be.closeTo(innerHeight, 1);
  } else {
    expectWithinWindow(list);
    expect(list.clientHeight).to.be.at.least(60);
  }
}

describe('<nudge-bell> on a low screen', () => {
  afterEach(() => setViewport(wide));

  for (const hasAnchorPositioning of [true, false]) {
    const mechanism = hasAnchorPositioning ? '(anchor positioning)' : '(fallback)';

    function simulate(bell: NudgeBell): void {
      if (hasAnchorPositioning) return;
      stubProperty(CSS, 'supports', (...condition: unknown[]) => condition[0] !== 'position-area');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('dialog { position-area: none !important; position-try: none !important; }');
      bell.shadowRoot!.adoptedStyleSheets.push(sheet);
    }

    for (const [name, place] of Object.entries(places)) {
      for (const [width, height] of [
        [320, 256],
        [640, 256],
        [1000, 360],
        [640, 480],
      ] as const) {
        it(`keeps its panel within a window of ${width} × ${height} pixels, from the ${name} ${mechanism}`, async () => {
          await setViewport({ width, height });
          const bell = await renderBellAt(place);
          simulate(bell);
          await open(bell);
          expectUsable(bell);
        });
      }

      it(`keeps its panel within the window if the page is zoomed while it is open, from the ${name} ${mechanism}`, async () => {
        const bell = await renderBellAt(place);
        simulate(bell);
        await open(bell);
        await setViewport(zoomed);
        await nextFrames();
        expectUsable(bell);
      });
    }
  }

  it('keeps the undo button in view', async () => {
    await setViewport({ width: 640, height: 360 });
    const bell = await renderBellAt(places['top right']);
    await open(bell);
    queryAll(inboxOf(bell), '[role=article]')[0]!.focus();
    await sendKeys({ press: 'Delete' });
    await nextFrames();
    expectWithinWindow(queryOne(inboxOf(bell), '.undo button'));
  });

  it('scrolls a message that does not fit, so that its button can be reached', async () => {
    await setViewport(zoomed);
    recordWarnings();
    const session = createTestSession(createEmptySandbox(), { ids: ['n-1'], getToken: () => 'refused' });
    const bell = await renderBellAt(places['top right'], session);
    await open(bell);
    const root = queryOne(inboxOf(bell), '.root');
    root.scrollTo(0, root.scrollHeight);
    expectWithinWindow(queryOne(inboxOf(bell), '.empty .button'));
  });

  it('shows its controls and those of its inbox whole', async () => {
    await setViewport(zoomed);
    const bell = await renderBellAt(places['top right']);
    await open(bell);
    for (const control of [
      ...queryAll(bell, '[slot=header-actions]'),
      ...queryAll(inboxOf(bell), 'header button, .filter'),
    ])
      expectWithinWindow(control);
  });
});
