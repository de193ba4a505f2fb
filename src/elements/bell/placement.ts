export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

/** Whether the browser can position the panel at the bell by CSS. */
export function hasAnchorPositioning(): boolean {
  return CSS.supports('position-area', 'block-end');
}
