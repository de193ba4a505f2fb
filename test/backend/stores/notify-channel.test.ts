import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotifyChannel } from '../../../src/backend/stores/postgres/notify-channel.js';

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
    const channel = new NotifyChannel(
      { query, listen: () => Promise.resolve(() => Promise.resolve()) },
      'test',
    );
    const failed = expect(channel.publish('anna')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    await channel.publish('omar');
    expect(sent).toEqual([['anna'], ['anna', 'omar']]);
  });

  it('listens over another connection if the first does not respond', async () => {
    const late = { on: vi.fn(), off: vi.fn(), query: vi.fn(), release: vi.fn() };
    let connectLate = (): void => undefined;
    const silent = {
      on: vi.fn(),
      off: vi.fn(),
      query: () => new Promise<never>(() => undefined),
      release: vi.fn(),
    };
    const good = {
      on: vi.fn(),
      off: vi.fn(),
      query: vi.fn(() => Promise.resolve({ rows: [] })),
      release: vi.fn(),
    };
    const connect = vi
      .fn<() => Promise<typeof good | typeof silent | typeof late>>()
      .mockReturnValueOnce(new Promise((resolve) => (connectLate = () => resolve(late))))
      .mockResolvedValueOnce(silent)
      .mockResolvedValueOnce(good);
    const pool = { connect, query: good.query, totalCount: 0 };
    const onGap = vi.fn();
    const end = new NotifyChannel(pool, 'test').subscribe(
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
    expect(late.release).toHaveBeenCalledWith(true);
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
      off: vi.fn(),
      query: () => Promise.resolve({ rows: [] }),
      release: vi.fn(),
    };
    const connect = vi.fn(() => Promise.resolve(cut)).mockRejectedValueOnce(new Error('away'));
    const pool = { connect, query: cut.query, totalCount: 0 };
    const end = new NotifyChannel(pool, 'test').subscribe(vi.fn(), vi.fn(), vi.fn());
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
      off: vi.fn(),
      query: () => (isRefused ? Promise.reject(refusal) : Promise.resolve({ rows: [] })),
      release: vi.fn(),
    };
    const pool = {
      connect: () => Promise.resolve(connection),
      query: () => new Promise<never>(() => undefined),
      totalCount: 0,
    };
    const errors: unknown[] = [];
    const end = new NotifyChannel(pool, 'test').subscribe(vi.fn(), vi.fn(), (error) => errors.push(error));
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
    const pool = { connect: vi.fn(), query: vi.fn(), totalCount: 0, options: { max: 1 } };
    const errors: unknown[] = [];
    new NotifyChannel(pool, 'test').subscribe(vi.fn(), vi.fn(), (error) => errors.push(error));
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
      query: () => Promise.resolve({ rows: [] }),
      off: vi.fn(),
      release: vi.fn(),
    };
    const query = (_text: string, [, payload]: unknown[]) => {
      if (isPassedOn) notify({ payload: String(payload) });
      return Promise.resolve({ rows: [] });
    };
    const pool = { connect: () => Promise.resolve(connection), query, totalCount: 0 };
    const onMessage = vi.fn();
    const errors: unknown[] = [];
    const channel = new NotifyChannel(pool, 'test');
    const end = channel.subscribe(onMessage, vi.fn(), (error) => errors.push((error as Error).name));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(errors).toEqual(expected);
    expect(onMessage).not.toHaveBeenCalled();
    end();
  });
});
