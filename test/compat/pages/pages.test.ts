// What the pages of this folder do. The older browser has journeys of its own: see `test/journeys/`.
import { expect } from '@open-wc/testing';
import { Visit, waitUntil } from '../../journeys/visit.js';

/** Visits a page with the script of this name before that of the inbox. */
async function visitPage(build: string, run: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = new Visit();
  try {
    await visit.start({ build });
    await run(visit);
  } finally {
    await visit.end();
  }
}

const workingPages = {
  'frozen-intrinsics': 'that has frozen what the language provides',
  'replaced-methods': 'whose libraries have replaced methods of the platform',
  xhtml: 'of XHTML that has Lit parse HTML',
};

for (const [build, title] of Object.entries(workingPages))
  describe(`A page ${title}`, () => {
    it('opens the panel, and saves what the customer has read', () =>
      visitPage(build, async (visit) => {
        await visit.press('button', 'Notifications, 12 unread');
        await visit.press('link', 'Your parcel is out for delivery');
        await visit.expectText('/orders/1042');
        await visit.find('button', 'Notifications, 11 unread');
        await visit.reload();
        await visit.find('button', 'Notifications, 11 unread');
        expect(visit.problems.join('\n')).to.equal('');
      }));
  });

const pagesWithoutElements = {
  'no-registry': ['without a registry of elements', 'customElements is null, as in a content script'],
  'xhtml-as-it-is': ['of XHTML', 'the page is application/xhtml+xml'],
} as const;

for (const [build, [title, reason]] of Object.entries(pagesWithoutElements))
  describe(`A page ${title}`, () => {
    it('has a session, and says why it has no elements', () =>
      visitPage(build, async (visit) => {
        await waitUntil(() => visit.page.querySelector('nudge-bell'), 'Nothing is mounted.');
        const { NudgeInbox } = visit.window as unknown as typeof globalThis;
        const session = NudgeInbox?.version
          ? NudgeInbox.createSession({ baseUrl: '/api/v1/engagement', backendUrl: '/shop', memoryOnly: true })
          : undefined;
        session?.notifications.subscribe(() => undefined);
        await waitUntil(() => session?.notifications.state.unreadCount === 12, 'The session has no list.');
        session?.close();
        expect(visit.problems).to.deep.equal([
          `[nudge-inbox] There are no elements here, only createSession(): ${reason}.`,
        ]);
      }));
  });

describe('A page that has frozen Symbol', () => {
  it('says what to run before', () =>
    visitPage('frozen-symbol', async (visit) => {
      await waitUntil(() => visit.problems.length > 0, 'Nothing is said.');
      expect(visit.problems[0]).to.equal(
        "[nudge-inbox] There are no elements: Symbol is frozen, to which Lit adds. First run Symbol.metadata ??= Symbol('metadata').",
      );
    }));
});
