import { expect, fixtureSync, html } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import type { NudgeToasts } from '../../../src/elements/toasts/toasts.js';
import { allowMotion, emulateColorScheme } from '../engine.js';
import {
  clickOn,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  holdAnimations,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../support.js';
import { hoverOver } from '../list/feed-support.js';
import {
  addToasts,
  arrive,
  batchMs,
  closeButtons,
  expectNoToasts,
  moreText,
  renderToasts,
  rowsOf,
  stackOf,
  timers,
  toastNames,
  waitForToasts,
  type Page,
} from './toasts-support.js';

const titleOf = (toasts: Element): HTMLElement => queryOne(queryOne(toasts, 'nudge-toast'), '.title');

async function renderToast(properties: Partial<NudgeToasts> = {}): Promise<Page & { id: string }> {
  const page = await renderToasts(properties);
  const [id = ''] = arrive(page, 'News');
  await waitForToasts(page.toasts, 'News');
  return { ...page, id };
}

describe('<nudge-toasts>', () => {
  it('shows an arrival as a card until it is closed, and leaves its notification unread', async () => {
    const page = await renderToasts();
    expect(stackOf(page.toasts).checkVisibility()).to.be.false;
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    expect(stackOf(page.toasts).checkVisibility()).to.be.true;
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts, 'First');
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitUntil(() => !stackOf(page.toasts).matches(':popover-open'));
    const { items, unreadCount } = page.session.notifications.state;
    expect([items.length, unreadCount]).to.deep.equal([2, 2]);
  });

  it('names an important arrival so, and removes one that expires', async () => {
    const { toasts, session, id } = await renderToast();
    session.notifications.add([{ id, importance: 'high' }]);
    await waitForToasts(toasts, 'Important: News');
    expect(visibleText(titleOf(toasts))).to.equal('Unread: Important: News');
    session.notifications.add([{ id, expiresDate: '2000-01-01T00:00:00Z' }]);
    await waitForToasts(toasts);
  });

  it('shows an answer in the place of the buttons of a toast, which stays', async () => {
    const answer = { action: 'secondary', text: 'Rejected', date: new Date().toISOString() } as const;
    const setAnswer = (): Promise<typeof answer> => Promise.resolve(answer);
    const page = await renderToasts({ duration: 5000 }, { source: { setAnswer } });
    const { toasts } = page;
    const actionButtons = {
      primary: { name: 'Approve', onclickAction: 'approve' },
      secondary: { name: 'Reject', onclickAction: 'reject' },
    };
    const [id] = arrive(page, { payload: { title: 'A request', actionButtons } });
    await waitForToasts(toasts, 'A request');
    const changes = recordEvents(toasts, 'nudge-answer-change');
    toasts.addEventListener('nudge-action', ({ detail }) => detail.answer(undefined));
    const toast = queryOne(toasts, 'nudge-toast');
    await clickOn(queryOne(toast, '.button.secondary'));
    await expectEventually(() => queryAll(toast, '.answer bdi').map(visibleText), ['Rejected']);
    expect(queryAll(toast, '.actions .button')).to.have.length(0);
    expect(changes.map(({ detail }) => detail).at(-1)).to.deep.include({ ids: [id], answer });
    await resetMouse();
    await timers.advance(60_000);
    expect(toastNames(toasts)).to.deep.equal(['A request']);
  });

  it('takes no place in the page', async () => {
    const { toasts } = await renderToasts();
    const { width, height } = toasts.getBoundingClientRect();
    expect([width, height, getComputedStyle(toasts).position]).to.deep.equal([0, 0, 'fixed']);
  });

  it('shows several with the newest one farthest from the edge of the window', async () => {
    const page = await renderToasts();
    arrive(page, 'First');
    await waitForToasts(page.toasts, 'First');
    const { top } = rowsOf(page.toasts)[0]!.getBoundingClientRect();
    arrive(page, 'Second');
    await waitForToasts(page.toasts, 'Second', 'First');
    expect(rowsOf(page.toasts)[1]!.getBoundingClientRect().top).to.equal(top);
    page.toasts.placement = 'top-end';
    await waitForToasts(page.toasts, 'First', 'Second');
  });

  for (const direction of ['ltr', 'rtl'])
    it(`shows them in the corner of its placement in ${direction} text`, async () => {
      const { toasts } = await renderToast();
      toasts.dir = direction;
      for (const [placement, side, edge] of [
        ['bottom-end', 'right', 'bottom'],
        ['bottom-start', 'left', 'bottom'],
        ['top-end', 'right', 'top'],
        ['top-start', 'left', 'top'],
      ] as const) {
        toasts.placement = placement;
        await toasts.updateComplete;
        const { left, right, top, bottom } = stackOf(toasts).getBoundingClientRect();
        const distances = {
          left,
          right: document.documentElement.clientWidth - right,
          top,
          bottom: innerHeight - bottom,
        };
        const opposite = { left: 'right', right: 'left' } as const;
        const distance = distances[direction === 'rtl' ? opposite[side] : side];
        expect([Math.round(distance), Math.round(distances[edge])], placement).to.deep.equal([0, 0]);
      }
    });

  it('removes toasts that are read, seen or dismissed elsewhere', async () => {
    const page = await renderToasts({ max: 4 });
    const { notifications } = page.session;
    const [read, dismissed, , gone] = arrive(page, 'Read', 'Dismissed', 'Left', 'Gone');
    await waitForToasts(page.toasts, 'Read', 'Dismissed', 'Left', 'Gone');
    notifications.markRead([read!]);
    await waitForToasts(page.toasts, 'Dismissed', 'Left', 'Gone');
    notifications.dismiss([dismissed!, gone!]);
    await waitForToasts(page.toasts, 'Left');
    notifications.markSeen();
    await waitForToasts(page.toasts);
  });

  it('shows nothing of an arrival that is read already or cannot be loaded', async () => {
    const page = await renderToasts();
    page.session.notifications.add(['unknown']);
    const { id } = page.sandbox.addNotification({ payload: { title: 'Read' } });
    page.session.notifications.add([{ id, isRead: true }]);
    await expectNoToasts(page);
    expect(moreText(page.toasts)).to.be.null;
  });

  it('shows nothing of another session any more', async () => {
    const { toasts } = await renderToast();
    toasts.session = (await renderToasts()).session;
    await waitForToasts(toasts);
  });

  it('shows nothing any more once the token is refused', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const token = sandbox.issueToken();
    const session = createTestSession(sandbox, { getToken: () => token });
    const toasts = await addToasts(session, { max: 1 });
    arrive({ session, sandbox }, 'Shown', 'Counted');
    await waitForToasts(toasts, 'Shown');
    expect(moreText(toasts)).to.equal('1 more notification');
    sandbox.expireTokens();
    arrive({ session, sandbox }, 'Refused');
    await waitForToasts(toasts);
    expect(moreText(toasts)).to.be.null;
  });

  it('goes on showing its toasts when it moves within the page', async () => {
    const { toasts } = await renderToast();
    fixtureSync<HTMLElement>(html`<div></div>`).append(toasts);
    await toasts.updateComplete;
    expect(stackOf(toasts).matches(':popover-open')).to.be.true;
    await waitForToasts(toasts, 'News');
  });

  it('shows nothing any more when it is removed, and again what comes after it is back', async () => {
    const page = await renderToast();
    const parent = page.toasts.parentElement!;
    page.toasts.remove();
    await waitUntil(() => !stackOf(page.toasts).matches(':popover-open'));
    arrive(page, 'Meanwhile');
    parent.append(page.toasts);
    await expectNoToasts(page);
    arrive(page, 'After');
    await waitForToasts(page.toasts, 'After');
  });

  it('reports each arrival once, as the other elements do', async () => {
    const page = await renderToasts();
    const arrivals = recordEvents(document, 'nudge-arrival');
    const ids = arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    expect(arrivals.map(({ detail }) => detail.ids)).to.deep.equal([ids]);
  });

  it('changes the texts of toasts that are shown', async () => {
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    page.toasts.messages = { close: 'Away' };
    await page.toasts.updateComplete;
    expect(closeButtons(page.toasts)[0]!.ariaLabel).to.equal('Away');
  });
});

describe('The duration of a toast', () => {
  /** Renders toasts that have just come. */
  async function renderFor(duration: number | null): Promise<NudgeToasts> {
    const page = await renderToasts({ duration });
    arrive(page, 'News');
    await timers.advance(batchMs);
    await expectEventually(() => toastNames(page.toasts), ['News']);
    return page.toasts;
  }

  /** Expects the toast to be there for this time, and not longer, in milliseconds. */
  async function expectToGoAfter(toasts: NudgeToasts, durationMs: number): Promise<void> {
    await timers.advance(durationMs - 1);
    expect(toastNames(toasts)).to.deep.equal(['News']);
    await timers.advance(1);
    await expectEventually(() => toastNames(toasts), []);
  }

  it('is 8 seconds by default', async () => {
    await expectToGoAfter(await renderFor(null), 8000);
  });

  it('is endless if it is 0, and may be set later', async () => {
    const toasts = await renderFor(0);
    await timers.advance(3_600_000);
    expect(toastNames(toasts)).to.deep.equal(['News']);
    toasts.duration = 6000;
    await toasts.updateComplete;
    await expectToGoAfter(toasts, 6000);
  });

  it('begins again when the pointer leaves the toast, which stays until then', async () => {
    const toasts = await renderFor(null);
    await hoverOver(rowsOf(toasts)[0]!);
    await timers.advance(60_000);
    expect(toastNames(toasts)).to.deep.equal(['News']);
    await resetMouse();
    await waitUntil(() => !stackOf(toasts).matches(':hover'));
    await toasts.updateComplete;
    await expectToGoAfter(toasts, 8000);
  });

  it('begins again when the focus leaves the toast, which stays until then', async () => {
    const toasts = await renderFor(null);
    closeButtons(toasts)[0]!.focus();
    await timers.advance(60_000);
    expect(toastNames(toasts)).to.deep.equal(['News']);
    closeButtons(toasts)[0]!.blur();
    await Promise.resolve();
    await toasts.updateComplete;
    await expectToGoAfter(toasts, 8000);
  });
});

describe('Arrivals beyond `max`', () => {
  it('are counted, and what is shown stays in its place', async () => {
    const page = await renderToasts({ max: 2 });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    arrive(page, ...Array.from({ length: 50 }, (_, index) => `More ${index}`));
    await timers.advance(batchMs);
    await expectEventually(() => moreText(page.toasts), '50 more notifications');
    expect(toastNames(page.toasts)).to.deep.equal(['Second', 'First']);
  });

  it('go with the last toast', async () => {
    const page = await renderToasts({ max: 1 });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second');
    expect(moreText(page.toasts)).to.equal('1 more notification');
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts);
    expect(moreText(page.toasts)).to.be.null;
  });

  it('are shown in the order in which they came by a press on their number if there is no bell', async () => {
    const page = await renderToasts({ max: 1 });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second');
    arrive(page, 'Third');
    await timers.advance(batchMs);
    await expectEventually(() => moreText(page.toasts), '2 more notifications');
    await clickOn(queryOne(page.toasts, '.more'));
    await waitForToasts(page.toasts, 'Third', 'Second', 'First');
    expect([moreText(page.toasts), stackOf(page.toasts).matches(':focus-within')]).to.deep.equal([
      null,
      true,
    ]);
  });

  it('wait for the pointer to leave the toasts, though there is room', async () => {
    const page = await renderToast();
    await hoverOver(rowsOf(page.toasts)[0]!);
    arrive(page, 'Second');
    await timers.advance(batchMs);
    await expectEventually(() => moreText(page.toasts), '1 more notification');
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
  });
});

describe('Pressing a toast', () => {
  it('shows the whole text in the toast if no list can show it', async () => {
    const body = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    const page = await renderToasts();
    const [id] = arrive(page, { payload: { title: 'News', body } });
    await waitForToasts(page.toasts, 'News');
    await waitUntil(() => queryAll(queryOne(page.toasts, 'nudge-toast'), '.link-button').length > 0);
    const { height } = rowsOf(page.toasts)[0]!.getBoundingClientRect();
    await clickOn(titleOf(page.toasts));
    await waitUntil(() => rowsOf(page.toasts)[0]!.getBoundingClientRect().height > 2 * height);
    expect(page.session.notifications.get(id!).isRead).to.be.true;
  });

  it('follows the link of its notification, reads it and closes the toast', async () => {
    const { followedUrls } = preventNavigation();
    const page = await renderToasts();
    const [id] = arrive(page, { payload: { title: 'News', itemRedirect: '/orders/1' } });
    await waitForToasts(page.toasts, 'News');
    await clickOn(titleOf(page.toasts));
    await waitForToasts(page.toasts);
    expect(followedUrls).to.deep.equal([`${location.origin}/orders/1`]);
    expect(page.session.notifications.get(id!).isRead).to.be.true;
  });

  it('is left to the page if it cancels nudge-select', async () => {
    const page = await renderToast();
    const selected = recordEvents(page.toasts, 'nudge-select');
    page.toasts.addEventListener('nudge-select', (event) => event.preventDefault());
    await clickOn(titleOf(page.toasts));
    await waitForToasts(page.toasts);
    expect(selected.map(({ detail }) => detail.id)).to.deep.equal([page.id]);
    expect(page.session.notifications.get(page.id).isRead).to.be.false;
  });

  it('keeps a toast whose button was pressed, since it shows the progress', async () => {
    const page = await renderToasts();
    const [id] = arrive(page, {
      payload: { title: 'News', actionButtons: { primary: { name: 'Confirm', onclickAction: 'confirm' } } },
    });
    await waitForToasts(page.toasts, 'News');
    let finish = (): void => undefined;
    page.toasts.addEventListener('nudge-action', ({ detail }) =>
      detail.waitUntil(new Promise<void>((resolve) => (finish = resolve))),
    );
    const toast = queryOne(page.toasts, 'nudge-toast');
    const isBusy = (): string | null => queryOne(toast, '.primary').getAttribute('aria-busy');
    await clickOn(queryOne(toast, '.primary'));
    await expectEventually(isBusy, 'true');
    expect(page.session.notifications.get(id!).isRead).to.be.true;
    finish();
    await expectEventually(isBusy, 'false');
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
  });
});

describe('Swiping a toast', () => {
  /** What a finger does over the toast at this distance from its first place, in CSS pixels. */
  function touch(toasts: NudgeToasts, type: string, distance: number): void {
    queryOne(toasts, 'nudge-toast').dispatchEvent(
      new PointerEvent(type, {
        pointerType: 'touch',
        isPrimary: true,
        pointerId: 7,
        clientX: 200 + distance,
        bubbles: true,
      }),
    );
  }

  /** Moves a finger over the toast to this distance, and leaves it there. */
  function pull(toasts: NudgeToasts, distance: number): void {
    touch(toasts, 'pointerdown', 0);
    touch(toasts, 'pointermove', distance);
  }

  function swipe(toasts: NudgeToasts, distance: number): void {
    pull(toasts, distance);
    touch(toasts, 'pointerup', distance);
  }

  for (const [side, sign] of Object.entries({ right: 1, left: -1 }))
    it(`to the ${side} says what it does where it uncovers that, and hides the close button meanwhile`, async () => {
      const { toasts } = await renderToast();
      const toast = queryOne(toasts, 'nudge-toast');
      const button = closeButtons(toasts)[0]!;
      pull(toasts, sign * 110);
      await expectEventually(() => getComputedStyle(button).opacity, '0');
      const label = queryOne(toast, '.swipe span').getBoundingClientRect();
      const card = queryOne(toast, '.card').getBoundingClientRect();
      if (sign > 0) expect(label.right).to.be.at.most(card.left);
      else expect(label.left).to.be.at.least(card.right);
      touch(toasts, 'pointercancel', sign * 110);
      await expectEventually(() => getComputedStyle(button).opacity, '1');
    });

  for (const [side, sign] of Object.entries({ right: 1, left: -1 }))
    it(`to the ${side} closes it if it was far enough, and leaves its notification unread`, async () => {
      const { toasts, session, id } = await renderToast();
      swipe(toasts, sign * 50);
      await toasts.updateComplete;
      expect(toastNames(toasts)).to.deep.equal(['News']);
      swipe(toasts, sign * 160);
      await waitForToasts(toasts);
      expect(session.notifications.get(id).isRead).to.equal(false);
    });

  describe('in motion', () => {
    before(() => allowMotion());
    after(() => emulateColorScheme());

    for (const [side, sign] of Object.entries({ right: 1, left: -1 }))
      it(`to the ${side} moves it on to that side until it is gone`, async () => {
        const { toasts } = await renderToast();
        const card = queryOne(queryOne(toasts, 'nudge-toast'), '.card');
        const { left } = card.getBoundingClientRect();
        const letGo = holdAnimations();
        swipe(toasts, sign * 160);
        await toasts.updateComplete;
        for (const animation of card.getAnimations()) animation.currentTime = 100;
        expect((card.getBoundingClientRect().left - left) * sign).to.be.above(160);
        letGo();
        await waitUntil(() => queryAll(toasts, '.toast').length === 0, 'The toast does not go.');
      });
  });
});

describe('`renderNotification` of <nudge-toasts>', () => {
  it('shows the card of the page with a close button, and releases it with the toast or the element', async () => {
    const signals: AbortSignal[] = [];
    const page = await renderToasts({
      renderNotification: ({ payload }, { signal }) => {
        signals.push(signal);
        const card = document.createElement('p');
        card.textContent = `Custom: ${payload.title ?? ''}`;
        return card;
      },
    });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    const texts = [...page.toasts.querySelectorAll('p')].filter((card) => card.checkVisibility());
    expect(texts.map(visibleText).sort()).to.deep.equal(['Custom: First', 'Custom: Second']);
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts, 'First');
    await waitUntil(() => page.toasts.children.length === 1);
    page.toasts.remove();
    await expectEventually(
      () => [page.toasts.children.length, signals.every(({ aborted }) => aborted)],
      [0, true],
    );
  });

  it('shows the default card where it throws or returns null', async () => {
    recordWarnings();
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

describe('A setting of <nudge-toasts>', () => {
  const settings: [name: string, unusable: unknown[], used: string][] = [
    ['placement', ['left', 7, {}], 'bottom-end'],
    ['duration', ['soon', -1, NaN, {}], '8000'],
    ['duration', [1, 400], '5000'],
    ['max', ['many', 0, -3, NaN, {}], '3'],
  ];
  for (const [name, unusable, used] of settings)
    it(`warns once of each value of ${name} for which it uses ${used}`, async () => {
      const warnings = recordWarnings();
      const page = await renderToasts();
      arrive(page, '4', '3', '2', '1');
      await waitForToasts(page.toasts, '4', '3', '2');
      for (const [index, value] of unusable.entries()) {
        Object.assign(page.toasts, { [name]: value });
        arrive(page, 'More');
        await timers.advance(batchMs);
        await expectEventually(() => moreText(page.toasts), `${index + 2} more notifications`);
      }
      expect(stackOf(page.toasts).dataset.placement).to.equal('bottom-end');
      expect(warnings).to.deep.equal(
        unusable.map(
          (value) => `[nudge-inbox] <nudge-toasts> cannot use ${name} ${String(value)}: it uses ${used}.`,
        ),
      );
    });

  it('is replaced by the default without a warning if its attribute is removed', async () => {
    const warnings = recordWarnings();
    const page = await renderToasts();
    for (const [name, value] of Object.entries({ placement: 'top-start', duration: '6000', max: '1' })) {
      page.toasts.setAttribute(name, value);
      await page.toasts.updateComplete;
      page.toasts.removeAttribute(name);
    }
    arrive(page, '4', '3', '2', '1');
    await waitForToasts(page.toasts, '4', '3', '2');
    expect(stackOf(page.toasts).dataset.placement).to.equal('bottom-end');
    expect(warnings).to.deep.equal([]);
  });
});
