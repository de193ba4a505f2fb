import { expect } from '@open-wc/testing';
import type { NotificationGroup } from '../../src/index.js';
import { order, readAll, simulate, Visit, waitUntil, type Screen } from './visit.js';

const unread = 'Notifications, 12 unread';
const newest = 'Your parcel is out for delivery';

const pages = {
  module: 'A page with the module build',
  classic: 'A page with the classic file',
  older: 'A page in an older browser',
  badge: 'A page with the badge as a module',
  'badge-classic': 'A page with the badge as a classic file',
};

type Build = keyof typeof pages;

/** Most journeys are the same with each build. */
const oneBuild: Build[] = ['module'];
const everyBuild: Build[] = ['module', 'classic', 'older'];
const badgeBuilds: Build[] = ['badge', 'badge-classic'];

/** Defines a test for each build that visits the page, during which nothing may go wrong unseen. */
function journey(
  builds: readonly Build[],
  title: string,
  run: (visit: Visit) => Promise<void>,
  screen: Screen = {},
): void {
  for (const build of builds)
    describe(pages[build], () => {
      it(title, async () => {
        const visit = new Visit();
        try {
          await visit.start({ build, ...screen });
          const { CSS, Promise } = visit.window;
          const isNewer = CSS.supports('position-area', 'block-end') || 'withResolvers' in Promise;
          if (build === 'older') expect(isNewer, 'newer features').to.equal(false);
          await run(visit);
          expect(visit.problems.join('\n')).to.equal('');
        } finally {
          await visit.end();
        }
      });
    });
}

journey(
  everyBuild,
  'opens the panel at the bell, and closes it with Escape, which returns the focus',
  async (visit) => {
    await visit.press('button', unread);
    await visit.expectText(newest);
    const bell = await visit.find('button', unread);
    const panel = await visit.find('dialog', 'Notifications');
    const [place, button] = [panel.getBoundingClientRect(), bell.getBoundingClientRect()];
    expect(Math.abs(place.right - button.right), 'the end of panel and bell').to.be.lessThan(2);
    expect(place.top - button.bottom, 'the gap').to.be.within(0, 16);
    const { backgroundColor } = getComputedStyle(panel.querySelector('nudge-inbox')!);
    expect(backgroundColor, 'the panel covers the page').not.to.equal('rgba(0, 0, 0, 0)');
    expect(bell.ariaExpanded).to.equal('true');

    await visit.key('Escape');
    await visit.expectNoText(newest);
    // Not the elements themselves: to print what differs, the runner would go through both pages.
    expect(visit.focused === bell, 'the bell has the focus').to.equal(true);
    expect(bell.ariaExpanded).to.equal('false');
  },
);

journey(oneBuild, 'follows the link of a notification, which stays read after a reload', async (visit) => {
  await visit.press('button', unread);
  await visit.press('link', newest);
  await visit.expectText('/orders/1042');
  await visit.find('button', 'Notifications, 11 unread');

  await visit.reload();
  await visit.find('button', 'Notifications, 11 unread');
});

journey(
  oneBuild,
  'keeps each press on this device, although the page is left in the same task',
  async (visit) => {
    const titles = [newest, 'answered your question', 'The lake house collection'];
    for (const [index, title] of titles.entries()) {
      await visit.press('button', `Notifications, ${12 - index} unread`);
      visit.page.addEventListener('nudge-navigate', (event) => {
        event.preventDefault();
        visit.window.location.reload();
      });
      await visit.leave(() => visit.press('link', title));
    }
    await visit.find('button', 'Notifications, 9 unread');
  },
  { stores: 'device' },
);

journey(oneBuild, 'reads and opens a notification by keyboard alone', async (visit) => {
  await visit.find('button', unread);
  await visit.tabTo(({ ariaLabel }) => ariaLabel === unread);
  await visit.key('Enter');
  await visit.expectText(newest);
  await visit.tabTo(({ role }) => role === 'article');
  await visit.key('Enter');
  await visit.expectText('/orders/1042');
  await visit.find('button', 'Notifications, 11 unread');
});

journey(oneBuild, 'lets the shop do what a button is for, once and for all', async (visit) => {
  await visit.press('button', unread);
  await visit.press('button', 'Leave with a neighbour');
  await waitUntil(() => visit.announces('Left with a neighbour'), 'Nothing says that it is done.');
  await visit.reload();
  await visit.press('button', 'Notifications, 11 unread');
  await visit.expectText('Left with a neighbour');
});

journey(oneBuild, 'saves a preference, which is shown after a reload', async (visit) => {
  await visit.press('button', unread);
  await visit.press('button', 'Preferences');
  const choice = await visit.find('switch', 'Back in stock');
  expect(choice.ariaChecked).to.equal('true');
  await visit.press('switch', 'Back in stock');
  await waitUntil(() => choice.ariaChecked === 'false', 'The switch did not move.');

  const isSaved = async (): Promise<boolean> => {
    const response = await fetch('/shop/preferences');
    const { groups } = (await response.json()) as { groups: NotificationGroup[] };
    return groups.some(
      ({ name, isGroupNotificationOff }) => name === 'Back in stock' && isGroupNotificationOff,
    );
  };
  await waitUntil(isSaved, 'The shop did not receive the choice.');
  await visit.reload();
  await visit.press('button', unread);
  await visit.press('button', 'Preferences');
  expect((await visit.find('switch', 'Back in stock')).ariaChecked).to.equal('false');
});

journey(oneBuild, 'shows an arrival in the badge and first in the list, and announces it', async (visit) => {
  await visit.find('button', unread);
  await order('enamel-mug');
  await visit.find('button', 'Notifications, 13 unread');
  await waitUntil(() => visit.announces('1 new notification'), 'Nothing was announced.');
  await visit.press('button', 'Notifications, 13 unread');
  await visit.expectText('Enamel mug · £12.00');
});

journey(
  oneBuild,
  'shows nothing of the customer after signing out, not even after a reload',
  async (visit) => {
    await visit.press('button', unread);
    await visit.expectText(newest);
    await visit.key('Escape');
    await simulate({ isSignedOut: true });
    await visit.press('button', 'Sign out');
    await waitUntil(() => !visit.query('button', 'unread'), 'The bell still has a badge.');
    await visit.press('button', 'Notifications');
    await visit.find('dialog', 'Notifications');
    expect(visit.shows(newest)).to.equal(false);

    // Until then the device may not have forgotten everything.
    await visit.expectText('Signed out');
    await visit.reload();
    await visit.press('button', 'Notifications');
    await visit.expectText('Sign in to see your notifications.');
    expect(visit.shows(newest)).to.equal(false);
  },
);

journey(
  everyBuild,
  'works under the strict policy, with Trusted Types if the browser has them',
  async (visit) => {
    await visit.press('button', unread);
    await visit.press('button', 'Open picture');
    await visit.find('button', 'Next');
    await visit.key('Escape');
    await visit.press('button', 'Preferences');
    await visit.find('switch', 'Back in stock');
    const { page, window } = visit;
    expect(window.problems).to.deep.equal([]);

    // The policy is in force.
    page.createElement('img').src = 'https://elsewhere.example/picture.png';
    const hasTrustedTypes = 'trustedTypes' in window;
    if (hasTrustedTypes) expect(() => (page.body.innerHTML = '<p></p>')).to.throw();
    const violations = hasTrustedTypes ? 2 : 1;
    await waitUntil(() => window.problems.length === violations, 'The policy reports nothing.');
    window.problems.length = 0;
  },
);

const arabic = { lang: 'ar', dir: 'rtl' };
journey(
  everyBuild,
  'is mirrored on a page that reads from right to left',
  async (visit) => {
    await visit.press('button', 'الإشعارات');
    await visit.expectText('الكل');
    const bell = await visit.find('button', 'الإشعارات');
    const panel = await visit.find('dialog', 'الإشعارات');
    const isAtEnd = (): boolean =>
      Math.abs(panel.getBoundingClientRect().left - bell.getBoundingClientRect().left) < 2;
    // Without anchor positioning, the code that positions the panel loads first.
    await waitUntil(isAtEnd, 'The panel does not end where the bell does.');

    await visit.press('button', 'التفضيلات');
    const back = await visit.find('button', 'رجوع');
    expect(getComputedStyle(back).scale, 'the arrow').to.equal('-1 1');
  },
  arabic,
);

const small = { width: 390, height: 580 };
journey(
  ['module', 'older'],
  'shows the panel as a sheet on a small screen, which closes by a press above it',
  async (visit) => {
    await visit.press('button', unread);
    await visit.expectText(newest);
    const sheet = await visit.find('dialog', 'Notifications');
    const { left, width, bottom } = sheet.getBoundingClientRect();
    // Without the scrollbar of the page.
    expect([left, width, bottom]).to.deep.equal([0, visit.page.documentElement.clientWidth, 580]);
    await visit.key('End');
    await visit.pressAt(195, 8);
    await visit.expectNoText(newest);
    expect(visit.focused === (await visit.find('button', unread)), 'the bell has the focus').to.equal(true);
    expect(visit.window.scrollY, 'the page behind the sheet').to.equal(0);
    // Without the sheet, the key scrolls the page.
    await visit.key('End');
    await waitUntil(() => visit.window.scrollY > 0, 'The page does not scroll.');
  },
  small,
);

journey(
  everyBuild,
  'has the badge and the cards of the first page in its HTML, without a request of the list',
  async (visit) => {
    await visit.press('button', unread);
    await visit.expectText(newest);
    await order('enamel-mug');
    await visit.expectText('Enamel mug · £12.00');
    const requested = visit.window.performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname);
    expect(requested).not.to.include('/shop/notifications');
  },
  { hasFirstPage: true },
);

journey(
  badgeBuilds,
  'shows how many are unread beside a link, counts an arrival, and takes no room once all are read',
  async (visit) => {
    await visit.expectText('12');
    const badge = visit.page.querySelector('nudge-badge')!;
    expect(badge.shadowRoot?.querySelector('.label')?.textContent).to.equal('12 to read');
    await order('enamel-mug');
    await visit.expectText('13');

    await readAll();
    await waitUntil(() => badge.getBoundingClientRect().width === 0, 'The badge stays.');
    const { localStorage: local, sessionStorage: session } = visit.window;
    expect([local.length, session.length], 'what is stored').to.deep.equal([0, 0]);
  },
);
