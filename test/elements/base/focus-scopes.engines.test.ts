import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { focusPage } from '../engine.js';
import { deepActiveElement, queryAll, queryOne, visibleText, waitUntil } from '../support.js';
import { renderFeed } from '../list/feed-support.js';

/** What a focus scope takes for its stops: what the document has, without shadow trees. */
function stopsIn(dialog: Element): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex >= 0);
}

/** Moves the focus itself at each Tab, as React Aria does. By the code, since WebKitGTK has no name for the key with Shift. */
function takeTab(dialog: HTMLElement): () => void {
  const handleTab = (event: KeyboardEvent): void => {
    if (event.code !== 'Tab' || !dialog.contains(document.activeElement)) return;
    event.preventDefault();
    const stops = stopsIn(dialog);
    const index = stops.findIndex((stop) => stop === document.activeElement);
    const next = index < 0 ? 0 : index + (event.shiftKey ? -1 : 1);
    stops.at(next % stops.length)?.focus();
  };
  document.addEventListener('keydown', handleTab);
  return () => document.removeEventListener('keydown', handleTab);
}

/** Moves the focus only from the first stop to the last, or back, as Radix does. */
function wrapTab(dialog: HTMLElement): () => void {
  const handleTab = (event: KeyboardEvent): void => {
    const stops = stopsIn(dialog);
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (event.code !== 'Tab' || document.activeElement !== edge) return;
    event.preventDefault();
    other?.focus();
  };
  document.addEventListener('keydown', handleTab);
  return () => document.removeEventListener('keydown', handleTab);
}

/** Moves the focus once it has come to a guard at an end of the dialog, as Material UI and Headless UI do. */
function guardTab(dialog: HTMLElement): () => void {
  const guards = ['before', 'after'].map((where) => {
    const guard = document.createElement('div');
    guard.tabIndex = 0;
    dialog[where === 'before' ? 'before' : 'after'](guard);
    guard.addEventListener('focus', () =>
      stopsIn(dialog)
        .at(where === 'before' ? -1 : 0)
        ?.focus(),
    );
    return guard;
  });
  return () => guards.forEach((guard) => guard.remove());
}

const scopes = { takes: takeTab, wraps: wrapTab, guards: guardTab };

interface Dialog {
  dialog: HTMLElement;
  inbox: NudgeInbox;
}

/** Renders an inbox with one notification in a dialog, with a button of the page before or after it. */
async function renderDialog({ button = 'before', role = 'dialog' } = {}): Promise<Dialog> {
  const { inbox } = await renderFeed(1);
  const dialog = await fixture<HTMLElement>(
    html`<div role=${role} tabindex=${role === 'dialog' ? '-1' : '0'}>
      <p>Some text</p>
    </div>`,
  );
  if (role !== 'dialog') dialog.removeAttribute('tabindex');
  dialog.append(inbox);
  const own = document.createElement('button');
  own.textContent = 'Close';
  if (button !== 'none') dialog[button === 'before' ? 'prepend' : 'append'](own);
  await waitUntil(() => queryAll(inbox, 'nudge-card').length === 1);
  if (button !== 'none') own.focus();
  else dialog.focus();
  return { dialog, inbox };
}

function nameOfFocused(): string {
  const focused = deepActiveElement();
  if (!(focused instanceof HTMLElement)) return '';
  return (focused.ariaLabel ?? visibleText(focused)).replace(/:.*/s, '') || focused.localName;
}

/** Presses Tab so often, and returns where the focus was each time. */
async function tab(count: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const names: string[] = [];
  for (let press = 0; press < count; press++) {
    if (key === 'Shift+Tab') await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    if (key === 'Shift+Tab') await sendKeys({ up: 'Shift' });
    await focusPage();
    names.push(nameOfFocused());
  }
  return names;
}

/** The stops of an inbox with one notification. */
const ofInbox = ['All', 'Unread', 'More actions', 'Unread', 'Mark as read', 'Dismiss'];

/** Those that the inbox has in this state, in the order of the browser. */
async function collectStops(inbox: NudgeInbox): Promise<string[]> {
  const before = document.createElement('button');
  const after = document.createElement('button');
  before.textContent = 'Before';
  after.textContent = 'After';
  inbox.before(before);
  inbox.after(after);
  before.focus();
  const names: string[] = [];
  while (names.at(-1) !== 'After' && names.length < 20) names.push(...(await tab(1)));
  before.remove();
  after.remove();
  return names.slice(0, -1);
}

describe('In a dialog whose focus scope lists only what the document has', () => {
  let stops: string[] = [];
  before(async () => {
    const { inbox } = await renderFeed(1);
    stops = await collectStops(inbox);
    expect(stops).to.include.members(ofInbox);
  });

  for (const [kind, start] of Object.entries(scopes)) {
    for (const button of ['before', 'after'])
      it(`and ${kind} Tab, an inbox is reached in both directions, with a button ${button} it`, async () => {
        const { dialog } = await renderDialog({ button });
        const stop = start(dialog);
        expect(await tab(stops.length + 2)).to.deep.equal([...stops, 'Close', stops[0]]);
        expect(await tab(1, 'Shift+Tab')).to.deep.equal(['Close']);
        const backward = stops.toReversed();
        expect(await tab(stops.length + 2, 'Shift+Tab')).to.deep.equal([...backward, 'Close', backward[0]]);
        stop();
      });

    it(`and ${kind} Tab, an inbox alone keeps it`, async () => {
      const { dialog } = await renderDialog({ button: 'none' });
      const stop = start(dialog);
      expect(await tab(stops.length + 1)).to.deep.equal([...stops, stops[0]]);
      expect(await tab(1, 'Shift+Tab')).to.deep.equal([stops.at(-1)]);
      stop();
    });
  }

  it('the menu of an inbox keeps Tab', async () => {
    const { dialog, inbox } = await renderDialog();
    const stop = takeTab(dialog);
    await tab(1);
    queryOne(inbox, '.panel-menu-button').click();
    await waitUntil(() => queryAll(inbox, 'dialog.menu:focus-within').length === 1);
    const names = await tab(3);
    // Past the last item of a modal menu, the focus is in the browser's own controls for one step.
    expect(names).not.to.include('Close');
    expect(queryAll(inbox, 'dialog.menu[open]').length).to.equal(1);
    stop();
  });

  it('Escape closes the menu of an inbox before the dialog, also where that listens in the capture phase', async () => {
    const { inbox } = await renderDialog();
    let seen = 0;
    const see = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') seen += 1;
    };
    document.addEventListener('keydown', see, { capture: true });
    queryOne(inbox, '.panel-menu-button').click();
    await waitUntil(() => queryAll(inbox, 'dialog.menu:focus-within').length === 1);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => queryAll(inbox, 'dialog.menu').length === 0);
    expect(seen).to.equal(0);
    await sendKeys({ press: 'Escape' });
    expect(seen).to.equal(1);
    document.removeEventListener('keydown', see, { capture: true });
  });

  it('a tabindex of the page wins', async () => {
    const { dialog, inbox } = await renderDialog();
    inbox.tabIndex = -1;
    const stop = takeTab(dialog);
    expect(await tab(2)).to.deep.equal(['Close', 'Close']);
    inbox.tabIndex = 0;
    expect(await tab(stops.length + 1)).to.deep.equal([...stops, 'Close']);
    expect(inbox.getAttribute('tabindex')).to.equal('0');
    stop();
  });

  it('a press on a text takes the focus to where it would without us', async () => {
    const { dialog, inbox } = await renderDialog();
    await tab(1);
    expect(inbox.hasAttribute('tabindex')).to.equal(true);
    const { left, top } = queryOne(inbox, 'header').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left) + 4, Math.round(top) + 4] });
    expect(document.activeElement).to.equal(dialog);
    expect(inbox.hasAttribute('tabindex')).to.equal(false);
  });

  it('an element without a stop is none', async () => {
    const { dialog } = await renderDialog();
    const avatar = document.createElement('nudge-avatar');
    dialog.append(avatar);
    await tab(1);
    expect(avatar.hasAttribute('tabindex')).to.equal(false);
  });

  for (const tabindex of [null, '0'])
    it(`an inbox whose tabindex is ${tabindex} has it again after Tab has left backward, whatever comes next`, async () => {
      const { inbox } = await renderDialog();
      if (tabindex !== null) inbox.setAttribute('tabindex', tabindex);
      const leaveBackward = async (): Promise<void> => {
        await tab(1);
        const init = { key: 'Tab', shiftKey: true, bubbles: true, composed: true, cancelable: true };
        // Dispatched, it moves no focus, as where the browser goes on to its own controls.
        deepActiveElement()!.dispatchEvent(new KeyboardEvent('keydown', { ...init, view: window }));
        expect(inbox.getAttribute('tabindex')).to.equal('-1');
      };
      await leaveBackward();
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      inbox.parentElement!.querySelector('button')!.focus();
      expect(inbox.getAttribute('tabindex'), 'after a press').to.equal(tabindex);
      await leaveBackward();
      document.body.append(inbox);
      expect(inbox.getAttribute('tabindex'), 'after a move').to.equal(tabindex);
      inbox.remove();
    });

  it('an inbox that moves out of it is as it was', async () => {
    const { inbox } = await renderDialog();
    await tab(1);
    document.body.append(inbox);
    expect(inbox.hasAttribute('tabindex')).to.equal(false);
    await tab(1);
    expect(inbox.hasAttribute('tabindex')).to.equal(false);
    inbox.remove();
  });
});

describe('Outside of dialogs', () => {
  it('an inbox has no stop of its own, and the page sees each Tab', async () => {
    const { inbox } = await renderDialog({ role: 'group' });
    let seen = 0;
    const see = (): number => (seen += 1);
    document.addEventListener('keydown', see);
    await tab(3);
    document.removeEventListener('keydown', see);
    expect(seen).to.equal(3);
    expect(inbox.hasAttribute('tabindex')).to.equal(false);
  });
});
