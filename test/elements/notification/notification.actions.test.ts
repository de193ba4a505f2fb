import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  createRecord,
  flushTasks,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderCard,
  visibleText,
} from '../support.js';

const save = { name: 'Save', url: '/save', onclickAction: 'save' };

function renderWithButton(button: unknown = save): Promise<NudgeNotification> {
  return renderCard({ title: 'Title', actionButtons: { primary: button } });
}

const visibleStatus = (element: NudgeNotification): string =>
  queryOne(element, '[role=status]').textContent === 'Done.' ? 'done' : '';

/** Passes a promise to `waitUntil()` of the next action. The test resolves or rejects it. */
function deferAction(element: NudgeNotification): { resolve: () => void; reject: (error: Error) => void } {
  const { promise, resolve, reject } = (() => {
    let resolve!: () => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<void>((...callbacks) => ([resolve, reject] = callbacks));
    return { promise, resolve, reject };
  })();
  element.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(promise), { once: true });
  return { resolve, reject };
}

describe('<nudge-notification> action buttons', () => {
  it('fire nudge-action on click', async () => {
    const element = await renderWithButton();
    const events = recordEvents(document.body, 'nudge-action');
    const navigations = recordEvents(document.body, 'nudge-navigate');
    queryOne(element, '.primary').click();
    expect(events).to.have.length(1);
    const { waitUntil, ...detail } = events[0]!.detail;
    expect(waitUntil).to.be.a('function');
    expect(detail).to.deep.equal({
      action: 'primary',
      onclickAction: 'save',
      url: new URL('/save', document.baseURI).href,
      id: 'n-1',
      notification: element.record,
    });
    expect(navigations).to.have.length(0);
    expect(queryOne(element, '.primary').localName).to.equal('button');
  });

  for (const onclickAction of ['navigate', 'save']) {
    for (const url of [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      '//me@example.com',
      '',
      null,
    ]) {
      it(`hand out no URL for ${JSON.stringify(url)} with onclickAction ${onclickAction}`, async () => {
        const element = await renderWithButton({ name: 'Go', url, onclickAction });
        const events = recordEvents(element, 'nudge-action');
        queryOne(element, '.primary').click();
        expect(events.map(({ detail }) => detail.url)).to.deep.equal([null]);
      });
    }
  }

  for (const key of ['Enter', ' ']) {
    it(`fire one event on ${key}`, async () => {
      const element = await renderWithButton();
      const events = recordEvents(element, 'nudge-action');
      queryOne(element, '.primary').focus();
      await sendKeys({ press: key });
      expect(events).to.have.length(1);
    });
  }

  it('navigate only to a safe URL', async () => {
    for (const url of ['javascript:alert(1)', '', null]) {
      const element = await renderWithButton({ name: 'Go', url, onclickAction: 'navigate' });
      expect(queryOne(element, '.primary').localName, String(url)).to.equal('button');
    }
  });

  for (const onclickAction of ['NAVIGATE', ' navigate ', '', ' ', null]) {
    it(`navigate to a safe URL with onclickAction ${JSON.stringify(onclickAction)}`, async () => {
      const { followedUrls } = preventNavigation();
      const element = await renderWithButton({ name: 'Go', url: '/there', onclickAction });
      queryOne(element, 'a.primary').click();
      expect(followedUrls).to.deep.equal([new URL('/there', document.baseURI).href]);
    });
  }

  it('warn the developer once about an action that no listener looks at', async () => {
    const warnings = recordWarnings();
    const unheard = { name: 'Approve', url: '', onclickAction: 'approve-unheard' };
    const element = await renderWithButton(unheard);
    const button = queryOne(element, '.primary');
    button.click();
    button.click();
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The button "approve-unheard" did nothing: no listener of nudge-action read its detail.',
    ]);
  });

  it('cause no warning if a listener looks at the action or cancels it', async () => {
    const warnings = recordWarnings();
    const handlers: ((event: HTMLElementEventMap['nudge-action']) => void)[] = [
      ({ detail }) => expect(detail.id).to.equal('n-1'),
      (event) => event.preventDefault(),
    ];
    for (const [index, handle] of handlers.entries()) {
      const element = await renderWithButton({ name: 'Go', url: '', onclickAction: `heard-${index}` });
      element.addEventListener('nudge-action', handle);
      queryOne(element, '.primary').click();
    }
    preventNavigation();
    const element = await renderWithButton({ name: 'Go', url: '/there', onclickAction: 'navigate' });
    queryOne(element, 'a.primary').click();
    expect(warnings).to.deep.equal([]);
  });

  it('fire nudge-action before nudge-navigate', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderWithButton({ name: 'Go', url: '/there', onclickAction: 'navigate' });
    const order: string[] = [];
    element.addEventListener('nudge-action', () => order.push('action'));
    element.addEventListener('nudge-navigate', ({ detail }) => order.push(detail.origin));
    queryOne(element, 'a.primary').click();
    expect(order).to.deep.equal(['action', 'action']);
    expect(followedUrls).to.have.length(1);
  });

  it('do not navigate if the page cancels nudge-action', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderWithButton({ name: 'Go', url: '/there', onclickAction: 'navigate' });
    const navigations = recordEvents(element, 'nudge-navigate');
    element.addEventListener('nudge-action', (event) => event.preventDefault());
    queryOne(element, 'a.primary').click();
    expect(navigations).to.have.length(0);
    expect(followedUrls).to.have.length(0);
  });

  it('are busy while the action is pending and fire no second event', async () => {
    const element = await renderWithButton();
    const { resolve } = deferAction(element);
    const events = recordEvents(element, 'nudge-action');
    const button = queryOne(element, '.primary');
    button.focus();
    button.click();
    await element.updateComplete;
    expect([button.getAttribute('aria-busy'), button.ariaDisabled]).to.deep.equal(['true', 'true']);
    button.click();
    expect(events).to.have.length(1);
    await expect(element).to.be.accessible();
    resolve();
    await flushTasks();
    expect([button.getAttribute('aria-busy'), button.ariaDisabled]).to.deep.equal(['false', 'false']);
    expect(element.shadowRoot!.activeElement === button).to.be.true;
    expect(queryAll(element, '[role=alert]')).to.have.length(0);
  });

  it('show a failed action and can be clicked again', async () => {
    const element = await renderWithButton();
    const { reject } = deferAction(element);
    const button = queryOne(element, '.primary');
    button.click();
    reject(new Error('no'));
    await flushTasks();
    expect(visibleText(queryOne(element, '[role=alert]'))).to.equal(
      'Something went wrong. Please try again.',
    );
    expect(button.getAttribute('aria-busy')).to.equal('false');
    await expect(element).to.be.accessible();
    const { resolve } = deferAction(element);
    button.click();
    await element.updateComplete;
    expect(queryAll(element, '[role=alert]')).to.have.length(0);
    resolve();
    await flushTasks();
    expect(queryAll(element, '[role=alert]')).to.have.length(0);
  });

  it('announce and show a completed action and can be clicked again', async () => {
    const element = await renderWithButton();
    const status = queryOne(element, '[role=status]');
    expect(status.textContent.trim()).to.equal('');
    const first = deferAction(element);
    const button = queryOne(element, '.primary');
    button.click();
    await element.updateComplete;
    expect(queryAll(element, '.primary svg')).to.have.length(0);
    first.resolve();
    await flushTasks();
    expect(queryOne(element, '[role=status]') === status, 'the live region exists before its text').to.be
      .true;
    expect(status.textContent).to.equal('Done.');
    expect(queryAll(element, '.primary svg')).to.have.length(1);
    expect(visibleText(button)).to.equal('Save');
    await expect(element).to.be.accessible();
    const second = deferAction(element);
    button.click();
    await element.updateComplete;
    expect([status.textContent, button.getAttribute('aria-busy')]).to.deep.equal(['', 'true']);
    second.reject(new Error('no'));
    await flushTasks();
    expect([status.textContent, queryAll(element, '.primary svg').length]).to.deep.equal(['', 0]);
    expect(queryAll(element, '[role=alert]')).to.have.length(1);
  });

  it('clear a failure on the next click, even if the page does not handle it', async () => {
    const element = await renderWithButton();
    deferAction(element).reject(new Error('no'));
    queryOne(element, '.primary').click();
    await flushTasks();
    expect(queryAll(element, '[role=alert]')).to.have.length(1);
    queryOne(element, '.primary').click();
    await element.updateComplete;
    expect(queryAll(element, '[role=alert]')).to.have.length(0);
  });

  it('wait for all promises of one click', async () => {
    const element = await renderWithButton();
    const [first, second] = [deferAction(element), deferAction(element)];
    const button = queryOne(element, '.primary');
    button.click();
    second.resolve();
    await flushTasks();
    expect(button.getAttribute('aria-busy')).to.equal('true');
    first.resolve();
    await flushTasks();
    expect([button.getAttribute('aria-busy'), queryOne(element, '[role=status]').textContent]).to.deep.equal([
      'false',
      'Done.',
    ]);
  });

  it('show a failure if one of several promises rejects', async () => {
    const element = await renderWithButton();
    const [first, second] = [deferAction(element), deferAction(element)];
    const button = queryOne(element, '.primary');
    button.click();
    first.reject(new Error('no'));
    await flushTasks();
    second.resolve();
    await flushTasks();
    expect(queryAll(element, '[role=alert]')).to.have.length(1);
    expect([button.getAttribute('aria-busy'), queryOne(element, '[role=status]').textContent]).to.deep.equal([
      'false',
      '',
    ]);
  });

  it('wait for a promise that is added later', async () => {
    const element = await renderWithButton();
    const events = recordEvents(element, 'nudge-action');
    queryOne(element, '.primary').click();
    await flushTasks();
    events[0]!.detail.waitUntil(new Promise(() => undefined));
    await element.updateComplete;
    expect(queryOne(element, '.primary').getAttribute('aria-busy')).to.equal('true');
  });

  it('accept any value in waitUntil()', async () => {
    const errors = recordUncaughtErrors();
    const values: [unknown, string][] = [
      [undefined, 'done'],
      ['text', 'done'],
      [{ then: (resolve: () => void) => resolve() }, 'done'],
      [
        {
          then: () => {
            throw new Error('no');
          },
        },
        'failed',
      ],
    ];
    for (const [value, outcome] of values) {
      const element = await renderWithButton();
      element.addEventListener('nudge-action', ({ detail }) => {
        Reflect.apply(detail.waitUntil, undefined, [value]);
      });
      queryOne(element, '.primary').click();
      await flushTasks();
      const hasFailed = queryAll(element, '[role=alert]').length > 0;
      expect(hasFailed ? 'failed' : visibleStatus(element), JSON.stringify(value)).to.equal(outcome);
    }
    expect(errors).to.deep.equal([]);
  });

  it('show a failure that occurred while the card was removed', async () => {
    const errors = recordUncaughtErrors();
    const element = await renderWithButton();
    const { reject } = deferAction(element);
    queryOne(element, '.primary').click();
    const { parentElement } = element;
    element.remove();
    reject(new Error('no'));
    await flushTasks();
    expect(errors).to.deep.equal([]);
    parentElement!.append(element);
    await element.updateComplete;
    expect(queryAll(element, '[role=alert]')).to.have.length(1);
  });

  it('do not apply a result to another notification', async () => {
    const element = await renderWithButton();
    const { reject } = deferAction(element);
    queryOne(element, '.primary').click();
    element.record = createRecord({ actionButtons: { primary: save } }, { id: 'n-2' });
    reject(new Error('no'));
    await flushTasks();
    expect(queryAll(element, '[role=alert], [aria-busy=true]')).to.have.length(0);
  });
});

describe('<nudge-notification> tools', () => {
  for (const [isRead, label] of [
    [false, 'Mark as read'],
    [true, 'Mark as unread'],
  ] as const) {
    it(`offer "${label}", which fires an event and does not change the record`, async () => {
      const element = await renderCard({ title: 'Title' }, { isRead });
      const events = recordEvents(document.body, 'nudge-read-change');
      const button = queryOne(element, '.tools button:first-child');
      expect(button.getAttribute('aria-label')).to.equal(label);
      button.click();
      await element.updateComplete;
      expect(events.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: !isRead }]);
      expect(queryAll(element, '.dot')).to.have.length(isRead ? 0 : 1);
    });
  }

  it('offer "Mark as read" if the read state is unknown, without the mark of an unread one', async () => {
    const element = await renderCard({ title: 'Title' }, { isRead: null });
    const events = recordEvents(document.body, 'nudge-read-change');
    const button = queryOne(element, '.tools button');
    expect(button.getAttribute('aria-label')).to.equal('Mark as read');
    button.click();
    expect(events.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: true }]);
    expect(queryAll(element, '.dot')).to.have.length(0);
  });

  it('are visible while they have the focus', async () => {
    const element = await renderCard({ title: 'Title' });
    queryOne(element, '.tools button:first-child').focus();
    expect(getComputedStyle(queryOne(element, '.tools')).opacity).to.equal('1');
  });
});
