import { isWithin, selfAndAncestors } from './ancestors.js';
import { findFocused } from './find-focused.js';
import { isRendered, matchesState, observeSize, observeView, queryMedia, requestFrame } from './platform.js';

// What opens in front of the page is open only while its customer can use it: a modal dialog without a box blocks the whole page,
// and a phone has no Escape.

/**
 * Whether an element is rendered, scrolled into view or not, neither it nor anything around it is inert, and no modal dialog of the
 * page blocks it, nor what fills the screen.
 */
export function isUsable(element: Element): boolean {
  return isActive(element) && findBlocking(element).length === 0;
}

/**
 * Whether the customer points at an element, presses it, or has the focus in it. On a touch screen, what was touched last counts as
 * hovered, for as long as nothing else is touched.
 */
export function isInUse(element: Element | null | undefined): boolean {
  const hovered = queryMedia('(hover: hover)').matches ? ', :hover' : '';
  return matchesState(element, `:focus-within, :active${hovered}`);
}

/** Calls back once when the element is usable, now or later, unless the signal is aborted before. */
export function whenUsable(element: Element, callback: () => void, signal?: AbortSignal): void {
  observeUntil(element, () => isUsable(element), callback, {
    signal,
    findOthers: () => findBlocking(element),
  });
}

/**
 * Calls back once when the element is not rendered, or inert, now or later, unless the signal is aborted before. Behind a dialog
 * that opens in front of it, it stays as it is.
 */
export function whenUnusable(element: Element, callback: () => void, signal?: AbortSignal): void {
  observeUntil(element, () => !isActive(element), callback, { signal });
}

const isActive = (element: Element): boolean =>
  isRendered(element) && ![...selfAndAncestors(element)].some((around) => around.hasAttribute('inert'));

/**
 * Finds the modal dialogs that an element is outside of, except for those of the same component, and what fills the screen. One in a
 * shadow root is found by the focus, which it has.
 */
function findBlocking(element: Element): Element[] {
  const { ownerDocument } = element;
  const around = new Set(selfAndAncestors(element));
  const own = element.shadowRoot ?? element.getRootNode();
  const isOwn = (other: Element): boolean => own instanceof ShadowRoot && isWithin(own, other);
  const candidates = [
    ...ownerDocument.querySelectorAll('dialog'),
    ownerDocument.fullscreenElement,
    ...selfAndAncestors(findFocused(ownerDocument)),
  ].filter((other) => other !== null);
  return candidates.filter((other) => matchesState(other, ':modal') && !around.has(other) && !isOwn(other));
}

interface ObserveOptions {
  signal: AbortSignal | undefined;
  /** Finds the other elements on which it depends at the moment. */
  findOthers?: () => readonly Element[];
}

function observeUntil(
  element: Element,
  isReached: () => boolean,
  callback: () => void,
  { signal, findOthers }: ObserveOptions,
): void {
  if (signal?.aborted) return;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const check = (): void => {
    if (stopping.signal.aborted) return;
    if (isReached()) {
      stop();
      callback();
    } else observeOthers();
  };
  // The first one reports a box, wherever it is; what is changed then must not change sizes in the same frame. The second one
  // reports skipped content, too, but only within the window.
  // Those of its own window: of an element in a frame, others report sizes before the frame is laid out.
  const view = element.ownerDocument.defaultView ?? undefined;
  const sizeObserver = observeSize(() => requestFrame(check), view);
  const viewObserver = observeView(check, {}, view);
  // An inert element keeps its box, and so does a dialog that the page shows when it is closed.
  const attributeObserver = new MutationObserver(check);
  const observers = [sizeObserver, viewObserver, attributeObserver];
  sizeObserver.observe(element);
  viewObserver.observe(element);
  for (const around of selfAndAncestors(element))
    attributeObserver.observe(around, { attributeFilter: ['inert'] });
  const others = new Set<Element>();
  const observeOthers = (): void => {
    for (const other of findOthers?.() ?? []) {
      if (others.has(other)) continue;
      others.add(other);
      sizeObserver.observe(other);
      attributeObserver.observe(other, { attributeFilter: ['open'] });
    }
  };
  // What filled the screen may keep its size.
  element.ownerDocument.addEventListener('fullscreenchange', check, { signal: stopping.signal });
  stopping.signal.addEventListener('abort', () => {
    for (const observer of observers) observer.disconnect();
  });
  signal?.addEventListener('abort', stop, { signal: stopping.signal });
  queueMicrotask(check);
}
