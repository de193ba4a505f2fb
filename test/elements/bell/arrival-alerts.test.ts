import { expect } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/inbox/session.js';
import type { SourceEvent } from '../../../src/inbox/sources/source.js';
import type { NotificationOverrides, Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  inboxOf,
  recordUncaughtErrors,
  renderBell,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';

// Loaded up front, so that no test waits for a lazy import.
await Promise.all([
  import('../../../src/elements/shared/arrival-alerts.js'),
  import('../../../src/elements/shared/play-sound.js'),
]);

let sandbox: Sandbox;
let session: Session;
let sessions: Session[];
let emitters: ((event: SourceEvent) => void)[];
let played: string[];
let shown: FakeNotification[];
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

function createOwnSession(customerKey: string): Session {
  const created = createTestSession(sandbox, {
    customerKey,
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
      play(): Promise<void> {
        played.push(this.#url);
        return this.#url.includes('missing')
          ? Promise.reject(new Error('NotSupportedError'))
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

/** Lets notifications arrive in every tab whose source is open. */
function arrive(count = 1, overrides: NotificationOverrides = {}): string[] {
  const ids = addNotifications(sandbox, count, () => overrides);
  for (const emit of [...emitters]) emit({ type: 'add', references: ids.map((id) => ({ id })) });
  return ids;
}

/** Waits until the arrivals up to now were alerted, or not. */
async function afterAlerts(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 700));
  await flushTasks();
}

describe('sound', () => {
  it('is played once for a burst of arrivals', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'), 'this page plays the sound');
    arrive(50);
    await waitUntil(() => played.length > 0, 'the sound is played');
    await afterAlerts();
    expect(played).to.deep.equal(['built in']);
  });

  it('is the file of the attribute', async () => {
    const bell = await renderWith({});
    bell.setAttribute('sound', '/ding.mp3');
    await waitUntil(() => holds('sound'));
    arrive();
    await waitUntil(() => played.length > 0, 'the sound is played');
    expect(played).to.deep.equal(['/ding.mp3']);
  });

  it('is played by each tab where the locks are refused, as in a sandboxed frame', async () => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException('', 'SecurityError'));
    stubProperty(navigator, 'locks', { query: refuse, request: refuse });
    await renderWith({ sound: true });
    await waitUntil(async () => {
      arrive();
      await flushTasks();
      return played.length > 0;
    }, 'the sound is played');
  });

  it('is off by default', async () => {
    await renderWith({ desktop: true });
    await waitUntil(() => holds('visible'));
    arrive();
    await afterAlerts();
    expect(played).to.deep.equal([]);
  });

  it('is not played before the customer has used the page', async () => {
    setUsed(false);
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    arrive();
    await afterAlerts();
    expect(played).to.deep.equal([]);
    setUsed(true);
    arrive();
    await waitUntil(() => played.length > 0, 'the sound is played');
  });

  it('throws nothing if it cannot be played', async () => {
    const errors = recordUncaughtErrors();
    await renderWith({ sound: '/missing.mp3' });
    await waitUntil(() => holds('sound'));
    arrive();
    await waitUntil(() => played.length > 0);
    await flushTasks();
    expect(errors).to.deep.equal([]);
  });

  it('is played by one of two tabs, and by the other one when the first closes', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    const bell = await renderWith({ sound: '/first.mp3' });
    await waitUntil(() => holds('sound'));
    await renderWith({ sound: '/second.mp3' }, second);
    arrive();
    await waitUntil(() => played.length > 0);
    await afterAlerts();
    expect(played).to.deep.equal(['/first.mp3']);
    bell.remove();
    await waitUntil(async () => {
      arrive();
      await afterAlerts();
      return played.length > 1;
    }, 'the second tab plays the sound');
    expect(played[1]).to.equal('/second.mp3');
  });

  it('is held while it is quiet', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    session.alerts.quietUntil = new Date(Date.now() + 60_000);
    arrive();
    await afterAlerts();
    expect(played).to.deep.equal([]);
    session.alerts.quietUntil = null;
    arrive();
    await waitUntil(() => played.length > 0, 'the sound is played');
  });

  it('is not played for what came while the page was hidden', async () => {
    await renderWith({ sound: true });
    await waitUntil(() => holds('sound'));
    setVisible(false);
    setVisible(true);
    await waitUntil(() => holds('sound'));
    await waitUntil(() => emitters.length > 0, 'the source is open again');
    arrive();
    await afterAlerts();
    expect(played).to.deep.equal([]);
  });

  it('leaves no lock and no timer when the bell is removed', async () => {
    const bell = await renderWith({ sound: true, desktop: true });
    session.alerts.isDesktopOn = true;
    await waitUntil(async () => (await lockNames()).length === 3, 'all locks are held');
    arrive();
    bell.remove();
    await waitUntil(async () => (await lockNames()).length === 0, 'no lock is held');
    await afterAlerts();
    expect(played).to.deep.equal([]);
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
  async function renderHidden(settings: Partial<NudgeBell> = {}): Promise<NudgeBell> {
    session.alerts.isDesktopOn = true;
    const bell = await renderWith({ desktop: true, ...settings });
    await waitUntil(() => holds('desktop'), 'this tab shows the notifications');
    setVisible(false);
    await waitUntil(async () => !(await holds('visible')), 'no tab is visible');
    await waitUntil(() => emitters.length > 0, 'arrivals still come');
    return bell;
  }

  it('shows an arrival while no tab is visible, and reveals it on a press', async () => {
    const bell = await renderHidden();
    const [id = ''] = arrive(1, { payload: { title: 'Your parcel is here', body: 'At the door.' } });
    await waitUntil(() => shown.length > 0, 'it is shown');
    expect(shown.map(({ title, body }) => [title, body])).to.deep.equal([
      ['Your parcel is here', 'At the door.'],
    ]);
    setVisible(true);
    expect(shown[0]?.isClosed, 'whoever is back needs it no more').to.equal(true);
    shown[0]?.onclick?.();
    await waitUntil(() => bell.open, 'the panel is open');
    await waitUntil(() => session.notifications.get(id).isRead, 'it is read');
    expect(cardTitles(inboxOf(bell)).join()).to.include('Your parcel is here');
  });

  it('shows the number of several arrivals, and opens the list on a press', async () => {
    const bell = await renderHidden();
    arrive(50);
    await waitUntil(() => shown.length > 0, 'it is shown');
    await afterAlerts();
    expect(shown.map(({ title }) => title)).to.deep.equal(['50 new notifications']);
    expect(bell.open).to.equal(false);
    shown[0]?.onclick?.();
    expect(bell.open).to.equal(true);
  });

  it('adds up what comes in several bursts, until the customer is back', async () => {
    await renderHidden();
    arrive(3);
    await waitUntil(() => shown.length === 1);
    arrive(2);
    await waitUntil(() => shown.length === 2);
    expect(shown.map(({ title }) => title)).to.deep.equal(['3 new notifications', '5 new notifications']);
    expect(shown[1]?.tag, 'the second one replaces the first').to.equal(shown[0]?.tag);
    expect(shown[1]?.renotify, 'as noticeably').to.equal(true);
    setVisible(true);
    setVisible(false);
    await waitUntil(async () => !(await holds('visible')) && emitters.length > 0);
    arrive(2);
    await waitUntil(() => shown.length === 3);
    expect(shown[2]?.title).to.equal('2 new notifications');
  });

  it('shows the number if the notification cannot be loaded', async () => {
    await renderHidden();
    sandbox.failNext({ status: 404 }, Infinity);
    arrive();
    await waitUntil(() => shown.length > 0, 'it is shown');
    expect(shown[0]?.title).to.equal('1 new notification');
  });

  for (const [when, end] of [
    ['the customer signs out', () => session.signOut()],
    ['another customer turns up', () => session.notifications.reset()],
    ['the bell shows another session', (bell) => (bell.session = createOwnSession(`other-${keyCount}`))],
    ['the bell is removed', (bell) => bell.remove()],
  ] as [string, (bell: NudgeBell) => unknown][]) {
    it(`closes what it has shown when ${when}`, async () => {
      const bell = await renderHidden();
      arrive();
      await waitUntil(() => shown.length > 0, 'it is shown');
      expect(shown[0]?.isClosed).to.equal(false);
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
      let loadCount = 0;
      const { notifications } = session;
      const load = notifications.load.bind(notifications);
      notifications.load = async (id) => {
        loadCount += 1;
        const record = await load(id);
        await loading;
        return record;
      };
      arrive();
      await waitUntil(() => loadCount > 0, 'it loads');
      await waitUntil(() => notifications.state.items[0]?.record, 'it is loaded');
      await end();
      finishLoading?.();
      await flushTasks();
      expect(shown).to.deep.equal([]);
    });
  }

  it('shows nothing while a tab is visible', async () => {
    await renderHidden();
    // As another tab would.
    let release: () => void = () => undefined;
    void navigator.locks.request(
      `${session.alerts.key} visible`,
      { mode: 'shared' },
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    await waitUntil(() => holds('visible'));
    arrive();
    await afterAlerts();
    expect(shown).to.deep.equal([]);
    release();
  });

  it('is shown by one of two tabs', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    await renderWith({ desktop: true }, second);
    await renderHidden();
    arrive();
    await waitUntil(() => shown.length > 0, 'it is shown');
    await afterAlerts();
    expect(shown).to.have.length(1);
    expect(emitters, 'the source of the other tab is closed').to.have.length(1);
  });

  it('shows nothing again when another tab takes over', async () => {
    const second = createOwnSession(session.alerts.key.split(' ').at(-1)!);
    const bell = await renderHidden();
    await renderBell(second).then((other) => (other.desktop = true));
    const [id = ''] = arrive();
    await waitUntil(() => shown.length > 0, 'it is shown');
    const createdDate = new Date().toISOString();
    await waitUntil(() => Date.now() > Date.parse(createdDate));
    const [first] = emitters;
    bell.remove();
    await waitUntil(() => emitters.length > 0 && emitters[0] !== first, 'the other tab has taken over');
    // What it missed, it lists now.
    emitters[0]?.({ type: 'add', references: [{ id, createdDate }] });
    await afterAlerts();
    expect(shown).to.have.length(1);
    const [newId = ''] = addNotifications(sandbox, 1);
    emitters[0]?.({
      type: 'add',
      references: [{ id: newId, createdDate: new Date(Date.now() + 1).toISOString() }],
    });
    await waitUntil(() => shown.length > 1, 'what is new is shown');
  });

  it('shows nothing while it is quiet', async () => {
    await renderHidden();
    session.alerts.quietUntil = new Date(Date.now() + 60_000);
    arrive();
    await afterAlerts();
    expect(shown).to.deep.equal([]);
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
      await flushTasks();
      expect(emitters).to.have.length(0);
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

  it('is turned off where the browser does not let pages show notifications', async () => {
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
    arrive();
    await waitUntil(() => !session.alerts.isDesktopOn, 'it is off');
  });

  it('works in an inbox without a bell', async () => {
    session.alerts.isDesktopOn = true;
    const inbox: NudgeInbox = await renderInbox(session);
    inbox.desktop = true;
    await waitUntil(() => holds('desktop'));
    setVisible(false);
    await waitUntil(async () => !(await holds('visible')));
    await waitUntil(() => emitters.length > 0);
    arrive(1, { payload: { title: 'Your parcel is here' } });
    await waitUntil(() => shown.length > 0, 'it is shown');
    expect(shown[0]?.title).to.equal('Your parcel is here');
  });
});
