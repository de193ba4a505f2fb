import { expect } from '@open-wc/testing';
import { emulateMedia, resetMouse } from '@web/test-runner-commands';
import { ApiError, SignedOutError } from '../../../src/api/errors.js';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationSource, SourceEvent } from '../../../src/session/sources/source.js';
import type { Session } from '../../../src/session/session.js';
import { notIn } from '../engine.js';
import {
  cards,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  expectEventually,
  hoverOver,
  isVisible,
  queryAll,
  queryOne,
  recordWarnings,
  renderCard,
  renderInbox,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

type SetAnswer = NonNullable<NotificationSource['setAnswer']>;

const date = new Date().toISOString();
const time = new Date(date).toLocaleTimeString('en', { timeStyle: 'short' });
const clock = /\d+:\d\d [AP]M/;
const actionButtons = {
  primary: { name: 'Approve', onclickAction: 'approve' },
  secondary: { name: 'Reject', onclickAction: 'reject' },
};

/** A promise, and what settles it. */
function defer<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
} {
  let resolve!: (value: Value) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

interface Shown {
  inbox: NudgeInbox;
  card: NudgeCard;
  session: Session;
  id: string;
  /** Emits an event of the source. */
  emit: (event: SourceEvent) => void;
}

/** An inbox with one notification, whose source saves answers and handles "approve". */
async function show(setAnswer: SetAnswer, shownButtons: object = actionButtons): Promise<Shown> {
  const sandbox = createEmptySandbox();
  const { id } = sandbox.addNotification({ payload: { title: 'A request', actionButtons: shownButtons } });
  let emit: Shown['emit'] = () => undefined;
  const source = {
    load: () => Promise.resolve({ references: [{ id, isRead: false }], answers: ['approve'] }),
    setAnswer,
    subscribe: (emitEvent: Shown['emit']) => void (emit = emitEvent),
  };
  const session = createTestSession(sandbox, { source });
  const inbox = await renderInbox(session);
  await waitUntil(() => cards(inbox).length === 1, 'no card');
  return { inbox, card: cards(inbox)[0]!, session, id, emit: (event) => emit(event) };
}

const buttons = (card: Element): string[] =>
  queryAll(card, '.actions .button').map(
    (button) =>
      `${visibleText(button)}${button.ariaDisabled === 'true' ? ' disabled' : ''}${button.ariaBusy === 'true' ? ' busy' : ''}`,
  );
const line = (card: Element): string => queryAll(card, '.answer').map(visibleText).join();
const status = (card: Element): string => queryOne(card, '[role=status]').textContent.trim();
const failure = (card: Element): string => queryAll(card, '[role=alert]').map(visibleText).join();
const press = (card: Element, name: 'primary' | 'secondary'): void =>
  queryOne(card, `.button.${name}`).click();

/** The page does what the buttons are for. */
function handleAction(inbox: HTMLElement, outcome: unknown): void {
  inbox.addEventListener('nudge-action', ({ detail }) => detail.answer(outcome), { once: true });
}

describe('An answer in a card', () => {
  it('takes the place of the buttons, with its time, and keeps the focus at the card', async () => {
    const { inbox, card } = await show((_, { action, text }) =>
      Promise.resolve({ action, text: text ?? '', date }),
    );
    handleAction(inbox, Promise.resolve('Approved'));
    // Under the pointer, the tools of a card take the place of its own time.
    await hoverOver(card);
    queryOne(card, '.primary').focus();
    press(card, 'primary');
    await expectEventually(() => line(card), `Approved · ${time}`);
    expect(
      queryOne(card, '.answer time').checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    ).to.be.true;
    await resetMouse();
    expect([buttons(card), status(card)]).to.deep.equal([[], 'Approved']);
    expect(deepActiveElement() === card.closest('[role=article]')).to.be.true;
    expect(card.record?.isRead).to.be.true;
  });

  it('is under way until it is given: no button can be pressed', async () => {
    const { inbox, card } = await show((_, { action, text }) =>
      Promise.resolve({ action, text: text ?? '', date }),
    );
    const { promise, resolve } = defer<undefined>();
    handleAction(inbox, promise);
    press(card, 'primary');
    await expectEventually(() => buttons(card), ['Approve disabled busy', 'Reject disabled']);
    expect(visibleText(queryOne(card, '.success'))).to.equal('In progress…');
    resolve(undefined);
    // Without a text, the outcome is the label of the button.
    await expectEventually(() => line(card), `Approve · ${time}`);
  });

  it('is not given if the page fails: the buttons are back, with another try', async () => {
    const { inbox, card } = await show((_, { action, text }) =>
      Promise.resolve({ action, text: text ?? '', date }),
    );
    handleAction(inbox, Promise.reject(new Error('no')));
    press(card, 'primary');
    await expectEventually(() => failure(card), 'Something went wrong. Please try again.');
    expect(buttons(card)).to.deep.equal(['Approve', 'Reject']);
    handleAction(inbox, 'Approved');
    queryOne(card, '.actions .link-button').click();
    await expectEventually(() => line(card), `Approved · ${time}`);
    expect(failure(card)).to.equal('');
  });

  for (const [what, error, text] of [
    ['nobody is signed in', new SignedOutError('401', null, { status: 401 }), 'Sign in to save your choice.'],
    [
      'the notification is gone',
      new ApiError('404', null, { status: 404 }),
      'This notification is no longer available.',
    ],
  ] as const)
    it(`says that ${what}`, async () => {
      const { card } = await show(() => Promise.reject(error));
      press(card, 'primary');
      await expectEventually(() => failure(card), text);
    });

  it('is refused without a network', async () => {
    const { card } = await show(() => Promise.reject(new Error('offline')));
    stubProperty(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    press(card, 'primary');
    await expectEventually(() => failure(card), 'You’re offline. Your answer wasn’t saved.');
  });

  it('of another device is shown, and said to everybody', async () => {
    const { card } = await show(() => Promise.resolve({ action: 'secondary', text: 'Rejected', date }));
    press(card, 'primary');
    await expectEventually(() => line(card), `Rejected · ${time}`);
    expect(status(card)).to.equal('Already decided elsewhere: Rejected');
    expect(queryOne(card, '[role=status]').getBoundingClientRect().height).to.be.greaterThan(10);
  });

  it('leaves links, which answer nothing', async () => {
    const links = { tertiary: { name: 'See the request', onclickAction: 'navigate', url: '/requests/7' } };
    const { card } = await show(() => Promise.resolve({ action: 'primary', text: 'Approved', date }), {
      ...actionButtons,
      ...links,
    });
    press(card, 'primary');
    await expectEventually(() => line(card), `Approved · ${time}`);
    expect(buttons(card)).to.deep.equal(['See the request']);
  });

  it('is said in the place of what a button before has done', async () => {
    const { inbox, card } = await show(() => Promise.resolve({ action: 'primary', text: 'Approved', date }));
    inbox.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(Promise.resolve()), {
      once: true,
    });
    press(card, 'secondary');
    await expectEventually(() => status(card), 'Done.');
    press(card, 'primary');
    await expectEventually(() => line(card), `Approved · ${time}`);
    expect(status(card)).to.equal('Approved');
  });

  notIn(['firefox', 'webkit'], 'its driver does not emulate paper')(
    'is on paper, without buttons, but for its text',
    async () => {
      const { card } = await show(() => Promise.resolve({ action: 'secondary', text: 'Rejected', date }));
      await emulateMedia({ media: 'print' });
      expect(isVisible(queryOne(card, '.actions'))).to.be.false;
      await emulateMedia({ media: 'screen' });
      press(card, 'primary');
      await expectEventually(() => line(card), `Rejected · ${time}`);
      await emulateMedia({ media: 'print' });
      expect(isVisible(queryOne(card, '.answer'))).to.be.true;
      expect(isVisible(queryOne(card, '[role=status]'))).to.be.false;
      await emulateMedia({ media: 'screen' });
    },
  );

  it('is given by the host where its list says so, unless the page cancels the action', async () => {
    const warnings = recordWarnings();
    const names: unknown[] = [];
    const { inbox, card } = await show((_, { onclickAction, text }) => {
      names.push([onclickAction, text]);
      return Promise.resolve({ action: 'primary', text: 'Approved', date });
    });
    inbox.addEventListener('nudge-action', (event) => event.preventDefault(), { once: true });
    press(card, 'primary');
    press(card, 'primary');
    await expectEventually(() => line(card), `Approved · ${time}`);
    expect([names, warnings]).to.deep.equal([[['approve', null]], []]);
  });

  it('that was interrupted can be tried again by the same button only', async () => {
    const until = new Date(Date.now() - 1000).toISOString();
    const { card, session, id } = await show(() => Promise.resolve({ action: 'primary', until }));
    press(card, 'primary');
    await expectEventually(() => buttons(card), ['Approve', 'Reject disabled']);
    expect(failure(card)).to.equal('Something went wrong. Please try again.');
    expect([line(card), queryAll(card, '.success').map(visibleText)]).to.deep.equal(['', []]);
    queryOne(card, '.actions .link-button').click();
    await expectEventually(() => session.notifications.get(id).answer, { action: 'primary', until });
  });

  it('that was interrupted elsewhere says so, and is under way no more', async () => {
    const { card, id, emit } = await show(() => Promise.resolve(undefined));
    const until = new Date(Date.now() + 1000).toISOString();
    emit({ type: 'answer', ids: [id], answer: { action: 'primary', until } });
    await expectEventually(() => visibleText(queryOne(card, '.actions')), 'Approve Reject In progress…');
    await expectEventually(() => buttons(card), ['Approve', 'Reject disabled']);
    expect(visibleText(queryOne(card, '.actions'))).to.include('Something went wrong. Please try again.');
    expect(queryAll(card, '[role=alert]')).to.deep.equal([]);
  });

  it('is shown without a session, too', async () => {
    const element = await renderCard({ title: 'Title', actionButtons });
    handleAction(element, Promise.resolve('Approved'));
    press(element, 'primary');
    await expectEventually(() => line(element).replace(clock, ''), 'Approved · ');
  });
});
