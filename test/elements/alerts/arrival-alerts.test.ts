import { expect } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import type { NotificationOverrides, Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  installFakeTimers,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';

/** For how long arrivals are gathered before they are alerted, in milliseconds. */
const debounceMs = 500;

let sandbox: Sandbox;
let session: Session;
let sessions: Session[];
let emitters: ((event: SourceEvent) => void)[];
let played: string[];
let shown: FakeNotification[];
let timers: ReturnType<typeof installFakeTimers>;
let keyCount = 0;

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  readonly title: string;
  readonly body: string | undefined;
  readonly tag: string | undefined;
  readonly renotify: boolean | undefined;
  onclick: (() => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;

  constructor(title: string, { body, tag, renotify }: NotificationOptions & { renotify?: boolean } = {}) {
    super();
    this.title = title;
    this.body = body;
    this.tag = tag;
    this.renotify = renotify;
    shown.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}

class FakeAudioContext {
  readonly currentTime = 0;
  readonly destination = null;
  resume(): Promise<void> {
    played.push('built in');
    return Promise.resolve();
  }
  createOscillator(): unknown {
    return {
      frequency: {},
      connect: () => ({ connect: () => undefined }),
      start: () => undefined,
      stop: () => undefined,
    };
  }
  createGain(): unknown {
    return {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    };
  }
}

function createOwnSession(customerKey: string | null): Session {
  const created = createTestSession(sandbox, {
    customerKey,
    memoryOnly: false,
    ids: [],
    source: {
      subscribe: (emit, { signal }) => {
        emitters.push(emit);
        signal.addEventListener('abort', () => (emitters = emitters.filter((other) => other !== emit)));
        return undefined;
      },
    },
  });
  sessions.push(created);
  return created;
}

beforeEach(() => {
  timers = installFakeTimers();
  sandbox = createEmptySandbox();
  [sessions, emitters, played, shown] = [[], [], [], []];
  // The settings of one test must not be those of the next.
  session = createOwnSession(`alerts-${(keyCount += 1)}`);
  FakeNotification.permission = 'granted';
  stubProperty(globalThis as { Notification?: unknown }, 'Notification', FakeNotification);
  stubProperty(globalThis as { AudioContext?: unknown }, 'AudioContext', FakeAudioContext);
  stubProperty(
    globalThis as { Audio?: unknown },
    'Audio',
    class {
      readonly #url: string;
      constructor(url: string) {
        this.#url = url;
      }
      pause(): void {
        played.push(`${this.#url} ends`);
      }
      play(): Promise<void> {
        played.push(this.#url);
        if (this.#url.includes('slow')) return new Promise(() => undefined);
        return this.#url.includes('missing')
          ? Promise.reject(new DOMException('', 'NotSupportedError'))
          : Promise.resolve();
      }
    },
  );
  setUsed(true);
});
afterEach(async () => {
  await Promise.all(sessions.map((other) => other.signOut()));
});

function setUsed(hasBeenActive: boolean): void {
  stubProperty(navigator as { userActivation: unknown }, 'userActivation', { hasBeenActive });
}

/** Only the outcome is stubbed: the page of the tests itself is always visible. */
function setVisible(isVisible: boolean): void {
  stubProperty(document, 'visibilityState', isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

async function lockNames(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.map(({ name = '' }) => name).filter((name) => name.startsWith(session.alerts.key));
}
const holds = async (name: string): Promise<boolean> =>
  (await lockNames()).includes(`${session.alerts.key} ${name}`);

async function renderWith(settings: Partial<NudgeBell>, shownSession = session): Promise<NudgeBell> {
  const count = emitters.length;
  const bell = await renderBell(shownSession);
  await waitUntil(() => emitters.length > count, 'the source is open');
  Object.assign(bell, settings);
  await bell.updateComplete;
  return bell;
}

/** Lets notifications arrive in every tab whose source is open, and be alerted, or not. */
async function arrive(count = 1, overrides: NotificationOverrides = {}): Promise<string[]> {
  const ids = addNotifications(sandbox, count, () => overrides);
  for (const emit of [...emitters]) emit({ type: 'add', references: ids.map((id) => ({ id })) });
  await timers.advance(debounceMs);
  return ids;
}

const arriveAs = (title: string): Promise<string[]> => arrive(1, { payload: { title } });
const shownTitles = (): string[] => shown.map(({ title }) => title);

describe('sound', () => {
  it('is off by default, and is the file of the attribute', async () => {
    const bell = await renderWith({ desktop: true });
    await waitUntil(() => holds('visible'));
    await arrive();
    bell.setAttribute('sound', '/ding.mp3');
    await waitUntil(() => holds('sound'));
    await arrive();
    await expectEventually(() => played, ['/ding.mp3']);
  });

  it('is played once for arrivals in quick succession', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'), 'this page plays the sound');
    const ids = addNotifications(sandbox, 50);
    for (const id of ids) emitters[0]?.({ type: 'add', references: [{ id }] });
    await timers.advance(debounceMs - 1);
    expect(played, 'not before they are gathered').to.deep.equal([]);
    await arrive();
    await expectEventually(() => played, ['built in']);
    await arrive();
    await expectEventually(() => played, ['built in', 'built in']);
  });

  it('is played by each tab where the locks are refused, as in a sandboxed frame', async () => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException('', 'SecurityError'));
    stubProperty(navigator, 'locks', { query: refuse, request: refuse });
    const warnings = recordWarnings();
    await renderWith({ sound: true });
    await waitUntil(async () => {
      await arrive();
      return played.length > 0;
    }, 'the sound is played');
    expect(warnings).to.deep.equal([
      '[nudge-inbox] Each tab shows and plays arrivals on its own: SecurityError',
    ]);
  });

  it('is not played before the customer has used the page', async () => {
    let checkCount = 0;
    stubProperty(navigator as { userActivation: unknown }, 'userActivation', {
      get hasBeenActive() {
        checkCount += 1;
        return false;
      },
    });
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    await arrive();
    await waitUntil(() => checkCount > 0, 'the use is checked');
    setUsed(true);
    await arrive();
    await expectEventually(() => played, ['built in']);
  });

  it('throws nothing if it cannot be played, and says so once', async () => {
    const errors = recordUncaughtErrors();
    const warnings = recordWarnings();
    await renderWith({ sound: '/missing.mp3' });
    await waitUntil(() => holds('sound'));
    await arrive();
    await expectEventually(() => played, ['/missing.mp3']);
    await arrive();
    await expectEventually(() => played, ['/missing.mp3', '/missing.mp3']);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The sound /missing.mp3 cannot be played: NotSupportedError',
    ]);
  });

  it('is played by one of two tabs, and by the other one when the first closes', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    const bell = await renderWith({ sound: '/first.mp3' });
    await waitUntil(() => holds('sound'));
    await renderWith({ sound: '/second.mp3' }, second);
    await arrive();
    await expectEventually(() => played, ['/first.mp3']);
    bell.remove();
    await waitUntil(async () => {
      await arrive();
      return played.length > 1;
    }, 'the second tab plays the sound');
    expect(played.slice(0, 2)).to.deep.equal(['/first.mp3', '/second.mp3']);
  });

  it('is held while it is quiet', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    session.alerts.quietUntil = new Date(Date.now() + 60_000);
    await arrive();
    session.alerts.quietUntil = null;
    await arrive();
    await expectEventually(() => played, ['built in']);
  });

  it('is not played for what came while the page was hidden, and is listed shortly after', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    const returnedAt = performance.now();
    stubProperty(performance, 'now', () => returnedAt);
    setVisible(false);
    await waitUntil(async () => !(await holds('sound')), 'the lock is given back');
    setVisible(true);
    await waitUntil(() => holds('sound'), 'it is held again');
    await waitUntil(() => emitters.length > 0, 'the source is open again');
    await arrive();
    stubProperty(performance, 'now', () => returnedAt + 3000);
    // A page may get a lock later than others are told that it holds it.
    await waitUntil(async () => {
      await arrive();
      return played.length > 0;
    }, 'the sound is played');
    expect(played).to.deep.equal(['built in']);
  });

  it('leaves no lock and plays nothing when the bell is removed', async () => {
    const bell = await renderWith({ sound: true, desktop: true });
    session.alerts.isDesktopOn = true;
    await waitUntil(async () => (await lockNames()).length === 3, 'all locks are held');
    const ids = addNotifications(sandbox, 1);
    emitters[0]?.({ type: 'add', references: ids.map((id) => ({ id })) });
    bell.remove();
    await waitUntil(async () => (await lockNames()).length === 0, 'no lock is held');
    await timers.advance(debounceMs);
    expect(played).to.deep.equal([]);
  });

  it('ends when the bell is removed while it loads', async () => {
    const bell = await renderWith({ sound: '/slow.mp3' });
    await waitUntil(() => holds('sound'));
    await arrive();
    await expectEventually(() => played, ['/slow.mp3']);
    bell.remove();
    expect(played).to.deep.equal(['/slow.mp3', '/slow.mp3 ends']);
  });

  it('lets the page go into the back/forward cache, which a lock would prevent', async () => {
    session.alerts.isDesktopOn = true;
    await renderWith({ sound: true, desktop: true });
    await waitUntil(async () => (await lockNames()).length === 3, 'all locks are held');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await waitUntil(async () => (await lockNames()).length === 0, 'no lock is held');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitUntil(() => holds('sound'), 'it comes back');
  });
});

describe('desktop', () => {
  async function renderHidden(): Promise<NudgeBell> {
    session.alerts.isDesktopOn = true;
    const bell = await renderWith({ desktop: true });
    await waitUntil(() => holds('desktop'), 'this tab shows the notifications');
    await hide();
    return bell;
  }

  /** Hides the page, and waits until no tab is visible and arrivals still come. */
  async function hide(): Promise<void> {
    setVisible(false);
    await waitUntil(async () => !(await holds('visible')) && emitters.length > 0, 'the page is hidden');
  }

  it('shows an arrival while no tab is visible, and reveals it on a press', async () => {
    const bell = await renderHidden();
    const [id = ''] = await arrive(1, { payload: { title: 'Your parcel is here', body: 'At the door.' } });
    await expectEventually(
      () => shown.map(({ title, body }) => [title, body]),
      [['Your parcel is here', 'At the door.']],
    );
    setVisible(true);
    expect(shown[0]?.isClosed, 'whoever is back needs it no more').to.equal(true);
    shown[0]?.onclick?.();
    await waitUntil(() => bell.open, 'the panel is open');
    await waitUntil(() => session.notifications.get(id).isRead, 'it is read');
    expect(cardTitles(inboxOf(bell)).join()).to.include('Your parcel is here');
  });

  it('shows the number of several arrivals, and opens the list on a press', async () => {
    const bell = await renderHidden();
    await arrive(50);
    await expectEventually(shownTitles, ['50 new notifications']);
    expect(bell.open).to.equal(false);
    shown[0]?.onclick?.();
    expect(bell.open).to.equal(true);
  });

  it('opens the list on a press if the notification cannot be shown yet, as behind a modal dialog', async () => {
    const bell = await renderHidden();
    await arrive(1, { payload: { title: 'Your parcel is here' } });
    await expectEventually(shownTitles, ['Your parcel is here']);
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.showModal();
    shown[0]?.onclick?.();
    await waitUntil(() => bell.open, 'the panel is to open');
    dialog.remove();
  });

  it('adds up what comes in several bursts, until the customer is back', async () => {
    await renderHidden();
    await arrive(3);
    await expectEventually(shownTitles, ['3 new notifications']);
    await arrive(2);
    await expectEventually(shownTitles, ['3 new notifications', '5 new notifications']);
    expect(shown[1]?.tag, 'the second one replaces the first').to.equal(shown[0]?.tag);
    expect(shown[1]?.renotify, 'as noticeably').to.equal(true);
    setVisible(true);
    await hide();
    await arrive(2);
    await expectEventually(() => shownTitles().at(2), '2 new notifications');
  });

  it('shows the number if the notification cannot be loaded', async () => {
    await renderHidden();
    sandbox.failNext({ status: 404 }, Infinity);
    await arrive();
    await expectEventually(shownTitles, ['1 new notification']);
  });

  for (const [when, end] of [
    ['the customer signs out', () => session.signOut()],
    ['the bell shows another session', (bell) => (bell.session = createOwnSession(`other-${keyCount}`))],
    ['the bell is removed', (bell) => bell.remove()],
  ] as [string, (bell: NudgeBell) => unknown][]) {
    it(`closes what it has shown when ${when}`, async () => {
      const bell = await renderHidden();
      await arrive();
      await expectEventually(() => shown.map(({ isClosed }) => isClosed), [false]);
      await end(bell);
      await waitUntil(() => shown[0]?.isClosed, 'it is closed');
    });
  }

  for (const [when, end] of [
    ['a tab is visible', () => setVisible(true)],
    ['the customer has signed out', () => session.signOut()],
  ] as [string, () => unknown][]) {
    it(`shows nothing if ${when} by the time that the notification is loaded`, async () => {
      await renderHidden();
      let finishLoading: (() => void) | undefined;
      const loading = new Promise<void>((resolve) => (finishLoading = resolve));
      let [isRequested, isLoaded] = [false, false];
      const { notifications } = session;
      const load = notifications.load.bind(notifications);
      notifications.load = async (id) => {
        const record = await load(id);
        isRequested = true;
        await loading;
        isLoaded = true;
        return record;
      };
      await arrive();
      // Only then: before that, it asks for the locks of the tabs.
      await waitUntil(() => isRequested, 'it is requested');
      await end();
      finishLoading?.();
      await waitUntil(() => isLoaded, 'the response has come');
      expect(shown).to.deep.equal([]);
    });
  }

  it('shows nothing if the customer has signed out by the time that it is known whether a tab is visible', async () => {
    // Without a key, the settings are those of the device, and stay.
    session = createOwnSession(null);
    await renderHidden();
    const { locks } = navigator;
    const query = locks.query.bind(locks);
    let respond: (() => void) | undefined;
    const responding = new Promise<void>((resolve) => (respond = resolve));
    stubProperty(locks, 'query', () => responding.then(query));
    await arrive(3);
    await session.signOut();
    respond?.();
    await locks.query();
    await timers.advance(0);
    session.alerts.isDesktopOn = false;
    expect(shown).to.deep.equal([]);
  });

  it('shows nothing while another tab is visible', async () => {
    await renderHidden();
    let release: () => void = () => undefined;
    void navigator.locks.request(
      `${session.alerts.key} visible`,
      { mode: 'shared' },
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    await waitUntil(() => holds('visible'));
    await arriveAs('Seen there');
    release();
    await waitUntil(async () => !(await holds('visible')));
    await arriveAs('Unseen');
    await expectEventually(shownTitles, ['Unseen']);
  });

  it('is shown by one of two tabs, and the source of the other one is closed', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    await renderWith({ desktop: true }, second);
    await renderHidden();
    await arriveAs('First');
    await expectEventually(shownTitles, ['First']);
    await arriveAs('Second');
    await expectEventually(shownTitles, ['First', 'Second']);
    expect(emitters).to.have.length(1);
  });

  it('shows nothing again when another tab takes over', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    const bell = await renderHidden();
    await renderBell(second).then((other) => (other.desktop = true));
    const [id = ''] = await arriveAs('Before');
    await expectEventually(shownTitles, ['Before']);
    const createdDate = new Date().toISOString();
    await waitUntil(() => Date.now() > Date.parse(createdDate));
    const [first] = emitters;
    bell.remove();
    await waitUntil(() => emitters.length > 0 && emitters[0] !== first, 'the other tab has taken over');
    // What it missed, it lists now.
    emitters[0]?.({ type: 'add', references: [{ id, createdDate }] });
    await timers.advance(debounceMs);
    const [newId = ''] = addNotifications(sandbox, 1, () => ({ payload: { title: 'After' } }));
    emitters[0]?.({
      type: 'add',
      references: [{ id: newId, createdDate: new Date(Date.now() + 1).toISOString() }],
    });
    await timers.advance(debounceMs);
    await expectEventually(shownTitles, ['Before', 'After']);
  });

  for (const [condition, prepare] of [
    ['the customer has not turned them on', () => (session.alerts.isDesktopOn = false)],
    ['the permission is gone', () => (FakeNotification.permission = 'denied')],
  ] as const)
    it(`closes the source of a hidden page, as without it, if ${condition}`, async () => {
      session.alerts.isDesktopOn = true;
      prepare();
      await renderWith({ desktop: true });
      await waitUntil(() => holds('visible'));
      setVisible(false);
      await expectEventually(() => emitters.length, 0);
    });

  it('stops when the customer turns them off', async () => {
    await renderHidden();
    session.alerts.isDesktopOn = false;
    await waitUntil(() => emitters.length === 0, 'the source is closed');
    await waitUntil(async () => !(await holds('desktop')), 'another tab may show them');
  });

  it('stops when the customer turns them off in another tab', async () => {
    await renderHidden();
    localStorage.setItem(session.alerts.key, '{"isDesktopOn":false}');
    dispatchEvent(new StorageEvent('storage', { key: session.alerts.key }));
    await waitUntil(() => emitters.length === 0, 'the source is closed');
  });

  it('is turned off where the browser does not let pages show notifications, and says so', async () => {
    const warnings = recordWarnings();
    await renderHidden();
    stubProperty(
      globalThis as { Notification?: unknown },
      'Notification',
      class extends FakeNotification {
        constructor() {
          super('');
          throw new TypeError('Illegal constructor');
        }
      },
    );
    await arrive();
    await waitUntil(() => !session.alerts.isDesktopOn, 'it is off');
    expect(warnings).to.deep.equal([
      '[nudge-inbox] Desktop notifications are turned off: TypeError: Illegal constructor',
    ]);
  });

  it('works in an inbox without a bell', async () => {
    session.alerts.isDesktopOn = true;
    const inbox: NudgeInbox = await renderInbox(session);
    inbox.desktop = true;
    await waitUntil(() => holds('desktop'));
    await hide();
    await arriveAs('Your parcel is here');
    await expectEventually(shownTitles, ['Your parcel is here']);
  });
});
