import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import { all, card, heard, one, recordOf, seen, settle, stayHere, uncaught } from '../support.js';

const save = { name: 'Save', url: '/save', onclickAction: 'save' };

function withButton(button: unknown = save): Promise<NudgeNotification> {
  return card({ title: 'Title', actionButtons: { primary: button } });
}

const seenStatus = (element: NudgeNotification): string =>
  one(element, '[role=status]').textContent === 'Done.' ? 'done' : '';

/** A promise that the test settles, handed to the element as what its act waits for. */
function pendingAct(element: NudgeNotification): { resolve: () => void; reject: (error: Error) => void } {
  const { promise, resolve, reject } = (() => {
    let resolve!: () => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<void>((...settlers) => ([resolve, reject] = settlers));
    return { promise, resolve, reject };
  })();
  element.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(promise), { once: true });
  return { resolve, reject };
}

describe('buttons of a nudge-notification', () => {
  it('tell the page what was pressed', async () => {
    const element = await withButton();
    const events = heard(document.body, 'nudge-action');
    const navigations = heard(document.body, 'nudge-navigate');
    one(element, '.primary').click();
    expect(events).to.have.length(1);
    const { waitUntil, ...detail } = events[0]!.detail;
    expect(waitUntil).to.be.a('function');
    expect(detail).to.deep.equal({
      action: 'primary',
      onclickAction: 'save',
      url: '/save',
      id: 'n-1',
      notification: element.record,
    });
    expect(navigations).to.have.length(0);
    expect(one(element, '.primary').localName).to.equal('button');
  });

  for (const key of ['Enter', 'Space']) {
    it(`do one thing by ${key}`, async () => {
      const element = await withButton();
      const events = heard(element, 'nudge-action');
      one(element, '.primary').focus();
      await sendKeys({ press: key });
      expect(events).to.have.length(1);
    });
  }

  it('navigate only where their address is safe', async () => {
    for (const url of ['javascript:alert(1)', '', null]) {
      const element = await withButton({ name: 'Go', url, onclickAction: 'navigate' });
      expect(one(element, '.primary').localName, String(url)).to.equal('button');
    }
  });

  it('that navigate tell of the act first, then of the navigation', async () => {
    const { followed } = stayHere();
    const element = await withButton({ name: 'Go', url: '/there', onclickAction: 'navigate' });
    const order: string[] = [];
    element.addEventListener('nudge-action', () => order.push('action'));
    element.addEventListener('nudge-navigate', ({ detail }) => order.push(detail.origin));
    one(element, 'a.primary').click();
    expect(order).to.deep.equal(['action', 'action']);
    expect(followed).to.have.length(1);
  });

  it('that navigate go nowhere where the page keeps the act to itself', async () => {
    const { followed } = stayHere();
    const element = await withButton({ name: 'Go', url: '/there', onclickAction: 'navigate' });
    const navigations = heard(element, 'nudge-navigate');
    element.addEventListener('nudge-action', (event) => event.preventDefault());
    one(element, 'a.primary').click();
    expect(navigations).to.have.length(0);
    expect(followed).to.have.length(0);
  });

  it('show that they are at work, and do nothing twice meanwhile', async () => {
    const element = await withButton();
    const { resolve } = pendingAct(element);
    const events = heard(element, 'nudge-action');
    const button = one(element, '.primary');
    button.focus();
    button.click();
    await element.updateComplete;
    expect([button.getAttribute('aria-busy'), button.ariaDisabled]).to.deep.equal(['true', 'true']);
    button.click();
    expect(events).to.have.length(1);
    await expect(element).to.be.accessible();
    resolve();
    await settle();
    expect([button.getAttribute('aria-busy'), button.ariaDisabled]).to.deep.equal(['false', 'false']);
    expect(element.shadowRoot!.activeElement === button).to.be.true;
    expect(all(element, '[role=alert]')).to.have.length(0);
  });

  it('say that an act failed, and try again', async () => {
    const element = await withButton();
    const { reject } = pendingAct(element);
    const button = one(element, '.primary');
    button.click();
    reject(new Error('no'));
    await settle();
    expect(seen(one(element, '[role=alert]'))).to.equal('That did not work. Please try again.');
    expect(button.getAttribute('aria-busy')).to.equal('false');
    await expect(element).to.be.accessible();
    const { resolve } = pendingAct(element);
    button.click();
    await element.updateComplete;
    expect(all(element, '[role=alert]')).to.have.length(0);
    resolve();
    await settle();
    expect(all(element, '[role=alert]')).to.have.length(0);
  });

  it('say and show that an act is done, and do it again', async () => {
    const element = await withButton();
    const status = one(element, '[role=status]');
    expect(status.textContent.trim()).to.equal('');
    const first = pendingAct(element);
    const button = one(element, '.primary');
    button.click();
    await element.updateComplete;
    expect(all(element, '.primary svg')).to.have.length(0);
    first.resolve();
    await settle();
    expect(one(element, '[role=status]') === status, 'there before its text').to.be.true;
    expect(status.textContent).to.equal('Done.');
    expect(all(element, '.primary svg')).to.have.length(1);
    expect(seen(button)).to.equal('Save');
    await expect(element).to.be.accessible();
    const second = pendingAct(element);
    button.click();
    await element.updateComplete;
    expect([status.textContent, button.getAttribute('aria-busy')]).to.deep.equal(['', 'true']);
    second.reject(new Error('no'));
    await settle();
    expect([status.textContent, all(element, '.primary svg').length]).to.deep.equal(['', 0]);
    expect(all(element, '[role=alert]')).to.have.length(1);
  });

  it('forget a failure as they are pressed again, whatever the page makes of it', async () => {
    const element = await withButton();
    pendingAct(element).reject(new Error('no'));
    one(element, '.primary').click();
    await settle();
    expect(all(element, '[role=alert]')).to.have.length(1);
    one(element, '.primary').click();
    await element.updateComplete;
    expect(all(element, '[role=alert]')).to.have.length(0);
  });

  it('wait for all that one press began', async () => {
    const element = await withButton();
    const [first, second] = [pendingAct(element), pendingAct(element)];
    const button = one(element, '.primary');
    button.click();
    second.resolve();
    await settle();
    expect(button.getAttribute('aria-busy')).to.equal('true');
    first.resolve();
    await settle();
    expect([button.getAttribute('aria-busy'), one(element, '[role=status]').textContent]).to.deep.equal([
      'false',
      'Done.',
    ]);
  });

  it('have failed where one of several did, whatever becomes of the others', async () => {
    const element = await withButton();
    const [first, second] = [pendingAct(element), pendingAct(element)];
    const button = one(element, '.primary');
    button.click();
    first.reject(new Error('no'));
    await settle();
    second.resolve();
    await settle();
    expect(all(element, '[role=alert]')).to.have.length(1);
    expect([button.getAttribute('aria-busy'), one(element, '[role=status]').textContent]).to.deep.equal([
      'false',
      '',
    ]);
  });

  it('wait for what the page begins later', async () => {
    const element = await withButton();
    const events = heard(element, 'nudge-action');
    one(element, '.primary').click();
    await settle();
    events[0]!.detail.waitUntil(new Promise(() => undefined));
    await element.updateComplete;
    expect(one(element, '.primary').getAttribute('aria-busy')).to.equal('true');
  });

  it('take whatever the page gives them to wait for', async () => {
    const errors = uncaught();
    const given: [unknown, string][] = [
      [undefined, 'done'],
      ['text', 'done'],
      [{ then: (settled: () => void) => settled() }, 'done'],
      [
        {
          then: () => {
            throw new Error('no');
          },
        },
        'failed',
      ],
    ];
    for (const [value, outcome] of given) {
      const element = await withButton();
      element.addEventListener('nudge-action', ({ detail }) => {
        Reflect.apply(detail.waitUntil, undefined, [value]);
      });
      one(element, '.primary').click();
      await settle();
      const hasFailed = all(element, '[role=alert]').length > 0;
      expect(hasFailed ? 'failed' : seenStatus(element), JSON.stringify(value)).to.equal(outcome);
    }
    expect(errors).to.deep.equal([]);
  });

  it('settle without a word after the card is gone, and say so as it is back', async () => {
    const errors = uncaught();
    const element = await withButton();
    const { reject } = pendingAct(element);
    one(element, '.primary').click();
    const { parentElement } = element;
    element.remove();
    reject(new Error('no'));
    await settle();
    expect(errors).to.deep.equal([]);
    parentElement!.append(element);
    await element.updateComplete;
    expect(all(element, '[role=alert]')).to.have.length(1);
  });

  it('keep an act to the notification that it is of', async () => {
    const element = await withButton();
    const { reject } = pendingAct(element);
    one(element, '.primary').click();
    element.record = recordOf({ actionButtons: { primary: save } }, { id: 'n-2' });
    reject(new Error('no'));
    await settle();
    expect(all(element, '[role=alert], [aria-busy=true]')).to.have.length(0);
  });
});

describe('reading a nudge-notification', () => {
  for (const [isRead, label] of [
    [false, 'Mark as read'],
    [true, 'Mark as unread'],
  ] as const) {
    it(`offers to ${label.toLowerCase()}, and leaves it to who holds the record`, async () => {
      const element = await card({ title: 'Title' }, { isRead });
      const events = heard(document.body, 'nudge-read-change');
      const button = one(element, '.tools button:first-child');
      expect([button.getAttribute('aria-label'), button.title]).to.deep.equal([label, label]);
      button.click();
      await element.updateComplete;
      expect(events.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: !isRead }]);
      expect(all(element, '.dot')).to.have.length(isRead ? 0 : 1);
    });
  }

  it('offers nothing where nobody knows', async () => {
    expect(all(await card({ title: 'Title' }, { isRead: null }), '.tools button, .dot')).to.have.length(0);
  });

  it('shows its tools as the focus comes to them', async () => {
    const element = await card({ title: 'Title' });
    one(element, '.tools button:first-child').focus();
    expect(getComputedStyle(one(element, '.tools')).opacity).to.equal('1');
  });
});
