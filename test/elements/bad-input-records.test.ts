import { expect } from '@open-wc/testing';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { NotificationOverrides } from '../../src/sandbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  setPageAttribute,
  visibleText,
  waitUntil,
} from './support.js';

/** What the whole of it may take with so many such records, in milliseconds; far above what it does. */
const patience = 3000;

/** The panel of a bell with one good notification and, around it, so many of the other. */
async function panelWith(
  bad: NotificationOverrides,
  count = 1,
): Promise<{ bell: NudgeBell; inbox: NudgeInbox; errors: unknown[]; words: string[]; duration: number }> {
  const sandbox = createEmptySandbox();
  const good = addNotifications(sandbox, 1, () => ({ payload: { title: 'Good' } }));
  const others = addNotifications(sandbox, count, () => bad);
  const errors = recordUncaughtErrors();
  const warnings = recordWarnings();
  const start = performance.now();
  const bell = await renderBell(createTestSession(sandbox, { ids: [...good, ...others] }));
  bell.open = true;
  await nextFrames();
  const inbox = inboxOf(bell);
  await waitUntil(() => cards(inbox).length === count + 1, 'all are loaded');
  await nextFrames();
  return { bell, inbox, errors, words: warnings, duration: performance.now() - start };
}

/** In UTF-8 the whole record is no more than what the client reads of one. */
const megabyte = 'A word 👩‍🚀 '.repeat(80_000);
const long = 'A word 👩‍🚀 '.repeat(20_000);
const many = <Item>(item: Item): Item[] => Array.from({ length: 10_000 }, () => item);
const longUrl = `https://shop.example/${'x'.repeat(100_000)}`;

describe('four records in a panel', () => {
  for (const [name, payload] of Object.entries({
    'with a megabyte for a title, and far too much in each text': {
      title: megabyte,
      subTitle: long,
      body: long,
      tags: [{ tagName: long }],
      avatar: [{ fallBackName: long }],
      attachments: [{ fileName: long, type: long }],
    },
    'with 10,000 of all that there can be many of': {
      title: 'Many',
      tags: many({ tagName: 'tag' }),
      attachments: many({ fileName: 'file.pdf', url: 'https://shop.example/file.pdf' }),
      attachmentsImage: many({ fallBackName: 'image', iconURL: '' }),
      avatar: many({ fallBackName: 'Ann' }),
    },
    'with addresses of a tenth of a megabyte': {
      title: 'Far',
      itemRedirect: longUrl,
      tags: [{ tagName: 'tag', url: longUrl }],
      actionButtons: { primary: { name: 'Go', onclickAction: 'navigate', url: longUrl } },
    },
  }))
    it(`${name} are shown without a freeze`, async function () {
      this.timeout(30_000);
      const { inbox, errors, words, duration } = await panelWith({ payload }, 4);
      expect(cards(inbox)).to.have.length(5);
      expect(cardTitles(inbox)[0]).to.equal('Unread: Good');
      expect(Math.max(...cards(inbox).map((card) => card.shadowRoot!.textContent.length))).to.be.below(
        15_000,
      );
      expect(duration).to.be.below(patience);
      expect([errors, words]).to.deep.equal([[], []]);
    });

  it('stay apart by a tag that thousands have', async () => {
    const { inbox } = await panelWith(
      { payload: { title: 'Many', tags: many({ tagName: '__proto__' }) } },
      3,
    );
    queryAll(cards(inbox)[1]!, 'button.tag')[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Many', 'Unread: Many', 'Unread: Many']);
  });
});

describe('a date that is', () => {
  for (const createdDate of [
    '',
    'yesterday',
    '1e20',
    String(1e20),
    'NaN',
    '+275761-01-01T00:00:00Z',
    '-271822-01-01T00:00:00Z',
    '2026-02-30T25:61:61Z',
    '\u202e2026',
  ])
    it(`${JSON.stringify(createdDate)} is none`, async () => {
      const { inbox, errors, words } = await panelWith({ payload: { title: 'Bad' }, createdDate });
      expect(cards(inbox).map((card) => queryAll(card, 'time').length)).to.deep.equal([1, 0]);
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      expect([errors, words]).to.deep.equal([[], []]);
    });

  for (const createdDate of ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0000-01-01T00:00:00Z'])
    it(`${createdDate}, at the end of all that there are, is one`, async () => {
      const { inbox, errors } = await panelWith({ payload: { title: 'Far' }, createdDate });
      expect(cardTitles(inbox)).to.have.members(['Unread: Good', 'Unread: Far']);
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      expect(errors).to.deep.equal([]);
    });
});

describe('a language that is', () => {
  for (const lang of [
    'x',
    '💥',
    'en_US',
    '-',
    'de-',
    'a'.repeat(10_000),
    '__proto__',
    'constructor',
    'i-klingon',
  ])
    it(`${lang.slice(0, 20)} is English, and changes back`, async () => {
      setPageAttribute('lang', lang);
      const { bell, inbox, errors, words } = await panelWith({ payload: { title: 'Other' } });
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
      expect(queryOne(bell, 'button.bell').getAttribute('aria-label')).to.equal('Notifications, 2 unread');
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      setPageAttribute('lang', 'en');
      await nextFrames();
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
      expect([errors, words]).to.deep.equal([[], []]);
    });
});
