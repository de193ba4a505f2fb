import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/inbox/session.js';
import {
  addNotifications,
  bellButton,
  clickOn,
  createEmptySandbox,
  createTestSession,
  deepActiveElement,
  inboxOf,
  queryAll,
  queryOne,
  renderBell,
  renderInbox,
  setPageAttribute,
  stubProperty,
  visibleText,
  waitUntil,
} from '../support.js';

let session: Session;
let requestCount: number;
let answer: NotificationPermission;

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static requestPermission(): Promise<NotificationPermission> {
    requestCount += 1;
    if (answer !== 'default') FakeNotification.permission = answer;
    return Promise.resolve(answer);
  }
  close(): void {
    // Nothing is shown.
  }
}
const platform = globalThis as { Notification?: unknown };

beforeEach(() => {
  const sandbox = createEmptySandbox();
  session = createTestSession(sandbox, { ids: addNotifications(sandbox, 1) });
  requestCount = 0;
  answer = 'granted';
  FakeNotification.permission = 'default';
  stubProperty(platform, 'Notification', FakeNotification);
});
afterEach(() => session.close());

async function render(settings: Partial<NudgeInbox>): Promise<NudgeInbox> {
  const inbox = await renderInbox(session);
  Object.assign(inbox, settings);
  await inbox.updateComplete;
  return inbox;
}

const menuOf = (inbox: NudgeInbox): HTMLElement | undefined => queryAll(inbox, 'dialog.menu[open]')[0];
const labels = (inbox: NudgeInbox): string[] =>
  [...(menuOf(inbox)?.querySelectorAll('button') ?? [])].map(visibleText);
const text = (inbox: NudgeInbox): string =>
  [...(menuOf(inbox)?.querySelectorAll('p') ?? [])].map(visibleText).join();

async function press(inbox: NudgeInbox, label: string): Promise<void> {
  const button = [...(menuOf(inbox)?.querySelectorAll('button') ?? [])].find(
    (candidate) => visibleText(candidate) === label,
  );
  expect(button, label).to.exist;
  await clickOn(button!);
  await inbox.updateComplete;
}

async function openMenu(inbox: NudgeInbox, item?: string): Promise<void> {
  await clickOn(queryOne(inbox, '.panel-menu-button'));
  await waitUntil(() => menuOf(inbox), 'the menu is open');
  if (item === undefined) return;
  await press(inbox, item);
  await waitUntil(() => menuOf(inbox)?.ariaLabel === item, `the menu ${item} is open`);
}

describe('The menu of the panel', () => {
  it('has no alerts by default', async () => {
    const inbox = await render({});
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed']);
  });

  const settings: [Partial<NudgeInbox>, string[]][] = [
    [{ quietMenu: true }, ['Quiet']],
    [{ sound: true }, ['Quiet']],
    [{ sound: '/sound.mp3' }, ['Quiet']],
    [{ desktop: true }, ['Quiet', 'Desktop notifications']],
  ];
  for (const [setting, expected] of settings)
    it(`has ${expected.join(' and ')} with ${JSON.stringify(setting)}`, async () => {
      const inbox = await render(setting);
      await openMenu(inbox);
      expect(labels(inbox)).to.deep.equal(['Dismissed', ...expected]);
    });

  it('has the alerts of the bell that it belongs to', async () => {
    const bell = await renderBell(session);
    bell.setAttribute('desktop', '');
    await clickOn(bellButton(bell));
    await waitUntil(() => bell.open && queryAll(inboxOf(bell), '.panel-menu-button').length > 0);
    await inboxOf(bell).updateComplete;
    await openMenu(inboxOf(bell));
    expect(labels(inboxOf(bell))).to.include.members(['Quiet', 'Desktop notifications']);
  });
});

describe('Quiet in the menu of the panel', () => {
  it('lasts for an hour, and says so with an undo', async () => {
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox, 'Quiet');
    expect(labels(inbox)).to.deep.equal(['For an hour', 'Until tomorrow morning']);
    await press(inbox, 'For an hour');
    const minutes = (Number(session.alerts.quietUntil) - Date.now()) / 60_000;
    expect(minutes).to.be.within(59, 60);
    await waitUntil(
      () => visibleText(queryOne(inbox, '.undo-place')).startsWith('Quiet until'),
      'it says so',
    );
    queryOne(inbox, '.undo-place button').click();
    expect(session.alerts.quietUntil).to.equal(null);
  });

  it('lasts until eight in the morning after the coming night', async () => {
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox, 'Quiet');
    await press(inbox, 'Until tomorrow morning');
    const until = session.alerts.quietUntil!;
    expect([until.getHours(), until.getMinutes()]).to.deep.equal([8, 0]);
    const hours = (Number(until) - Date.now()) / 3_600_000;
    expect(hours).to.be.within(2.9, 28);
  });

  it('names its end in the menu, and can be turned off there', async () => {
    session.alerts.quietUntil = new Date(new Date().setHours(23, 59, 59, 999));
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet until 11:59 PM']);
    await press(inbox, 'Quiet until 11:59 PM');
    await waitUntil(() => text(inbox), 'the text is shown');
    expect(text(inbox)).to.equal('Quiet until 11:59 PM');
    await press(inbox, 'Turn off');
    expect(session.alerts.quietUntil).to.equal(null);
    await openMenu(inbox);
    expect(labels(inbox)).to.deep.equal(['Dismissed', 'Quiet']);
  });

  it('names the day if that is another one', async () => {
    session.alerts.quietUntil = new Date(new Date().setHours(32, 0, 0, 0));
    const day = session.alerts.quietUntil.toLocaleDateString('en', { weekday: 'long' });
    const inbox = await render({ quietMenu: true });
    await openMenu(inbox);
    expect(labels(inbox)[1]).to.match(new RegExp(`^Quiet until ${day}.*8:00 AM$`));
  });

  it('can be reached by the keyboard, and returns the focus', async () => {
    const inbox = await render({ quietMenu: true });
    queryOne(inbox, '.panel-menu-button').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => menuOf(inbox));
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => menuOf(inbox)?.ariaLabel === 'Quiet', 'the second menu is open');
    expect(visibleText(deepActiveElement()!)).to.equal('For an hour');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !menuOf(inbox), 'the menu is closed');
    expect(deepActiveElement()).to.equal(queryOne(inbox, '.panel-menu-button'));
  });
});

describe('Desktop notifications in the menu of the panel', () => {
  it('are explained before the browser is asked for its permission, and then on', async () => {
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    expect(text(inbox)).to.include('Your browser will ask you first.');
    await expect(menuOf(inbox)!).to.be.accessible();
    expect([requestCount, session.alerts.isDesktopOn]).to.deep.equal([0, false]);
    await press(inbox, 'Turn on');
    await waitUntil(() => labels(inbox).includes('Turn off'), 'they are on');
    expect([requestCount, session.alerts.isDesktopOn]).to.deep.equal([1, true]);
    await press(inbox, 'Turn off');
    expect(session.alerts.isDesktopOn).to.equal(false);
  });

  it('stay off if the explanation is closed, without a question', async () => {
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Close');
    await waitUntil(() => !menuOf(inbox), 'the menu is closed');
    expect([requestCount, session.alerts.isDesktopOn]).to.deep.equal([0, false]);
  });

  it('stay off if the question is closed without an answer', async () => {
    answer = 'default';
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => requestCount === 1);
    expect([menuOf(inbox), session.alerts.isDesktopOn]).to.deep.equal([undefined, false]);
  });

  it('say that the browser blocks them if the customer denies them', async () => {
    answer = 'denied';
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => text(inbox).startsWith('Your browser blocks'), 'it says so');
    expect(labels(inbox)).to.deep.equal(['Close']);
    expect(session.alerts.isDesktopOn).to.equal(false);
  });

  it('say that the browser has none', async () => {
    delete platform.Notification;
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    expect(text(inbox)).to.equal('Desktop notifications aren’t available in this browser.');
    expect(labels(inbox)).to.deep.equal(['Close']);
  });

  it('say so, too, if only a service worker may show them', async () => {
    class Refusing extends FakeNotification {
      constructor() {
        super();
        throw new TypeError('Illegal constructor');
      }
    }
    stubProperty(platform, 'Notification', Refusing);
    const inbox = await render({ desktop: true });
    await openMenu(inbox, 'Desktop notifications');
    await press(inbox, 'Turn on');
    await waitUntil(() => text(inbox).includes('aren’t available'), 'it says so');
    expect(session.alerts.isDesktopOn).to.equal(false);
  });

  it('are within the window in Arabic', async () => {
    setPageAttribute('lang', 'ar');
    setPageAttribute('dir', 'rtl');
    const inbox = await render({ desktop: true });
    await openMenu(inbox);
    await waitUntil(() => labels(inbox).includes('إشعارات سطح المكتب'), 'the language has loaded');
    await press(inbox, 'إشعارات سطح المكتب');
    await waitUntil(() => text(inbox), 'the text is shown');
    const { left, right } = menuOf(inbox)!.getBoundingClientRect();
    expect(left).to.be.at.least(0);
    expect(right).to.be.at.most(innerWidth);
  });
});
