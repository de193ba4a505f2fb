type Listener = () => void;

/** A due time never comes sooner than this after the last: an idle page stays idle. */
const shortestWait = 10_000;
/** Beyond it, timers of browsers overflow. */
const longestWait = 2 ** 31 - 1;

const due = new Map<Listener, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let timerDue = Infinity;

const isHidden = (): boolean => document.hidden;

function setTimer(time: number): void {
  clearTimeout(timer);
  timerDue = time;
  if (time === Infinity) return;
  timer = setTimeout(tellDue, Math.min(longestWait, Math.max(shortestWait, time - Date.now())));
}

function tellDue(): void {
  const now = Date.now();
  for (const [listener, time] of [...due]) {
    if (time > now) continue;
    due.delete(listener);
    listener();
  }
  let next = Infinity;
  for (const time of due.values()) next = Math.min(next, time);
  setTimer(next);
}

function followVisibility(): void {
  if (isHidden()) setTimer(Infinity);
  else tellDue();
}

/** One timer for all relative times on the page: calls once, at that time or soon after, while the page is seen. */
export function notifyAt(time: number, listener: Listener): void {
  if (due.size === 0) document.addEventListener('visibilitychange', followVisibility);
  due.set(listener, time);
  if (time < timerDue && !isHidden()) setTimer(time);
}

export function cancelNotice(listener: Listener): void {
  due.delete(listener);
  if (due.size > 0) return;
  setTimer(Infinity);
  document.removeEventListener('visibilitychange', followVisibility);
}
