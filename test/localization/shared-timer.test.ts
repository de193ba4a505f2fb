import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancel, schedule } from '../../src/localization/shared-timer.js';

const minute = 60_000;
let page: EventTarget & { hidden: boolean };
const listeners: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});

afterEach(() => {
  for (const listener of listeners.splice(0)) cancel(listener);
  expect(vi.getTimerCount()).toBe(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function makeListener(): ReturnType<typeof vi.fn<() => void>> {
  const listener = vi.fn<() => void>();
  listeners.push(listener);
  return listener;
}

function setHidden(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

it('calls once, when it is time', () => {
  const listener = makeListener();
  schedule(Date.now() + minute, listener);
  vi.advanceTimersByTime(minute - 1);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60 * minute);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('has one timer for all, due at the next', () => {
  const first = makeListener();
  const second = makeListener();
  schedule(Date.now() + 5 * minute, second);
  schedule(Date.now() + minute, first);
  schedule(Date.now() + 9 * minute, makeListener());
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(minute);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(4 * minute);
  expect(second).toHaveBeenCalledTimes(1);
});

it('lets the last word of a listener hold', () => {
  const listener = makeListener();
  schedule(Date.now() + minute, listener);
  schedule(Date.now() + 3 * minute, listener);
  vi.advanceTimersByTime(2 * minute);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minute);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('goes on with a listener that asks again, at once or later', async () => {
  const listener = makeListener();
  listener.mockImplementation(() => schedule(Date.now() + minute, listener));
  schedule(Date.now() + minute, listener);
  vi.advanceTimersByTime(5 * minute);
  expect(listener).toHaveBeenCalledTimes(5);
  listener.mockImplementation(() => queueMicrotask(() => schedule(Date.now() + minute, listener)));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(listener).toHaveBeenCalledTimes(10);
});

it('lets an idle page rest for ten seconds at least', () => {
  const listener = makeListener();
  listener.mockImplementation(() => schedule(Date.now() + 1, listener));
  schedule(Date.now() - 1, listener);
  vi.advanceTimersByTime(minute);
  expect(listener).toHaveBeenCalledTimes(6);
});

it('waits for a time farther than timers reach', () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  const listener = makeListener();
  const distance = 2 ** 31 + minute;
  schedule(Date.now() + distance, listener);
  vi.advanceTimersByTime(distance - minute);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * minute);
  expect(listener).toHaveBeenCalledTimes(1);
  // Browsers take a longer wait for none.
  expect(Math.max(...setTimer.mock.calls.map(([, wait]) => wait ?? 0))).toBe(2 ** 31 - 1);
});

it('has no timer while the page is hidden, and catches up as it is seen', () => {
  const due = makeListener();
  const later = makeListener();
  schedule(Date.now() + minute, due);
  setHidden(true);
  expect(vi.getTimerCount()).toBe(0);
  schedule(Date.now() + 10 * minute, later);
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(Date.now() + 5 * minute);
  expect(due).not.toHaveBeenCalled();
  setHidden(false);
  expect([due.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(5 * minute);
  expect(later).toHaveBeenCalledTimes(1);
});

it('leaves nothing behind: neither timer nor listener', () => {
  const remove = vi.spyOn(page, 'removeEventListener');
  const first = makeListener();
  const second = makeListener();
  schedule(Date.now() + minute, first);
  schedule(Date.now() + minute, second);
  cancel(first);
  expect(remove).not.toHaveBeenCalled();
  cancel(second);
  expect(vi.getTimerCount()).toBe(0);
  expect(remove).toHaveBeenCalledTimes(1);
  setHidden(true);
  setHidden(false);
  vi.advanceTimersByTime(minute);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0]);
});

it('forgives the end of what never began', () => {
  expect(() => cancel(makeListener())).not.toThrow();
});
