import type { Placement } from './placement.js';

/** Space to the bell and to the edges of the window, in CSS pixels. */
const gap = 8;
const mostHeight = 720;

/**
 * Places the panel at its anchor where the browser cannot: on the wanted side if there is room for a good part,
 * else on the roomier one; shifted to stay in the window. Called again as the page scrolls or changes size.
 */
export function placeAt(panel: HTMLElement, anchor: Element, placement: Placement | null): void {
  const bell = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isRightToLeft = getComputedStyle(panel).direction === 'rtl';
  const above = bell.top - gap;
  const below = clientHeight - bell.bottom - gap;
  const wantsAbove = placement?.startsWith('top') ?? false;
  const wanted = wantsAbove ? above : below;
  const isAbove = wanted >= Math.min(mostHeight / 2, Math.max(above, below)) ? wantsAbove : above > below;

  const width = panel.offsetWidth;
  const alignsRight = placement?.endsWith('start') === isRightToLeft;
  const left = alignsRight ? bell.right - width : bell.left;
  const position = {
    left: `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`,
    right: 'auto',
    top: isAbove ? 'auto' : `${bell.bottom}px`,
    bottom: isAbove ? `${clientHeight - bell.top}px` : 'auto',
    'max-block-size': `${Math.min(mostHeight, (isAbove ? above : below) - gap)}px`,
  };
  for (const [name, value] of Object.entries(position)) panel.style.setProperty(name, value);
}
