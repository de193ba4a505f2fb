import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession, type Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { trace } from '../../src/trace.js';
import { blockWith } from '../docs/markdown.js';
import {
  FakeBrowser,
  FakeSource,
  flushPromises,
  makeRecord,
  recordEvents,
  tearDown,
  waitUntil,
} from './fakes.js';

/** What a customer may read or write, and whose it is: it stands in every text of the service and the host. */
const secret = 'SECRET';

let lines: string[];
let source: FakeSource;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 20) });
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  new FakeBrowser();
  lines = [];
  source = new FakeSource();
});

afterEach(tearDown);

/** Responds to each request of a record, and of a choice, at once. */
const respond: typeof fetch = (request) => {
  const { pathname } = new URL(request instanceof Request ? request.url : request);
  const id = pathname.split('/').at(-1) ?? '';
  const { payload, ...record } = makeRecord(id, { uniqueCustomerId: secret });
  const data = id.startsWith('n') ? { ...record, payload: { ...payload, title: secret } } : { status: null };
  return Promise.resolve(Response.json({ status: 'success', statusCode: 200, data, message: secret }));
};

function makeSession(options: Partial<SessionOptions> = {}): Session {
  return createSession({
    baseUrl: 'https://service.test/api/v1/nudge',
    fetch: respond,
    getToken: () => secret,
    source,
    groups: [{ id: 'offers', name: secret, description: secret, section: secret }],
    memoryOnly: true,
    ...options,
  });
}

/** A session that has loaded its list, and is traced from then on. */
async function startTraced(options: Partial<SessionOptions> = {}): Promise<Session & { stop: () => void }> {
  const session = makeSession(options);
  recordEvents(session.notifications);
  await flushPromises();
  const stop = trace(session, { log: (line) => void lines.push(line) });
  return Object.assign(session, { stop });
}

async function arrive(...ids: string[]): Promise<void> {
  source.emit({ type: 'add', references: ids.map((id) => ({ id, createdDate: '2025-11-19T10:00:00Z' })) });
  await flushPromises();
}

describe('trace()', () => {
  it('writes a line for an arrival, for its record, and for each step of a mark, as documented', async () => {
    const setRead = (): Promise<void> => Promise.resolve();
    const { notifications } = await startTraced({ source: Object.assign(source, { setRead }) });
    await arrive('n4');
    notifications.markRead(['n4']);
    await flushPromises();
    expect(lines).toEqual([
      'added n4 → arrival → record-loader: request n4',
      'loaded isFetched=true n4 → to store: fetched=n4',
      'marked read=true n4 → read-change isRead=true → to store: reads=n4 → mark-saver: markSent read=true n4',
      'markSent read=true n4',
      'markSaved read=true n4',
    ]);
    const printed = blockWith('troubleshooting.md', 'run trace').trim().replaceAll('[nudge-inbox] ', '');
    expect(printed.split('\n')).toEqual(lines.slice(0, 3));
  });

  it('names the error of what failed, and the event that says so', async () => {
    const setRead = (): Promise<void> => Promise.reject(new TypeError(secret));
    const { notifications } = await startTraced({ source: Object.assign(source, { setRead }) });
    await arrive('n4');
    notifications.markRead(['n4']);
    await waitUntil(() => expect(lines.at(-1)).toMatch(/^markFailed /));
    expect(lines.at(-1)).toBe(
      'markFailed read=true error=TypeError n4 → read-change isRead=false → ' +
        'error error=TypeError operation=set-read isRead=true isAll=false → to store: reads=n4',
    );
  });

  it('says of a choice what became of it', async () => {
    const { preferences } = await startTraced();
    await preferences.set('offers', { isGroupNotificationOff: true });
    expect(lines).toEqual([
      'preferences: chosen isGroupNotificationOff=true offers → preference-saver: sent isGroupNotificationOff=true offers',
      'preferences: sent isGroupNotificationOff=true offers',
      'preferences: responded isGroupNotificationOff=true offers → saved isGroupNotificationOff=true → to store: offers',
    ]);
  });

  it('gives what is sent without a change a line of its own', async () => {
    const { notifications } = await startTraced({
      ids: Array.from({ length: 40 }, (_, index) => `n${index}`),
    });
    notifications.setVisible(['n39']);
    void notifications.loadMore();
    void notifications.refresh();
    await flushPromises();
    expect(lines).toContain('record-loader: request n39');
    expect(lines).toContain('source-sync: load the first page');
  });

  it('says which change an effect applies', async () => {
    const { notifications } = await startTraced();
    const { payload, ...record } = makeRecord('n4', { uniqueCustomerId: secret });
    notifications.add([{ id: 'n4', record: { ...record, payload } }]);
    expect(lines.slice(0, 2)).toEqual([
      'added n4 → arrival → record-loader: loaded isFetched=false n4',
      'loaded isFetched=false n4',
    ]);
  });

  it('shortens a long list of ids', async () => {
    await startTraced();
    await arrive('n1', 'n2', 'n3', 'n4', 'n5');
    expect(lines[0]).toMatch(/^added n1, n2, n3 and 2 more → arrival → /);
  });

  it('has no text that a customer reads or writes, nor who they are', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error(secret));
    const session = await startTraced({
      source: Object.assign(source, {
        setDismissed: fail,
        setAnswer: fail,
      }),
      memoryOnly: false,
      customerKey: secret,
    });
    const { notifications, preferences } = session;
    await arrive('n4', 'n5');
    source.pages = [
      {
        references: [{ id: 'n4' }],
        unreadCountByTag: { [secret]: 1 },
        answers: [secret],
      },
      new Error(secret),
    ];
    await notifications.refresh();
    await notifications.refresh();
    notifications.dismiss(['n4']);
    await notifications.answer('n4', { action: 'primary', outcome: secret }).catch(() => undefined);
    source.emit({ type: 'preference', groupId: 'offers', isGroupNotificationOff: true });
    preferences.setGroups([{ id: 'news', name: secret }]);
    await preferences.set('news', { isGroupNotificationOff: true });
    void notifications.snooze(['n4'], new Date('2025-11-21T10:00:00Z'));
    await session.signOut();
    await flushPromises();
    const types = lines.map((line) => line.replace('preferences: ', '').split(' ')[0]);
    for (const type of ['pageLoaded', 'sourceFailed', 'markFailed', 'answering', 'savedElsewhere', 'closed'])
      expect(types).toContain(type);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });

  it('ends with the function that it returns', async () => {
    const { stop, notifications, preferences } = await startTraced();
    stop();
    notifications.add(['n4']);
    await preferences.set('offers', { isGroupNotificationOff: true });
    expect(lines).toEqual([]);
  });

  it('writes to the console unless the page has another place', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue(undefined);
    const session = makeSession();
    trace(session);
    session.notifications.add(['n4']);
    await flushPromises();
    expect(info).toHaveBeenCalledWith('[nudge-inbox] added n4');
  });

  it('takes an element, and traces the session that it shows', () => {
    const session = makeSession();
    trace({ session }, { log: (line) => void lines.push(line) });
    session.notifications.add(['n4']);
    expect(lines).toEqual(['added n4']);
  });

  it('warns of an element that has no session', () => {
    expect(trace({ session: undefined })).toBeTypeOf('function');
    expect(console.warn).toHaveBeenCalledWith(
      '[nudge-inbox] trace() found no session: the element has none yet.',
    );
  });
});
