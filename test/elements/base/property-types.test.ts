import { expect, fixture } from '@open-wc/testing';
import type { LitElement } from 'lit';
import {
  addNotifications,
  bellButton,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  visibleText,
  waitUntil,
} from '../support.js';

const tags = ['nudge-bell', 'nudge-inbox', 'nudge-preferences', 'nudge-notification'] as const;

/** For each property, the invalid values that a page might set, and the type that the warning names. */
const invalidValues: Record<string, [unknown[], string]> = {
  session: [[{}, 'session', 7, { notifications: [], preferences: {} }], 'session'],
  ids: [['n1', 7, {}], 'array'],
  source: [['/notifications', 7], 'object'],
  groups: [['orders', 7, {}], 'array'],
  messages: [['news', 7, []], 'object'],
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
  placement: [null],
  badge: [null],
  maxCount: [-7, 7.5],
  filter: [null],
  view: [null],
  layout: [null],
  label: [undefined, null],
  heading: [undefined, null],
  messages: [undefined, null],
  renderNotification: [undefined, null],
};

describe('A property value of a wrong type', () => {
  for (const tag of tags)
    it(`is discarded by <${tag}>, with one warning for each property`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const sandbox = createEmptySandbox();
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
      const element = await fixture<LitElement>(`<${tag}></${tag}>`);
      Object.assign(element, { session, open: true });
      const expected: string[] = [];
      for (const [name, [values, type]] of Object.entries({ ...invalidValues, ...invalidValuesOf[tag] })) {
        expected.push(`[nudge-inbox] <${tag}> leaves out ${name}: it is no ${type}.`);
        for (const value of values) {
          Object.assign(element, { [name]: value });
          await element.updateComplete;
          expect(Reflect.get(element, name), name).to.equal(undefined);
        }
      }
      expect(warnings).to.deep.equal(expected);
      expect(errors).to.deep.equal([]);
    });

  it('is discarded by <nudge-avatar>, with one warning for each property', async () => {
    const warnings = recordWarnings();
    const avatar = await fixture<LitElement>('<nudge-avatar name="Ann Bell"></nudge-avatar>');
    for (const [name, text] of [
      ['src', 'AB'],
      ['name', ''],
    ] as const)
      for (const value of [7, {}, []]) {
        Object.assign(avatar, { [name]: value });
        await avatar.updateComplete;
        expect(visibleText(queryOne(avatar, '.avatar'))).to.equal(text);
      }
    expect(warnings).to.deep.equal(
      ['src', 'name'].map((name) => `[nudge-inbox] <nudge-avatar> leaves out ${name}: it is no string.`),
    );
  });

  for (const [tag, name, used] of [
    ['nudge-bell', 'badge', 'unseen'],
    ['nudge-bell', 'filter', 'all'],
    ['nudge-bell', 'placement', 'bottom-end'],
    ['nudge-inbox', 'filter', 'all'],
    ['nudge-inbox', 'layout', 'panel'],
    ['nudge-inbox', 'view', 'inbox'],
  ] as const)
    it(`is replaced by the default of ${name} in <${tag}>, with one warning for each value`, async () => {
      const warnings = recordWarnings();
      const element = await fixture<LitElement>(`<${tag} ${name}="other"></${tag}>`);
      const session = createTestSession(createEmptySandbox(), { ids: [] });
      Object.assign(element, { session, open: true });
      for (const value of [7, 'other']) {
        Object.assign(element, { [name]: value });
        await element.updateComplete;
        expect(Reflect.get(element, name)).to.equal(used);
      }
      expect(warnings).to.deep.equal(
        ['other', 7].map((value) => `[nudge-inbox] <${tag}> cannot use ${name} ${value}: it uses ${used}.`),
      );
    });

  for (const tag of tags)
    it(`causes no warning in <${tag}> if the property has a default`, async () => {
      const errors = recordUncaughtErrors();
      const warnings = recordWarnings();
      const sandbox = createEmptySandbox();
      const element = await fixture<LitElement>(`<${tag}></${tag}>`);
      const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
      Object.assign(element, { open: true });
      for (const [name, values] of Object.entries(ignoredValues))
        for (const value of values) {
          Object.assign(element, { session, [name]: value });
          await element.updateComplete;
        }
      expect([errors, warnings]).to.deep.equal([[], []]);
    });

  it('is discarded on each element, with one warning per page, and later valid values apply', async () => {
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
    await bell.updateComplete;
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('Notifications');
    bell.label = 'News';
    bell.badge = 'unread';
    bell.session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    await expectEventually(() => bellButton(bell).getAttribute('aria-label'), 'News, 2 unread');
    await waitUntil(() => bell.shadowRoot?.querySelector('nudge-inbox'));
    await expectEventually(() => cardTitles(inboxOf(bell)), ['Unread: Title 0', 'Unread: Title 1']);
    // The tests above have caused the warnings already.
    expect(warnings).to.deep.equal([]);
  });
});
