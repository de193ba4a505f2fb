import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors.js';
import { reconnecting, type SourceConnection } from '../../../src/session/sources/reconnection.js';
import type { SourceEvent } from '../../../src/session/sources/source.js';
import { flushPromises } from '../fakes.js';

// What a source of server-sent events has of it is tested in `event-stream-source.test.ts`.
let controller: AbortController;
let connections: SourceConnection[];
let events: SourceEvent[];
const refresh = vi.fn<() => Promise<void>>();
const setConnected = vi.fn<(isConnected: boolean) => void>();
const latest = (): SourceConnection => connections.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  controller = new AbortController();
  connections = [];
  events = [];
  refresh.mockReset().mockResolvedValue();
  setConnected.mockReset();
});

afterEach(() => {
  controller.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function start(connect: (connection: SourceConnection) => unknown = () => undefined): void {
  const subscribe = reconnecting((connection) => {
    connections.push(connection);
    return connect(connection);
  });
  void subscribe((event) => events.push(event), { signal: controller.signal, refresh, setConnected });
}

describe('reconnecting()', () => {
  it('connects again after a loss, and aborts the signal of the connection that was lost', async () => {
    start();
    latest().opened();
    latest().lost();
    expect(connections[0]!.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(999);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toHaveLength(2);
    expect(latest().signal.aborted).toBe(false);
  });

  it('ignores what a connection reports after its end', async () => {
    start();
    const [first] = connections;
    first!.lost();
    await vi.advanceTimersByTimeAsync(1000);
    latest().opened();
    await flushPromises();
    for (const report of [first!.lost, first!.refused, first!.opened, first!.heartbeat]) report();
    first!.emit({ type: 'reset' });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(events).toEqual([]);
    expect(connections).toHaveLength(2);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('leaves no timer if it ends while the first connection opens', () => {
    start(() => controller.abort());
    expect(vi.getTimerCount()).toBe(0);
  });

  it('connects again, with a warning that names the error, if the promise of an opening rejects', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    start(() => Promise.reject(new ApiError('No ticket.', null, { status: 503, retryAfter: 20 })));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toHaveLength(2);
    const text = 'The connection of a source could not be opened: ApiError: No ticket.';
    expect(warn.mock.calls).toEqual([[`[nudge-inbox] ${text}`]]);
  });

  it('throws what the first opening throws, and leaves no timer', () => {
    const startWrongly = (): void =>
      start(() => {
        throw new SyntaxError('invalid address');
      });
    expect(startWrongly).toThrow('invalid address');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loads the newest page of a refused connection at once and every 5 minutes, each time before it connects again', async () => {
    start();
    latest().refused();
    await vi.advanceTimersByTimeAsync(300_000);
    expect([refresh.mock.calls.length, connections.length]).toEqual([1, 2]);
    latest().refused({ isFinal: true });
    await vi.advanceTimersByTimeAsync(900_000);
    expect([refresh.mock.calls.length, connections.length]).toEqual([5, 2]);
    expect(setConnected.mock.calls.flat()).not.toContain(false);
  });

  it('no longer loads for a refused connection what was missed before it opened', async () => {
    refresh.mockRejectedValueOnce(new Error('no response'));
    start();
    latest().opened();
    await flushPromises();
    latest().refused();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loads the newest page every 5 minutes while a connection does not open, as behind a proxy that holds back the response', async () => {
    start();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(refresh).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(connections).toHaveLength(1);
  });

  it('says that arrivals may be delayed until a connection opens, although the newest page is loaded', async () => {
    start();
    latest().lost();
    await vi.advanceTimersByTimeAsync(301_000);
    expect(refresh).toHaveBeenCalledOnce();
    expect(setConnected.mock.calls).toEqual([[false]]);
    latest().opened();
    await flushPromises();
    expect(setConnected).toHaveBeenLastCalledWith(true);
  });

  it('closes a silent connection with a heartbeat', async () => {
    start();
    latest().opened();
    latest().heartbeat();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(latest().signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('ends with its source', () => {
    start();
    latest().opened();
    latest().heartbeat();
    controller.abort();
    expect(latest().signal.aborted).toBe(true);
    latest().lost();
    expect(vi.getTimerCount()).toBe(0);
  });
});
