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
  observeFreezes,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  setPageAttribute,
  visibleText,
  waitUntil,
  freezeMs,
} from './support.js';

/** Opens the panel of a bell with one valid notification and a number of invalid ones. */
async function openPanelWith(
  invalidRecord: NotificationOverrides,
  count = 1,
): Promise<{ bell: NudgeBell; inbox: NudgeInbox; errors: unknown[]; warnings: string[]; longest: number }> {
  const sandbox = createEmptySandbox();
  const validIds = addNotifications(sandbox, 1, () => ({ payload: { title: 'Good' } }));
  const invalidIds = addNotifications(sandbox, count, () => invalidRecord);
  const errors = recordUncaughtErrors();
  const warnings = recordWarnings();
  const longest = observeFreezes();
  const bell = await renderBell(createTestSession(sandbox, { ids: [...validIds, ...invalidIds] }));
  bell.open = true;
  await nextFrames();
  const inbox = inboxOf(bell);
  await waitUntil(() => cards(inbox).length === count + 1, 'all records are loaded');
  await nextFrames();
  return { bell, inbox, errors, warnings, longest: longest() };
}

/** In UTF-8, the whole record stays below the size limit of the client. */
const megabyteText = 'A word 👩‍🚀 '.repeat(80_000);
const longText = 'A word 👩‍🚀 '.repeat(20_000);
const repeatItem = <Item>(item: Item): Item[] => Array.from({ length: 10_000 }, () => item);
const longUrl = `https://shop.example/${'x'.repeat(100_000)}`;

describe('<nudge-bell>', () => {
  for (const [name, payload] of Object.entries({
    'with a title of one megabyte and oversized texts': {
      title: megabyteText,
      subTitle: longText,
      body: longText,
      tags: [{ tagName: longText }],
      avatar: [{ fallBackName: longText }],
      attachments: [{ fileName: longText, type: longText }],
    },
    'with 10,000 items in each list': {
      title: 'Many',
      tags: repeatItem({ tagName: 'tag' }),
      attachments: repeatItem({ fileName: 'file.pdf', url: 'https://shop.example/file.pdf' }),
      attachmentsImage: repeatItem({ fallBackName: 'image', iconURL: '' }),
      avatar: repeatItem({ fallBackName: 'Ann' }),
    },
    'with URLs of 100,000 characters': {
      title: 'Far',
      itemRedirect: longUrl,
      tags: [{ tagName: 'tag', url: longUrl }],
      actionButtons: { primary: { name: 'Go', onclickAction: 'navigate', url: longUrl } },
    },
  }))
    it(`shows records ${name} without a freeze`, async function () {
      this.timeout(30_000);
      const { inbox, errors, warnings, longest } = await openPanelWith({ payload }, 4);
      expect(cards(inbox)).to.have.length(5);
      expect(cardTitles(inbox)[0]).to.equal('Unread: Good');
      expect(Math.max(...cards(inbox).map((card) => card.shadowRoot!.textContent.length))).to.be.below(
        15_000,
      );
      expect(longest).to.be.below(freezeMs);
      expect([errors, warnings]).to.deep.equal([[], []]);
    });

  it('filters by a tag that occurs thousands of times in a record', async () => {
    const { inbox } = await openPanelWith(
      { payload: { title: 'Many', tags: repeatItem({ tagName: '__proto__' }) } },
      3,
    );
    queryAll(cards(inbox)[1]!, 'button.tag')[0]!.click();
    await nextFrames();
    expect(cardTitles(inbox).map((title) => title.replace('Unread: ', ''))).to.deep.equal([
      'Many',
      'Many',
      'Many',
    ]);
  });
});

describe('<nudge-notification>', () => {
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
    it(`shows no time for the invalid date ${JSON.stringify(createdDate)}`, async () => {
      const { inbox, errors, warnings } = await openPanelWith({ payload: { title: 'Bad' }, createdDate });
      expect(cards(inbox).map((card) => queryAll(card, 'time').length)).to.deep.equal([1, 0]);
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      expect([errors, warnings]).to.deep.equal([[], []]);
    });

  for (const createdDate of ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0000-01-01T00:00:00Z'])
    it(`accepts the extreme date ${createdDate}`, async () => {
      const { inbox, errors } = await openPanelWith({ payload: { title: 'Far' }, createdDate });
      expect(cardTitles(inbox)).to.have.members(['Unread: Good', 'Unread: Far']);
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      expect(errors).to.deep.equal([]);
    });
});

describe('<nudge-bell>', () => {
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
    it(`falls back to English for the language "${lang.slice(0, 20)}" and follows later changes`, async () => {
      setPageAttribute('lang', lang);
      const { bell, inbox, errors, warnings } = await openPanelWith({ payload: { title: 'Other' } });
      bell.badge = 'unread';
      await bell.updateComplete;
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
      expect(queryOne(bell, 'button.bell').getAttribute('aria-label')).to.equal('Notifications, 2 unread');
      expect(visibleText(inbox)).not.to.match(/NaN|Invalid|undefined/);
      setPageAttribute('lang', 'en');
      await nextFrames();
      expect(visibleText(queryOne(inbox, 'h2'))).to.equal('Notifications');
      expect([errors, warnings]).to.deep.equal([[], []]);
    });
});
