import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createSession } from '../../src/inbox/create-session.js';
import type { Session, SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  freezeMs,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  stubProperty,
  waitUntil,
} from './support.js';

let sandbox: Sandbox;
let ids: string[];
let sessions: Session[];

const deleteDatabase = (): Promise<unknown> =>
  new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));

beforeEach(async () => {
  await deleteDatabase();
  sandbox = createEmptySandbox();
  ids = addNotifications(sandbox, 3);
  sessions = [];
});

afterEach(async () => {
  await Promise.all(sessions.map((session) => session.signOut()));
  await deleteDatabase();
});

/** Creates an active session of the customer, as in a browser tab. */
function openTab(options: Partial<SessionOptions> = {}): Session {
  const session = createSession({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    getToken: () => sandbox.issueToken(),
    ids,
    ...options,
  });
  sessions.push(session);
  session.notifications.subscribe(() => undefined);
  return session;
}

const isLoaded = ({ notifications }: Session): boolean =>
  notifications.state.items.every(({ status }) => status === 'loaded');

const readStates = ({ notifications }: Session): (boolean | null)[] =>
  notifications.state.items.map(({ isRead }) => isRead);

/** Loads everything that is stored, by its key. */
async function loadRows(): Promise<Map<string, Record<string, unknown>>> {
  const database = await openDB('nudge-inbox', 1, {
    upgrade: (created) => void created.createObjectStore('customers'),
  });
  const { store } = database.transaction('customers');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  database.close();
  return new Map(keys.map((key, index) => [key as string, values[index] as Record<string, unknown>]));
}

async function loadOnlyRow(): Promise<Record<string, unknown>> {
  const rows = [...(await loadRows()).values()];
  return rows.length === 1 ? rows[0]! : {};
}

const hasMarks = async (name: string, count: number): Promise<boolean> =>
  ((await loadOnlyRow())[name] as unknown[] | undefined)?.length === count;

/** A visit that reads the first notification and dismisses the second. */
async function visitBefore(): Promise<void> {
  const session = openTab();
  await waitUntil(() => isLoaded(session));
  session.notifications.markRead([ids[0]!]);
  session.notifications.dismiss([ids[1]!]);
  session.close();
  await waitUntil(() => hasMarks('reads', 1));
}

describe('Without a customer key', () => {
  it('nothing is stored before the customer does something', async () => {
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await loadRows()).to.have.property('size', 0);
  });

  it('the storage opens while the first record is under way, which does not wait for it then', async () => {
    let respond: () => void = () => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    const session = openTab({
      fetch: async (...request) => {
        await responded;
        return sandbox.fetch(...request);
      },
    });
    await waitUntil(async () => (await indexedDB.databases()).some(({ name }) => name === 'nudge-inbox'));
    expect(isLoaded(session)).to.equal(false);
    respond();
    await waitUntil(() => isLoaded(session));
  });

  it('marks are stored under a hash, with no record and nothing that names the customer', async () => {
    await visitBefore();
    const [[key, row] = ['', {}]] = await loadRows();
    expect(key).to.match(/^[0-9a-f]{64}$/);
    expect(row).to.include({ version: 1, uniqueCustomerId: null });
    expect(row.records).to.deep.equal([]);
    const { uniqueCustomerId } = (await createSession({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
      memoryOnly: true,
    }).notifications.load(ids[0]!)) as { uniqueCustomerId: string };
    expect(uniqueCustomerId).to.be.a('string').that.is.not.empty;
    expect(JSON.stringify([key, row])).not.to.include(uniqueCustomerId);
    expect(JSON.stringify(row)).not.to.include('Title');
  });

  it('the next visit remembers them, and shows nothing else before', async () => {
    await visitBefore();
    const session = openTab();
    const { notifications } = session;
    const shown: unknown[] = [];
    notifications.subscribe(() =>
      shown.push(
        ...notifications.state.items.flatMap(({ id, status, isRead }) =>
          status === 'loaded' ? [[id, isRead]] : [],
        ),
        notifications.state.unreadCount,
      ),
    );
    await waitUntil(() => isLoaded(session) && notifications.state.items.length === 2);
    expect(readStates(session)).to.deep.equal([true, false]);
    expect(notifications.state.dismissedItems.map(({ id }) => id)).to.deep.equal([ids[1]]);
    expect(shown).not.to.deep.include([ids[0], false]);
    expect(shown).not.to.deep.include([ids[1], false]);
    expect(shown).not.to.include(2);
  });

  it('a closed bell with snooze loads one notification to find out what is snoozed', async () => {
    const source = {
      load: () =>
        Promise.resolve({
          references: ids.map((id) => ({ id, isRead: false, isSeen: false })),
          unreadCount: 3,
          unseenCount: 3,
        }),
    };
    const first = openTab({ ids: undefined, source });
    await first.notifications.load(ids[1]!);
    await first.notifications.snooze([ids[1]!], new Date(Date.now() + 3_600_000));
    await waitUntil(() => hasMarks('snoozes', 1));
    first.close();
    const before = countRequests(sandbox);
    const bell = await renderBell(openTab({ ids: undefined, source }));
    const badge = () => bell.shadowRoot!.querySelector('.badge')?.textContent;
    await waitUntil(() => badge() === '3');
    bell.snooze = true;
    await waitUntil(() => badge() === '2');
    expect(countRequests(sandbox) - before).to.equal(1);
  });

  it('what was seen, and choices, are remembered, too', async () => {
    sandbox = createSandbox();
    ids = sandbox.notificationIds().slice(0, 3);
    const { notificationGroupId: id } = sandbox.ids;
    const visit = (): Session => {
      const session = openTab({ groups: [{ id }] });
      session.preferences.subscribe(() => undefined);
      return session;
    };
    const first = visit();
    await waitUntil(() => isLoaded(first));
    first.notifications.markSeen();
    await first.preferences.set(id, { isGroupNotificationOff: true });
    first.close();
    await waitUntil(() => hasMarks('preferences', 1));
    const second = visit();
    await waitUntil(() => isLoaded(second));
    expect(second.notifications.state.unseenCount).to.equal(0);
    await waitUntil(() => second.preferences.state.groups[0]?.isGroupNotificationOff === true);
    expect(second.preferences.state.groups[0]).to.include({ isFromDevice: true });
  });

  it('ten tabs that open at once agree, and lose nothing', async () => {
    const all = addNotifications(sandbox, 10);
    const tabs = Array.from({ length: 10 }, () => openTab({ ids: all }));
    await waitUntil(() => tabs.every(isLoaded));
    tabs.forEach(({ notifications }, index) => notifications.markRead([all[index]!]));
    await waitUntil(() => tabs.every(({ notifications }) => notifications.state.unreadCount === 0));
    await waitUntil(() => hasMarks('reads', 10));
  });

  it('another customer on the device gets nothing of it', async () => {
    await visitBefore();
    const record = sandbox.addNotification({}, 'ben');
    const other = openTab({ ids: [record.id], getToken: () => sandbox.issueToken('ben') });
    await waitUntil(() => isLoaded(other));
    other.notifications.markRead([record.id]);
    await waitUntil(async () => (await loadRows()).size === 2);
    const again = openTab();
    await waitUntil(() => isLoaded(again) && again.notifications.state.items.length === 2);
    expect(readStates(again)).to.deep.equal([true, false]);
  });

  it('a session in which another customer turns up forgets the first, and stores nothing of the second', async () => {
    await visitBefore();
    const record = sandbox.addNotification({}, 'ben');
    const customers: string[] = [];
    const session = openTab({ getToken: () => sandbox.issueToken(customers[0]) });
    await waitUntil(() => isLoaded(session) && session.notifications.state.items.length === 2);
    customers.push('ben');
    sandbox.expireTokens();
    session.notifications.add([record.id]);
    await waitUntil(() => session.notifications.state.items.length === 0);
    await waitUntil(async () => (await loadRows()).size === 0);
    session.notifications.add([record.id]);
    await session.notifications.refresh();
    await waitUntil(() => isLoaded(session) && session.notifications.state.items.length > 0);
    session.notifications.markRead([record.id]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await loadRows()).to.have.property('size', 0);
  });

  it('a sign-out deletes what is stored, and signs out the other tabs', async () => {
    const [one, other] = [openTab(), openTab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    one.notifications.markRead([ids[0]!]);
    await waitUntil(() => hasMarks('reads', 1));
    expect(await one.signOut()).to.equal(true);
    await waitUntil(() => other.notifications.state.items.length === 0);
    expect(await hasMarks('reads', 0)).to.equal(true);
  });

  it('a sign-out does not wait for a customer whom no notification has named', async () => {
    const session = openTab({ getToken: () => null });
    await waitUntil(() => session.notifications.state.problem === 'signed-out');
    expect(await session.signOut()).to.equal(true);
  });

  it('records do not wait long for a device that never responds', async () => {
    stubProperty(indexedDB, 'open', (() => ({})) as never);
    const start = performance.now();
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    expect(performance.now() - start).to.be.lessThan(freezeMs);
    expect(session.notifications.state.unreadCount).to.equal(3);
    sessions = [];
  });

  it('everything works in an insecure page, with one warning', async () => {
    const [warnings, errors] = [recordWarnings(), recordUncaughtErrors()];
    stubProperty(globalThis.crypto, 'subtle', undefined as never);
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead(ids);
    expect(session.notifications.state.unreadCount).to.equal(0);
    await waitUntil(() => warnings.length > 0);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.include('Nothing is stored on the device: TypeError');
    expect(errors).to.deep.equal([]);
    sessions = [];
  });

  it('a row of another version counts as none, and one that a wrong clock has dated overrules nothing', async () => {
    await visitBefore();
    const [[key, row] = ['', {}]] = await loadRows();
    const save = async (changed: object): Promise<void> => {
      const database = await openDB('nudge-inbox', 1);
      await database.put('customers', changed, key);
      database.close();
    };
    await save({ ...row, version: 99 });
    const second = openTab();
    await waitUntil(() => isLoaded(second) && second.notifications.state.items.length === 3);
    expect(readStates(second)).to.deep.equal([false, false, false]);
    second.close();
    await save({ ...row, reads: [{ id: ids[0], value: true, at: Date.now() + 86_400_000 }] });
    const third = openTab();
    await waitUntil(() => isLoaded(third) && third.notifications.state.items.length === 2);
    third.notifications.markUnread([ids[0]!]);
    await waitUntil(async () => {
      const reads = (await loadOnlyRow()).reads as { value: boolean }[];
      return reads[0]?.value === false;
    });
  });
});
