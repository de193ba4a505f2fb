import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/backend/stores/postgres/database.js';
import { NotifyChannel } from '../../../src/backend/stores/postgres/notify-channel.js';
import type { Queryable } from '../../../src/backend/stores/postgres/queryable.js';

const createChannel = (client: Queryable): NotifyChannel => new NotifyChannel(new Database(client), 'test');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('NotifyChannel', () => {
  it('gives up a statement that gets no response, and makes up for it with the next', async () => {
    const sent: unknown[] = [];
    const query = vi.fn((_: string, [, customerIds]: unknown[]) => {
      sent.push(JSON.parse(String(customerIds)));
      return query.mock.calls.length === 1
        ? new Promise<never>(() => undefined)
        : Promise.resolve({ rows: [] });
    });
    const channel = createChannel({ query });
    const failed = expect(channel.publish('anna')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    await channel.publish('omar');
    expect(sent).toEqual([['anna'], ['anna', 'omar']]);
  });

  it('listens over another connection if the first does not respond', async () => {
    const late = { on: vi.fn(), query: vi.fn(), release: vi.fn() };
    let connectLate = (): void => undefined;
    const silent = {
      on: vi.fn(),
      query: () => new Promise<never>(() => undefined),
      release: vi.fn(),
    };
    const good = {
      on: vi.fn(),
      query: vi.fn(() => Promise.resolve({ rows: [] })),
      release: vi.fn(),
    };
    const connect = vi
      .fn<() => Promise<typeof good | typeof silent | typeof late>>()
      .mockReturnValueOnce(new Promise((resolve) => (connectLate = () => resolve(late))))
      .mockResolvedValueOnce(silent)
      .mockResolvedValueOnce(good);
    const pool = { connect, query: good.query, on: vi.fn(), totalCount: 0 };
    const onGap = vi.fn();
    const end = createChannel(pool).subscribe(
      () => undefined,
      onGap,
      () => undefined,
    );
    await vi.advanceTimersByTimeAsync(25_000);
    expect(onGap).toHaveBeenCalledTimes(1);
    expect(good.query).toHaveBeenCalledWith('LISTEN test', []);
    expect(silent.release).toHaveBeenCalledWith(true);
    connectLate();
    await vi.advanceTimersByTimeAsync(0);
    expect(late.release).toHaveBeenCalledWith(false);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(good.release).toHaveBeenCalledWith(true);
  });

  it('leaves no listener behind when it connects again', async () => {
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const cut = {
      on: (event: string, listener: (message: { payload?: string }) => void) =>
        event === 'end' && setTimeout(() => listener({}), 1000),
      query: () => Promise.resolve({ rows: [] }),
      release: vi.fn(),
    };
    const connect = vi.fn(() => Promise.resolve(cut)).mockRejectedValueOnce(new Error('away'));
    const pool = { connect, query: cut.query, on: vi.fn(), totalCount: 0 };
    const end = createChannel(pool).subscribe(vi.fn(), vi.fn(), vi.fn());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connect.mock.calls.length).toBeGreaterThan(20);
    expect(added.mock.calls.length - removed.mock.calls.length).toBe(1);
    end();
    vi.restoreAllMocks();
  });

  it('says once that LISTEN fails, until it has worked', async () => {
    let isRefused = true;
    let cut = (): void => undefined;
    const refusal = Object.assign(new Error('cannot execute LISTEN during recovery'), { code: '25006' });
    const connection = {
      on: (event: string, listener: (message: { payload?: string }) => void) => {
        if (event === 'end') cut = () => listener({});
      },
      query: (text: string) => {
        // The self-test is another matter.
        if (text.includes('pg_notify')) return new Promise<never>(() => undefined);
        return isRefused ? Promise.reject(refusal) : Promise.resolve({ rows: [] });
      },
      release: vi.fn(),
    };
    const pool = {
      connect: () => Promise.resolve(connection),
      query: () => new Promise<never>(() => undefined),
      on: vi.fn(),
      totalCount: 0,
    };
    const errors: unknown[] = [];
    const end = createChannel(pool).subscribe(vi.fn(), vi.fn(), (error) => errors.push(error));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors.map(String)).toEqual([
      'SetupError: LISTEN fails (Error 25006): until it works, events of other instances take up to 30 seconds.',
    ]);
    isRefused = false;
    await vi.advanceTimersByTimeAsync(30_000);
    isRefused = true;
    cut();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(errors).toHaveLength(2);
    end();
  });

  it('does not listen over the only connection of a pool, and says so', () => {
    const pool = { connect: vi.fn(), query: vi.fn(), on: vi.fn(), totalCount: 0, options: { max: 1 } };
    const errors: unknown[] = [];
    createChannel(pool).subscribe(vi.fn(), vi.fn(), (error) => errors.push(error));
    expect(errors.map(String)).toEqual([expect.stringContaining('The pool has one connection only')]);
    expect(pool.connect).not.toHaveBeenCalled();
  });

  it.each([
    ['none arrives', false, ['SetupError']],
    ['they arrive', true, []],
  ])('finds out whether messages arrive: %s', async (_, isPassedOn, expected) => {
    let notify: (message: { payload: string }) => void = () => undefined;
    const connection = {
      on: (event: string, listener: typeof notify) => event === 'notification' && (notify = listener),
      query: (_text: string, [, payload]: unknown[]) => {
        if (isPassedOn && typeof payload === 'string') notify({ payload });
        return Promise.resolve({ rows: [] });
      },
      release: vi.fn(),
    };
    const pool = {
      connect: () => Promise.resolve(connection),
      query: vi.fn(),
      on: vi.fn(),
      totalCount: 0,
    };
    const onMessage = vi.fn();
    const errors: unknown[] = [];
    const channel = createChannel(pool);
    const end = channel.subscribe(onMessage, vi.fn(), (error) => errors.push((error as Error).name));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(errors).toEqual(expected);
    expect(onMessage).not.toHaveBeenCalled();
    end();
  });
});
