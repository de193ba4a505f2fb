/** Distance to the bell and to the edges of the window, in CSS pixels. */
const gap = 8;
const maxHeight = 720;

/**
 * Positions the panel at the bell in browsers without anchor positioning: on the preferred side if half of the panel
 * fits there, else on the side with more room, and shifted to stay in the window.
 */
export function positionPanel(panel: HTMLElement, bellElement: Element, placement: string): void {
  const bell = bellElement.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isRightToLeft = getComputedStyle(panel).direction === 'rtl';
  const above = bell.top - gap;
  const below = clientHeight - bell.bottom - gap;
  const prefersAbove = placement.startsWith('top');
  const preferred = prefersAbove ? above : below;
  const isAbove = preferred >= Math.min(maxHeight / 2, Math.max(above, below)) ? prefersAbove : above > below;

  const width = panel.offsetWidth;
  const alignsRight = placement.endsWith('start') === isRightToLeft;
  const left = alignsRight ? bell.right - width : bell.left;
  const position = {
    left: `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`,
    right: 'auto',
    top: isAbove ? 'auto' : `${bell.bottom}px`,
    bottom: isAbove ? `${clientHeight - bell.top}px` : 'auto',
    'max-block-size': `${Math.min(maxHeight, (isAbove ? above : below) - gap)}px`,
  };
  for (const [name, value] of Object.entries(position)) panel.style.setProperty(name, value);
}
