import { expect, fixture, html } from '@open-wc/testing';
import type { ActionDetail } from '../../../src/elements/base/events.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  createEmptySandbox,
  createRecord,
  createTestSession,
  expectEventually,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderCard,
  visibleText,
  waitUntil,
} from '../support.js';

const save = { name: 'Save', url: '/save', onclickAction: 'save' };

function renderWithButton(button: unknown = save): Promise<NudgeNotification> {
  return renderCard({ title: 'Title', actionButtons: { primary: button } });
}

/** What the card says about its action. */
function outcomeOf(element: NudgeNotification): string {
  const failures = queryAll(element, '[role=alert]').map(visibleText);
  const isBusy = queryOne(element, '.primary').getAttribute('aria-busy') === 'true';
  return [...failures, queryOne(element, '[role=status]').textContent.trim(), isBusy ? 'busy' : ''].join('');
}

const failed = 'Something went wrong. Please try again.';

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

/** Renders two elements of one session that show the same notification, whose answers its source saves. */
async function renderTwice(): Promise<[NudgeNotification, NudgeNotification]> {
  const sandbox = createEmptySandbox();
  const actionButtons = { primary: { name: 'Approve', onclickAction: 'approve' } };
  const { id } = sandbox.addNotification({ payload: { title: 'A request', actionButtons } });
  const answer = { action: 'primary', text: 'Approved', date: new Date().toISOString() } as const;
  const source = {
    load: () => Promise.resolve({ references: [{ id }], answers: ['approve'] }),
    setAnswer: () => Promise.resolve(answer),
  };
  const session = createTestSession(sandbox, { source });
  const render = (): Promise<NudgeNotification> =>
    fixture<NudgeNotification>(
      html`<nudge-notification .session=${session} notification-id=${id}></nudge-notification>`,
    );
  const elements: [NudgeNotification, NudgeNotification] = [await render(), await render()];
  await waitUntil(() => elements.every((element) => queryAll(element, '.actions .button').length === 1));
  return elements;
}

describe('<nudge-notification> action buttons', () => {
  it('give way to the answer of the host, in each element that shows the notification', async () => {
    const elements = await renderTwice();
    const changes = elements.map((element) => recordEvents(element, 'nudge-answer-change'));
    queryOne(elements[0], '.actions .button').click();
    const texts = (): string[] =>
      elements.flatMap((element) => queryAll(element, '.answer bdi, .actions .button').map(visibleText));
    await expectEventually(texts, ['Approved', 'Approved']);
    expect(queryOne(elements[0], '[role=status]').textContent.trim()).to.equal('Approved');
    expect(queryOne(elements[1], '[role=status]').textContent.trim()).to.equal('');
    const last = changes.map((events) => events.at(-1)?.detail.answer);
    expect(last.map((answer) => answer && 'text' in answer && answer.text)).to.include('Approved');
  });

  it('fire nudge-action on click', async () => {
    const element = await renderWithButton();
    const details: ActionDetail[] = [];
    document.body.addEventListener('nudge-action', ({ detail }) => details.push(detail), { once: true });
    const navigations = recordEvents(document.body, 'nudge-navigate');
    queryOne(element, '.primary').click();
    expect(details).to.have.length(1);
    const { waitUntil, answer, ...detail } = details[0]!;
    expect([typeof waitUntil, typeof answer]).to.deep.equal(['function', 'function']);
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

  it('hand out no URL that is unsafe or missing, and do not navigate to it', async () => {
    for (const onclickAction of ['navigate', 'save'])
      for (const url of ['javascript:alert(1)', '', null]) {
        const element = await renderWithButton({ name: 'Go', url, onclickAction });
        const urls: unknown[] = [];
        element.addEventListener('nudge-action', ({ detail }) => urls.push(detail.url));
        const button = queryOne(element, '.primary');
        button.click();
        expect([button.localName, urls]).to.deep.equal(['button', [null]]);
      }
  });

  it('navigate to a safe URL if onclickAction says so, or nothing', async () => {
    const { followedUrls } = preventNavigation();
    for (const onclickAction of [' NAVIGATE ', ' ', null]) {
      const element = await renderWithButton({ name: 'Go', url: '/there', onclickAction });
      queryOne(element, 'a.primary').click();
    }
    const url = new URL('/there', document.baseURI).href;
    expect(followedUrls).to.deep.equal([url, url, url]);
  });

  it('warn the developer once about an action that no listener looks at', async () => {
    const warnings = recordWarnings();
    const unheard = { name: 'Approve', url: '', onclickAction: 'approve-unheard' };
    const element = await renderWithButton(unheard);
    const button = queryOne(element, '.primary');
    button.click();
    button.click();
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The button "approve-unheard" did nothing: onAction of the backend does not have it, and no listener of nudge-action read its detail.',
    ]);
    expect(outcomeOf(element)).to.equal('');
  });

  it('warn the developer once about a button that leads nowhere', async () => {
    const warnings = recordWarnings();
    for (const url of ['', 'javascript:alert(1)']) {
      const element = await renderWithButton({ name: 'Go', url, onclickAction: 'navigate' });
      queryOne(element, '.primary').click();
    }
    expect(warnings).to.deep.equal([
      '[nudge-inbox] A button that navigates did nothing: its URL is missing or unsafe.',
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
    resolve();
    await expectEventually(() => outcomeOf(element), 'Done.');
    expect(button.ariaDisabled).to.equal('false');
    expect(element.shadowRoot!.activeElement === button).to.be.true;
  });

  it('show a failed action and can be clicked again', async () => {
    const element = await renderWithButton();
    const { reject } = deferAction(element);
    const button = queryOne(element, '.primary');
    button.click();
    reject(new Error('no'));
    await expectEventually(() => outcomeOf(element), failed);
    const { resolve } = deferAction(element);
    button.click();
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('busy');
    resolve();
    await expectEventually(() => outcomeOf(element), 'Done.');
  });

  it('announce and show a completed action and can be clicked again', async () => {
    const element = await renderWithButton();
    const status = queryOne(element, '[role=status]');
    expect(status.textContent.trim()).to.equal('');
    const first = deferAction(element);
    const button = queryOne(element, '.primary');
    button.click();
    await element.updateComplete;
    first.resolve();
    await expectEventually(() => outcomeOf(element), 'Done.');
    expect(queryOne(element, '[role=status]') === status, 'the live region exists before its text').to.be
      .true;
    expect(status.getBoundingClientRect().width).to.be.above(10);
    // The button looks as after a reload.
    expect([...button.querySelectorAll('svg')]).to.have.length(0);
    expect(visibleText(button)).to.equal('Save');
    const second = deferAction(element);
    button.click();
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('busy');
    second.reject(new Error('no'));
    await expectEventually(() => outcomeOf(element), failed);
  });

  it('clear a failure on the next click, even if the page does not handle it', async () => {
    recordWarnings();
    const element = await renderWithButton();
    deferAction(element).reject(new Error('no'));
    queryOne(element, '.primary').click();
    await expectEventually(() => outcomeOf(element), failed);
    queryOne(element, '.primary').click();
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('');
  });

  it('wait for all promises of one click', async () => {
    const [element, other] = [await renderWithButton(), await renderWithButton()];
    const [first, second, ofOther] = [deferAction(element), deferAction(element), deferAction(other)];
    for (const card of [element, other]) queryOne(card, '.primary').click();
    second.resolve();
    ofOther.resolve();
    await expectEventually(() => outcomeOf(other), 'Done.');
    expect(outcomeOf(element)).to.equal('busy');
    first.resolve();
    await expectEventually(() => outcomeOf(element), 'Done.');
  });

  it('show a failure if one of several promises rejects', async () => {
    const element = await renderWithButton();
    const [first, second] = [deferAction(element), deferAction(element)];
    queryOne(element, '.primary').click();
    second.resolve();
    first.reject(new Error('no'));
    await expectEventually(() => outcomeOf(element), failed);
  });

  it('wait for a promise that is added later', async () => {
    const element = await renderWithButton();
    const details: ActionDetail[] = [];
    element.addEventListener('nudge-action', ({ detail }) => details.push(detail));
    queryOne(element, '.primary').click();
    await element.updateComplete;
    details[0]!.waitUntil(new Promise(() => undefined));
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('busy');
  });

  it('accept any value in waitUntil()', async () => {
    const errors = recordUncaughtErrors();
    const values: [unknown, string][] = [
      [undefined, 'Done.'],
      ['text', 'Done.'],
      [{ then: (resolve: () => void) => resolve() }, 'Done.'],
      [
        {
          then: () => {
            throw new Error('no');
          },
        },
        failed,
      ],
    ];
    for (const [value, outcome] of values) {
      const element = await renderWithButton();
      element.addEventListener('nudge-action', ({ detail }) => {
        Reflect.apply(detail.waitUntil, undefined, [value]);
      });
      queryOne(element, '.primary').click();
      await expectEventually(() => outcomeOf(element), outcome, JSON.stringify(value));
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
    await expectEventually(() => queryAll(element, '[role=alert]').length, 1);
    parentElement!.append(element);
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal(failed);
    expect(errors).to.deep.equal([]);
  });

  it('do not apply a result to another notification', async () => {
    const element = await renderWithButton();
    const { reject } = deferAction(element);
    queryOne(element, '.primary').click();
    const { record } = element;
    const other = createRecord({ actionButtons: { primary: save } }, { id: 'n-2' });
    element.record = other;
    reject(new Error('no'));
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('');
    element.record = record;
    await expectEventually(() => outcomeOf(element), failed);
    element.record = other;
    await element.updateComplete;
    expect(outcomeOf(element)).to.equal('');
  });
});

describe('<nudge-notification> tools', () => {
  it('fire an event and do not change the record', async () => {
    for (const [isRead, label] of [
      [false, 'Mark as read'],
      [true, 'Mark as unread'],
      [null, 'Mark as read'],
    ] as const) {
      const element = await renderCard({ title: 'Title' }, { isRead });
      const events = recordEvents(document.body, 'nudge-read-change');
      const button = queryOne(element, '.tools button');
      expect(button.ariaLabel).to.equal(label);
      button.click();
      await element.updateComplete;
      expect(events.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: !isRead }]);
      expect(queryAll(element, '.dot')).to.have.length(isRead === false ? 1 : 0);
    }
  });
});
