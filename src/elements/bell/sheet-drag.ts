import { pathWithin } from '../base/ancestors.js';

/** How far the pointer moves before that is a drag, in CSS pixels: a press is rarely perfectly still. */
const threshold = 6;
/** From this speed on, in CSS pixels per millisecond, a short drag closes the sheet, too. */
const closingSpeed = 0.5;
/** A pointer that did not move for this time before it was lifted has no speed. */
const restMs = 100;

interface Drag {
  pointerId: number;
  startY: number;
  /** The last position, its time, and the speed with which the pointer arrived there. */
  y: number;
  time: number;
  speed: number;
}

/** Whether the sheet is grabbed here: at its header, or at the handle above it, which belongs to the sheet itself. */
function isGrab(event: Event, sheet: Element): boolean {
  const isHandle = event.composedPath()[0] === sheet;
  return isHandle || pathWithin(event, sheet).some((element) => element.matches('header[part]'));
}

/** Takes the click, which follows at once, from the button on which a drag has started: Safari ignores the capture. */
function ignoreClick(sheet: HTMLElement): void {
  const controller = new AbortController();
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  sheet.addEventListener('click', ignore, { capture: true, signal: controller.signal });
  setTimeout(() => controller.abort());
}

/** Lets the customer drag the sheet down by its header, which closes it if it was far or fast enough. */
export function makeDraggable(panel: HTMLElement, close: () => void, signal: AbortSignal): void {
  const sheet = panel.querySelector<HTMLElement>('nudge-inbox');
  if (!sheet || signal.aborted) return;
  let drag: Drag | undefined;

  const isDragged = (): boolean => sheet.classList.contains('dragging');
  /** From where it was dragged to, the sheet moves by its transition: back, or out of the screen once it is closed. */
  const release = (): void => {
    drag = undefined;
    sheet.classList.remove('dragging');
    sheet.style.removeProperty('translate');
  };

  const handleDown = (event: PointerEvent): void => {
    const { pointerId, clientY: y, timeStamp: time, isPrimary, button } = event;
    if (isPrimary && button === 0 && isGrab(event, sheet)) drag = { pointerId, startY: y, y, time, speed: 0 };
  };
  const handleMove = ({ pointerId, clientY: y, timeStamp: time, buttons }: PointerEvent): void => {
    if (pointerId !== drag?.pointerId) return;
    // Released elsewhere, before it was captured.
    if (buttons === 0) {
      release();
      return;
    }
    const { startY } = drag;
    drag = { ...drag, y, time, speed: (y - drag.y) / Math.max(1, time - drag.time) };
    if (!isDragged()) {
      if (Math.abs(y - startY) < threshold) return;
      sheet.setPointerCapture(pointerId);
      sheet.classList.add('dragging');
    }
    sheet.style.setProperty('translate', `0 ${Math.max(0, y - startY)}px`);
  };
  const handleUp = ({ pointerId, timeStamp }: PointerEvent): void => {
    if (pointerId !== drag?.pointerId) return;
    const { startY, y, time, speed } = drag;
    const isFar = y - startY > sheet.offsetHeight / 3;
    const isFast = speed > closingSpeed && timeStamp - time < restMs;
    const wasDragged = isDragged();
    release();
    if (wasDragged) ignoreClick(sheet);
    if (wasDragged && (isFar || isFast)) close();
  };

  sheet.addEventListener('pointerdown', handleDown, { signal });
  sheet.addEventListener('pointermove', handleMove, { signal });
  sheet.addEventListener('pointerup', handleUp, { signal });
  sheet.addEventListener('pointercancel', release, { signal });
  // The swipe that leaves the page may end a drag; the page returns from the back/forward cache as it was.
  window.addEventListener('pagehide', release, { signal });
  signal.addEventListener('abort', release);
}
