/** Where the panel opens: below or above the bell, with its edge at the end or the start of the bell's line. */
export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

export interface Position {
  /** The side of the anchor where the box goes if there is room. Default: below. */
  side?: 'above' | 'below';
  /** Which edges of the box and its anchor are aligned, in the direction of writing. */
  align: 'start' | 'center' | 'end';
  /** The distance to the anchor, in CSS pixels. Default: 0. */
  gap?: number;
  /** The distance to the edges of the window, in CSS pixels. Default: 8. */
  margin?: number;
  /** The greatest height, in CSS pixels: half of it is room enough. Default: the height of the box. */
  maxHeight?: number;
}

/**
 * How many of the pixels in which rectangles are measured a pixel of the element has: more than one with `zoom` on the page, but in Safari 17,
 * which measures in pixels of the element. `offsetWidth` is rounded: less than a pixel is no scale.
 */
function scaleOf(element: HTMLElement): number {
  const { offsetWidth } = element;
  const { width } = element.getBoundingClientRect();
  return Math.abs(width - offsetWidth) < 1 ? 1 : width / offsetWidth || 1;
}

/**
 * Places a box of the top layer beside its anchor: on the preferred side if it fits there, else on the side with more room,
 * and shifted and shortened to stay in the window. Without `maxHeight`, one that fits neither above nor below is beside it on its
 * line, as far as there is room.
 */
export function placeBeside(
  box: HTMLElement,
  anchor: Element,
  { side = 'below', align, gap = 0, margin = 8, maxHeight }: Position,
): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  // All in pixels of the box.
  const scale = scaleOf(box);
  const { documentElement: root, compatMode, defaultView } = box.ownerDocument;
  const rootScale = scaleOf(root) / scale;
  const clientWidth = root.clientWidth * rootScale;
  // Without a doctype, the root element is as high as its content.
  const isQuirky = compatMode === 'BackCompat' && defaultView;
  const clientHeight = isQuirky ? defaultView.innerHeight / scale : root.clientHeight * rootScale;
  const rectangle = anchor.getBoundingClientRect();
  const [left, right] = [rectangle.left / scale, rectangle.right / scale];
  const [top, bottom] = [rectangle.top / scale, rectangle.bottom / scale];
  const roomAbove = top - gap - margin;
  const roomBelow = clientHeight - bottom - gap - margin;
  const needed = Math.min(maxHeight === undefined ? height : maxHeight / 2, Math.max(roomAbove, roomBelow));
  const prefersAbove = side === 'above';
  const isAbove = (prefersAbove ? roomAbove : roomBelow) >= needed ? prefersAbove : !prefersAbove;
  const isBeside = maxHeight === undefined && height > Math.max(roomAbove, roomBelow);
  const room = isBeside ? clientHeight - 2 * margin : isAbove ? roomAbove : roomBelow;

  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl';
  const alignsRight = (align === 'end') !== isRightToLeft;
  const [startsAt, endsAt] = isBeside ? [right + gap, left - gap] : [left, right];
  const aligned = align === 'center' ? (left + right - width) / 2 : alignsRight ? endsAt - width : startsAt;
  const within = (start: number, size: number, room: number): number =>
    Math.max(margin, Math.min(start, room - size - margin));
  const position = {
    margin: '0',
    left: `${within(aligned, width, clientWidth)}px`,
    right: 'auto',
    top: isBeside ? `${within(top, height, clientHeight)}px` : isAbove ? 'auto' : `${bottom + gap}px`,
    bottom: isAbove && !isBeside ? `${clientHeight - top + gap}px` : 'auto',
    'max-block-size': `${Math.min(maxHeight ?? room, room)}px`,
  };
  for (const [name, value] of Object.entries(position)) box.style.setProperty(name, value);
}
