/** Where the panel opens: below or above the bell, with its edge at the end or the start of the bell's line. */
export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';

/** Whether the browser can position the panel at the bell by CSS. */
export function hasAnchorPositioning(): boolean {
  return CSS.supports('position-area', 'block-end');
}
