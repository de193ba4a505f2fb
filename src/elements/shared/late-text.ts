import { nothing } from 'lit';
import { until } from 'lit/directives/until.js';

let isShown = false;
let shown: Promise<void> | undefined;

/** Resolves once the next frame has been shown, right before the one after it. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * Renders a text by `Intl`. Its first objects take up to 50 ms to create, so the first cards of a page appear without these texts,
 * which follow in the next frame.
 *
 * @param placeholder what keeps their place until then
 */
export function lateText(format: () => string, placeholder: unknown = nothing): unknown {
  if (isShown) return format();
  shown ??= nextFrame().then(() => {
    isShown = true;
  });
  return until(shown.then(format), placeholder);
}
