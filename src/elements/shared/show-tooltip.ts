/** Buttons whose name is not visible. */
const buttons = '.bell, .icon-button';

/**
 * Shows the tooltip of the button that the pointer or the focus moved to, if it has one. It loads on demand, since it
 * appears only after a moment.
 */
export function showTooltip(event: Event): void {
  const button = event.composedPath().find((node) => node instanceof HTMLElement && node.matches(buttons));
  if (!(button instanceof HTMLElement)) return;
  // Moved within the button.
  const isInside = event instanceof MouseEvent && event.relatedTarget instanceof Node;
  if (isInside && button.contains(event.relatedTarget)) return;
  import('./tooltip.js').then(
    ({ openTooltip }) => openTooltip(button, event),
    // The button also works without.
    () => undefined,
  );
}
