export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

/** Whether the browser places the panel by itself. */
export function hasAnchorPositioning(): boolean {
  return CSS.supports('position-area', 'block-end');
}
