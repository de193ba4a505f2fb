/** Shows the tooltip of the button that the event moved to. It loads on demand, since it appears only after a moment. */
export function showTooltip(event: Event): void {
  const { currentTarget: button } = event;
  if (!(button instanceof HTMLElement)) return;
  import('./tooltip.js').then(
    ({ openTooltip }) => openTooltip(button, event),
    // The button also works without.
    () => undefined,
  );
}
