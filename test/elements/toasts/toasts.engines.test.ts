import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { engine } from '../engine.js';
import {
  bellButton,
  cards,
  clickOn,
  deepActiveElement,
  expectEventually,
  inboxOf,
  queryAll,
  queryOne,
  recordEvents,
  renderBell,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { isPanelVisible } from '../bell/bell-support.js';
import { layOut } from '../list/feed-support.js';
import {
  arrive,
  closeButtons,
  expectNoToasts,
  renderToasts,
  rowsOf,
  stackOf,
  toastNames,
  waitForToasts,
  type Page,
} from './toasts-support.js';

const titleOf = (toasts: Element): HTMLElement => queryOne(queryAll(toasts, 'nudge-toast')[0]!, '.title');

function renderModal(): Promise<HTMLDialogElement> {
  return fixture<HTMLDialogElement>(html`<dialog><button>OK</button></dialog>`).then((dialog) => {
    dialog.showModal();
    return dialog;
  });
}

describe('Toasts and what lies over the page', () => {
  it('do not come while the panel of the bell is open, which shows the arrival', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    await clickOn(bellButton(bell));
    await waitUntil(() => isPanelVisible(bell));
    arrive(page, 'News');
    await expectNoToasts(page);
    await clickOn(bellButton(bell));
    await waitUntil(() => !isPanelVisible(bell));
    await expectNoToasts(page);
  });

  it('come while the panel of a bell waits, since the bell is not rendered', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    bell.hidden = true;
    bell.open = true;
    await bell.updateComplete;
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
  });

  it('go when an ancestor is hidden, and do not come again', async () => {
    const page = await renderToasts();
    const around = page.toasts.parentElement!;
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    around.hidden = true;
    await waitUntil(() => rowsOf(page.toasts).length === 0);
    around.hidden = false;
    await waitForToasts(page.toasts);
  });

  it('go when the panel of the bell opens', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(bellButton(bell));
    await waitForToasts(page.toasts);
  });

  it('wait until a modal dialog is closed', async () => {
    const page = await renderToasts();
    const dialog = await renderModal();
    arrive(page, 'News');
    await expectNoToasts(page);
    dialog.close();
    await waitForToasts(page.toasts, 'News');
  });

  it('wait until a modal dialog in a shadow root is closed', async () => {
    const page = await renderToasts();
    const host = await fixture<HTMLElement>(html`<div></div>`);
    host.attachShadow({ mode: 'open' }).innerHTML = '<dialog><button>OK</button></dialog>';
    host.shadowRoot!.querySelector('dialog')!.showModal();
    arrive(page, 'News');
    await expectNoToasts(page);
    await sendKeys({ press: 'Escape' });
    await waitForToasts(page.toasts, 'News');
  });

  for (const [name, opening] of [
    ['names itself modal', { role: 'dialog', ariaModal: 'true' }],
    ['hides the rest of the page', { role: 'alertdialog' }],
  ] as const)
    it(`wait until a dialog that is no <dialog> closes, if it ${name}`, async () => {
      const page = await renderToasts();
      const dialog = await fixture<HTMLElement>(html`<div><button>OK</button></div>`);
      Object.assign(dialog, opening);
      if (!dialog.ariaModal) page.toasts.parentElement!.ariaHidden = 'true';
      arrive(page, 'News');
      await expectNoToasts(page);
      // No event of the page shows that it has closed.
      if (dialog.ariaModal) dialog.hidden = true;
      else page.toasts.parentElement!.ariaHidden = null;
      await waitForToasts(page.toasts, 'News');
    });

  it('go for the time in which such a dialog is open', async () => {
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    const dialog = await fixture<HTMLElement>(
      html`<div role="dialog" aria-modal="true"><button>OK</button></div>`,
    );
    dialog.querySelector('button')!.focus();
    await waitForToasts(page.toasts);
    dialog.remove();
    await waitForToasts(page.toasts, 'News');
  });

  it('come in a modal dialog that they are part of', async () => {
    const page = await renderToasts();
    const dialog = await renderModal();
    dialog.append(page.toasts);
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    closeButtons(page.toasts)[0]!.focus();
    await sendKeys({ press: 'Escape' });
    await waitForToasts(page.toasts);
    expect(dialog.open).to.be.true;
  });

  it('stay above a popover of the page, and below a dialog that opens later', async () => {
    const page = await renderToasts();
    const popover = await fixture<HTMLElement>(html`<div popover="manual">A menu</div>`);
    popover.showPopover();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    expect(popover.matches(':popover-open')).to.be.true;
    const dialog = await renderModal();
    dialog.style.cssText = 'inset: 0; inline-size: 100%; block-size: 100%; max-inline-size: none';
    const { left, top, width, height } = stackOf(page.toasts).getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).to.equal(dialog);
  });
});

describe('Pressing a toast', () => {
  it('opens the panel of the bell at its notification, reads it and closes the toast', async () => {
    const page = await renderToasts();
    const bell = await renderBell(page.session);
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(titleOf(page.toasts));
    await waitUntil(() => bell.open && isPanelVisible(bell));
    await waitForToasts(page.toasts);
    await expectEventually(() => deepActiveElement()?.getAttribute('data-id'), id);
    expect(page.session.notifications.get(id!).isRead).to.be.true;
  });

  it('reveals its notification in an inbox of the page if there is no bell', async () => {
    const page = await renderToasts();
    const inbox = await renderInbox(page.session);
    // Not on the screen, where it would show the arrival itself.
    inbox.style.marginBlockStart = '3000px';
    await layOut(inbox);
    const [id] = arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(titleOf(page.toasts));
    await expectEventually(() => deepActiveElement()?.getAttribute('data-id'), id);
    expect(page.session.notifications.get(id!).isRead).to.be.true;
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
    await waitUntil(() => isPanelVisible(bell));
    await waitForToasts(page.toasts);
    expect(opened).to.have.length(1);
    await expectEventually(() => cards(inboxOf(bell)).length, 2);
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

  it('leave the focus where it is, get it by F6, and return it by F6', async () => {
    const { input } = await renderWithInput('Second', 'First');
    expect(document.activeElement).to.equal(input);
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

  it('are closed by Escape one by one, but not by Escape elsewhere, after which the focus returns', async () => {
    const { toasts, input, session } = await renderWithInput('Second', 'First');
    await sendKeys({ press: 'Escape' });
    await toasts.updateComplete;
    expect(toastNames(toasts)).to.deep.equal(['Second', 'First']);
    await pressF6();
    await sendKeys({ press: 'Escape' });
    await waitForToasts(toasts, 'First');
    expect(focusedName()).to.equal('First');
    await sendKeys({ press: 'Escape' });
    await waitForToasts(toasts);
    await waitUntil(() => document.activeElement === input);
    expect(session.notifications.state.unreadCount).to.equal(2);
  });

  it('have a link and a close button in the order of Tab', async () => {
    const page = await renderToasts();
    arrive(page, { payload: { title: 'News', itemRedirect: '/orders/1' } });
    await waitForToasts(page.toasts, 'News');
    await pressF6();
    await sendKeys({ press: 'Tab' });
    expect(visibleText(deepActiveElement()!)).to.contain('News');
    await sendKeys({ press: 'Tab' });
    expect(deepActiveElement() === closeButtons(page.toasts)[0]).to.be.true;
    await sendKeys({ press: 'Enter' });
    await waitForToasts(page.toasts);
  });
});
