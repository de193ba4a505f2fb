// Counts the timers and frames that the page under test requests. What runs through `native` is not counted.

export const native = {
  requestAnimationFrame: globalThis.requestAnimationFrame.bind(globalThis),
  setTimeout: globalThis.setTimeout.bind(globalThis),
};

const nativeInterval = globalThis.setInterval.bind(globalThis);
const nativeClear = globalThis.clearTimeout.bind(globalThis);

/** The delays of the pending timers, by timer. */
const pendingTimers = new Map<number, number>();
let timersFired = 0;
let frames = 0;

type SetTimer = (callback: () => void, delay: number) => unknown;

function countTimer(setTimer: SetTimer, isRepeated: boolean) {
  return (callback: () => void, delay = 0): number => {
    const timer = Number(
      setTimer(() => {
        if (!isRepeated) pendingTimers.delete(timer);
        timersFired += 1;
        callback();
      }, delay),
    );
    pendingTimers.set(timer, delay);
    return timer;
  };
}

/** One function clears both kinds: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#dom-cleartimeout */
function clearTimer(timer?: number): void {
  pendingTimers.delete(Number(timer));
  nativeClear(timer);
}

export function startCounting(): void {
  Object.assign(globalThis, {
    setTimeout: countTimer(native.setTimeout, false),
    setInterval: countTimer(nativeInterval, true),
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      frames += 1;
      return native.requestAnimationFrame(callback);
    },
  });
}

/** The timers that are pending and the animations that run now, and what happened since the last call. */
export function takeActivity(): Record<string, number> {
  const delays = [...pendingTimers.values()];
  const activity = {
    timers: delays.length,
    shortTimers: delays.filter((delay) => delay < 10_000).length,
    animations: document.getAnimations().filter(({ playState }) => playState === 'running').length,
    timersFired,
    frames,
  };
  timersFired = 0;
  frames = 0;
  return activity;
}
