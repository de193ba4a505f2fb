// What simulated pages, such as those of jsdom and happy-dom, lack of the platform: there, an element does without. And what
// some pages add to it.

type Media = Pick<MediaQueryList, 'matches' | 'addEventListener'>;
type SizeObserver = Pick<ResizeObserver, 'observe' | 'unobserve' | 'disconnect'>;
type ViewObserver = Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'>;

interface Zones {
  Zone?: { root?: { run?: <Value>(action: () => Value) => Value } };
}

function ignore(): void {
  // Nothing is ever reported.
}

const noMedia: Media = { matches: false, addEventListener: ignore };
const noObserver = { observe: ignore, unobserve: ignore, disconnect: ignore };

/** Queries the media of the page. Where that is not possible, nothing matches. */
export function queryMedia(query: string): Media {
  const platform: { matchMedia?: (query: string) => Media | undefined } = globalThis;
  // A mock of a test may return nothing.
  return platform.matchMedia?.(query) ?? noMedia;
}

/** Observes the size of elements, where the window can. */
export function observeSize(
  callback: ResizeObserverCallback,
  view: { ResizeObserver?: typeof ResizeObserver } = globalThis,
): SizeObserver {
  return view.ResizeObserver ? new view.ResizeObserver(callback) : noObserver;
}

/** Observes which elements are in view, where the window can. */
export function observeView(
  callback: IntersectionObserverCallback,
  options?: IntersectionObserverInit,
  view: { IntersectionObserver?: typeof IntersectionObserver } = globalThis,
): ViewObserver {
  return view.IntersectionObserver ? new view.IntersectionObserver(callback, options) : noObserver;
}

/**
 * Runs code outside of the zones of zone.js, where a page has it: Angular counts each timer that starts in its zone, so that an app
 * with a heartbeat never becomes stable, and looks for changes after each event.
 */
export function runOutsideZones<Value>(action: () => Value): Value {
  const global: typeof globalThis & Zones = globalThis;
  return global.Zone?.root?.run ? global.Zone.root.run(action) : action();
}

const hasFrames = (): boolean => 'requestAnimationFrame' in globalThis;

/** Calls back in the next frame, and at once in a page that shows none. */
export function requestFrame(callback: () => void): number {
  if (hasFrames()) return requestAnimationFrame(callback);
  queueMicrotask(callback);
  return 0;
}

export function cancelFrame(frame: number | undefined): void {
  if (hasFrames() && frame !== undefined) cancelAnimationFrame(frame);
}

/** A simulated page has no layout, although its window has a size. */
const hasLayout = (): boolean => document.documentElement.clientWidth > 0 || innerWidth === 0;

/** Whether an element has a box, and its content is not skipped, as that of closed details is. Without a layout, each has one. */
export function isRendered(element: Element | null | undefined): boolean {
  // A document that was emptied, as by `document.open()`, has no root.
  if (!element?.isConnected) return false;
  if (!hasLayout()) return true;
  const platform: { checkVisibility?: () => boolean } = element;
  // eslint-disable-next-line no-restricted-properties -- Safari has it since 17.4, and skips no content before that
  return platform.checkVisibility?.() ?? element.getClientRects().length > 0;
}

/** Whether an element matches a selector that not every engine knows. */
export function matchesState(element: Element | null | undefined, selector: string): boolean {
  try {
    return element?.matches(selector) === true;
  } catch {
    return false;
  }
}

/** The focused element of a shadow tree. In happy-dom, the focus in another one is an error. */
export function findActive(root: ShadowRoot): Element | null {
  try {
    return root.activeElement;
  } catch {
    return null;
  }
}

const hasPopovers = (): boolean => 'showPopover' in HTMLElement.prototype;
const hasModals = (): boolean => 'showModal' in HTMLDialogElement.prototype;

export function showPopover(element: HTMLElement): void {
  if (hasPopovers()) element.showPopover();
  else element.toggleAttribute('open', true);
}

export function hidePopover(element: HTMLElement): void {
  if (hasPopovers()) element.hidePopover();
  else element.removeAttribute('open');
}

export function isPopoverOpen(element: HTMLElement | null | undefined): boolean {
  return hasPopovers() ? matchesState(element, ':popover-open') : element?.hasAttribute('open') === true;
}

export function showModal(dialog: HTMLDialogElement): void {
  if (hasModals()) dialog.showModal();
  else dialog.open = true;
}

export function closeDialog(dialog: HTMLDialogElement): void {
  if (hasModals()) dialog.close();
  else dialog.open = false;
}

/** Scrolls an element into view, where there is a layout. */
export function scrollToElement(element: Element, options: ScrollIntoViewOptions): void {
  if ('scrollIntoView' in Element.prototype) element.scrollIntoView(options);
}

/** Scrolls the content of an element, where there is a layout. */
export function scrollWithin(element: Element, options: ScrollToOptions): void {
  if ('scrollTo' in Element.prototype) element.scrollTo(options);
}

/** Releases a pointer, if an element has captured it. */
export function releasePointer(element: Element, pointerId: number): void {
  if ('hasPointerCapture' in Element.prototype && element.hasPointerCapture(pointerId))
    element.releasePointerCapture(pointerId);
}

export const hasAnimations = (): boolean => 'animate' in Element.prototype;

/** Whether elements can be moved by animations, and the customer does not mind. */
export function canAnimate(): boolean {
  return hasAnimations() && !queryMedia('(prefers-reduced-motion: reduce)').matches;
}
