import { isWithin, pathWithin } from '../ancestors.js';

// A wheel and a finger scroll what is innermost and can still move, and then what is around it. A lock that a page puts around a
// dialog, smooth scrolling, and pull-to-refresh look for it from the event's target, which is the element: they find no scroller.

/** Whether a wheel scrolls a list of ours, or another scroller in the shadow tree of an element. With Ctrl, it zooms. */
export function isWheelScrolling(event: Event, root: ShadowRoot): boolean {
  if (!(event instanceof WheelEvent) || event.ctrlKey || event.defaultPrevented) return false;
  const { deltaX, deltaY, shiftKey } = event;
  // Firefox scrolls to the side with Shift, and leaves the event as it is.
  return isScrolling(event, root, shiftKey && deltaX === 0 ? { x: deltaY, y: 0 } : { x: deltaX, y: deltaY });
}

/** A place, or how far it is from another. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether one finger scrolls such a scroller. Two fingers zoom. */
export class TouchScrolling {
  #last: Point | undefined;
  /** Whether a scroller of ours has moved since the finger came down. */
  #hasScrolled = false;

  /** @param root - the shadow root at which the events end */
  constructor(root: ShadowRoot, signal: AbortSignal) {
    root.addEventListener('touchstart', (event) => this.#handleStart(event), { signal, passive: true });
  }

  #handleStart(event: Event): void {
    this.#hasScrolled = false;
    this.#last = fingerOf(event);
  }

  readonly isScrolling = (event: Event, root: ShadowRoot): boolean => {
    const before = this.#last;
    const finger = (this.#last = fingerOf(event));
    if (!before || !finger || event.defaultPrevented) return false;
    // The browser goes on scrolling what it has begun with. To pull the page, the customer puts the finger down again.
    if (this.#hasScrolled && !event.cancelable) return true;
    return (this.#hasScrolled = isScrolling(event, root, { x: before.x - finger.x, y: before.y - finger.y }));
  };
}

/** A `TouchEvent`, which engines without touch screens do not have. */
interface WithTouches {
  readonly touches: Iterable<{ readonly clientX: number; readonly clientY: number }>;
}

const hasTouches = (event: Event): event is Event & WithTouches => 'touches' in event;

/** Where the only finger is. */
function fingerOf(event: Event): Point | undefined {
  const [touch, second] = hasTouches(event) ? event.touches : [];
  return touch && !second ? { x: touch.clientX, y: touch.clientY } : undefined;
}

/** Whether a scroller moves towards its end, or its start if negative: by the larger of both distances, as the locks do. */
function isScrolling(event: Event, root: ShadowRoot, { x, y }: Point): boolean {
  const isSideways = Math.abs(x) > Math.abs(y);
  const distance = isSideways ? x : y;
  if (distance === 0) return false;
  return pathWithin(event, root).some(
    (element) => isWithin(root, element) && movesBy(element, isSideways, distance),
  );
}

/** Whether an element can still move in a direction, or keeps to itself what goes beyond its end. */
function movesBy(element: Element, isSideways: boolean, distance: number): boolean {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  const max = isSideways ? scrollWidth - clientWidth : scrollHeight - clientHeight;
  if (max <= 0) return false;
  const style = getComputedStyle(element);
  if (!/auto|scroll/.test(isSideways ? style.overflowX : style.overflowY)) return false;
  if ((isSideways ? style.overscrollBehaviorX : style.overscrollBehaviorY) !== 'auto') return true;
  // From right to left, the start is 0 and the end is negative.
  const fromLeft = style.direction === 'rtl' ? scrollLeft + max : scrollLeft;
  const position = isSideways ? fromLeft : scrollTop;
  // Positions are fractions of a pixel, sizes are not.
  return distance < 0 ? position > 1 : position < max - 1;
}
