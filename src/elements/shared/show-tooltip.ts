/** Buttons whose name is not visible. */
const buttons = '.bell, .icon-button';

/** Whether it is a button of this shadow root: the page around it may have elements with the same classes. */
const isButtonOf = (root: EventTarget | null, node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.matches(buttons) && node.getRootNode() === root;

/**
 * Shows the tooltip of the button that the pointer or the focus moved to, if it has one. It loads on demand, since it
 * appears only after a moment.
 *
 * @param event An event that a shadow root listens to.
 */
export function showTooltip(event: Event): void {
  const button = event.composedPath().find((node) => isButtonOf(event.currentTarget, node));
  if (!button) return;
  // Moved within the button.
  const isInside = event instanceof MouseEvent && event.relatedTarget instanceof Node;
  if (isInside && button.contains(event.relatedTarget)) return;
  import('./tooltip.js').then(
    ({ openTooltip }) => openTooltip(button, event),
    // The button also works without.
    () => undefined,
  );
}
