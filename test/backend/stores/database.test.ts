import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/backend/stores/postgres/database.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const silent = () => new Promise<never>(() => undefined);

describe('A pool', () => {
  const createPool = (query: () => Promise<{ rows: [] }>, options = {}) => {
    const connection = { query, on: vi.fn(), release: vi.fn() };
    const connect = vi.fn(() => Promise.resolve(connection));
    return { connection, connect, query: vi.fn(), on: vi.fn(), totalCount: 0, options };
  };

  it.each([
    ['after ten seconds', {}, 10_000],
    ['after the query_timeout of the pool', { query_timeout: 60_000 }, 60_000],
  ])('closes a connection that does not respond %s', async (_, options, timeoutMs) => {
    const { connection, ...pool } = createPool(silent, options);
    const failed = expect(new Database(pool).query('SELECT 1', [])).rejects.toThrow(`${timeoutMs} ms`);
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(connection.release).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(connection.release.mock.calls).toEqual([[true]]);
  });

  it('closes a connection that does not respond to the end of a transaction', async () => {
    const query = vi.fn(() => Promise.resolve({ rows: [] as [] }));
    const { connection, ...pool } = createPool(query);
    query.mockImplementation(() =>
      query.mock.calls.length === 3 ? silent() : Promise.resolve({ rows: [] }),
    );
    await new Database(pool).query('SELECT 1', [], 5000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.release.mock.calls).toEqual([[true]]);
  });

  it.each([
    ['keeps', 'refuses a statement', { severity: 'ERROR', code: '42501' }, false],
    ['keeps', 'ends a statement that takes long', { severity: 'ERROR', code: '57014' }, false],
    ['keeps', 'refuses a statement in German', { severity: 'FEHLER', code: '40001' }, false],
    ['closes', 'shuts down', { severity: 'FATAL', code: '57P01' }, true],
    ['closes', 'is not the primary', { severity: 'ERROR', code: '25006' }, true],
    ['closes', 'does not say why', {}, true],
  ])('%s the connection if the database %s', async (_outcome, _reason, details, isLost) => {
    const error = Object.assign(new Error('refused'), details);
    const { connection, ...pool } = createPool(() => Promise.reject(error));
    await expect(new Database(pool).query('SELECT 1', [])).rejects.toBe(error);
    expect(connection.release.mock.calls).toEqual([[isLost]]);
  });

  it('puts a connection back that comes too late', async () => {
    let connectLate = (): void => undefined;
    const { connection, ...pool } = createPool(() => Promise.resolve({ rows: [] }));
    pool.connect.mockReturnValueOnce(
      new Promise((resolve) => {
        connectLate = () => resolve(connection);
      }),
    );
    const failed = expect(new Database(pool).query('SELECT 1', [])).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    connectLate();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.release.mock.calls).toEqual([[false]]);
  });

  it('gets one listener, however many stores use it', () => {
    const pool = createPool(silent);
    for (let count = 0; count < 20; count += 1) new Database(pool);
    expect(pool.on.mock.calls.map(([event]: unknown[]) => event)).toEqual(['error', 'acquire']);
  });
});

describe('A client of pg', () => {
  /** A client whose statements end when the test says so. */
  const createClient = () => {
    const running: { text: string; end: () => void }[] = [];
    const query = (text: string) =>
      new Promise<{ rows: [] }>((resolve) => running.push({ text, end: () => resolve({ rows: [] }) }));
    return { database: new Database({ query, processID: 1 } as { query: typeof query }), running };
  };
  const textsOf = (running: { text: string }[]) => running.map(({ text }) => text);

  it('runs one statement after the other', async () => {
    const { database, running } = createClient();
    const statements = ['a', 'b', 'c'].map((text) => database.query(text, []));
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(textsOf(running)).toEqual(expected);
      running.at(-1)?.end();
    }
    await Promise.all(statements);
  });

  it('runs no statement whose time was over before its turn', async () => {
    const { database, running } = createClient();
    const failed = ['a', 'b'].map((text) => expect(database.query(text, [])).rejects.toThrow());
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(failed);
    const later = database.query('c', []);
    running[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(textsOf(running)).toEqual(['a', 'c']);
    running[1]?.end();
    await later;
  });
});
