import { until } from 'lit/directives/until.js';
import { requestFrame } from '../base/platform.js';

let isShown = false;
let shown: Promise<void> | undefined;

/** Resolves once the next frame has been shown, right before the one after it. */
const nextFrame = (): Promise<void> => new Promise((resolve) => requestFrame(() => requestFrame(resolve)));

/**
 * Renders what is formatted by `Intl`. Its first objects take up to 50 ms to create, so the first cards of a page appear without,
 * and it follows in the next frame.
 *
 * @param placeholder what keeps its place until then
 */
export function renderAfterFirstFrame(render: () => unknown, placeholder: unknown): unknown {
  if (isShown) return render();
  shown ??= nextFrame().then(() => {
    isShown = true;
  });
  return until(shown.then(render), placeholder);
}
