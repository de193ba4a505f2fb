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
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  visibleText,
} from './support.js';

/** How long the page may be deaf, in milliseconds; far above what it takes, for a machine that has more to do. */
const patience = 3000;

/** The longest task from now on, in milliseconds. */
function longestTask(): () => number {
  let longest = 0;
  const note = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}

function thrower(): never {
  throw new Error('of the host');
}

/** Sources as a page might write them by mistake; none of it is what the types ask for. */
type Source = Record<string, unknown>;

/** An inbox with one good notification of the page's own, and what this source does. */
async function inboxBeside(
  source: Source,
): Promise<{ inbox: NudgeInbox; errors: unknown[]; longest: number }> {
  const sandbox = createEmptySandbox();
  const options: Partial<SessionOptions> & { source: Source } = { ids: addNotifications(sandbox, 1), source };
  const errors = recordUncaughtErrors();
  const longest = longestTask();
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

const manyIds = Array.from({ length: 100_000 }, (_, index) => `flood-${index}`);
const flood = manyIds.map((id) => ({ id, isRead: true }));

describe('a source that', () => {
  for (const [name, source, told] of [
    ['throws', { load: thrower }, 'Error: of the host'],
    ['rejects', { load: () => Promise.reject(new Error('by promise')) }, 'Error: by promise'],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a host might
    ['rejects with nothing', { load: () => Promise.reject() }, 'undefined'],
    [
      'answers with what is no page',
      { load: () => Promise.resolve({ items: [] }) },
      'TypeError: The source did not answer { references: […], nextCursor? }.',
    ],
    [
      'cannot be listened to',
      { subscribe: () => Promise.reject(new Error('no channel')) },
      'Error: no channel',
    ],
  ] as const)
    it(`${name} is told to the developer once, and the rest is shown`, async () => {
      const warnings = recordWarnings();
      const { inbox, errors } = await inboxBeside(source);
      const events = recordEvents(inbox, 'nudge-error');
      await inbox.activeSession?.notifications.refresh();
      await nextFrames();
      expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
      expect(errors).to.deep.equal([]);
      expect(warnings).to.deep.equal([`[nudge-inbox] The source failed: ${told}`]);
      expect(events.map(({ detail }) => detail.operation)).to.deep.equal('load' in source ? ['list'] : []);
    });

  it('never answers is waited for beside the rest', async () => {
    const { inbox, errors } = await inboxBeside({ load: () => new Promise(() => undefined) });
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0']);
    expect(queryOne(inbox, '.list').getAttribute('aria-busy')).to.equal('true');
    expect(errors).to.deep.equal([]);
  });

  for (const [name, cursor] of [
    ['repeats its cursor', () => 'again'],
    ['has a new cursor for ever', (count: number) => `page ${count}`],
  ] as const)
    it(`${name} and names the same is asked no more once it is known`, async () => {
      let count = 0;
      const load = (): unknown => {
        count += 1;
        return Promise.resolve({ references: flood.slice(0, 25), nextCursor: cursor(count) });
      };
      const { inbox, errors } = await inboxBeside({ load });
      await scrollToEnd(inbox, 5);
      expect(count).to.equal(2);
      expect(queryAll(inbox, '[role=article]')).to.have.length(26);
      expect(queryAll(inbox, '.end')).to.have.length(0);
      expect(errors).to.deep.equal([]);
    });

  const pages: Record<string, Source> = {
    'in one page': { load: () => Promise.resolve({ references: flood }) },
    'in one event': {
      subscribe: (emit: (event: unknown) => void) => emit({ type: 'add', references: flood }),
    },
    'in 1,000 events': {
      subscribe(emit: (event: unknown) => void) {
        for (let index = 0; index < flood.length; index += 100)
          emit({ type: 'add', references: flood.slice(index, index + 100) });
      },
    },
  };
  for (const [name, source] of Object.entries(pages))
    it(`floods with 100,000 ids ${name} leaves the page responsive`, async function () {
      this.timeout(30_000);
      const { inbox, errors, longest } = await inboxBeside(source);
      expect(inbox.activeSession?.notifications.state.items).to.have.length(100_001);
      expect(queryAll(inbox, '[role=article]').length).to.be.within(50, 200);
      expect(longest).to.be.below(patience);
      const atEnd = longestTask();
      await scrollToEnd(inbox, 3);
      inbox.activeSession?.notifications.markAllRead();
      await nextFrames();
      expect(atEnd()).to.be.below(patience);
      expect(errors).to.deep.equal([]);
    });

  it('gives numbers and nulls for ids has the others shown, with one warning', async () => {
    const warnings = recordWarnings();
    const bad = [5, null, undefined, NaN, {}, [], { id: 5 }, { id: null }, { id: '' }, true, Symbol('id')];
    const references = [...bad, { id: 'good', createdDate: 5, isRead: 'yes' }];
    const { inbox, errors } = await inboxBeside({
      load: () => Promise.resolve({ references, nextCursor: 5 }),
      subscribe: (emit: (event: unknown) => void) => {
        for (const event of [
          ...bad,
          { type: 'add', references },
          { type: 'add' },
          { type: 'remove', ids: bad },
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

describe('an id', () => {
  it('is only a name, whatever it is', async () => {
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

  it('that came twice is one row', async () => {
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1);
    const inbox = await renderInbox(createTestSession(sandbox, { ids: [id, id, id] }));
    expect(cardTitles(inbox)).to.have.length(1);
    expect(countRequests(sandbox)).to.equal(1);
  });
});
