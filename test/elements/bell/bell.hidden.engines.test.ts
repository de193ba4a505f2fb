import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { Session } from '../../../src/session/session.js';
import { bellButton, clickOn, expectEventually, recordEvents, stubProperty, waitUntil } from '../support.js';
import {
  createSessionOf,
  isPanelVisible,
  narrow,
  openByClick,
  waitForCards,
  waitForPanel,
  waitUntilClosed,
  wide,
} from './bell-support.js';

/** What may be around a bell, how it hides the bell, and how it shows it again. */
interface Surroundings {
  name: string;
  content: string;
  hide: (around: HTMLElement) => unknown;
  show: (around: HTMLElement) => unknown;
}

const turned = { width: 1000, height: 300 };
const surroundings: readonly Surroundings[] = [
  {
    name: 'a media query hides its header',
    content: '<style>@media (max-height: 400px) { .tall { display: none } }</style><div class="tall"></div>',
    hide: () => setViewport(turned),
    show: () => setViewport(narrow),
  },
  {
    name: 'an ancestor is hidden',
    content: '<div></div>',
    hide: (around) => (around.hidden = true),
    show: (around) => (around.hidden = false),
  },
  {
    name: 'an ancestor skips its content',
    content: '<div></div>',
    hide: (around) => around.style.setProperty('content-visibility', 'hidden'),
    show: (around) => around.style.removeProperty('content-visibility'),
  },
  {
    name: 'an ancestor is inert',
    content: '<div></div>',
    hide: (around) => (around.inert = true),
    show: (around) => (around.inert = false),
  },
  {
    name: 'the details around it close',
    content: '<details open><summary>Menu</summary></details>',
    hide: (around) => around.removeAttribute('open'),
    show: (around) => around.setAttribute('open', ''),
  },
  {
    name: 'the dialog around it closes',
    content: '<dialog open></dialog>',
    hide: (around) => (around as HTMLDialogElement).close(),
    show: (around) => (around as HTMLDialogElement).show(),
  },
];

/** A bell in these surroundings, beside a button of the page. */
async function renderWithin({ content }: Surroundings): Promise<{
  around: HTMLElement;
  bell: NudgeBell;
  session: Session;
  countPresses: () => Promise<number>;
}> {
  const page = await fixture<HTMLElement>(html`<div><button type="button">Elsewhere</button></div>`);
  const button = page.querySelector('button')!;
  let presses = 0;
  button.addEventListener('click', () => (presses += 1));
  page.insertAdjacentHTML('beforeend', content);
  const around = page.lastElementChild as HTMLElement;
  const session = createSessionOf(3);
  const bell = Object.assign(document.createElement('nudge-bell'), { session });
  around.append(bell);
  await bell.updateComplete;
  const countPresses = async (): Promise<number> => {
    await clickOn(button);
    return presses;
  };
  return { around, bell, session, countPresses };
}

const createShadowRoot = (): ShadowRoot => document.createElement('div').attachShadow({ mode: 'open' });

describe('<nudge-bell> that is not rendered', () => {
  beforeEach(() => setViewport(narrow));
  after(() => setViewport(wide));

  for (const place of surroundings) {
    it(`closes its sheet, and gives the page back, if ${place.name}`, async () => {
      const { around, bell, countPresses } = await renderWithin(place);
      await openByClick(bell);
      await waitForCards(bell, 3);
      const closes = recordEvents(document, 'nudge-close');
      await place.hide(around);
      await expectEventually(() => closes.map(({ detail }) => detail.reason), ['browser']);
      expect(await countPresses()).to.equal(1);
      await place.show(around);
      await waitUntil(() => bell.checkVisibility());
      await bell.updateComplete;
      expect([bell.open, isPanelVisible(bell)]).to.deep.equal([false, false]);
    });

    it(`opens once it can be seen if it was opened while ${place.name}`, async () => {
      const { around, bell, session, countPresses } = await renderWithin(place);
      await place.hide(around);
      expect(await bell.reveal(session.notifications.state.items[0]!.id)).to.be.false;
      bell.open = true;
      expect(await countPresses()).to.equal(1);
      expect([isPanelVisible(bell), session.notifications.state.unreadCount]).to.deep.equal([false, 3]);
      await place.show(around);
      await waitForPanel(bell);
    });
  }

  // Not the media query: in WebKit, its rule may not follow a window that a panel was opened in.
  for (const place of surroundings.slice(1)) {
    it(`closes its panel if ${place.name}`, async () => {
      await setViewport(wide);
      const { around, bell } = await renderWithin(place);
      await openByClick(bell);
      const closes = recordEvents(document, 'nudge-close');
      await place.hide(around);
      await expectEventually(() => closes.map(({ detail }) => detail.reason), ['browser']);
      expect([bell.open, isPanelVisible(bell)]).to.deep.equal([false, false]);
    });
  }

  for (const [where, createParent] of [
    ['', () => document.createElement('div')],
    [', in the shadow root of another component', createShadowRoot],
  ] as const)
    for (const [how, end] of [
      ['closes', (dialog: HTMLDialogElement) => dialog.close()],
      ['is removed', (dialog: HTMLDialogElement) => dialog.remove()],
    ] as const)
      it(`opens once a modal dialog of the page ${how}${where}, if it was opened behind it`, async () => {
        await setViewport(wide);
        const { around, bell, session } = await renderWithin(surroundings[1]!);
        const dialog = document.createElement('dialog');
        dialog.append(document.createElement('button'));
        const parent = createParent();
        around.before(parent instanceof ShadowRoot ? parent.host : parent);
        parent.append(dialog);
        dialog.showModal();
        expect(await bell.reveal(session.notifications.state.items[0]!.id)).to.be.false;
        bell.open = true;
        await nextFrame();
        await nextFrame();
        expect([isPanelVisible(bell), bellButton(bell).ariaExpanded]).to.deep.equal([false, 'false']);
        end(dialog);
        await waitForPanel(bell);
      });

  it('opens once the last of several modal dialogs has closed that the page opens one after the other', async () => {
    await setViewport(wide);
    const { around, bell } = await renderWithin(surroundings[1]!);
    const [first, second] = [document.createElement('dialog'), document.createElement('dialog')];
    around.before(first, second);
    first.showModal();
    bell.open = true;
    await nextFrame();
    first.close();
    // The browser has reported the closed one by then.
    await Promise.resolve();
    second.showModal();
    await nextFrame();
    await nextFrame();
    expect(isPanelVisible(bell)).to.be.false;
    second.close();
    await waitForPanel(bell);
  });

  it('opens once nothing fills the screen any more, although that keeps its size', async () => {
    await setViewport(wide);
    const { around, bell } = await renderWithin(surroundings[1]!);
    const slides = document.createElement('div');
    slides.style.cssText = 'position: fixed; inset: 0; box-sizing: border-box';
    around.before(slides);
    slides.addEventListener('click', () => void slides.requestFullscreen());
    await clickOn(slides);
    await waitUntil(() => document.fullscreenElement === slides);
    bell.open = true;
    await nextFrame();
    await nextFrame();
    expect(isPanelVisible(bell)).to.be.false;
    await document.exitFullscreen();
    await waitForPanel(bell);
  });

  it('stays open, as a sheet, behind a modal dialog that the page opens in front of it', async () => {
    const { around, bell } = await renderWithin(surroundings[1]!);
    await openByClick(bell);
    const dialog = document.createElement('dialog');
    around.before(dialog);
    dialog.showModal();
    await nextFrame();
    await nextFrame();
    dialog.close();
    expect([bell.open, isPanelVisible(bell)]).to.deep.equal([true, true]);
  });

  it('reveals a notification in its open sheet', async () => {
    const { bell, session } = await renderWithin(surroundings[1]!);
    await openByClick(bell);
    await waitForCards(bell, 3);
    expect(await bell.reveal(session.notifications.state.items[2]!.id)).to.be.true;
  });

  for (const size of [narrow, wide]) {
    it(`closes its panel when it is removed, in a window of ${size.width} pixels`, async () => {
      await setViewport(size);
      const { around, bell } = await renderWithin(surroundings[1]!);
      await openByClick(bell);
      const closes = recordEvents(bell, 'nudge-close');
      bell.remove();
      await expectEventually(() => closes.map(({ detail }) => detail.reason), ['browser']);
      around.append(bell);
      await bell.updateComplete;
      expect([bell.open, isPanelVisible(bell)]).to.deep.equal([false, false]);
    });
  }

  it('stays open where microtasks run while it is shown, as zone.js lets them after an event', async () => {
    await setViewport(wide);
    const { bell } = await renderWithin(surroundings[1]!);
    const dialog = await openByClick(bell);
    bell.open = false;
    await waitUntilClosed(bell);
    const waiting: (() => void)[] = [];
    stubProperty(window, 'queueMicrotask', (callback) => void waiting.push(callback));
    const runWaiting = (): void => waiting.splice(0).forEach((callback) => callback());
    dialog.addEventListener('beforetoggle', runWaiting);
    const closes = recordEvents(bell, 'nudge-close');
    bell.open = true;
    await waitForPanel(bell);
    runWaiting();
    expect([bell.open, closes.length]).to.deep.equal([true, 0]);
  });
});
