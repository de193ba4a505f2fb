import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancel, schedule } from '../../src/localization/shared-timer.js';
import { FakeBrowser } from '../session/fakes.js';

const minute = 60_000;
let browser: FakeBrowser;
const callbacks: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  browser = new FakeBrowser();
});

afterEach(() => {
  for (const callback of callbacks.splice(0)) cancel(callback);
  expect(vi.getTimerCount()).toBe(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function createCallback(): ReturnType<typeof vi.fn<() => void>> {
  const callback = vi.fn<() => void>();
  callbacks.push(callback);
  return callback;
}

describe('The shared timer', () => {
  it('calls the callback once, at the scheduled time', () => {
    const callback = createCallback();
    schedule(Date.now() + minute, callback);
    vi.advanceTimersByTime(minute - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60 * minute);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('uses one timer for all callbacks, set to the earliest time', () => {
    const first = createCallback();
    const second = createCallback();
    schedule(Date.now() + 5 * minute, second);
    schedule(Date.now() + minute, first);
    schedule(Date.now() + 9 * minute, createCallback());
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(minute);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4 * minute);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('replaces the time of a callback that is scheduled again', () => {
    const callback = createCallback();
    schedule(Date.now() + minute, callback);
    schedule(Date.now() + 3 * minute, callback);
    vi.advanceTimersByTime(2 * minute);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(minute);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('calls a callback again that schedules itself, immediately or later', async () => {
    const callback = createCallback();
    callback.mockImplementation(() => schedule(Date.now() + minute, callback));
    schedule(Date.now() + minute, callback);
    vi.advanceTimersByTime(5 * minute);
    expect(callback).toHaveBeenCalledTimes(5);
    callback.mockImplementation(() => queueMicrotask(() => schedule(Date.now() + minute, callback)));
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(callback).toHaveBeenCalledTimes(10);
  });

  it('fires at most every ten seconds', () => {
    const callback = createCallback();
    callback.mockImplementation(() => schedule(Date.now() + 1, callback));
    schedule(Date.now() - 1, callback);
    vi.advanceTimersByTime(minute);
    expect(callback).toHaveBeenCalledTimes(6);
  });

  it('calls the callback within ten minutes after the device has slept, while timers stand still', () => {
    const callback = createCallback();
    schedule(Date.now() + 2 ** 31 + minute, callback);
    vi.advanceTimersByTime(60 * minute);
    expect(callback).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 2 ** 31);
    vi.advanceTimersByTime(10 * minute);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('has no timer while the page is hidden, and catches up when it is visible again', () => {
    const due = createCallback();
    const later = createCallback();
    schedule(Date.now() + minute, due);
    browser.setVisible(false);
    expect(vi.getTimerCount()).toBe(0);
    schedule(Date.now() + 10 * minute, later);
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(Date.now() + 5 * minute);
    expect(due).not.toHaveBeenCalled();
    browser.setVisible(true);
    expect([due.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
    vi.advanceTimersByTime(5 * minute);
    expect(later).toHaveBeenCalledTimes(1);
  });

  it('leaves no timer and no listener after the last cancel()', () => {
    const first = createCallback();
    const second = createCallback();
    schedule(Date.now() + minute, first);
    schedule(Date.now() + minute, second);
    cancel(first);
    expect(browser.listenerCount).toBeGreaterThan(0);
    cancel(second);
    expect(vi.getTimerCount()).toBe(0);
    expect(browser.listenerCount).toBe(0);
    browser.setVisible(false);
    browser.setVisible(true);
    vi.advanceTimersByTime(minute);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0]);
  });

  it('ignores cancel() of a callback that is not scheduled', () => {
    expect(() => cancel(createCallback())).not.toThrow();
  });
});
