import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createSession, type Session, type SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import {
  addNotifications,
  createEmptySandbox,
  recordUncaughtErrors,
  recordWarnings,
  stubProperty,
  waitUntil,
} from './support.js';

/** The database, made if no session has made it yet. */
const open = (): ReturnType<typeof openDB> =>
  openDB('nudge-inbox', 1, { upgrade: (database) => void database.createObjectStore('customers') });

/** What is kept of the customer, read behind the sessions' backs. */
async function kept(customerKey = 'ann'): Promise<Record<string, unknown> | undefined> {
  const database = await open();
  const { store } = database.transaction('customers');
  const row = (await store.get(customerKey)) as Record<string, unknown> | undefined;
  database.close();
  return row;
}

async function keep(row: unknown, customerKey = 'ann'): Promise<void> {
  const database = await open();
  const { store, done } = database.transaction('customers', 'readwrite');
  await Promise.all([store.put(row, customerKey), done]);
  database.close();
}

let sandbox: Sandbox;
let ids: string[];
let sessions: Session[];

beforeEach(() => {
  sandbox = createEmptySandbox();
  ids = addNotifications(sandbox, 3);
  sessions = [];
});

afterEach(async () => {
  for (const session of sessions) session.signOut();
  await waitUntil(async () => (await kept()) === undefined);
});

/** A tab of the customer: a session that runs. */
function tab(options: Partial<SessionOptions> = {}): Session {
  const session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids,
    customerKey: 'ann',
    ...options,
  });
  sessions.push(session);
  session.notifications.subscribe(() => undefined);
  return session;
}

const isLoaded = ({ notifications }: Session): boolean =>
  notifications.state.items.length > 0 &&
  notifications.state.items.every(({ status }) => status === 'loaded');

/** A row as a visit leaves it. */
async function leftRow(): Promise<Record<string, unknown>> {
  const session = tab();
  await waitUntil(() => isLoaded(session));
  session.notifications.markRead([ids[0]!]);
  session.close();
  await waitUntil(async () => ((await kept())?.reads as unknown[] | undefined)?.length === 1);
  return (await kept())!;
}

describe('the database', () => {
  it('holds what a visit left, and a later one begins with it', async () => {
    const row = await leftRow();
    expect(row.version).to.equal(1);
    expect(row.reads).to.have.lengthOf(1);
    expect((row.records as unknown[]).length).to.equal(3);
    const requests = sandbox.requests.length;
    const { notifications } = tab();
    await waitUntil(() => notifications.state.items.every(({ status }) => status === 'loaded'));
    expect(notifications.state.unreadCount).to.equal(2);
    expect(sandbox.requests.length).to.equal(requests);
  });

  it('is not touched without a key', async () => {
    const names = async (): Promise<unknown[]> => (await indexedDB.databases()).map(({ name }) => name);
    await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
    const session = createSession({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
      ids,
    });
    session.notifications.subscribe(() => undefined);
    await waitUntil(() => isLoaded(session));
    session.notifications.dismiss(ids);
    session.signOut();
    expect(await names()).not.to.include('nudge-inbox');
  });

  const day = 86_400_000;
  const doubts: Record<string, (row: Record<string, unknown>) => unknown> = {
    'is of another version': (row) => ({ ...row, version: 2 }),
    'is no object': () => 'a row',
    'is too old': (row) => ({ ...row, savedAt: Date.now() - 91 * day }),
    'has a bad record': (row) => ({
      ...row,
      records: [...(row.records as unknown[]), {}],
    }),
    'has a bad mark': (row) => ({ ...row, reads: [{ id: '', value: true, at: 1 }] }),
    'lacks a part': ({ dismissals, ...row }) => (dismissals ? row : row),
    'has no list where one should be': (row) => ({ ...row, records: {} }),
  };
  for (const [name, spoil] of Object.entries(doubts)) {
    it(`drops a row that ${name}`, async () => {
      await keep(spoil(await leftRow()));
      const requests = sandbox.requests.length;
      const session = tab();
      await waitUntil(() => isLoaded(session));
      expect(session.notifications.state.unreadCount).to.equal(3);
      expect(sandbox.requests.length).to.equal(requests + 3);
      await waitUntil(async () => ((await kept())?.reads as unknown[] | undefined)?.length === 0);
    });
  }

  it('keeps marks for longer than records', async () => {
    const row = await leftRow();
    const reads = [
      { id: ids[0], value: true, at: Date.now() - 89 * day },
      { id: ids[1], value: true, at: Date.now() - 91 * day },
    ];
    await keep({ ...row, savedAt: Date.now() - 8 * day, reads });
    const requests = sandbox.requests.length;
    const session = tab();
    await waitUntil(() => session.notifications.state.unreadCount === 2);
    expect(sandbox.requests.length).to.equal(requests + 2);
  });

  it('is of each customer alone', async () => {
    await leftRow();
    const other = tab({ customerKey: 'ben' });
    await waitUntil(() => isLoaded(other));
    expect(other.notifications.state.unreadCount).to.equal(3);
  });

  it('loses nothing of two tabs that write at once', async () => {
    const [one, other] = [tab(), tab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    one.notifications.markRead([ids[0]!]);
    other.notifications.markRead([ids[1]!]);
    await waitUntil(async () => ((await kept())?.reads as unknown[] | undefined)?.length === 2);
    await waitUntil(
      () => one.notifications.state.unreadCount === 1 && other.notifications.state.unreadCount === 1,
    );
  });

  it('is emptied of the customer who signs out, in every tab', async () => {
    const [one, other] = [tab(), tab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    await waitUntil(async () => (await kept()) !== undefined);
    one.signOut();
    await waitUntil(() => other.notifications.state.items.length === 0);
    await waitUntil(async () => (await kept()) === undefined);
  });

  it('remembers the choices of a customer, as a hint, until they sign out', async () => {
    sandbox = createSandbox();
    const { notificationGroupId: id } = sandbox.ids;
    const groups = [{ id }];
    const shown = ({ preferences }: Session): unknown => {
      const { isGroupNotificationOff, isRemembered } = preferences.state.groups[0]!;
      return { isGroupNotificationOff, isRemembered };
    };
    const visit = (): Session => {
      const session = tab({ groups });
      session.preferences.subscribe(() => undefined);
      return session;
    };
    const first = visit();
    expect(await first.preferences.set(id, { isGroupNotificationOff: true })).to.equal(true);
    await waitUntil(async () => ((await kept())?.preferences as unknown[] | undefined)?.length === 1);
    first.close();
    const [later, other] = [visit(), visit()];
    const remembered = { isGroupNotificationOff: true, isRemembered: true };
    await waitUntil(() => JSON.stringify(shown(later)) === JSON.stringify(remembered));
    await later.preferences.set(id, { isGroupNotificationOff: false });
    expect(shown(later)).to.deep.equal({ isGroupNotificationOff: false, isRemembered: false });
    await waitUntil(() => JSON.stringify(shown(other)) === JSON.stringify(shown(later)));
    later.signOut();
    await waitUntil(() => other.preferences.state.groups.length === 0);
    await waitUntil(async () => (await kept()) === undefined);
  });

  it('makes way for a later version of it', async () => {
    const warnings = recordWarnings();
    const session = tab();
    await waitUntil(() => isLoaded(session));
    await waitUntil(async () => (await kept()) !== undefined);
    const later = await openDB('nudge-inbox', 2);
    session.notifications.markRead(ids);
    await waitUntil(() => warnings.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(warnings).to.have.lengthOf(1);
    later.close();
    await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
  });

  it('may be missing altogether', async () => {
    const [told, errors] = [recordWarnings(), recordUncaughtErrors()];
    stubProperty(globalThis, 'indexedDB', undefined as never);
    const session = tab({ customerKey: 'without' });
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead(ids);
    await waitUntil(() => told.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(told).to.have.lengthOf(1);
    expect(errors).to.deep.equal([]);
    sessions = [];
  });
});
