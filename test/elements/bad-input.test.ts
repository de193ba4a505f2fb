import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { SessionOptions } from '../../src/inbox/session.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  freezeMs,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  visibleText,
} from './support.js';

/** Starts to observe long tasks. The returned function ends this and returns the longest, in milliseconds. */
function observeLongTasks(): () => number {
  let longest = 0;
  const record = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    record(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}

function throwError(): never {
  throw new Error('of the host');
}

/** A source that a page might write by mistake, against the types. */
type Source = Record<string, unknown>;

/** Renders an inbox with one valid notification in `ids` and the given source. */
async function renderInboxWithSource(
  source: Source,
): Promise<{ inbox: NudgeInbox; errors: unknown[]; longest: number }> {
  const sandbox = createEmptySandbox();
  const options: Partial<SessionOptions> & { source: Source } = { ids: addNotifications(sandbox, 1), source };
  const errors = recordUncaughtErrors();
  const longest = observeLongTasks();
  const container = await fixture<HTMLElement>(html`<div style="height: 400px; display: flex"></div>`);
  const inbox = document.createElement('nudge-inbox');
  inbox.session = createTestSession(sandbox, options);
  container.append(inbox);
  await nextFrames(6);
  return { inbox, errors, longest: longest() };
}

async function scrollToEnd(inbox: NudgeInbox, times: number): Promise<void> {
  const list = queryOne(inbox, '.list');
  for (let time = 0; time < times; time++) {
    list.scrollTop = list.scrollHeight;
    await nextFrames(4);
  }
}

const floodIds = Array.from({ length: 100_000 }, (_, index) => `flood-${index}`);
const floodReferences = floodIds.map((id) => ({ id, isRead: true }));

describe('<nudge-inbox>', () => {
  for (const [name, source, message] of [
    ['throws in load()', { load: throwError }, 'Error: of the host'],
    ['rejects load()', { load: () => Promise.reject(new Error('by promise')) }, 'Error: by promise'],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a host might
    ['rejects load() without an error', { load: () => Promise.reject() }, 'undefined'],
    [
      'loads something other than a page',
      { load: () => Promise.resolve({ items: [] }) },
      'TypeError: The source did not return { references: […], nextCursor? }.',
    ],
    [
      'rejects subscribe()',
      { subscribe: () => Promise.reject(new Error('no channel')) },
      'Error: no channel',
    ],
  ] as const)
    it(`warns once and shows the other notifications if the source ${name}`, async () => {
      const warnings = recordWarnings();
      const { inbox, errors } = await renderInboxWithSource(source);
      const events = recordEvents(inbox, 'nudge-error');
      await inbox.activeSession?.notifications.refresh();
      await nextFrames();
      expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
      expect(errors).to.deep.equal([]);
      expect(warnings).to.deep.equal([`[nudge-inbox] The source failed: ${message}`]);
      expect(events.map(({ detail }) => detail.operation)).to.deep.equal('load' in source ? ['list'] : []);
    });

  it('shows the other notifications and stays busy while the source loads', async () => {
    const { inbox, errors } = await renderInboxWithSource({ load: () => new Promise(() => undefined) });
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(queryOne(inbox, '.list').getAttribute('aria-busy')).to.equal('true');
    expect(errors).to.deep.equal([]);
  });

  for (const [name, cursor] of [
    ['repeats its cursor', () => 'again'],
    ['always returns a new cursor', (count: number) => `page ${count}`],
  ] as const)
    it(`stops loading pages if the source ${name} with the same notifications`, async () => {
      let count = 0;
      const load = (): unknown => {
        count += 1;
        return Promise.resolve({ references: floodReferences.slice(0, 25), nextCursor: cursor(count) });
      };
      const { inbox, errors } = await renderInboxWithSource({ load });
      await scrollToEnd(inbox, 5);
      expect(count).to.equal(2);
      expect(queryAll(inbox, '[role=article]')).to.have.length(26);
      expect(queryAll(inbox, '.end')).to.have.length(0);
      expect(errors).to.deep.equal([]);
    });

  const pages: Record<string, Source> = {
    'in one page': { load: () => Promise.resolve({ references: floodReferences }) },
    'in one event': {
      subscribe: (emit: (event: unknown) => void) => emit({ type: 'add', references: floodReferences }),
    },
    'in 1,000 events': {
      subscribe(emit: (event: unknown) => void) {
        for (let index = 0; index < floodReferences.length; index += 100)
          emit({ type: 'add', references: floodReferences.slice(index, index + 100) });
      },
    },
  };
  for (const [name, source] of Object.entries(pages))
    it(`stays responsive when the source sends 100,000 ids ${name}`, async function () {
      this.timeout(30_000);
      const { inbox, errors, longest } = await renderInboxWithSource(source);
      expect(inbox.activeSession?.notifications.state.items).to.have.length(100_001);
      expect(queryAll(inbox, '[role=article]').length).to.be.within(50, 200);
      expect(longest).to.be.below(freezeMs);
      const longestWhileScrolling = observeLongTasks();
      await scrollToEnd(inbox, 3);
      inbox.activeSession?.notifications.markAllRead();
      await nextFrames();
      expect(longestWhileScrolling()).to.be.below(freezeMs);
      expect(errors).to.deep.equal([]);
    });

  it('discards invalid ids from the source with one warning and shows the others', async () => {
    const warnings = recordWarnings();
    const invalidIds = [
      5,
      null,
      undefined,
      NaN,
      {},
      [],
      { id: 5 },
      { id: null },
      { id: '' },
      true,
      Symbol('id'),
    ];
    const references = [...invalidIds, { id: 'good', createdDate: 5, isRead: 'yes' }];
    const { inbox, errors } = await renderInboxWithSource({
      load: () => Promise.resolve({ references, nextCursor: 5 }),
      subscribe: (emit: (event: unknown) => void) => {
        for (const event of [
          ...invalidIds,
          { type: 'add', references },
          { type: 'add' },
          { type: 'remove', ids: invalidIds },
        ])
          emit(event);
      },
    });
    expect(queryAll(inbox, '[role=article]')).to.have.length(2);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.deep.equal(['[nudge-inbox] Notifications without an id are left out.']);
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
    bell.open = true;
    await nextFrames(6);
    const inbox = inboxOf(bell);
    expect(cardTitles(inbox)).to.have.length(oddIds.length);
    expect(queryAll(inbox, '.missing').map(visibleText)).to.have.length(4);
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(countRequests(sandbox, `/${id}`), id).to.equal(1);
    const changes = recordEvents(bell, 'nudge-read-change');
    inbox.activeSession?.notifications.markRead(oddIds);
    expect(changes.map(({ detail }) => detail.ids)).to.deep.equal([oddIds]);
    inbox.activeSession?.notifications.dismiss(['__proto__', 'constructor']);
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(oddIds.length - 2);
    expect([errors, warnings]).to.deep.equal([[], []]);
  });

  it('show one row for a repeated id', async () => {
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id, id, id] }));
    expect(cardTitles(inbox)).to.have.length(1);
    expect(countRequests(sandbox)).to.equal(1);
  });
});
