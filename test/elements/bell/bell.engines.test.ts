import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  setPageAttribute,
  waitUntil,
} from '../support.js';
import {
  createSessionOf,
  isPanelVisible,
  narrow,
  openByClick,
  openPanel,
  showPreferences,
  waitForCards,
  waitForPanel,
  waitUntilClosed,
  wide,
} from './bell-support.js';

const hasFocus = (element: Element): boolean => deepActiveElement() === element;

/** Renders a bell between two links. */
async function renderBetweenLinks(): Promise<[before: HTMLElement, bell: NudgeBell, after: HTMLElement]> {
  const bell = await renderBell(createSessionOf(2));
  const page = await fixture<HTMLElement>(html`<div><a href="#b">Before</a><a href="#a">After</a></div>`);
  const [before, after] = page.querySelectorAll('a');
  before!.after(bell);
  return [before!, bell, after!];
}

async function openByKeyboard(bell: NudgeBell): Promise<void> {
  bellButton(bell).focus();
  await sendKeys({ press: 'Enter' });
  await waitForPanel(bell);
  await waitForCards(bell, 2);
}

async function pressShiftTab(): Promise<void> {
  await sendKeys({ down: 'Shift' });
  await sendKeys({ press: 'Tab' });
  await sendKeys({ up: 'Shift' });
}

describe('<nudge-bell> badge', () => {
  for (const direction of ['ltr', 'rtl'])
    it(`adds nothing to scroll to on a page with the bell at its edge, ${direction}`, async () => {
      setPageAttribute('dir', direction);
      const source = {
        load: () =>
          Promise.resolve({
            references: [{ id: 'n' }],
            nextCursor: 'next',
            unreadCount: 150,
            unseenCount: 150,
          }),
      };
      const bell = await renderBell(createTestSession(createEmptySandbox(), { source }));
      const header = await fixture<HTMLElement>(
        html`<div style="position: absolute; inset-block-start: 0; inset-inline-end: 0"></div>`,
      );
      header.append(bell);
      await expectEventually(() => queryAll(bell, '.badge').map(({ textContent }) => textContent), ['99+']);
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth).to.equal(clientWidth);
    });
});

describe('<nudge-bell>', () => {
  beforeEach(() => setViewport(wide));

  it('opens on a click, moves the focus to the panel and fires nudge-open, each time', async () => {
    const bell = await renderBell(createSessionOf(2));
    const opens = recordEvents(document.body, 'nudge-open');
    for (let time = 1; time <= 2; time++) {
      await openByClick(bell);
      expect(hasFocus(panelOf(bell))).to.be.true;
      expect(panelOf(bell).getAttribute('aria-modal')).to.equal('false');
      expect(bellButton(bell).getAttribute('aria-expanded')).to.equal('true');
      expect(opens.map(({ detail }) => detail.reason)).to.have.length(time);
      await clickOn(bellButton(bell));
      await waitUntilClosed(bell);
    }
    expect(opens.map(({ detail }) => detail)).to.deep.equal([{ reason: 'button' }, { reason: 'button' }]);
  });

  it('opens on Enter and returns the focus to the button on Escape', async () => {
    const bell = await renderBell(createSessionOf(2));
    const closes = recordEvents(bell, 'nudge-close');
    await openByKeyboard(bell);
    expect(panelOf(bell).matches(':focus-within')).to.be.true;
    await sendKeys({ press: 'Escape' });
    await waitUntilClosed(bell);
    expect([bell.open, hasFocus(bellButton(bell))]).to.deep.equal([false, true]);
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'escape' }]);
  });

  it('returns the focus from inside a card on Escape, which the page does not receive', async () => {
    const bell = await renderBell(createSessionOf(2));
    const keys: string[] = [];
    bell.parentElement!.addEventListener('keydown', ({ key }) => keys.push(key));
    await openByClick(bell);
    await waitForCards(bell, 2);
    queryOne(cards(inboxOf(bell))[0]!, '.item-button').focus();
    await sendKeys({ press: 'Escape' });
    await waitUntilClosed(bell);
    expect([hasFocus(bellButton(bell)), keys]).to.deep.equal([true, []]);
  });

  it('closes by its close button and returns the focus', async () => {
    const bell = await renderBell(createSessionOf(2));
    await openByClick(bell);
    const closes = recordEvents(bell, 'nudge-close');
    queryOne(bell, '[slot=header-actions]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntilClosed(bell);
    expect(hasFocus(bellButton(bell))).to.be.true;
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'close-button' }]);
  });

  it('closes on a click outside and leaves the focus there', async () => {
    const bell = await renderBell(createSessionOf(2));
    await openByClick(bell);
    const closes = recordEvents(bell, 'nudge-close');
    const field = await fixture<HTMLInputElement>(
      html`<input aria-label="Field" style="position: fixed; right: 10px; bottom: 10px; width: 60px" />`,
    );
    await clickOn(field);
    await waitUntilClosed(bell);
    expect([bell.open, hasFocus(field)]).to.deep.equal([false, true]);
    expect(closes.map(({ detail }) => detail)).to.deep.equal([{ reason: 'browser' }]);
  });

  it('closes on a click into a frame of the page, but not into one of its own', async () => {
    const bell = await renderBell(createSessionOf(2));
    const frame = html`<iframe title="Frame" srcdoc="<p>Text</p>" width="60" height="40"></iframe>`;
    const place = await fixture<HTMLElement>(
      html`<div style="position: fixed; right: 10px; bottom: 10px">${frame}</div>`,
    );
    const footer = await fixture<HTMLElement>(html`<div slot="footer">${frame}</div>`);
    bell.append(footer);
    await openByClick(bell);
    await clickOn(place.querySelector('iframe')!);
    await waitUntilClosed(bell);
    expect([bell.open, hasFocus(place.querySelector('iframe')!)]).to.deep.equal([false, true]);
    await openByClick(bell);
    await clickOn(footer.querySelector('iframe')!);
    await waitUntil(() => hasFocus(footer.querySelector('iframe')!));
    expect(bell.open).to.equal(true);
  });

  it('closes on a click on its button and stays closed', async () => {
    const bell = await renderBell(createSessionOf(2));
    await openByClick(bell);
    const opens = recordEvents(bell, 'nudge-open');
    const closes = recordEvents(bell, 'nudge-close');
    await clickOn(bellButton(bell));
    await expectEventually(() => closes.map(({ detail }) => detail), [{ reason: 'button' }]);
    await waitUntilClosed(bell);
    expect(opens).to.have.length(0);
  });

  it('closes and fires nudge-close when another popover opens', async () => {
    const bell = await renderBell(createSessionOf(2));
    await openByClick(bell);
    const closes = recordEvents(bell, 'nudge-close');
    const other = await fixture<HTMLElement>(html`<div popover="auto">Other</div>`);
    other.showPopover();
    await waitUntilClosed(bell);
    expect([bell.open, isVisible(other)]).to.deep.equal([false, true]);
    expect(closes.map(({ detail, cancelable }) => [detail.reason, cancelable])).to.deep.equal([
      ['browser', false],
    ]);
  });

  for (const { name, content, wasUsed } of [
    {
      name: 'link',
      content: '<a href="#followed"></a>',
      wasUsed: () => location.hash === '#followed',
    },
    {
      name: 'label',
      content: '<label><input type="checkbox" id="labeled"></label>',
      wasUsed: () => document.querySelector<HTMLInputElement>('#labeled')!.checked,
    },
    {
      name: 'summary',
      content: '<details><summary></summary></details>',
      wasUsed: (around: Element) => around.hasAttribute('open'),
    },
  ])
    it(`does not use the ${name} of the page that it is in when its panel is pressed`, async () => {
      const page = await fixture<HTMLElement>(html`<div></div>`);
      page.innerHTML = content;
      const around = page.firstElementChild!;
      const bell = await renderBell(createSessionOf(2));
      (around.querySelector('summary') ?? around).append(bell);
      await openByClick(bell);
      await waitForCards(bell, 2);
      const [all, unread] = queryAll(inboxOf(bell), '.filter');
      await clickOn(queryOne(inboxOf(bell), 'h2'));
      await clickOn(unread!);
      await expectEventually(() => unread!.ariaPressed, 'true');
      all!.focus();
      await sendKeys({ press: ' ' });
      await expectEventually(() => all!.ariaPressed, 'true');
      expect([wasUsed(around), bell.open]).to.deep.equal([false, true]);
      // What is within has its own effect.
      const ownLink = Object.assign(document.createElement('a'), { href: '#own', textContent: 'Own' });
      bell.append(Object.assign(ownLink, { slot: 'footer' }));
      await waitUntil(() => isVisible(ownLink));
      await clickOn(ownLink);
      expect(location.hash).to.equal('#own');
      history.replaceState(null, '', location.pathname + location.search);
    });

  it('stays open and repeats no request when it moves within the page', async () => {
    const sandbox = createEmptySandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    const closes = recordEvents(bell, 'nudge-close');
    await openPanel(bell);
    await waitForCards(bell, 3);
    const count = countRequests(sandbox);
    fixtureSync<HTMLElement>(html`<div></div>`).append(bell);
    await waitForPanel(bell);
    expect([bell.open, closes.length]).to.deep.equal([true, 0]);
    expect(cardTitles(inboxOf(bell))).to.have.length(3);
    expect(countRequests(sandbox)).to.equal(count);
  });
});

describe('<nudge-bell> focus', () => {
  beforeEach(() => setViewport(wide));
  after(() => setViewport(wide));

  it('moves on behind the bell after the last control of the panel, which closes', async () => {
    const [, bell, after] = await renderBetweenLinks();
    const closes = recordEvents(bell, 'nudge-close');
    await openByKeyboard(bell);
    const path: (Element | null)[] = [];
    while (bell.open && path.length < 20) {
      await sendKeys({ press: 'Tab' });
      path.push(deepActiveElement());
    }
    expect(path.pop()).to.equal(after);
    expect(path.length, 'controls of the panel').to.be.at.least(5);
    await waitUntilClosed(bell);
    expect(closes.map(({ detail }) => detail.reason)).to.deep.equal(['browser']);
  });

  it('moves back to the bell before the first control, and on from there, which closes the panel', async () => {
    const [before, bell] = await renderBetweenLinks();
    await openByKeyboard(bell);
    await pressShiftTab();
    expect([hasFocus(bellButton(bell)), bell.open]).to.deep.equal([true, true]);
    await pressShiftTab();
    await waitUntilClosed(bell);
    expect(hasFocus(before)).to.be.true;
  });

  it('stays within the modal sheet', async () => {
    await setViewport(narrow);
    const [, bell] = await renderBetweenLinks();
    await openByKeyboard(bell);
    for (let presses = 0; presses < 12; presses++) {
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement === bell || document.activeElement === document.body).to.be.true;
    }
    expect(isPanelVisible(bell)).to.be.true;
  });

  it('may be in content that the page puts into the panel', async () => {
    const bell = await renderBell(createSessionOf(2));
    bell.innerHTML = '<a slot="footer" href="#all">All notifications</a>';
    await openByKeyboard(bell);
    bell.querySelector('a')!.focus();
    await bell.updateComplete;
    expect([hasFocus(bell.querySelector('a')!), isPanelVisible(bell)]).to.deep.equal([true, true]);
  });

  it('returns from the preferences to the notifications on Escape, and then closes the panel', async () => {
    const bell = await renderBell(createSessionOf(2));
    await openByKeyboard(bell);
    await showPreferences(bell);
    await sendKeys({ press: 'Escape' });
    await expectEventually(() => inboxOf(bell).view, 'inbox');
    expect(isPanelVisible(bell)).to.be.true;
    await sendKeys({ press: 'Escape' });
    await waitUntilClosed(bell);
    expect(hasFocus(bellButton(bell))).to.be.true;
  });

  it('shows a ring on the panel for the keyboard only', async () => {
    const bell = await renderBell(createSessionOf(2));
    const ring = (): [boolean, string] => [
      hasFocus(panelOf(bell)),
      getComputedStyle(inboxOf(bell), '::after').borderTopStyle,
    ];
    await sendKeys({ press: 'Tab' });
    expect(hasFocus(bellButton(bell))).to.be.true;
    await sendKeys({ press: 'Enter' });
    await waitForPanel(bell);
    expect(ring(), 'by keyboard').to.deep.equal([true, 'solid']);
    await clickOn(queryOne(bell, '[slot=header-actions]'));
    await waitUntilClosed(bell);
    await openByClick(bell);
    expect(ring(), 'by mouse').to.deep.equal([true, 'none']);
    await clickOn(queryOne(bell, '[slot=header-actions]'));
    await waitUntilClosed(bell);
    bellButton(bell).blur();
    await openPanel(bell);
    expect(ring(), 'by script').to.deep.equal([true, 'none']);
  });
});
