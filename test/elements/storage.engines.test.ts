import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { Database } from '../../src/session/device/database.js';
import { mergeRow } from '../../src/session/device/stored-row.js';
import { createSession } from '../../src/session/session.js';
import type { Session } from '../../src/session/session.js';
import type { SessionOptions } from '../../src/session/session-options.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { Database as EarlierDatabase } from '../session/device/earlier-build/session.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  expectEventually,
  installFakeTimers,
  recordUncaughtErrors,
  recordWarnings,
  renderBell,
  stubProperty,
  waitUntil,
} from './support.js';

/** Opens the database and creates it if no session has done so yet. */
const openDatabase = (): ReturnType<typeof openDB> =>
  openDB('nudge-inbox', 1, { upgrade: (database) => void database.createObjectStore('customers') });

/** The name of the row of a customer with a key. */
async function rowName(customerKey: string): Promise<string> {
  const text = new TextEncoder().encode(`customer key ${customerKey}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Loads everything that is stored, by its key. */
async function loadRows(): Promise<Map<string, Record<string, unknown>>> {
  const database = await openDatabase();
  const { store } = database.transaction('customers');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  database.close();
  return new Map(keys.map((key, index) => [key as string, values[index] as Record<string, unknown>]));
}

/** Loads the stored row of the customer directly from the database. */
async function loadRow(customerKey = 'ann'): Promise<Record<string, unknown> | undefined> {
  return (await loadRows()).get(await rowName(customerKey));
}

async function saveRow(row: unknown, name?: string): Promise<void> {
  const key = name ?? (await rowName('ann'));
  const database = await openDatabase();
  const { store, done } = database.transaction('customers', 'readwrite');
  await Promise.all([store.put(row, key), done]);
  database.close();
}

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

/** Lets sessions wait for the database as long as it takes: otherwise they go on without it after 200 milliseconds. */
const waitForDatabase = (): void => void installFakeTimers();

/** Whether the row, or the only row, has this number of marks. */
async function hasMarks(name: string, count: number, customerKey?: string): Promise<boolean> {
  const rows = await loadRows();
  const row = customerKey
    ? rows.get(await rowName(customerKey))
    : rows.size === 1
      ? [...rows.values()][0]
      : undefined;
  return (row?.[name] as unknown[] | undefined)?.length === count;
}

const readStates = ({ notifications }: Session): (boolean | null)[] =>
  notifications.state.items.map(({ isRead }) => isRead);

const isLoaded = ({ notifications }: Session): boolean =>
  notifications.state.items.length > 0 &&
  notifications.state.items.every(({ status }) => status === 'loaded');

/** Creates the row that a visit leaves behind. */
async function createStoredRow(): Promise<Record<string, unknown>> {
  const session = openTab();
  await waitUntil(() => isLoaded(session));
  session.notifications.markRead([ids[0]!]);
  session.close();
  await waitUntil(() => hasMarks('reads', 1, 'ann'));
  return (await loadRow())!;
}

/**
 * Counts the connections to the database from now on: all of them, those that are about to open, and those that are open.
 * `whenOpening` resolves while the first one is about to.
 */
function countConnections(): { all: number; opening: number; open: number; whenOpening: Promise<void> } {
  let reportOpening = (): void => undefined;
  const whenOpening = new Promise<void>((resolve) => (reportOpening = resolve));
  const counts = { all: 0, opening: 0, open: 0, whenOpening };
  const { open } = IDBFactory.prototype;
  const { close } = IDBDatabase.prototype;
  stubProperty(IDBFactory.prototype, 'open', function (this: IDBFactory, ...parameters) {
    const request = open.apply(this, parameters);
    counts.all += 1;
    counts.opening += 1;
    reportOpening();
    request.addEventListener('success', () => {
      counts.opening -= 1;
      counts.open += 1;
    });
    return request;
  });
  stubProperty(IDBDatabase.prototype, 'close', function (this: IDBDatabase) {
    counts.open -= 1;
    close.apply(this);
  });
  return counts;
}

describe('The device database', () => {
  for (const customerKey of ['ann', undefined])
    for (const moment of ['opens', 'is open', 'is in use'])
      it(`is closed when the inbox is removed while it ${moment}, ${customerKey ? 'with' : 'without'} a customer key`, async () => {
        const counts = countConnections();
        const inbox = document.createElement('nudge-inbox');
        const isHeld = moment !== 'is in use';
        Object.assign(inbox, {
          baseUrl: sandbox.baseUrl,
          getToken: () => sandbox.issueToken(),
          fetch: isHeld ? () => new Promise(() => undefined) : sandbox.fetch,
          ids,
          customerKey,
        });
        document.body.append(inbox);
        if (moment === 'opens') await counts.whenOpening;
        else await waitUntil(() => counts.open > 0);
        if (!isHeld) await waitUntil(() => isLoaded(inbox.session!));
        inbox.remove();
        await expectEventually(() => [counts.opening, counts.open], [0, 0]);
      });

  it('is closed after a sign-out, and after a record that was loaded without a list', async () => {
    const counts = countConnections();
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    expect(await session.signOut()).to.be.true;
    await expectEventually(() => counts.open, 0);
    const { all } = counts;
    const other = createSession({
      baseUrl: sandbox.baseUrl,
      fetch: sandbox.fetch,
      getToken: () => sandbox.issueToken(),
    });
    await other.notifications.load(ids[0]!);
    await expectEventually(() => [counts.all > all, counts.opening, counts.open], [true, 0, 0]);
    other.close();
  });

  it('stores the state of a visit and restores it on the next', async () => {
    const row = await createStoredRow();
    expect(row.version).to.equal(1);
    expect(row.reads).to.have.lengthOf(1);
    expect((row.records as unknown[]).length).to.equal(3);
    const requests = sandbox.requests.length;
    waitForDatabase();
    const { notifications } = openTab();
    await waitUntil(() => notifications.state.items.every(({ status }) => status === 'loaded'));
    expect(notifications.state.unreadCount).to.equal(2);
    expect(sandbox.requests.length).to.equal(requests);
  });

  const day = 86_400_000;

  it('discards a malformed row, and stores another', async () => {
    await saveRow({ ...(await createStoredRow()), reads: {} });
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    expect(session.notifications.state.unreadCount).to.equal(3);
    await waitUntil(() => hasMarks('reads', 0, 'ann'));
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
    await waitUntil(async () => !(await loadRows()).has('gone'));
    const rows = await loadRows();
    const away = rows.get('away');
    expect(away?.records).to.deep.equal(
      others.map((other) => ({ ...other, expiresDate: null, answer: null })),
    );
    expect((away?.reads as { id: string }[]).map(({ id }) => id)).to.deep.equal(['y']);
    expect(rows.get('later version')).to.deep.equal({ version: 2, anything: true });
  });

  it('leaves what other customers left here as it is while nothing of it is too old', async () => {
    const row = await createStoredRow();
    await saveRow({ ...row, savedAt: Date.now() - 91 * day }, 'another that is gone');
    await saveRow({ ...row, savedAt: Date.now() - 8 * day }, 'away');
    const updated: unknown[] = [];
    const { update } = IDBCursor.prototype;
    stubProperty(IDBCursor.prototype, 'update', function (this: IDBCursor, value: unknown) {
      updated.push(value);
      return update.call(this, value);
    });
    openTab();
    await waitUntil(async () => !(await loadRows()).has('another that is gone'));
    expect(updated).to.deep.equal([]);
  });

  it('leaves a row of the customer that a later version has stored as it is', async () => {
    const warnings = recordWarnings();
    const later = { version: 2, anything: true };
    await saveRow(later);
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead(ids);
    session.close();
    await waitUntil(() => warnings.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(await loadRow()).to.deep.equal(later);
    expect(await session.signOut()).to.equal(true);
    expect(await isForgotten()).to.equal(true);
  });

  it('keeps what a later version has added to a row, whichever build of this package stores the rest', async () => {
    const stars = [{ id: 'n-1', value: true, at: Date.now() }];
    const load = async (): Promise<object | null> => {
      const database = new Database('row');
      const row = await database.update((stored) => stored ?? undefined);
      database.close();
      return row;
    };
    for (const BuiltDatabase of [Database, EarlierDatabase]) {
      const database = new Database('row');
      await database.update(() => Object.assign(mergeRow(null, { uniqueCustomerId: 'Ann' }), { stars }));
      database.close();
      const other = new BuiltDatabase('row');
      await other.update((row) => mergeRow(row, { dismissals: stars }));
      other.close();
      expect(await load()).to.deep.include({ dismissals: stars, stars });
      await other.replace(mergeRow(null, { uniqueCustomerId: 'Bob' }));
      other.close();
      expect(await load()).not.to.have.property('stars');
    }
  });

  it('deletes what a later version has added to a row that is no longer there', async () => {
    const database = new Database('gone');
    await database.update(() => Object.assign(mergeRow(null, {}), { stars: ['a'] }));
    database.close();
    const earlier = new EarlierDatabase('gone');
    await earlier.replace(null);
    earlier.close();
    expect((await loadRows()).size).to.equal(1);
    openTab();
    await waitUntil(async () => !(await loadRows()).has('gone additions'));
  });

  it('names no row after the customer key', async () => {
    await createStoredRow();
    expect([...(await loadRows()).keys()]).to.deep.equal([await rowName('ann')]);
  });

  it('does not renew old records by visits that never fetch them again', async () => {
    const row = await createStoredRow();
    const at = Date.now() - 6 * day;
    const records = (row.records as { record: unknown }[]).map(({ record }) => ({ record, at }));
    await saveRow({ ...row, records });
    waitForDatabase();
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead([ids[1]!]);
    await waitUntil(() => hasMarks('reads', 2, 'ann'));
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
    await waitUntil(() => hasMarks('reads', 1, 'ann'));
    await deleteDatabase();
    stubProperty(document, 'visibilityState', 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    stubProperty(document, 'visibilityState', 'visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    session.notifications.markRead([ids[1]!]);
    await waitUntil(() => hasMarks('reads', 1, 'ann'));
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

  it('leaves the row of a key alone if the list says that another customer is signed in', async () => {
    const { reads, fetched, seen, savedAt } = await createStoredRow();
    const warnings = recordWarnings();
    const references = [{ id: ids[2]!, isRead: false }];
    const source = { load: () => Promise.resolve({ customer: 'ben', references }) };
    for (const customerKey of ['ann', 'ben']) {
      const session = openTab({ ids: [], customerKey, source });
      await waitUntil(() => session.notifications.state.items.map(({ id }) => id).join() === ids[2]);
      session.notifications.markRead([ids[2]!]);
      session.close();
    }
    await waitUntil(() => hasMarks('reads', 1, 'ben'));
    expect(await loadRow('ann')).to.deep.include({ reads, fetched, seen, savedAt });
    expect(warnings).to.deep.equal([
      '[nudge-inbox] The page is not for the customer whom the backend names. Nothing is stored on the device.',
    ]);
  });

  it('loses nothing when two tabs write at the same time', async () => {
    const [one, other] = [openTab(), openTab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    one.notifications.markRead([ids[0]!]);
    other.notifications.markRead([ids[1]!]);
    await waitUntil(() => hasMarks('reads', 2, 'ann'));
    await waitUntil(
      () => one.notifications.state.unreadCount === 1 && other.notifications.state.unreadCount === 1,
    );
  });

  it('forgets a customer who signs out, in every tab', async () => {
    const [one, other] = [openTab(), openTab()];
    await waitUntil(() => isLoaded(one) && isLoaded(other));
    await waitUntil(async () => (await loadRow()) !== undefined);
    expect(await one.signOut()).to.equal(true);
    await waitUntil(() => other.notifications.state.items.length === 0);
    await waitUntil(isForgotten);
  });

  it('signs out the tabs that store nothing, however they write the address, but not those of another service', async () => {
    const elsewhere = createSandbox({ seed: 'empty', baseUrl: 'https://other.example/v1' });
    const options = { customerKey: null, memoryOnly: true };
    const one = openTab(options);
    const third = openTab({
      ...options,
      baseUrl: elsewhere.baseUrl,
      fetch: elsewhere.fetch,
      getToken: () => elsewhere.issueToken(),
      ids: addNotifications(elsewhere, 1),
    });
    const other = openTab({ ...options, baseUrl: `${sandbox.baseUrl}/` });
    await waitUntil(() => isLoaded(one) && isLoaded(other) && isLoaded(third));
    expect(await one.signOut()).to.equal(true);
    await waitUntil(() => other.notifications.state.items.length === 0);
    expect(third.notifications.state.items).to.have.lengthOf(1);
  });

  it('is opened again after the browser has closed it', async () => {
    const databases: IDBDatabase[] = [];
    const { transaction } = IDBDatabase.prototype;
    stubProperty(IDBDatabase.prototype, 'transaction', function (this: IDBDatabase, ...options) {
      databases.push(this);
      return transaction.apply(this, options);
    });
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    await waitUntil(() => hasMarks('fetched', 3, 'ann'));
    for (const database of databases) database.close();
    session.notifications.markRead([ids[0]!]);
    await waitUntil(() => hasMarks('reads', 1, 'ann'));
  });

  it('closes when a later version is opened, and leaves no error uncaught', async () => {
    const [warnings, errors] = [recordWarnings(), recordUncaughtErrors()];
    const session = openTab();
    await waitUntil(() => isLoaded(session));
    await waitUntil(async () => (await loadRow()) !== undefined);
    const later = await openDB('nudge-inbox', 2);
    session.notifications.markRead(ids);
    await waitUntil(() => warnings.length > 0);
    expect(session.notifications.state.unreadCount).to.equal(0);
    expect(warnings).to.have.lengthOf(1);
    later.close();
    await deleteDatabase();
    expect(errors).to.deep.equal([]);
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

describe('A database that refuses', () => {
  const refuse = (): never => {
    throw new DOMException('Not here.', 'SecurityError');
  };
  /** A request that only dispatches an event, which is `pending` if it does not even do that. */
  const openWith = (type: string) => (): IDBOpenDBRequest => {
    const request = Object.assign(new EventTarget(), { error: new DOMException('Not here.') });
    setTimeout(() => {
      const listener: unknown = Reflect.get(request, `on${type}`);
      if (typeof listener === 'function') Reflect.apply(listener, request, [new Event(type)]);
    });
    return request as unknown as IDBOpenDBRequest;
  };
  const fill = (): never => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  const fillLater = function (this: IDBObjectStore): IDBRequest<IDBValidKey> {
    const request = this.count();
    request.onsuccess = () => this.transaction.abort();
    return request as unknown as IDBRequest<IDBValidKey>;
  };

  /** Each way, and whether the customer can be forgotten all the same; null while nobody knows. */
  const ways: [way: string, isForgotten: boolean | null, stub: () => void][] = [
    ['throws', false, () => stubProperty(indexedDB, 'open', refuse)],
    ['fires an error', false, () => stubProperty(indexedDB, 'open', openWith('error'))],
    ['is blocked', null, () => stubProperty(indexedDB, 'open', openWith('blocked'))],
    ['never responds', null, () => stubProperty(indexedDB, 'open', openWith('pending'))],
    ['rejects transactions', false, () => stubProperty(IDBDatabase.prototype, 'transaction', refuse)],
    ['is full', true, () => stubProperty(IDBObjectStore.prototype, 'put', fill)],
    ['is full in the middle', true, () => stubProperty(IDBObjectStore.prototype, 'put', fillLater)],
  ];
  for (const [way, isForgotten, stub] of ways)
    for (const customerKey of ['ann', null])
      it(`and ${way} leaves no error uncaught ${customerKey ? 'with' : 'without'} a customer key`, async () => {
        recordWarnings();
        const errors = recordUncaughtErrors();
        stub();
        const session = openTab({ customerKey });
        await waitUntil(() => isLoaded(session));
        session.notifications.markRead(ids);
        session.notifications.dismiss([ids[0]!]);
        expect(session.notifications.state.unreadCount).to.equal(0);
        await session.notifications.refresh();
        const signingOut = session.signOut();
        if (isForgotten !== null) expect(await signingOut).to.equal(isForgotten);
        expect(errors).to.deep.equal([]);
        sessions = [];
      });

  it('and throws leaves no error uncaught before a notification has named the customer', async () => {
    const errors = recordUncaughtErrors();
    let openings = 0;
    stubProperty(indexedDB, 'open', () => {
      openings += 1;
      return refuse();
    });
    openTab({ customerKey: null, fetch: () => new Promise(() => undefined) });
    await waitUntil(() => openings > 0);
    // A browser reports a rejection in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    expect(errors).to.deep.equal([]);
  });

  it('rejects each update that it does not store', async () => {
    for (const put of [fill, fillLater]) {
      stubProperty(IDBObjectStore.prototype, 'put', put);
      const database = new Database('row');
      const updating = database.update(() => mergeRow(null, {}));
      expect(await updating.catch(() => 'rejected')).to.equal('rejected');
      database.close();
    }
  });
});

describe('Without a customer key', () => {
  const openLateTab = (options: Partial<SessionOptions> = {}): Session =>
    openTab({ customerKey: null, ...options });

  /** A visit that reads the first notification and dismisses the second. */
  async function visitBefore(): Promise<void> {
    const session = openLateTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead([ids[0]!]);
    session.notifications.dismiss([ids[1]!]);
    session.close();
    await waitUntil(() => hasMarks('reads', 1));
  }

  it('only what the service has said is stored before the customer does something', async () => {
    const timers = installFakeTimers();
    const { put } = IDBObjectStore.prototype;
    const rows: { fetched: unknown[]; reads: unknown[]; seen: unknown[] }[] = [];
    stubProperty(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, ...values) {
      rows.push(values[0] as (typeof rows)[number]);
      return put.apply(this, values);
    });
    const session = openLateTab();
    await waitUntil(() => isLoaded(session));
    await timers.advance(1000);
    await waitUntil(() => rows.length > 0, 'Nothing is stored.');
    const [row] = rows;
    expect([row!.fetched.length, row!.reads.length, row!.seen.length]).to.deep.equal([3, 0, 0]);
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
    waitForDatabase();
    const session = openLateTab();
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
    const first = openLateTab({ ids: undefined, source });
    await first.notifications.load(ids[1]!);
    await first.notifications.snooze([ids[1]!], new Date(Date.now() + 3_600_000));
    await waitUntil(() => hasMarks('snoozes', 1));
    first.close();
    const before = countRequests(sandbox);
    const bell = await renderBell(openLateTab({ ids: undefined, source }));
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
      const session = openLateTab({ groups: [{ id }] });
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
    await waitUntil(() => second.notifications.state.unseenCount === 0);
    await waitUntil(() => second.preferences.state.groups[0]?.isGroupNotificationOff === true);
    expect(second.preferences.state.groups[0]).to.include({ isFromDevice: true });
  });

  it('another customer on the device gets nothing of it', async () => {
    await visitBefore();
    const record = sandbox.addNotification({}, 'ben');
    const other = openLateTab({ ids: [record.id], getToken: () => sandbox.issueToken('ben') });
    await waitUntil(() => isLoaded(other));
    other.notifications.markRead([record.id]);
    await waitUntil(async () => (await loadRows()).size === 2);
    const again = openLateTab();
    await waitUntil(() => isLoaded(again) && again.notifications.state.items.length === 2);
    expect(readStates(again)).to.deep.equal([true, false]);
  });

  it('a session in which another customer turns up leaves those of the first as they are, and stores none of the second', async () => {
    await visitBefore();
    const record = sandbox.addNotification({}, 'ben');
    const customers: string[] = [];
    const session = openLateTab({ getToken: () => sandbox.issueToken(customers[0]) });
    await waitUntil(() => isLoaded(session) && session.notifications.state.items.length === 2);
    const rows = [...(await loadRows())];
    customers.push('ben');
    sandbox.expireTokens();
    session.notifications.add([record.id]);
    await waitUntil(() => session.notifications.state.items.length === 0);
    session.notifications.add([record.id]);
    await session.notifications.refresh();
    await waitUntil(() => isLoaded(session) && session.notifications.state.items.length > 0);
    session.notifications.markRead([record.id]);
    const later = openLateTab({ ids: [record.id], getToken: () => sandbox.issueToken('ben') });
    await waitUntil(() => isLoaded(later));
    expect(readStates(later)).to.deep.equal([false]);
    expect([...(await loadRows())].filter(([key]) => key === rows[0]![0])).to.deep.equal(rows);
    const again = openLateTab();
    await waitUntil(() => isLoaded(again) && again.notifications.state.items.length === 2);
    expect(readStates(again)).to.deep.equal([true, false]);
  });

  it('a sign-out does not wait for a customer whom no notification has named', async () => {
    const session = openLateTab({ getToken: () => null });
    await waitUntil(() => session.notifications.state.problem === 'signed-out');
    expect(await session.signOut()).to.equal(true);
  });

  it('records do not wait long for a device that never responds', async () => {
    stubProperty(indexedDB, 'open', (() => ({})) as never);
    const session = openLateTab();
    await waitUntil(() => isLoaded(session));
    expect(session.notifications.state.unreadCount).to.equal(3);
    sessions = [];
  });

  it('everything works in an insecure page, with one warning', async () => {
    const [warnings, errors] = [recordWarnings(), recordUncaughtErrors()];
    stubProperty(globalThis.crypto, 'subtle', undefined as never);
    const session = openLateTab();
    await waitUntil(() => isLoaded(session));
    session.notifications.markRead(ids);
    expect(session.notifications.state.unreadCount).to.equal(0);
    await waitUntil(() => warnings.length > 0);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.include('Nothing is stored on the device: TypeError');
    expect(errors).to.deep.equal([]);
    sessions = [];
  });
});
