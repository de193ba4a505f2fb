import { waitAtMost } from './time.js';

/** How long to wait for a frame, in milliseconds: a page that nobody can see has none. */
const timeoutMs = 1000;

/** Resolves once what was rendered in this task is on the screen, as the frame after it shows; soon, where there is no screen. */
export async function afterNextFrame(): Promise<void> {
  const frame = new Promise<unknown>((resolve) => {
    if (!('requestAnimationFrame' in globalThis)) setTimeout(resolve);
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
  await waitAtMost(timeoutMs, frame);
}
