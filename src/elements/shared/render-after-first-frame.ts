import { until } from 'lit/directives/until.js';
import { requestFrame } from '../base/platform.js';

let isShown = false;
let shown: Promise<void> | undefined;

/** How long the texts wait for a page that is busy, in milliseconds. */
const maxWaitMs = 200;

/** Resolves once the next frame has been shown and the browser has time; where it does not say so, in the frame after that. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) =>
    requestFrame(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
      else requestFrame(resolve);
    }),
  );

/**
 * Renders what is formatted by `Intl`. Its first objects take up to 50 ms to create, so the first cards of a page appear without,
 * and it follows when the browser has time: no press on the bell waits for it.
 *
 * @param placeholder what keeps its place until then
 */
export function renderAfterFirstFrame(render: () => unknown, placeholder: unknown): unknown {
  if (isShown) return render();
  shown ??= whenIdle().then(() => {
    isShown = true;
  });
  return until(shown.then(render), placeholder);
}
