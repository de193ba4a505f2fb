import { expect, fixture } from '@open-wc/testing';
import {
  addNotifications,
  bellButton,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  nextFrames,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  visibleText,
} from '../support.js';

const tags = ['nudge-bell', 'nudge-inbox', 'nudge-preferences', 'nudge-notification'] as const;

/** By the name of the property: what a page might set by mistake, and what it is told. */
const mistakes: Record<string, [unknown[], string]> = {
  session: [[{}, 'session', 7, { notifications: [], preferences: {} }], 'session'],
  ids: [['n1', 7, {}], 'array'],
  source: [['/notifications', 7], 'object'],
  groups: [['orders', 7, {}], 'array'],
};
const mistakesOf: Record<(typeof tags)[number], typeof mistakes> = {
  'nudge-bell': { label: [[7, {}], 'string'], renderNotification: [['card', {}], 'function'] },
  'nudge-inbox': { heading: [[7, {}], 'string'], renderNotification: [['card', {}], 'function'] },
  'nudge-preferences': { heading: [[7, {}], 'string'] },
  'nudge-notification': {},
};

/** What all may be given without a word: it is read as nothing, or as the default. */
const harmless: Record<string, unknown[]> = {
  record: ['n1', 7, {}],
  customerKey: [7, {}],
  fetch: ['fetch', {}],
  source: [{}],
  open: ['yes', 7],
  placement: [7, {}],
  maxCount: ['many', {}],
  filter: [7, {}],
  view: [7, {}],
  label: [undefined, null],
  heading: [undefined, null],
  messages: [undefined, null, 'news', 7],
  renderNotification: [undefined, null],
};

describe('a property of a wrong type', () => {
  for (const tag of tags)
    for (const [name, [values, type]] of Object.entries({ ...mistakes, ...mistakesOf[tag] }))
      it(`${name} of <${tag}> is left out, with one warning`, async () => {
        const errors = recordUncaughtErrors();
        const sandbox = createEmptySandbox();
        const session = createTestSession(sandbox, {
          ids: addNotifications(sandbox, 2),
          groups: [{ id: 'orders' }],
        });
        const warnings = recordWarnings();
        const element = await fixture<HTMLElement>(`<${tag} open></${tag}>`);
        if (tag === 'nudge-notification') Object.assign(element, { notificationId: 'n1' });
        Object.assign(element, { session });
        for (const value of values) {
          Object.assign(element, { [name]: value });
          await nextFrames();
        }
        expect(warnings.filter((word) => word.includes('leaves out'))).to.deep.equal([
          `[nudge-inbox] <${tag}> leaves out ${name}: it is no ${type}.`,
        ]);
        expect(Reflect.get(element, name)).to.equal(undefined);
        expect(errors).to.deep.equal([]);
      });

  for (const name of ['name', 'src'])
    it(`${name} of <nudge-avatar> is left out, with one warning`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const avatar = await fixture<HTMLElement>('<nudge-avatar name="Ann Bell"></nudge-avatar>');
      for (const value of [7, {}, []]) {
        Object.assign(avatar, { [name]: value });
        await nextFrames(1);
      }
      expect(warnings).to.deep.equal([`[nudge-inbox] <nudge-avatar> leaves out ${name}: it is no string.`]);
      expect(visibleText(queryOne(avatar, '.avatar'))).to.equal(name === 'src' ? 'AB' : '');
      expect(errors).to.deep.equal([]);
    });

  for (const tag of tags)
    it(`is nothing to <${tag}> where it has a default`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const sandbox = createEmptySandbox();
      const element = await fixture<HTMLElement>(`<${tag} open></${tag}>`);
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
      for (const [name, values] of Object.entries(harmless))
        for (const value of values) {
          Object.assign(element, { session, [name]: value });
          await nextFrames(1);
        }
      expect([errors, warnings]).to.deep.equal([[], []]);
    });

  it('is left out again and again, but told of once, and does not keep the element from showing what is right afterwards', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    const bell = document.createElement('nudge-bell');
    Object.assign(bell, {
      session: { of: 'another page' },
      label: 5,
      renderNotification: 'card',
      open: true,
    });
    const container = await fixture<HTMLElement>('<div></div>');
    container.append(bell);
    await nextFrames();
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('Notifications');
    bell.label = 'News';
    bell.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await nextFrames(6);
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('News, 2 unread');
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
    // Each is told once in a page, and was told of above.
    expect(warnings).to.deep.equal([]);
  });
});
