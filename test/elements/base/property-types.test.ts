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

/** For each property, the invalid values that a page might set, and the type that the warning names. */
const invalidValues: Record<string, [unknown[], string]> = {
  session: [[{}, 'session', 7, { notifications: [], preferences: {} }], 'session'],
  ids: [['n1', 7, {}], 'array'],
  source: [['/notifications', 7], 'object'],
  groups: [['orders', 7, {}], 'array'],
};
const invalidValuesOf: Record<(typeof tags)[number], typeof invalidValues> = {
  'nudge-bell': { label: [[7, {}], 'string'], renderNotification: [['card', {}], 'function'] },
  'nudge-inbox': { heading: [[7, {}], 'string'], renderNotification: [['card', {}], 'function'] },
  'nudge-preferences': { heading: [[7, {}], 'string'] },
  'nudge-notification': {},
};

/** Values that cause no warning. The elements treat them as missing or use the default. */
const ignoredValues: Record<string, unknown[]> = {
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

describe('A property value of a wrong type', () => {
  for (const tag of tags)
    for (const [name, [values, type]] of Object.entries({ ...invalidValues, ...invalidValuesOf[tag] }))
      it(`is discarded with one warning for ${name} of <${tag}>`, async () => {
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
        expect(warnings.filter((warning) => warning.includes('leaves out'))).to.deep.equal([
          `[nudge-inbox] <${tag}> leaves out ${name}: it is no ${type}.`,
        ]);
        expect(Reflect.get(element, name)).to.equal(undefined);
        expect(errors).to.deep.equal([]);
      });

  for (const name of ['name', 'src'])
    it(`is discarded with one warning for ${name} of <nudge-avatar>`, async () => {
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
    it(`causes no warning in <${tag}> if the property has a default`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const sandbox = createEmptySandbox();
      const element = await fixture<HTMLElement>(`<${tag} open></${tag}>`);
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
      for (const [name, values] of Object.entries(ignoredValues))
        for (const value of values) {
          Object.assign(element, { session, [name]: value });
          await nextFrames(1);
        }
      expect([errors, warnings]).to.deep.equal([[], []]);
    });

  it('is discarded each time with one warning per page, and later valid values apply', async () => {
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
    bell.badge = 'unread';
    bell.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await nextFrames(6);
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('News, 2 unread');
    expect(cardTitles(inboxOf(bell))).to.have.length(2);
    // Each mistake causes one warning per page, and the tests above have caused them already.
    expect(warnings).to.deep.equal([]);
  });
});
