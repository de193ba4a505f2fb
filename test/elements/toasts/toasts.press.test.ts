import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import type { NotificationOverrides } from '../../../src/sandbox.js';
import { engine } from '../engine.js';
import {
  cards,
  clickOn,
  deepActiveElement,
  inboxOf,
  isVisible,
  nextFrames,
  panelOf,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import {
  arrive,
  closeButtons,
  renderToasts,
  rowsOf,
  toastNames,
  waitForToasts,
  type Page,
} from './toasts-support.js';

const titleOf = (toasts: Element): HTMLElement => queryOne(queryAll(toasts, 'nudge-toast')[0]!, '.title');
const isRead = ({ session }: Page, id: string): boolean | null => session.notifications.get(id).isRead;

async function renderToast(arrival: string | NotificationOverrides = 'News'): Promise<Page & { id: string }> {
  const page = await renderToasts();
  const [id] = arrive(page, arrival);
  await waitUntil(() => toastNames(page.toasts).length === 1);
  return { ...page, id: id! };
}

describe('Pressing a toast', () => {
  it('opens the panel of the bell at its notification, reads it and closes the toast', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(titleOf(page.toasts));
    await waitUntil(() => bell.open && isVisible(panelOf(bell)));
    await waitForToasts(page.toasts);
    await waitUntil(() => deepActiveElement()?.getAttribute('data-id') === id);
    expect(isRead(page, id!)).to.be.true;
  });

  it('reveals its notification in an inbox of the page if there is no bell', async () => {
    const page = await renderToasts();
    const inbox = await renderInbox(page.session);
    // Not on the screen, where it would show the arrival itself.
    inbox.style.marginBlockStart = '3000px';
    await nextFrames();
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(titleOf(page.toasts));
    await waitUntil(() => deepActiveElement()?.getAttribute('data-id') === id);
    expect(isRead(page, id!)).to.be.true;
  });

  it('shows the whole text in the toast if no list can show it', async () => {
    const body = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    const page = await renderToast({ payload: { title: 'News', body } });
    await waitUntil(() => queryAll(queryAll(page.toasts, 'nudge-toast')[0]!, '.link-button').length > 0);
    const { height } = rowsOf(page.toasts)[0]!.getBoundingClientRect();
    await clickOn(titleOf(page.toasts));
    await waitUntil(() => rowsOf(page.toasts)[0]!.getBoundingClientRect().height > 2 * height);
    expect(isRead(page, page.id)).to.be.true;
  });

  it('follows the link of its notification, reads it and closes the toast', async () => {
    const { followedUrls } = preventNavigation();
    const page = await renderToast({ payload: { title: 'News', itemRedirect: '/orders/1' } });
    await clickOn(titleOf(page.toasts));
    await waitForToasts(page.toasts);
    expect(followedUrls).to.deep.equal([`${location.origin}/orders/1`]);
    expect(isRead(page, page.id)).to.be.true;
  });

  it('is left to the page if it cancels nudge-select', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    const selected = recordEvents(page.toasts, 'nudge-select');
    page.toasts.addEventListener('nudge-select', (event) => event.preventDefault());
    await clickOn(titleOf(page.toasts));
    await waitForToasts(page.toasts);
    expect(selected.map(({ detail }) => detail.id)).to.deep.equal([id]);
    expect([bell.open, isRead(page, id!)]).to.deep.equal([false, false]);
  });

  it('keeps a toast whose button was pressed, since it shows the progress', async () => {
    const page = await renderToast({
      payload: { title: 'News', actionButtons: { primary: { name: 'Confirm', onclickAction: 'confirm' } } },
    });
    let finish = (): void => undefined;
    page.toasts.addEventListener('nudge-action', ({ detail }) =>
      detail.waitUntil(new Promise<void>((resolve) => (finish = resolve))),
    );
    const toast = queryOne(page.toasts, 'nudge-toast');
    await clickOn(queryOne(toast, '.primary'));
    expect(isRead(page, page.id)).to.be.true;
    expect(queryOne(toast, '.primary').getAttribute('aria-busy')).to.equal('true');
    finish();
    await waitUntil(() => queryOne(toast, '.primary').getAttribute('aria-busy') === 'false');
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
  });
});

describe('Pressing the number of further arrivals', () => {
  it('opens the panel of the bell, and the toasts go', async () => {
    const page = await renderToasts({ max: 1 });
    const bell = await renderBell(page.session);
    const opened = recordEvents(document, 'nudge-open');
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second');
    await clickOn(queryOne(page.toasts, '.more'));
    await waitUntil(() => isVisible(panelOf(bell)));
    await waitForToasts(page.toasts);
    expect(opened).to.have.length(1);
    expect(cards(inboxOf(bell)).length).to.equal(2);
  });
});

/** WebKit's driver has no such key. */
async function pressF6(): Promise<void> {
  const options = { key: 'F6', bubbles: true, composed: true, cancelable: true };
  if (engine === 'webkit') deepActiveElement()?.dispatchEvent(new KeyboardEvent('keydown', options));
  else await sendKeys({ press: 'F6' });
}

describe('Toasts by keyboard', () => {
  async function renderWithInput(...titles: string[]): Promise<Page & { input: HTMLInputElement }> {
    const page = await renderToasts();
    const input = await fixture<HTMLInputElement>(html`<input aria-label="Search" />`);
    input.focus();
    arrive(page, ...titles);
    await waitForToasts(page.toasts, ...titles);
    return { ...page, input };
  }
  const focusedName = (): string | null | undefined => deepActiveElement()?.ariaLabel;

  it('get the focus by F6, which also returns it', async () => {
    const { input } = await renderWithInput('Second', 'First');
    await pressF6();
    expect(focusedName()).to.equal('Second');
    await pressF6();
    expect(document.activeElement).to.equal(input);
  });

  it('leave F6 to the browser if there are none', async () => {
    const page = await renderToasts();
    const keys: boolean[] = [];
    const listener = (event: KeyboardEvent): void => void keys.push(event.defaultPrevented);
    addEventListener('keydown', listener);
    page.toasts.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'F6', bubbles: true, composed: true, cancelable: true }),
    );
    removeEventListener('keydown', listener);
    expect(keys).to.deep.equal([false]);
  });

  it('are closed by Escape one by one, after which the focus returns', async () => {
    const { toasts, input, session } = await renderWithInput('Second', 'First');
    await pressF6();
    await sendKeys({ press: 'Escape' });
    await waitForToasts(toasts, 'First');
    expect(focusedName()).to.equal('First');
    await sendKeys({ press: 'Escape' });
    await waitForToasts(toasts);
    await waitUntil(() => document.activeElement === input);
    expect(session.notifications.state.unreadCount).to.equal(2);
  });

  it('stay if Escape is pressed elsewhere', async () => {
    const { toasts } = await renderWithInput('News');
    await sendKeys({ press: 'Escape' });
    await nextFrames();
    expect(toastNames(toasts)).to.deep.equal(['News']);
  });

  it('have a link and a close button in the order of Tab', async () => {
    const page = await renderToast({ payload: { title: 'News', itemRedirect: '/orders/1' } });
    await pressF6();
    await sendKeys({ press: 'Tab' });
    expect(visibleText(deepActiveElement()!)).to.contain('News');
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement()).to.equal(closeButtons(page.toasts)[0]);
    await sendKeys({ press: 'Enter' });
    await waitForToasts(page.toasts);
  });
});

describe('`renderNotification` of <nudge-toasts>', () => {
  it('shows the card of the page with a close button', async () => {
    const page = await renderToasts({
      renderNotification: ({ payload }) => {
        const card = document.createElement('p');
        card.textContent = `Custom: ${payload.title ?? ''}`;
        return card;
      },
    });
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    const card = page.toasts.querySelector('p')!;
    expect([visibleText(card), card.checkVisibility()]).to.deep.equal(['Custom: News', true]);
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts);
    await waitUntil(() => page.toasts.children.length === 0);
  });

  it('shows the default card where it throws or returns null', async () => {
    const page = await renderToasts();
    page.toasts.renderNotification = ({ payload }) => {
      if (payload.title === 'Throws') throw new Error('a mistake of the page');
      return null;
    };
    arrive(page, 'Throws', 'Null');
    await waitForToasts(page.toasts, 'Throws', 'Null');
    expect(queryAll(page.toasts, 'nudge-toast')).to.have.length(2);
    expect(closeButtons(page.toasts)).to.have.length(2);
  });
});

/** Moves a finger over the toast, in CSS pixels from where it was put down, and lifts it. */
function swipe(toasts: NudgeToasts, ...steps: number[]): void {
  const toast = queryOne(toasts, 'nudge-toast');
  const dispatch = (type: string, clientX: number): boolean =>
    toast.dispatchEvent(
      new PointerEvent(type, { pointerType: 'touch', isPrimary: true, pointerId: 7, clientX, bubbles: true }),
    );
  dispatch('pointerdown', 200);
  for (const step of steps) dispatch('pointermove', 200 + step);
  dispatch('pointerup', 200 + (steps.at(-1) ?? 0));
}

describe('Swiping a toast', () => {
  for (const [side, distance] of Object.entries({ right: 160, left: -160 }))
    it(`to the ${side} closes it, and leaves its notification unread`, async () => {
      const page = await renderToast();
      swipe(page.toasts, distance / 2, distance);
      await waitForToasts(page.toasts);
      expect(isRead(page, page.id)).to.equal(false);
      expect(page.session.notifications.state.items).to.have.length(1);
    });

  it('by less leaves it there', async () => {
    const page = await renderToast();
    swipe(page.toasts, 20, 50);
    await nextFrames();
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
  });
});
