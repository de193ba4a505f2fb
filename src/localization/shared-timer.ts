import { maxDelayMs } from '../common/due-timer.js';
import { PageObserver } from '../common/page-observer.js';

type Callback = () => void;

/** The timer never fires sooner than this, so that an idle page stays idle. */
const minDelayMs = 10_000;

/** When to call each callback, in milliseconds since 1970. */
const scheduled = new Map<Callback, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let timerTime = Infinity;

function setTimer(time: number): void {
  clearTimeout(timer);
  timerTime = time;
  if (time === Infinity) return;
  timer = setTimeout(runDue, Math.min(maxDelayMs, Math.max(minDelayMs, time - Date.now())));
}

function runDue(): void {
  const now = Date.now();
  for (const [callback, time] of [...scheduled]) {
    if (time > now) continue;
    scheduled.delete(callback);
    callback();
  }
  let next = Infinity;
  for (const time of scheduled.values()) next = Math.min(next, time);
  setTimer(next);
}

const pageObserver = new PageObserver(() => {
  if (pageObserver.isHidden) setTimer(Infinity);
  else runDue();
});

/**
 * Calls `callback` once, at `time` (milliseconds since 1970) or up to ten seconds later, while the page is visible.
 * Scheduling a callback again replaces its time. All relative times on the page share this timer.
 */
export function schedule(time: number, callback: Callback): void {
  if (!pageObserver.isObserving) pageObserver.start();
  scheduled.set(callback, time);
  if (time < timerTime && !pageObserver.isHidden) setTimer(time);
}

/** Cancels a scheduled callback. Does nothing if it is not scheduled. */
export function cancel(callback: Callback): void {
  scheduled.delete(callback);
  if (scheduled.size > 0) return;
  setTimer(Infinity);
  pageObserver.stop();
}
