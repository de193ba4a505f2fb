import { expect, fixture, html } from '@open-wc/testing';
import { findMeantName } from '../../src/elements/base/attribute-check.js';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { openPanel } from './bell/bell-support.js';
import {
  addNotifications,
  cards,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  queryAll,
  recordEvents,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  waitUntil,
} from './support.js';

/** A source that a page might write by mistake, against the types. */
type Source = Record<string, unknown>;

/** Renders an inbox with one valid notification in `ids` and the given source. */
async function renderInboxWithSource(source: Source): Promise<{ inbox: NudgeInbox; errors: unknown[] }> {
  const sandbox = createEmptySandbox();
  const options: Partial<SessionOptions> & { source: Source } = { ids: addNotifications(sandbox, 1), source };
  const errors = recordUncaughtErrors();
  const container = await fixture<HTMLElement>(html`<div style="height: 400px; display: flex"></div>`);
  const inbox = document.createElement('nudge-inbox');
  inbox.session = createTestSession(sandbox, options);
  container.append(inbox);
  return { inbox, errors };
}

it('a flag whose attribute is “false” is off', async () => {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.innerHTML = `<nudge-bell open="false" read-on-view="False" snooze="false" memory-only="FALSE"></nudge-bell>
    <nudge-inbox selectable="false" shortcuts=""></nudge-inbox>`;
  const bell = container.querySelector('nudge-bell')!;
  const inbox = container.querySelector('nudge-inbox')!;
  expect([bell.open, bell.readOnView, bell.snooze, bell.memoryOnly]).to.deep.equal([
    false,
    false,
    false,
    false,
  ]);
  expect([inbox.selectable, inbox.shortcuts]).to.deep.equal([false, true]);
});

it('an element warns once of a child in a slot that it does not have', async () => {
  const warnings = recordWarnings();
  const session = createTestSession(createEmptySandbox(), { ids: [] });
  const bell = await fixture<NudgeBell>(
    html`<nudge-bell .session=${session}>
      Text
      <!-- and a comment -->
      <p></p>
      <b slot="footer"></b> <a slot="heading"></a> <a slot="heading"></a>
    </nudge-bell>`,
  );
  const slots = 'Its slots: icon, header, header-actions, empty, error, signed-out, footer.';
  expect(warnings).to.deep.equal([`[nudge-inbox] <nudge-bell> has no slot “heading”. ${slots}`]);
  // A framework adds it later.
  bell.append(Object.assign(document.createElement('u'), { slot: 'actions' }));
  session.notifications.add(['n1']);
  await expectEventually(() => warnings[1], `[nudge-inbox] <nudge-bell> has no slot “actions”. ${slots}`);
});

it('an element warns of an attribute that resembles one of its own', async () => {
  const warnings = recordWarnings();
  const bell = await fixture<NudgeBell>(
    html`<nudge-bell
      .session=${createTestSession(createEmptySandbox(), { ids: [] })}
      maxCount="9"
      placment="top-end"
      id="bell"
      class="a"
      lang="en"
      data-badge
      wire:ignore
    ></nudge-bell>`,
  );
  // The panel has the check.
  await openPanel(bell);
  const warning = (name: string, meant: string) =>
    `[nudge-inbox] <nudge-bell> has no attribute “${name}”: it is named ${meant}.`;
  await expectEventually(
    () => warnings.join('\n'),
    [warning('maxcount', 'max-count'), warning('placment', 'placement')].join('\n'),
  );
  // A framework sets it later.
  bell.setAttribute('read_on_view', '');
  bell.requestUpdate();
  await bell.updateComplete;
  expect(warnings[2]).to.equal(warning('read_on_view', 'read-on-view'));
});

it('an element warns of an attribute that another element has, and of a property that is none', async () => {
  const warnings = recordWarnings();
  const session = createTestSession(createEmptySandbox(), { ids: [] });
  const names = 'layout="page" heading="News" messages="{}" rendernotification gettoken';
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.innerHTML = `<nudge-bell ${names}></nudge-bell><nudge-inbox max-count="9" tabs="[]"></nudge-inbox>`;
  const bell = container.querySelector('nudge-bell')!;
  const inbox = container.querySelector('nudge-inbox')!;
  Object.assign(bell, { session });
  Object.assign(inbox, { session });
  await openPanel(bell);
  const of = (tag: string, name: string, text: string) =>
    `[nudge-inbox] <nudge-${tag}> has no attribute “${name}”: ${text}.`;
  await expectEventually(
    () => warnings.toSorted().join('\n'),
    [
      of('bell', 'gettoken', 'set the property getToken'),
      of('bell', 'heading', '<nudge-inbox> has it'),
      of('bell', 'layout', '<nudge-inbox> has it'),
      of('bell', 'messages', 'set the property messages'),
      of('bell', 'rendernotification', 'set the property renderNotification'),
      of('inbox', 'max-count', '<nudge-bell> has it'),
    ].join('\n'),
  );
});

it('an attribute is recognised in another style, and with one typo', () => {
  const known = ['backend-url', 'max-count', 'placement', 'ids', 'badge'];
  for (const [name, meant] of Object.entries({
    backendurl: 'backend-url',
    backend_url: 'backend-url',
    'max-cuont': 'max-count',
    'max-coun': 'max-count',
    placements: 'placement',
    bodge: 'badge',
  }))
    expect(findMeantName(name, known), name).to.equal(meant);
  for (const name of ['ids', 'badge', 'id', 'class', 'edgab', 'abgde', 'data-badge', ''])
    expect(findMeantName(name, known), name).to.equal(undefined);
});

it('no attribute that HTML gives to every element resembles one of the elements', async () => {
  const warnings = recordWarnings();
  const names = `accesskey autocapitalize autocorrect autofocus contenteditable dir draggable enterkeyhint exportparts hidden id inert
    inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate
    virtualkeyboardpolicy writingsuggestions class key ref v-cloak x-data hx-preserve`;
  const tags = ['bell', 'inbox', 'preferences', 'notification', 'toasts'];
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.innerHTML = tags.map((tag) => `<nudge-${tag} ${names}></nudge-${tag}>`).join('');
  for (const element of container.querySelectorAll<NudgeBell>('*')) await element.updateComplete;
  expect(warnings.filter((text) => text.includes('attribute'))).to.deep.equal([]);
});

describe('<nudge-inbox>', () => {
  for (const [name, source, message, operations] of [
    [
      'load()',
      { load: () => Promise.reject(new Error('by promise')) },
      'Error: by promise',
      ['list', 'list'],
    ],
    ['subscribe()', { subscribe: () => Promise.reject(new Error('no channel')) }, 'Error: no channel', []],
  ] as const)
    it(`warns once and shows the other notifications if the source rejects ${name}`, async () => {
      const warnings = recordWarnings();
      const { inbox, errors } = await renderInboxWithSource(source);
      const events = recordEvents(inbox, 'nudge-error');
      await expectEventually(() => cardTitles(inbox), ['Unread: Title 0']);
      await expectEventually(() => events.length, operations.length / 2);
      await inbox.session?.notifications.refresh();
      expect(errors).to.deep.equal([]);
      expect(warnings).to.deep.equal([`[nudge-inbox] The source failed: ${message}`]);
      expect(events.map(({ detail }) => detail.operation)).to.deep.equal(operations);
    });

  it('renders a part of the 100,000 notifications that the source loads', async () => {
    const references = Array.from({ length: 100_000 }, (_, index) => ({
      id: `flood-${index}`,
      isRead: true,
    }));
    const { inbox, errors } = await renderInboxWithSource({ load: () => Promise.resolve({ references }) });
    await expectEventually(() => inbox.session?.notifications.state.items.length, 100_001);
    await waitUntil(() => queryAll(inbox, '[role=article]').length >= 50, 'The rows are missing.');
    inbox.session?.notifications.markAllRead();
    await inbox.updateComplete;
    expect(inbox.session?.notifications.state.unreadCount).to.equal(0);
    expect(queryAll(inbox, '[role=article]').length).to.be.at.most(200);
    expect(errors).to.deep.equal([]);
  });
});

const oddIds = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '🔔👩‍🚀',
  'line\nbreak\r\n',
  ' ',
  'a/b?c#d%2e',
  '"><img src=x onerror=alert(1)>',
  '\u202eabc',
  '0',
  'x'.repeat(2000),
];

describe('<nudge-bell> and <nudge-inbox>', () => {
  it('accept any string as an id', async () => {
    const sandbox = createEmptySandbox();
    const errors = recordUncaughtErrors();
    const warnings = recordWarnings();
    for (const id of oddIds) sandbox.addNotification({ id, payload: { title: id.slice(0, 40) } });
    const ids = [...oddIds, '.', '..', '\ud800', 'unknown'];
    const bell = await renderBell(createTestSession(sandbox, { ids }));
    await openPanel(bell);
    const inbox = inboxOf(bell);
    await expectEventually(
      () => [cards(inbox).length, queryAll(inbox, '.missing').length],
      [oddIds.length, 4],
    );
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(countRequests(sandbox, `/${id}`), id).to.equal(1);
    const changes = recordEvents(bell, 'nudge-read-change');
    inbox.session?.notifications.markRead(oddIds);
    expect(changes.map(({ detail }) => detail.ids)).to.deep.equal([oddIds]);
    inbox.session?.notifications.dismiss(['__proto__', 'constructor']);
    await expectEventually(() => cards(inbox).length, oddIds.length - 2);
    expect([errors, warnings]).to.deep.equal([[], []]);
  });

  it('show one row for a repeated id', async () => {
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id, id, id] }));
    expect(cards(inbox)).to.have.length(1);
    expect(countRequests(sandbox)).to.equal(1);
  });
});
