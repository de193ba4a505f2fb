import { selfAndAncestors } from './ancestors.js';
import { isRendered, observeSize, observeView, requestFrame } from './platform.js';

// What opens in front of the page is open only while its customer can use it: a modal dialog without a box blocks the whole page,
// and a phone has no Escape.

/** Whether an element is rendered, scrolled into view or not, and neither it nor anything around it is inert. */
export function isUsable(element: Element): boolean {
  return (
    isRendered(element) && ![...selfAndAncestors(element)].some((around) => around.hasAttribute('inert'))
  );
}

/** Calls back once when the element is usable, now or later, unless the signal is aborted before. */
export function whenUsable(element: Element, callback: () => void, signal?: AbortSignal): void {
  observeUntil(element, () => isUsable(element), callback, signal);
}

/** Calls back once when the element is not usable, now or later, unless the signal is aborted before. */
export function whenUnusable(element: Element, callback: () => void, signal?: AbortSignal): void {
  observeUntil(element, () => !isUsable(element), callback, signal);
}

function observeUntil(
  element: Element,
  isReached: () => boolean,
  callback: () => void,
  signal: AbortSignal | undefined,
): void {
  if (signal?.aborted) return;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const check = (): void => {
    if (stopping.signal.aborted || !isReached()) return;
    stop();
    callback();
  };
  // The first one reports a box, wherever it is; what is changed then must not change sizes in the same frame. The second one
  // reports skipped content, too, but only within the window.
  // Those of its own window: of an element in a frame, others report sizes before the frame is laid out.
  const view = element.ownerDocument.defaultView ?? undefined;
  const observers = [observeSize(() => requestFrame(check), view), observeView(check, {}, view)];
  for (const observer of observers) observer.observe(element);
  // An inert element keeps its box.
  const inertObserver = new MutationObserver(check);
  for (const around of selfAndAncestors(element))
    inertObserver.observe(around, { attributeFilter: ['inert'] });
  stopping.signal.addEventListener('abort', () => {
    for (const observer of [...observers, inertObserver]) observer.disconnect();
  });
  signal?.addEventListener('abort', stop, { signal: stopping.signal });
  queueMicrotask(check);
}
