import { expect } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import {
  clickOn,
  installFakeTimers,
  nextFrames,
  queryAll,
  recordWarnings,
  recordEvents,
  waitUntil,
} from '../support.js';
import { hoverOver } from '../inbox/feed-support.js';
import {
  arrive,
  closeButtons,
  moreText,
  renderToasts,
  rowsOf,
  stackOf,
  toastNames,
  waitForNoToasts,
  waitForToasts,
} from './toasts-support.js';

describe('<nudge-toasts>', () => {
  it('shows an arrival as a card, and not what was there before', async () => {
    const page = await renderToasts();
    expect(stackOf(page.toasts).checkVisibility()).to.be.false;
    arrive(page, 'Your order is on its way');
    await waitForToasts(page.toasts, 'Your order is on its way');
    expect(stackOf(page.toasts).checkVisibility()).to.be.true;
  });

  it('leaves the focus where it is', async () => {
    const page = await renderToasts();
    const input = document.createElement('input');
    page.toasts.before(input);
    input.focus();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    expect(document.activeElement).to.equal(input);
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

  const corners = {
    'bottom-end': ['right', 'bottom'],
    'bottom-start': ['left', 'bottom'],
    'top-end': ['right', 'top'],
    'top-start': ['left', 'top'],
  } as const;
  for (const [placement, [side, edge]] of Object.entries(corners))
    for (const direction of ['ltr', 'rtl'])
      it(`shows them at ${placement} in ${direction} text`, async () => {
        const page = await renderToasts({ placement: placement as keyof typeof corners });
        page.toasts.dir = direction;
        arrive(page, 'News');
        await waitForToasts(page.toasts, 'News');
        const { left, right, top, bottom } = stackOf(page.toasts).getBoundingClientRect();
        const distances = {
          left,
          right: document.documentElement.clientWidth - right,
          top,
          bottom: innerHeight - bottom,
        };
        const opposite = { left: 'right', right: 'left' } as const;
        expect(Math.round(distances[direction === 'rtl' ? opposite[side] : side])).to.equal(0);
        expect(Math.round(distances[edge])).to.equal(0);
      });

  it('closes a toast by its button, and leaves its notification unread', async () => {
    const page = await renderToasts();
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts, 'First');
    const { items, unreadCount } = page.session.notifications.state;
    expect([items.length, unreadCount]).to.deep.equal([2, 2]);
  });

  it('is hidden again when the last toast has gone', async () => {
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts);
    await waitUntil(() => !stackOf(page.toasts).matches(':popover-open'));
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
    await waitForNoToasts(page.toasts);
    expect(moreText(page.toasts)).to.be.null;
  });

  it('shows nothing of another session any more', async () => {
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    page.toasts.session = (await renderToasts()).session;
    await waitForToasts(page.toasts);
  });

  it('releases the cards of the page when it is removed', async () => {
    const signals: AbortSignal[] = [];
    const page = await renderToasts({
      renderNotification: (_, { signal }) => {
        signals.push(signal);
        return document.createElement('p');
      },
    });
    const { toasts } = page;
    arrive(page, 'News');
    await waitUntil(() => toasts.children.length === 1);
    toasts.remove();
    await nextFrames();
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
    expect(toasts.children).to.have.length(0);
  });

  it('reports each arrival once, as the other elements do', async () => {
    const page = await renderToasts();
    const arrivals = recordEvents(document, 'nudge-arrival');
    const ids = arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    expect(arrivals.map(({ detail }) => detail.ids)).to.deep.equal([ids]);
  });
});

describe('A toast', () => {
  it('goes after its duration', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts({ duration: 6000 });
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    await timers.advance(5900);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
    await timers.advance(200);
    await waitForToasts(page.toasts);
  });

  it('goes after 8 seconds by default', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts();
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    await timers.advance(7900);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
    await timers.advance(200);
    await waitForToasts(page.toasts);
  });

  it('stays until it is closed if the duration is 0', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts({ duration: 0 });
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    await timers.advance(3_600_000);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
  });

  it('goes after a duration that is set later', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts({ duration: 0 });
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    page.toasts.duration = 6000;
    await page.toasts.updateComplete;
    await timers.advance(6100);
    await waitForToasts(page.toasts);
  });

  it('stays while the pointer is on it, and for the whole duration after that', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts();
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    await hoverOver(rowsOf(page.toasts)[0]!);
    await timers.advance(60_000);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
    await resetMouse();
    await nextFrames();
    await timers.advance(7900);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
    await timers.advance(200);
    await waitForToasts(page.toasts);
  });

  it('stays while the focus is in it', async () => {
    const timers = installFakeTimers();
    const page = await renderToasts();
    arrive(page, 'News');
    await timers.advance(100);
    await waitForToasts(page.toasts, 'News');
    closeButtons(page.toasts)[0]!.focus();
    await timers.advance(60_000);
    expect(toastNames(page.toasts)).to.deep.equal(['News']);
    closeButtons(page.toasts)[0]!.blur();
    await nextFrames();
    await timers.advance(8100);
    await waitForToasts(page.toasts);
  });
});

describe('Arrivals beyond `max`', () => {
  it('are counted, and what is shown stays in its place', async () => {
    const page = await renderToasts({ max: 2 });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second', 'First');
    arrive(page, 'Fourth', 'Third');
    await waitUntil(() => moreText(page.toasts) === '2 more notifications');
    expect(toastNames(page.toasts)).to.deep.equal(['Second', 'First']);
  });

  it('stay calm if fifty come in a second', async () => {
    const page = await renderToasts();
    for (let batch = 0; batch < 10; batch++) {
      arrive(page, ...Array.from({ length: 5 }, (_, index) => `${batch} ${index}`));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await waitUntil(() => moreText(page.toasts) === '47 more notifications');
    expect(rowsOf(page.toasts)).to.have.length(3);
    // Each toast has stayed, so that its row was rendered once.
    expect(queryAll(page.toasts, 'nudge-toast')).to.have.length(3);
  });

  it('go with the last toast', async () => {
    const page = await renderToasts({ max: 1 });
    arrive(page, 'Second', 'First');
    await waitForToasts(page.toasts, 'Second');
    expect(moreText(page.toasts)).to.equal('1 more notification');
    await clickOn(closeButtons(page.toasts)[0]!);
    await waitForToasts(page.toasts);
    await nextFrames();
    expect(moreText(page.toasts)).to.be.null;
  });

  it('are shown as toasts by a press on their number if there is no bell', async () => {
    const page = await renderToasts({ max: 1 });
    arrive(page, 'Third', 'Second', 'First');
    await waitUntil(() => moreText(page.toasts) === '2 more notifications');
    await clickOn(queryAll(page.toasts, '.more')[0]!);
    await waitForToasts(page.toasts, 'Third', 'Second', 'First');
    expect(moreText(page.toasts)).to.be.null;
    expect(stackOf(page.toasts).matches(':focus-within')).to.be.true;
  });

  it('are shown in the order in which they came', async () => {
    const page = await renderToasts({ max: 1, duration: 0 });
    arrive(page, 'Second', 'First');
    await waitUntil(() => moreText(page.toasts)?.includes('1'));
    arrive(page, 'Third');
    await waitUntil(() => moreText(page.toasts)?.includes('2'));
    arrive(page, 'Fourth');
    await waitUntil(() => moreText(page.toasts)?.includes('3'));
    queryAll(page.toasts, '.more')[0]!.click();
    await waitForToasts(page.toasts, 'Fourth', 'Third', 'Second', 'First');
  });

  it('wait for the pointer to leave the toasts, though there is room', async () => {
    const page = await renderToasts();
    arrive(page, 'First');
    await waitForToasts(page.toasts, 'First');
    await hoverOver(rowsOf(page.toasts)[0]!);
    arrive(page, 'Second');
    await waitUntil(() => moreText(page.toasts) === '1 more notification');
    expect(toastNames(page.toasts)).to.deep.equal(['First']);
  });
});

describe('An unusable setting of <nudge-toasts>', () => {
  const invalid: [name: string, values: unknown[], used: string][] = [
    ['placement', ['left', 7, {}], 'bottom-end'],
    ['duration', ['soon', -1, NaN, {}], '8000'],
    ['duration', [1, 400], '5000'],
    ['max', ['many', 0, -3, NaN, {}], '3'],
  ];
  for (const [name, values, used] of invalid)
    for (const value of values)
      it(`warns of ${name} ${String(value)}, and uses ${used}`, async () => {
        const warnings = recordWarnings();
        const page = await renderToasts({ [name]: value });
        arrive(page, '4', '3', '2', '1');
        await waitForToasts(page.toasts, '4', '3', '2');
        await nextFrames();
        // Each mistake causes one warning per page.
        expect(warnings.filter((warning) => !warning.endsWith(`it uses ${used}.`))).to.deep.equal([]);
        expect(warnings.length).to.be.greaterThan(0);
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
