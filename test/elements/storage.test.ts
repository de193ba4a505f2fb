import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createSession } from '../../src/inbox/create-session.js';
import type { Session, SessionOptions } from '../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import {
  addNotifications,
  createEmptySandbox,
  recordUncaughtErrors,
  recordWarnings,
  stubProperty,
  waitUntil,
} from './support.js';

/** Opens the database and creates it if no session has done so yet. */
const openDatabase = (): ReturnType<typeof openDB> =>
  openDB('nudge-inbox', 1, { upgrade: (database) => void database.createObjectStore('customers') });

/** Loads the stored row of the customer directly from the database. */
async function loadRow(customerKey = 'ann'): Promise<Record<string, unknown> | undefined> {
  const database = await openDatabase();
  const { store } = database.transaction('customers');
  const row = (await store.get(customerKey)) as Record<string, unknown> | undefined;
  database.close();
  return row;
}

async function saveRow(row: unknown, customerKey = 'ann'): Promise<void> {
  const database = await openDatabase();
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
  await Promise.all(sessions.map((session) => session.signOut()));
  await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
});

/** Whether the device has forgotten the customer. */
async function isForgotten(): Promise<boolean> {
  const { uniqueCustomerId, ...row } = (await loadRow()) ?? {};
  return (
    !uniqueCustomerId && Object.values(row).every((value) => !Array.isArray(value) || value.length === 0)
  );
}

/** Creates an active session of the customer, as in a browser tab. */
function openTab(options: Partial<SessionOptions> = {}): Session {
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

/** Creates the row that a visit leaves behind. */
async function createStoredRow(): Promise<Record<string, unknown>> {
  const session = openTab();
  await waitUntil(() => isLoaded(session));
  session.notifications.markRead([ids[0]!]);
  session.close();
  await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 1);
  return (await loadRow())!;
}

describe('The device database', () => {
  it('stores the state of a visit and restores it on the next', async () => {
    const row = await createStoredRow();
    expect(row.version).to.equal(1);
    expect(row.reads).to.have.lengthOf(1);
    expect((row.records as unknown[]).length).to.equal(3);
    const requests = sandbox.requests.length;
    const { notifications } = openTab();
    await waitUntil(() => notifications.state.items.every(({ status }) => status === 'loaded'));
    expect(notifications.state.unreadCount).to.equal(2);
    expect(sandbox.requests.length).to.equal(requests);
  });

  it('is not opened with memoryOnly', async () => {
    const names = async (): Promise<unknown[]> => (await indexedDB.databases()).map(({ name }) => name);
    await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
    const session = createSession({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
      ids,
      customerKey: 'ann',
      memoryOnly: true,
    });
    session.notifications.subscribe(() => undefined);
    await waitUntil(() => isLoaded(session));
    session.notifications.dismiss(ids);
    expect(await session.signOut()).to.equal(true);
    expect(await names()).not.to.include('nudge-inbox');
  });

  const day = 86_400_000;
  const defects: Record<string, (row: Record<string, unknown>) => unknown> = {
    'is of another version': (row) => ({ ...row, version: 2 }),
    'is not an object': () => 'a row',
    'is too old': (row) => ({ ...row, savedAt: Date.now() - 91 * day }),
    'has a bad mark': (row) => ({ ...row, reads: [{ id: '', value: true, at: 1 }] }),
    'lacks a field': ({ dismissals, ...row }) => (dismissals ? row : row),
    'has an object in place of a list': (row) => ({ ...row, reads: {} }),
  };
  for (const [name, damage] of Object.entries(defects)) {
    it(`discards a row that ${name}`, async () => {
      await saveRow(damage(await createStoredRow()));
      const requests = sandbox.requests.length;
      const session = openTab();
      await waitUntil(() => isLoaded(session));
      expect(session.notifications.state.unreadCount).to.equal(3);
      expect(sandbox.requests.length).to.equal(requests + 3);
      await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 0);
    });
  }

  it('keeps read marks for longer than records', async () => {
    const row = await createStoredRow();
    const reads = [
      { id: ids[0], value: true, at: Date.now() - 89 * day },
      { id: ids[1], value: true, at: Date.now() - 91 * day },
    ];
    const at = Date.now() - 8 * day;
    const records = (row.records as object[]).map((stored) => ({ ...stored, at }));
    await saveRow({ ...row, savedAt: at, records, reads });
    const requests = sandbox.requests.length;
    const session = openTab();
    await waitUntil(() => session.notifications.state.unreadCount === 2);
    expect(sandbox.requests.length).to.equal(requests + 2);
  });

  it('leaves out a bad record and keeps the rest', async () => {
    const row = await createStoredRow();
    await saveRow({ ...row, records: (row.records as unknown[]).with(1, {}) });
    const requests = sandbox.requests.length;
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    expect(session.notifications.state.unreadCount).to.equal(2);
    expect(sandbox.requests.length).to.equal(requests + 1);
  });

  it('deletes what other customers left here by its age: records after 7 days, the rest after 90', async () => {
    const row = await createStoredRow();
    const [record, ...others] = row.records as { record: unknown; at: number }[];
    const mark = { id: 'x', value: true };
    await saveRow({ ...row, savedAt: Date.now() - 91 * day }, 'gone');
    await saveRow(
      {
        ...row,
        savedAt: Date.now() - 8 * day,
        records: [{ ...record, at: Date.now() - 8 * day }, ...others],
        reads: [
          { ...mark, at: Date.now() - 91 * day },
          { ...mark, id: 'y', at: Date.now() - 8 * day },
        ],
      },
      'away',
    );
    await saveRow({ version: 2, anything: true }, 'later version');
    openTab();
    await waitUntil(async () => (await loadRow('gone')) === undefined);
    const away = await loadRow('away');
    expect(away?.records).to.deep.equal(others);
    expect((away?.reads as { id: string }[]).map(({ id }) => id)).to.deep.equal(['y']);
    expect(await loadRow('later version')).to.deep.equal({ version: 2, anything: true });
  });

  it('does not renew old records by visits that never fetch them again', async () => {
    const row = await createStoredRow();
    const at = Date.now() - 6 * day;
    const records = (row.records as { record: unknown }[]).map(({ record }) => ({ record, at }));
    await saveRow({ ...row, records });
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead([ids[1]!]);
    await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 2);
    expect(((await loadRow())?.records as { at: number }[]).map((record) => record.at)).to.deep.equal([
      at,
      at,
      at,
    ]);
  });

  it('is opened again after somebody has deleted it, and the customer stays signed in', async () => {
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead([ids[0]!]);
    await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 1);
    await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
    stubProperty(document, 'visibilityState', 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    session.notifications.markRead([ids[1]!]);
    await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 1);
    await session.notifications.refresh();
    expect(session.notifications.state.items).to.have.lengthOf(3);
    expect(session.notifications.state.unreadCount).to.equal(1);
  });

  it('separates customers', async () => {
    await createStoredRow();
    const other = openTab({ customerKey: 'ben' });
    await waitUntil(() => isLoaded(other));
    expect(other.notifications.state.unreadCount).to.equal(3);
  });

  it('loses nothing when two tabs write at the same time', async () => {
    const [one, other] = [openTab(), openTab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    one.notifications.markRead([ids[0]!]);
    other.notifications.markRead([ids[1]!]);
    await waitUntil(async () => ((await loadRow())?.reads as unknown[] | undefined)?.length === 2);
    await waitUntil(
      () => one.notifications.state.unreadCount === 1 && other.notifications.state.unreadCount === 1,
    );
  });

  it('requests nothing for a restored record once the session is closed', async () => {
    await createStoredRow();
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.close();
    const requests = sandbox.requests.length;
    await session.notifications.load(ids[0]!).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sandbox.requests.length).to.equal(requests);
  });

  it('forgets a customer who signs out, in every tab', async () => {
    const [one, other] = [openTab(), openTab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    await waitUntil(async () => (await loadRow()) !== undefined);
    expect(await one.signOut()).to.equal(true);
    await waitUntil(() => other.notifications.state.items.length === 0);
    await waitUntil(isForgotten);
  });

  it('signs out the tabs without a customer key too, but not those of another service', async () => {
    const elsewhere = createSandbox({ seed: 'empty', baseUrl: 'https://other.example/v1' });
    const options = { customerKey: null };
    const [one, other] = [openTab(options), openTab(options)];
    const third = openTab({
      ...options,
      baseUrl: elsewhere.baseUrl,
      fetch: elsewhere.fetch,
      getToken: () => elsewhere.issueToken(),
      ids: addNotifications(elsewhere, 1),
    });
    await waitUntil(() => isLoaded(one) && isLoaded(other) && isLoaded(third));
    expect(await one.signOut()).to.equal(true);
    await waitUntil(() => other.notifications.state.items.length === 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(third.notifications.state.items).to.have.lengthOf(1);
  });

  it('signs out the tabs that store nothing, however they write the address of the service', async () => {
    const options = { customerKey: null, memoryOnly: true };
    const [one, other] = [openTab(options), openTab({ ...options, baseUrl: `${sandbox.baseUrl}/` })];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    await one.signOut();
    await waitUntil(() => other.notifications.state.items.length === 0);
  });

  it('remembers preferences as hints until the customer signs out', async () => {
    sandbox = createSandbox();
    const { notificationGroupId: id } = sandbox.ids;
    const groups = [{ id }];
    const choiceOf = ({ preferences }: Session): unknown => {
      const { isGroupNotificationOff, isFromDevice } = preferences.state.groups[0]!;
      return { isGroupNotificationOff, isFromDevice };
    };
    const visit = (): Session => {
      const session = openTab({ groups });
      session.preferences.subscribe(() => undefined);
      return session;
    };
    const first = visit();
    expect(await first.preferences.set(id, { isGroupNotificationOff: true })).to.equal(true);
    await waitUntil(async () => ((await loadRow())?.preferences as unknown[] | undefined)?.length === 1);
    first.close();
    const [later, other] = [visit(), visit()];
    const remembered = { isGroupNotificationOff: true, isFromDevice: true };
    await waitUntil(() => JSON.stringify(choiceOf(later)) === JSON.stringify(remembered));
    await later.preferences.set(id, { isGroupNotificationOff: false });
    expect(choiceOf(later)).to.deep.equal({ isGroupNotificationOff: false, isFromDevice: false });
    await waitUntil(() => JSON.stringify(choiceOf(other)) === JSON.stringify(choiceOf(later)));
    expect(await later.signOut()).to.equal(true);
    await waitUntil(() => other.preferences.state.groups.length === 0);
    await waitUntil(isForgotten);
  });

  it('closes when a later version is opened', async () => {
    const warnings = recordWarnings();
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    await waitUntil(async () => (await loadRow()) !== undefined);
    const later = await openDB('nudge-inbox', 2);
    session.notifications.markRead(ids);
    await waitUntil(() => warnings.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(warnings).to.have.lengthOf(1);
    later.close();
    await new Promise((resolve) => (indexedDB.deleteDatabase('nudge-inbox').onsuccess = resolve));
  });

  it('is optional and its absence causes one warning', async () => {
    const [warnings, errors] = [recordWarnings(), recordUncaughtErrors()];
    stubProperty(globalThis, 'indexedDB', undefined as never);
    const session = openTab({ customerKey: 'without' });
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead(ids);
    await waitUntil(() => warnings.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(warnings).to.have.lengthOf(1);
    expect(errors).to.deep.equal([]);
    sessions = [];
  });
});
